/* For a child who points and cannot click: what the pointer rests on for long enough is pressed. A ring fills round it, and goes
   when the pointer leaves. Only a pointer that has moved begins: what comes under it, on this page or a new one, waits. */

const scan = document.getElementById("scan");
const REST = Number(scan.dataset.rest); // ms
const STILL = 8; // px: eyes and heads never stand quite still
const PRESSED = "button, a[href], summary, label, input:not([type=hidden]), select, textarea";
const SKIPPED = ".bar, .top-bar, .skip, [inert], [disabled], [aria-disabled=true], .gone"; // the bar is for who helps
const AGAIN = "[data-act=draw]"; // cards are drawn one after another
const STANDS = matchMedia("(prefers-reduced-motion: reduce)");
const SET = 3; // px: so far outside it
const MOVED = { x: Infinity, y: Infinity };

let thing = null;
let timer = 0;
let stood = null; // where the pointer was when the page came, or when something was pressed; MOVED once it has left that place
let now = null;
const ring = drawn();

function drawn() {
  const make = (name, attributes, ...inside) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
    element.append(...inside);
    return element;
  };
  const way = () => make("rect", { width: "100%", height: "100%", rx: 12, pathLength: 1 });
  return make("svg", { class: "resting", "aria-hidden": "true" }, way(), way());
}

function pressable(target) {
  const found = target.closest?.(PRESSED);
  return found && !found.closest(SKIPPED) ? found : null;
}

function over({ target, pointerType, clientX: x, clientY: y }) {
  if (pointerType === "touch") return;
  now = { x, y };
  stood ??= now;
  if (Math.hypot(x - stood.x, y - stood.y) >= STILL) stood = MOVED;
  const found = pressable(target);
  if (found === thing) return;
  leave();
  if (found && stood === MOVED) begin(found);
}

function begin(found) {
  thing = found;
  scan.dataset.lit = performance.now();
  const { left, top, width, height } = found.getBoundingClientRect();
  const box = { left: left - SET, top: top - SET, width: width + 2 * SET, height: height + 2 * SET };
  Object.entries(box).forEach(([side, px]) => (ring.style[side] = `${px}px`));
  (found.closest("dialog") ?? document.body).append(ring);
  const calm = STANDS.matches || document.querySelector(".calm, [data-theme=calm]");
  if (!calm) ring.lastChild.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], REST);
  timer = setTimeout(press, REST);
}

function leave() {
  clearTimeout(timer);
  ring.remove();
  thing = null;
}

function press() {
  ring.remove();
  stood = now;
  if (!thing.isConnected || pressable(thing) !== thing) return leave();
  thing.focus({ preventScroll: true });
  thing.click();
  if (thing?.matches(AGAIN) && thing.isConnected) begin(thing);
}

addEventListener("pointerover", over);
addEventListener("pointermove", over);
addEventListener("blur", leave);
document.documentElement.addEventListener("pointerleave", leave);
document.addEventListener("visibilitychange", leave);
addEventListener("formdata", ({ formData }) => scan.dataset.lit && formData.set("lit", Math.round(performance.now() - scan.dataset.lit)));
