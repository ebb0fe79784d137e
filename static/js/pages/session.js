/* Lobby, projector and monitor: they only listen. The caller is fetched by whoever is about to choose a table to call. */
import { Line } from "../line/line.js";

const root = document.querySelector("[data-live]");
if (root) new Line(root);

const caller = document.querySelector("#caller");
["focus", "change"].forEach((kind) => caller?.addEventListener(kind, () => import("./caller.js"), { once: true }));
