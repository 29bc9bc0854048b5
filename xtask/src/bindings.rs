//! The JavaScript bindings of the WebAssembly module.
//!
//! `wasm-bindgen-cli-support` is what the `wasm-bindgen` program and trunk call inside. Calling it from here
//! spares everyone an installation, and Cargo.toml keeps its version equal to the library's.

use std::path::Path;

use anyhow::{Result, ensure};
use wasm_bindgen_cli_support::Bindgen;

/// A module made ready for the browser.
#[derive(Debug)]
pub struct Bindings {
    /// The ES module with `initSync`, a default `init` and the exported functions.
    pub js: String,
    /// The WebAssembly module it loads, with the symbols of its functions.
    pub wasm: Vec<u8>,
}

/// Generates the bindings of the compiled module at `compiled`.
pub fn generate(compiled: &Path) -> Result<Bindings> {
    let mut output = Bindgen::new()
        .input_path(compiled)
        .web(true)?
        .typescript(false)
        .demangle(false)
        .remove_name_section(false)
        .remove_producers_section(true)
        .generate_output()?;
    // Snippets would be further files with names of their own; none of our dependencies needs one.
    ensure!(
        output.snippets().values().all(Vec::is_empty) && output.local_modules().is_empty(),
        "a dependency of the page brings JavaScript of its own, which the build does not copy"
    );
    Ok(Bindings { js: output.js().to_owned(), wasm: output.wasm_mut().emit_wasm() })
}
