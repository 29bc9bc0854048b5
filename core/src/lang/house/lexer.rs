//! Text to tokens. Every text has tokens: what fits nowhere is reported and becomes [`TokenKind::Unknown`].

use super::dialect::Dialect;
use super::name::{Names, RELATION_QUOTE, VARIABLE_QUOTE, continues_name, is_variable_start, starts_name};
use super::token::{SIGNS, Token, TokenKind};
use crate::formula::Sort;
use crate::lang::common::limits::NUMERAL_LIMIT;
use crate::lang::common::report::Report;
use crate::lang::{Diagnostic, Span};

/// All tokens of a text, with a [`TokenKind::End`] as the last.
pub(super) fn tokens(text: &str, dialect: &Dialect, names: &mut Names, report: &mut Report) -> Vec<Token> {
    let mut lexer =
        Lexer { dialect, text, position: 0, names, report, tokens: Vec::new(), first_of_line: true };
    lexer.run();
    if let Some(classify) = dialect.classify {
        classify(text, &mut lexer.tokens, lexer.names);
    }
    lexer.tokens
}

struct Lexer<'a, 'r> {
    dialect: &'a Dialect,
    text: &'a str,
    position: usize,
    names: &'a mut Names,
    report: &'a mut Report<'r>,
    tokens: Vec<Token>,
    first_of_line: bool,
}

impl Lexer<'_, '_> {
    fn run(&mut self) {
        while let Some(c) = self.text[self.position..].chars().next() {
            match c {
                '\n' | '\r' => {
                    self.position += 1;
                    self.first_of_line = true;
                }
                c if c.is_whitespace() || c == '\u{feff}' => self.position += c.len_utf8(),
                '%' => self.position += self.rest().find(['\n', '\r']).unwrap_or(self.rest().len()),
                '/' if self.dialect.has_block_comments && self.comment() => {}
                '0'..='9' => self.number(),
                RELATION_QUOTE | VARIABLE_QUOTE => self.quoted(c),
                c if starts_name(c) => self.word(),
                _ => self.sign(c),
            }
        }
        let end = self.text.trim_end().len();
        self.tokens.push(Token { kind: TokenKind::End, span: Span::new(end, end), first_of_line: true });
    }

    /// A comment as in C, if there is one here. Two slashes divide in Prolog, and start a comment for others,
    /// so they must start a line or follow a full stop.
    fn comment(&mut self) -> bool {
        let rest = self.rest();
        if rest.starts_with("/*") {
            let Some(end) = rest.find("*/") else {
                let span = Span::new(self.position, self.position + 2);
                self.report.hinted(span, "the comment has no end", "comments end with `*/`");
                self.position = self.text.len();
                return true;
            };
            self.first_of_line |= rest[..end].contains(['\n', '\r']);
            self.position += end + 2;
            return true;
        }
        if !rest.starts_with("//") {
            return false;
        }
        let is_comment =
            self.first_of_line || self.tokens.last().is_none_or(|token| token.kind == TokenKind::Dot);
        if is_comment {
            self.position += rest.find(['\n', '\r']).unwrap_or(rest.len());
        } else {
            self.report.hinted(
                Span::new(self.position, self.position + 2),
                "`//` divides for some, and starts a comment for others",
                "write `/` for the quotient, and `%` for a comment",
            );
            self.push(TokenKind::Div, 2);
        }
        true
    }

    fn rest(&self) -> &str {
        &self.text[self.position..]
    }

    fn push(&mut self, kind: TokenKind, length: usize) {
        let span = Span::new(self.position, self.position + length);
        self.tokens.push(Token { kind, span, first_of_line: self.first_of_line });
        self.first_of_line = false;
        self.position += length;
    }

    fn number(&mut self) {
        let bytes = self.rest().as_bytes();
        let digits = |from: usize| bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
        let length = digits(0);
        let fraction = if bytes.get(length) == Some(&b'.') { digits(length + 1) } else { 0 };
        if fraction > 0 {
            let length = length + 1 + fraction;
            self.report.hinted(
                Span::new(self.position, self.position + length),
                "variables range over the integers, so there are no decimal fractions",
                "multiply both sides by the denominator",
            );
            self.push(TokenKind::Unknown, length);
        } else if length > NUMERAL_LIMIT {
            let span = Span::new(self.position, self.position + length);
            self.report
                .error(span, format!("a numeral has at most {NUMERAL_LIMIT} digits, this one has {length}"));
            self.push(TokenKind::Unknown, length);
        } else {
            self.push(TokenKind::Number, length);
        }
    }

    fn word(&mut self) {
        let rest = self.rest();
        let length = rest.find(|c| !continues_name(c)).unwrap_or(rest.len());
        let word = &self.text[self.position..self.position + length];
        if let Some(word_kind) = self.dialect.word {
            let after = self.rest()[length..].trim_start();
            let kind = word_kind(word, self.tokens.last().map(|token| token.kind), after);
            let kind = kind.unwrap_or_else(|| TokenKind::Name(self.names.intern(word)));
            self.push(kind, length);
            return;
        }
        let kind = match word {
            "_" => TokenKind::Anonymous,
            "mod" => TokenKind::Mod,
            "div" => TokenKind::Div,
            "not" => TokenKind::Not,
            "true" => TokenKind::True,
            "false" => TokenKind::False,
            "let" => TokenKind::Let,
            _ if word.starts_with(is_variable_start) => TokenKind::Variable(self.names.intern(word), None),
            _ => TokenKind::Name(self.names.intern(word)),
        };
        self.push(kind, length);
    }

