/* What a device keeps of practice without a connection: one page with sums, in a cache; of each of its packs the taps
   that the server has not had yet, by whose they are and by the pack's code. */

const CACHE = "practice";
const DAYS = 31; // a day more than the server takes a pack
export const KEPT = "practice kept"; // which edition of whose page is kept
const taps = (whose, code) => `practice ${whose} ${code}`;

/* The taps of a pack, oldest first: [place of the sum, card (0: the hint, 1000: the number picture), ms since 1970, ms since the sum was shown]. */
export function tapsOf(whose, code) {
  return JSON.parse(localStorage.getItem(taps(whose, code)))?.taps ?? [];
}

export function keepTap(whose, code, pack, tap) {
  localStorage.setItem(taps(whose, code), JSON.stringify({ pack, taps: [...tapsOf(whose, code), tap] }));
}

/* Everything of this child that is still to be handed in: [key, {pack, taps}] each. */
export function toHandIn(whose) {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(taps(whose, "")));
  return keys.map((key) => [key, JSON.parse(localStorage.getItem(key))]);
}

const allTaps = () => Object.keys(localStorage).filter((key) => /^practice \S+ \S+$/.test(key));

export const anyTaps = () => allTaps().length > 0;

/* What no server takes any more goes. */
export function forgetOldTaps() {
  const tooOld = Date.now() - DAYS * 24 * 3600 * 1000;
  allTaps()
    .filter((key) => JSON.parse(localStorage.getItem(key)).taps.at(-1)[2] < tooOld)
    .forEach(forgetTaps);
}

export const forgetTaps = (key) => localStorage.removeItem(key);

/* Keep this page, and the files it names, instead of any other. They have hashed names: what is there already is right. */
export async function keepPage(address, answer) {
  const page = new DOMParser().parseFromString(await answer.clone().text(), "text/html");
  const files = filesOf(page);
  const cache = await caches.open(CACHE);
  const there = await cache.keys();
  const wanted = (url) => files.has(url);
  await Promise.all(there.filter(({ url }) => !wanted(url)).map((request) => cache.delete(request)));
  await cache.addAll([...files].filter((url) => !there.some((request) => request.url === url)));
  await cache.put(address, answer);
  await keepSounds(page, cache).catch(() => {}); // it is practised without them, too
}

/* What the page reads aloud: the addresses that say which recordings, and these. */
async function keepSounds(page, cache) {
  const parts = [page, ...[...page.querySelectorAll("template")].map(({ content }) => content)];
  const said = parts.flatMap((part) => [...part.querySelectorAll("[data-say]")].map(({ dataset }) => dataset.say));
  const sounds = new Set();
  for (const address of new Set(said.filter(Boolean))) {
    const answer = await fetch(address);
    (await answer.clone().json()).forEach((sound) => sounds.add(sound));
    await cache.put(address, answer);
  }
  await cache.addAll([...sounds]);
}

export const forgetPage = () => caches.delete(CACHE);

function filesOf(page) {
  const named = page.querySelectorAll('link[rel="stylesheet"], link[rel="preload"], link[rel="modulepreload"], script[src]');
  return new Set([...named].map((file) => new URL(file.getAttribute("href") ?? file.getAttribute("src"), location.origin).href));
}
