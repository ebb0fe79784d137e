/* A page of practice with a connection: hands in what was done without one, then keeps new sums for the next time. Only
   where the browser allows a service worker: over HTTPS, or on the box itself. */
import { KEPT, alone, forgetOldTaps, forgetPage, forgetTaps, forgetTapsOf, keepPage, toHandIn } from "./kept.js";

const DEALT_WITH = 204;
const keeps = document.getElementById("keeps");
const leave = document.getElementById("leave");

/* True where the server has counted something: the page that stands here is older. Everything is offered, whosever it was
   when it was kept: this child may have been another on the school's list by then, and the server knows. */
async function handIn() {
  let counted = false;
  for (const [key, { pack, taps }] of toHandIn()) {
    const csrfmiddlewaretoken = document.querySelector("[name=csrfmiddlewaretoken]").value;
    const body = new URLSearchParams({ pack, kept: JSON.stringify(taps), sent: Date.now(), csrfmiddlewaretoken });
    const answer = await fetch(keeps.dataset.page, { method: "POST", body });
    if (answer.status !== DEALT_WITH) continue;
    forgetTaps(key);
    localStorage.removeItem(KEPT); // its sums are done
    counted = true;
  }
  return counted;
}

async function keep({ page, worker, whose, edition }) {
  await navigator.serviceWorker.register(worker, { updateViaCache: "none" });
  keeps.hidden = !(await alone(() => isKept(page, `${whose} ${edition}`)));
}

/* Whether this edition of the page is kept, from now on at the latest. */
async function isKept(page, now) {
  if (localStorage.getItem(KEPT) === now && (await caches.match(page))) return true;
  const answer = await fetch(page);
  if (!answer.ok) return false;
  await keepPage(page, answer);
  localStorage.setItem(KEPT, now);
  return true;
}

async function forget() {
  localStorage.removeItem(KEPT);
  await forgetPage();
}

async function begin() {
  forgetOldTaps();
  if (!keeps) return forget(); // this child's sums are not kept here
  if (await handIn()) return location.reload();
  await keep(keeps.dataset);
}

/* Signing out takes everything of this child along; what is still to be handed in goes first. Where that cannot go, nobody can be
   signed out, either: it stays. */
async function signOut(event) {
  event.preventDefault();
  const { whose } = keeps?.dataset ?? {};
  try {
    if (whose) await handIn();
  } catch {
    return leave.submit();
  }
  if (whose) forgetTapsOf(whose);
  await forget().catch(() => {}); // where the browser refuses its cache the child is signed out all the same
  leave.submit();
}

if ("serviceWorker" in navigator) {
  begin().catch(() => {}); // the connection is gone again: the next page tries
  leave?.addEventListener("submit", signOut);
  addEventListener("htmx:sendError", async () => keeps && (await caches.match(keeps.dataset.page)) && location.reload());
}
