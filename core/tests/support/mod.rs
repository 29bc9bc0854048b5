//! What several tests need.

use hornbook::lang::{Diagnostic, LineColumn, Severity};

/// The errors among diagnostics, as lines.
pub(crate) fn errors(text: &str, diagnostics: &[Diagnostic]) -> String {
    let line = |d: &Diagnostic| {
        let place = LineColumn::of(text, d.span.start);
        format!("{}:{}: {}\n", place.line, place.column, d.message)
    };
    diagnostics.iter().filter(|d| d.severity == Severity::Error).map(line).collect()
}

/// A small generator of numbers: the same seed gives the same run everywhere.
pub(crate) struct Random {
    state: u64,
}

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random { state: seed | 1 }
    }

    pub(crate) fn draw(&mut self) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.draw() % limit.max(1) as u64) as usize
    }
}
