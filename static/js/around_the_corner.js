/* Around the Corner: what its table has beside what every table has. The top card is never changed from here. */
import { heard, say, saysBriefly, sound, speak, spoken, topCard } from "./table/announce.js";
import { pile, Table } from "./table/table.js";

const [FRESH, DRAWN, OPPONENTS_FLIGHT, FITTED] = [600, 140, 240, 2000]; // ms
const DOTS = 5; // right in a row: all dots of the run are lit
const $ = (id) => document.getElementById(id);

class CornerTable extends Table {
  anyTime = new Set(["sort"]);
  again = new Set(["draw"]);

  dead(target) {
    return target.ariaDisabled === "true";
  }

  /* Where the top card and the faces lie: asked once a frame, whatever it brings. */
  before() {
    if (this.lain) return;
    requestAnimationFrame(() => (this.lain = null));
    const lain = [["top", pile()?.firstElementChild], ...[...document.querySelectorAll(".seat")].map((seat) => [seat.id, seat.querySelector(".face")])];
    this.lain = Object.fromEntries(lain.map(([id, part]) => [id, part?.getBoundingClientRect()]));
  }

  answered(frame, target, id) {
    if (frame.why === "beaten") this.#beaten(frame, target);
    if (frame.t !== "ok") return;
    if (id?.startsWith("clock")) target?.focus();
    if (/^c\d/.test(id)) this.#placed();
    if ($("done")) speak(heard($("done")));
  }

  #placed() {
    this.flight?.hop(this.#ownFace(), run() > 0 && run() % DOTS === 0);
    this.flight?.ring(pile());
    const number = Number(document.querySelector("#top .n")?.textContent ?? 1);
    sound.call(run() || number, number);
  }

  /* A card that was late comes with its run where it fitted: then it is marked as right in its slot, and counts like any. */
  #beaten(frame, card) {
    pile().classList.add("pulse");
    if (!frame.html) return;
    say(frame.say, "fitted");
    card?.classList.add("fitted");
    setTimeout(() => card?.classList.remove("fitted"), FITTED);
    sound.tone(run());
  }

  #ownFace() {
    return document.querySelector(`#seat-${this.words.seat} .face`);
  }

  shown(fragments, frame) {
    if (frame.t === "ok") fragments.filter((part) => part.matches(".slot") && part.querySelector(".card")).forEach((slot) => this.#drawn(slot));
    else if (fragments.some((part) => part.id === "top")) this.#opponent(fragments.find((part) => part.matches(".cards")));
    if (frame.t === "ok" && $("over").dataset.phase === "playing" && fragments.some((part) => part.id === "top")) speak([run() && run() % DOTS === 0 && heard($("run")), topCard()].filter(Boolean).join(". "));
    const played = fragments.find((part) => part.matches(".cards"));
    if (!played) return;
    document.querySelectorAll(".cards .bubble").forEach((bubble) => played.contains(bubble) || bubble.remove());
    if (!played.matches(".one")) return;
    sound.rise();
    this.news = this.#oneLeft(played);
    speak(`${this.news} ${topCard()}`);
  }

  #drawn(slot) {
    const card = slot.firstElementChild;
    this.comes(card, $("drawbox"), DRAWN);
    card.classList.add("fresh");
    setTimeout(() => card.classList.remove("fresh"), FRESH);
    const count = document.querySelectorAll("#hand .card").length;
    speak(`${this.words.drew} ${spoken(card)}. ${this.words.inHand} ${count}`);
  }

  /* The new top card is there at once; a copy of it comes from the seat, but never while the own card is on its way. */
  #opponent(cards) {
    const [there, from] = [this.lain?.top, this.lain?.[cards?.closest(".seat").id]];
    if (from && !this.pending.size) this.fetchFlight().then(() => this.flight?.come(pile().firstElementChild, there, from, OPPONENTS_FLIGHT));
    if (performance.now() > this.lockedUntil && !saysBriefly()) say("", "");
    speak(topCard());
  }

  /* That somebody has one card left, by the cards of its seat: one sentence, to its owner as "you". */
  #oneLeft(cards) {
    const seat = cards.closest(".seat");
    if (seat.id === `seat-${this.words.seat}`) return this.words.oneLeft;
    return this.words.oneLeftOf.replace("%(name)s", seat.querySelector(".name").textContent);
  }
}

/* How many own cards fitted since the last mistake, as the server says; 0 where nobody counts. */
const run = () => Number($("run")?.dataset.run ?? 0);

export const table = new CornerTable();
table.start();
document.addEventListener("pointerdown", ({ target }) => target.closest(".corner") || document.querySelector(".corner").removeAttribute("open"));
