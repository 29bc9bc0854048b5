// The parts of the module that are not loaded at once (docs/adr/0018). Names in "./…" are replaced by content-hashed
// ones when the page is built.
const PARTS = [/*PARTS*/].map((name) => new URL(name, import.meta.url));

// What the parts borrow: the exports of the module. And which parts are there.
let lender;
const present = new Set();

// Called by the module itself, amid a call of something that is in a part: so this waits for the part, whatever it takes.
// If the network is gone, only a question can wait: whoever has the network back says so, and the call goes on.
globalThis.hornbookPart = (part) => {
  while (!present.has(part)) {
    const bytes = loaded(PARTS[part]);
    if (bytes) attach(part, new WebAssembly.Module(bytes));
    else if (!isPage || !confirm(QUESTION)) throw new Error(`${MISSING}: the network is gone`);
  }
};

const isPage = "document" in globalThis;

// These words are known to crash.js and to the page.
const MISSING = "A part of Hornbook could not be loaded";
const QUESTION =
  "The network is gone, and a part of Hornbook that is needed now could not be loaded. Your text is kept.\n\n" +
  "Try again, once the network is back?";

// The bytes of a file; nothing if there is no network.
function loaded(url) {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  // A page may wait for text only: with this encoding each character is a byte.
  if (isPage) request.overrideMimeType("text/plain; charset=x-user-defined");
  else request.responseType = "arraybuffer";
  try {
    request.send();
  } catch {
    return undefined;
  }
  if (request.status !== 200) throw new Error(`${MISSING}: the server does not have ${url}`);
  if (!isPage) return request.response;
  const bytes = new Uint8Array(request.response.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = request.response.charCodeAt(at);
  return bytes;
}

function attach(part, module) {
  if (present.has(part)) return;
  new WebAssembly.Instance(module, { m: lender });
  present.add(part);
}

// To be called before anything of the module is, with what its initialisation gives.
export function lend(exports) {
  lender = exports;
}

// Loads all parts without keeping anyone waiting, and says whether all are there; whoever waits for that hears it, too.
// What fails is tried again when it is needed, or when there is a network again.
export async function loadAll() {
  for (const [part, url] of PARTS.entries()) {
    try {
      attach(part, await WebAssembly.compileStreaming(fetch(url)));
    } catch {}
  }
  const isWhole = present.size === PARTS.length;
  if (isWhole) dispatchEvent(new Event("hornbook-whole"));
  else addEventListener("online", loadAll, { once: true });
  return isWhole;
}
