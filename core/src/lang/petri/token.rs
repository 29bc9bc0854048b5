//! Tokens of both notations. Every text has tokens: what fits nowhere is reported and left out.

use super::net::Bounds;
use crate::lang::Span;
use crate::lang::common::limits::NUMERAL_LIMIT;
use crate::lang::common::report::Report;
use crate::num::Int;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Word,
    Number,
    Arrow,
    AtLeast,
    AtMost,
    Equal,
    Assign,
    Colon,
    Comma,
    Semicolon,
    Plus,
    Minus,
    Times,
    Prime,
    Open,
    Close,
    End,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Span,
    pub(super) first_of_line: bool,
}

/// Longer signs before their beginnings.
const SIGNS: [(&str, Kind); 20] = [
    ("->", Kind::Arrow),
    ("→", Kind::Arrow),
    (">=", Kind::AtLeast),
    ("≥", Kind::AtLeast),
    ("<=", Kind::AtMost),
    ("≤", Kind::AtMost),
    (":=", Kind::Assign),
    ("==", Kind::Equal),
    ("=", Kind::Equal),
    (":", Kind::Colon),
    (",", Kind::Comma),
    (";", Kind::Semicolon),
    ("+", Kind::Plus),
    ("-", Kind::Minus),
    ("−", Kind::Minus),
    ("*", Kind::Times),
    ("'", Kind::Prime),
    ("′", Kind::Prime),
    ("[", Kind::Open),
    ("]", Kind::Close),
];

pub(super) fn starts_name(c: char) -> bool {
    c == '_' || c.is_alphabetic()
}

pub(super) fn continues_name(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// All tokens of a text, with [`Kind::End`] as the last.
pub(super) fn tokens(text: &str, report: &mut Report) -> Vec<Token> {
    let mut tokens = Vec::new();
    let (mut at, mut first_of_line) = (0, true);
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let known =
            |c: char| c.is_whitespace() || c == '#' || c.is_ascii_digit() || starts_name(c) || starts_sign(c);
        let (kind, length) = match c {
            '\n' | '\r' => {
                first_of_line = true;
                at += 1;
                continue;
            }
            c if c.is_whitespace() || c == '\u{feff}' => {
                at += c.len_utf8();
                continue;
            }
            '#' => {
                at += rest.find(['\n', '\r']).unwrap_or(rest.len());
                continue;
            }
            '0'..='9' => (Kind::Number, rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())),
            c if starts_name(c) => (Kind::Word, rest.find(|c| !continues_name(c)).unwrap_or(rest.len())),
            _ => {
                if let Some((sign, kind)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
                    (*kind, sign.len())
                } else {
                    // One message for a run of characters that mean nothing.
                    let length = rest.char_indices().find(|(i, c)| *i > 0 && known(*c));
                    let length = length.map_or(rest.len(), |(i, _)| i);
                    unknown(&rest[..length], at, report);
                    at += length;
                    continue;
                }
            }
        };
        tokens.push(Token { kind, span: Span::new(at, at + length), first_of_line });
        first_of_line = false;
        at += length;
    }
    let end = text.trim_end().len();
    tokens.push(Token { kind: Kind::End, span: Span::new(end, end), first_of_line: true });
    tokens
}

fn unknown(found: &str, at: usize, report: &mut Report) {
    let shown: String = found.chars().take(20).map(visible).collect();
    let span = Span::new(at, at + found.len());
    let message = format!("unknown sign `{shown}`");
    if found.starts_with(['%', '/']) {
        report.hinted(span, message, "a comment starts with `#`");
    } else {
        report.error(span, message);
    }
}

fn starts_sign(c: char) -> bool {
    SIGNS.iter().any(|(sign, _)| sign.starts_with(c))
}

fn visible(c: char) -> char {
    if c.is_control() { '\u{fffd}' } else { c }
}

/// What a parser has in its hands: the text, its tokens, and how far it has come.
pub(super) struct Cursor<'a> {
    pub(super) text: &'a str,
    tokens: &'a [Token],
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str, tokens: &'a [Token]) -> Cursor<'a> {
        Cursor { text, tokens, at: 0 }
    }

    pub(super) fn peek(&self) -> Token {
        self.ahead(0)
    }

    pub(super) fn ahead(&self, by: usize) -> Token {
        self.tokens[(self.at + by).min(self.tokens.len() - 1)]
    }

    /// Takes the next token; the last one stays.
    pub(super) fn next(&mut self) -> Token {
        let token = self.peek();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    /// Takes the next token if it is of this kind.
    pub(super) fn take(&mut self, kind: Kind) -> Option<Token> {
        (self.peek().kind == kind).then(|| self.next())
    }

    /// What the first summand of a sum is taken times.
    pub(super) fn first_sign(&mut self) -> Int {
        if self.take(Kind::Minus).is_some() { Int::MINUS_ONE } else { Int::ONE }
    }

    /// What the next summand of a sum is taken times; `None` if there are no more.
    pub(super) fn sign(&mut self) -> Option<Int> {
        if self.take(Kind::Plus).is_some() {
            return Some(Int::ONE);
        }
        self.take(Kind::Minus).map(|_| Int::MINUS_ONE)
    }

    /// The text of a token.
    pub(super) fn word(&self, token: Token) -> &'a str {
        &self.text[token.span.start as usize..token.span.end as usize]
    }

    /// The place of what was taken last.
    pub(super) fn last(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    /// Takes a token of this kind, or says what stands there instead.
    pub(super) fn expect(&mut self, kind: Kind, what: &str, report: &mut Report) -> Option<Token> {
        let token = self.take(kind);
        if token.is_none() {
            self.unexpected(what, report);
        }
        token
    }

    pub(super) fn unexpected(&self, what: &str, report: &mut Report) {
        let token = self.peek();
        if token.kind == Kind::End {
            report.error(token.span, format!("{what} is expected here, but the text ends"));
        } else {
            let found: String = self.word(token).chars().take(40).collect();
            report.error(token.span, format!("{what} is expected here, not `{found}`"));
        }
    }

    /// `>= 1`, `= 1`, `<= 1` or `in [1, 2]`, as a condition on a place that messages call so.
    pub(super) fn bounds(&mut self, place: &str, report: &mut Report) -> Option<Bounds> {
        let sign = self.next();
        Some(match sign.kind {
            Kind::AtLeast => Bounds::at_least(self.number(report)?),
            Kind::Equal => Bounds::exactly(self.number(report)?),
            Kind::AtMost => Bounds { low: Int::ZERO, high: Some(self.number(report)?) },
            Kind::Word if self.word(sign) == "in" => {
                self.expect(Kind::Open, "`[`", report)?;
                let low = self.number(report)?;
                self.expect(Kind::Comma, "`,`", report)?;
                let high = self.number(report)?;
                self.expect(Kind::Close, "`]`", report)?;
                Bounds { low, high: Some(high) }
            }
            _ => {
                let message = format!(
                    "a condition is `{place} >= 1`, `{place} = 1`, `{place} <= 1` or `{place} in [1, 2]`"
                );
                report.error(sign.span, message);
                return None;
            }
        })
    }

    /// A number that is written out.
    pub(super) fn number(&mut self, report: &mut Report) -> Option<Int> {
        let token = self.expect(Kind::Number, "a number", report)?;
        let digits = self.word(token);
        if digits.len() > NUMERAL_LIMIT {
            let length = digits.len();
            let message = format!("a numeral has at most {NUMERAL_LIMIT} digits, this one has {length}");
            report.error(token.span, message);
            return None;
        }
        digits.parse().ok()
    }
}
