//! What the words of a text are, for colouring it: `gcd(M, 2)` is a relation symbol, a bracket, a variable,
//! and so on.
//!
//! This is not the parser: it works line by line, so that only the lines in sight cost anything, and it is
//! total: every text is coloured somehow, also while it is being typed. A line may start inside of something
//! that an earlier line has opened; [`Opening`] says what that is.

mod house;
mod lines;
mod petri;
mod plain;
mod program;
mod smtlib;
mod timed;

pub use lines::Lines;

use std::ops::Range;

use hornbook::lang::Language;

/// Of a line that is longer than this, only this many bytes are coloured; the rest is shown plain.
pub const COLOURED_BYTES: usize = 4_000;

/// What a piece of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Comment,
    /// A relation symbol, or a function or sort in SMT-LIB.
    Relation,
    Variable,
    Number,
    /// A word of the language.
    Keyword,
    /// A sign between terms or formulae, in letters of ASCII or as a glyph.
    Operator,
    Bracket,
    /// Commas and full stops.
    Punctuation,
    /// Text between double quotes.
    Text,
}

impl Kind {
    /// The class in the style sheet.
    pub fn class(self) -> &'static str {
        match self {
            Kind::Comment => "comment",
            Kind::Relation => "relation",
            Kind::Variable => "variable",
            Kind::Number => "numeral",
            Kind::Keyword => "keyword",
            Kind::Operator => "operator",
            Kind::Bracket => "bracket",
            Kind::Punctuation => "punctuation",
            Kind::Text => "text",
        }
    }
}

/// A piece of a line; what lies between pieces is space, or nothing that the language knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub kind: Kind,
    /// Bytes of the line.
    pub range: Range<usize>,
}

/// What a line starts in the middle of. The house syntax has no such things.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Opening {
    #[default]
    Nothing,
    /// A symbol between bars.
    Symbol,
    /// A text between double quotes.
    Text,
    /// A comment between `/*` and `*/`.
    Comment,
}

/// How a language is coloured.
struct Colouring {
    /// The pieces of a line that starts in the middle of something.
    pieces: fn(line: &str, opening: Opening) -> Vec<Piece>,
    /// What each line of a text starts in the middle of; nothing if no line ever does.
    openings: fn(text: &[u8]) -> Vec<Opening>,
}

/// A new language is a file beside this one, and one line here.
fn colouring(language: Language) -> &'static Colouring {
    match language {
        Language::House | Language::Prolog => &house::COLOURING,
        Language::SmtLib => &smtlib::COLOURING,
        Language::Nts => &program::SYSTEMS,
        Language::Program => &program::PROGRAMS,
        Language::Qbf => &plain::QBF,
        Language::Turing => &plain::TURING,
        Language::Spec | Language::Net => &petri::COLOURING,
        Language::Timed => &timed::COLOURING,
    }
}

/// The pieces of a line, from left to right.
///
/// ```
/// use hornbook::lang::Language;
/// use hornbook_web::text::highlight::{Kind, Opening, pieces};
/// let found = pieces("p(X). % why", Language::House, Opening::Nothing);
/// let kinds: Vec<Kind> = found.iter().map(|piece| piece.kind).collect();
/// use Kind::{Bracket, Comment, Punctuation, Relation, Variable};
/// assert_eq!(kinds, [Relation, Bracket, Variable, Bracket, Punctuation, Comment]);
/// ```
pub fn pieces(line: &str, language: Language, opening: Opening) -> Vec<Piece> {
    let line = &line[..floor_boundary(line, COLOURED_BYTES)];
    (colouring(language).pieces)(line, opening)
}

/// The last place of a character at or before an offset.
fn floor_boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// How many bytes from the start of a text satisfy a condition on their characters.
fn length_while(text: &str, condition: impl Fn(char) -> bool) -> usize {
    text.find(|c| !condition(c)).unwrap_or(text.len())
}

/// The colour and the length of a sign: one of several characters, an operator, or anything else.
fn sign(rest: &str, first: char, long: &[&str], operators: &str) -> (Option<Kind>, usize) {
    match long.iter().find(|sign| rest.starts_with(**sign)) {
        Some(sign) => (Some(Kind::Operator), sign.len()),
        None => (operators.contains(first).then_some(Kind::Operator), first.len_utf8()),
    }
}

#[cfg(test)]
mod tests;
