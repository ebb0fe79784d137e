/* Presses at a table, by finger, mouse or key, and what the eye could see when they came; the hand by keyboard: one tab stop,
   arrows over filled slots, digits jump, D draws; T, H, L and C ask what ears would miss. One file, for every table needs all of it. */

const [HOLDOVER, BOUNCE, CLICK_AFTER_TAP] = [150, 20, 700]; // ms
const NEAR = 24; // px

const presses = new Map();
let lastUp = { t: -1000, x: 0, y: 0 };
let lastKey = null;

/* Taps: remembered (`press`) when the finger goes down, done (`act`) when it lifts over the same thing. A touch soon after
   one in the same place is a holdover; of moves that are made `again` and again, only one sooner than any finger. */
export function taps(root, { press, act, again }) {
  root.addEventListener("pointerdown", (event) => {
    presses.delete(event.pointerId); // of a finger that was taken to scroll, or a mouse that was let go elsewhere, nothing more is heard
    const target = event.target.closest("[data-act]");
    if (!target || event.button !== 0 || bounced(event, again.has(target.dataset.act) ? BOUNCE : HOLDOVER)) return;
    presses.set(event.pointerId, press(event, event.pointerType || "mouse", target.id));
  });
  root.addEventListener("pointerup", (event) => {
    const pressed = presses.get(event.pointerId);
    presses.delete(event.pointerId);
    if (!pressed) return;
    const target = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-act]");
    lastUp = { t: event.timeStamp, x: event.clientX, y: event.clientY };
    if (target?.id === pressed.id) act(target, pressed, event.timeStamp);
  });
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    const target = event.target.closest("[data-act]");
    if (event.repeat) event.preventDefault();
    else if (target) lastKey = press(event, "key", target.id);
  }, true);
  root.addEventListener("click", (event) => {
    const target = event.target.closest("[data-act]");
    if (!target) return;
    event.preventDefault();
    if (event.detail > 0 && event.timeStamp - lastUp.t < CLICK_AFTER_TAP) return;
    act(target, lastKey?.id === target.id ? lastKey : press(event, "click"), event.timeStamp);
    lastKey = null;
  });
}

const bounced = ({ clientX, clientY, timeStamp }, ms) =>
  Math.hypot(clientX - lastUp.x, clientY - lastUp.y) < NEAR && timeStamp - lastUp.t < ms;

/* What is pressed now does nothing when it is let go. */
export const letGo = () => presses.clear();

/* Paint times (screens 3.10) of top cards and of the own hand, and whether the page was visible. All times are this browser's
   own clock, ms since the page's start; only differences leave the page. */

const [EVERY, MOST] = [5000, 120]; // ms, entries

/* When one key's light came to what is pressed (scan.js). */
const lit = () => {
  const at = document.getElementById("scan")?.dataset.lit;
  return at && { t: Number(at) };
};

/* Call `then` when what is on the page by now has been painted, with the time: a frame begins up to 50 ms before, on a slow device. */
const painted = (then) => requestAnimationFrame(() => setTimeout(() => then(Math.round(performance.now()))));

export class PaintTimes {
  constructor(connection) {
    this.connection = connection;
    this.said = [];
    this.hidden = document.visibilityState === "hidden" ? performance.now() : -1;
    this.topped = Boolean(document.getElementById("top")); // only times of top cards are told
    document.addEventListener("visibilitychange", () => this.#visibility());
    this.board();
    if (this.topped) setInterval(() => this.#tell(), EVERY);
  }

  /* Call after every change of the board, the top or a slot. */
  board() {
    const { round } = document.getElementById("board").dataset;
    const hand = Math.max(0, ...[...document.querySelectorAll("#hand .slot")].map((slot) => Number(slot.dataset.h)));
    const seq = Number(document.getElementById("top")?.dataset.seq ?? -1);
    painted((t) => this.#painted(round, seq, hand, t));
  }

  #painted(round, seq, hand, t) {
    if (round !== this.round) [this.round, this.top, this.previous, this.hand] = [round, null, null, null];
    if (this.topped && (!this.top || seq > this.top.seq)) {
      this.previous = this.top;
      this.top = { seq, t };
      this.#note("t", seq, t);
    }
    if (!this.hand || hand > this.hand.h) {
      this.hand = { h: hand, t };
      this.#note("h", hand, t);
    }
  }

  /* A press and what was on the screen then: taken when the finger goes down, not when it lifts. What was painted between that
     moment and our hearing of it was not seen. */
  press({ timeStamp: t }, by, id) {
    const [top, previous] = this.top?.t > t && this.previous ? [this.previous] : [this.top, this.previous];
    const since = (moment) => (moment ? Math.max(0, Math.round(t - moment.t)) : undefined);
    const seq = top?.seq ?? document.getElementById("top")?.dataset.seq;
    return {
      ...{ id, t, by },
      ...(seq !== undefined && { seq: Number(seq) }),
      rtop: since(top),
      rprev: since(previous),
      rhand: since(this.hand),
      lit: since(lit()),
      vis: this.hidden > ((top ?? this.hand)?.t ?? 0) ? "h" : "v",
    };
  }

  /* What was painted since the last frame that told it: for a frame that is about to be sent. */
  told() {
    if (!this.topped) return {};
    return { rtt: this.connection.rtt, p: this.connection.page, ...(this.said.length && { s: this.said }) };
  }

  forget() {
    this.said = [];
  }

  #note(what, number, t) {
    this.said = [...this.said, [what, number, t]].slice(-MOST);
  }

  #visibility() {
    const t = Math.round(performance.now());
    const hidden = document.visibilityState === "hidden";
    this.hidden = t;
    this.#note(hidden ? "x" : "v", 0, t);
  }

