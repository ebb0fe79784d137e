/* The sun over a table that plays together against it: it goes down in steps, on the server's clock. Loaded for such a table alone. */
import { table } from "../around_the_corner.js";
import { minutes } from "../connection/connection.js";
import { speak } from "../table/announce.js";

const [STEPS, LOOK] = [12, 500]; // LOOK: ms
const said = new Set();

function look() {
  const sky = document.getElementById("sun");
  const { setsAt, daylight, step } = sky?.dataset ?? {};
  if (!setsAt) return; // it stands
  const left = Math.max(0, Math.ceil((setsAt - table.connection.now()) / 1000));
  remind(sky.dataset, left);
  const now = Math.max(0, Math.floor(STEPS * (1 - left / daylight)));
  if (Number(step) === now) return;
  sky.dataset.step = now;
  sky.querySelector("[data-left]").textContent = minutes(left);
}

/* At half of its time, and at 30 s: once a round, and to ears alone. */
function remind({ daylight, half, left30 }, left) {
  if (left > daylight - 1) said.clear();
  const words = left <= 30 ? left30 : left <= daylight / 2 ? half : "";
  if (!words || said.has(words)) return;
  said.add(words);
  speak(words);
}

/* A board that comes in its place shows the sun where it stands, before it is painted. */
new MutationObserver(look).observe(document.getElementById("moves"), { childList: true, subtree: true });
setInterval(look, LOOK);
look();
