/* A clone flies over the table; nothing that can be tapped is ever moved. */

const calm = matchMedia("(prefers-reduced-motion: reduce)");

export function fly(from, to, ms = 180) {
  const layer = document.getElementById("fly");
  if (calm.matches || document.querySelector("#table.calm") || !from || !to) return;
  const start = from.getBoundingClientRect();
  const end = to.getBoundingClientRect();
  if (!start.width || !end.width) return;
  const clone = from.cloneNode(true);
  clone.removeAttribute("id");
  clone.querySelectorAll("[id]").forEach((part) => part.removeAttribute("id"));
  clone.tabIndex = -1;
  clone.inert = true;
  Object.assign(clone.style, { left: `${start.left}px`, top: `${start.top}px`, width: `${start.width}px`, height: `${start.height}px` });
  layer.append(clone);
  const dx = end.left + end.width / 2 - start.left - start.width / 2;
  const dy = end.top + end.height / 2 - start.top - start.height / 2;
  const moved = { transform: `translate(${dx}px, ${dy}px) scale(${end.width / start.width})`, opacity: 0.6 };
  clone.animate([{ transform: "none", opacity: 1 }, moved], { duration: ms, easing: "ease-out" }).finished.finally(() => clone.remove());
}
