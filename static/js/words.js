/* What is said: under the pile, over the table, and to ears. All words come from the server; ± is spelled out for ears. */

const [SHOWN, SPEECH_GAP] = [900, 900]; // ms
const $ = (id) => document.getElementById(id);
const words = $("table").dataset;

/* The line under the pile; after a wrong card with a bar as long as the wait, in ms. */
export function say(text, why, wait = 0) {
  const bar = why === "wrong" && wait > 0 ? [document.createElement("span")] : [];
  $("says").replaceChildren(bar.length ? `${text} ${words.look}` : text, ...bar);
  bar.forEach((one) => {
    one.className = "wait";
    one.style.animationDuration = `${wait}ms`;
  });
  Object.assign($("says").dataset, { why, text });
  if (why === "wrong") $("alert").textContent = text.replace(" ±", `${words.spokenStep} `);
  else if (text && why !== "go") speak(text);
}

const speech = { timer: 0, at: 0 };

/* For screen readers: at most one announcement in 0.9 s, and then the newest. */
export function speak(text) {
  clearTimeout(speech.timer);
  speech.timer = setTimeout(() => {
    speech.at = performance.now();
    $("live").textContent = text;
  }, Math.max(0, speech.at + SPEECH_GAP - performance.now()));
}

export const spoken = (card) => [...card.querySelectorAll(".n, .vh")].map((part) => part.textContent).join("");
export const topCard = () => `${words.top} ${spoken(document.querySelector("#top .card"))}`;
export const inHand = (count) => `${words.inHand} ${count}`;

/* What lies over the table. */

let shown = ""; // its phase

export function overlaid(line) {
  const [before, phase] = [shown, $("over").dataset.phase];
  shown = phase;
  countdown(line);
  if (phase === "playing" && (before === "countdown" || before === "standstill")) go();
  if (phase === "over" || phase === "standstill") $("alert").textContent = $("over").querySelector("h2, .why").textContent;
  if (phase === "held") $("alert").textContent = $("over").querySelector(".panel").innerText;
  if (["over", "paused", "held"].includes(phase)) $("over").querySelector("h2").focus();
  if (phase === "playing" && before === "paused") ($("hand").querySelector("button.card") ?? $("drawbox")).focus();
  if (phase !== "playing") say("", "");
}

/* Said when the server says so, and seen for a moment under the pile: play is on. */
function go() {
  called(words.go, 8);
  if ($("turn")) return; // there stands already whose turn it is
  say(words.go, "go");
  setTimeout(() => $("says").dataset.why === "go" && say("", ""), SHOWN);
}

function called(text, pitch) {
  $("alert").textContent = text;
  sound.tone(pitch);
}

let counting = 0;

/* 3, 2, 1, GO on the server's clock: #over's data-go-at is ms since 1970. The server says when play is on; this only shows it. */
function countdown(line) {
  clearTimeout(counting);
  const place = $("over").querySelector("[data-count]");
  if (!place || !$("over").dataset.goAt) return;
  const left = Number($("over").dataset.goAt) - line.now();
  const number = Math.min(3, Math.ceil(left / 1000));
  const text = number > 0 ? String(number) : words.go;
  if (place.textContent !== text) {
    place.textContent = text;
    place.classList.remove("tick");
    void place.offsetWidth;
    place.classList.add("tick");
    if (number > 0) called(text, 3);
  }
  if (left > -3000) counting = setTimeout(() => countdown(line), left > 0 ? Math.max(20, left % 1000) : 500);
}

/* Sound: off until somebody turns it on, and then on whenever this device comes back. It is fetched when it is on or about
   to be; until then all is silent. The button goes from off to tones to tones and words. */

const NEXT = { off: "on", on: "words", words: "off" };
const SILENCE = { call() {}, low() {}, tick() {}, tone() {}, unlock() {} };
export let sound = SILENCE;

const wanted = () => localStorage.getItem("sound") ?? "off";

async function listen() {
  try {
    sound = await import("./sound.js");
  } catch {
    sound = SILENCE; // the line is down: the next tap on the button tries again
  }
}

/* Browsers allow sound only from a gesture: call this from one. */
export async function unlock() {
  if (wanted() !== "off") await listen();
  await sound.unlock(wanted(), words.words);
}

export function muteButton(button) {
  const titles = { off: words.soundOff, on: words.soundOn, words: words.soundWords };
  const show = () => {
    button.setAttribute("aria-pressed", String(wanted() !== "off"));
    button.dataset.sound = wanted();
    button.title = titles[wanted()];
  };
  button.addEventListener("pointerdown", listen); // it is there when the finger lifts
  button.addEventListener("click", async () => {
    localStorage.setItem("sound", NEXT[wanted()]);
    show();
    await unlock();
    sound.call(5);
  });
  show();
  if (wanted() !== "off") listen();
}
