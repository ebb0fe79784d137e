/* What is said at a table: under the pile, by its clocks, over it, and to ears. All words come from the server; ± is spelled out
   for ears. Announcements, clocks, panels and the sound are one file, for every table needs all of it and may load ten. */

import { minutes } from "../connection/connection.js";

const SPEECH_GAP = 900; // ms
const BRIEFLY = { beaten: 2000, fitted: 2000, go: 900, sum: 900 }; // ms: what leaves by itself
const $ = (id) => document.getElementById(id);
const words = $("table").dataset;

let brief = 0;

/* The line under the pile; after a wrong card with a bar as long as the wait, in ms, in the picture of why (#picture), which is there
   until something else is said, and draws what the further lines say. */
export function say(text, why, wait = 0) {
  if (why !== "wrong") $("picture").replaceChildren();
  const bar = why === "wrong" && wait > 0 ? [document.createElement("span")] : [];
  const [line, ...further] = text.split(/(?=\n)/);
  const rest = Object.assign(document.createElement("span"), { className: "further", textContent: further.join("") });
  $("says").replaceChildren(bar.length ? `${line} ${words.look ?? ""}` : line, ...(further.length ? [rest] : []), ...bar);
  bar.forEach((part) => {
    part.className = "wait";
    part.style.animationDuration = `${wait}ms`;
  });
  Object.assign($("says").dataset, { why, text });
  clearTimeout(brief);
  if (BRIEFLY[why]) brief = setTimeout(say, BRIEFLY[why], "", "");
  if (why === "wrong") $("alert").textContent = withoutArrows(text.replace(" ±", `${words.spokenStep ?? " ±"} `));
  else if (text && why !== "go" && why !== "sum") speak(withoutArrows(text));
}

/* What stands there goes with what comes next, but not before it was read. */
export const saysBriefly = () => $("says").dataset.why in BRIEFLY;

const speech = { timer: 0, at: 0 };

/* For screen readers: at most one announcement in 0.9 s, and then the newest. */
export function speak(text) {
  clearTimeout(speech.timer);
  speech.timer = setTimeout(() => {
    speech.at = performance.now();
    $("live").replaceChildren(text); // a new node: what is asked for twice is said twice
  }, Math.max(0, speech.at + SPEECH_GAP - performance.now()));
}

/* What of a part ears hear: all but what is hidden from them. */
export function heard(part) {
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  const said = [];
  while (texts.nextNode()) if (!isHidden(texts.currentNode.parentElement)) said.push(texts.currentNode.data.trim());
  return withoutArrows(said.filter(Boolean).join(" ").replace(/ ([,.:])/g, "$1"));
}

/* 8 + 3 → round the corner → 1: an arrow is a pause. */
const withoutArrows = (text) => text.replaceAll(" →", ",");

const isHidden = (part) =>
  part.closest("[aria-hidden=true]") || !part.getClientRects().length || getComputedStyle(part).visibility === "hidden";
const all = (selector) => [...document.querySelectorAll(selector)];

/* What the letters say, by their key: the top card, the own cards, what was played last, how many cards everybody has. */
export const asks = (top) => ({
  t: () => speak(top()),
  h: () => speak(hand() || counts()),
  l: () => speak(lastPlay() || turnWords() || top()),
  c: () => speak(counts()),
});
const hand = () => all("#hand button.card").map(heard).join(". ");
const lastPlay = () => all("#top .said, #turn .news").map((part) => part.dataset.play ?? heard(part)).filter(Boolean).join(" ");
const counts = () => [`${words.inHand} ${all("#hand button.card").length}`, ...all("#board .seat").map(count)].join(". ");
const count = (seat) => `${heard(seat.querySelector(".name"))}: ${[...seat.querySelectorAll(".cards, .counts > *")].map(heard).filter(Boolean).join(", ")}`;

export const spoken = (card) => [...card.querySelectorAll(".n, .vh")].map((part) => part.textContent).join("");
export const topCard = () => `${words.top} ${spoken(document.querySelector("#top .card"))}`;

/* What somebody off their turn is told; nothing where they may act, and where there are no turns. */
export const waitWords = () => $("turn")?.dataset.wait ?? "";

