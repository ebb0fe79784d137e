/* How old the monitor's news is. The server says every second when it last looked (#told); if that stops, the tiles
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
}

if (words && tiles) setInterval(look, 1000);
