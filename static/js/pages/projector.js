/* The projector: it listens, counts the time left, and sounds GO, a last card and the end where the teacher has asked for sound. */
import { Line } from "../line/line.js";

const root = document.querySelector("[data-live]");
const line = new Line(root);

function showTimeLeft() {
  const place = root.querySelector("[data-ends-at]");
  if (!place) return;
  const seconds = Math.max(0, Math.round((Number(place.dataset.endsAt) - line.now()) / 1000));
  place.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

showTimeLeft();
setInterval(showTimeLeft, 1000);

/* Sound is off until it is asked for: browsers want a press for it, too. */

const button = root.querySelector("[data-sound]");
let sound = null;
let cues = { ...document.getElementById("cues").dataset };

async function turnSound(on) {
  button.setAttribute("aria-pressed", on);
  sessionStorage.setItem("sound", on ? "on" : "off"); // for the next round, which is another page
  sound = await import("../table/sound.js");
  await sound.unlock(on ? "on" : "off");
}

button.addEventListener("click", () => turnSound(button.getAttribute("aria-pressed") !== "true"));

/* The count-in of a round: 3, 2, 1 with a note each, where all screens count. A page that was pressed on before may sound. */

const number = root.querySelector("[data-count-in]");
const BEAT = 1000; // ms

async function countIn(left) {
  if (sessionStorage.getItem("sound") === "on") await turnSound(true);
  for (let n = Math.ceil(left / BEAT); n > 0; n -= 1) {
    number.textContent = n;
    sound?.tone(4 - n);
    await new Promise((resolve) => setTimeout(resolve, BEAT));
  }
  number.remove();
  sound?.tone(8);
}

if (number) countIn(Number(number.dataset.countIn));

/* Keys: the space bar begins the next round, M mutes. */
document.addEventListener("keydown", (event) => {
  if (event.repeat || event.target.closest("button, a")) return;
  if (event.key.toLowerCase() === "m") button.click();
  if (event.key === " " && root.querySelector(".between")) root.querySelector("[data-space]").click();
});

/* GO is one note, a last card two that rise: whose it is, nobody hears. */
function hear(now) {
  if (Number(now.begun) > Number(cues.begun)) sound?.tone(8);
  else if (Number(now.lastCards) > Number(cues.lastCards)) sound?.rise();
  cues = { ...now };
}

/* The class's common bar grows from where it stood, where nobody asks for stillness. */

const GROWS = 400; // ms
const still = matchMedia("(prefers-reduced-motion: reduce)");
const length = (bar) => Number(bar?.getAttribute("width") ?? 0);
let stood = length(root.querySelector(".so-far"));

function grow() {
  const bar = root.querySelector(".so-far");
  const from = `scaleX(${stood / length(bar)})`;
  const moves = length(bar) > stood && !still.matches && document.documentElement.dataset.theme !== "calm";
  if (moves) bar.animate([{ transform: from }, { transform: "none" }], { duration: GROWS, easing: "ease-out" });
  stood = length(bar);
}

line.addEventListener("shown", ({ detail: { fragments } }) => {
  showTimeLeft();
  for (const { id, dataset, classList } of fragments) {
    if (id === "cues") hear(dataset);
    if (id === "screen") grow();
    if (id === "screen" && classList.contains("over")) [1, 3, 5].forEach((note, place) => setTimeout(() => sound?.tone(note), place * 180));
  }
});
