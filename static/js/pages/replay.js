/* The replay: its slider, buttons and marks show a moment without loading the page anew; Play goes from one to the next. */

const slider = document.querySelector("#scrub");
const form = slider.form;
const play = document.querySelector("#play");
const speeds = document.querySelector("#speeds");
const timeline = document.querySelector("#timeline");
const REST = 60; // ms between two moments asked for while the slider moves
const LONGEST = 3000; // ms: a standstill is not played longer
const SHORTEST = 150;
let asked = 0;
let next = 0;

const moment = () => document.querySelector("#_replay_moment").dataset;
const isPlaying = () => play.getAttribute("aria-pressed") === "true";
const scrub = () => form.dispatchEvent(new Event("scrub"));

const stop = () => {
  clearTimeout(next);
  play.setAttribute("aria-pressed", "false");
};

const goTo = (n) => {
  slider.value = n;
  scrub();
};

/* The next moment comes as long after this one as it did at the table. */
const goOn = () => {
  if (!moment().next) return stop();
  const speed = Number(speeds.querySelector(":checked").value);
  next = setTimeout(goTo, Math.max(SHORTEST, Math.min(LONGEST, moment().until) / speed), moment().next);
};

const drawNow = () => {
  if (!timeline) return;
  const share = Math.max(0, Math.min(1, moment().at / timeline.dataset.length));
  for (const now of timeline.querySelectorAll(".now")) {
    now.setAttribute("x1", `${share * 100}%`);
    now.setAttribute("x2", `${share * 100}%`);
  }
};

form.querySelector("button:not(#play)").hidden = true;
play.hidden = speeds.hidden = false;
drawNow();

slider.addEventListener("input", () => {
  stop();
  clearTimeout(asked);
  asked = setTimeout(scrub, REST);
});

play.addEventListener("click", () => {
  if (isPlaying()) return stop();
  play.setAttribute("aria-pressed", "true");
  if (moment().next) goOn();
  else goTo(0);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-moment]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  stop();
  goTo(link.dataset.moment);
});

/* The address follows the moment, so that a reload, or the page without names, shows the same one. */
document.addEventListener("htmx:afterSettle", () => {
  const { n } = moment();
  drawNow();
  if (isPlaying()) goOn();
  for (const link of [location, ...document.querySelectorAll("[data-keep-moment]")]) {
    const url = new URL(link.href);
    url.searchParams.set("n", n);
    if (link === location) history.replaceState(null, "", url);
    else link.href = url.href;
  }
});
