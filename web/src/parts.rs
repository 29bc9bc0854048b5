//! The parts of the module that are loaded when something of them is needed first (ADR 18).

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// In `web/loader/parts.js`.
    #[wasm_bindgen(js_namespace = globalThis, js_name = hornbookPart)]
    fn wait_for(part: u32);
}

/// Called by what stands in for functions of parts (`xtask/src/split.rs`); nothing in Rust calls it.
#[wasm_bindgen]
pub fn load_part(part: u32) {
    wait_for(part);
}
