// Entry point of the page. Names in "./…" are replaced by content-hashed ones when the page is built.
//
// Nothing is imported before the module is on its way, since everything else can be done meanwhile.
const compiled = compile(new URL("./hornbook.wasm", import.meta.url));

// The worker that will run gets ready while the page is drawn. One that fails is not offered to the page, which
// will start another and tell why that fails.
const workerUrl = new URL("./worker.js", import.meta.url).href;
let solver;
try {
  solver = new Worker(workerUrl, { type: "module", name: "ahead" });
  solver.addEventListener("error", (event) => { event.preventDefault(); solver = undefined; }, { once: true });
  compiled.then((module) => solver?.postMessage(module), () => {});
} catch {}

const [{ default: init, start_page }, { lend, loadAll }] = await Promise.all([
  import("./hornbook.js"), import("./parts.js"), isParsed(),
]);
lend(await init({ module_or_path: await compiled }));
dispatchEvent(new Event("hornbook-start"));
start_page(workerUrl, new URL("./lessons.txt", import.meta.url).href, solver);

// What comes after the page itself waits until somebody has had the time to look at it and to press Solve.
const QUIET_IN_MILLISECONDS = 600;
setTimeout(() => {
  // Offline use. A page that is not served over https or from loopback has no service workers; it works without.
  if ("serviceWorker" in navigator) {
    navigator.serviceWorker
      .register(new URL("./sw.js", import.meta.url))
      .catch((reason) => console.warn("Hornbook will not be available offline:", reason));
  }
  // What is not needed at once comes when the browser has nothing else to do.
  (globalThis.requestIdleCallback ?? setTimeout)(loadAll);
}, QUIET_IN_MILLISECONDS);

// Compiles the module while it is loaded; a host that does not know its type has it loaded before.
async function compile(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} could not be loaded`);
  const isKnown = response.headers.get("Content-Type")?.startsWith("application/wasm");
  return isKnown ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

// This script does not wait for the rest of the document, which is short; the page does.
function isParsed() {
  if (document.readyState !== "loading") return;
  return new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve, { once: true }));
}
