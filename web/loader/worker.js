// Entry point of the worker. Names in "./…" are replaced by content-hashed ones when the page is built.
import init, { start_worker, warm_up_worker } from "./hornbook.js";
import { lend, loadAll } from "./parts.js";

// The page compiles the module once and hands it over as the first message, to a worker that it has named so.
// Whoever starts the worker otherwise has it compile the module itself. A worker that was started ahead says
// nothing before it gets a second message, since nobody listens until then.
const module = self.name ? await message() : new URL("./hornbook.wasm", import.meta.url);
const called = self.name === "ahead" ? message() : undefined;

lend(await init({ module_or_path: module }));
await called;
start_worker();

// Later than the page does the same, which has the browser compile the parts for all of them.
const QUIET_IN_MILLISECONDS = 900;
setTimeout(async () => {
  if (await loadAll() && self.name === "ahead") warm_up_worker();
}, QUIET_IN_MILLISECONDS);

function message() {
  return new Promise((resolve) => self.addEventListener("message", (event) => resolve(event.data), { once: true }));
}
