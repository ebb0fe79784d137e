/* Lobby, projector and waiting page: they only listen. */
import { Line } from "../line/line.js";

const root = document.querySelector("[data-live]");
if (root) new Line(root);
globalThis.caches?.delete("practice"); // who came into a lesson here may be another child than the one who practised
