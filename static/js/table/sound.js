/* What is heard: tones and number words. The level is "off", "on" (tones) or "words" (tones and words). */
import * as voice from "../voice/voice.js";

const PENTATONIC = [0, 2, 4, 7, 9];
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
  if (!url || words.length) return;
  try {
    words = await voice.learn(url);
  } catch {
    words = []; // a browser that cannot read them: tones go on alone
  }
}

/* The number of a card this player has played: its tone, and its word where words are on. */
export function call(number) {
  tone(number);
  if (level === "words") word(number);
}

export function word(number) {
  if (words[number - 1] && audio.state === "running") voice.play([words[number - 1]]);
}

export function tone(number) {
  note(262 * 2 ** ((PENTATONIC[(number - 1) % 5] + 12 * Math.floor((number - 1) / 5)) / 12), 0.09);
}

export function low() {
  note(131, 0.12);
  note(117, 0.16, 0.14);
}

/* Two notes up: a last card, the end of a round. */
export function rise() {
  note(523, 0.09);
  note(659, 0.12, 0.12);
}

export function tick() {
  note(880, 0.02);
}

function note(pitch, seconds, after = 0) {
  if (level === "off" || audio?.state !== "running") return;
  const start = audio.currentTime + after;
  const volume = new GainNode(audio, { gain: 0.15 });
  const string = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
  volume.gain.setTargetAtTime(0, start + seconds * 0.6, 0.03);
  string.connect(volume).connect(audio.destination);
  string.start(start);
  string.stop(start + seconds + 0.2);
}
