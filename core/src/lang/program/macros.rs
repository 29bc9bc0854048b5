//! Macros: what `#define` says, and what a use of it stands for.
//!
//! ```text
//! #define MAX(a, b) ((a) > (b) ? (a) : (b))        MAX(x, 1)  is  ((x) > (1) ? (x) : (1))
//! ```
//!
//! A token is a place in the text, so an expansion is a list of places. Inside of what a macro stands for
//! it is not expanded again, so every expansion ends.

use rustc_hash::FxHashMap;

use crate::budget::Budget;
use crate::lang::Span;
use crate::lang::common::limits::NESTING_LIMIT;
use crate::lang::common::report::Report;
use crate::lang::common::scan::{Token, TokenKind, tokens};
use crate::lang::common::shortened;

/// All expansions of a text have at most this many tokens.
const TOKEN_LIMIT: usize = 1_000_000;

pub(super) struct Macro {
    /// `None` if it has no parentheses.
    parameters: Option<Vec<String>>,
    body: Vec<Token>,
}

/// The macros that are defined at a place in the text.
pub(super) struct Macros<'t> {
    text: &'t str,
    known: FxHashMap<String, Macro>,
    /// The tokens that expansions had so far.
    made: usize,
    depth: usize,
    is_told: bool,
}

/// Where in a text a line with `#` goes on behind its first word, the word, and the tokens that follow.
pub(super) struct Line<'t> {
    pub(super) word: &'t str,
    pub(super) tokens: Vec<Token>,
}

/// Reads a line with `#`; the places of its tokens are places in the text.
pub(super) fn line(text: &str, span: Span) -> Line<'_> {
    let whole = &text[span.start as usize..span.end as usize];
    let rest = whole.trim_start_matches('#').trim_start();
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    let offset = span.end as usize - rest.len() + end;
    let mut budget = Budget::unlimited();
    // What is no sign, such as the backslash at the end of a line, is left out.
    let mut scratch = Report::new(whole, &mut budget);
    let mut found = tokens(&rest[end..], false, &mut scratch);
    found.pop();
    for token in &mut found {
        token.span = Span::new(token.span.start as usize + offset, token.span.end as usize + offset);
    }
    Line { word: &rest[..end], tokens: found }
}

impl<'t> Macros<'t> {
    pub(super) fn new(text: &'t str) -> Macros<'t> {
        Macros { text, known: FxHashMap::default(), made: 0, depth: 0, is_told: false }
    }

    pub(super) fn is_defined(&self, name: &str) -> bool {
        self.known.contains_key(name)
    }

    pub(super) fn remove(&mut self, name: &str) {
        self.known.remove(name);
    }

    pub(super) fn word(&self, token: &Token) -> &'t str {
        &self.text[token.span.start as usize..token.span.end as usize]
    }

    /// Takes what comes behind `#define`.
    pub(super) fn define(&mut self, line: &[Token], report: &mut Report) {
        let Some((name, rest)) = line.split_first().filter(|(name, _)| name.kind == TokenKind::Word) else {
            return;
        };
        // Only a parenthesis that touches the name begins parameters.
        let is_called = rest.first().is_some_and(|t| t.is("(") && t.span.start == name.span.end);
        let mut start = name.span.end;
        let (parameters, body) = if is_called {
            let Some(close) = rest.iter().position(|token| token.is(")")) else { return };
            let named = rest[1..close].iter().filter(|token| !token.is(","));
            if let Some(other) = named.clone().find(|token| token.kind != TokenKind::Word) {
                report.error(other.span, "macros with any number of arguments are not supported");
                return;
            }
            start = rest[close].span.end;
            (Some(named.map(|token| self.word(token).to_owned()).collect()), &rest[close + 1..])
        } else {
            (None, rest)
        };
        let end = body.last().map_or(start, |last| last.span.end);
        let span = Span::new(start as usize, end as usize);
        if self.text[span.start as usize..span.end as usize].contains('#') {
            report.error(span, "`#` in macros is not supported");
            return;
        }
        self.known.insert(self.word(name).to_owned(), Macro { parameters, body: body.to_vec() });
    }

    /// What the first of some tokens stands for, if it is a macro, and how many of them its use has.
    pub(super) fn used(&mut self, tokens: &[Token], report: &mut Report) -> Option<(Vec<Token>, usize)> {
        let count = self.length(tokens, &[], report)?;
        let mut made = Vec::new();
        self.expand(&tokens[..count], &mut Vec::new(), &mut made, report);
        Some((made, count))
    }

