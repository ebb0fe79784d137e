/* Lobby, projector and waiting page: they only listen. */
import { Line } from "../line/line.js";

const root = document.querySelector("[data-live]");
if (root) new Line(root);
