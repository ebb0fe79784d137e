/* One key for everything: what can be pressed is lit one after another, and the space bar, Enter, a switch or a press anywhere
   presses what is lit. The light is the focus, so that ears hear where it is. It never stands, and goes on from where it was,
   so that nobody has to be quick to begin (game/rules/scanning.py reckons what it takes). */

const scan = document.getElementById("scan");
const STEP = Number(scan.dataset.step); // ms
const [LINE, BLOCK] = [5, 3]; // more things than LINE are lit in blocks first
const TREMOR = 250; // ms: a second press sooner than that is the same one
const PRESSED = "button, a[href], summary, input:not([type=hidden]), select, textarea";
const SKIPPED = "#sort, .bar, .skip, [inert], [disabled], [aria-disabled=true], .gone"; // the bar is for who helps
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

let lit = []; // one thing, or a block
let block = null; // the block that the key has opened
let place = 0; // where the light was, should what was lit be gone
let timer = 0;
let pressedAt = -TREMOR;

function things() {
  const root = document.querySelector("dialog[open]") ?? document.getElementById("main");
  return $$(PRESSED, root).filter((thing) => !thing.closest(SKIPPED) && thing.getClientRects().length);
}

const blocks = (all) => (all.length > LINE ? all.flatMap((_, at) => (at % BLOCK ? [] : [all.slice(at, at + BLOCK)])) : all.map((thing) => [thing]));

/* The next thing, or block; after the last of an opened block all of them again. */
function next() {
  const all = things();
  block = block?.filter((thing) => all.includes(thing)) ?? null;
  const at = block ? block.indexOf(lit[0]) + 1 : 0;
  if (block && at < block.length) return light([block[at]]);
  const groups = blocks(all);
  const was = groups.findIndex((group) => group.includes(lit[0]));
  place = groups.length ? (was < 0 ? place : was + 1) % groups.length : 0;
  block = null;
  light(groups[place] ?? []);
}

function light(group) {
  $$(".lit").forEach((thing) => group.includes(thing) || thing.classList.remove("lit"));
  lit = group;
  scan.dataset.lit = performance.now();
  group.forEach((thing) => thing.classList.add("lit"));
  group[0]?.focus();
  wait();
}

function wait() {
  clearTimeout(timer);
  timer = setTimeout(() => (document.hidden ? wait() : next()), STEP);
}

function press() {
  const now = performance.now();
  if (now - pressedAt < TREMOR) return;
  pressedAt = now;
  if (lit.length > 1) {
    block = lit;
    return light([block[0]]);
  }
  const [thing] = lit.filter((one) => one.isConnected);
  wait(); // it stays lit for a step more: cards are drawn one after another
  thing?.click();
}

const mine = ({ target }) => !target.closest?.(".bar, .top-bar");

function take(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

addEventListener("keydown", (event) => {
  if ((event.key !== " " && event.key !== "Enter") || !mine(event) || event.target.matches?.("input[type=text], textarea")) return;
  take(event);
  if (!event.repeat) press();
}, true);
addEventListener("keyup", (event) => event.key === " " && mine(event) && event.preventDefault(), true);
addEventListener("pointerdown", (event) => {
  if (!mine(event)) return;
  take(event);
  press();
}, true);
addEventListener("formdata", ({ formData }) => formData.set("lit", Math.round(performance.now() - scan.dataset.lit)));
addEventListener("click", (event) => event.isTrusted && mine(event) && take(event), true);

next();
