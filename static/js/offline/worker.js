/* Shows the kept page of practice where there is no connection. Its place is /practice/, so that it is never in the way of
   a table. With a connection every page is the server's; files with hashed names never change. */

const CACHE = "practice";
const PAGE = new URL("offline/", self.registration.scope).href;
const PATIENCE = 8000; // ms that a page may take before the kept one is shown
const NO_SERVER = 502; // what a proxy says whose server is away, and above

addEventListener("install", () => self.skipWaiting());
addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.mode === "navigate") event.respondWith(request.method === "GET" ? page(request) : posted(request));
  else if (request.method !== "GET" || origin !== location.origin) return;
  else if (pathname.startsWith("/static/")) event.respondWith(file(request));
  else if (/^\/(say|recordings)\//.test(pathname)) event.respondWith(fetch(request).catch(() => kept(request.url)));
});

const kept = async (url) => (await caches.open(CACHE)).match(url, { ignoreVary: true });
const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function page(request) {
  const instead = await kept(PAGE);
  if (!instead) return fetch(request);
  const asked = fetch(request).then((answer) => (answer.status >= NO_SERVER ? instead : answer), () => instead);
  return Promise.race([asked, later(PATIENCE).then(() => instead)]);
}

/* A form that goes nowhere leads back to practice: the kept page. */
const posted = (request) => fetch(request).catch(() => Response.redirect(self.registration.scope, 303));

const file = async (request) => (await kept(request.url)) ?? fetch(request);