    /// How many tokens the use of a macro has with which these begin.
    fn length(&self, tokens: &[Token], hidden: &[String], report: &mut Report) -> Option<usize> {
        let name = tokens.first().filter(|token| token.kind == TokenKind::Word)?;
        let word = self.word(name);
        let own = self.known.get(word)?;
        if hidden.iter().any(|other| other == word) {
            return None;
        }
        if own.parameters.is_none() {
            return Some(1);
        }
        // Without parentheses behind it, the name of such a macro is a name like all.
        tokens.get(1).filter(|token| token.is("("))?;
        let mut depth = 0usize;
        for (i, token) in tokens.iter().enumerate().skip(1) {
            if token.is("(") {
                depth += 1;
            } else if token.is(")") {
                depth -= 1;
                if depth == 0 {
                    return report.spend(i as u64, name.span).then_some(i + 1);
                }
            }
        }
        if !report.spend(tokens.len() as u64, name.span) {
            return None;
        }
        report.error(name.span, format!("the arguments of `{}` have no end", shortened(word)));
        None
    }

    fn expand(
        &mut self,
        tokens: &[Token],
        hidden: &mut Vec<String>,
        out: &mut Vec<Token>,
        report: &mut Report,
    ) {
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            if self.is_over(token.span, report) {
                return;
            }
            let Some(count) = self.length(&tokens[at..], hidden, report) else {
                self.made += 1;
                out.push(token.clone());
                at += 1;
                continue;
            };
            if self.depth >= NESTING_LIMIT {
                let message = format!("macros are used inside of each other more than {NESTING_LIMIT} times");
                report.error(token.span, message);
                return;
            }
            self.depth += 1;
            let inside = self.replaced(&tokens[at..at + count], hidden, report);
            at += count;
            hidden.push(self.word(token).to_owned());
            self.expand(&inside, hidden, out, report);
            hidden.pop();
            self.depth -= 1;
        }
    }

    /// Do the macros stand for too much? That is told once.
    fn is_over(&mut self, span: Span, report: &mut Report) -> bool {
        let is_over = self.made > TOKEN_LIMIT;
        if is_over && !self.is_told {
            self.is_told = true;
            report.error(span, "the text is too large: its macros stand for too much");
        }
        is_over || report.is_exhausted()
    }

    /// The body of a macro, with the arguments of its use, which are expanded before.
    fn replaced(&mut self, usage: &[Token], hidden: &mut Vec<String>, report: &mut Report) -> Vec<Token> {
        let name = self.word(&usage[0]);
        let Some(own) = self.known.get(name) else { return Vec::new() };
        let body = own.body.clone();
        let Some(parameters) = own.parameters.clone() else { return body };
        let mut arguments: Vec<Vec<Token>> = vec![Vec::new()];
        let mut depth = 0usize;
        for token in &usage[2..usage.len() - 1] {
            depth += usize::from(token.is("("));
            depth = depth.saturating_sub(usize::from(token.is(")")));
            if depth == 0 && token.is(",") {
                arguments.push(Vec::new());
            } else if let Some(last) = arguments.last_mut() {
                last.push(token.clone());
            }
        }
        if parameters.is_empty() && arguments[0].is_empty() {
            arguments.clear();
        }
        if arguments.len() != parameters.len() {
            let (wanted, given) = (parameters.len(), arguments.len());
            let message = format!("`{}` has {wanted} parameters, this use has {given}", shortened(name));
            report.error(usage[0].span.to(usage[usage.len() - 1].span), message);
            return Vec::new();
        }
        let work = (body.len() * parameters.len()) as u64;
        if !report.spend(work, usage[0].span) {
            return Vec::new();
        }
        let mut given: Vec<Vec<Token>> = Vec::with_capacity(arguments.len());
        for argument in &arguments {
            let mut made = Vec::new();
            self.expand(argument, hidden, &mut made, report);
            given.push(made);
        }
        let mut made = Vec::new();
        for token in body {
            let place = (token.kind == TokenKind::Word)
                .then(|| parameters.iter().position(|parameter| parameter == self.word(&token)))
                .flatten();
            match place {
                Some(place) => made.extend(given[place].iter().cloned()),
                None => made.push(token),
            }
        }
        self.made += made.len();
        made
    }
}
