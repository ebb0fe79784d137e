/* A teacher records what pages read aloud. Whatever a browser records, and whatever file is sent, becomes WAV here: mono, 16 bit,
   16 kHz, without the silence around it: what every other browser plays (classroom/speech/recordings.py). */
import { learnOne, listen, play } from "./voice.js";

const RATE = 16000;
const LONGEST = 15; // s
const STEP = RATE / 100; // samples in a hundredth of a second
const QUIET = 0.004; // of full volume
const LOUD = 0.13; // of full volume: as loud as the voice of the machine
const AROUND = 2; // steps of silence that stay
const $ = (id) => document.getElementById(id);
const words = $("lines").dataset;
let running = null; // {button, recorder: once the microphone is allowed}

export const tell = (text) => ($("live").textContent = text);

/* A blob of sound in any format of this browser → one channel of samples at RATE. */
async function samplesOf(blob) {
  const sound = await (await listen()).decodeAudioData(await blob.arrayBuffer());
  const seconds = Math.min(sound.duration, LONGEST);
  const slower = new OfflineAudioContext(1, Math.ceil(seconds * RATE), RATE);
  const source = new AudioBufferSourceNode(slower, { buffer: sound });
  source.connect(slower.destination);
  source.start();
  return level(trimmed((await slower.startRendering()).getChannelData(0)));
}

/* The loudness of each hundredth of a second: a click is short and hardly counts, a voice goes on. */
function loudness(samples) {
  return Array.from({ length: Math.ceil(samples.length / STEP) }, (_, i) => {
    const part = samples.subarray(i * STEP, (i + 1) * STEP);
    return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length);
  });
}

/* What is said, and AROUND it. A quiet room is quieter than any voice, a noisy one quieter than this one. */
function trimmed(samples) {
  const steps = loudness(samples);
  const quiet = Math.max(QUIET, Math.max(...steps) / 30);
  const first = steps.findIndex((loud) => loud > quiet);
  const last = steps.findLastIndex((loud) => loud > quiet);
  return first < 0 ? samples.subarray(0, 0) : samples.subarray(Math.max(0, first - AROUND) * STEP, (last + 1 + AROUND) * STEP);
}

/* As loud as every other sentence, by what is said and not by its loudest moment: a click is cut off instead. */
function level(samples) {
  const said = loudness(samples).filter((loud) => loud > QUIET);
  const times = LOUD / Math.sqrt(said.reduce((sum, loud) => sum + loud * loud, 0) / said.length);
  return samples.map((sample) => Math.max(-1, Math.min(1, sample * times)));
}

function wav(samples) {
  const view = new DataView(new ArrayBuffer(44 + samples.length * 2));
  const text = (at, letters) => [...letters].forEach((letter, i) => view.setUint8(at + i, letter.charCodeAt(0)));
  text(0, "RIFF");
  view.setUint32(4, 36 + samples.length * 2, true);
  text(8, "WAVEfmt ");
  [[16, 16], [24, RATE], [28, RATE * 2]].forEach(([at, number]) => view.setUint32(at, number, true));
  [[20, 1], [22, 1], [32, 2], [34, 16]].forEach(([at, number]) => view.setUint16(at, number, true));
  text(36, "data");
  view.setUint32(40, samples.length * 2, true);
  samples.forEach((sample, i) => view.setInt16(44 + i * 2, Math.round(sample * 32767), true));
  return new Blob([view], { type: "audio/wav" });
}

/* Recording */

async function start(button) {
  running = { button };
  let stream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  } catch {
    running = null;
    return tell(words.refused);
  }
  const recorder = new MediaRecorder(stream);
  const parts = [];
  recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
  recorder.addEventListener("stop", () => {
    running = null; // also where nobody pressed: after LONGEST, or when the microphone is pulled out
    stream.getTracks().forEach((track) => track.stop());
    show(button, false);
    send(button.dataset.record, new Blob(parts, { type: recorder.mimeType }));
  });
  running.recorder = recorder;
  recorder.start();
  show(button, true);
  tell(words.speak);
  setTimeout(() => recorder.state === "recording" && recorder.stop(), LONGEST * 1000);
}

function show(button, records) {
  button.setAttribute("aria-pressed", String(records));
  button.querySelector("[data-word]").textContent = records ? words.stop : words.recordWord;
}

/* Sending: the answer is the line as it is now. */

async function send(name, blob) {
  try {
    await post(name, await formOf(name, blob));
  } catch {
    tell(words.lost);
  }
}

async function formOf(name, blob) {
  const form = new FormData();
  form.append("name", name);
  form.append("sound", wav(await samplesOf(blob)), "sound.wav");
  return form;
}

/* Keep what was said; return why it was refused, "" where it was not. */
export const keep = async (name, blob) => put(name, await formOf(name, blob));

async function post(name, form) {
  const refused = await put(name, form);
  $(`line-${name}`).querySelector(canRecord ? "[data-record]" : "[data-hear]")?.focus();
  tell(refused || words.saved);
}

async function put(name, form) {
  form.append("csrfmiddlewaretoken", $("lines").elements.csrfmiddlewaretoken.value);
  const answer = await fetch(location.href, { method: "POST", body: form, headers: { "X-Line": "1" } });
  if (!answer.ok && answer.status !== 422) throw new Error(answer.status);
  const line = document.createElement("template");
  line.innerHTML = await answer.text();
  $(`line-${name}`).replaceWith(line.content);
  prepare();
  return $(`line-${name}`).querySelector(".error")?.textContent ?? "";
}

/* The page */

export const canRecord = Boolean(navigator.mediaDevices?.getUserMedia && window.MediaRecorder);

function prepare() {
  document.querySelectorAll("[data-hear]").forEach((button) => (button.hidden = false));
  document.querySelectorAll("[data-record]").forEach((button) => (button.hidden = !canRecord));
}

async function hear(address) {
  await listen();
  play([await learnOne(address)]);
}

$("lines").addEventListener("click", ({ target }) => {
  const button = target.closest("[data-hear], [data-record]");
  if (button?.dataset.hear) hear(button.dataset.hear);
  else if (button && running?.button === button) running.recorder?.state === "recording" && running.recorder.stop();
  else if (button && !running) start(button);
});

$("lines").addEventListener("submit", (event) => {
  event.preventDefault();
  const form = new FormData($("lines"));
  form.append("name", event.submitter.value);
  post(event.submitter.value, form).catch(() => tell(words.lost));
});

$("file").addEventListener("submit", (event) => {
  const [sound] = $("file-sound").files;
  if (!sound) return;
  event.preventDefault();
  send($("file-name").value, sound);
});

$("no-microphone").hidden = canRecord;
prepare();
