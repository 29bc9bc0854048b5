//! Formulae as textbooks set them: *M* ≥ *R*, with italic variables, upright names and proper signs.
//!
//! Events carry formulae as text in the papers' notation. Here that text is cut into pieces with a style each; what it
//! means does not matter. Views turn pieces into elements of the page or of a picture.
//!
//! ```
//! use hornbook_web::notation::{pieces, Style};
//! let pieces = pieces("X1 - 2 ≤ Rec");
//! let shown: Vec<(Style, &str)> = pieces.iter().map(|piece| (piece.style, &*piece.text)).collect();
//! assert_eq!(shown, [
//!     (Style::Variable, "X"), (Style::Subscript, "1"), (Style::Upright, "\u{a0}−\u{a0}2\u{a0}≤\u{a0}"), (Style::Variable, "Rec"),
//! ]);
//! ```

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

/// Words that are no variables.
const WORDS: [&str; 4] = ["true", "false", "mod", "div"];

/// The pieces of a formula or clause. A line may be broken before a connective, and nowhere else.
pub fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Pieces::default();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = name_length(rest);
        if length > 0 && !first.is_ascii_digit() {
            let (word, after) = rest.split_at(length);
            let is_relation = after.starts_with('(');
            pieces.name(word, is_relation || WORDS.contains(&word));
            rest = after;
            continue;
        }
        rest = &rest[first.len_utf8()..];
        match first {
            ' ' if rest.starts_with(['∧', '∨', '←', '→']) => pieces.upright(" \u{a0}"),
            ' ' => pieces.upright_char(SPACE),
            '∧' | '∨' | '←' | '→' => {
                pieces.upright_char(first);
                pieces.upright_char(SPACE);
            }
            // A bar between spaces says that a number divides a term.
            '|' => pieces.upright_char('∣'),
            '-' => pieces.upright_char('−'),
            '\'' => pieces.upright_char('′'),
            _ => pieces.upright_char(first),
        }
    }
    pieces.0
}

/// The pieces of the name of a relation symbol.
pub fn relation(name: &str) -> Vec<Piece> {
    let mut pieces = Pieces::default();
    pieces.name(name, true);
    pieces.0
}

/// The text as it reads without styles.
pub fn plain(pieces: &[Piece]) -> String {
    pieces.iter().map(|piece| piece.text.as_str()).collect()
}

/// How many bytes belong to the name or number at the start. SMT-LIB allows signs in names; those of arithmetic stand
/// between spaces, so that a sign between letters belongs to a name.
fn name_length(text: &str) -> usize {
    let is_letter = |c: char| c.is_alphanumeric() || "_!@#$%&?~.\\⁽⁾".contains(c);
    let mut letters = text.char_indices().peekable();
    let mut end = 0;
    while let Some((at, letter)) = letters.next() {
        let next_is_letter = letters.peek().is_some_and(|(_, next)| is_letter(*next));
        if is_letter(letter) || (at > 0 && "-+*/^".contains(letter) && next_is_letter) {
            end = at + letter.len_utf8();
        } else {
            break;
        }
    }
    // A coefficient is written without a sign: `2X` is a number and a name.
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if digits > 0 { digits } else { end }
}

#[derive(Default)]
struct Pieces(Vec<Piece>);

impl Pieces {
    /// `X12` has the subscript 12; `X_12` and `12` are left as they are. `X1⁽²⁾` is the `X1` of position 2.
    fn name(&mut self, name: &str, is_upright: bool) {
        if let Some(at) = name.find('⁽').filter(|at| *at > 0) {
            self.name(&name[..at], is_upright);
            self.upright(&name[at..]);
            return;
        }
        let style = if is_upright { Style::Upright } else { Style::Variable };
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        if stem.ends_with(char::is_alphabetic) {
            self.push(style, stem);
            self.push(Style::Subscript, &name[stem.len()..]);
        } else {
            self.push(style, name);
        }
    }

    fn upright(&mut self, text: &str) {
        self.push(Style::Upright, text);
    }

    fn upright_char(&mut self, letter: char) {
        self.upright(letter.encode_utf8(&mut [0; 4]));
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
    fn shown(text: &str) -> String {
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

    #[test]
    fn formulae_are_set_as_in_print() {
        assert_eq!(shown("N ≠ M ∨ R ≤ M"), "*N* ≠ *M*  ∨ *R* ≤ *M*".replace("∨ ", "∨  "));
        assert_eq!(shown("2 | Z"), "2 ∣ *Z*");
        assert_eq!(shown("¬(2 | Z - 1)"), "¬(2 ∣ *Z* − 1)");
        assert_eq!(shown("3X1 + 2Rec12' = -7"), "3*X*_1 + 2*Rec*_12′ = −7");
        assert_eq!(shown("false ← gcd(M, N1, R)"), "false  ←  gcd(*M*, *N*_1, *R*)");
        assert_eq!(shown("main@x!1 ≤ a-b ∧ ¬B"), "*main@x!1* ≤ *a-b*  ∧  ¬*B*");
    }

    #[test]
    fn different_names_look_different() {
        assert_ne!(shown("X_1"), shown("X1"));
        assert_eq!(shown("r6(X)"), "r_6(*X*)");
        assert_eq!(plain(&relation("rf")), "rf");
    }

    #[test]
    fn nothing_is_lost() {
        for text in ["", "é ≤ 名前", "a  b", "1.5", "x'y", "((", "-"] {
            let letters = |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).collect() };
            assert_eq!(letters(&plain(&pieces(text))), letters(text));
        }
    }
}
