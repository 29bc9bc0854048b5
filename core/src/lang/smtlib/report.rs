//! Collects diagnostics, and finds the name that was probably meant.

use crate::lang::{Diagnostic, Span};

/// More than this many diagnostics help nobody; the rest are counted.
const LIMIT: usize = 1000;

/// How many diagnostics may search all names for a similar one; the search costs time.
const SEARCHES: usize = 50;

#[derive(Debug, Default)]
pub(super) struct Report {
    diagnostics: Vec<Diagnostic>,
    left_out: usize,
    last: Span,
    searches: usize,
}

impl Report {
    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < LIMIT {
            self.diagnostics.push(diagnostic);
        } else {
            self.left_out += 1;
            self.last = diagnostic.span;
        }
    }

    pub(super) fn error(&mut self, span: Span, message: impl Into<String>) {
        self.push(Diagnostic::error(span, message));
    }

    /// All diagnostics in the order of their places.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        self.diagnostics.sort_by_key(|d| d.span.start);
        if self.left_out > 0 {
            self.diagnostics
                .push(Diagnostic::error(self.last, format!("{} more errors are not shown", self.left_out)));
        }
        self.diagnostics
    }

    /// The candidate most similar to a name, when one is similar enough to have been meant.
    pub(super) fn nearest<'c>(
        &mut self,
        name: &str,
        candidates: impl IntoIterator<Item = &'c str>,
    ) -> Option<&'c str> {
        self.searches += 1;
        if self.searches > SEARCHES || name.len() > 100 {
            return None;
        }
        let letters: Vec<char> = name.chars().collect();
        let allowed = letters.len() / 3 + usize::from(letters.len() > 1);
        let mut best: Option<(usize, &str)> = None;
        for candidate in candidates {
            if candidate.len().abs_diff(name.len()) > 4 * allowed || candidate == name {
                continue;
            }
            let distance = edit_distance(&letters, candidate);
            if distance <= allowed.min(3) && best.is_none_or(|(d, _)| distance < d) {
                best = Some((distance, candidate));
            }
        }
        best.map(|(_, candidate)| candidate)
    }
}

/// How many letters must be inserted, removed or replaced; a change of case costs nothing.
fn edit_distance(left: &[char], right: &str) -> usize {
    let mut row: Vec<usize> = (0..=left.len()).collect();
    for (j, r) in right.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = j + 1;
        for (i, l) in left.iter().enumerate() {
            let cost = usize::from(!l.eq_ignore_ascii_case(&r));
            let next = (diagonal + cost).min(row[i] + 1).min(row[i + 1] + 1);
            diagonal = row[i + 1];
            row[i + 1] = next;
        }
    }
    row[left.len()]
}
