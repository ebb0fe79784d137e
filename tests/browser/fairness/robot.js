/* A child on a table's page who needs a known time for every top card, from its paint on this very page; nobody tells it anything during a round. */
(() => {
  const $ = (id) => document.getElementById(id);
  const cards = () => [...document.querySelectorAll("#hand button.card:not(.gone, .pending)")];
  const isPlaying = () => $("over").dataset.phase === "playing";
  const seq = () => Number($("top")?.dataset.seq ?? 0);
  const [AGAIN, ANSWERED] = [200, 2000]; // ms
  const ENOUGH = 14; // cards in a hand, of which nearly always one fits
  const told = [];
  const hold = { times: [], cards: {}, now: null };

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

  /* A new top card was painted: think so long about it as was planned, and draw meanwhile. `fits` says whether there was a card for it, `late` by
     how much the machine missed its moment, and `won` whether the card was taken; what came before GO, or was not planned, does not count. */
  function sees(at) {
    if (seq() === hold.now?.seq || !$("top")) return;
    const [before, ms] = [hold.now, hold.times[seq()]];
    if (before) before.late ??= Math.max(0, at - before.due);
    if (before?.seq + 1 === seq()) before.won = document.querySelector("#board .bubble")?.closest(".seat").id === `seat-${$("table").dataset.seat}`;
    hold.now = hold.cards[seq()] = { seq: seq(), seen: performance.timeOrigin + at, due: at + (ms ?? hold.times.at(-1)), fits: false, late: null, counts: ms !== undefined && isPlaying() };
    acts(hold.now, hold.now.due - at);
    if (cards().length < ENOUGH) draws();
  }

  function acts(card, after) {
    setTimeout(() => {
      if (seq() !== card.seq) return;
      const chosen = isPlaying() && fitting();
      if (chosen) tap(chosen);
      else draws();
      card.fits = Boolean(chosen);
      card.late ??= performance.now() - card.due;
      acts(card, chosen ? ANSWERED : AGAIN);
    }, after);
  }

  const draws = () => isPlaying() && $("drawbox").ariaDisabled !== "true" && tap($("drawbox"));
  const look = () => requestAnimationFrame(() => setTimeout(() => (sees(performance.now()), looks())));
  const looks = () => hold.now && hold.now.seq === seq() && performance.now() < hold.now.due && isPlaying() && (hold.now.fits = Boolean(fitting()));
  const hear = () => $("says")?.textContent && told.at(-1) !== $("says").textContent && told.push($("says").textContent);
  document.addEventListener("DOMContentLoaded", () => new MutationObserver(() => (look(), hear())).observe(document.body, { childList: true, subtree: true }));

  window.robot = {
    phase: () => $("over").dataset.phase,
    cards: () => hold.cards,
    wasTold: () => told,
    /* Begin the next round with these times, one a top card. */
    begins(times) {
      Object.assign(hold, { times, cards: {}, now: null });
      $("ready")?.click();
    },
  };
})();
