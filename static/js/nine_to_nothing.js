/* Nine to Nothing: cards are picked here, and nobody is told; what its table has beside what every table has. */
import { heard, say, sound, speak, turnWords } from "./table/announce.js";
import { Table } from "./table/table.js";

const MINUS = "−";
const FEWEST = 2; // cards of a sum
const FEW = 4; // new cards that are named to ears
const $ = (id) => document.getElementById(id);
const words = $("table").dataset;

/* Picks, as they would be laid, each sign change after its card: the rules of game/nine_to_nothing/selection.py. */

let lay = [];
let armed = null; // a sign change that waits for its card
let revealed = false; // a wrong lay has shown what these picks make

const isChange = (id) => $(id).dataset.v === "0";
const without = (...ids) => lay.filter((id) => !ids.includes(id));

function changeOn(id) {
  const next = lay[lay.indexOf(id) + 1];
  return next && isChange(next) ? next : null;
}

function pick(id) {
  if (id === armed) armed = null;
  else if (isChange(id) && lay.includes(id)) lay = without(id);
  else if (isChange(id)) armed = id;
  else if (armed && lay.includes(id)) flip(id);
  else if (lay.includes(id)) lay = without(id, changeOn(id));
  else [lay, armed] = [[...lay, id, ...(armed ? [armed] : [])], null];
  revealed = false;
  showPicks();
  say(armed ? words.armed : "", "armed");
  if (!armed) speak(lay.length ? heard($("tray")) : turnWords());
}

function flip(id) {
  lay = without(changeOn(id));
  lay.splice(lay.indexOf(id) + 1, 0, armed);
  armed = null;
}

function showPicks() {
  lay = lay.filter((id) => $(id));
  armed = armed && $(armed) ? armed : null;
  $("cards").value = [armed, ...lay].filter(Boolean).join(" ");
  document.querySelectorAll("#hand .card").forEach((card) => {
    card.setAttribute("aria-pressed", String(lay.includes(card.id) || card.id === armed));
    card.classList.toggle("armed", card.id === armed);
    showFace(card);
  });
  const terms = lay.filter((id) => !isChange(id)).map(counted);
  const tray = $("tray");
  tray.querySelector("[data-picks]").textContent = terms.map((value, place) => (place ? `${signOf(value)} ${Math.abs(value)}` : signed(value))).join(" ");
  tray.querySelector("[data-spoken]").textContent = terms.map(named).join(", ");
  $("lay").classList.toggle("primary", $("lay").ariaDisabled !== "true" && lay.length >= FEWEST);
  const total = terms.reduce((sum, value) => sum + value, 0);
  tray.querySelector("[data-total]").textContent = (revealed || tray.dataset.sum === "live") && terms.length ? signed(total) : "?";
}

/* A card with a sign change on it is what it counts now, for eyes and ears. */
function showFace(card) {
  const [value, was] = [counted(card.id), Number(card.dataset.v)];
  if (card.classList.contains("flipped") === (value !== was)) return;
  card.classList.toggle("flipped");
  card.querySelector(".n").textContent = signOf(value) + Math.abs(value);
  card.querySelector(".k").className = `k ${value < 0 ? "minus" : "plus"}`;
  card.querySelector(".ten use")?.setAttribute("href", `#t${value}`);
  card.querySelector(".vh").textContent = named(value);
}

const counted = (id) => Number($(id).dataset.v) * (lay.includes(id) && changeOn(id) ? -1 : 1);
const signOf = (number) => (number < 0 ? MINUS : "+");
const signed = (number) => (number < 0 ? MINUS + -number : String(number));
const named = (value) => words[value < 0 ? "minus" : "plus"].replace("%(n)s", Math.abs(value));

/* What ears are told of an own move: the cards that have come, if they are few; what a sum was worth, and the next number. */

const help = () => heard(document.querySelector(".help"));
const news = () => heard(document.querySelector("#turn .news"));
const toMake = () => heard($("goal")).replace(/:$/, ".");
const held = () => [...document.querySelectorAll("#hand .card")];
let before = held().map(({ id }) => id);
let come = []; // cards that the last change has brought

function drew() {
  if (!come.length || come.length > FEW) return turnWords(true);
  const toDo = (come.length > 1 && toMake()) || heard(document.querySelector("#turn .to-do"));
  return `${news().replace(/\.$/, ":")} ${come.map(heard).join(", ")}. ${toDo}`;
}

function laid() {
  const goesOn = $("turn").matches(".mine") && toMake();
  return goesOn ? `${help() || news()} ${goesOn}` : turnWords();
}

/* Below the own sum of a hand that all have: its points and whether a longer one is to be looked for, or that one is done. */
const belowOwnSum = () => [...document.querySelectorAll("#own-sum p")].slice(1).map(heard).join(". ");

const ANSWERS = $("own-sum") ? { done: belowOwnSum, lay: belowOwnSum } : { ask: help, draw: drew, lay: laid };

/* The table */

class NineTable extends Table {
  anyTime = new Set(["ask", "check", "mistake", "ok"]);

  handled(target) {
    if (target.dataset.act === "pick") pick(target.id);
    return target.dataset.act === "pick";
  }

  /* What all see may have been overtaken, too, each part by itself; the own hand by what a check has brought back since. */
  older(fresh, old, n) {
    if (fresh.matches(".slot")) return Number(fresh.dataset.h) < Number(old.dataset.h);
    return super.older(fresh, old, n) || (fresh.id !== "board" && n < this.newest(fresh.id));
  }

  answered(frame, target, id) {
    if (frame.t === "ok" && id === "lay") sound.tone(8);
    if (frame.t === "ok" && id in ANSWERS && $("over").dataset.phase === "playing") speak(ANSWERS[id]());
    if (frame.why !== "wrong") return;
    revealed = $("tray").dataset.sum === "after";
    showPicks();
  }

  shown() {
    come = held().filter(({ id }) => !before.includes(id));
    before = held().map(({ id }) => id);
    if ($("cards")) showPicks();
  }

  top() {
    return $("take") ? `${toMake()} ${heard($("take"))}` : turnWords();
  }
}

new NineTable().start();
