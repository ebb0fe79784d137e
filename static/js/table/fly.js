/* A clone flies over the table; nothing that can be tapped is ever moved. */

const calm = matchMedia("(prefers-reduced-motion: reduce)");

const [LAID, SOON, LONGEST] = [180, 60, 250]; // ms

/* From a card to the pile. */
export const fly = (from, to, ms) => travel(from, to, { duration: ms });

/* The own card goes to the pile and waits over it, under dots where that takes a moment. Return what takes it off: at once, or
   when it has arrived, if it stays on the pile. A game may have no pile. */
export function lay(from, to) {
  if (!to) return () => {};
  const card = travel(from, to, { duration: LAID, fill: "forwards" });
  const dots = copied(document.querySelector("#fly > b"), to);
  dots.animate([{ opacity: 1 }, { opacity: 1 }], { delay: SOON, duration: LONGEST });
  return (stays) => {
    dots.remove();
    if (card) Promise.resolve(stays && card.finished).finally(() => card.effect.target.remove());
  };
}

/* A card comes from there to its place. It can be tapped at once, and is seen as soon as the clone is here. */
export function arrive(card, from, ms) {
  if (travel(card, from, { duration: ms, direction: "reverse" })) card.animate([{ opacity: 0 }, { opacity: 0 }], ms);
}

/* The animation of a clone that goes there; false where nothing flies. */
function travel(from, to, timing) {
  if (calm.matches || document.querySelector("#table.calm, :root[data-theme=calm]") || !from || !to) return false;
  const start = from.getBoundingClientRect();
  const end = to.getBoundingClientRect();
  if (!start.width || !end.width) return false;
  const clone = copied(from, from);
  const dx = end.left + end.width / 2 - start.left - start.width / 2;
  const dy = end.top + end.height / 2 - start.top - start.height / 2;
  const moved = { transform: `translate(${dx}px, ${dy}px) scale(${Math.min(1, end.width / start.width)})`, opacity: from.matches("button") ? 1 : 0 };
  const flight = clone.animate([{ transform: "none", opacity: 1 }, moved], { easing: "ease-out", ...timing });
  if (!timing.fill) flight.finished.finally(() => clone.remove());
  return flight;
}

/* A copy over everything, where `place` lies. */
function copied(part, place) {
  const { left, top, width, height } = place.getBoundingClientRect();
  const clone = part.cloneNode(true);
  clone.removeAttribute("id");
  clone.querySelectorAll("[id]").forEach((each) => each.removeAttribute("id"));
  clone.tabIndex = -1;
  clone.inert = true;
  Object.assign(clone.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  document.getElementById("fly").append(clone);
  return clone;
}
