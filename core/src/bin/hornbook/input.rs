//! Files and their errors.

use std::io::Read;
use std::path::{Path, PathBuf};

use hornbook::lang::{Diagnostic, LineColumn, Severity};

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
    for d in diagnostics {
        let LineColumn { line, column } = LineColumn::of(text, d.span.start);
        let severity = match d.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        eprintln!("{}:{line}:{column}: {severity}: {}", file.display(), d.message);
        if let Some(hint) = &d.hint {
            eprintln!("  hint: {hint}");
        }
    }
    diagnostics.iter().any(|d| d.severity == Severity::Error)
}
