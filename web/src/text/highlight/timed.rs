//! Networks of timed automata, in XTA; XML files are coloured alike, tag by tag.

use super::{Colouring, Kind, Piece, length_while, sign};

pub(super) const COLOURING: Colouring =
    Colouring { pieces: |line, _| pieces(line), openings: |_| Vec::new() };

const WORDS: [&str; 32] = [
    "process",
    "state",
    "init",
    "trans",
    "commit",
    "urgent",
    "select",
    "guard",
    "sync",
    "assign",
    "system",
    "const",
    "typedef",
    "int",
    "bool",
    "clock",
    "chan",
    "broadcast",
    "and",
    "or",
    "not",
    "imply",
    "forall",
    "exists",
    "true",
    "false",
    "template",
    "location",
    "transition",
    "label",
    "declaration",
    "nta",
];

const LONG_SIGNS: [&str; 13] =
    ["-->", "->", ":=", "==", "!=", "<=", ">=", "&&", "||", "++", "--", "+=", "-="];

fn pieces(line: &str) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut at = 0;
    while let Some(first) = line[at..].chars().next() {
        let rest = &line[at..];
        let (kind, length) = match first {
            _ if rest.starts_with("//") => (Some(Kind::Comment), rest.len()),
            // A comment that goes on in the next line is coloured up to the end of this one.
            _ if rest.starts_with("/*") => (Some(Kind::Comment), up_to(rest, "*/")),
            _ if rest.starts_with("<!--") => (Some(Kind::Comment), up_to(rest, "-->")),
            '0'..='9' => (Some(Kind::Number), length_while(rest, |c| c.is_ascii_digit())),
            '"' => (Some(Kind::Text), rest[1..].find('"').map_or(rest.len(), |end| end + 2)),
            ',' | ';' | '.' => (Some(Kind::Punctuation), 1),
            '(' | ')' | '[' | ']' | '{' | '}' => (Some(Kind::Bracket), 1),
            c if c == '_' || c.is_alphabetic() => {
                let length = length_while(rest, |c| c == '_' || c.is_alphanumeric());
                let kind = if WORDS.contains(&&rest[..length]) {
                    Kind::Keyword
                } else if c.is_uppercase() {
                    // Processes and locations.
                    Kind::Relation
                } else {
                    Kind::Variable
                };
                (Some(kind), length)
            }
            c => sign(rest, c, &LONG_SIGNS, "=<>:+-*/%!?&|"),
        };
        if let Some(kind) = kind {
            pieces.push(Piece { kind, range: at..at + length });
        }
        at += length;
    }
    pieces
}

/// The length up to and with an end, or of the whole rest.
fn up_to(rest: &str, end: &str) -> usize {
    rest.find(end).map_or(rest.len(), |found| found + end.len())
}
