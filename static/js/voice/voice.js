/* Recordings that are played one after another. The server says which (classroom/speech); nothing is fetched before somebody
   presses. One sound at a time: what comes next stops what is being said. */

let audio = null;
let sounding = [];
let latest = 0; // press
let reading = null; // the speaker that is pressed

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
  const [mine, before] = [(latest += 1), reading];
  stop();
  if (button === before) return;
  reading = button;
  show(button, true);
  try {
    await listen();
    const sounds = await learn(asked(button));
    if (mine === latest) await play(sounds);
  } catch {
    // the connection is down, or this browser has no sound: the next press tries again
  }
  if (mine === latest) stop();
}

/* What reads falls silent: the speaker of the table, too, when that of a sheet over it is pressed. */
function stop() {
  hush();
  if (reading) show(reading, false);
  reading = null;
}

const show = (button, speaks) => button.setAttribute("aria-pressed", String(speaks));
const asked = (button) => button.dataset.say ?? document.querySelector("main [data-say]").dataset.say;