    fn quoted(&mut self, quote: char) {
        let mut name = String::new();
        let mut characters = self.rest().char_indices().skip(1);
        let mut length = None;
        while let Some((i, c)) = characters.next() {
            match c {
                '\n' | '\r' => break,
                c if c == quote => {
                    length = Some(i + 1);
                    break;
                }
                '\\' => match characters.next() {
                    Some((_, 'n')) => name.push('\n'),
                    Some((_, 'r')) => name.push('\r'),
                    Some((_, 't')) => name.push('\t'),
                    Some((_, '\n' | '\r')) | None => break,
                    Some((_, 'u')) => match numbered(&mut characters) {
                        Some(c) => name.push(c),
                        None => break,
                    },
                    Some((_, c)) => name.push(c),
                },
                c => name.push(c),
            }
        }
        let Some(length) = length else {
            let line = self.rest().find(['\n', '\r']).unwrap_or(self.rest().len());
            let span = Span::new(self.position, self.position + line);
            self.report.hinted(
                span,
                format!("the quoted name has no closing `{quote}` on its line"),
                "the ends of lines are written `\\n` in names, other characters as `\\u{1b}`",
            );
            self.push(TokenKind::Unknown, line);
            return;
        };
        let name = self.names.intern(&name);
        if quote == RELATION_QUOTE {
            self.push(TokenKind::Name(name), length);
            return;
        }
        // One name may stand for a variable of each sort, in problems from other languages.
        let after = &self.rest()[length..];
        let (sort, suffix) = if after.starts_with(":int") && !after[4..].starts_with(continues_name) {
            (Some(Sort::Int), 4)
        } else if after.starts_with(":bool") && !after[5..].starts_with(continues_name) {
            (Some(Sort::Bool), 5)
        } else {
            (None, 0)
        };
        self.push(TokenKind::Variable(name, sort), length + suffix);
    }

    fn sign(&mut self, first: char) {
        // The commonest signs start no other.
        let kind = match first {
            ',' => Some(TokenKind::Comma),
            '(' => Some(TokenKind::Open),
            ')' => Some(TokenKind::Close),
            '.' => Some(TokenKind::Dot),
            _ => None,
        };
        if let Some(kind) = kind {
            self.push(kind, 1);
            return;
        }
        let rest = self.rest();
        if let Some((sign, kind)) = self.dialect.signs.iter().find(|(sign, _)| rest.starts_with(sign)) {
            self.push(*kind, sign.len());
            return;
        }
        // `<=>` is the equivalence, not `<` and a mistaken `=>`; the table of mistakes has no such prefix.
        if let Some((sign, kind, hint)) =
            self.dialect.mistakes.iter().find(|(sign, ..)| rest.starts_with(sign))
        {
            let span = Span::new(self.position, self.position + sign.len());
            self.report.hinted(span, format!("`{sign}` is not a sign of this language"), *hint);
            self.push(*kind, sign.len());
            return;
        }
        if let Some((sign, kind)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
            self.push(*kind, sign.len());
            return;
        }
        // One message for a run of characters that mean nothing.
        let known = |c: char| {
            c.is_whitespace()
                || c.is_ascii_digit()
                || matches!(c, '%' | ',' | '(' | ')' | '.' | RELATION_QUOTE | VARIABLE_QUOTE)
                || starts_name(c)
                || "<>:!=-+*/\\|;&~".contains(c)
                || (!c.is_ascii() && SIGNS.iter().any(|(sign, _)| sign.starts_with(c)))
        };
        let length = rest.char_indices().find(|(i, c)| *i > 0 && known(*c)).map_or(rest.len(), |(i, _)| i);
        let found = &rest[..length];
        let span = Span::new(self.position, self.position + length);
        let visible: String = found.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
        let message = format!("unknown sign `{}`", super::token::shortened(&visible));
        let hint = match first {
            '#' => Some("a comment starts with `%`"),
            '/' if found.starts_with("//") || rest.starts_with("/*") => Some("a comment starts with `%`"),
            '/' => Some("write `div` for the quotient of integers"),
            '[' | ']' | '{' | '}' => Some("there are round parentheses only; lists and sets are not terms"),
            '"' => Some("names are quoted as 'relation symbol' and `variable`"),
            '^' => Some("powers are not linear; write the product of a number and a variable"),
            '∃' | '∀' => Some("variables need no quantifiers: each clause holds for all their values"),
            _ => None,
        };
        let diagnostic = Diagnostic::error(span, message);
        self.report.push(match hint {
            Some(hint) => diagnostic.with_hint(hint),
            None => diagnostic,
        });
        self.push(TokenKind::Unknown, length);
    }
}

/// The character of `{1b}`, which stands after `\u`.
fn numbered(characters: &mut impl Iterator<Item = (usize, char)>) -> Option<char> {
    if characters.next()?.1 != '{' {
        return None;
    }
    let mut number = 0u32;
    loop {
        match characters.next()?.1 {
            '}' => return char::from_u32(number),
            digit => number = number.checked_mul(16)?.checked_add(digit.to_digit(16)?)?,
        }
    }
}
