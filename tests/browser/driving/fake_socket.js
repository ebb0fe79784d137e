/* Stands in for WebSocket in a page under test: the test says what the "server" says, and reads what the page said.
   window.server: {sent, opened, tried, refuse}, push(text), every(ms, make), rest(), close(code), presses, notesFrames(), frames, notesPaints(), seenAt,
   notesTaps(), taps. */
(() => {
  const server = { sent: [], opened: 0, tried: 0, refuse: false, pushedAt: {}, presses: [] };

  class FakeSocket extends EventTarget {
    static CONNECTING = 0;
    static OPEN = 1;
    static CLOSING = 2;
    static CLOSED = 3;
    readyState = 0;

    constructor() {
      super();
      server.tried += 1;
      setTimeout(() => (server.refuse ? this.end(1006) : this.begin()));
    }

    begin() {
      this.readyState = 1;
      server.n ??= Number(document.getElementById("board")?.dataset.n ?? 1000);
      server.opened += 1;
      server.socket = this;
      this.onopen?.({});
    }

    send(text) {
      const frame = JSON.parse(text);
      server.sent.push(frame);
      const answer = server.answers[frame.t] ?? server.answers.move;
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
  server.answers = {
    ping: ({ c }) => ({ t: "pong", c, s: Date.now(), n: server.n }),
    move: ({ aid }) => ({ t: "no", aid, n: server.n, why: "beaten", say: "", ms: 0, html: "" }),
  };
  server.push = (text) => {
    const [seq, n] = [/data-seq="(\d+)"/.exec(text), /data-n="(\d+)"/.exec(text)];
    server.n = n ? Number(n[1]) : server.n;
    server.socket.say(text);
    if (seq) server.pushedAt[seq[1]] = performance.now();
  };
  /* Push these texts in turn, one every so many ms. */
  server.every = (ms, texts) => {
    let next = 0;
    server.ticking = setInterval(() => server.push(texts[next++ % texts.length].replaceAll("SEQ", ++server.seq).replaceAll("NNN", ++server.n)), ms);
  };
  server.rest = () => clearInterval(server.ticking);
  /* Note the time of every frame from now on. */
  server.frames = [];
  server.notesFrames = () => requestAnimationFrame(() => { server.frames.push(performance.now()); server.notesFrames(); });
  /* Note when each number that has `elementtiming` is on the screen, by its name. */
  server.seenAt = {};
  server.notesPaints = () => new PerformanceObserver((list) => list.getEntries().forEach((entry) => (server.seenAt[entry.identifier] ??= entry.renderTime)))
    .observe({ type: "element" });
  /* Note when fingers came down, by the browser's own account: that of presses whose frame was not too quick to count. */
  server.taps = [];
  server.notesTaps = () => new PerformanceObserver((list) => list.getEntries().forEach(({ name, startTime }) => name === "pointerdown" && server.taps.push(startTime)))
    .observe({ type: "event", durationThreshold: 16 });
  server.seq = 1000;
  server.close = (code) => server.socket.end(code);
  addEventListener("pointerdown", (event) => server.presses.push(event.timeStamp), true);
  window.server = server;
  window.WebSocket = FakeSocket;
})();
