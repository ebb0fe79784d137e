/* Lobby, projector and monitor: they only listen. */
import { Line } from "./net.js";

const root = document.querySelector("[data-live]");
if (root) new Line(root);
