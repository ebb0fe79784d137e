/* Lobby, projector and monitor: they only listen. The caller is fetched by whoever is about to choose a table to call. */
import { Line } from "./net.js";

const root = document.querySelector("[data-live]");
if (root) new Line(root);

document.querySelector("#caller")?.addEventListener("focus", () => import("./caller.js"), { once: true });
