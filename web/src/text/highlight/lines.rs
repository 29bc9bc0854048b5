//! Where the lines of a text are, and what each starts in the middle of.

use std::ops::Range;

use hornbook::lang::Language;

use super::{Opening, Piece, colouring, pieces};

/// The lines of a text.
///
/// ```
/// use hornbook_web::text::highlight::Lines;
/// let text = "p(X).\nq(X).\n";
/// let lines = Lines::of(text);
/// assert_eq!((lines.count(), lines.range(1), lines.at(7)), (3, 6..11, 1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    language: Language,
    /// Where each line starts.
    starts: Vec<u32>,
    /// What each line starts in; empty for a language in which nothing spans lines.
    openings: Vec<Opening>,
    length: usize,
    /// The line with the most bytes.
    longest: usize,
}

impl Lines {
    /// One pass over the bytes of a text, which knows its language by its beginning.
    pub fn of(text: &str) -> Self {
        let language = Language::detect(text);
        let (starts, openings) = (starts(text.as_bytes()), (colouring(language).openings)(text.as_bytes()));
        let mut lines = Self { language, starts, openings, length: text.len(), longest: 0 };
        lines.longest = (0..lines.count()).max_by_key(|line| lines.range(*line).len()).unwrap_or_default();
        lines
    }

    /// How many there are: at least one.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// The line with the most bytes.
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// The bytes of a line, without its end; empty for a line that does not exist.
    pub fn range(&self, line: usize) -> Range<usize> {
        let Some(start) = self.starts.get(line) else { return self.length..self.length };
        let end = self.starts.get(line + 1).map_or(self.length, |next| *next as usize - 1);
        *start as usize..end
    }

    /// The line in which a byte lies.
    pub fn at(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start as usize <= offset).saturating_sub(1)
    }

    /// The pieces of a line of the text that these are the lines of.
    pub fn pieces(&self, text: &str, line: usize) -> Vec<Piece> {
        let opening = self.openings.get(line).copied().unwrap_or_default();
        pieces(text.get(self.range(line)).unwrap_or_default(), self.language, opening)
    }
}

fn starts(bytes: &[u8]) -> Vec<u32> {
    let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    std::iter::once(0).chain(ends.map(|(at, _)| at as u32 + 1)).collect()
}
