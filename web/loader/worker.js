// Entry point of the worker. Names in "./…" are replaced by content-hashed ones when the page is built.
import init, { start_worker } from "./hornbook.js";

await init({ module_or_path: new URL("./hornbook.wasm", import.meta.url) });
start_worker();
