/* What a device keeps of practice without a connection: one page with sums, in a cache; of each of its packs the taps
   that the server has not had yet, by whose they are and by the pack's code. */

const CACHE = "practice";
const DAYS = 31; // a day more than the server takes a pack
export const KEPT = "practice kept"; // which edition of whose page is kept
const TAPS = /^practice \S+ \S+$/;
const taps = (whose, code) => `practice ${whose} ${code}`;

/* The taps of a pack, oldest first: [place of the sum, card (0: the hint, 1000: the number picture), ms since 1970, ms since the sum was shown]. */
export function tapsOf(whose, code) {
  return JSON.parse(localStorage.getItem(taps(whose, code)))?.taps ?? [];
}

/* False where the device has no room for it. */
export function keepTap(whose, code, pack, tap) {
  try {
    localStorage.setItem(taps(whose, code), JSON.stringify({ pack, taps: [...tapsOf(whose, code), tap] }));
    return true;
  } catch {
    return false;
  }
}

const allTaps = () => Object.keys(localStorage).filter((key) => TAPS.test(key));

/* Everything that is still to be handed in: [key, {pack, taps}] each. */
export const toHandIn = () => allTaps().map((key) => [key, JSON.parse(localStorage.getItem(key))]);

export const anyTaps = () => allTaps().length > 0;

export const forgetTapsOf = (whose) => allTaps().filter((key) => key.startsWith(taps(whose, ""))).forEach(forgetTaps);

/* What no server takes any more goes. */
export function forgetOldTaps() {
  const tooOld = Date.now() - DAYS * 24 * 3600 * 1000;
  allTaps()
    .filter((key) => JSON.parse(localStorage.getItem(key)).taps.at(-1)[2] < tooOld)
    .forEach(forgetTaps);
}

export const forgetTaps = (key) => localStorage.removeItem(key);

/* One tab after the other: what one of them keeps, no other throws away. */
export const alone = (work) => navigator.locks.request(CACHE, work);

/* Keep this page, and the files it names, in the place of any other: that one stays whole until the new one is. */
export async function keepPage(address, answer) {
  const page = new DOMParser().parseFromString(await answer.clone().text(), "text/html");
  const cache = await caches.open(CACHE);
  const files = filesOf(page);
  await add(cache, files);
  await cache.put(address, answer);
  const sounds = await keepSounds(page, cache).catch(() => null); // it is practised without them, too
  if (sounds) await forgetOthers(cache, [address, ...files, ...sounds]);
}

/* All of these files or none. They have hashed names: what is there already is right. */
async function add(cache, files) {
  const there = new Set((await cache.keys()).map(({ url }) => url));
  await cache.addAll(files.filter((url) => !there.has(url)));
}

/* What the page reads aloud: the recordings, then the addresses that say which these are. Return both. */
async function keepSounds(page, cache) {
  const parts = [page, ...[...page.querySelectorAll("template")].map(({ content }) => content)];
  const said = parts.flatMap((part) => [...part.querySelectorAll("[data-say]")].map(({ dataset }) => dataset.say));
  const addresses = [...new Set(said.filter(Boolean))];
  const answers = await Promise.all(addresses.map((address) => fetch(address)));
  const sounds = [...new Set((await Promise.all(answers.map((answer) => answer.clone().json()))).flat())].map(whole);
  await add(cache, sounds);
  await Promise.all(answers.map((answer, number) => cache.put(addresses[number], answer)));
  return [...addresses, ...sounds];
}

async function forgetOthers(cache, wanted) {
  const kept = new Set(wanted.map(whole));
  const others = (await cache.keys()).filter(({ url }) => !kept.has(url));
  await Promise.all(others.map((request) => cache.delete(request)));
}

export const forgetPage = () => alone(() => caches.delete(CACHE));

const whole = (address) => new URL(address, location.origin).href;

function filesOf(page) {
  const named = page.querySelectorAll('link[rel="stylesheet"], link[rel="preload"], link[rel="modulepreload"], script[src]');
  return [...new Set([...named].map((file) => whole(file.getAttribute("href") ?? file.getAttribute("src"))))];
}
