//! What is true of values that change by the same amount from one round to the next, in all rounds.
//!
//! ```text
//! X = 0, X = 1, … X = 999        X < 1000 in all of them: it holds in the first and the last
//! ```

use super::{Arena, Formula, Node, Valuation};
use crate::num::Int;
use crate::order::Map;

/// Values that change by the same amount from one round to the next.
#[derive(Clone, Copy, Debug)]
pub struct Steady<'a> {
    pub arena: &'a Arena,
    /// The values of a round, those of the next, and those of the last.
    pub before: &'a Valuation,
    pub from: &'a Valuation,
    pub to: &'a Valuation,
}

impl Steady<'_> {
    /// Whether a formula is true in all rounds or false in all; `None` if that is not known.
    pub fn formula(&self, formula: Formula) -> Option<bool> {
        let mut values: Map<Formula, Option<bool>> = Map::default();
        for part in self.arena.reachable([formula]) {
            let of = |child: &Formula| values.get(child).copied().flatten();
            let value = match self.arena.node(part) {
                Node::And(children) if children.iter().any(|c| of(c) == Some(false)) => Some(false),
                Node::And(children) => children.iter().all(|c| of(c) == Some(true)).then_some(true),
                Node::Or(children) if children.iter().any(|c| of(c) == Some(true)) => Some(true),
                Node::Or(children) => children.iter().all(|c| of(c) == Some(false)).then_some(false),
                literal => self.literal(literal),
            };
            values.insert(part, value);
        }
        values.get(&formula).copied().flatten()
    }

    fn literal(&self, literal: &Node) -> Option<bool> {
        let ends = literal.term().map(|term| (term.evaluate(self.from), term.evaluate(self.to)));
        match (literal, ends) {
            (Node::True, _) => Some(true),
            (Node::Bool(b), _) => (self.from.bool(*b) == self.to.bool(*b)).then(|| self.from.bool(*b)),
            (Node::NotBool(b), _) => (self.from.bool(*b) == self.to.bool(*b)).then(|| !self.from.bool(*b)),
            (Node::Le(_), Some((from, to))) => {
                (from.is_positive() == to.is_positive()).then(|| !from.is_positive())
            }
            (Node::Eq(_), Some((from, to))) => is_zero(&from, &to),
            (Node::Ne(_), Some((from, to))) => is_zero(&from, &to).map(|is_zero| !is_zero),
            (Node::Divides(k, term), Some((from, _))) => {
                let is_divided = k.divides(&from);
                k.divides(&(&from - &term.evaluate(self.before))).then_some(is_divided)
            }
            (Node::NotDivides(k, term), Some((from, _))) => {
                let is_divided = k.divides(&from);
                k.divides(&(&from - &term.evaluate(self.before))).then_some(!is_divided)
            }
            _ => Some(false),
        }
    }
}

/// Whether what changes steadily is 0 all the way, or never.
fn is_zero(from: &Int, to: &Int) -> Option<bool> {
    if from.is_zero() || to.is_zero() {
        return (from.is_zero() && to.is_zero()).then_some(true);
    }
    (from.is_positive() == to.is_positive()).then_some(false)
}
