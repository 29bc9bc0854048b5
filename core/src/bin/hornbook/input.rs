//! Files and their errors.

use std::io::Read;
use std::path::{Path, PathBuf};

use hornbook::lang::{Diagnostic, Severity, render};

/// The text of a file; `-` is the standard input.
pub(crate) fn read(file: &PathBuf) -> Result<String, String> {
    let bytes = if file == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(file)
    };
    let bytes = bytes.map_err(|error| format!("{}: {error}", file.display()))?;
    String::from_utf8(bytes).map_err(|_| format!("{}: not UTF-8 text", file.display()))
}

/// Prints diagnostics; is one of them an error?
pub(crate) fn report(file: &Path, text: &str, diagnostics: &[Diagnostic]) -> bool {
    eprint!("{}", render(diagnostics, text, &file.display().to_string()));
    diagnostics.iter().any(|d| d.severity == Severity::Error)
}
