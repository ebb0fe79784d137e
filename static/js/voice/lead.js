/* Numbers and signs one after another, large: the next one comes by itself when one was heard (record.js makes it even). */
import { canRecord, keep, tell } from "./record.js";
import { listen } from "./voice.js";

const EVERY = 50; // ms between two looks
const [SPOKEN, SILENCE, OLD] = [2, 9, 200]; // looks: a word is heard, it is over, nobody has spoken
const [LEAST, OVER] = [0.01, 4]; // of full volume, and of what the room is like: louder is a voice
const $ = (id) => document.getElementById(id);
const lead = $("lead");
const all = [...lead.querySelectorAll("[data-name]")];

let at = 0;
let running = null; // {stream, analyser, recorder, timer, heard, still, looks, room}

const isKept = ({ dataset }) => Boolean($(`line-${dataset.name}`).querySelector(".own"));

function shows() {
  const word = all[at];
  lead.dataset.at = at;
  $("lead-at").textContent = at;
  $("lead-count").value = at;
  $("lead-word").textContent = word?.textContent ?? "✓";
  $("lead-again").disabled = !running || !at;
  $("lead-begin").hidden = Boolean(running);
  $("lead-stop").hidden = !running;
  tell(word ? (running ? word.textContent : "") : lead.dataset.done);
}

async function begin() {
  let stream;
  $("lead-begin").disabled = true; // the browser may ask for a while whether the page may listen
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  } catch {
    return tell($("lines").dataset.refused);
  } finally {
    $("lead-begin").disabled = false;
  }
  const audio = await listen();
  const analyser = new AnalyserNode(audio, { fftSize: 2048 });
  audio.createMediaStreamSource(stream).connect(analyser);
  at = Math.max(0, all.findIndex((word) => !isKept(word)));
  running = { stream, analyser, room: 1, timer: setInterval(look, EVERY) };
  record();
  $("lead-stop").focus();
}

/* A recorder for the word that stands there; one that ran before is forgotten unless it was taken. */
function record() {
  if (running.recorder?.state === "recording") running.recorder.stop();
  const recorder = new MediaRecorder(running.stream);
  Object.assign(running, { recorder, heard: 0, still: 0, looks: 0 });
  recorder.start();
  shows();
}

function loudness() {
  const samples = new Float32Array(running.analyser.fftSize);
  running.analyser.getFloatTimeDomainData(samples);
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

function look() {
  const loud = loudness();
  const isVoice = loud > Math.max(LEAST, OVER * running.room);
  if (!isVoice) running.room = Math.min(running.room * 1.02 + 1e-5, loud);
  running.heard += isVoice;
  running.still = isVoice ? 0 : running.still + 1;
  running.looks += 1;
  if (running.heard >= SPOKEN && running.still >= SILENCE) take();
  else if (running.heard < SPOKEN && running.looks > OLD) record();
}

/* The word was said: it is sent while the next one stands there already. */
function take() {
  const [name, { recorder }, part] = [all[at].dataset.name, running, []];
  recorder.addEventListener("dataavailable", ({ data }) => part.push(data));
  recorder.addEventListener("stop", () => send(name, new Blob(part, { type: recorder.mimeType })));
  recorder.stop();
  at += 1;
  if (at < all.length) record();
  else stop();
}

async function send(name, blob) {
  const problem = await keep(name, blob).catch(() => $("lines").dataset.lost);
  if (!problem) return;
  stop();
  at = all.findIndex(({ dataset }) => dataset.name === name);
  shows();
  tell(problem);
}

function stop() {
  if (!running) return;
  clearInterval(running.timer);
  if (running.recorder.state === "recording") running.recorder.stop();
  running.stream.getTracks().forEach((track) => track.stop());
  running = null;
  shows();
  $("lead-begin").focus();
}

function again() {
  at -= 1;
  record();
}

lead.hidden = !canRecord;
at = all.findIndex((word) => !isKept(word));
if (at < 0) at = all.length;
shows();
$("lead-begin").addEventListener("click", begin);
$("lead-stop").addEventListener("click", stop);
$("lead-again").addEventListener("click", again);
