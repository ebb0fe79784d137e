/* Lobby and result: they only listen. */
import { Line } from "../line/line.js";

const root = document.querySelector("[data-live]");
if (root) new Line(root);
