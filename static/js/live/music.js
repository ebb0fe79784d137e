/* The projector's music: a tune of our own, from numbers. It is planned a bar ahead, so that a busy page does not stumble. */
import { listen } from "../voice/voice.js";

const EIGHTH = 0.29; // s
const BAR = 8 * EIGHTH;
const SOFT = 0.035;
const SCALE = [0, 2, 4, 7, 9]; // pentatonic: no two notes quarrel
const ROOT = 293.66; // Hz: d, above the lower strings of a small speaker

/* Steps of the scale, an eighth each; "." holds its breath. The bass has a step a half bar, an octave below. */
const PHRASES = {
  ask: ["5.7.8.7.", "5.4.5...", "5.7.8.9.", "a.8.7..."],
  answer: ["8.7.5.7.", "5.4.3...", "3.4.5.7.", "5......."],
  walk: ["3.3.5.5.", "7.5.4...", "3.3.5.7.", "8.7.5..."],
  rest: ["a.9.8.7.", "8.7.5...", "7.5.4.3.", "5......."],
};
const BASS = { ask: "50407030", answer: "50303050", walk: "30505040", rest: "70504050" };
const ORDER = ["ask", "answer", "ask", "answer", "walk", "rest", "walk", "answer"];
const BARS = ORDER.flatMap((name) => PHRASES[name].map((bar, at) => [bar, BASS[name].slice(2 * at, 2 * at + 2)]));

let audio = null;
let strings = null;
let volume = null;
let planning = 0;
let bar = 0;
let next = 0; // s on the audio's clock at which the next bar begins

/* Browsers allow sound only from a gesture: call this from one. */
export async function unlock() {
  audio = await listen();
}

export function play() {
  if (planning || !audio) return;
  strings ??= new PeriodicWave(audio, { real: [0, 0, 0, 0], imag: [0, 1, 0.3, 0.1] });
  volume = new GainNode(audio, { gain: SOFT });
  volume.connect(audio.destination);
  next = audio.currentTime + 0.1;
  planning = setInterval(plan, (BAR * 1000) / 4);
  plan();
}

/* The tune goes on another time with the bar that would have come. */
export function stop() {
  clearInterval(planning);
  planning = 0;
  volume?.gain.setTargetAtTime(0, audio.currentTime, 0.1);
}

function plan() {
  next = Math.max(next, audio.currentTime);
  if (next > audio.currentTime + BAR) return;
  const [melody, bass] = BARS[bar];
  [...melody].forEach((step, at) => sing(step, next + at * EIGHTH, 1.6 * EIGHTH, 1));
  [...bass].forEach((step, at) => step !== "0" && sing(step, next + at * 4 * EIGHTH, 3 * EIGHTH, 0.5));
  bar = (bar + 1) % BARS.length;
  next += BAR;
}

function sing(step, start, seconds, pitch) {
  if (step === ".") return;
  const at = Number.parseInt(step, 16) - 1;
  const frequency = ROOT * pitch * 2 ** ((SCALE[at % 5] + 12 * Math.floor(at / 5)) / 12);
  const loudness = new GainNode(audio, { gain: 0 });
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(1, start + 0.02);
  loudness.gain.setTargetAtTime(0, start + seconds * 0.5, seconds * 0.25);
  const string = new OscillatorNode(audio, { frequency, periodicWave: strings });
  string.connect(loudness).connect(volume);
  string.start(start);
  string.stop(start + seconds * 2);
}
