// Entry point of the page. Names in "./…" are replaced by content-hashed ones when the page is built.
import init, { start_page } from "./hornbook.js";
import { lend, loadAll } from "./parts.js";

// The colours that the user has chosen, before there is anything to see. A browser may refuse to store anything.
try {
  document.documentElement.dataset.theme = localStorage.getItem("hornbook.theme") ?? "system";
} catch {}

lend(await init({ module_or_path: new URL("./hornbook.wasm", import.meta.url) }));
start_page(new URL("./worker.js", import.meta.url).href, new URL("./lessons.txt", import.meta.url).href);

// What comes after the page itself waits until somebody has had the time to look at it and to press Solve.
const QUIET_IN_MILLISECONDS = 1500;
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
