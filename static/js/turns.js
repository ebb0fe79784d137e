/* Play by turns: moves go out as a form, through htmx; whose turn it is is said aloud; the turn's clock runs down. */

const SHORT = 10; // s

/* The road of a move. Its answer is the frame that a socket would have brought, so the line puts it in place. */
export class Posts {
  constructor(form, line) {
    Object.assign(this, { form, line, moves: new Map() });
    form.addEventListener("htmx:configRequest", ({ detail }) => this.#fill(detail));
    form.addEventListener("htmx:afterRequest", ({ detail }) => this.#answered(detail));
  }

  /* False where this window has no seat any more: nothing was sent. */
  send(frame, button) {
    if (this.line.finished) return false;
    this.moves.set(button.id, frame);
    this.form.requestSubmit(button);
    return true;
  }

  /* What was seen when the finger came down, and not what the form says by now. */
  #fill({ parameters, triggeringEvent }) {
    const { t, id, aid, seq, ...measured } = this.moves.get(triggeringEvent.submitter.id);
    delete parameters.id;
    Object.assign(parameters, { t, aid, ...(id && { id, seq }), measured: JSON.stringify(measured) });
  }

  #answered({ xhr, successful, requestConfig }) {
    if (xhr.status === 403 || xhr.status === 404) return location.reload();
    if (successful) return this.line.hear(xhr.responseText);
    const say = this.line.root.dataset.unsent;
    this.line.dispatchEvent(new CustomEvent("frame", { detail: { t: "no", aid: requestConfig.parameters.aid, why: "unsent", say } }));
  }
}

const line = () => document.getElementById("turn");

/* What somebody off their turn is told; nothing where they may act, and in a race. */
export const wait = (kind) => (kind === "sort" || kind === "ready" ? "" : line()?.dataset.wait ?? "");

/* The words of the line under the pile, each time they are new. */
let said = "";
export function newTurn() {
  const words = ["news", "whose"].map((part) => line()?.querySelector(`.${part}`)?.textContent.trim());
  const text = words.filter(Boolean).join(" ");
  const seq = document.getElementById("top").dataset.seq;
  if (said === text + seq) return "";
  said = text + seq;
  return text;
}

/* The seconds left, every half second, on the server's clock; `short` is called once in a turn, when few are left. */
export function runClock(table, short) {
  let warned = "";
  setInterval(() => {
    const ends = line()?.dataset.endsAt;
    if (!ends) return;
    const left = Math.max(0, Math.ceil((Number(ends) - table.now()) / 1000));
    line().querySelector("[data-seconds]").textContent = left;
    line().classList.toggle("short", left <= SHORT);
    if (left > SHORT || warned === ends) return;
    warned = ends;
    short(line().querySelector(".clock").textContent);
  }, 500);
}
