//! Formulae as textbooks set them: *M* ≥ *R*, with italic variables, upright names and proper signs.
//!
//! What the pieces of a formula are, the solver says ([`FormulaText`]); here each gets a style. Views turn
//! pieces into elements of the page or of a picture.
//!
//! ```
//! use hornbook::formula::{FormulaText, PieceKind};
//! use hornbook_web::draw::notation::{pieces, Style};
//! let text = FormulaText::of(PieceKind::Variable, "X1").with(PieceKind::Sign, " ≤ ");
//! let text = text.with(PieceKind::Number, "2");
//! let pieces = pieces(&text);
//! let shown: Vec<(Style, &str)> = pieces.iter().map(|piece| (piece.style, &*piece.text)).collect();
//! assert_eq!(shown, [(Style::Variable, "X"), (Style::Subscript, "1"), (Style::Upright, "\u{a0}≤\u{a0}2")]);
//! ```

use hornbook::formula::{FormulaText, PieceKind};

/// How a piece of a formula is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Italic.
    Variable,
    /// Small, below the line.
    Subscript,
    /// Numbers, signs, parentheses, relation symbols, `true` and `false`.
    Upright,
}

/// A piece of a formula in one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub style: Style,
    pub text: String,
}

/// A space at which a line may not end.
const SPACE: char = '\u{a0}';

/// The pieces of a formula or clause. A line may be broken before a connective and around words, and nowhere
/// else.
pub fn pieces(text: &FormulaText) -> Vec<Piece> {
    let mut pieces = Pieces::default();
    for piece in text.pieces() {
        match piece.kind {
            PieceKind::Variable => pieces.name(piece.text, Style::Variable),
            PieceKind::Relation | PieceKind::Definition => pieces.name(piece.text, Style::Upright),
            PieceKind::Connective => pieces.upright(&format!(" {SPACE}{}{SPACE}{SPACE}", piece.text.trim())),
            PieceKind::Word => pieces.upright(piece.text),
            PieceKind::Sign | PieceKind::Number => {
                // A bar between spaces says that a number divides a term.
                pieces.upright(&piece.text.replace('-', "−").replace('|', "∣").replace(' ', "\u{a0}"));
            }
            PieceKind::Punctuation | PieceKind::True | PieceKind::False | PieceKind::Omission => {
                pieces.upright(&piece.text.replace(' ', "\u{a0}"));
            }
        }
    }
    pieces.0
}

/// The pieces of the name of a relation symbol.
pub fn relation(name: &str) -> Vec<Piece> {
    pieces(&FormulaText::of(PieceKind::Relation, name))
}

/// The pieces of the name of a variable.
pub fn variable(name: &str) -> Vec<Piece> {
    pieces(&FormulaText::of(PieceKind::Variable, name))
}

/// What stands for something that does not fit.
pub fn ellipsis() -> Vec<Piece> {
    pieces(&FormulaText::of(PieceKind::Omission, "…"))
}

/// The text as it reads without styles.
pub fn plain(pieces: &[Piece]) -> String {
    pieces.iter().map(|piece| piece.text.as_str()).collect()
}

/// A formula as it reads in a sentence without styles, with the same signs as where it is set.
///
/// ```
/// use hornbook::formula::{FormulaText, PieceKind};
/// use hornbook_web::draw::notation::words;
/// let text = FormulaText::of(PieceKind::Variable, "M").with(PieceKind::Sign, " - ");
/// assert_eq!(words(&text.with(PieceKind::Variable, "N")), "M − N");
/// ```
pub fn words(text: &FormulaText) -> String {
    single_spaced(&plain(&pieces(text)))
}

/// The text with one plain space wherever there are any.
pub fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[derive(Default)]
struct Pieces(Vec<Piece>);

impl Pieces {
    /// `X12` has the subscript 12; `X_12` and `12` are left as they are. `X1⁽²⁾` is the `X1` of position 2.
    fn name(&mut self, name: &str, style: Style) {
        let own = name.find('⁽').filter(|at| *at > 0).unwrap_or(name.len());
        let own = name[..own].trim_end_matches(['\'', '′']).len();
        let (own, after) = if own > 0 { name.split_at(own) } else { (name, "") };
        let stem = own.trim_end_matches(|c: char| c.is_ascii_digit());
        if stem.ends_with(char::is_alphabetic) {
            self.push(style, stem);
            self.push(Style::Subscript, &own[stem.len()..]);
        } else {
            self.push(style, own);
        }
        self.upright(&after.replace('\'', "′"));
    }

    fn upright(&mut self, text: &str) {
        self.push(Style::Upright, text);
    }

    fn push(&mut self, style: Style, text: &str) {
        if text.is_empty() {
            return;
        }
        match self.0.last_mut() {
            Some(last) if last.style == style && style == Style::Upright => last.text.push_str(text),
            _ => self.0.push(Piece { style, text: text.to_owned() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Italic between asterisks, subscripts after an underscore.
    fn shown(text: &FormulaText) -> String {
        let piece = |piece: &Piece| {
            let text = piece.text.replace(SPACE, " ");
            match piece.style {
                Style::Variable => format!("*{text}*"),
                Style::Subscript => format!("_{text}"),
                Style::Upright => text,
            }
        };
        pieces(text).iter().map(piece).collect()
    }

    /// A text of pieces, each with the first letter of its kind: v, n, s, c, p.
    fn text(pieces: &[(char, &str)]) -> FormulaText {
        let kind = |letter| match letter {
            'v' => PieceKind::Variable,
            'n' => PieceKind::Number,
            's' => PieceKind::Sign,
            'c' => PieceKind::Connective,
            'r' => PieceKind::Relation,
            _ => PieceKind::Punctuation,
        };
        pieces.iter().fold(FormulaText::new(), |text, (letter, piece)| text.with(kind(*letter), piece))
    }

    #[test]
    fn formulae_are_set_as_in_print() {
        let disjunction = text(&[('v', "N"), ('s', " ≠ "), ('v', "M"), ('c', " ∨ "), ('v', "R")]);
        assert_eq!(shown(&disjunction), "*N* ≠ *M*  ∨  *R*");
        let indivisible = text(&[
            ('s', "¬"),
            ('p', "("),
            ('n', "2"),
            ('s', " | "),
            ('v', "Z"),
            ('s', " - "),
            ('n', "1"),
            ('p', ")"),
        ]);
        assert_eq!(shown(&indivisible), "¬(2 ∣ *Z* − 1)");
        let sum = text(&[
            ('n', "3"),
            ('v', "X1"),
            ('s', " + "),
            ('n', "2"),
            ('v', "Rec12'"),
            ('s', " = "),
            ('n', "-7"),
        ]);
        assert_eq!(shown(&sum), "3*X*_1 + 2*Rec*_12′ = −7");
        let odd = text(&[('v', "main@x!1"), ('s', " ≤ "), ('v', "a-b|c")]);
        assert_eq!(shown(&odd), "*main@x!1* ≤ *a-b|c*");
        assert_eq!(shown(&text(&[('v', "X1⁽²⁾")])), "*X*_1⁽²⁾");
    }

    #[test]
    fn different_names_look_different() {
        let variable = |name| shown(&text(&[('v', name)]));
        assert_ne!(variable("X_1"), variable("X1"));
        assert_eq!(shown(&text(&[('r', "r6")])), "r_6");
        assert_eq!(plain(&relation("rf")), "rf");
        for name in ["'", "⁽1⁾", "12", "é名", "X'", "f(x)"] {
            let letters = |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).collect() };
            assert_eq!(letters(&plain(&super::variable(name))), letters(name));
        }
    }
}
