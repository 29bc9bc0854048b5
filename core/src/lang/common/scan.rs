//! Words, numbers and signs of languages that look like C: programs and transition systems.
//!
//! ```text
//! x' = x + 0x10; // more        word x, prime, =, word x, +, number 16, ;
//! ```
//!
//! Every text has tokens: what fits nowhere is reported and left out. Comments are left out as well, and
//! lines that start with `#`, which only the caller may want to look at.

use super::limits::NUMERAL_LIMIT;
use super::report::Report;
use crate::lang::Span;
use crate::num::Int;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::lang) enum TokenKind {
    Word,
    Number(Int),
    /// A sign, from [`SIGNS`].
    Sign(&'static str),
    /// Text between double quotes.
    Quoted,
    /// The rest of a line that starts with `#`.
    Directive,
    End,
}

#[derive(Clone, Debug)]
pub(in crate::lang) struct Token {
    pub(in crate::lang) kind: TokenKind,
    pub(in crate::lang) span: Span,
    /// Is it the first of its line?
    pub(in crate::lang) is_first: bool,
}

impl Token {
    pub(in crate::lang) fn is(&self, sign: &str) -> bool {
        matches!(self.kind, TokenKind::Sign(found) if found == sign)
    }
}

/// Of two signs that start alike, the longer comes first.
const SIGNS: [&str; 57] = [
    "<=>", "<->", "<<=", ">>=", "...", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "==",
    "!=", "<=", ">=", "&&", "||", "->", "=>", ":=", "<<", ">>", "∧", "∨", "¬", "≤", "≥", "≠", "→", "+", "-",
    "*", "/", "%", "=", "<", ">", "!", "&", "|", "^", "~", "?", ":", ";", ",", ".", "(", ")", "{", "}", "[",
    "]",
];

/// All tokens of a text, with a [`TokenKind::End`] as the last. Primes belong to the words before them if
/// `primes`.
pub(in crate::lang) fn tokens(text: &str, primes: bool, report: &mut Report) -> Vec<Token> {
    let mut scanner = Scanner { text, at: 0, tokens: Vec::new(), is_first: true };
    scanner.run(primes, report);
    scanner.tokens
}

/// A parser's place among the tokens of a text, of which the last is the end.
pub(in crate::lang) trait Cursor {
    fn text(&self) -> &str;
    fn tokens(&self) -> &[Token];
    fn position(&self) -> usize;
    fn go_to(&mut self, position: usize);

    fn peek(&self) -> &Token {
        self.ahead(0)
    }

    fn ahead(&self, distance: usize) -> &Token {
        &self.tokens()[(self.position() + distance).min(self.tokens().len() - 1)]
    }

    fn advance(&mut self) -> Span {
        let span = self.peek().span;
        self.go_to((self.position() + 1).min(self.tokens().len() - 1));
        span
    }

    fn text_of(&self, span: Span) -> &str {
        &self.text()[span.start as usize..span.end as usize]
    }

    fn word_at(&self, distance: usize) -> Option<&str> {
        let token = self.ahead(distance);
        matches!(token.kind, TokenKind::Word).then(|| self.text_of(token.span))
    }

    fn word(&self) -> Option<&str> {
        self.word_at(0)
    }

    fn is_end(&self) -> bool {
        self.peek().kind == TokenKind::End
    }

    fn accept(&mut self, sign: &str) -> bool {
        let found = self.peek().is(sign);
        if found {
            self.advance();
        }
        found
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let found = self.word() == Some(word);
        if found {
            self.advance();
        }
        found
    }

    /// What is there, for messages.
    fn found(&self) -> String {
        match self.peek().kind {
            TokenKind::End => "the end of the text".to_owned(),
            _ => format!("`{}`", super::shortened(self.text_of(self.peek().span))),
        }
    }
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    tokens: Vec<Token>,
    is_first: bool,
}

impl Scanner<'_> {
    fn push(&mut self, kind: TokenKind, length: usize) {
        let span = Span::new(self.at, self.at + length);
        self.tokens.push(Token { kind, span, is_first: self.is_first });
        self.is_first = false;
        self.at += length;
    }

    fn run(&mut self, primes: bool, report: &mut Report) {
        while let Some(first) = self.text[self.at..].chars().next() {
            let rest = &self.text[self.at..];
            match first {
                '\n' => {
                    self.at += 1;
                    self.is_first = true;
                }
                c if c.is_whitespace() || c == '\u{feff}' => self.at += c.len_utf8(),
                '#' if self.is_first => {
                    // A line that ends in a backslash goes on.
                    let mut length = length_of_line(rest);
                    while rest[..length].trim_end().ends_with('\\') && length < rest.len() {
                        length += 1 + rest[length + 1..].find('\n').unwrap_or(rest.len() - length - 1);
                    }
                    self.push(TokenKind::Directive, length);
                }
                '/' if rest.starts_with("//") => self.at += length_of_line(rest),
                '/' if rest.starts_with("/*") => {
                    if let Some(end) = rest[2..].find("*/") {
                        self.is_first |= rest[..end + 2].contains('\n');
                        self.at += end + 4;
                    } else {
                        let span = Span::new(self.at, self.at + 2);
                        report.hinted(span, "the comment has no end", "comments end with `*/`");
                        self.at = self.text.len();
                    }
                }
                '0'..='9' => self.number(primes, report),
                '\'' if !primes && character(rest).is_some() => {
                    let (code, length) = character(rest).unwrap_or_default();
                    self.push(TokenKind::Number(Int::from(i64::from(code))), length);
                }
                '"' => {
                    let line = length_of_line(rest);
                    let end = rest[1..line].find('"').map_or(line, |end| end + 2);
                    self.push(TokenKind::Quoted, end);
                }
                c if c == '_' || c == '$' || c.is_alphabetic() => {
                    let goes_on = |c: char| {
                        c == '_' || c == '$' || c.is_alphanumeric() || (primes && (c == '\'' || c == '′'))
                    };
                    let length = rest.find(|c| !goes_on(c)).unwrap_or(rest.len());
                    self.push(TokenKind::Word, length);
                }
                c => {
                    if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
                        self.push(TokenKind::Sign(sign), sign.len());
                    } else {
                        let length = c.len_utf8();
                        let shown = if c.is_control() { '\u{fffd}' } else { c };
                        let span = Span::new(self.at, self.at + length);
                        report.error(span, format!("unknown sign `{shown}`"));
                        self.at += length;
                    }
                }
            }
        }
        let end = self.text.trim_end().len();
        self.tokens.push(Token { kind: TokenKind::End, span: Span::new(end, end), is_first: true });
    }

    /// Decimal or hexadecimal, with the suffixes of C; where there are no primes, that is in programs, a
    /// number that begins with 0 is octal, as in C.
    fn number(&mut self, primes: bool, report: &mut Report) {
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let span = Span::new(self.at, self.at + length);
        let word = rest[..length].to_ascii_lowercase();
        let is_fraction =
            rest[length..].starts_with('.') && rest[length + 1..].starts_with(|c: char| c.is_ascii_digit());
        if is_fraction {
            report.error(span, "numbers are integers: there are no fractions");
        }
        if length > NUMERAL_LIMIT {
            let message = format!("a numeral has at most {NUMERAL_LIMIT} digits, this one has {length}");
            report.error(span, message);
            self.push(TokenKind::Number(Int::ZERO), length);
            return;
        }
        let value = match word.strip_prefix("0x") {
            Some(digits) => based(digits.trim_end_matches(['u', 'l']), 16),
            None if !primes && word.len() > 1 && word.starts_with('0') => {
                based(word.trim_end_matches(['u', 'l']), 8)
            }
            None => word.trim_end_matches(['u', 'l']).parse().ok(),
        };
        let value = value.unwrap_or_else(|| {
            report.error(span, format!("`{}` is no number", super::shortened(&rest[..length])));
            Int::ZERO
        });
        self.push(TokenKind::Number(value), length);
    }
}

/// How long the rest of the line is. Not to be asked for each token: lines may be as long as the text.
fn length_of_line(rest: &str) -> usize {
    rest.find('\n').unwrap_or(rest.len())
}

fn based(digits: &str, base: u32) -> Option<Int> {
    if digits.is_empty() {
        return None;
    }
    let factor = Int::from(i64::from(base));
    let mut value = Int::ZERO;
    for digit in digits.chars() {
        value = &(&value * &factor) + &Int::from(i64::from(digit.to_digit(base)?));
    }
    Some(value)
}

/// The code of a character between quotes, as in C, and how long that is.
fn character(text: &str) -> Option<(u32, usize)> {
    let mut chars = text.chars().skip(1);
    let (code, length) = match chars.next()? {
        '\\' => {
            let code = match chars.next()? {
                'n' => 10,
                't' => 9,
                'r' => 13,
                '0' => 0,
                c @ ('\\' | '\'' | '"') => c as u32,
                _ => return None,
            };
            (code, 4)
        }
        c if c.is_ascii_graphic() && c != '\'' || c == ' ' => (c as u32, 3),
        _ => return None,
    };
    (chars.next()? == '\'').then_some((code, length))
}
