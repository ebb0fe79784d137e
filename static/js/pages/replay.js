/* The replay: its slider, buttons and marks show a moment without loading the page anew; Play goes from one to the next. Keys: the
   space bar plays, the arrows go one moment on or back, from card to card of the child whose face is pressed. */

const slider = document.querySelector("#scrub");
const form = slider.form;
const play = document.querySelector("#play");
const speeds = document.querySelector("#speeds");
const timeline = document.querySelector("#timeline");
const whose = document.querySelector(".whose-moments");
const REST = 60; // ms between two moments asked for while the slider moves
const LONGEST = 3000; // ms: a standstill is not played longer
const SHORTEST = 150;
const FOLLOWS = 500; // ms
let asked = 0;
let next = 0;
let addressed = 0;
let held = null; // the way on that was pressed last: at the first and the last moment it is none any more

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

/* The next moment comes as long after this one as it did at the table. An answer settles in two places: one timer serves both. */
const goOn = () => {
  clearTimeout(next);
  if (!moment().next) return stop();
  const speed = Number(speeds.querySelector(":checked").value);
  next = setTimeout(goTo, Math.max(SHORTEST, Math.min(LONGEST, moment().until) / speed), moment().next);
};

const drawNow = () => {
  for (const link of document.querySelectorAll(".worth-a-look a")) {
    if (link.dataset.moment === moment().n) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  if (!timeline) return;
  const share = Math.max(0, Math.min(1, moment().at / timeline.dataset.length));
  for (const now of timeline.querySelectorAll(".now")) {
    now.setAttribute("x1", `${share * 100}%`);
    now.setAttribute("x2", `${share * 100}%`);
  }
};

form.querySelector("button:not(#play)").hidden = true;
play.hidden = speeds.hidden = false;
if (whose) whose.hidden = false;
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

/* Of one child: its lane is tinted, the list has its moments alone. */
whose?.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  for (const each of whose.children) each.setAttribute("aria-pressed", String(each === button));
  const { whose: seat } = button.dataset;
  for (const line of document.querySelectorAll(".worth-a-look li")) line.hidden = seat !== "" && line.dataset.seat !== seat;
  for (const lane of timeline.querySelectorAll("[data-seat]")) lane.classList.toggle("chosen", lane.dataset.seat === seat);
});

/* The moments before and after this one on the lane that is tinted. */
const beside = () => {
  const marks = [...timeline.querySelectorAll(".chosen .mark")].map((mark) => Number(mark.dataset.moment));
  const now = Number(moment().n);
  return [marks.filter((n) => n < now).pop(), marks.find((n) => n > now)];
};

const step = (way) => {
  stop();
  if (!timeline?.querySelector(".chosen")) return document.querySelector(way < 0 ? "#replay-previous" : "#replay-next")?.click();
  const n = beside()[way < 0 ? 0 : 1];
  if (n !== undefined) goTo(n);
};

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") step(event.key === "ArrowLeft" ? -1 : 1);
  else if (event.key === " " && !event.target.closest("button, a, summary")) play.click();
  else return;
  event.preventDefault();
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-moment]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  stop();
  held = link;
  goTo(link.dataset.moment);
});

const atMoment = ({ href }) => {
  const url = new URL(href);
  url.searchParams.set("n", moment().n);
  return url.href;
};

/* The address follows the moment, so that a reload, or the page without names, shows the same one; once it rests, as browsers let it
   change a hundred times in half a minute. */
document.addEventListener("htmx:afterSettle", () => {
  drawNow();
  if (held && !held.isConnected) {
    if (document.activeElement === document.body) slider.focus();
    held = null;
  }
  if (isPlaying()) goOn();
  for (const link of document.querySelectorAll("[data-keep-moment]")) link.href = atMoment(link);
  clearTimeout(addressed);
  addressed = setTimeout(() => history.replaceState(null, "", atMoment(location)), FOLLOWS);
});
