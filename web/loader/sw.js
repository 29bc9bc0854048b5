// The service worker: Hornbook works offline after the first visit.
//
// Every file but the pages and this one is named after its content, so a name never means two things and files
// of two builds cannot be mixed up. That leaves one rule for the pages and one for the rest:
//
//   pages        from the network, so that a reload shows the newest build; from the cache if that fails or dawdles.
//   all others   from the cache, whichever build put them there; from the network if they are new.
//
// BUILD and FILES are filled in when the page is built.
const BUILD = "%BUILD%";
const FILES = [/*FILES*/];
// The page itself, and what of the papers is where.
const PAGES = ["./", "./papers.html"];

const PREFIX = "hornbook-";
const CACHE = PREFIX + BUILD;
const PATIENCE_IN_MILLISECONDS = 3000;

self.addEventListener("install", (event) => {
  event.waitUntil(install());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(activate());
});

self.addEventListener("fetch", (event) => {
  const request = event.request;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    const name = pageAt(url);
    if (name) event.respondWith(page(request, name));
  } else {
    event.respondWith(file(request));
  }
});

// All files or none: addAll fails as a whole, and the browser tries again at the next visit.
async function install() {
  const cache = await caches.open(CACHE);
  // Pages are asked for afresh, lest older copies of them are stored beside newer files.
  const pages = PAGES.map((page) => new Request(page, { cache: "no-cache" }));
  await cache.addAll([...pages, ...FILES.map((file) => new Request(file))]);
  await self.skipWaiting();
}

// Keeps the build before this one: a tab that still shows it may start its worker anew.
async function activate() {
  const ours = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(ours.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

function pageAt(url) {
  const path = url.pathname.replace(/\/index\.html$/, "/");
  return PAGES.find((page) => new URL(page, self.location.href).pathname === path);
}

async function page(request, name) {
  const fromNetwork = fetch(request, { cache: "no-cache" }).then((response) => {
    if (!response.ok || response.redirected) throw new Error("not our page");
    return response;
  });
  const patience = new Promise((_, reject) => setTimeout(reject, PATIENCE_IN_MILLISECONDS, new Error("too slow")));
  try {
    return await Promise.race([fromNetwork, patience]);
  } catch {
    const cache = await caches.open(CACHE);
    return (await cache.match(name)) ?? fromNetwork;
  }
}

async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}
