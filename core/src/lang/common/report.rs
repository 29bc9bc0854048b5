//! Collecting diagnostics, in the order of the text, up to a limit; and the account of the work that a text
//! causes.

use super::limits::{
    ARGUMENT_LIMIT, DIAGNOSTIC_LIMIT, SPELLING_LIMIT, TEXT_LIMIT, WORK_LIMIT, WORK_LIMIT_PER_BYTE,
};
use super::nearest::nearest;
use crate::budget::{Budget, Exhausted};
use crate::lang::{Diagnostic, Severity, Span};
use crate::order::sort_by_key;

/// The diagnostics of one text, and the work that is left for it.
#[derive(Debug)]
pub(in crate::lang) struct Report<'r> {
    diagnostics: Vec<Diagnostic>,
    left_out: usize,
    errors: usize,
    searches: usize,
    /// The steps that are left of what this text may cause.
    work: u64,
    /// Whatever the text causes is drawn from here as well.
    budget: &'r mut (dyn Meter + 'r),
    exhausted: bool,
}

/// A budget of any lifetime.
trait Meter: std::fmt::Debug {
    fn take(&mut self, steps: u64) -> Result<(), Exhausted>;
}

impl Meter for Budget<'_> {
    fn take(&mut self, steps: u64) -> Result<(), Exhausted> {
        Budget::take(self, steps)
    }
}

impl<'r> Report<'r> {
    pub(in crate::lang) fn new(text: &str, budget: &'r mut Budget) -> Report<'r> {
        Report {
            diagnostics: Vec::new(),
            left_out: 0,
            errors: 0,
            searches: 0,
            work: WORK_LIMIT + WORK_LIMIT_PER_BYTE * text.len() as u64,
            budget,
            exhausted: false,
        }
    }

    pub(in crate::lang) fn push(&mut self, diagnostic: Diagnostic) {
        self.errors += usize::from(diagnostic.severity == Severity::Error);
        if self.diagnostics.len() < DIAGNOSTIC_LIMIT {
            self.diagnostics.push(diagnostic);
        } else {
            self.left_out += 1;
        }
    }

    pub(in crate::lang) fn error(&mut self, span: Span, message: impl Into<String>) {
        self.push(Diagnostic::error(span, message));
    }

    pub(in crate::lang) fn hinted(
        &mut self,
        span: Span,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) {
        self.push(Diagnostic::error(span, message).with_hint(hint));
    }

    /// The text is longer than [`TEXT_LIMIT`].
    pub(in crate::lang) fn text_too_long(&mut self) {
        let message = format!("the text is too large: it has more than {} megabytes", TEXT_LIMIT >> 20);
        self.error(Span::default(), message);
    }

    /// Pays for work; `false` when the text has used up its share, which is reported once.
    pub(in crate::lang) fn spend(&mut self, steps: u64, span: Span) -> bool {
        if self.exhausted {
            return false;
        }
        let ended = self.budget.take(steps);
        match (self.work.checked_sub(steps), ended) {
            (Some(left), Ok(())) => self.work = left,
            (_, Err(reason)) => {
                self.exhausted = true;
                self.error(span, format!("the text is too large: reading stops here, {reason}"));
            }
            (None, Ok(())) => {
                self.exhausted = true;
                self.hinted(
                    span,
                    "the text is too large: reading stops here, since what it stands for multiplies",
                    "nested products, definitions that use definitions, and disjunctions of relation symbols \
                     multiply; name parts of them with variables or relation symbols of their own",
                );
            }
        }
        !self.exhausted
    }

    /// Pays for the clauses of a model before they are made; `false` when they would have too many arguments,
    /// which is reported.
    pub(in crate::lang) fn affords_arguments(&mut self, count: u64, span: Span) -> bool {
        if count > ARGUMENT_LIMIT {
            self.hinted(
                span,
                format!("the model is too large: its clauses would have {count} arguments altogether"),
                format!("up to {ARGUMENT_LIMIT} are possible; each clause has all variables of the model"),
            );
            return false;
        }
        self.spend(count, span)
    }

    /// How many messages there are so far.
    pub(in crate::lang) fn count(&self) -> usize {
        self.diagnostics.len()
    }

    /// Moves the places of all messages since a count: they were about a text that was made of this one.
    pub(in crate::lang) fn move_since(&mut self, count: usize, place: impl Fn(Span) -> Span) {
        for diagnostic in self.diagnostics.iter_mut().skip(count) {
            diagnostic.span = place(diagnostic.span);
            if let Some((span, _)) = &mut diagnostic.related {
                *span = place(*span);
            }
        }
    }

    pub(in crate::lang) fn is_exhausted(&self) -> bool {
        self.exhausted
    }

    /// How many errors there are so far; a part of the text during which the number grows is not used.
    pub(in crate::lang) fn errors(&self) -> usize {
        self.errors
    }

    /// The known name that was probably meant by an unknown one. The search costs time, so only the first few
    /// unknown names have one.
    pub(in crate::lang) fn nearest<'c>(
        &mut self,
        name: &str,
        known: impl IntoIterator<Item = &'c str>,
    ) -> Option<&'c str> {
        self.searches += 1;
        if self.searches > SPELLING_LIMIT { None } else { nearest(name, known) }
    }

    /// All diagnostics in the order of their places; what was left out is counted at the end of the text.
    pub(in crate::lang) fn finish(mut self, end: Span) -> Vec<Diagnostic> {
        sort_by_key(&mut self.diagnostics, |d| (d.span, d.severity));
        self.diagnostics.dedup();
        if self.left_out > 0 {
            let message = format!("{} more messages are not shown", self.left_out);
            self.diagnostics.push(Diagnostic::error(end, message));
        }
        self.diagnostics
    }
}

/// The place just after a text.
pub(in crate::lang) fn end_of(text: &str) -> Span {
    let end = text.len().min(TEXT_LIMIT);
    Span::new(end, end)
}
