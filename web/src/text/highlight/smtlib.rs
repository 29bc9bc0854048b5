//! SMT-LIB 2. Symbols between bars and texts between double quotes may span lines.

use super::{Colouring, Kind, Opening, Piece, length_while};

pub(super) const COLOURING: Colouring = Colouring { pieces, openings };

/// Commands and binders.
const KEYWORDS: [&str; 36] = [
    "assert",
    "check-sat",
    "check-sat-assuming",
    "declare-const",
    "declare-datatypes",
    "declare-fun",
    "declare-rel",
    "declare-sort",
    "declare-var",
    "define-const",
    "define-fun",
    "define-fun-rec",
    "define-sort",
    "echo",
    "exists",
    "exit",
    "false",
    "forall",
    "get-info",
    "get-interpolant",
    "get-interpolants",
    "get-model",
    "get-proof",
    "get-unsat-core",
    "get-value",
    "let",
    "pop",
    "push",
    "query",
    "reset",
    "rule",
    "set-info",
    "set-logic",
    "set-option",
    "true",
    "get-assertions",
];

const OPERATORS: [&str; 22] = [
    "=",
    "<",
    "<=",
    ">",
    ">=",
    "=>",
    "+",
    "-",
    "*",
    "/",
    "and",
    "or",
    "not",
    "xor",
    "ite",
    "div",
    "mod",
    "abs",
    "distinct",
    "divisible",
    "!",
    "_",
];

const SORTS: [&str; 3] = ["Int", "Bool", "Real"];

fn pieces(line: &str, opening: Opening) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    match opening {
        Opening::Nothing | Opening::Comment => {}
        Opening::Symbol => {
            at = line.find('|').map_or(line.len(), |bar| bar + 1);
            pieces.push(Piece { kind: Kind::Variable, range: 0..at });
        }
        Opening::Text => {
            at = text_end(line, 0);
            pieces.push(Piece { kind: Kind::Text, range: 0..at });
        }
    }
    pieces.retain(|piece| !piece.range.is_empty());
    // A symbol directly after an opening bracket is applied, or names a binding.
    let mut follows_bracket = false;
    while let Some(first) = line[at..].chars().next() {
        let rest = &line[at..];
        let (kind, length) = match first {
            ';' => (Some(Kind::Comment), rest.len()),
            '(' | ')' => (Some(Kind::Bracket), 1),
            '"' => (Some(Kind::Text), text_end(rest, 1)),
            '|' => {
                let length = rest[1..].find('|').map_or(rest.len(), |bar| bar + 2);
                (Some(if follows_bracket { Kind::Relation } else { Kind::Variable }), length)
            }
            ':' => (Some(Kind::Keyword), 1 + length_while(&rest[1..], in_symbol)),
            '0'..='9' => (Some(Kind::Number), length_while(rest, in_symbol)),
            c if in_symbol(c) => {
                let length = length_while(rest, in_symbol);
                let word = &rest[..length];
                let kind = if KEYWORDS.contains(&word) {
                    Kind::Keyword
                } else if OPERATORS.contains(&word) {
                    Kind::Operator
                } else if SORTS.contains(&word) {
                    Kind::Keyword
                } else if follows_bracket
                    && !rest[length..].trim_start().starts_with("Int")
                    && !rest[length..].trim_start().starts_with("Bool")
                {
                    Kind::Relation
                } else {
                    Kind::Variable
                };
                (Some(kind), length)
            }
            c => (None, c.len_utf8()),
        };
        if !first.is_whitespace() {
            follows_bracket = first == '(' || is_declaration(&rest[..length]);
        }
        if let Some(kind) = kind {
            pieces.push(Piece { kind, range: at..at + length });
        }
        at += length;
    }
    pieces
}

/// What follows these is a relation symbol or a function, although no bracket comes before it.
fn is_declaration(word: &str) -> bool {
    matches!(word, "declare-fun" | "declare-rel" | "define-fun" | "define-fun-rec")
}

fn in_symbol(c: char) -> bool {
    !c.is_whitespace() && !matches!(c, '(' | ')' | ';' | '"' | '|')
}

/// Where a text ends that has begun before `from`; two quotes in it stand for one.
fn text_end(rest: &str, from: usize) -> usize {
    let bytes = rest.as_bytes();
    let mut at = from;
    while at < bytes.len() {
        if bytes[at] == b'"' {
            if bytes.get(at + 1) != Some(&b'"') {
                return at + 1;
            }
            at += 1;
        }
        at += 1;
    }
    bytes.len()
}

/// Symbols between bars and texts between double quotes span lines.
fn openings(text: &[u8]) -> Vec<Opening> {
    let mut openings = vec![Opening::Nothing];
    let mut opening = Opening::Nothing;
    let mut in_comment = false;
    for byte in text {
        match (*byte, opening) {
            (b'\n', _) => {
                in_comment = false;
                openings.push(opening);
            }
            _ if in_comment => {}
            (b';', Opening::Nothing) => in_comment = true,
            (b'|', Opening::Nothing) => opening = Opening::Symbol,
            (b'|', Opening::Symbol) | (b'"', Opening::Text) => opening = Opening::Nothing,
            (b'"', Opening::Nothing) => opening = Opening::Text,
            _ => {}
        }
    }
    openings
}
