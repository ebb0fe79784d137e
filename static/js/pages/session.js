/* Lobby and result: they only listen. */
import { Connection } from "../connection/connection.js";

const root = document.querySelector("[data-live]");
if (root) new Connection(root);
