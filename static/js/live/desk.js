/* A substitute's desk follows the class, whoever starts or pauses it: what has changed is put in its place, and what is to be done
   now said once. */
import { PRESSED, put } from "../connection/connection.js";

const EVERY = 5000; // ms
const desk = document.getElementById("desk");
const parts = (root) => [...root.querySelectorAll("[data-part]")];
const drawn = new Map(parts(desk).map(({ id, outerHTML }) => [id, outerHTML])); // without what was opened since
let seen = "";

async function follow() {
  try {
    const answer = await fetch(`${desk.dataset.ask}?seen=${seen}`, { cache: "no-store" });
    if (answer.status === 200) hear(await answer.json());
  } catch {
    // nothing gets through: the next question tries again
  }
  setTimeout(follow, EVERY);
}

function hear({ t, url, html, n }) {
  if (t === "goto") return location.assign(url);
  if (desk.querySelector(PRESSED)) return; // it is asked again once the finger has left
  seen = n;
  const box = document.createElement("template");
  box.innerHTML = html;
  const changed = parts(box.content).filter(({ id, outerHTML }) => drawn.get(id) !== outerHTML);
  for (const part of changed) {
    drawn.set(part.id, part.outerHTML);
    put(part, document.getElementById(part.id));
  }
  // With the focus on them, a reader says the group by the same words.
  if (changed.some(({ id }) => id === "act") && document.activeElement.id !== "act")
    document.getElementById("live").textContent = document.getElementById("count").textContent;
}

setTimeout(follow, EVERY);
