/* A table of any game: presses become moves, answers become what the screen shows. What only one game needs is in that game's
   own script, a subclass; a game whose cards are buttons of the form needs none (any_game.js).

   A button with `data-act` is a move. Its kind is the value of a button named `t`, or `data-act` of a card named `id`. The
   form with `data-hx-post` sends moves as forms, any other over the connection. Nothing but the server changes the board. */
import { Connection } from "../connection/connection.js";
import { asks, choices, hush, land, overlaid, runClocks, say, sound, speak, speaker, topCard, turnWords, unlock, waitWords } from "./announce.js";
import { keyboard, leave, letGo, PaintTimes, rearranged, roving, taps } from "./hand.js";

const [DEAD_TIME, THINKING, SHOWN_WRONG, BACK] = [250, 2000, 600, 120]; // ms
const $ = (id) => document.getElementById(id);
export const pile = () => document.querySelector("#top .pile");

export class Table {
  /* Kinds of moves that need no turn, and those made again before the answer to the last one has come. */
  anyTime = new Set();
  again = new Set();

  constructor() {
    this.root = $("table");
    this.form = $("moves");
    this.words = this.root.dataset;
    this.asForms = this.form.hasAttribute("data-hx-post");
    this.connection = new Connection(this.root, (...what) => this.older(...what));
    this.paints = new PaintTimes(this.connection);
    this.pending = new Map(); // id of the move → {id of the pressed button, timer, and what takes its card off the pile}
    this.drawnAt = new Map(); // the n of each part that came after the board
    this.moves = 0;
    this.lockedUntil = 0; // after a wrong card
    this.deadUntil = 0; // after the cards have moved under the fingers
    this.kept = false; // I'm ready, said while there is no connection
    this.news = ""; // what a game has to say before whose turn it is
  }

