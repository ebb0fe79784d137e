/* How old the monitor's news is, and how much of the time limit is left. The server says every second when it last looked (#told); if that stops, the tiles
   turn grey and the page says how many seconds ago they were true, whatever the reason. */

const OLD = 5000;
const words = document.querySelector("[data-age]");
const tiles = document.getElementById("tiles");

let last = "";
let since = performance.now();

function look() {
  const at = document.getElementById("told").dataset.at;
  if (at !== last) [last, since] = [at, performance.now()];
  const age = performance.now() - since;
  const old = age > OLD;
  words.textContent = old ? words.dataset.old.replace("{}", Math.round(age / 1000)) : words.dataset.fresh;
  words.classList.toggle("warn", old);
  tiles.classList.toggle("stale", old);
  showTimeLeft();
}

/* The time left, on the server's clock as of its last news; the server ends the session, this only shows it. */
function showTimeLeft() {
  const place = document.querySelector("[data-ends-at]");
  if (!place) return;
  const now = Number(last) + performance.now() - since;
  const seconds = Math.max(0, Math.round((Number(place.dataset.endsAt) - now) / 1000));
  place.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

if (words && tiles) setInterval(look, 1000);
