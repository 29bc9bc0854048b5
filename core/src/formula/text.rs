//! Formulae as text whose pieces say what they are, so that nobody has to take the text apart again.
//!
//! Events carry formulae in this form: `X1 - 2 ≤ Y` is the text, and beside it stands that `X1` is a
//! variable, ` - ` a sign, `2` a number. Kinds are written one letter to a piece, followed by the number of
//! its characters if that is not one: `v2s3ns3v`. That is short in messages and can be read in logs.
//!
//! ```
//! use hornbook::formula::{Arena, PieceKind, LinearTerm, Sort};
//! use hornbook::num::Int;
//! let mut arena = Arena::new();
//! let x = LinearTerm::symbol(arena.symbol("X1", Sort::Int));
//! let formula = arena.le(&x.plus_constant(&Int::from(-2)));
//! let text = arena.show(formula).text();
//! assert_eq!(text.as_str(), "X1 ≤ 2");
//! let pieces: Vec<(PieceKind, &str)> = text.pieces().map(|piece| (piece.kind, piece.text)).collect();
//! assert_eq!(pieces, [(PieceKind::Variable, "X1"), (PieceKind::Sign, " ≤ "), (PieceKind::Number, "2")]);
//! assert_eq!(text.truth(), None);
//! assert_eq!(arena.show(arena.true_()).text().truth(), Some(true));
//! ```

use std::fmt;

use serde::{Deserialize, Serialize};

/// A formula, a term or a clause as text in pieces.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct FormulaText {
    text: String,
    /// For each piece the letter of its kind, and its number of characters unless that is one.
    kinds: String,
}

/// What a piece of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PieceKind {
    Variable,
    Number,
    /// The name of a relation symbol.
    Relation,
    /// The name of a part that is written elsewhere, such as `φ1`.
    Definition,
    /// `≤`, `+`, `|`, `¬` and the like.
    Sign,
    /// `∧`, `∨`, `→`, `←`
    Connective,
    /// Parentheses and commas.
    Punctuation,
    /// A word such as `where` or `mod`.
    Word,
    True,
    False,
    /// What says that something was left out.
    Omission,
}

/// A piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece<'a> {
    pub kind: PieceKind,
    pub text: &'a str,
}

/// A relation symbol applied to arguments.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AtomText<R> {
    pub relation: R,
    /// The name of the relation symbol.
    pub name: String,
    pub arguments: Vec<FormulaText>,
}

impl PieceKind {
    const ALL: [PieceKind; 11] = [
        PieceKind::Variable,
        PieceKind::Number,
        PieceKind::Relation,
        PieceKind::Definition,
        PieceKind::Sign,
        PieceKind::Connective,
        PieceKind::Punctuation,
        PieceKind::Word,
        PieceKind::True,
        PieceKind::False,
        PieceKind::Omission,
    ];

    fn letter(self) -> char {
        match self {
            PieceKind::Variable => 'v',
            PieceKind::Number => 'n',
            PieceKind::Relation => 'r',
            PieceKind::Definition => 'd',
            PieceKind::Sign => 's',
            PieceKind::Connective => 'c',
            PieceKind::Punctuation => 'p',
            PieceKind::Word => 'w',
            PieceKind::True => 't',
            PieceKind::False => 'f',
            PieceKind::Omission => 'o',
        }
    }

    fn of_letter(letter: char) -> Option<PieceKind> {
        PieceKind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }
}

impl FormulaText {
    pub fn new() -> FormulaText {
        FormulaText::default()
    }

    /// A text of one piece.
    pub fn of(kind: PieceKind, text: &str) -> FormulaText {
        FormulaText::new().with(kind, text)
    }

    /// `true` or `false`.
    pub fn constant(value: bool) -> FormulaText {
        if value {
            FormulaText::of(PieceKind::True, "true")
        } else {
            FormulaText::of(PieceKind::False, "false")
        }
    }

    /// With one more piece.
    #[must_use]
    pub fn with(mut self, kind: PieceKind, text: &str) -> FormulaText {
        self.push(kind, text);
        self
    }

    /// With the pieces of another text.
    #[must_use]
    pub fn and(mut self, other: &FormulaText) -> FormulaText {
        self.append(other);
        self
    }

    /// Adds a piece; nothing is no piece.
    pub fn push(&mut self, kind: PieceKind, text: &str) {
        if text.is_empty() {
            return;
        }
        self.text.push_str(text);
        self.kinds.push(kind.letter());
        match text.chars().count() {
            1 => {}
            length => self.kinds += &length.to_string(),
        }
    }

    pub fn append(&mut self, other: &FormulaText) {
        self.text.push_str(&other.text);
        self.kinds.push_str(&other.kinds);
    }

