/* A clone flies over the table; nothing that can be tapped is ever moved. */

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/* From a card to the pile. */
export const fly = (from, to, ms = 180) => travel(from, to, { duration: ms });

/* A card comes from there to its place. It can be tapped at once, and is seen as soon as the clone is here. */
export function arrive(card, from, ms) {
  if (travel(card, from, { duration: ms, direction: "reverse" })) card.animate([{ opacity: 0 }, { opacity: 0 }], ms);
}

function travel(from, to, timing) {
  const layer = document.getElementById("fly");
  if (calm.matches || document.querySelector("#table.calm, :root[data-theme=calm]") || !from || !to) return false;
  const start = from.getBoundingClientRect();
  const end = to.getBoundingClientRect();
  if (!start.width || !end.width) return false;
  const clone = copy(from, start);
  layer.append(clone);
  const dx = end.left + end.width / 2 - start.left - start.width / 2;
  const dy = end.top + end.height / 2 - start.top - start.height / 2;
  const moved = { transform: `translate(${dx}px, ${dy}px) scale(${Math.min(1, end.width / start.width)})`, opacity: from.matches("button") ? 0.6 : 0 };
  clone.animate([{ transform: "none", opacity: 1 }, moved], { easing: "ease-out", ...timing }).finished.finally(() => clone.remove());
  return true;
}

function copy(from, { left, top, width, height }) {
  const clone = from.cloneNode(true);
  clone.removeAttribute("id");
  clone.querySelectorAll("[id]").forEach((part) => part.removeAttribute("id"));
  clone.tabIndex = -1;
  clone.inert = true;
  Object.assign(clone.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  return clone;
}
