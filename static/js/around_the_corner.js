/* One table: taps become moves, answers become what the screen shows. The top card is never changed from here. */
import { keyboard, leave, letGo, rearranged, roving, taps } from "./table/hand.js";
import { Line } from "./line/line.js";
import { older, Seen } from "./table/paint_times.js";
import { inHand, land, muteButton, newTurn, oneLeft, overlaid, runClocks, say, sound, speak, spoken, topCard, unlock, waitFor } from "./table/words.js";

const [DEAD_TIME, THINKING] = [250, 2000]; // ms

const root = document.getElementById("table");
const words = root.dataset;
const $ = (id) => document.getElementById(id);
const line = new Line(root, older);
const byTurns = $("moves").hasAttribute("data-hx-post");
const seen = new Seen(line);
const pending = new Map();
let moves = 0;
let lockedUntil = 0; // after a wrong card
let deadUntil = 0; // after the cards have moved under the fingers
let lastFlight = 0;
let kept = false; // I'm ready, said before there was a line

$("moves").addEventListener("submit", (event) => event.preventDefault());
root.addEventListener("contextmenu", (event) => event.target.closest(".card") && event.preventDefault());

/* Moves */

function act(target, press, released) {
  const kind = target.dataset.act;
  if (kind === "ready") {
    unlock();
    import("./table/awake.js").then(({ stayAwake }) => stayAwake(), () => {}); // the line is down: it may sleep
  } else if ($("over").dataset.phase !== "playing" && !target.closest("#over")) return sound.tick(), say(words.early, "early");
  const wait = waitFor(kind);
  if (wait) return sound.tick(), say(wait, "wait");
  if (pending.has(target.id) || target.ariaDisabled === "true") return;
  if (kind !== "ready" && performance.now() < lockedUntil) return sound.tick();
  if (kind === "play" && performance.now() < deadUntil) return;
  const aid = `${seen.page.toString(36)}-${(moves += 1)}`;
  const { seq, rtop, rprev, rhand, vis, by, t } = press;
  const measured = { rtop, rprev, rhand, vis, by, rtt: line.rtt, hold: Math.max(0, Math.round(released - t)), ...seen.told() };
  if (!sent({ t: kind, aid, ...(kind === "play" && { id: target.id, seq }), ...measured }, target)) {
    return kind === "ready" ? keep(target) : sound.tick();
  }
  seen.forget();
  pending.set(target.id, { aid, timer: setTimeout(() => onTheWay(target.id), THINKING) });
  if (kind === "play") lay(target);
  else target.classList.add("held");
}

/* By turns a move goes out as a form. False: nothing was sent. */
function sent(frame, target) {
  if (!byTurns) return line.send(frame);
  if (!line.finished) line.submit($("moves"), frame, target.id);
  return !line.finished;
}

if (byTurns) ["pointerdown", "keydown"].forEach((kind) => root.addEventListener(kind, () => line.roadOf($("moves")), { once: true }));

/* The one thing that is not lost while the line is down: being ready. It is said once, as soon as there is a way. */
function keep(button) {
  button.classList.add("held");
  kept = true;
}

function sayWhatWasKept() {
  if (kept) $("ready")?.click();
  kept = false;
}

let fly = () => {};

/* Fetched at the first touch, key or play of another, so that no tap ever waits for it. */
async function flight() {
  try {
    ({ fly } = await import("./table/fly.js"));
  } catch {
    fly = () => {}; // the line is down: nothing flies
  }
}

["pointerdown", "keydown"].forEach((kind) => root.addEventListener(kind, flight, { once: true }));

function lay(card) {
  leave(card);
  fly(card, document.querySelector("#top .pile"));
  card.classList.add("gone");
}

line.addEventListener("frame", ({ detail: frame }) => {
  const [id] = [...pending].find(([, wait]) => wait.aid === frame.aid) ?? [];
  const card = settle(id);
  if (frame.t === "ok" && $("says").dataset.why === "wrong") say("", "");
  if (frame.t === "ok" && id?.startsWith("clock")) $(id)?.focus();
  if (frame.t === "ok") return /^c\d/.test(id) && sound.call(Number(document.querySelector("#top .n")?.textContent ?? 1));
  roving();
  if (frame.why === "wrong") wrong(card, frame);
  if (frame.why === "beaten") document.querySelector("#top .pile").classList.add("pulse");
  say(frame.say ?? "", frame.why, lockedUntil - performance.now());
});

