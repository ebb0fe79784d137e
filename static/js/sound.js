/* What is heard: tones, off until somebody turns them on; words for screen readers. And a screen that stays awake. */

const PENTATONIC = [0, 2, 4, 7, 9];
let audio = null;

const wanted = () => localStorage.getItem("sound") === "on";

export function muteButton(button, root) {
  const show = () => {
    button.setAttribute("aria-pressed", String(wanted()));
    button.title = wanted() ? root.dataset.soundOn : root.dataset.soundOff;
  };
  button.addEventListener("click", () => {
    localStorage.setItem("sound", wanted() ? "off" : "on");
    unlock();
    show();
    tone(5);
  });
  show();
}

/* Browsers allow sound only from a gesture. */
export function unlock() {
  if (!wanted()) return;
  audio ??= new AudioContext();
  audio.resume();
}

export function tone(number) {
  note(262 * 2 ** ((PENTATONIC[(number - 1) % 5] + 12 * Math.floor((number - 1) / 5)) / 12), 0.09);
}

export function low() {
  note(131, 0.12);
  note(117, 0.16, 0.14);
}

export function tick() {
  note(880, 0.02);
}

function note(pitch, seconds, after = 0) {
  if (!wanted() || audio?.state !== "running") return;
  const start = audio.currentTime + after;
  const volume = new GainNode(audio, { gain: 0.15 });
  const string = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
  volume.gain.setTargetAtTime(0, start + seconds * 0.6, 0.03);
  string.connect(volume).connect(audio.destination);
  string.start(start);
  string.stop(start + seconds + 0.2);
}

const SPEECH_GAP = 900;
const speech = { timer: 0, at: 0 };

/* For screen readers: at most one announcement in 0.9 s, and then the newest. */
export function speak(text) {
  clearTimeout(speech.timer);
  speech.timer = setTimeout(() => {
    speech.at = performance.now();
    document.getElementById("live").textContent = text;
  }, Math.max(0, speech.at + SPEECH_GAP - performance.now()));
}

let awake = null;

/* Refused without harm where the browser has none; asked again whenever the page comes back. */
export async function stayAwake() {
  try {
    awake = await navigator.wakeLock?.request("screen");
  } catch {
    awake = null;
  }
}

document.addEventListener("visibilitychange", () => awake && document.visibilityState === "visible" && stayAwake());
