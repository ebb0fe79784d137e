/* A child on a table's page, for who directs it: what it sees, and a tap on a fitting card so many ms after the top card was painted. */
(() => {
  const $ = (id) => document.getElementById(id);
  const cards = () => [...document.querySelectorAll("#hand button.card:not(.gone, .pending)")];
  const seq = () => Number($("top")?.dataset.seq ?? 0);
  const painted = { seq: 0, at: 0 };
  const told = [];
  let [planned, late] = [0, 0];

  function fitting() {
    const [number, step] = [Number(document.querySelector("#top .n").textContent), Number(/k(\d)/.exec(document.querySelector("#top .k").className)[1])];
    const answers = [((number + step - 1) % 10) + 1, ((number - step + 9) % 10) + 1];
    const isLast = cards().length === 1 && $("drawbox").ariaDisabled === "true";
    return cards().find((card) => isLast || answers.includes(Number(card.dataset.n)));
  }

  function tap(target) {
    const { left, top, width, height } = target.getBoundingClientRect();
    const finger = { bubbles: true, pointerId: 1, pointerType: "touch", clientX: left + width / 2, clientY: top + height / 2 };
    target.dispatchEvent(new PointerEvent("pointerdown", finger));
    target.dispatchEvent(new PointerEvent("pointerup", finger));
  }

  const look = () => requestAnimationFrame(() => setTimeout(() => seq() !== painted.seq && Object.assign(painted, { seq: seq(), at: performance.now() })));
  const hear = () => $("says")?.textContent && told.at(-1) !== $("says").textContent && told.push($("says").textContent);
  document.addEventListener("DOMContentLoaded", () => new MutationObserver(() => (look(), hear())).observe(document.body, { childList: true, subtree: true }));

  window.robot = {
    sees: () => ({
      phase: $("over").dataset.phase,
      seq: painted.seq,
      late,
      fits: Boolean(document.querySelector("#top .n") && fitting()),
      busy: planned === painted.seq || $("hand").querySelector(".gone, .pending") !== null,
      won: document.querySelector("#board .bubble")?.closest(".seat").id === `seat-${$("table").dataset.seat}`,
    }),
    /* False where that moment is over; `late` is by how much the machine missed it. A top card that comes before it makes the child think anew. */
    taps(ms) {
      const wait = painted.at + ms - performance.now();
      if (wait < 0) return false;
      const due = painted.at + ms;
      [planned, late] = [painted.seq, 0];
      setTimeout(() => seq() === planned && fitting() && (tap(fitting()), (late = performance.now() - due)), wait);
      return true;
    },
    wasTold: () => told,
    plays: () => tap(fitting()),
    draws: (most) => cards().length < most && $("drawbox").ariaDisabled !== "true" && (tap($("drawbox")), true),
    isReady: () => $("ready")?.click(),
  };
})();
