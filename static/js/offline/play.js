/* Practice without a connection, on the page that the device keeps. All words and hands are in the page; the server judges
   every card again when it is handed in. What was done is folded from the kept taps: a page that is opened again goes on. */
import { forgetPage, keepTap, tapsOf } from "./kept.js";

const [AGAIN_AFTER, MOST_AGAIN] = [[2, 5], 2]; // other sums before one of the first that were missed comes again, and again if it was then
const QUICKEST = 250; // ms: a tap before that was meant for the sum before
const [HINT, PICTURE] = [0, 1000]; // instead of a card: what a tap asks for
const [ALWAYS, SOON, ASKED, NEVER] = [1, 2, 3, 4]; // the rungs of the ladder of number pictures
const $ = (id) => document.getElementById(id);
const root = $("offline");
const { whose } = root.dataset;
const soon = Number(root.dataset.soon); // ms
const live = $("live");
const speaker = $("speaker");

class Run {
  constructor(template) {
    const { run: code, pack, sign, ladder } = template.dataset;
    this.ladder = ladder.split("|").map((row) => row.split(" ").map(Number)); // [rung, the row after a right answer, a right one with the picture, a wrong one]
    Object.assign(this, { code, pack, sign, row: 0, sums: [...template.content.querySelectorAll("article")] });
    Object.assign(this, { asked: [], missed: new Map(), placed: 0 });
    this.#ask();
    const taps = tapsOf(whose, code);
    taps.forEach(([, card, , took]) => this.#fold(card, took));
    this.taps = taps.length;
  }

  get over() {
    return this.now === undefined;
  }

  get sum() {
    return this.sums[this.now];
  }

  get rung() {
    return this.ladder[this.row][0];
  }

  /* The hand of this sum at this place of the run, as card ids. */
  get hand() {
    return this.sum.dataset.hands.split("|")[this.asked.length - 1 - this.now].split(" ").map(Number);
  }

  tap(card, took) {
    if (tapsOf(whose, this.code).length !== this.taps) return location.reload(); // another tab went on
    if (!keepTap(whose, this.code, this.pack, [this.now, card, Date.now(), took])) return $("full");
    this.taps += 1;
    return this.#fold(card, took);
  }

  /* What came of it: the element with the words for it. */
  #fold(card, took) {
    const { sum } = this;
    if (card === PICTURE) {
      this.pictured = true;
      return undefined;
    }
    if (card && !this.helped) this.row = this.#after(fits(sum, card), took);
    if (!card) this.hinted = true;
    else if (fits(sum, card)) this.placed += 1;
    else this.tried.add(card);
    if (card && fits(sum, card)) this.#ask();
    else this.missed.set(this.now, this.#times(this.now));
    return sum.querySelector(card ? `[data-says="${numberOf(card)}"]` : "[data-hinted]");
  }

  /* True once a card was tried or the hint was asked for: a card says nothing of what is known then. */
  get helped() {
    return this.hinted || this.tried.size > 0;
  }

  /* The row of the ladder that the server would come to after this first answer. */
  #after(right, took) {
    const [rung, bare, withPicture, wrong] = this.ladder[this.row];
    const seen = this.pictured || rung === ALWAYS || (rung === SOON && took >= soon);
    return right ? (seen ? withPicture : bare) : wrong;
  }

  #ask() {
    this.now = this.#next();
    Object.assign(this, { tried: new Set(), hinted: false, pictured: false });
    if (!this.over) this.asked.push(this.now);
  }

  /* The run is as long as the pack has sums: one that was missed puts off those behind it. */
  #next() {
    if (this.asked.length === this.sums.length) return undefined;
    const others = (sum) => this.asked.length - 1 - this.asked.lastIndexOf(sum);
    const missed = [...this.missed].slice(0, MOST_AGAIN);
    const again = missed.find(([sum, times]) => this.#times(sum) === times && others(sum) >= (AGAIN_AFTER[times - 1] ?? Infinity));
    return again ? again[0] : this.sums.findIndex((_, sum) => !this.asked.includes(sum));
  }

  /* How often it was asked. */
  #times(sum) {
    return this.asked.filter((each) => each === sum).length;
  }
}

