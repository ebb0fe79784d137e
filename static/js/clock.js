/* The solo clock on the server's time: text every second, the bar with it, said aloud at half, 30 s and 10 s of its frame. */

const $ = (id) => document.getElementById(id);
const said = new Set();
let frame = 0;

export function solo(line, speak) {
  if (!$("clock")) return;
  show(line, speak);
  setInterval(() => show(line, speak), 250);
}

function show(line, speak) {
  const clock = $("clock");
  const time = clock?.querySelector("[data-time]");
  if (!time || !clock.dataset.startedAt) return;
  const elapsed = Math.max(0, line.now() - Number(clock.dataset.startedAt));
  const seconds = Math.floor(elapsed / 1000);
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (time.textContent === text) return;
  time.textContent = text;
  clock.querySelector("progress").value = elapsed;
  remind(clock, elapsed, speak);
}

function remind(clock, elapsed, speak) {
  if (elapsed < 1000 || frame !== Number(clock.dataset.frame)) said.clear();
  frame = Number(clock.dataset.frame);
  const words = { half: frame / 2, left30: frame - 30_000, left10: frame - 10_000, up: frame };
  for (const [name, at] of Object.entries(words)) {
    if (said.has(name) || elapsed < at) continue;
    said.add(name);
    if (at > 0 && elapsed < at + 2000) speak(clock.dataset[name]);
  }
}
