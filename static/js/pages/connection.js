/* The self-test of a network: opens a socket, times its echo, asks as a page without sockets would, compares clocks. */
const [PATIENCE, ECHOES, SLOW, SAME] = [6000, 10, 400, 500]; // ms, times, ms, ms
const root = document.getElementById("test");
const words = root.dataset;
const $ = (id) => document.getElementById(id);
const text = $("text").value;
const middle = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
const TENTHS = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const put = (template, ...values) => values.reduce((line, value) => line.replace("{}", value), template);

/* The socket, once it is open; undefined where it does not open in time. */
function open() {
  return new Promise((done) => {
    const socket = new WebSocket(new URL(words.socket, location.href.replace(/^http/, "ws")));
    socket.onopen = () => done(socket);
    socket.onclose = () => done(undefined);
    setTimeout(done, PATIENCE);
  });
}

/* One heartbeat there and back: how long it took, and by how much this device's clock is ahead of the server's. */
function echo(socket) {
  return new Promise((done, fail) => {
    const sent = performance.now();
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(data);
      if (frame.t !== "pong") return;
      const took = performance.now() - sent;
      done({ took, ahead: Date.now() - took / 2 - frame.s });
    };
    socket.onclose = fail;
    setTimeout(fail, PATIENCE);
    socket.send(JSON.stringify({ t: "ping", c: 0 }));
  });
}

async function ask() {
  const sent = performance.now();
  const patience = new AbortController();
  setTimeout(() => patience.abort(), PATIENCE);
  const answer = await fetch(words.ask, { cache: "no-store", signal: patience.signal });
  const { s, fault } = await answer.json();
  const took = performance.now() - sent;
  return { took, fault, ahead: Date.now() - took / 2 - s };
}

async function many(times, once) {
  const found = [];
  try {
    while (found.length < times) found.push(await once());
  } catch {
    return [];
  }
  return found;
}

async function test() {
  const keeps = "serviceWorker" in navigator; // over HTTPS alone, or on the box itself
  say("kept", keeps, keeps ? "" : words.https);
  ["opens", "echo", "asks", "clock"].forEach((id) => ($(id).textContent = words.busy));
  [$("verdict").hidden, $("again").hidden] = [true, true];
  const socket = await open();
  say("opens", Boolean(socket));
  const echoes = socket ? await many(ECHOES, () => echo(socket)) : [];
  socket?.close();
  const took = echoes.map((one) => Math.round(one.took));
  $("echo").textContent = took.length ? put(words.echo, middle(took), Math.max(...took)) : words.no;
  const answers = await many(3, ask);
  say("asks", answers.length > 0, answers.length ? put(words.ms, Math.round(middle(answers.map((one) => one.took)))) : "");
  clock([...echoes, ...answers]);
  verdict(took, answers);
}

function say(id, works, more = "") {
  $(id).textContent = [works ? words.yes : words.no, more].filter(Boolean).join(", ");
  $(id).className = works ? "ok" : "bad";
}

function clock(all) {
  const ahead = all.length ? middle(all.map((one) => one.ahead)) : NaN;
  const off = Math.abs(ahead) > SAME;
  const seconds = TENTHS.format(Math.abs(ahead) / 1000);
  $("clock").textContent = Number.isNaN(ahead) ? words.no : off ? put(ahead > 0 ? words.ahead : words.behind, seconds) : words.right;
}

function verdict(took, answers) {
  const found = !took.length ? (answers.length ? "asks" : "nothing") : middle(took) < SLOW ? "good" : "slow";
  const fault = answers.at(-1)?.fault ?? "";
  $("verdict").textContent = [words[found], fault].filter(Boolean).join(" ");
  $("verdict").className = `verdict message ${{ good: "success", nothing: "error" }[found] ?? "warning"}`;
  [$("verdict").hidden, $("again").hidden] = [false, false];
  const rows = [...root.querySelectorAll("tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent).join(": "));
  $("text").value = [text, "", words[found], fault, ...rows].join("\n");
}

$("again").addEventListener("click", test);
test();
