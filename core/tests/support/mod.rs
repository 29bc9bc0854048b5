//! What several tests need.

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