function settle(id) {
  clearTimeout(pending.get(id)?.timer);
  pending.delete(id);
  const card = id && $(id);
  if (id && $("says").dataset.why === "way") say("", "");
  card?.classList.remove("gone", "pending", "held");
  return card;
}

function wrong(card, frame) {
  sound.low();
  card?.classList.add("wrong");
  setTimeout(() => card?.classList.remove("wrong"), 600);
  lock(frame.ms, frame.say);
}

/* The wait after a wrong card: shown, short, and over by itself. */
function lock(ms, text) {
  if (!(ms > 0)) return;
  lockedUntil = performance.now() + ms;
  root.classList.add("locked");
  setTimeout(() => {
    root.classList.remove("locked");
    if ($("says").dataset.text === text) say("", "");
  }, ms);
}

line.addEventListener("shown", ({ detail: { fragments, frame } }) => {
  const ids = fragments.map((fragment) => fragment.id);
  seen.board();
  if (rearranged()) deadUntil = performance.now() + DEAD_TIME;
  if (ids.includes("board")) boarded();
  if (ids.some((id) => id === "board" || id === "over")) overlaid(line);
  if (frame.t === "ok") fragments.filter((one) => one.matches(".slot") && one.querySelector(".card")).forEach(drawn);
  else if (ids.includes("top")) opponent(fragments.find((one) => one.matches(".seat")));
  fragments.filter((one) => one.matches(".seat.one")).forEach((one) => speak(oneLeft(one)));
  if (ids.includes("board") || ids.includes("turn")) sayTurn();
  if (ids.includes("note")) read();
  roving();
  land();
});

/* A card or a draw that has not been answered is on its way until the line is back: the board that comes then decides. */
function onTheWay(id) {
  $(id)?.classList.replace("gone", "pending");
  say(words.onItsWay, "way");
}

function boarded() {
  pending.forEach((wait, id) => settle(id));
  lock(Number($("board").dataset.pausedUntil ?? 0) - line.now(), $("says").dataset.text);
}

function sayTurn() {
  const text = $("over").dataset.phase === "playing" && newTurn();
  if (text) speak(`${text}. ${topCard()}`);
}

/* A message of the teacher's is fetched with what it needs: most lessons have none. */
function read() {
  if (!$("note").hidden) import("./table/message.js").then(({ show }) => show(speak));
}

function drawn(slot) {
  const card = slot.firstElementChild;
  card.classList.add("fresh");
  setTimeout(() => card.classList.remove("fresh"), 600);
  speak(`${words.drew} ${spoken(card)}. ${inHand(document.querySelectorAll("#hand .card").length)}`);
}

function opponent(chip) {
  if (chip && performance.now() - lastFlight > 250) flight().then(() => fly(chip, document.querySelector("#top .pile"), 160));
  lastFlight = performance.now();
  if (performance.now() > lockedUntil) say("", "");
  speak(topCard());
}

line.addEventListener("up", () => root.classList.remove("lost"));
line.addEventListener("up", sayWhatWasKept);
line.addEventListener("down", () => {
  root.classList.add("lost");
  letGo();
  pending.forEach((wait, id) => onTheWay(id));
});
line.addEventListener("up", () => line.asking && pending.forEach((wait, id) => settle(id)));
taps(root, { press: (...what) => seen.press(...what), act });
muteButton($("sound"));
root.addEventListener("pointerdown", ({ target }) => target.closest(".corner") || root.querySelector(".corner").removeAttribute("open"));
keyboard(root, {
  draw: (event) => act($("drawbox"), seen.press(event, "key"), event.timeStamp),
  sayTop: () => speak(topCard()),
  sayCount: (count) => speak(inHand(count)),
});
runClocks(line);
roving();
overlaid(line);
read();
sayTurn();
lock(Number($("board").dataset.pausedUntil ?? 0) - line.now(), "");
