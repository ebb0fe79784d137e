/* Around the Corner: what its table has beside what every table has. The top card is never changed from here. */
import { say, sound, speak, spoken, topCard } from "./table/announce.js";
import { pile, Table } from "./table/table.js";

const [FRESH, DRAWN, BETWEEN_FLIGHTS, OPPONENTS_FLIGHT] = [600, 140, 250, 160]; // ms
const $ = (id) => document.getElementById(id);

class CornerTable extends Table {
  anyTime = new Set(["sort"]);
  again = new Set(["draw"]);
  lastFlight = 0;

  dead(target) {
    return target.ariaDisabled === "true";
  }

  answered(frame, target, id) {
    if (frame.why === "beaten") pile().classList.add("pulse");
    if (frame.t !== "ok") return;
    if (id?.startsWith("clock")) target?.focus();
    if (/^c\d/.test(id)) sound.call(Number(document.querySelector("#top .n")?.textContent ?? 1));
  }

  shown(fragments, frame) {
    if (frame.t === "ok") fragments.filter((part) => part.matches(".slot") && part.querySelector(".card")).forEach((slot) => this.#drawn(slot));
    else if (fragments.some((part) => part.id === "top")) this.#opponent(fragments.find((part) => part.matches(".cards")));
    if (frame.t === "ok" && $("over").dataset.phase === "playing" && fragments.some((part) => part.id === "top")) speak(topCard());
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

  #opponent(cards) {
    if (cards && performance.now() - this.lastFlight > BETWEEN_FLIGHTS) this.fetchFlight().then(() => this.flight?.fly(cards.firstElementChild, pile(), OPPONENTS_FLIGHT));
    this.lastFlight = performance.now();
    if (performance.now() > this.lockedUntil) say("", "");
    speak(topCard());
  }

  /* That somebody has one card left, by the cards of its seat: one sentence, to its owner as "you". */
  #oneLeft(cards) {
    const seat = cards.closest(".seat");
    if (seat.id === `seat-${this.words.seat}`) return this.words.oneLeft;
    return this.words.oneLeftOf.replace("%(name)s", seat.querySelector(".name").textContent);
  }
}

new CornerTable().start();
document.addEventListener("pointerdown", ({ target }) => target.closest(".corner") || document.querySelector(".corner").removeAttribute("open"));
