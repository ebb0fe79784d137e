/* When the eye could see what (ui.md 3.10): paint times of top cards and of the own hand, and whether the page was visible.
   All times are this browser's own clock, ms since the page's start; only differences leave the page. */

const EVERY = 5000;
const MOST = 120;

export class Seen {
  constructor(line) {
    this.line = line;
    this.page = crypto.getRandomValues(new Uint32Array(1))[0];
    this.said = [];
    this.hidden = document.visibilityState === "hidden" ? performance.now() : -1;
    document.addEventListener("visibilitychange", () => this.#visibility());
    this.board();
    setInterval(() => this.#say(), EVERY);
  }

  /* Call after every change of the board, the top or a slot. */
  board() {
    const top = document.getElementById("top");
    const round = document.getElementById("board").dataset.round;
    const hand = Math.max(0, ...[...document.querySelectorAll("#hand .slot")].map((slot) => Number(slot.dataset.h)));
    const seq = Number(top.dataset.seq);
    requestAnimationFrame(() => requestAnimationFrame(() => this.#painted(round, seq, hand, Math.round(performance.now()))));
  }

  #painted(round, seq, hand, t) {
    if (round !== this.round) [this.round, this.top, this.previous, this.hand] = [round, null, null, null];
    if (!this.top || seq > this.top.seq) {
      this.previous = this.top;
      this.top = { seq, t };
      this.#note("t", seq, t);
    }
    if (!this.hand || hand > this.hand.h) {
      this.hand = { h: hand, t };
      this.#note("h", hand, t);
    }
  }

  /* A press and what was on the screen then: taken when the finger goes down, not when it lifts. */
  press({ timeStamp: t }, by, id) {
    const since = (moment) => (moment ? Math.max(0, Math.round(t - moment.t)) : undefined);
    return {
      ...{ id, t, by },
      seq: this.top?.seq ?? Number(document.getElementById("top").dataset.seq),
      rtop: since(this.top),
      rprev: since(this.previous),
      rhand: since(this.hand),
      vis: this.hidden > (this.top?.t ?? 0) ? "h" : "v",
    };
  }

  /* What was painted since the last frame that told it: for a frame that is about to be sent. */
  told() {
    return this.said.length ? { p: this.page, s: this.said } : { p: this.page };
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

  #say() {
    if (this.said.length && this.line.send({ t: "seen", ...this.told() })) this.forget();
  }
}

/* A fragment that was overtaken on its way: a lower top card, or an earlier board of the same round. */
export function older(fresh, old) {
  if (fresh.id === "top") return Number(fresh.dataset.seq) < Number(old.dataset.seq);
  return fresh.id === "board" && fresh.dataset.round === old.dataset.round && Number(fresh.dataset.n) < Number(old.dataset.n);
}