  start() {
    const { root, connection } = this;
    this.form.addEventListener("submit", (event) => event.preventDefault());
    root.addEventListener("contextmenu", (event) => event.target.closest(".card") && event.preventDefault());
    ["pointerdown", "keydown"].forEach((kind) => root.addEventListener(kind, () => this.#fetchAtFirstTouch(), { once: true }));
    root.addEventListener("pointerdown", ({ target }) => target.closest("#picture") && this.#hidePicture());
    root.addEventListener("click", (event) => this.#openSheet(event));
    connection.addEventListener("frame", ({ detail }) => this.#answered(detail));
    connection.addEventListener("news", () => this.before());
    connection.addEventListener("shown", ({ detail }) => this.#shown(detail));
    connection.addEventListener("up", () => this.#up());
    connection.addEventListener("down", () => this.#down());
    const does = { press: (...what) => this.paints.press(...what), act: (...what) => this.act(...what) };
    taps(root, { ...does, again: this.again });
    keyboard(root, { ...does, asks: asks(() => this.top()) });
    choices($("mine"));
    speaker($("speaker"));
    runClocks(connection);
    roving();
    overlaid(connection);
    this.#readMessage();
    this.#sayTurn();
    this.#lockWhilePaused("");
  }

  /* Hooks: what a game may say otherwise. */

  /* True where a press is done here and nobody is told. */
  handled(_target) {
    return false;
  }

  /* A button that cannot do anything now: a press of it is answered by the server, unless the game says that it is dead. */
  dead(_target) {
    return false;
  }

  /* Whether a fragment was overtaken on its way: a lower top card, a board of the same round from before what is shown, or
     a panel of an answer that comes after what has followed it (GO, to the last who is ready). */
  older(fresh, old, n) {
    if (fresh.id === "top") return Number(fresh.dataset.seq) < Number(old.dataset.seq);
    if (fresh.id === "over") return n < this.newest(fresh.id);
    return fresh.id === "board" && fresh.dataset.round === old.dataset.round && Number(fresh.dataset.n) < this.connection.n;
  }

  /* At which n a part was drawn; one that waits for a finger's release is what came last. */
  newest(id) {
    return this.connection.waiting.has(id) ? this.connection.n : Math.max(this.drawnAt.get(id) ?? 0, $("board").dataset.n);
  }

  /* After an answer to the press of `target`, whose id is `id`; both undefined where nobody waits for it any more. */
  answered(_frame, _target, _id) {}

  /* Before what somebody else has done is put in place. */
  before() {}

  /* After fragments have been put in place. */
  shown(_fragments, _frame) {}

  /* What the key T says. */
  top() {
    return $("top") ? topCard() : turnWords();
  }

  /* Moves */

  act(target, press, released) {
    const { act: kind } = target.dataset;
    if (this.handled(target)) return;
    if (kind === "ready") this.#gesture();
    else if ($("over").dataset.phase !== "playing" && !target.closest("#over")) return this.refuse(this.words.early, "early");
    const wait = kind === "ready" || this.anyTime.has(kind) ? "" : waitWords();
    if (wait) return this.refuse(wait, "wait");
    const waits = !this.again.has(kind) && [...this.pending.values()].some(({ id }) => id === target.id);
    if (waits || this.dead(target)) return;
    if (kind !== "ready" && performance.now() < this.lockedUntil) return sound.tick();
    if (target.matches("#hand .card") && performance.now() < this.deadUntil) return;
    this.#send(target, press, released);
  }

  refuse(text, why) {
    sound.tick();
    say(text, why);
  }

  #gesture() {
    unlock();
    import("./awake.js").then(({ stayAwake }) => stayAwake(), () => {}); // the connection is down: it may sleep
  }

  #send(target, press, released) {
    if (target.dataset.act === "ready" && !this.connection.up) return this.#keep(target);
    const aid = `${this.connection.page.toString(36)}-${(this.moves += 1)}`;
    const frame = { ...this.#frame(target, press), aid, hold: Math.max(0, Math.round(released - press.t)) };
    if (!this.#sent(frame, target)) return sound.tick();
    this.paints.forget();
    if (target.dataset.act !== "ready") this.overSheet ??= fetch(this.words.over).catch(() => {}); // there by the end
    this.#hidePicture();
    const off = target.matches("#hand .card") ? this.#lay(target) : target.classList.add("held");
    const move = { id: target.id, off, timer: setTimeout(() => this.#onTheWay(move), THINKING) };
    this.pending.set(aid, move);
  }

  #frame(target, { id: _pressed, t: _at, seq, ...measured }) {
    const measures = { ...measured, ...this.paints.told() };
    if (target.name === "id") return { t: target.dataset.act, id: target.value, seq, ...measures };
    if (this.asForms) return { t: target.value, ...measures };
    const [kind, number] = target.value.split("-");
    return { t: kind, ...(number && { seq: Number(number) }), cards: this.form.elements.cards?.value, ...measures };
  }

  /* False: nothing was sent. */
  #sent(frame, target) {
    if (!this.asForms) return this.connection.send(frame);
    if (!this.connection.finished) this.connection.submit(this.form, frame, target.id);
    return !this.connection.finished;
  }

  /* The one thing that is not lost while the connection is down: being ready. It is said once, as soon as there is a way. */
  #keep(button) {
    button.classList.add("held");
    this.kept = true;
  }

  #lay(card) {
    leave(card);
    const off = this.flight?.lay(card, pile());
    card.classList.add("gone");
    return off;
  }

  /* Fetched at the first touch, key or play of another, so that no tap ever waits for it. */
  #fetchAtFirstTouch() {
    if ($("top")) this.fetchFlight();
    if (this.asForms) this.connection.roadOf(this.form);
  }

  /* A card comes to its place from there: drawn, or back from the pile, where there is one. */
  comes(card, from, ms) {
    this.flight?.arrive(card, from, ms);
  }

  async fetchFlight() {
    this.flight = await import("./fly.js").catch(() => null); // the connection is down: nothing flies
  }

  /* Answers */

  #answered(frame) {
    const { id, target } = this.#settle(frame.aid, frame.t === "ok");
    if (frame.why === "unsent" && target?.dataset.act === "ready" && !this.connection.up) return this.#keep(target);
    if (frame.t === "ok" && (frame.say || $("says").dataset.why !== "go")) say(frame.say ?? "", "sum");
    roving();
    if (frame.t !== "ok" && target?.matches("#hand .card")) this.comes(target, pile(), BACK);
    if (frame.why === "wrong") this.#wrong(target, frame);
    if (frame.t !== "ok") say(frame.say ?? "", frame.why, this.lockedUntil - performance.now());
    this.answered(frame, target, id);
  }

  #settle(aid, done) {
    const { id, off, timer } = this.pending.get(aid) ?? {};
    clearTimeout(timer);
    off?.(done);
    this.pending.delete(aid);
    const target = id && $(id);
    if (id && $("says").dataset.why === "way") say("", "");
    target?.classList.remove("gone", "pending", "held");
    return { id, target };
  }

  #settleAll() {
    [...this.pending.keys()].forEach((aid) => this.#settle(aid));
  }

  /* What has not been answered is on its way until the connection is back: the board that comes then decides. */
  #onTheWay({ id, off }) {
    off?.();
    $(id)?.classList.replace("gone", "pending");
    say(this.words.onItsWay, "way");
  }

  #wrong(target, frame) {
    sound.low();
    target?.classList.add("wrong");
    setTimeout(() => target?.classList.remove("wrong"), Math.max(SHOWN_WRONG, frame.ms || 0));
    this.#lock(frame.ms, frame.say);
  }

  /* The wait after a wrong card: shown, short, and over by itself. */
  #lock(ms, text) {
    if (!(ms > 0)) return;
    this.lockedUntil = performance.now() + ms;
    this.root.classList.add("locked");
    setTimeout(() => {
      this.root.classList.remove("locked");
      if ($("says").dataset.text === text && !$("picture").firstChild) say("", "");
    }, ms);
  }

