/* One table: taps become moves, answers become what the screen shows. The top card is never changed from here. */
import { solo } from "./clock.js";
import { countdown } from "./countdown.js";
import { fly } from "./flight.js";
import { keyboard, leave, roving } from "./hand.js";
import { Line } from "./net.js";
import { Seen } from "./seen.js";
import { call, low, muteButton, speak, stayAwake, tick, tone, unlock } from "./sound.js";
import { newTurn, Posts, runClock, wait } from "./turns.js";

const [HOLDOVER, CLICK_AFTER_TAP, DEAD_TIME, THINKING, SHOWN] = [150, 700, 250, 2000, 900]; // ms
const NEAR = 24; // px

const root = document.getElementById("table");
const words = root.dataset;
const $ = (id) => document.getElementById(id);
const line = new Line(root);
const road = $("moves").hasAttribute("hx-post") ? new Posts($("moves"), line) : line;
const seen = new Seen(line);
const presses = new Map();
const pending = new Map();
let moves = 0;
let lockedUntil = 0; // after a wrong card
let deadUntil = 0; // after the cards have moved under the fingers
let lastUp = { t: -1000, x: 0, y: 0 };
let lastKey = null;
let lastFlight = 0;
let kept = false; // I'm ready, said before there was a line
let shown = ""; // the phase that lies over the table

/* Taps: remembered when the finger goes down, done when it lifts over the same thing. */

const pressed = (event, by, id) => ({ id, t: event.timeStamp, by, ...seen.shot(event.timeStamp) });

root.addEventListener("pointerdown", (event) => {
  const target = event.target.closest("[data-act]");
  if (!target || event.button !== 0) return;
  const near = Math.hypot(event.clientX - lastUp.x, event.clientY - lastUp.y) < NEAR;
  if (near && event.timeStamp - lastUp.t < HOLDOVER) return;
  presses.set(event.pointerId, pressed(event, event.pointerType || "mouse", target.id));
});
root.addEventListener("pointercancel", (event) => presses.delete(event.pointerId));
root.addEventListener("pointerup", (event) => {
  const press = presses.get(event.pointerId);
  presses.delete(event.pointerId);
  if (!press) return;
  const target = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-act]");
  lastUp = { t: event.timeStamp, x: event.clientX, y: event.clientY };
  if (target?.id === press.id) act(target, press, event.timeStamp);
});
root.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  if (event.repeat) event.preventDefault();
  else lastKey = pressed(event, "key");
}, true);
root.addEventListener("click", (event) => {
  const target = event.target.closest("[data-act]");
  if (!target) return;
  event.preventDefault();
  if (event.detail > 0 && event.timeStamp - lastUp.t < CLICK_AFTER_TAP) return;
  act(target, lastKey ?? pressed(event, "click"), event.timeStamp);
  lastKey = null;
});
$("moves").addEventListener("submit", (event) => event.preventDefault());
root.addEventListener("contextmenu", (event) => event.target.closest(".card") && event.preventDefault());

/* Moves */

function act(target, press, released) {
  const kind = target.dataset.act;
  if (kind === "ready") {
    unlock(words.words);
    stayAwake();
  } else if ($("over").dataset.phase !== "playing" && !target.closest("#over")) return tick(), say(words.early, "early");
  if (wait(kind)) return tick(), say(wait(kind), "wait");
  if (pending.has(target.id) || target.ariaDisabled === "true") return;
  if (kind !== "ready" && performance.now() < lockedUntil) return tick();
  if (kind === "play" && performance.now() < deadUntil) return;
  const aid = `${seen.page.toString(36)}-${(moves += 1)}`;
  const { seq, rtop, rprev, rhand, vis, by, t } = press;
  const measured = { rtop, rprev, rhand, vis, by, hold: Math.max(0, Math.round(released - t)), ...seen.told() };
  if (!road.send({ t: kind, aid, ...(kind === "play" && { id: target.id, seq }), ...measured }, target)) {
    return kind === "ready" ? keep(target) : tick();
  }
  seen.forget();
  pending.set(target.id, { aid, timer: setTimeout(() => $(target.id)?.classList.replace("gone", "pending"), THINKING) });
  if (kind === "play") lay(target);
  else target.classList.add("held");
}

/* The one thing that is not lost while the line is down: being ready. It is said once, as soon as there is a way. */
function keep(button) {
  button.classList.add("held");
  kept = true;
}

