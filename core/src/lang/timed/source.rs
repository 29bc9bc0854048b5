//! A piece of a text whose places are known, and its tokens.
//!
//! XTA texts are one piece. In UPPAAL's XML files every label is a piece of its own, in which `&lt;` stands
//! for `<`, so each byte of a piece knows where it is from.

use crate::lang::Span;
use crate::lang::common::report::Report;

/// A piece of a text.
#[derive(Clone, Debug, Default)]
pub(super) struct Source {
    /// What is written, without the escapes of XML.
    pub(super) text: String,
    /// For each byte of it, and for its end, the place in the file; empty if the two are the same.
    places: Vec<u32>,
}

impl Source {
    /// A whole file.
    pub(super) fn whole(text: &str) -> Source {
        Source { text: text.to_owned(), places: Vec::new() }
    }

    /// What stands from a place in the file on, as it is.
    pub(super) fn at(text: &str, start: usize) -> Source {
        let places = (start..=start + text.len()).map(|place| place as u32).collect();
        Source { text: text.to_owned(), places }
    }

    /// Adds a character that is written from one place to another.
    pub(super) fn push(&mut self, c: char, start: usize, end: usize) {
        if self.places.is_empty() {
            self.places.push(start as u32);
        }
        if let Some(last) = self.places.last_mut() {
            *last = start as u32;
        }
        self.text.push(c);
        for _ in 1..c.len_utf8() {
            self.places.push(start as u32);
        }
        self.places.push(end as u32);
    }

    /// The place in the file of a range of the piece.
    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        match (self.places.get(start), self.places.get(end)) {
            (Some(start), Some(end)) => Span { start: *start, end: (*end).max(*start) },
            _ => Span::new(start, end),
        }
    }

    /// What is written in a range, with single spaces.
    pub(super) fn slice(&self, start: usize, end: usize) -> String {
        let words = self.text.get(start..end).unwrap_or_default().split_whitespace();
        words.collect::<Vec<_>>().join(" ")
    }
}

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Word(String),
    Number(i64),
    Sign(&'static str),
    End,
}

/// A token: what it is, where it is in the file, and where in its piece.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Span,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Longer ones first.
const SIGNS: [&str; 44] = [
    "-->", "-u->", "->", ":=", "==", "!=", "<=", ">=", "<?", ">?", "&&", "||", "++", "--", "+=", "-=", "*=",
    "/=", "%=", "<", ">", "=", "!", "?", "+", "-", "*", "/", "%", "&", "|", "^", "'", ":", ";", ",", ".",
    "(", ")", "{", "}", "[", "]", "@",
];

/// What is too large for a number in a model.
pub(super) const LARGEST: i64 = 1 << 52;

/// All tokens of a piece, with an end as the last.
pub(super) fn tokens(source: &Source, report: &mut Report) -> Vec<Token> {
    let text = source.text.as_str();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length;
        let mut kind = None;
        if first.is_whitespace() || first == '\u{feff}' {
            length = first.len_utf8();
        } else if rest.starts_with("//") {
            length = rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            length = rest.find("*/").map_or_else(
                || {
                    report.hinted(
                        source.span(at, at + 2),
                        "the comment has no end",
                        "write `*/` where the comment ends",
                    );
                    rest.len()
                },
                |end| end + 2,
            );
        } else if first.is_ascii_digit() {
            length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let number = rest[..length].parse().ok().filter(|number| *number <= LARGEST);
            if number.is_none() {
                report.error(source.span(at, at + length), format!("numbers are at most {LARGEST}"));
            }
            kind = Some(Kind::Number(number.unwrap_or(0)));
        } else if first == '_' || first.is_alphabetic() {
            length = rest.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(rest.len());
            kind = Some(Kind::Word(rest[..length].to_owned()));
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            length = sign.len();
            kind = Some(Kind::Sign(sign));
        } else {
            length = first.len_utf8();
            let shown = if first.is_control() { '\u{fffd}' } else { first };
            report.error(source.span(at, at + length), format!("unknown sign `{shown}`"));
        }
        if let Some(kind) = kind {
            tokens.push(Token { kind, span: source.span(at, at + length), start: at, end: at + length });
            if !report.spend(TOKEN_COST, source.span(at, at + length)) {
                break;
            }
        }
        at += length;
    }
    let end = text.trim_end().len();
    tokens.push(Token { kind: Kind::End, span: source.span(end, end), start: end, end });
    tokens
}

/// What a token costs of the work that a text may cause.
const TOKEN_COST: u64 = 4;
