/* Lobby, projector and waiting page: they only listen. */
import { Line } from "../line/line.js";

const root = document.querySelector("[data-live]");
if (root) new Line(root);

/* What a child does while it waits needs htmx, and the table's style sheet: the table would fetch both next. They come once the
   page stands and nothing else is to be done. */
const later = globalThis.requestIdleCallback ?? setTimeout;
if (root?.dataset.htmx) addEventListener("load", () => later(() => {
  document.head.append(Object.assign(document.createElement("script"), { src: root.dataset.htmx }));
}));
globalThis.caches?.delete("practice"); // who came into a lesson here may be another child than the one who practised
