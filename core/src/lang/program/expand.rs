//! What the preprocessor of C makes of a text: macros are put in, and what conditions leave out is blank.
//! Every place of the new text is one of the old.
//!
//! ```text
//! #ifndef N                       (blank)
//! #define N 5                     (blank)
//! #endif                          (blank)
//! #define TWICE(x) (2 * (x))      (blank)
//! int y = TWICE(N);               int y = ( 2 * ( 5 ) );
//! ```
//!
//! A text that only names numbers and types stays as it is (`preprocess`), so that it is told as written.

use rustc_hash::FxHashSet;

use super::known::is_macro_as_known;
use super::macros::{Line, Macros, line};
use super::parser::Parser;
use super::preprocess::is_plain_macro;
use crate::budget::Budget;
use crate::lang::Span;
use crate::lang::common::limits::TEXT_LIMIT;
use crate::lang::common::report::Report;
use crate::lang::common::scan::{Token, TokenKind, tokens};

/// At most this many steps of work for a condition.
const CONDITION_STEPS: u64 = 100_000;

/// A text after preprocessing.
#[derive(Debug)]
pub(super) struct Expanded {
    pub(super) text: String,
    /// In the order of the text; each goes on to the next.
    pieces: Vec<Piece>,
}

/// A part of the new text, and where it comes from: as it is, or as what a use of a macro stands for.
#[derive(Debug)]
struct Piece {
    start: usize,
    from: Span,
    is_copy: bool,
}

/// `#if` and what belongs to it.
struct Choice {
    span: Span,
    is_around_active: bool,
    is_active: bool,
    /// Was one of its parts active already?
    was_active: bool,
}

impl Expanded {
    /// The place in the text as it was written.
    pub(super) fn origin(&self, span: Span) -> Span {
        let (start, end) = (span.start as usize, span.end as usize);
        let first = self.at(start, |piece, offset| {
            if piece.is_copy { piece.from.start as usize + offset } else { piece.from.start as usize }
        });
        let last = self.at(end.saturating_sub(1).max(start), |piece, offset| {
            let length = usize::from(end > start);
            if piece.is_copy { piece.from.start as usize + offset + length } else { piece.from.end as usize }
        });
        Span::new(first, last.max(first))
    }

    fn at(&self, position: usize, place: impl Fn(&Piece, usize) -> usize) -> usize {
        let after = self.pieces.partition_point(|piece| piece.start <= position);
        let Some(piece) = after.checked_sub(1).and_then(|i| self.pieces.get(i)) else { return position };
        place(piece, position - piece.start)
    }

    fn push(&mut self, text: &str, from: Span, is_copy: bool) {
        if !text.is_empty() {
            self.pieces.push(Piece { start: self.text.len(), from, is_copy });
            self.text.push_str(text);
        }
    }
}

/// The text after preprocessing; nothing if it needs none but names for numbers and types.
pub(super) fn expanded(text: &str, report: &mut Report) -> Option<Expanded> {
    let mut budget = Budget::unlimited();
    // What is wrong with tokens is told when the new text is read.
    let found = tokens(text, false, &mut Report::new(text, &mut budget));
    if !needs_expansion(text, &found) {
        return None;
    }
    let mut expander = Expander {
        text,
        macros: Macros::new(text),
        choices: Vec::new(),
        made: Expanded { text: String::with_capacity(text.len()), pieces: Vec::new() },
        done: 0,
    };
    expander.run(&found, report);
    Some(expander.made)
}

/// Is there a condition, a macro that is defined twice or not for good, or one that is no number?
fn needs_expansion(text: &str, found: &[Token]) -> bool {
    let mut names: FxHashSet<&str> = FxHashSet::default();
    found.iter().filter(|token| token.kind == TokenKind::Directive).any(|token| {
        let Line { word, tokens } = line(text, token.span);
        match word {
            "define" => {
                let Some(name) = tokens.first() else { return false };
                let name = &text[name.span.start as usize..name.span.end as usize];
                let is_second = !names.insert(name);
                is_second || !(is_plain_macro(text, &tokens) || is_known(text, &tokens))
            }
            "if" | "ifdef" | "ifndef" | "elif" | "else" | "endif" | "undef" => true,
            _ => false,
        }
    })
}

/// Does the macro say what everybody knows of its name?
fn is_known(text: &str, line: &[Token]) -> bool {
    let Some(name) = line.first() else { return false };
    let is_called = line.get(1).is_some_and(|token| token.is("(") && token.span.start == name.span.end);
    let Some(close) = line.iter().position(|token| token.is(")")).filter(|_| is_called) else { return false };
    is_macro_as_known(&text[name.span.start as usize..name.span.end as usize], &line[close + 1..], text)
}

struct Expander<'t> {
    text: &'t str,
    macros: Macros<'t>,
    choices: Vec<Choice>,
    made: Expanded,
    /// How much of the text is done.
    done: usize,
}

