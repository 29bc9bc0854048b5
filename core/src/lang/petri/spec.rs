//! The format `.spec` of mist: sections of variables, rules, first and forbidden markings.
//!
//! ```text
//! vars  think wait use
//! rules think >= 1 -> use' = use + 1, wait' = wait + think - 1, think' = 0;
//! init  think >= 1, wait = 0, use = 0
//! target use >= 2
//! invariants think = 1, wait = 1, use = 1
//! ```
//!
//! Lists without a comma between them are different targets, or invariants. An invariant has a weight for
//! each place; it is not used, since the heuristics find them, but one that some rule breaks is told.

use super::net::{Action, Bounds, Net, Place, Region, Sum};
use super::token::{Cursor, Kind, Token};
use crate::lang::common::report::Report;
use crate::lang::{Diagnostic, Span};
use crate::num::Int;
use crate::order::Map;

const SECTIONS: [&str; 5] = ["vars", "rules", "init", "target", "invariants"];

/// A net begins with its variables.
pub(super) fn detects(text: &str) -> bool {
    let first = text.lines().map(str::trim_start).find(|line| !line.is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| {
        line.strip_prefix("vars").is_some_and(|rest| rest.chars().next().is_none_or(char::is_whitespace))
    })
}

pub(super) fn parse(text: &str, tokens: &[Token], report: &mut Report) -> Net {
    let cursor = Cursor::new(text, tokens);
    let mut reader = Reader { cursor, report, net: Net::default(), names: Map::new(), has_init: false };
    let invariants = reader.sections();
    reader.finish();
    let Reader { net, report, .. } = reader;
    for (weights, span) in invariants {
        judge(&net, &weights, span, report);
    }
    net
}

struct Reader<'a, 'r, 'b> {
    cursor: Cursor<'a>,
    report: &'r mut Report<'b>,
    net: Net,
    names: Map<&'a str, usize>,
    has_init: bool,
}

/// A weight for each place of an invariant, with the place in the text.
type Weights = (Vec<(usize, Int)>, Span);

