/* The connection between a page and its room: a socket with a heartbeat; asking once a second where no socket is to be had;
   fragments put in place by id. Nothing is ever queued: what was tapped while the connection was down is not sent later.
   The three are one file: a page that cannot get a socket may not get another file either, and a table may load ten in all. */

const [PING, PONG, LOST, LONG, ASK, AGAIN, LONGEST, RELEASE] = [5000, 4000, 1500, 20000, 1000, 15000, 4000, 150]; // ms
export const PRESSED = "button:active:not([data-act]), a:active"; // the table's own taps do not need it
const [RESTART, SOON] = [1012, 250]; // the server goes and lets its pages go one after another: another one is there already
const anew = () => 100 + Math.random() * 300; // nobody is without a connection for half a second, and a school does not come in one instant
const TRIES = 2; // sockets that fail or stay silent in a row, before asking; the very first failure of a page is enough

/* Put a fragment in the place of the old one. A button that has the focus is changed and keeps it: taking it away and giving
   it back would lay out the whole page twice. */
export function put(fresh, old) {
  const at = document.activeElement;
  if (old === at && old.matches("button")) {
    [...old.attributes].forEach(({ name }) => old.removeAttribute(name));
    [...fresh.attributes].forEach(({ name, value }) => old.setAttribute(name, value));
    return old.replaceChildren(...fresh.childNodes);
  }
  if (old.contains(at) && old.isEqualNode(fresh)) return; // or a reader says the focus again
  const focused = old.contains(at) ? at.id : null;
  old.replaceWith(fresh);
  if ([...(fresh.options ?? [])].some(({ value }) => value === old.value)) fresh.value = old.value; // a list keeps its choice
  // What had the focus may be gone: then its region has it, if that can have it.
  if (focused !== null) (document.getElementById(focused) ?? fresh).focus({ preventScroll: true });
}

/* 247 seconds as 4:07, of a clock that runs between two messages. */
export const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

export class Connection extends EventTarget {
  /* Events: "news" before a push is shown, "shown" {fragments, frame}, "frame" {t: ok|no ...}, "up", "down". `root` is the
     page's [data-live] element; `older` says of a fragment, of what stands in its place, and of its frame's n whether it was
     overtaken on its way. */
  constructor(root, older = () => false) {
    super();
    this.n = Number(root.dataset.n ?? root.querySelector("#board")?.dataset.n ?? 0);
    this.page = crypto.getRandomValues(new Uint32Array(1))[0];
    Object.assign(this, { root, older, offset: performance.timeOrigin, samples: [], waiting: new Map(), failures: 0, up: false });
    root.querySelector("[data-try-now]")?.addEventListener("click", () => this.#tryNow());
    addEventListener("offline", () => this.socket?.close());
    addEventListener("online", () => this.finished || this.#tryNow()); // a page shown out stays out until asked
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#ping());
    this.#down();
    this.#open();
    document.getElementById("unstarted")?.remove(); // what a page says whose scripts cannot start
  }

  /* The server's clock, ms since 1970. */
  now() {
    return performance.now() + this.offset;
  }

  /* Say it now or not at all: false means that there is no connection and nothing was sent. */
  send(frame) {
    if (this.asking && this.up && this.root.dataset.move) this.#post(frame);
    else if (this.socket?.readyState === WebSocket.OPEN && this.up) this.socket.send(JSON.stringify(frame));
    else return false;
    return true;
  }

  /* The other road: as a form, by the button with this id. What does not go out comes back as a refusal. */
  async submit(form, frame, id) {
    const road = await this.roadOf(form);
    if (!road?.send(frame, id)) this.unsent(frame.aid);
  }

  /* What such a form needs is fetched when it is first asked for: call this at the first touch or key. */
  roadOf(form) {
    this.road ??= import("./form_moves.js").then(({ road }) => road(form, this));
    return this.road.catch(() => (this.road = null)); // the connection is down: the next tap tries again
  }

  unsent(aid) {
    this.dispatchEvent(new CustomEvent("frame", { detail: { t: "no", aid, why: "unsent", say: this.root.dataset.unsent } }));
  }

  /* The socket and its heartbeat */

  #open() {
    if (this.socket) return;
    clearTimeout(this.reopening);
    const socket = new WebSocket(new URL(`${this.root.dataset.socket}?${this.page.toString(36)}`, location.href.replace(/^http/, "ws")));
    this.socket = socket;
    this.missing = setTimeout(() => this.#silent(), PONG);
    socket.onopen = () => {
      clearTimeout(this.missing);
      Object.assign(this, { samples: [], rtt: undefined, missing: null, opened: true });
      if (!this.asking) this.#up();
      this.#ping();
    };
    socket.onmessage = (event) => this.hear(event.data);
    socket.onclose = (event) => socket === this.socket && this.#closed(event.code);
  }

  #closed(code) {
    this.socket = null;
    [this.pinging, this.missing].forEach(clearTimeout);
    if (code >= 4400 && code < 4500) return this.#refused(code);
    this.failures += 1;
    if (!this.asking) this.#down();
    if ((this.failures >= TRIES || !this.opened) && this.root.dataset.ask && !this.asking) {
      this.asking = true;
      if (!this.loops) this.#ask();
    }
    const first = code === RESTART && this.failures === 1 ? Math.random() * SOON : anew();
    this.#again(this.asking ? AGAIN : Math.min(LONGEST, first * 2 ** (this.failures - 1)));
  }

  #again(wait) {
    clearTimeout(this.reopening);
    this.reopening = setTimeout(() => this.#open(), wait);
  }

  /* 44xx: the room will not have this page. Trying again would not help, loading the page again may. */
  #refused(code) {
    Object.assign(this, { asking: false, finished: true });
    this.#down();
    this.#tell(this.root.dataset[`closed-${code}`]);
  }

