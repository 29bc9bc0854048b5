//! What all tests of this module need.

use crate::lang::{Diagnostic, LineColumn, Severity};

/// Diagnostics as lines of text.
pub(super) fn shown(text: &str, diagnostics: &[Diagnostic]) -> String {
    let place = |offset| {
        let LineColumn { line, column } = LineColumn::of(text, offset);
        format!("{line}:{column}")
    };
    let mut lines = String::new();
    for diagnostic in diagnostics {
        let warning = if diagnostic.severity == Severity::Warning { "warning: " } else { "" };
        lines += &format!("{}: {warning}{}", place(diagnostic.span.start), diagnostic.message);
        if let Some(hint) = &diagnostic.hint {
            lines += &format!("; hint: {hint}");
        }
        if let Some((span, note)) = &diagnostic.related {
            lines += &format!("; see {}: {note}", place(span.start));
        }
        lines.push('\n');
    }
    lines
}
