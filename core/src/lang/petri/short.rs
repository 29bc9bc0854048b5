//! The short notation: a line for each action, and lines that begin with `init`, `target` or `cover`.
//!
//! ```text
//! places p1, p2, p3               # if their order matters
//! a1: p1 + 2 p2 -> p3             # takes one token of p1 and two of p2
//! a2: p3, p1 = 0 -> p2            # only if p1 is empty: an inhibitor arc
//! a3: p3 -> p2 := p2 + p1, p1 := 0        # all tokens of p1 go to p2
//! init p1 = 1, p2 >= 2            # the others are empty
//! target p3 = 1                   # this very marking: the others are empty
//! cover p3 >= 2                   # any marking with at least 2
//! ```
//!
//! A line goes on after `,`, `+`, `->` and `:`, and where the next one is indented.

use super::net::{Action, Bounds, Net, Place, Region, Sum};
use super::token::{Cursor, Kind, Token, continues_name, starts_name};
use crate::lang::common::report::Report;
use crate::lang::{Diagnostic, Span};
use crate::num::Int;
use crate::order::Map;

const STATEMENTS: [&str; 4] = ["places", "init", "target", "cover"];

/// The first line is an action, or says something about places.
pub(super) fn detects(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    let Some(line) = first.map(|line| line.split('#').next().unwrap_or_default()) else { return false };
    let word = line.find(|c| !continues_name(c)).unwrap_or(line.len());
    let (word, rest) = line.split_at(word);
    if !word.starts_with(starts_name) || line.contains(['{', '}', '(', ')', ';', '.']) {
        return false;
    }
    match rest.trim_start().strip_prefix(':') {
        Some(rest) => !rest.starts_with(['-', '=', ':']) && (rest.contains("->") || rest.contains('→')),
        None => STATEMENTS.contains(&word) && rest.starts_with(char::is_whitespace),
    }
}

pub(super) fn parse(text: &str, tokens: &[Token], report: &mut Report) -> Net {
    let mut reader = Reader {
        cursor: Cursor::new(text, tokens),
        report,
        net: Net::default(),
        names: Map::new(),
        actions: Map::new(),
        initial: Region::default(),
        exact: Vec::new(),
    };
    reader.run();
    reader.finish()
}

struct Reader<'a, 'r, 'b> {
    cursor: Cursor<'a>,
    report: &'r mut Report<'b>,
    net: Net,
    names: Map<&'a str, usize>,
    actions: Map<&'a str, Span>,
    initial: Region,
    /// The targets whose other places are empty.
    exact: Vec<usize>,
}