const looks = new Map([...document.querySelectorAll("[data-cards]")].flatMap((look) => look.dataset.cards.split(" ").map((id) => [look.dataset.sign + id, look])));
const numberOf = (card) => (looks.get(`±${card}`) ?? looks.get(`+${card}`)).content.querySelector(".n").textContent;
const fits = (sum, card) => numberOf(card) === sum.dataset.answer;
const runs = new Map([...document.querySelectorAll("[data-run]")].map((template) => [template.dataset.run, new Run(template)]));
let run;
let shownAt;

function show(section) {
  for (const other of ["choice", "sum", "over"]) $(other).hidden = other !== section;
  $("no-connection").hidden = section === "sum"; // a small screen is for the sum
}

function choose() {
  for (const item of document.querySelectorAll("[data-code]")) {
    const { over } = runs.get(item.dataset.code);
    item.querySelector("button").hidden = over;
    item.querySelector("[data-done]").hidden = !over;
  }
  show("choice");
  speaker?.setAttribute("data-say", $("choice").querySelector("h1").dataset.say);
}

/* Draw the sum that lies there now. */
function draw() {
  const drawn = run.sum.cloneNode(true);
  const wrong = run.tried.size > 0;
  drawn.querySelector("[data-asked]").hidden = run.hinted;
  drawn.querySelector("[data-answered]").hidden = !run.hinted;
  drawn.querySelector("[data-hint]").hidden = run.hinted;
  const onRequest = run.rung === ASKED && !run.pictured;
  const pictured = run.rung > 0 && (run.helped || (run.rung < NEVER && !onRequest));
  drawn.querySelector("[data-before]")?.toggleAttribute("hidden", run.helped || !pictured);
  drawn.querySelector("[data-picture]")?.toggleAttribute("hidden", run.helped || !onRequest);
  drawn.querySelector("[data-one-way]").hidden = !wrong;
  drawn.querySelector("[data-both-ways]").hidden = wrong || !run.hinted;
  $("question").replaceChildren(drawn);
  $("hand").replaceChildren(...run.hand.map(button));
  $("sum").classList.toggle("soon", pictured && !run.helped && run.rung === SOON);
  if (!pictured) [drawn, $("hand")].forEach(withoutCounters);
  $("placed").textContent = run.placed;
  speaker?.setAttribute("data-say", drawn.querySelector("h2").dataset.say);
  drawn.querySelector("h2").focus({ preventScroll: true }); // what was pressed is gone
}

function withoutCounters(part) {
  part.querySelectorAll(".ten").forEach((counters) => counters.remove());
  part.querySelectorAll(".over-ten").forEach((digit) => digit.classList.remove("over-ten"));
}

function button(card) {
  const drawn = looks.get(run.sign + card).content.firstElementChild.cloneNode(true);
  drawn.value = card;
  drawn.disabled = run.tried.has(card);
  drawn.classList.toggle("tried", drawn.disabled);
  return drawn;
}

function ask() {
  if (run.over) return end();
  show("sum");
  draw();
  shownAt = performance.now();
}

function end() {
  const placed = [...runs.values()].reduce((all, each) => all + each.placed, 0);
  if (!placed) return choose();
  $("placed-in-all").textContent = placed;
  show("over");
  $("over").querySelector("h1").focus();
}

function tap(card) {
  const took = Math.round(performance.now() - shownAt);
  if (took < QUICKEST) return;
  const before = run.asked.length;
  const words = run.tap(card, took);
  if (!words) return draw();
  const right = card > 0 && (run.over || run.asked.length > before);
  $("said").textContent = words.textContent;
  live.textContent = words.textContent.replaceAll(" →", ","); // an arrow is a pause
  $("said").classList.toggle("ok", right || !card);
  if (right) ask();
  else draw();
}

$("sum").addEventListener("click", ({ target }) => {
  const pressed = target.closest("button");
  if (pressed?.matches("#hand .card")) tap(Number(pressed.value));
  else if (pressed?.matches("[data-hint]")) tap(HINT);
  else if (pressed?.matches("[data-picture]")) tap(PICTURE);
});
$("choice").addEventListener("click", ({ target }) => {
  const { code } = target.closest("button")?.closest("[data-code]")?.dataset ?? {};
  if (!code) return;
  run = runs.get(code);
  ask();
});
$("stop").addEventListener("click", end);
$("leave").addEventListener("click", async () => {
  await forgetPage();
  location.assign("/");
});

if (Date.now() > Number(root.dataset.until)) $("stale").hidden = false;
else if (runs.size === 1) {
  [run] = runs.values();
  ask();
} else choose();