/* What the line says that tells whose turn it is, as sentences; its clock speaks for itself. While a turn goes on, not whose. */
export const turnWords = (goesOn = false) => {
  const silent = goesOn ? ".clock, button, .whose" : ".clock, button";
  return [...($("turn")?.children ?? [])].filter((part) => !part.matches(silent)).map(heard).filter(Boolean).map(ended).join(" ");
};
const ended = (text) => (/[.!?…:]$/.test(text) ? text : `${text}.`);

/* The clocks, on the server's time: seconds left, said once when few of a turn are left; and the time since the start. */

const SHORT = 10; // s
const warned = new Set();

export function runClocks(connection) {
  setInterval(() => document.querySelectorAll("#board [data-ends-at]").forEach((place) => showLeft(place, connection)), 500);
  if ($("clock")) setInterval(() => showElapsed(connection), 250);
}

function showLeft(place, connection) {
  const ends = place.dataset.endsAt;
  const left = Math.max(0, Math.ceil((Number(ends) - connection.now()) / 1000));
  place.querySelector("[data-seconds]").textContent = left;
  if (place.id !== "turn") return;
  place.classList.toggle("short", left <= SHORT);
  if (left > SHORT || warned.has(ends)) return;
  warned.add(ends);
  speak(place.querySelector(".clock").textContent);
}

/* The time since the start: text every second, the bar with it, said at half, 30 s and 10 s of its frame. */
function showElapsed(connection) {
  const clock = $("clock");
  const time = clock?.querySelector("[data-time]");
  if (!time || !clock.dataset.startedAt) return;
  const elapsed = Math.max(0, connection.now() - Number(clock.dataset.startedAt));
  const seconds = Math.floor(elapsed / 1000);
  const text = minutes(seconds);
  if (time.textContent === text) return;
  time.textContent = text;
  clock.querySelector("progress").value = elapsed;
  remind(clock.dataset, elapsed);
}

let frame = 0; // ms: what the clock counts towards

function remind(texts, elapsed) {
  if (elapsed < 1000 || frame !== Number(texts.frame)) warned.clear();
  frame = Number(texts.frame);
  const moments = { half: frame / 2, left30: frame - 30_000, left10: frame - 10_000, up: frame };
  for (const [name, at] of Object.entries(moments)) {
    if (warned.has(name) || elapsed < at) continue;
    warned.add(name);
    if (at > 0 && elapsed < at + 2000) speak(texts[name]);
  }
}

/* Panels: what lies over the table. */

let shown = ""; // its phase

export function overlaid(connection) {
  const [before, phase] = [shown, $("over").dataset.phase];
  shown = phase;
  cover();
  if (phase !== "playing") clearTimeout(speech.timer); // whose turn it was is over
  countdown(connection);
  offerSound();
  if (phase === "playing" && (before === "countdown" || before === "standstill")) go();
  if (phase === "standstill") $("alert").textContent = $("over").querySelector(".why").textContent;
  if (phase === "held") $("alert").textContent = $("over").querySelector("p").textContent; // its heading gets the focus, and so is said
  if (phase === "over" && phase !== before) endRound();
  document.querySelectorAll("[data-found]").forEach((part) => import("./sheet.js").then(({ fill }) => fill(part)).catch(() => {}));
  if (["over", "paused", "held"].includes(phase) && phase !== before) $("over").querySelector("h2").focus();
  if (phase === "playing" && before === "paused") ($("hand").querySelector("button.card") ?? document.querySelector("[data-act=draw]"))?.focus();
  if (phase !== "playing") say("", "");
  if (before && phase !== before) document.querySelector(".messages")?.remove(); // what a press before the scripts came led to
}

/* What was said last is of a round that is over: whoever reads the page hears it no more. */
function endRound() {
  $("live").replaceChildren();
  $("alert").replaceChildren();
  sound.rise();
}

/* A panel hides all of the table: neither Tab nor a screen reader comes to what it hides. */
const PANELS = ["waiting", "paused", "held", "over"];

function cover() {
  [...$("board").children].forEach((part) => (part.inert = part.id !== "over" && PANELS.includes(shown)));
}