  #tryNow() {
    if (this.finished) return location.reload();
    this.#open();
  }

  #ping() {
    clearTimeout(this.pinging);
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify({ t: "ping", c: Math.round(performance.now()), r: this.rtt }));
    this.missing ??= setTimeout(() => this.#silent(), PONG);
    this.pinging = setTimeout(() => this.#ping(), this.root.dataset.ping ?? PING);
  }

  /* A half-open socket may take minutes to close, and one to a server that stands still as long to open: it is given up. */
  #silent() {
    const { socket } = this;
    this.#closed(1006);
    socket?.close();
  }

  /* Only what is answered in time is a connection: until then an open socket counts as one that may fail. */
  #pong(frame) {
    clearTimeout(this.missing);
    Object.assign(this, { failures: 0, asking: false, missing: null });
    this.#up();
    const now = performance.now();
    this.samples = [...this.samples.slice(-4), { rtt: now - frame.c, offset: frame.s + (now - frame.c) / 2 - now }];
    this.offset = this.samples.reduce((best, next) => (next.rtt < best.rtt ? next : best)).offset;
    this.rtt = Math.round(this.samples.map((sample) => sample.rtt).sort((a, b) => a - b)[this.samples.length >> 1]);
    this.#speed(this.rtt < 150 ? "good" : this.rtt < 400 ? "ok" : "slow");
    const shown = this.n; // if not the newest, something was missed, unless it is still on its way
    if (frame.n !== shown) setTimeout(() => this.n === shown && this.send({ t: "hello" }), 300);
  }

  /* Asking and posting, where no socket is to be had */

  /* One loop, which ends at its next turn once a socket is back: until then a page that must ask again goes on in it. */
  async #ask() {
    this.loops = this.asking;
    if (!this.asking) return;
    try {
      const answer = await fetch(`${this.root.dataset.ask}?seen=${this.n}`, { cache: "no-store" });
      if (answer.redirected || (answer.status >= 400 && answer.status < 500)) return location.reload();
      if (!answer.ok) throw new Error(answer.status);
      if (!this.samples.length) this.offset = Date.parse(answer.headers.get("Date")) + 500 - performance.now();
      if (answer.status !== 204) this.hear(await answer.text());
      if (!this.up) this.#again(anew());
      this.#up("slow");
    } catch {
      if (this.asking) this.#down();
    }
    setTimeout(() => this.#ask(), ASK + (this.up ? 0 : Math.random() * ASK));
  }

  async #post(frame) {
    const token = this.root.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
    const body = new URLSearchParams({ frame: JSON.stringify(frame), csrfmiddlewaretoken: token });
    try {
      const answer = await fetch(this.root.dataset.move, { method: "POST", body });
      if (answer.status === 403 || answer.status === 404) return location.reload();
      if (answer.ok && answer.status !== 204) this.hear(await answer.text());
    } catch {
      this.#down();
    }
  }

  /* What the server says, and fragments in their places */

  hear(text) {
    const frame = text.startsWith("<") ? { t: "see", html: text } : JSON.parse(text);
    if (frame.t === "pong") return this.#pong(frame);
    if (frame.t === "goto") return location.assign(frame.url);
    if (frame.t === "see") this.dispatchEvent(new Event("news"));
    const shown = this.n;
    this.#place(frame, frame.html);
    // An answer to a page that asks holds its own move alone, and a refusal nothing: what others did before is still asked for.
    this.n = frame.aid && (this.asking || !frame.html) ? shown : (frame.n ?? this.n);
    if (frame.t !== "see") this.dispatchEvent(new CustomEvent("frame", { detail: frame }));
  }

  #place(frame, html = "") {
    const box = document.createElement("template");
    box.innerHTML = html;
    const fragments = [...box.content.children].filter((fresh) => {
      const old = document.getElementById(fresh.id);
      if (!old) return false;
      if (this.older(fresh, old, frame.n)) {
        // A board answers who has missed something: one that was overtaken does not, and the next one is asked for.
        if (fresh.id === "board") setTimeout(() => this.asking || this.send({ t: "hello" }), ASK);
        return false;
      }
      if (old.querySelector(PRESSED)) return this.#later(fresh, frame);
      this.waiting.delete(fresh.id);
      if (fresh.dataset.n) this.n = Number(fresh.dataset.n);
      put(fresh, old);
      return true;
    });
    if (fragments.length) this.dispatchEvent(new CustomEvent("shown", { detail: { fragments, frame } }));
  }

  /* A button is not taken from under the finger that presses it: what replaces it waits for the release. */
  #later(fresh, frame) {
    this.waiting.set(fresh.id, fresh);
    setTimeout(() => {
      if (this.waiting.get(fresh.id) !== fresh) return;
      this.waiting.delete(fresh.id);
      this.#place(frame, fresh.outerHTML);
    }, RELEASE);
    return false;
  }

  /* Up and down, and what of it is shown */

  #up(speed) {
    if (speed) this.#speed(speed);
    if (this.up) return;
    this.up = true;
    this.losing.forEach(clearTimeout);
    this.#tell("");
    this.dispatchEvent(new Event("up"));
  }

  #down() {
    if (!this.up && this.losing) return;
    this.up = false;
    this.#speed("off");
    const { lost, lostLong } = this.root.dataset;
    const tell = (text, ms) => setTimeout(() => this.up || this.finished || this.#tell(text), ms);
    this.losing = [tell(lost, LOST), tell(lostLong, LONG)];
    this.dispatchEvent(new Event("down"));
  }

  /* In the banner, and once aloud; "" when all is well again: then neither goes on saying otherwise. */
  #tell(text) {
    const [words, alert] = [this.root.querySelector("[data-banner-text]"), document.getElementById("alert")];
    if (!words || text === undefined) return;
    if (text || alert.textContent === words.textContent) alert.textContent = text;
    words.textContent = text;
    words.closest("[data-banner]").hidden = !text;
  }

  #speed(speed) {
    const word = this.root.querySelector("[data-net-word]");
    const dots = word?.closest("[data-net]");
    if (!dots || (dots.dataset.net === speed && !dots.hidden)) return;
    dots.dataset.net = speed;
    dots.hidden = false;
    word.textContent = this.root.getAttribute(`data-net-${speed}`);
  }
}
