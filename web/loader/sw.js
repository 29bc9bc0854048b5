// The service worker: Hornbook works offline after the first visit.
//
// Every file but index.html and this one is named after its content, so a name never means two things and files
// of two builds cannot be mixed up. That leaves one rule for the page itself and one for the rest:
//
//   index.html   from the network, so that a reload shows the newest build; from the cache if that fails or dawdles.
//   all others   from the cache, whichever build put them there; from the network if they are new.
//
// BUILD and FILES are filled in when the page is built.
const BUILD = "%BUILD%";
const FILES = [/*FILES*/];

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
    if (isThePage(url)) event.respondWith(page(request));
  } else {
    event.respondWith(file(request));
  }
});

// All files or none: addAll fails as a whole, and the browser tries again at the next visit.
async function install() {
  const cache = await caches.open(CACHE);
  // index.html is asked for afresh, lest an older copy of it is stored beside newer files.
  await cache.addAll(FILES.map((file) => new Request(file, file === "./" ? { cache: "no-cache" } : {})));
  await self.skipWaiting();
}

// Keeps the build before this one: a tab that still shows it may start its worker anew.
async function activate() {
  const ours = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(ours.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

function isThePage(url) {
  const here = new URL("./", self.location.href).pathname;
  return url.pathname === here || url.pathname === here + "index.html";
}

async function page(request) {
  const fromNetwork = fetch(request, { cache: "no-cache" }).then((response) => {
    if (!response.ok || response.redirected) throw new Error("not our page");
    return response;
  });
  const patience = new Promise((_, reject) => setTimeout(reject, PATIENCE_IN_MILLISECONDS, new Error("too slow")));
  try {
    return await Promise.race([fromNetwork, patience]);
  } catch {
    const cache = await caches.open(CACHE);
    return (await cache.match("./")) ?? fromNetwork;
  }
}

async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}
