//! Petri nets, in both notations. Nothing in them spans lines.

use super::{Colouring, Kind, Piece, length_while};

pub(super) const COLOURING: Colouring =
    Colouring { pieces: |line, _| pieces(line), openings: |_| Vec::new() };

/// Words that begin a section or a statement.
const WORDS: [&str; 7] = ["vars", "rules", "init", "target", "invariants", "places", "cover"];

fn pieces(line: &str) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut at = 0;
    while let Some(first) = line[at..].chars().next() {
        let rest = &line[at..];
        let (kind, length) = match first {
            '#' => (Some(Kind::Comment), rest.len()),
            '0'..='9' => (Some(Kind::Number), length_while(rest, |c| c.is_ascii_digit())),
            ',' | ';' => (Some(Kind::Punctuation), 1),
            '[' | ']' => (Some(Kind::Bracket), 1),
            c if c == '_' || c.is_alphabetic() => {
                let length = length_while(rest, |c| c == '_' || c.is_alphanumeric());
                let is_first = pieces.is_empty();
                let kind = if is_first && WORDS.contains(&&rest[..length]) {
                    Kind::Keyword
                } else if is_first && is_name_of_action(rest[length..].trim_start()) {
                    Kind::Relation
                } else {
                    Kind::Variable
                };
                (Some(kind), length)
            }
            c => {
                let is_long = ["->", ">=", "<=", ":="].iter().any(|sign| rest.starts_with(sign));
                let is_sign = is_long || "=<>:+-*'′→≥≤−".contains(c);
                (is_sign.then_some(Kind::Operator), if is_long { 2 } else { c.len_utf8() })
            }
        };
        if let Some(kind) = kind {
            pieces.push(Piece { kind, range: at..at + length });
        }
        at += length;
    }
    pieces
}

fn is_name_of_action(after: &str) -> bool {
    after.starts_with(':') && !after.starts_with(":=")
}
