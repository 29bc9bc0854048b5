//! What several tests need.

#[cfg(feature = "cli")]
use std::path::PathBuf;

pub(crate) use hornbook_random::Random;

use hornbook::lang::{Diagnostic, LineColumn, Severity};

/// The errors among diagnostics, as lines.
pub(crate) fn errors(text: &str, diagnostics: &[Diagnostic]) -> String {
    let line = |d: &Diagnostic| {
        let place = LineColumn::of(text, d.span.start);
        format!("{}:{}: {}\n", place.line, place.column, d.message)
    };
    diagnostics.iter().filter(|d| d.severity == Severity::Error).map(line).collect()
}

/// The path of an example problem.
#[cfg(feature = "cli")]
pub(crate) fn example(name: &str) -> String {
    format!("{}/../static/examples/{name}.horn", env!("CARGO_MANIFEST_DIR"))
}

/// A file with this text, in a directory of the tests' own.
#[cfg(feature = "cli")]
pub(crate) fn file(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}
