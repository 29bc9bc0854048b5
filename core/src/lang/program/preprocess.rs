//! What comes before a program: lines with `#`, and names for types and numbers.
//!
//! ```text
//! #define N (2 * M + 1)      typedef unsigned int u32;      enum state { IDLE, BUSY = 4 };
//! ```
//!
//! Here a macro names a number or a type, or says what everybody knows of its name, as `#define assume(c) …`
//! does, and is left out. Of a text with others, these see what is left after `expand`.

use rustc_hash::FxHashSet;

use super::known::is_macro_as_known;
use super::parser::{INT, Parser, is_type_word};
use crate::budget::Budget;
use crate::lang::Span;
use crate::lang::common::report::Report;
use crate::lang::common::scan::{Cursor, Token, TokenKind, tokens};
use crate::num::Int;

/// At most this many steps of work for the number that a macro names.
const MACRO_STEPS: u64 = 100_000;

/// Does a macro, by what comes behind `#define`, only name a number or a type?
pub(super) fn is_plain_macro(text: &str, line: &[Token]) -> bool {
    let Some((name, body)) = line.split_first() else { return true };
    let is_called = body.first().is_some_and(|token| token.is("(") && token.span.start == name.span.end);
    let words = body.iter().filter(|token| token.kind == TokenKind::Word);
    let mut words = words.map(|token| &text[token.span.start as usize..token.span.end as usize]);
    let mut all = words.clone();
    if !body.is_empty() && body.iter().all(|t| t.kind == TokenKind::Word) && all.all(is_type_word) {
        return true;
    }
    let is_number = |token: &Token| match token.kind {
        TokenKind::Number(_) | TokenKind::Word => true,
        TokenKind::Sign(sign) => matches!(sign, "(" | ")" | "+" | "-" | "*" | "/" | "%"),
        _ => false,
    };
    // Other names in it are those of other numbers.
    let is_name = |word: &str| word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    !is_called && !body.is_empty() && body.iter().all(is_number) && words.all(is_name)
}

/// Numbers that headers of C give names to, with 32 bits for `int` and 64 for `long`.
const HEADERS: [(&str, &[(&str, &str)]); 3] = [
    ("<stdlib.h>", &[("EXIT_SUCCESS", "0"), ("EXIT_FAILURE", "1")]),
    ("<limits.h>", &LIMITS),
    (
        "<stdint.h>",
        &[("INT32_MAX", "2147483647"), ("INT32_MIN", "-2147483648"), ("UINT32_MAX", "4294967295")],
    ),
];

const LIMITS: [(&str, &str); 12] = [
    ("CHAR_MAX", "127"),
    ("CHAR_MIN", "-128"),
    ("UCHAR_MAX", "255"),
    ("SHRT_MAX", "32767"),
    ("SHRT_MIN", "-32768"),
    ("USHRT_MAX", "65535"),
    ("INT_MAX", "2147483647"),
    ("INT_MIN", "-2147483648"),
    ("UINT_MAX", "4294967295"),
    ("LONG_MAX", "9223372036854775807"),
    ("LONG_MIN", "-9223372036854775808"),
    ("ULONG_MAX", "18446744073709551615"),
];

impl Parser<'_, '_> {
    /// Takes the lines with `#` out, and notes the numbers that they name.
    pub(super) fn directives(&mut self) {
        let tokens = std::mem::take(&mut self.tokens);
        let (lines, kept): (Vec<Token>, Vec<Token>) =
            tokens.into_iter().partition(|token| token.kind == TokenKind::Directive);
        self.tokens = kept;
        if lines.is_empty() {
            return;
        }
        let text = self.text;
        let words = self.tokens.iter().filter(|token| token.kind == TokenKind::Word);
        let used: FxHashSet<&str> =
            words.map(|token| &text[token.span.start as usize..token.span.end as usize]).collect();
        for token in lines {
            if !self.report.spend(1 + u64::from(token.span.end - token.span.start), token.span) {
                return;
            }
            let line = self.text_of(token.span).trim_start_matches('#').trim().to_owned();
            let end = line.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(line.len());
            let (word, rest) = line.split_at(end);
            match word {
                "include" => {
                    // The header of the competition's loop programs defines a number.
                    if rest.contains("\"assert.h\"") {
                        self.constants.insert("LARGE_INT".to_owned(), Int::from(1_000_000));
                    }
                    for (header, names) in HEADERS {
                        for (name, number) in names.iter().filter(|_| rest.contains(header)) {
                            self.constants.extend(number.parse().ok().map(|n| ((*name).to_owned(), n)));
                        }
                    }
                }
                "define" => self.define(rest.trim(), token.span, &used),
                "pragma" | "line" | "ident" | "warning" => {}
                _ if word.starts_with(|c: char| c.is_ascii_digit()) || word.is_empty() => {}
                _ => self.report.error(token.span, "this line is not understood"),
            }
        }
    }

