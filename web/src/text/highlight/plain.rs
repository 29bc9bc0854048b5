//! Languages of words, numbers and signs in which nothing spans lines: formulae and machines.

use super::{Colouring, Kind, Piece, length_while};

/// Quantified Boolean formulae.
pub(super) const QBF: Colouring = Colouring {
    pieces: |line, _| {
        pieces(line, &["forall", "exists", "and", "or", "not", "true", "false", "p", "cnf", "a", "e"])
    },
    openings: |_| Vec::new(),
};

/// Turing machines.
pub(super) const TURING: Colouring = Colouring {
    pieces: |line, _| pieces(line, &["turing", "power", "tape", "start", "halt", "L", "R"]),
    openings: |_| Vec::new(),
};

const SIGNS: &str = "∀∃∧∨¬→↔&|~!-<>=\\/";

fn pieces(line: &str, keywords: &[&str]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    if line.starts_with("c ") {
        return vec![Piece { kind: Kind::Comment, range: 0..line.len() }];
    }
    while let Some(first) = line[at..].chars().next() {
        let rest = &line[at..];
        let (kind, length) = match first {
            '%' => (Some(Kind::Comment), rest.len()),
            '0'..='9' => (Some(Kind::Number), length_while(rest, |c| c.is_ascii_digit())),
            '(' | ')' => (Some(Kind::Bracket), 1),
            ',' | '.' | ':' => (Some(Kind::Punctuation), 1),
            c if c == '_' || c.is_alphabetic() => {
                let length = length_while(rest, |c| c == '_' || c == '\'' || c.is_alphanumeric());
                let is_keyword = keywords.contains(&&rest[..length]);
                (Some(if is_keyword { Kind::Keyword } else { Kind::Variable }), length)
            }
            c => (SIGNS.contains(c).then_some(Kind::Operator), c.len_utf8()),
        };
        if let Some(kind) = kind {
            pieces.push(Piece { kind, range: at..at + length });
        }
        at += length;
    }
    pieces
}
