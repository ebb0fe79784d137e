/* The waiting page: it listens. What a child does meanwhile comes once the page stands and nothing else is to be done. */
import { Connection } from "../connection/connection.js";

const root = document.querySelector("[data-live]");
new Connection(root);
globalThis.caches?.delete("practice"); // who came into a lesson here may be another child than the one who practised

const later = globalThis.requestIdleCallback ?? setTimeout;
const meanwhile = root.querySelector("[data-meanwhile]");
if (meanwhile) addEventListener("load", () => later(() => fill(meanwhile)));

root.addEventListener("click", (event) => {
  const link = event.target.closest("[data-sheet]");
  if (!link) return;
  event.preventDefault();
  import("../table/sheet.js").then(({ show }) => show(link), () => location.assign(link.href));
});

async function fill(place) {
  const html = await fetched(place.dataset.meanwhile);
  if (!html) return;
  const part = document.createRange().createContextualFragment(html);
  await Promise.all([...part.querySelectorAll("link")].map(styled));
  place.replaceChildren(part);
  place.addEventListener("submit", (event) => {
    if (event.target.method === "post") return; // that one leads to a page of its own
    event.preventDefault();
    lay(event.target, event.submitter);
  });
}

/* Once these styles are there: what is seen before them jumps when they come. */
const styled = (link) => new Promise((done) => {
  link.onload = link.onerror = done;
  document.head.append(link);
});

/* A card on the sum to warm up with: the answer takes the place of the form. */
async function lay(form, card) {
  const asked = new URLSearchParams(new FormData(form));
  asked.set(card.name, card.value);
  const html = await fetched(`${form.action}?${asked}`);
  if (!html || !form.isConnected) return;
  const place = form.parentElement;
  form.outerHTML = html;
  place.querySelector("[autofocus]")?.focus();
}

/* Empty where there is nothing, or where the connection is down: the next card tries again. */
const fetched = (address) => fetch(address).then((answer) => (answer.ok ? answer.text() : "")).catch(() => "");

const mine = root.querySelector("#mine");
mine?.addEventListener("toggle", () => import("../table/choices.js").then(({ start }) => start(mine)), { once: true });
