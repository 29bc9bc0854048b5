//! Collecting diagnostics, in the order of the text, up to a limit.

use super::limits::{DIAGNOSTIC_LIMIT, WORK_LIMIT, WORK_LIMIT_PER_BYTE};
use crate::lang::{Diagnostic, Severity, Span};

/// The diagnostics of one text, and the account of the work it causes.
#[derive(Debug)]
pub(super) struct Report {
    diagnostics: Vec<Diagnostic>,
    left_out: usize,
    errors: usize,
    /// The work that is left.
    work: u64,
    exhausted: bool,
}

impl Report {
    pub(super) fn new(text: &str) -> Report {
        let work = WORK_LIMIT + WORK_LIMIT_PER_BYTE * text.len() as u64;
        Report { diagnostics: Vec::new(), left_out: 0, errors: 0, work, exhausted: false }
    }

    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        self.errors += usize::from(diagnostic.severity == Severity::Error);
        if self.diagnostics.len() < DIAGNOSTIC_LIMIT {
            self.diagnostics.push(diagnostic);
        } else {
            self.left_out += 1;
        }
    }

    pub(super) fn error(&mut self, span: Span, message: impl Into<String>) {
        self.push(Diagnostic::error(span, message));
    }

    pub(super) fn hinted(&mut self, span: Span, message: impl Into<String>, hint: impl Into<String>) {
        self.push(Diagnostic::error(span, message).with_hint(hint));
    }

    /// Pays for work; `false` when the text has used up its share, which is reported once.
    pub(super) fn spend(&mut self, steps: u64, span: Span) -> bool {
        match self.work.checked_sub(steps) {
            Some(left) => self.work = left,
            None => self.exhaust(span),
        }
        !self.exhausted
    }

    fn exhaust(&mut self, span: Span) {
        if !std::mem::replace(&mut self.exhausted, true) {
            self.hinted(
                span,
                "the text stands for formulae too large to build",
                "nested products and `;` over relation symbols multiply; name parts of them with variables of \
                 their own",
            );
        }
    }

    /// How many errors there are so far; an item during which the number grows is not used.
    pub(super) fn errors(&self) -> usize {
        self.errors
    }

    pub(super) fn is_exhausted(&self) -> bool {
        self.exhausted
    }

    pub(super) fn finish(mut self, end: Span) -> Vec<Diagnostic> {
        self.diagnostics.sort_by_key(|d| (d.span, d.severity));
        self.diagnostics.dedup();
        if self.left_out > 0 {
            let message = format!("{} more messages are not shown", self.left_out);
            self.diagnostics
                .push(Diagnostic { severity: Severity::Error, ..Diagnostic::error(end, message) });
        }
        self.diagnostics
    }
}
