/* A clone flies over the table; nothing that can be tapped is ever moved. Where things lie is asked before anything is changed:
   each question after a change lays the whole page out, half of what a slow device has for a card. */

const calm = matchMedia("(prefers-reduced-motion: reduce)");

const [LAID, SOON, LONGEST, TRAIL, RING, HOP] = [180, 60, 350, 500, 300, 240]; // ms

let coming = null; // the card of another that comes

/* The own card goes to the pile and waits over it, under dots where that takes a moment. Return what takes it off: at once and
   with its way, or when it has arrived, if it stays on the pile. A game may have no pile. */
export function lay(from, to) {
  if (!to) return () => {};
  const [start, end] = [at(from), at(to)];
  coming?.cancel();
  const way = trail(start, end);
  const card = travel(from, start, end, { duration: LAID, fill: "forwards" });
  const dots = copied(document.querySelector("#fly > b"), end);
  dots.animate([{ opacity: 1 }, { opacity: 1 }], { delay: SOON, duration: LONGEST });
  return (stays) => {
    for (const part of stays ? [dots] : [dots, ...way]) part.remove();
    if (card) Promise.resolve(stays && card.finished).finally(() => card.effect.target.remove());
  };
}

/* A card comes from there to its place. It can be tapped at once, and is seen as soon as the clone is here. */
export function arrive(card, from, ms) {
  if (travel(card, at(card), from && at(from), { duration: ms, direction: "reverse" })) card.animate([{ opacity: 0 }, { opacity: 0 }], ms);
}

/* A copy of a card that lies there comes from `from`: one at a time, so that an old card never covers a new one. */
export function come(card, there, from, ms) {
  coming?.cancel();
  coming = travel(card, there, from, { duration: ms, direction: "reverse" });
}

/* The way of the own card, from edge to edge, so that it covers no number; and the edge of the slot that it left. */
function trail(start, end) {
  if (still()) return [];
  const [x, y] = [start.left + start.width / 2, start.top];
  const [dx, dy] = [end.left + end.width / 2 - x, end.bottom - y];
  return [shown("path", { left: x, top: y, width: Math.hypot(dx, dy), height: 0 }, `rotate(${Math.atan2(dy, dx)}rad)`), shown("left-slot", start)];
}

function shown(kind, { left, top, width, height }, transform = "") {
  const part = document.createElement("i");
  part.className = kind;
  part.style.transform = transform;
  put(part, { left, top, width, height });
  part.animate([{ opacity: 1 }, { opacity: 1 }], TRAIL).finished.finally(() => part.remove());
  return part;
}

/* The own face hops for a good card; for the fifth in a row twice as high. */
export const hop = (face, high) =>
  still() || face?.animate([{}, { transform: `translateY(${high ? -16 : -8}px)` }, {}], { duration: HOP, easing: "ease-out" });

/* The pile has a ring as the own card lies down. */
export const ring = (pile) => still() || pile.animate([{ outline: "5px solid var(--mark)", borderRadius: "12px" }, { outline: "5px solid var(--mark)", borderRadius: "12px" }], RING);

const still = () => calm.matches || document.querySelector("#table.calm, :root[data-theme=calm]");

/* The animation of a clone that goes there; null where nothing flies. */
function travel(part, start, end, timing) {
  if (still() || !start?.width || !end?.width) return null;
  const clone = copied(part, start);
  const dx = end.left + end.width / 2 - start.left - start.width / 2;
  const dy = end.top + end.height / 2 - start.top - start.height / 2;
  const moved = { transform: `translate(${dx}px, ${dy}px) scale(${Math.min(1, end.width / start.width)})`, opacity: 1 };
  const flight = clone.animate([{ transform: "none", opacity: 1 }, moved], { easing: "ease-out", ...timing });
  if (!timing.fill) flight.finished.catch(() => {}).finally(() => clone.remove());
  return flight;
}

const at = (part) => part.getBoundingClientRect();

/* A copy over everything, at this place. */
function copied(part, place) {
  const clone = part.cloneNode(true);
  clone.removeAttribute("id");
  clone.querySelectorAll("[id]").forEach((each) => each.removeAttribute("id"));
  clone.tabIndex = -1;
  clone.inert = true;
  return put(clone, place);
}

function put(part, { left, top, width, height }) {
  Object.assign(part.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  document.getElementById("fly").append(part);
  return part;
}