    /// `N 10` or `assume(c) if (!(c)) exit(0)`; `used` are the words of the program.
    fn define(&mut self, line: &str, span: Span, used: &FxHashSet<&str>) {
        let end = line.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(line.len());
        let (name, rest) = line.split_at(end);
        let value = rest.trim();
        if value.is_empty() {
            return;
        }
        let mut budget = Budget::steps(MACRO_STEPS);
        let mut report = Report::new(value, &mut budget);
        let body = tokens(value, false, &mut report);
        if rest.starts_with('(') {
            let after = body.iter().position(|token| token.is(")")).map_or(0, |close| close + 1);
            if is_macro_as_known(name, &body[after..body.len() - 1], value) {
                return;
            }
        } else {
            // Another name for a type.
            let words = &body[..body.len() - 1];
            let is_type =
                |token: &Token| self.is_type(&value[token.span.start as usize..token.span.end as usize]);
            if words.iter().all(is_type) {
                let mut parser = Parser::of(value, body, &mut report);
                // Lent: with many macros, copies would cost the square of their number.
                std::mem::swap(&mut parser.types, &mut self.types);
                let kind = parser.type_words();
                std::mem::swap(&mut parser.types, &mut self.types);
                if let Ok(kind) = kind {
                    self.types.insert(name.to_owned(), kind);
                }
                return;
            }
            let mut parser = Parser::of(value, body, &mut report);
            std::mem::swap(&mut parser.constants, &mut self.constants);
            let number = parser.expression().ok().filter(|_| parser.is_end() && parser.report.errors() == 0);
            std::mem::swap(&mut parser.constants, &mut self.constants);
            if let Some(number) = number.and_then(|number| number.folded()) {
                self.constants.insert(name.to_owned(), number);
                return;
            }
        }
        if used.contains(name) {
            self.report.error(span, "macros that are no numbers are not supported");
        }
    }

    /// The number that a line stands for.
    pub(super) fn number(line: &str, report: &mut Report) -> Option<Int> {
        let tokens = tokens(line, false, report);
        let mut parser = Parser::of(line, tokens, report);
        let number = parser.expression().ok().filter(|_| parser.is_end() && parser.report.errors() == 0);
        number?.folded()
    }

    /// Takes the names for types and the lists of numbers out, wherever they are.
    pub(super) fn definitions(&mut self) {
        let has_any = |token: &Token| {
            token.kind == TokenKind::Word && matches!(self.text_of(token.span), "typedef" | "enum")
        };
        if !self.tokens.iter().any(has_any) {
            return;
        }
        self.position = 0;
        let mut kept = Vec::with_capacity(self.tokens.len());
        while !self.is_end() {
            match self.word() {
                Some("enum") => {
                    kept.push(self.peek().clone());
                    self.enumeration();
                }
                Some("typedef") => {
                    let start = self.position;
                    self.advance();
                    let is_enumeration = self.word() == Some("enum");
                    if is_enumeration {
                        self.enumeration();
                    }
                    if !self.name_for_a_type(is_enumeration) {
                        // Refused where it stands, once.
                        kept.extend(self.tokens[start..self.position].iter().cloned());
                    }
                }
                _ => {
                    kept.push(self.peek().clone());
                    self.advance();
                }
            }
        }
        kept.push(self.peek().clone());
        self.tokens = kept;
        self.position = 0;
    }

    /// `enum state { IDLE, BUSY = 4 }`, and what may come behind it stays.
    fn enumeration(&mut self) {
        self.advance();
        if self.word().is_some() && (self.ahead(1).is("{") || self.ahead(1).kind == TokenKind::Word) {
            self.advance();
        }
        if !self.accept("{") {
            return;
        }
        let mut next = Int::ZERO;
        while !self.peek().is("}") && !self.is_end() {
            let Ok((name, span)) = self.name("the name of a number") else { return };
            if self.accept("=") {
                let value = self.expression().ok().and_then(|value| value.folded());
                let Some(value) = value else {
                    self.report.error(span, "the values of an enumeration are numbers");
                    return;
                };
                next = value;
            }
            self.constants.insert(name, next.clone());
            next += &Int::ONE;
            if !self.accept(",") {
                break;
            }
        }
        if self.expect("}").is_err() {
            self.position = self.position.max(1);
        }
    }

    /// `unsigned int u32;` after `typedef`; `false` if it is something else.
    fn name_for_a_type(&mut self, is_enumeration: bool) -> bool {
        let is_known = self.word().is_some_and(|word| self.is_type(word));
        let mut kind = INT;
        if !is_enumeration {
            if !is_known {
                return false;
            }
            // The last word is the new name, even if it is one for a type already.
            let mut words = 0;
            while self.word_at(words).is_some() {
                words += 1;
            }
            if words < 2 || !self.ahead(words).is(";") {
                return false;
            }
            let name = self.position + words - 1;
            let end = std::mem::replace(&mut self.tokens[name].kind, TokenKind::End);
            let found = self.type_words();
            self.tokens[name].kind = end;
            match found {
                Ok(found) if self.position == name => kind = found,
                _ => return false,
            }
        }
        let Some(name) = self.word().map(str::to_owned) else { return false };
        self.advance();
        self.types.insert(name, kind);
        self.accept(";")
    }
}
