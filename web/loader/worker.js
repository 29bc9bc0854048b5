// Entry point of the worker. Names in "./…" are replaced by content-hashed ones when the page is built.
import init, { start_worker } from "./hornbook.js";
import { lend } from "./parts.js";

// The page compiles the module once and hands it over as the first message, to a worker that it has named so.
// Whoever starts the worker otherwise has it compile the module itself.
const given = new Promise((resolve) => {
  self.addEventListener("message", (event) => resolve(event.data), { once: true });
});
const module = self.name === "given-module" ? await given : new URL("./hornbook.wasm", import.meta.url);

lend(await init({ module_or_path: module }));
start_worker();
