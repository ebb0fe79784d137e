/* The teacher's monitor: its forms are sent in place, its tables kept in order, its news dated, its time left counted; a child or
   a table opens in the drawer; the space bar pauses everybody. */
import { Connection, minutes } from "../connection/connection.js";

const OLD = 5000; // ms
const root = document.querySelector("[data-live]");
const age = document.querySelector("[data-age]");
const tiles = () => document.getElementById("tiles");
const connection = new Connection(root);

/* Forms: the answer is what there is to say, put in its place by id; what has changed is pushed. No htmx: it does not know the
   buttons that stand outside their form. */

root.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!form.matches("[data-in-place]") || submitter?.matches("[data-leaves]")) return;
  event.preventDefault();
  send(form, submitter);
});

async function send(form, submitter) {
  const body = new URLSearchParams(new FormData(form));
  const [fold, before] = [submitter?.closest("#drawer details")?.id, turns];
  if (submitter?.name) body.append(submitter.name, submitter.value);
  try {
    const address = submitter?.getAttribute("formaction") ?? form.action;
    const answer = await fetch(address, { method: "POST", body, headers: { "HX-Request": "true" } });
    if (answer.redirected || !answer.ok) return location.reload();
    connection.hear(await answer.text());
    if (turns === before && form.isConnected && form.closest("#drawer")) fetched(shown).then(() => keepFocus(fold));
  } catch {
    form.removeAttribute("data-in-place"); // the browser says what is wrong
    if (submitter) submitter.click();
    else form.submit();
  }
}

/* A fold is closed again once its button has been pressed. */
function keepFocus(fold) {
  if (fold && document.activeElement === document.body)
    document.querySelector(`#${fold} > summary`)?.focus({ preventScroll: true });
}

/* The drawer: fetched when it is asked for; what lives in it again whenever its table's tile has changed. */

const drawer = () => document.getElementById("drawer");
let opener = "";
let shown = location.href; // where it was fetched from
let turns = 0; // how often it was opened or closed: what was asked for before that comes too late

async function fetched(address) {
  const before = turns;
  let text;
  try {
    const answer = await fetch(address, { headers: { "HX-Request": "true" } });
    if (answer.redirected || !answer.ok) return location.reload();
    text = await answer.text();
  } catch {
    return false; // nothing gets through: the banner of the connection says so
  }
  if (turns !== before) return false;
  connection.hear(text);
  if (drawer().hidden) tiles().focus({ preventScroll: true }); // the table has ended meanwhile
  return true;
}

async function open({ href, id }) {
  turns += 1;
  if (!(await fetched(href))) return;
  turns += 1; // what lived in the one before comes too late, too
  [shown, opener] = [href, id];
  document.getElementById("drawer-name")?.focus({ preventScroll: true });
}

function close() {
  turns += 1;
  drawer().replaceWith(Object.assign(document.createElement("aside"), { id: "drawer", hidden: true }));
  (document.getElementById(opener) ?? tiles()).focus({ preventScroll: true });
}

root.addEventListener("click", (event) => {
  const link = event.target.closest("[data-drawer], [data-close]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  if (link.matches("[data-close]")) close();
  else open(link);
});

connection.addEventListener("shown", ({ detail: { fragments } }) => {
  const { table, livePart } = drawer().dataset;
  if (table && fragments.some(({ id }) => id === table)) fetched(livePart);
});

/* A list of who asks or waits that is empty now is put away. */
connection.addEventListener("shown", () => {
  for (const menu of root.querySelectorAll(".notices[open]")) {
    if (menu.querySelector(".notice")) continue;
    if (menu.contains(document.activeElement)) tiles().focus({ preventScroll: true });
    menu.open = false;
  }
});

/* Keys: the space bar where nothing has the focus that wants it; Escape closes the drawer, but an open menu before it. */
const WANTS_SPACE = "a, button, input, select, textarea, summary";
document.addEventListener("keydown", (event) => {
  if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return; // those are the browser's
  if (event.key === "Escape" && !drawer().hidden && !document.querySelector(".menu[open]")) close();
  if (event.key !== " " || event.repeat || event.target.closest(WANTS_SPACE)) return;
  event.preventDefault();
  document.querySelector("[data-space]")?.click();
});

/* The tables come in their own order; a page that asked for those first that need a look has them first. */
connection.addEventListener("shown", ({ detail: { fragments } }) => {
  if (!root.querySelector("[data-look-first]") || !fragments.some((part) => part.id === "tiles")) return;
  const at = document.activeElement; // what is moved loses the focus
  tiles().prepend(...tiles().querySelectorAll(".tile.look"));
  at.focus({ preventScroll: true });
});

/* How old the news is, and how much of the time limit is left. The server says every second when it last looked (#told); if that
   stops, the tiles turn grey and the page says how many seconds ago they were true, whatever the reason. */

let last = "";
let since = performance.now();

function look() {
  const { at } = document.getElementById("told").dataset;
  if (at !== last) [last, since] = [at, performance.now()];
  const old = performance.now() - since;
  age.textContent = old > OLD ? age.dataset.old.replace("{}", Math.round(old / 1000)) : age.dataset.fresh;
  age.classList.toggle("warn", old > OLD);
  tiles().classList.toggle("stale", old > OLD);
  showTimeLeft();
}

/* The time left, on the server's clock as of its last news; the server ends the session, this only shows it. */
function showTimeLeft() {
  const place = document.querySelector("[data-ends-at]");
  if (!place) return;
  const now = Number(last) + performance.now() - since;
  const seconds = Math.max(0, Math.round((Number(place.dataset.endsAt) - now) / 1000));
  place.textContent = minutes(seconds);
}

setInterval(look, 1000);

/* The caller is fetched by whoever is about to choose a table to call. */
["focusin", "change"].forEach((kind) => root.addEventListener(kind, ({ target }) => target.id === "caller" && import("./caller.js")));
