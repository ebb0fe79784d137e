/* Recordings that are played one after another. The server says which (classroom/speech); nothing is fetched before somebody
   presses. One sound at a time: what comes next stops what is being said. */

let audio = null;
let sounding = [];
let latest = 0; // press

/* Browsers allow sound only from a gesture: call this from one. */
export async function listen() {
  audio ??= new AudioContext();
  await audio.resume();
  return audio;
}

/* The sounds whose addresses this address tells, in order. */
export async function learn(url) {
  return Promise.all((await (await fetch(url)).json()).map(learnOne));
}

export const learnOne = async (address) => audio.decodeAudioData(await (await fetch(address)).arrayBuffer());

/* Resolves when the last of them has ended. */
export function play(sounds) {
  hush();
  let start = audio.currentTime;
  sounding = sounds.map((buffer) => {
    const sound = new AudioBufferSourceNode(audio, { buffer });
    sound.connect(audio.destination);
    sound.start(start);
    start += buffer.duration;
    return sound;
  });
  return new Promise((resolve) => (sounds.length ? sounding.at(-1).addEventListener("ended", resolve) : resolve()));
}

export function hush() {
  sounding.forEach((sound) => sound.stop());
  sounding = [];
}

/* A press of the speaker: reads the page, or stops. */
export async function press(button) {
  const mine = (latest += 1);
  hush();
  if (button.getAttribute("aria-pressed") === "true") return show(button, false);
  show(button, true);
  try {
    await listen();
    const sounds = await learn(asked(button));
    if (mine === latest) await play(sounds);
  } catch {
    // the line is down, or this browser has no sound: the next press tries again
  }
  if (mine === latest) show(button, false);
}

const show = (button, speaks) => button.setAttribute("aria-pressed", String(speaks));
const asked = (button) => button.dataset.say ?? document.querySelector("main [data-say]").dataset.say;
