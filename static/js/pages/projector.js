/* The projector: it listens, counts the time left, and sounds GO, a last card and the end where the teacher has asked for sound. */
import { Connection, minutes } from "../connection/connection.js";

const root = document.querySelector("[data-live]");
const connection = new Connection(root);

function showTimeLeft() {
  for (const place of root.querySelectorAll("[data-ends-at]")) {
    const seconds = Math.max(0, Math.round((Number(place.dataset.endsAt) - connection.now()) / 1000));
    place.textContent = minutes(seconds);
    const ring = place.parentElement.querySelector("[data-ring-of]");
    ring?.setAttribute("stroke-dasharray", `${(100 * seconds) / Number(ring.dataset.ringOf)} 200`);
  }
}

/* Whether nobody asks for stillness. */
function mayMove() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches && document.documentElement.dataset.theme !== "calm";
}

showTimeLeft();
setInterval(showTimeLeft, 1000);

/* Sounds and music are off until they are asked for: browsers want a press for them, too. */

const button = root.querySelector("[data-sound]");
const noteButton = root.querySelector("[data-music]");
const isOn = (pressed) => pressed.getAttribute("aria-pressed") === "true";
let sound = null;
let music = null;
let cues = { ...document.getElementById("cues").dataset };

function turn(pressed, name, on) {
  pressed.setAttribute("aria-pressed", on);
  sessionStorage.setItem(name, on ? "on" : "off"); // for the next round, which is another page
}

async function turnSound(on) {
  turn(button, "sound", on);
  sound = await import("../table/sound.js");
  await sound.unlock(on ? "on" : "off");
}

async function turnMusic(on) {
  turn(noteButton, "music", on);
  music ??= await import("../live/music.js");
  if (on) await music.unlock();
  playMusic();
}

/* It is still while the teacher speaks and while all look at what they did. */
function playMusic() {
  const still = root.querySelector("#eyes-up:not([hidden]), #screen.over, .between");
  if (isOn(noteButton) && !still) music?.play();
  else music?.stop();
}

button.addEventListener("click", () => turnSound(!isOn(button)));
noteButton.addEventListener("click", () => turnMusic(!isOn(noteButton)));
if (sessionStorage.getItem("music") === "on") turnMusic(true);

/* The count-in of a round: 3, 2, 1 with a note each, where all screens count. A page that was pressed on before may sound. */

const number = root.querySelector("[data-count-in]");
const BEAT = 1000; // ms

async function countIn(left) {
  const heard = sessionStorage.getItem("sound") === "on" ? turnSound(true) : null; // its file comes after the 3
  for (let n = Math.ceil(left / BEAT); n > 0; n -= 1) {
    number.textContent = n;
    number.dataset.n = n;
    if (mayMove()) number.animate([{ transform: "scale(1.12)" }, { transform: "none" }], { duration: 240, easing: "ease-out" });
    Promise.resolve(heard).then(() => sound?.tone(4 - n), () => {});
    await new Promise((resolve) => setTimeout(resolve, left - (n - 1) * BEAT));
    left = (n - 1) * BEAT;
  }
  number.parentElement.remove();
  sound?.tone(8);
}

if (number) countIn(Number(number.dataset.countIn));

/* Keys: the space bar begins the next round, M mutes all or turns the sounds on. */
document.addEventListener("keydown", (event) => {
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key.toLowerCase() === "m") mute();
  if (event.key === " " && !event.shiftKey && !event.target.closest("button, a") && root.querySelector(".between")) root.querySelector("[data-space]").click();
});

function mute() {
  const heard = [button, noteButton].filter(isOn);
  (heard.length ? heard : [button]).forEach((pressed) => pressed.click());
}

/* GO is one note, a last card two that rise, the end of a table's round one lower: whose it is, nobody hears. */
function hear(now) {
  if (Number(now.begun) > Number(cues.begun)) sound?.tone(8);
  else if (Number(now.lastCards) > Number(cues.lastCards)) sound?.rise();
  else if (Number(now.ended) > Number(cues.ended)) sound?.tone(5);
  cues = { ...now };
}

/* The class's common bar grows from where it stood. */

const GROWS = 400; // ms
const length = (bar) => Number(bar?.getAttribute("width") ?? 0);
let stood = length(root.querySelector(".so-far"));

function grow() {
  const bar = root.querySelector(".so-far");
  const from = `scaleX(${stood / length(bar)})`;
  if (length(bar) > stood && mayMove()) bar.animate([{ transform: from }, { transform: "none" }], { duration: GROWS, easing: "ease-out" });
  stood = length(bar);
}

const isOver = () => root.querySelector("#screen.over") !== null;
let over = isOver(); // the same screen comes again with each new connection

connection.addEventListener("shown", ({ detail: { fragments } }) => {
  showTimeLeft();
  playMusic();
  for (const { id, dataset, classList, parentElement } of fragments) {
    if (id === "cues") hear(dataset);
    if (id === "daylight") parentElement.dataset.step = dataset.step; // the sky stays: so the sun moves
    if (id === "screen") grow();
    if (id === "screen" && classList.contains("over") && !over) [1, 3, 5].forEach((note, place) => setTimeout(() => sound?.tone(note), place * 180));
  }
  over = isOver();
});
