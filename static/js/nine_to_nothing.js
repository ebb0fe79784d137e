/* One table of Nine to Nothing. Cards are picked here, and nobody is told; every other tap goes out as a form, through htmx. */
import { keyboard, letGo, roving, taps } from "./table/hand.js";
import { Line } from "./line/line.js";
import { land, muteButton, overlaid, say, sound, speak, unlock } from "./table/words.js";

const MINUS = "−";
const THINKING = 2000; // ms
const root = document.getElementById("table");
const words = root.dataset;
const $ = (id) => document.getElementById(id);
const line = new Line(root, stale);
const page = crypto.getRandomValues(new Uint32Array(1))[0].toString(36);
const pending = new Map();
let moves = 0;
let handSince = null; // when the hand's last change was painted

/* What was overtaken on its way: an earlier board, or an earlier look at what all see. The own hand comes with its answer only. */
function stale(fresh, old, n) {
  if (fresh.id === "board") return fresh.dataset.round === old.dataset.round && Number(fresh.dataset.n) < Number(old.dataset.n);
  return n < line.n && !fresh.matches(".slot");
}

/* Picks: the cards as they would be laid, each sign change after the card it flips (game/nine_to_nothing/selection.py has the same rules). */

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
  if (!armed) speak($("tray").textContent.trim());
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
  });
  const terms = lay.filter((id) => !isChange(id)).map((id) => ({ value: Number($(id).dataset.v), id, change: changeOn(id) }));
  const tray = $("tray");
  tray.querySelector("[data-picks]").textContent = terms.map(written).join(" ");
  tray.querySelector("[data-spoken]").textContent = terms.map(spoken).join(", ");
  const total = terms.reduce((sum, { value, change }) => sum + (change ? -value : value), 0);
  tray.querySelector("[data-total]").textContent = (revealed || tray.dataset.sum === "live") && terms.length ? signed(total) : "?";
}

const signed = (number) => (number < 0 ? MINUS + -number : String(number));

function written({ value, change }, place) {
  const sign = value < 0 ? MINUS : "+";
  const gap = place ? " " : "";
  if (change) return `${MINUS}${gap}(${sign}${Math.abs(value)})`;
  return place ? `${sign} ${Math.abs(value)}` : signed(value);
}

function spoken({ id, change }) {
  const name = $(id).querySelector(".vh").textContent;
  return change ? words.changed.replace("%(card)s", name) : name;
}

/* Moves */

["pointerdown", "keydown"].forEach((kind) => root.addEventListener(kind, () => line.roadOf($("moves")), { once: true }));

function act(target, press, released) {
  const kind = target.dataset.act;
  if (kind === "pick") return pick(target.id);
  if (kind === "ready") {
    unlock();
    import("./table/awake.js").then(({ stayAwake }) => stayAwake(), () => {}); // the line is down: it may sleep
  } else if ($("over").dataset.phase !== "playing") return say(words.early, "early");
  const { wait } = $("turn").dataset;
  if (wait && ["draw", "take", "lay", "discard", "done"].includes(kind)) return sound.tick(), say(wait, "wait");
  if (!pending.has(target.id)) send(target, press, released);
}

function send(target, { rhand, vis, by, t }, released) {
  if (line.finished) return sound.tick();
  const aid = `${page}-${(moves += 1)}`;
  pending.set(target.id, { aid, timer: setTimeout(() => settle(target.id), THINKING) });
  target.classList.add("held");
  line.submit($("moves"), { t: target.value, aid, rhand, vis, by, hold: Math.max(0, Math.round(released - t)) }, target.id);
}

function settle(id) {
  clearTimeout(pending.get(id)?.timer);
  pending.delete(id);
  $(id)?.classList.remove("held");
}

/* What was seen when the finger came down. */
function press({ timeStamp: t }, by, id) {
  const rhand = handSince === null ? undefined : Math.max(0, Math.round(t - handSince));
  return { id, t, by, rhand, vis: document.visibilityState === "visible" ? "v" : "h" };
}

function painted() {
  requestAnimationFrame(() => requestAnimationFrame(() => (handSince = performance.now())));
}

line.addEventListener("frame", ({ detail: frame }) => {
  const [id] = [...pending].find(([, wait]) => wait.aid === frame.aid) ?? [];
  settle(id);
  if (frame.t === "ok" && id === "lay") sound.tone(8);
  if (frame.t === "ok" && (id === "ask" || id === "lay")) speak(document.querySelector(".help").textContent);
  if (frame.why === "wrong") wrong();
  say(frame.say ?? "", frame.why);
});

function wrong() {
  sound.low();
  revealed = $("tray").dataset.sum === "after";
  showPicks();
}

line.addEventListener("shown", ({ detail: { fragments } }) => {
  const ids = fragments.map((fragment) => fragment.id);
  if (ids.includes("board")) [...pending.keys()].forEach(settle);
  if (ids.some((id) => id === "board" || id === "over")) overlaid(line);
  if (fragments.some((one) => one.matches(".slot, #board"))) painted();
  if ($("cards")) showPicks();
  if (ids.includes("board") || ids.includes("turn")) sayTurn();
  if (ids.includes("note")) read();
  roving();
  land();
});

/* What happened, whose turn it is and what to do: said when it is new. */
let said = "";
function sayTurn() {
  if ($("over").dataset.phase !== "playing") return;
  const text = $("turn").innerText.replace(/\s+/g, " ").trim();
  if (text !== said) speak(text);
  said = text;
}

/* A message of the teacher's is fetched with what it needs: most lessons have none. */
function read() {
  if (!$("note").hidden) import("./table/message.js").then(({ show }) => show(speak));
}

/* The seconds in which a 0 may be checked, on the server's clock. */
setInterval(() => {
  const ends = $("check")?.dataset.endsAt;
  const place = ends && $("check").querySelector("[data-seconds]");
  if (place) place.textContent = Math.max(0, Math.ceil((Number(ends) - line.now()) / 1000));
}, 500);

line.addEventListener("up", () => root.classList.remove("lost"));
line.addEventListener("down", () => {
  root.classList.add("lost");
  letGo();
});
$("moves").addEventListener("submit", (event) => event.preventDefault());
taps(root, { press, act });
muteButton($("sound"));
keyboard(root, {
  draw: (event) => $("draw") && act($("draw"), press(event, "key"), event.timeStamp),
  sayTop: () => speak(($("take") ?? $("turn")).textContent),
  sayCount: (count) => speak(`${words.inHand} ${count}`),
});
painted();
roving();
overlaid(line);
read();
sayTurn();