    /// Texts with a piece between any two of them.
    pub fn joined<'a>(
        texts: impl IntoIterator<Item = &'a FormulaText>,
        kind: PieceKind,
        between: &str,
    ) -> FormulaText {
        let mut all = FormulaText::new();
        for (i, text) in texts.into_iter().enumerate() {
            if i > 0 {
                all.push(kind, between);
            }
            all.append(text);
        }
        all
    }

    #[must_use]
    pub fn in_parentheses(&self) -> FormulaText {
        FormulaText::of(PieceKind::Punctuation, "(").and(self).with(PieceKind::Punctuation, ")")
    }

    pub fn as_str(&self) -> &str {
        &self.text
    }

    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    pub fn pieces(&self) -> Pieces<'_> {
        Pieces { text: &self.text, kinds: &self.kinds }
    }

    /// Whether it is the formula `true`, or the formula `false`. A variable of such a name is neither.
    pub fn truth(&self) -> Option<bool> {
        let mut pieces = self.pieces();
        match (pieces.next()?.kind, pieces.next()) {
            (PieceKind::True, None) => Some(true),
            (PieceKind::False, None) => Some(false),
            _ => None,
        }
    }

    pub fn is_true(&self) -> bool {
        self.truth() == Some(true)
    }

    pub fn is_false(&self) -> bool {
        self.truth() == Some(false)
    }

    /// Was nothing left out?
    pub fn is_whole(&self) -> bool {
        !self.has(PieceKind::Omission)
    }

    /// Is there a piece of this kind?
    pub fn has(&self, kind: PieceKind) -> bool {
        self.kinds.contains(kind.letter())
    }
}

impl From<FormulaText> for String {
    fn from(text: FormulaText) -> String {
        text.text
    }
}

impl fmt::Display for FormulaText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// As it reads; the kinds would be in the way.
impl fmt::Debug for FormulaText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.text, f)
    }
}

impl<R> AtomText<R> {
    /// A relation symbol with its parameters.
    pub fn over(relation: R, name: &str, parameters: &[String]) -> AtomText<R> {
        let arguments = parameters.iter().map(|name| FormulaText::of(PieceKind::Variable, name)).collect();
        AtomText { relation, name: name.to_owned(), arguments }
    }

    /// `p(X, Y + 1)`; without arguments only the name.
    pub fn text(&self) -> FormulaText {
        let name = FormulaText::of(PieceKind::Relation, &self.name);
        if self.arguments.is_empty() {
            return name;
        }
        name.and(&FormulaText::joined(&self.arguments, PieceKind::Punctuation, ", ").in_parentheses())
    }
}

impl<R> AtomText<R> {
    /// The same with at most this many arguments, and how many there are if those are not all:
    /// `p(X, Y, … 80 more)`.
    pub fn text_within(&self, most: usize) -> FormulaText {
        if self.arguments.len() <= most.saturating_add(1) {
            return self.text();
        }
        let (shown, rest) = self.arguments.split_at(most);
        let mut arguments = shown.to_vec();
        arguments.push(FormulaText::of(PieceKind::Omission, &format!("… {} more", rest.len())));
        let name = FormulaText::of(PieceKind::Relation, &self.name);
        name.and(&FormulaText::joined(&arguments, PieceKind::Punctuation, ", ").in_parentheses())
    }
}

impl<R> fmt::Debug for AtomText<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.text(), f)
    }
}

impl<R> fmt::Display for AtomText<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.text(), f)
    }
}

/// The pieces of a text, in order.
#[derive(Clone, Debug)]
pub struct Pieces<'a> {
    text: &'a str,
    kinds: &'a str,
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        let mut letters = self.kinds.chars();
        let kind = PieceKind::of_letter(letters.next()?)?;
        let rest = letters.as_str();
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let length = if digits == 0 { 1 } else { rest[..digits].parse().ok()? };
        let end = self.text.char_indices().nth(length).map_or(self.text.len(), |(at, _)| at);
        let (text, after) = self.text.split_at(end);
        self.text = after;
        self.kinds = &rest[digits..];
        Some(Piece { kind, text })
    }
}

/// What was read from a message or a log, before it is known that kinds and text fit each other.
#[derive(Deserialize)]
struct Unchecked {
    text: String,
    kinds: String,
}

impl TryFrom<Unchecked> for FormulaText {
    type Error = &'static str;

    fn try_from(Unchecked { text, kinds }: Unchecked) -> Result<FormulaText, Self::Error> {
        let claimed = FormulaText { text, kinds };
        let mut again = FormulaText::new();
        claimed.pieces().for_each(|piece| again.push(piece.kind, piece.text));
        if again == claimed { Ok(claimed) } else { Err("the kinds do not fit the text") }
    }
}

#[cfg(test)]
mod tests;