/* The focus of whoever uses it never falls to nothing when what had it goes: it goes to the panel, to the draw pile (at GO),
   or into the hand. Call after every change. */
let used = false;
$("table").addEventListener("focusin", () => (used = true));

export function land() {
  const at = document.activeElement;
  cover();
  sayWait();
  if (!used || (at !== document.body && at.id !== "hand")) return;
  const draw = document.querySelector("[data-act=draw]:not([aria-disabled])");
  const place = PANELS.includes(shown) ? $("over").querySelector("h2") : draw ?? (shown === "playing" && document.querySelector("#hand button.card"));
  if (place) place.focus({ preventScroll: true });
}

/* That all wait now takes the place of the button which was pressed: said once. */
let waits = "";

function sayWait() {
  const text = $("over").querySelector(".waiting")?.textContent ?? "";
  if (text && text !== waits) speak(text);
  waits = text;
}

/* Said when the server says so, and seen for a moment under the pile: play is on. */
function go() {
  called(words.go, 8);
  if ($("turn")) return; // there stands already whose turn it is
  say(words.go, "go");
}

function called(text, pitch) {
  $("alert").textContent = text;
  sound.tone(pitch);
}

let counting = 0;

/* 3, 2, 1, GO on the server's clock: #over's data-go-at is ms since 1970. The server says when play is on; this only shows it. */
function countdown(connection) {
  clearTimeout(counting);
  const place = $("over").querySelector("[data-count]");
  if (!place || !$("over").dataset.goAt) return;
  const left = Number($("over").dataset.goAt) - connection.now();
  const number = Math.min(3, Math.ceil(left / 1000));
  const text = number > 0 ? String(number) : words.go;
  if (place.textContent !== text) {
    place.textContent = text;
    place.classList.remove("tick");
    void place.offsetWidth;
    place.classList.add("tick");
    if (number > 0 && shown !== "standstill") called(text, 3); // ears hear first why all wait
  }
  if (left > 0) counting = setTimeout(() => countdown(connection), Math.max(20, left % 1000));
}

/* Sound: off until somebody turns it on, and then on whenever this device comes back. It is fetched when it is on or chosen; until then
   all is silent. */

const SILENCE = { call() {}, low() {}, rise() {}, tick() {}, tone() {}, unlock() {} };
export let sound = SILENCE;

const wanted = () => localStorage.getItem("sound") ?? "off";

async function listen() {
  try {
    sound = await import("./sound.js");
  } catch {
    sound = SILENCE; // the connection is down: the next choice tries again
  }
}

/* It is offered beside the first *I'm ready* on this device, and never again: then *My table* has it. */
const isNew = localStorage.getItem("sound") === null;

function offerSound() {
  const offer = $("with-sound");
  if (!offer || !isNew) return;
  offer.checked = wanted() !== "off";
  offer.parentElement.hidden = false;
  offer.onchange = () => localStorage.setItem("sound", offer.checked ? "on" : "off");
}

/* Browsers allow sound only from a gesture: call this from one. */
export async function unlock() {
  localStorage.setItem("sound", wanted());
  if (wanted() !== "off") await listen();
  await sound.unlock(wanted(), words.words);
}

/* Its teacher wants no sound: off on this device, until it is turned on again. */
export function hush() {
  localStorage.setItem("sound", "off");
  unlock();
}

/* The panel of the child's own choices (choices.js), fetched when it is opened first. */
export function choices(panel) {
  if (wanted() !== "off") listen();
  if (!panel) return; // who looks on has none
  const chosen = () => unlock().then(() => sound.call(5, 5));
  panel.addEventListener("toggle", () => import("./choices.js").then(({ start }) => start(panel, chosen), () => {}), { once: true });
}

/* The speaker that reads the table aloud: fetched when a finger goes down on it. */
export function speaker(button) {
  if (!button) return; // no voice in this language
  const voice = () => import("../voice/voice.js");
  button.addEventListener("pointerdown", () => voice().catch(() => {}));
  button.addEventListener("click", () => voice().then(({ press }) => press(button), () => {})); // the connection is down: silent
  button.hidden = false;
}