function sayWhatWasKept() {
  if (kept) $("ready")?.click();
  kept = false;
}

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
  if (frame.t === "ok") return /^c\d/.test(id) && call(Number(document.querySelector("#top .n")?.textContent ?? 1));
  roving();
  if (frame.why === "wrong") wrong(card, frame);
  if (frame.why === "beaten") document.querySelector("#top .pile").classList.add("pulse");
  say(frame.say ?? "", frame.why);
});

function settle(id) {
  clearTimeout(pending.get(id)?.timer);
  pending.delete(id);
  const card = id && $(id);
  card?.classList.remove("gone", "pending", "held");
  return card;
}

function wrong(card, frame) {
  low();
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
  if (ids.includes("board")) boarded();
  if (ids.some((id) => id === "board" || id === "over")) overlaid();
  if (frame.t === "ok") fragments.filter((one) => one.matches(".slot:has(.card)")).forEach(drawn);
  else if (ids.includes("top")) opponent(fragments.find((one) => one.matches(".seat")));
  fragments.filter((one) => one.matches(".seat.one")).forEach((one) => speak(one.textContent));
  if (ids.includes("board") || ids.includes("turn")) sayTurn();
  roving();
});

function boarded() {
  pending.forEach((wait, id) => settle(id));
  deadUntil = performance.now() + DEAD_TIME;
  lock(Number($("board").dataset.pausedUntil ?? 0) - line.now(), $("says").dataset.text);
}

function overlaid() {
  const [before, phase] = [shown, $("over").dataset.phase];
  shown = phase;
  countdown(line, (text, number) => number > 0 && called(text, 3));
  if (phase === "playing" && (before === "countdown" || before === "standstill")) go();
  if (phase === "over" || phase === "standstill") $("alert").textContent = $("over").querySelector("h2, .why").textContent;
  if (phase === "over" || phase === "paused") $("over").querySelector("h2").focus();
  if (phase === "playing" && before === "paused") ($("hand").querySelector("button.card") ?? $("drawbox")).focus();
  if (phase !== "playing") say("", "");
}

function called(text, pitch) {
  $("alert").textContent = text;
  tone(pitch);
}

/* Said when the server says so, and seen for a moment under the pile: play is on. */
function go() {
  called(words.go, 8);
  if ($("turn")) return; // there stands already whose turn it is
  say(words.go, "go");
  setTimeout(() => $("says").dataset.why === "go" && say("", ""), SHOWN);
}

function sayTurn() {
  const text = $("over").dataset.phase === "playing" && newTurn();
  if (text) speak(`${text}. ${words.top} ${spoken(document.querySelector("#top .card"))}`);
}

function drawn(slot) {
  const card = slot.firstElementChild;
  card.classList.add("fresh");
  setTimeout(() => card.classList.remove("fresh"), 600);
  speak(`${words.drew} ${spoken(card)}. ${words.inHand} ${document.querySelectorAll("#hand .card").length}`);
}

function opponent(chip) {
  if (chip && performance.now() - lastFlight > 250) fly(chip, document.querySelector("#top .pile"), 160);
  lastFlight = performance.now();
  if (performance.now() > lockedUntil) say("", "");
  speakTop();
}

/* Words: all of them come from the server; ± is spelled out for ears. */

function say(text, why) {
  const bar = why === "wrong" && lockedUntil > performance.now() ? [document.createElement("span")] : [];
  $("says").replaceChildren(bar.length ? `${text} ${words.look}` : text, ...bar);
  bar.forEach((one) => {
    one.className = "wait";
    one.style.animationDuration = `${lockedUntil - performance.now()}ms`;
  });
  Object.assign($("says").dataset, { why, text });
  if (why === "wrong") $("alert").textContent = text.replace(" ±", `${words.spokenStep} `);
  else if (text && why !== "go") speak(text);
}

const spoken = (card) => [...card.querySelectorAll(".n, .vh")].map((part) => part.textContent).join("");
const speakTop = () => speak(`${words.top} ${spoken(document.querySelector("#top .card"))}`);

line.addEventListener("up", () => root.classList.remove("lost"));
line.addEventListener("up", sayWhatWasKept);
line.addEventListener("down", () => {
  root.classList.add("lost");
  presses.clear();
  pending.forEach((wait, id) => settle(id));
});
muteButton($("sound"), root);
keyboard(root, {
  draw: (event) => act($("drawbox"), pressed(event, "key"), event.timeStamp),
  sayTop: speakTop,
  sayCount: (count) => speak(`${words.inHand} ${count}`),
});
runClock(line, speak);
solo(line, speak);
roving();
overlaid();
sayTurn();
lock(Number($("board").dataset.pausedUntil ?? 0) - line.now(), "");
