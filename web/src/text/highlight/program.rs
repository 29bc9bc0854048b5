//! Programs and transition systems, which look alike. Comments between `/*` and `*/` may span lines.

use super::{Colouring, Kind, Opening, Piece, length_while, sign};

pub(super) const PROGRAMS: Colouring =
    Colouring { pieces: |line, opening| pieces(line, opening, &WORDS), openings };
pub(super) const SYSTEMS: Colouring =
    Colouring { pieces: |line, opening| pieces(line, opening, &SYSTEM_WORDS), openings };

const WORDS: [&str; 43] = [
    "assert",
    "assume",
    "bool",
    "Bool",
    "break",
    "case",
    "char",
    "const",
    "continue",
    "def",
    "default",
    "do",
    "else",
    "enum",
    "extern",
    "false",
    "for",
    "goto",
    "havoc",
    "if",
    "int",
    "Int",
    "long",
    "nondet",
    "proc",
    "procedure",
    "return",
    "returns",
    "short",
    "signed",
    "skip",
    "static",
    "switch",
    "true",
    "typedef",
    "unsigned",
    "val",
    "var",
    "void",
    "while",
    "_Bool",
    "and",
    "or",
];

const SYSTEM_WORDS: [&str; 19] = [
    "nts",
    "in",
    "out",
    "int",
    "bool",
    "initial",
    "final",
    "error",
    "states",
    "havoc",
    "and",
    "or",
    "not",
    "imply",
    "equiv",
    "exists",
    "true",
    "false",
    "instances",
];

/// Signs of two characters, so that `:=` is one piece.
const LONG_SIGNS: [&str; 17] =
    ["->", ":=", "==", "!=", "<=", ">=", "&&", "||", "++", "--", "+=", "-=", "*=", "/=", "%=", "=>", "<>"];

fn pieces(line: &str, opening: Opening, words: &[&str]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    if opening == Opening::Comment {
        let end = line.find("*/").map_or(line.len(), |end| end + 2);
        pieces.push(Piece { kind: Kind::Comment, range: 0..end });
        at = end;
    }
    while let Some(first) = line[at..].chars().next() {
        let rest = &line[at..];
        let (kind, length) = match first {
            '/' if rest.starts_with("//") => (Some(Kind::Comment), rest.len()),
            '/' if rest.starts_with("/*") => {
                (Some(Kind::Comment), rest[2..].find("*/").map_or(rest.len(), |end| end + 4))
            }
            '#' if line[..at].trim().is_empty() => (Some(Kind::Comment), rest.len()),
            '0'..='9' => (Some(Kind::Number), length_while(rest, |c| c.is_ascii_alphanumeric())),
            '"' => (Some(Kind::Text), rest[1..].find('"').map_or(rest.len(), |end| end + 2)),
            '(' | ')' | '{' | '}' | '[' | ']' => (Some(Kind::Bracket), 1),
            ',' | ';' | '.' => (Some(Kind::Punctuation), 1),
            c if c == '_' || c.is_alphabetic() => {
                let length = length_while(rest, |c| matches!(c, '_' | '\'') || c.is_alphanumeric());
                let word = &rest[..length];
                let is_called = rest[length..].trim_start().starts_with('(');
                let kind = if words.contains(&word) || word.starts_with("__VERIFIER") {
                    Kind::Keyword
                } else if is_called {
                    Kind::Relation
                } else {
                    Kind::Variable
                };
                (Some(kind), length)
            }
            c => sign(rest, c, &LONG_SIGNS, "=<>!+-*/%&|^~?:∧∨¬≤≥≠→"),
        };
        if let Some(kind) = kind {
            pieces.push(Piece { kind, range: at..at + length });
        }
        at += length;
    }
    pieces
}

/// Which lines start inside of a comment.
fn openings(text: &[u8]) -> Vec<Opening> {
    if !text.windows(2).any(|two| two == b"/*") {
        return Vec::new();
    }
    let mut openings = vec![Opening::Nothing];
    let (mut is_comment, mut is_line_comment) = (false, false);
    let mut at = 0;
    while at < text.len() {
        let two = text.get(at..at + 2).unwrap_or_default();
        if text[at] == b'\n' {
            is_line_comment = false;
            openings.push(if is_comment { Opening::Comment } else { Opening::Nothing });
        } else if is_comment && two == b"*/" {
            is_comment = false;
            at += 1;
        } else if !is_comment && !is_line_comment && two == b"//" {
            is_line_comment = true;
        } else if !is_comment && !is_line_comment && two == b"/*" {
            is_comment = true;
            at += 1;
        }
        at += 1;
    }
    openings
}
