//! The house syntax. Nothing in it spans lines, so a line says all about itself.

use super::{Colouring, Kind, Piece, length_while};

pub(super) const COLOURING: Colouring =
    Colouring { pieces: |line, _| pieces(line), openings: |_| Vec::new() };

const WORDS: [&str; 6] = ["mod", "div", "not", "true", "false", "let"];
const DIRECTIVES: [&str; 3] = ["relation", "template", "predicate"];

/// Words of directives: keywords only where no relation symbol can stand.
const TEMPLATE_WORDS: [&str; 10] = [
    "term",
    "inequality",
    "predicate",
    "cost",
    "identity",
    "top",
    "conjunction",
    "disjunction",
    "complement",
    "composition",
];
const SORTS: [&str; 4] = ["int", "bool", "Int", "Bool"];

/// Signs of more than one character, so that `:-` is one piece.
const LONG_SIGNS: [&str; 15] =
    ["<->", "<=>", "=:=", ":-", ":=", "<=", ">=", "!=", "=<", "<-", "->", "/\\", "\\/", "\\+", "=="];

const SIGNS: &str = "=<>|!+-*:;/\\&~←⇐⟵∧⋀∨⋁¬→⇒⟶↔⇔≡≤⩽≥⩾≠∣∤−–·⋅×∗⊤⊥↦≔";

fn pieces(line: &str) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut at = 0;
    let mut in_declaration = false;
    // After the colon of a directive about templates no relation symbol can stand.
    let (mut in_template, mut in_entries) = (false, false);
    while let Some(first) = line[at..].chars().next() {
        let rest = &line[at..];
        let (kind, length) = match first {
            '%' => (Some(Kind::Comment), rest.len()),
            '0'..='9' => (Some(Kind::Number), length_while(rest, |c| c.is_ascii_digit())),
            '\'' => (Some(Kind::Relation), quoted(rest, '\'')),
            '`' => (Some(Kind::Variable), quoted(rest, '`')),
            '(' | ')' => (Some(Kind::Bracket), 1),
            ',' | '.' => (Some(Kind::Punctuation), 1),
            c if c == '_' || c.is_alphabetic() => {
                let length = length_while(rest, |c| matches!(c, '_' | '\'' | '′') || c.is_alphanumeric());
                let word = &rest[..length];
                let after = rest[length..].trim_start().chars().next();
                let follows_neck = matches!(&*pieces, [neck] if &line[neck.range.clone()] == ":-");
                let is_directive =
                    follows_neck && DIRECTIVES.contains(&word) && after.is_some_and(starts_word);
                in_declaration |= is_directive && word == "relation";
                in_template |= is_directive && word == "template";
                let is_keyword = is_directive
                    || WORDS.contains(&word)
                    || (in_declaration && SORTS.contains(&word))
                    || (TEMPLATE_WORDS.contains(&word) && (in_entries || after.is_some_and(starts_term)));
                let kind = if is_keyword {
                    Kind::Keyword
                } else if c == '_' || c.is_uppercase() {
                    Kind::Variable
                } else {
                    Kind::Relation
                };
                (Some(kind), length)
            }
            c => match LONG_SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
                Some(sign) => (Some(Kind::Operator), sign.len()),
                None => (SIGNS.contains(c).then_some(Kind::Operator), c.len_utf8()),
            },
        };
        if let Some(kind) = kind {
            pieces.push(Piece { kind, range: at..at + length });
        }
        in_entries |= in_template && first == ':' && length == 1;
        at += length;
    }
    pieces
}

fn starts_word(c: char) -> bool {
    c == '\'' || c == '_' || c.is_alphabetic()
}

/// A relation symbol is followed by a bracket or a sign, never by one of these.
fn starts_term(c: char) -> bool {
    c == '`' || c == '_' || c.is_uppercase() || c.is_ascii_digit()
}

/// The length of a quoted name; one that is not closed yet reaches to the end of the line.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}
