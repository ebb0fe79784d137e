/* Stands in for WebSocket in a page under test: the test says what the "server" says, and reads what the page said.
   window.line: {sent, opened, tried, refuse}, push(text), every(ms, make), rest(), close(code), presses, notesFrames(), frames, notesPaints(), seenAt,
   notesTaps(), taps. */
(() => {
  const line = { sent: [], opened: 0, tried: 0, refuse: false, pushedAt: {}, presses: [] };

  class FakeSocket extends EventTarget {
    static CONNECTING = 0;
    static OPEN = 1;
    static CLOSING = 2;
    static CLOSED = 3;
    readyState = 0;

    constructor() {
      super();
      line.tried += 1;
      setTimeout(() => (line.refuse ? this.end(1006) : this.begin()));
    }

    begin() {
      this.readyState = 1;
      line.n ??= Number(document.getElementById("board")?.dataset.n ?? 1000);
      line.opened += 1;
      line.socket = this;
      this.onopen?.({});
    }

    send(text) {
      const frame = JSON.parse(text);
      line.sent.push(frame);
      const answer = line.answers[frame.t] ?? line.answers.move;
      setTimeout(() => this.say(JSON.stringify(answer(frame))));
    }

    say(data) {
      this.onmessage?.({ data });
    }

    close(code = 1005) {
      this.end(code);
    }

    end(code) {
      if (this.readyState === 3) return;
      this.readyState = 3;
      setTimeout(() => this.onclose?.({ code }));
    }
  }

  /* Every play comes back: the hand stays as it is. */
  line.answers = {
    ping: ({ c }) => ({ t: "pong", c, s: Date.now(), n: line.n }),
    move: ({ aid }) => ({ t: "no", aid, n: line.n, why: "beaten", say: "", ms: 0, html: "" }),
  };
  line.push = (text) => {
    const [seq, n] = [/data-seq="(\d+)"/.exec(text), /data-n="(\d+)"/.exec(text)];
    line.n = n ? Number(n[1]) : line.n;
    line.socket.say(text);
    if (seq) line.pushedAt[seq[1]] = performance.now();
  };
  /* Push these texts in turn, one every so many ms. */
  line.every = (ms, texts) => {
    let next = 0;
    line.ticking = setInterval(() => line.push(texts[next++ % texts.length].replaceAll("SEQ", ++line.seq).replaceAll("NNN", ++line.n)), ms);
  };
  line.rest = () => clearInterval(line.ticking);
  /* Note the time of every frame from now on. */
  line.frames = [];
  line.notesFrames = () => requestAnimationFrame(() => { line.frames.push(performance.now()); line.notesFrames(); });
  /* Note when each number that has `elementtiming` is on the screen, by its name. */
  line.seenAt = {};
  line.notesPaints = () => new PerformanceObserver((list) => list.getEntries().forEach((entry) => (line.seenAt[entry.identifier] ??= entry.renderTime)))
    .observe({ type: "element" });
  /* Note when fingers came down, by the browser's own account: that of presses whose frame was not too quick to count. */
  line.taps = [];
  line.notesTaps = () => new PerformanceObserver((list) => list.getEntries().forEach(({ name, startTime }) => name === "pointerdown" && line.taps.push(startTime)))
    .observe({ type: "event", durationThreshold: 16 });
  line.seq = 1000;
  line.close = (code) => line.socket.end(code);
  addEventListener("pointerdown", (event) => line.presses.push(event.timeStamp), true);
  window.line = line;
  window.WebSocket = FakeSocket;
})();
