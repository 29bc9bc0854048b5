//! What is wrong with a text, and where.

use serde::{Deserialize, Serialize};

/// A range of bytes of the source text, on character boundaries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }

    /// The smallest span that covers both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    pub fn covers(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// A place for people: both count from 1, columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LineColumn {
    pub line: u32,
    pub column: u32,
}

impl LineColumn {
    /// Where a byte offset lies in a text; an offset past the end lies at the end.
    pub fn of(text: &str, offset: u32) -> LineColumn {
        let before = &text.as_bytes()[..(offset as usize).min(text.len())];
        let line_start = before.iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
        let line = before.split(|b| *b == b'\n').count() as u32;
        // Count the bytes that start a character.
        let column = before[line_start..].iter().filter(|b| (**b & 0xC0) != 0x80).count() as u32 + 1;
        LineColumn { line, column }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Severity {
    Error,
    Warning,
}

/// One thing to tell the author of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    pub severity: Severity,
    pub span: Span,
    /// A sentence without a full stop: what is wrong, and what was expected.
    pub message: String,
    /// What would likely mend it.
    pub hint: Option<String>,
    /// Another place that helps to see why, such as the first use of a relation symbol.
    pub related: Option<(Span, String)>,
}

impl Diagnostic {
    pub fn error(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Error, span, message: message.into(), hint: None, related: None }
    }

    pub fn warning(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(span, message) }
    }

    pub fn with_hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(hint.into());
        self
    }

    pub fn with_related(mut self, span: Span, note: impl Into<String>) -> Diagnostic {
        self.related = Some((span, note.into()));
        self
    }
}
