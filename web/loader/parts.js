// The parts of the module that are not loaded at once (docs/adr/0018). Names in "./…" are replaced by content-hashed
// ones when the page is built.
const PARTS = [/*PARTS*/].map((name) => new URL(name, import.meta.url));

// What the parts borrow: the exports of the module. And which parts are there.
let lender;
const present = new Set();

// Called by the module itself, amid a call of something that is in a part: so this waits for the part, whatever it takes.
globalThis.hornbookPart = (part) => {
  if (present.has(part)) return;
  const request = new XMLHttpRequest();
  request.open("GET", PARTS[part], false);
  const isPage = "document" in globalThis;
  // A page may wait for text only: with this encoding each character is a byte.
  if (isPage) request.overrideMimeType("text/plain; charset=x-user-defined");
  else request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${PARTS[part]} could not be loaded`);
  const text = request.response;
  attach(part, new WebAssembly.Module(isPage ? Uint8Array.from(text, (c) => c.charCodeAt(0)) : text));
};

function attach(part, module) {
  if (present.has(part)) return;
  new WebAssembly.Instance(module, { m: lender });
  present.add(part);
}

// To be called before anything of the module is, with what its initialisation gives.
export function lend(exports) {
  lender = exports;
}

// Loads all parts without keeping anyone waiting, and says whether all are there. What fails is tried again when it is
// needed.
export async function loadAll() {
  for (const [part, url] of PARTS.entries()) {
    try {
      attach(part, await WebAssembly.compileStreaming(fetch(url)));
    } catch {}
  }
  return present.size === PARTS.length;
}