impl Reader<'_, '_, '_> {
    fn run(&mut self) {
        while self.cursor.peek().kind != Kind::End && self.report.spend(1, self.cursor.peek().span) {
            let token = self.cursor.peek();
            let word = self.cursor.word(token);
            let is_statement = token.kind == Kind::Word && STATEMENTS.contains(&word);
            let whole = if token.kind == Kind::Word && self.cursor.ahead(1).kind == Kind::Colon {
                self.action()
            } else if is_statement {
                self.statement(word)
            } else {
                let what = "an action such as `a1: p1 + 2 p2 -> p3`, or `places`, `init`, `target`, `cover`";
                self.cursor.unexpected(what, self.report);
                // It may stand where a statement could begin; nothing else would get past it.
                self.cursor.next();
                None
            };
            if whole.is_some() && !self.ends() {
                self.cursor.unexpected("the end of the line", self.report);
            }
            while !self.ends() {
                self.cursor.next();
            }
        }
    }

    /// Does the next token begin another statement?
    fn ends(&self) -> bool {
        let token = self.cursor.peek();
        let begins = token.kind == Kind::Word
            && (self.cursor.ahead(1).kind == Kind::Colon
                || STATEMENTS.contains(&self.cursor.word(token)) && self.cursor.ahead(1).kind != Kind::Equal);
        token.kind == Kind::End || token.first_of_line && (begins || self.is_at_margin(token))
    }

    /// Does it stand at the very beginning of its line?
    fn is_at_margin(&self, token: Token) -> bool {
        token.span.start == 0 || self.cursor.text[..token.span.start as usize].ends_with(['\n', '\r'])
    }

    fn statement(&mut self, word: &str) -> Option<()> {
        let start = self.cursor.next().span;
        if word == "places" {
            while self.cursor.peek().kind == Kind::Word && !self.ends() {
                let token = self.cursor.next();
                let name = self.cursor.word(token);
                if self.names.contains_key(name) {
                    self.report.error(token.span, format!("the place `{name}` is there already"));
                }
                self.place(token);
                let _ = self.cursor.take(Kind::Comma);
            }
            return Some(());
        }
        let mut region = Region::default();
        loop {
            let place = self.known_place()?;
            let bounds = self.cursor.bounds("p", self.report)?;
            region.require(place, bounds);
            if self.cursor.take(Kind::Comma).is_none() {
                break;
            }
        }
        region.span = start.to(self.cursor.last());
        if word == "init" {
            for (place, bounds) in region.bounds {
                self.initial.require(place, bounds);
            }
            return Some(());
        }
        if word == "target" {
            self.exact.push(self.net.targets.len());
        }
        self.net.targets.push(region);
        Some(())
    }

    fn action(&mut self) -> Option<()> {
        let token = self.cursor.next();
        let name = self.cursor.word(token);
        self.cursor.next();
        if let Some(first) = self.actions.get(&name).copied() {
            let twice = Diagnostic::error(token.span, format!("there are two actions `{name}`"));
            self.report.push(twice.with_related(first, "the first one"));
        }
        self.actions.insert(name, token.span);
        let mut action = Action { name: name.to_owned(), ..Action::default() };
        let mut taken = Sum::default();
        if self.cursor.peek().kind != Kind::Arrow {
            loop {
                if self.cursor.peek().kind == Kind::Word && is_condition(&self.cursor) {
                    let place = self.known_place()?;
                    let bounds = self.cursor.bounds("p", self.report)?;
                    action.require(place, bounds);
                } else {
                    self.multiset(&mut taken)?;
                }
                if self.cursor.take(Kind::Comma).is_none() {
                    break;
                }
            }
        }
        self.cursor.expect(Kind::Arrow, "`->`", self.report)?;
        let mut put = Sum::default();
        let mut assigned: Vec<(usize, Sum, Span)> = Vec::new();
        if !self.ends() {
            loop {
                let start = self.cursor.peek();
                if start.kind == Kind::Word && self.cursor.ahead(1).kind == Kind::Assign {
                    let place = self.known_place()?;
                    self.cursor.next();
                    let sum = self.sum()?;
                    assigned.push((place, sum, start.span));
                } else {
                    self.multiset(&mut put)?;
                }
                if self.cursor.take(Kind::Comma).is_none() {
                    break;
                }
            }
        }
        action.span = token.span.to(self.cursor.last());
        for (place, tokens) in &taken.summands {
            action.require(*place, Bounds::at_least(tokens.clone()));
        }
        let mut effect = put;
        taken.summands.iter().for_each(|(place, tokens)| effect.add(*place, &-tokens));
        let mentioned =
            |place: usize| effect.summands.iter().chain(&taken.summands).any(|(other, _)| *other == place);
        for (place, sum, span) in assigned {
            match action.updates.binary_search_by_key(&place, |(p, _)| *p) {
                Err(at) if !mentioned(place) => action.updates.insert(at, (place, sum)),
                _ => {
                    let name = &self.net.places[place].name;
                    self.report.error(span, format!("the action changes `{name}` in two ways"));
                }
            }
        }
        for (place, change) in effect.summands {
            if let Err(at) = action.updates.binary_search_by_key(&place, |(p, _)| *p) {
                action.updates.insert(at, (place, Sum::of_place(place, change)));
            }
        }
        action.complete();
        self.net.actions.push(action);
        Some(())
    }

    /// `p1 + 2 p2`, or `0`.
    fn multiset(&mut self, sum: &mut Sum) -> Option<()> {
        loop {
            let number = if self.cursor.peek().kind == Kind::Number {
                let number = self.cursor.number(self.report)?;
                let _ = self.cursor.take(Kind::Times);
                if number.is_zero() && self.cursor.peek().kind != Kind::Word {
                    return Some(());
                }
                number
            } else {
                Int::ONE
            };
            let place = self.known_place()?;
            sum.add(place, &number);
            if self.cursor.take(Kind::Plus).is_none() {
                return Some(());
            }
        }
    }

    /// `p1 + 2 p2 - 1`
    fn sum(&mut self) -> Option<Sum> {
        let mut sum = Sum::default();
        let mut sign = self.cursor.first_sign();
        loop {
            if self.cursor.peek().kind == Kind::Number {
                let number = &sign * &self.cursor.number(self.report)?;
                let product = self.cursor.take(Kind::Times).is_some();
                if product || self.cursor.peek().kind == Kind::Word && !self.ends() {
                    let place = self.known_place()?;
                    sum.add(place, &number);
                } else {
                    sum.constant += &number;
                }
            } else {
                let place = self.known_place()?;
                sum.add(place, &sign);
            }
            match self.cursor.sign() {
                Some(next) => sign = next,
                None => return Some(sum),
            }
        }
    }

    fn known_place(&mut self) -> Option<usize> {
        let token = self.cursor.expect(Kind::Word, "a place", self.report)?;
        Some(self.place(token))
    }

    /// The place of a name, which begins to exist where it is first mentioned.
    fn place(&mut self, token: Token) -> usize {
        let name = self.cursor.word(token);
        if let Some(place) = self.names.get(&name) {
            return *place;
        }
        let place = self.net.places.len();
        self.names.insert(name, place);
        self.net.places.push(Place { name: name.to_owned(), span: token.span });
        place
    }

    fn finish(mut self) -> Net {
        let count = self.net.places.len();
        self.net.initial = vec![Bounds::exactly(Int::ZERO); count];
        for (place, bounds) in self.initial.bounds {
            self.net.initial[place] = bounds;
        }
        for exact in self.exact {
            if !self.report.spend(count as u64, self.net.targets[exact].span) {
                break;
            }
            let target = &mut self.net.targets[exact];
            let given = std::mem::replace(&mut target.bounds, Vec::with_capacity(count));
            target.bounds.extend((0..count).map(|place| (place, Bounds::exactly(Int::ZERO))));
            for (place, bounds) in given {
                target.bounds[place].1 = bounds;
            }
        }
        if self.net.targets.is_empty() {
            let end = self.cursor.peek().span;
            let message = "there is neither `target` nor `cover`, so nothing is asked";
            self.report.push(Diagnostic::warning(end, message));
        }
        self.net
    }
}

/// Does a condition such as `p = 0` begin here?
fn is_condition(cursor: &Cursor) -> bool {
    let next = cursor.ahead(1);
    matches!(next.kind, Kind::Equal | Kind::AtLeast | Kind::AtMost)
        || next.kind == Kind::Word && cursor.word(next) == "in" && cursor.ahead(2).kind == Kind::Open
}