impl Expander<'_> {
    fn run(&mut self, tokens: &[Token], report: &mut Report) {
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            if !report.spend(1, token.span) {
                return;
            }
            let is_active = self.choices.last().is_none_or(|choice| choice.is_active);
            if token.kind == TokenKind::Directive {
                let stays = self.directive(token.span, is_active, report);
                self.copy(token.span.start as usize);
                if stays { self.copy(token.span.end as usize) } else { self.blank(token.span.end as usize) }
            } else if !is_active && token.kind != TokenKind::End {
                self.blank(token.span.end as usize);
            } else if let Some((stands_for, count)) = self.macros.used(&tokens[at..], report) {
                let span = token.span.to(tokens[at + count - 1].span);
                self.copy(span.start as usize);
                self.put(&stands_for, span);
                at += count;
                continue;
            }
            at += 1;
            if self.made.text.len() > TEXT_LIMIT {
                report.error(token.span, "the text is too large: its macros stand for too much");
                return;
            }
        }
        self.copy(self.text.len());
        for choice in &self.choices {
            report.hinted(choice.span, "this condition has no end", "it ends with `#endif`");
        }
    }

    /// Takes the text up to a place as it is.
    fn copy(&mut self, to: usize) {
        if to > self.done {
            let span = Span::new(self.done, to);
            self.made.push(&self.text[self.done..to], span, true);
            self.done = to;
        }
    }

    /// Leaves the text up to a place out, but not its lines.
    fn blank(&mut self, to: usize) {
        if to > self.done {
            let lines: String = self.text[self.done..to].chars().filter(|c| *c == '\n').collect();
            let lines = format!(" {lines}");
            self.made.push(&lines, Span::new(self.done, to), false);
            self.done = to;
        }
    }

    /// Puts what a macro stands for in the place of its use, on as many lines.
    fn put(&mut self, stands_for: &[Token], span: Span) {
        let words: Vec<&str> = stands_for.iter().map(|token| self.macros.word(token)).collect();
        let usage = &self.text[span.start as usize..span.end as usize];
        let lines: String = usage.chars().filter(|c| *c == '\n').collect();
        // A space on both sides keeps what is beside it apart.
        self.made.push(&format!(" {} {lines}", words.join(" ")), span, false);
        self.done = span.end as usize;
    }

    /// Follows a line with `#`; whether it stays in the text.
    fn directive(&mut self, span: Span, is_active: bool, report: &mut Report) -> bool {
        let Line { word, tokens } = line(self.text, span);
        let name = tokens.first().map(|token| self.macros.word(token));
        match word {
            "if" | "ifdef" | "ifndef" => {
                let holds = is_active
                    && match (word, name) {
                        ("if", _) => self.condition(&tokens, span, report),
                        (_, name) => name.is_some_and(|n| self.macros.is_defined(n)) == (word == "ifdef"),
                    };
                self.choices.push(Choice {
                    span,
                    is_around_active: is_active,
                    is_active: holds,
                    was_active: holds,
                });
            }
            "elif" | "else" => {
                let Some(choice) = self.choices.pop() else {
                    report.error(span, format!("there is no `#if` for this `#{word}`"));
                    return false;
                };
                let may = choice.is_around_active && !choice.was_active;
                let is_active = may && (word == "else" || self.condition(&tokens, span, report));
                let was_active = choice.was_active || is_active;
                self.choices.push(Choice { is_active, was_active, ..choice });
            }
            "endif" => {
                if self.choices.pop().is_none() {
                    report.error(span, "there is no `#if` for this `#endif`");
                }
            }
            _ if !is_active => {}
            "define" if is_known(self.text, &tokens) => return true,
            "define" => self.macros.define(&tokens, report),
            "undef" => {
                if let Some(name) = name {
                    self.macros.remove(name);
                }
            }
            "error" => report.error(span, "the program says that it can't be compiled like this"),
            _ => return true,
        }
        false
    }

    /// `N > 3 && defined(M)`: names that stand for nothing are 0.
    fn condition(&mut self, tokens: &[Token], span: Span, report: &mut Report) -> bool {
        let mut words: Vec<String> = Vec::new();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            if self.macros.word(token) == "defined" {
                let is_closed = tokens.get(at + 1).is_some_and(|next| next.is("("));
                let name = tokens.get(at + 1 + usize::from(is_closed)).map(|name| self.macros.word(name));
                let is_defined = name.is_some_and(|name| self.macros.is_defined(name));
                words.push(u8::from(is_defined).to_string());
                at += if is_closed { 4 } else { 2 };
                continue;
            }
            let (made, count) =
                self.macros.used(&tokens[at..], report).unwrap_or_else(|| (vec![token.clone()], 1));
            for token in made {
                let is_name = token.kind == TokenKind::Word;
                words.push(if is_name { "0".to_owned() } else { self.macros.word(&token).to_owned() });
            }
            at += count;
        }
        let line = words.join(" ");
        let mut budget = Budget::steps(CONDITION_STEPS);
        let mut scratch = Report::new(&line, &mut budget);
        let number = Parser::number(&line, &mut scratch);
        if number.is_none() {
            report.error(span, "this condition is no number");
        }
        number.is_some_and(|number| !number.is_zero())
    }
}