  /* The picture of a wrong card goes with the next move, or at a touch. */
  #hidePicture() {
    if ($("picture").firstChild) say("", "");
  }

  #lockWhilePaused(text) {
    this.#lock(Number($("board").dataset.pausedUntil ?? 0) - this.connection.now(), text);
  }

  /* What the screen shows */

  #shown({ fragments, frame }) {
    const ids = new Set(fragments.map((fragment) => fragment.id));
    this.paints.board();
    for (const id of ids) this.drawnAt.set(id, frame.n);
    if (rearranged()) this.deadUntil = performance.now() + DEAD_TIME;
    if (ids.has("board")) {
      this.drawnAt.clear();
      this.#settleAll();
      this.#lockWhilePaused($("says").dataset.text);
    }
    if (ids.has("board") || ids.has("over")) overlaid(this.connection);
    this.shown(fragments, frame);
    if (ids.has("board") || ids.has("turn")) this.#sayTurn();
    if (ids.has("note")) this.#readMessage();
    roving();
    land();
  }

  /* Whose turn it is, what has happened and what to do: said when it is new; whose it is, not where a turn of several stages
     goes on. */
  #sayTurn() {
    if ($("over").dataset.phase !== "playing") return;
    const { turn, stage = "draw" } = $("turn")?.dataset ?? {};
    const text = [turnWords(), $("top") && topCard()].filter(Boolean).join(" ");
    const said = [this.news, turnWords(turn === this.turn && stage !== "draw"), $("top") && topCard()];
    if (turnWords() && text !== this.said) speak(said.filter(Boolean).join(" "));
    [this.said, this.turn, this.news] = [text, turn, ""];
  }

  #openSheet(event) {
    const link = event.target.closest("[data-sheet]");
    if (!link) return;
    event.preventDefault();
    import("./sheet.js").then(({ show }) => show(link), () => location.assign(link.href));
  }

  /* A message of the teacher's is fetched with what it needs: most lessons have none. */
  #readMessage() {
    if (!$("note").hidden) import("./message.js").then(({ show }) => show(speak, hush, land), () => {}); // the connection is down: it stays
  }

  #up() {
    this.root.classList.remove("lost");
    if (this.connection.asking) this.#settleAll();
    const ready = this.kept && $("ready");
    this.kept = false;
    if (ready) ready.click();
  }

  #down() {
    this.root.classList.add("lost");
    letGo();
    this.pending.forEach((move) => this.#onTheWay(move));
  }
}