  #tell() {
    const { rtt, ...told } = this.told();
    if (told.s && this.connection.send({ t: "seen", ...told })) this.forget();
  }
}

/* The hand */

const cards = () => [...document.querySelectorAll("#hand .slot > button.card")];
const filled = () => cards().filter((card) => !card.classList.contains("gone"));
const place = (card) => Number(card.parentElement.id.slice(1));

let last = null; // the slot of the card that has the focus, or had it when a new board took it away

document.addEventListener("focusin", ({ target }) => {
  if (target.matches("#hand button.card")) last = place(target);
  else if (target.id !== "hand" && !target.closest("#over")) last = null;
});

/* Exactly one card of the hand can be reached with Tab. Call after every change of the hand. */
export function roving() {
  const all = filled();
  const at = document.activeElement;
  if (last !== null && (at === document.body || at?.id === "hand")) refocus(all);
  const current = all.find((card) => card === document.activeElement) ?? all.find((card) => card.tabIndex === 0) ?? all[0];
  cards().forEach((card) => (card.tabIndex = card === current ? 0 : -1));
}

/* A new board (a standstill, GO) took the focused card away: the focus waits at the hand until there are cards again. */
function refocus(all) {
  const hand = document.getElementById("hand");
  hand.tabIndex = -1;
  (nearest(all, last) ?? hand).focus({ preventScroll: true });
}

const nearest = (all, slot) => [...all].sort((a, b) => Math.abs(place(a) - slot) - Math.abs(place(b) - slot))[0];

/* Before its slot is emptied, the focus goes from a played card to its nearest neighbour: never to nowhere. */
export function leave(card) {
  if (document.activeElement !== card) return;
  const others = filled().filter((other) => other !== card);
  focus(nearest(others, place(card)) ?? document.querySelector("[data-act=draw]"));
}

const lie = () => ({
  packed: document.getElementById("board").classList.contains("packed"),
  places: new Map(cards().map((card) => [card.id, place(card)])),
});
let laid = lie();

/* Whether cards lie elsewhere, or in another size, than when this was last asked: then fingers are a moment late. */
export function rearranged() {
  const before = laid;
  laid = lie();
  return before.packed !== laid.packed || [...laid.places].some(([id, at]) => (before.places.get(id) ?? at) !== at);
}

/* In the hand: ways to a card, and D. On every button of the board: the letters that ask, of `asks`. */
export function keyboard(root, { press, act, asks }) {
  const draw = (event) => {
    const button = root.querySelector("[data-act=draw]");
    if (button) act(button, press(event, "key"), event.timeStamp);
  };
  root.addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.altKey || event.metaKey || !event.target.closest?.("#board [data-act]")) return;
    const card = event.target.closest("#hand button.card");
    if (key in asks) asks[key]();
    else if (card && /^[0-9]$/.test(key)) jump(card, Number(key) || 10);
    else if (card && event.key in MOVES) focus(MOVES[event.key](filled(), filled().indexOf(card), card));
    else if (card && key === "d") draw(event);
    else return;
    event.preventDefault();
  });
}

const MOVES = {
  ArrowLeft: (all, at) => all[at - 1],
  ArrowRight: (all, at) => all[at + 1],
  ArrowUp: (all, at, card) => beside(all, card, -1),
  ArrowDown: (all, at, card) => beside(all, card, 1),
  Home: (all) => all[0],
  End: (all) => all.at(-1),
};

/* The card of the next row that way that has one, nearest in column. */
function beside(all, card, way) {
  const [slot, at] = [card.parentElement, (other) => other.parentElement];
  const far = all.filter((other) => Math.sign(at(other).offsetTop - slot.offsetTop) === way);
  const farness = (other) => Math.abs(at(other).offsetTop - slot.offsetTop) * 100 + Math.abs(at(other).offsetLeft - slot.offsetLeft);
  return far.sort((a, b) => farness(a) - farness(b))[0];
}

function jump(card, number) {
  const all = filled();
  const at = all.indexOf(card);
  focus([...all.slice(at + 1), ...all.slice(0, at + 1)].find((other) => Number(other.dataset.n) === number));
}

function focus(card) {
  if (!card) return;
  card.focus();
  roving();
}