impl Reader<'_, '_, '_> {
    fn sections(&mut self) -> Vec<Weights> {
        let mut invariants = Vec::new();
        while self.cursor.peek().kind != Kind::End && !self.report.is_exhausted() {
            let Some(word) = self.section() else {
                self.cursor.unexpected("one of `vars`, `rules`, `init`, `target`, `invariants`", self.report);
                self.skip(false);
                continue;
            };
            let span = self.cursor.next().span;
            match word {
                "vars" => self.variables(),
                "rules" => self.rules(),
                "init" => self.init(),
                "target" => {
                    let before = self.net.targets.len();
                    while self.cursor.peek().kind == Kind::Word && self.section().is_none() {
                        let (bounds, span) = self.conditions(false);
                        let mut region = Region { span, ..Region::default() };
                        for (place, bounds) in bounds {
                            region.require(place, bounds);
                        }
                        // Otherwise an error has been told.
                        if !region.bounds.is_empty() {
                            self.net.targets.push(region);
                        }
                        self.skip(true);
                    }
                    // An empty net has no place that a condition could be about.
                    if self.net.targets.len() == before && !self.net.places.is_empty() {
                        self.report.error(span, "a target has at least one condition, such as `x >= 1`");
                    }
                }
                _ => {
                    while self.cursor.peek().kind == Kind::Word && self.section().is_none() {
                        let (bounds, span) = self.conditions(false);
                        let weights = bounds.into_iter().map(|(place, bounds)| (place, bounds.low));
                        invariants.push((weights.collect(), span));
                        self.skip(true);
                    }
                }
            }
        }
        invariants
    }

    /// The section that begins with the next token.
    fn section(&self) -> Option<&'static str> {
        let token = self.cursor.peek();
        let word = (token.kind == Kind::Word).then(|| self.cursor.word(token))?;
        SECTIONS.into_iter().find(|section| *section == word)
    }

    /// Goes on to the next section, or to where the next list or rule may begin. In lists, what can begin one
    /// stays.
    fn skip(&mut self, in_list: bool) {
        while self.cursor.peek().kind != Kind::End && self.section().is_none() {
            if in_list && self.cursor.peek().kind == Kind::Word {
                return;
            }
            if self.cursor.next().kind == Kind::Semicolon && !in_list {
                return;
            }
        }
    }

    fn variables(&mut self) {
        while let (Some(token), None) =
            (Some(self.cursor.peek()).filter(|t| t.kind == Kind::Word), self.section())
        {
            self.cursor.next();
            let name = self.cursor.word(token);
            if self.names.contains_key(name) {
                self.report.error(token.span, format!("`{name}` is declared twice"));
                continue;
            }
            self.names.insert(name, self.net.places.len());
            self.net.places.push(Place { name: name.to_owned(), span: token.span });
            let _ = self.cursor.take(Kind::Comma);
        }
    }

    fn rules(&mut self) {
        while self.cursor.peek().kind != Kind::End && self.section().is_none() {
            if !self.report.spend(1, self.cursor.peek().span) {
                return;
            }
            let start = self.cursor.peek().span;
            let mut action = Action { name: format!("t{}", self.net.actions.len() + 1), ..Action::default() };
            let errors = self.report.errors();
            if self.cursor.peek().kind == Kind::Word {
                let (conditions, _) = self.conditions(true);
                for (place, bounds) in conditions {
                    action.require(place, bounds);
                }
            }
            let whole =
                self.cursor.expect(Kind::Arrow, "`->`", self.report).is_some() && self.updates(&mut action);
            action.span = start.to(self.cursor.last());
            if !whole || self.cursor.expect(Kind::Semicolon, "`;`", self.report).is_none() {
                self.skip(false);
            }
            if self.report.errors() == errors {
                action.complete();
                self.net.actions.push(action);
            }
        }
    }

    /// `x' = x + y - 1, …`, or nothing.
    fn updates(&mut self, action: &mut Action) -> bool {
        if self.cursor.peek().kind == Kind::Semicolon {
            return true;
        }
        loop {
            let Some(token) = self.cursor.expect(Kind::Word, "a variable", self.report) else { return false };
            let Some(place) = self.place(token) else { return false };
            if self.cursor.expect(Kind::Prime, "`'`", self.report).is_none()
                || self.cursor.expect(Kind::Equal, "`=`", self.report).is_none()
            {
                return false;
            }
            let Some(sum) = self.sum() else { return false };
            match action.updates.binary_search_by_key(&place, |(p, _)| *p) {
                Ok(_) => {
                    let name = self.cursor.word(token);
                    self.report.error(token.span, format!("`{name}'` has two values in one rule"));
                }
                Err(at) => action.updates.insert(at, (place, sum)),
            }
            if self.cursor.take(Kind::Comma).is_none() {
                return true;
            }
        }
    }

    fn sum(&mut self) -> Option<Sum> {
        let mut sum = Sum::default();
        let mut sign = self.cursor.first_sign();
        loop {
            if self.cursor.peek().kind == Kind::Number {
                let number = &sign * &self.cursor.number(self.report)?;
                let product = self.cursor.take(Kind::Times).is_some();
                match self.cursor.take(Kind::Word) {
                    Some(token) => sum.add(self.place(token)?, &number),
                    None if product => {
                        self.cursor.unexpected("a variable", self.report);
                        return None;
                    }
                    None => sum.constant += &number,
                }
            } else {
                let token = self.cursor.expect(Kind::Word, "a variable or a number", self.report)?;
                sum.add(self.place(token)?, &sign);
            }
            match self.cursor.sign() {
                Some(next) => sign = next,
                None => return Some(sum),
            }
        }
    }

    /// `x >= 1, y = 0, z in [1, 4]`, as far as it can be read, and its place. In guards `true` asks for
    /// nothing, unless a place is called so.
    fn conditions(&mut self, in_guard: bool) -> (Vec<(usize, Bounds)>, Span) {
        let start = self.cursor.peek().span;
        let mut found = Vec::new();
        let is_truth = |reader: &Self| {
            let token = reader.cursor.peek();
            let is_word = token.kind == Kind::Word && reader.cursor.word(token) == "true";
            in_guard && is_word && !reader.names.contains_key("true")
        };
        loop {
            if is_truth(self) {
                self.cursor.next();
            } else if !self.condition(&mut found) {
                break;
            }
            if self.cursor.take(Kind::Comma).is_none() {
                break;
            }
        }
        (found, start.to(self.cursor.last()))
    }

    /// Adds a condition; `false` if there is an error after which the list can't go on.
    fn condition(&mut self, found: &mut Vec<(usize, Bounds)>) -> bool {
        let Some(token) = self.cursor.expect(Kind::Word, "a variable", self.report) else { return false };
        let place = self.place(token);
        let bounds = self.cursor.bounds("x", self.report);
        found.extend(place.zip(bounds.clone()));
        bounds.is_some()
    }

    fn init(&mut self) {
        self.net.initial.resize(self.net.places.len(), Bounds::default());
        self.has_init = true;
        let span = self.cursor.peek().span;
        let is_empty = self.cursor.peek().kind == Kind::End || self.section().is_some();
        let conditions = if is_empty { Vec::new() } else { self.conditions(false).0 };
        let mut mentioned = vec![false; self.net.places.len()];
        for (place, bounds) in conditions {
            if let (Some(own), Some(mentioned)) = (self.net.initial.get_mut(place), mentioned.get_mut(place))
            {
                own.and(bounds);
                *mentioned = true;
            }
        }
        let others: Vec<&str> =
            self.net.places.iter().zip(&mentioned).filter(|(_, m)| !**m).map(|(p, _)| &*p.name).collect();
        if let Some(first) = others.first() {
            let message = if others.len() == 1 {
                format!("`init` does not say how many tokens `{first}` has: any number")
            } else {
                format!(
                    "`init` does not say how many tokens `{first}` and {} others have: any number",
                    others.len() - 1
                )
            };
            self.report.push(Diagnostic::warning(span, message));
        }
        if self.cursor.peek().kind != Kind::End && self.section().is_none() {
            self.cursor.unexpected("`,` or a section", self.report);
            self.skip(false);
        }
    }

    fn place(&mut self, token: Token) -> Option<usize> {
        let name = self.cursor.word(token);
        let found = self.names.get(&name).copied();
        if found.is_none() {
            let message = format!("`{name}` is not among the `vars`");
            match self.report.nearest(name, self.names.keys().copied()) {
                Some(other) => self.report.hinted(token.span, message, format!("did you mean `{other}`?")),
                None => self.report.error(token.span, message),
            }
        }
        found
    }

    fn finish(&mut self) {
        let end = self.cursor.peek().span;
        if !self.has_init && !self.net.places.is_empty() {
            self.report.error(end, "there is no section `init` with the first markings");
        }
        self.net.initial.resize(self.net.places.len(), Bounds::default());
        if self.net.targets.is_empty() {
            self.report.push(Diagnostic::warning(end, "there is no target, so nothing is asked"));
        }
    }
}

/// Says so if some rule changes a sum that the text calls an invariant.
fn judge(net: &Net, weights: &[(usize, Int)], span: Span, report: &mut Report) {
    for action in &net.actions {
        if !report.spend(1 + weights.len() as u64, span) {
            return;
        }
        let mut change = Sum::default();
        for (place, weight) in weights {
            let Some(sum) = action.update(*place) else { continue };
            change.add(*place, &-weight);
            sum.summands.iter().for_each(|(p, factor)| change.add(*p, &(weight * factor)));
            change.constant.add_mul(weight, &sum.constant);
        }
        if change != Sum::default() {
            let message = format!("this sum is no invariant: rule {} changes it", action.name);
            report.push(Diagnostic::warning(span, message).with_related(action.span, "this rule"));
            return;
        }
    }
}
