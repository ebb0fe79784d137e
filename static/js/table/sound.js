/* What is heard: tones and number words. The level is "off", "on" (tones) or "words" (tones and words). */
import * as voice from "../voice/voice.js";

const PENTATONIC = [0, 2, 4, 7, 9];
const [LOWEST, HIGHEST] = [392, 10]; // Hz, steps of the scale
const SMALL_SPEAKER = 500; // Hz
let audio = null;
let words = [];
let level = "off";

/* Browsers allow sound only from a gesture; the words are fetched and decoded then, so that none waits later. */
export async function unlock(wanted, url) {
  level = wanted;
  if (level === "off") return;
  await listen();
  if (level === "words") await learn(url);
}

export async function listen() {
  audio = await voice.listen();
}

/* The words of 1 to 10. */
export async function learn(url) {
  if (words.length) return;
  try {
    words = await voice.learn(url);
  } catch {
    words = []; // a browser that cannot read them: tones go on alone
  }
}

/* A card of this player's lies: the tone of its run, and its word where words are on. */
export function call(step, number) {
  tone(step);
  if (level === "words") word(number);
}

export function word(number) {
  if (words[number - 1] && audio.state === "running") voice.play([words[number - 1]]);
}

/* A step of the scale: a run climbs by one for each right card, two octaves at most, and after a mistake begins below again. */
export function tone(climbed) {
  const step = Math.min(climbed, HIGHEST);
  note(LOWEST * 2 ** ((PENTATONIC[(step - 1) % 5] + 12 * Math.floor((step - 1) / 5)) / 12), 0.09);
}

/* Two notes down, soft: no run any more. */
export function low() {
  note(392, 0.12);
  note(330, 0.16, 0.14);
}

/* Two notes up: a last card, the end of a round. */
export function rise() {
  note(523, 0.09);
  note(659, 0.12, 0.12);
}

export function tick() {
  note(880, 0.02);
}

/* A small speaker gives little below 500 Hz: the overtones carry a low note, and it is louder. */
function note(pitch, seconds, after = 0) {
  if (level === "off" || audio?.state !== "running") return;
  const start = audio.currentTime + after;
  const volume = new GainNode(audio, { gain: pitch < SMALL_SPEAKER ? 0.3 : 0.15 });
  const string = new OscillatorNode(audio, { frequency: pitch, periodicWave: stringOf(audio) });
  volume.gain.setTargetAtTime(0, start + seconds * 0.6, 0.03);
  string.connect(volume).connect(audio.destination);
  string.start(start);
  string.stop(start + seconds + 0.2);
}

let wave = null;
const stringOf = (context) => (wave ??= new PeriodicWave(context, { real: [0, 0, 0, 0, 0], imag: [0, 1, 0.5, 0.35, 0.2] }));
