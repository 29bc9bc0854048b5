//! Variables that stand for what linear terms cannot say: integer quotients and conditional terms.
//!
//! `(div t 3)` becomes a fresh `q` with `0 ≤ t - 3q ≤ 2`, and `(ite c a b)` a fresh `v` with `c → v = a` and
//! `¬c → v = b`. Such constraints define their variable for every value of the others, so they may be
//! conjoined to any formula that mentions it, whatever the polarity.

use rustc_hash::FxHashMap;

use crate::formula::{Arena, Formula, LinearTerm, Symbol, Valuation};
use crate::num::Int;

/// A variable together with the term that it stands for.
#[derive(Clone, Debug)]
pub struct DefinedVariable {
    pub symbol: Symbol,
    pub meaning: Meaning,
}

/// What a defined variable stands for.
#[derive(Clone, Debug)]
pub enum Meaning {
    /// `⌊term / divisor⌋` for a divisor of at least 2.
    Quotient { term: LinearTerm, divisor: Int },
    /// `then` where the condition holds, `otherwise` elsewhere.
    Choice { condition: Formula, then: LinearTerm, otherwise: LinearTerm },
}

impl DefinedVariable {
    /// The constraint that fixes the variable.
    pub fn formula(&self, arena: &mut Arena) -> Formula {
        let variable = LinearTerm::symbol(self.symbol);
        match &self.meaning {
            Meaning::Quotient { term, divisor } => {
                let remainder = term.plus_scaled(&-divisor, &variable);
                let below = arena.le(&-&remainder);
                let above = arena.less(&remainder, &LinearTerm::constant(divisor.clone()));
                arena.and([below, above])
            }
            Meaning::Choice { condition, then, otherwise } => {
                let first = arena.equal(&variable, then);
                let second = arena.equal(&variable, otherwise);
                let yes = arena.implies(*condition, first);
                let no = arena.implies(!*condition, second);
                arena.and([yes, no])
            }
        }
    }

    /// What follows for a choice between two numbers, whatever its condition is: bounds from below and above.
    /// With them, sums of many choices are refuted before all are made.
    pub(in crate::lang) fn range(&self, arena: &mut Arena) -> Option<Formula> {
        let Meaning::Choice { then, otherwise, .. } = &self.meaning else { return None };
        if !then.is_constant() || !otherwise.is_constant() {
            return None;
        }
        let (one, other) = (then.constant_part(), otherwise.constant_part());
        let variable = LinearTerm::symbol(self.symbol);
        let least = arena.at_most(&LinearTerm::constant(one.min(other).clone()), &variable);
        let greatest = arena.at_most(&variable, &LinearTerm::constant(one.max(other).clone()));
        Some(arena.and([least, greatest]))
    }

    /// Gives the variable its value, from the values of the others.
    pub fn extend(&self, arena: &Arena, valuation: &mut Valuation) {
        let value = match &self.meaning {
            Meaning::Quotient { term, divisor } => term.evaluate(valuation).div_floor(divisor),
            Meaning::Choice { condition, then, otherwise } => {
                let chosen = if arena.evaluate(*condition, valuation) { then } else { otherwise };
                chosen.evaluate(valuation)
            }
        };
        valuation.set_int(self.symbol, value);
    }

    /// The symbols that the meaning mentions.
    pub(in crate::lang) fn symbols(&self, arena: &Arena) -> Vec<Symbol> {
        match &self.meaning {
            Meaning::Quotient { term, .. } => term.symbols().collect(),
            Meaning::Choice { condition, then, otherwise } => {
                let mut symbols = arena.symbols_of(*condition);
                symbols.extend(then.symbols().chain(otherwise.symbols()));
                symbols
            }
        }
    }
}

/// The quotients of one clause or definition that have a variable already.
#[derive(Clone, Debug, Default)]
pub(in crate::lang) struct Quotients(FxHashMap<(LinearTerm, Int), Symbol>);

impl Quotients {
    pub(in crate::lang) fn clear(&mut self) {
        self.0.clear();
    }

    /// `⌊term / divisor⌋`, for a positive divisor; a variable is introduced where there is none yet.
    pub(in crate::lang) fn quotient(
        &mut self,
        term: &LinearTerm,
        divisor: &Int,
        introduce: impl FnOnce(Meaning) -> Symbol,
    ) -> LinearTerm {
        // Whole multiples of the divisor leave the division: ⌊(3x + y + 7) / 3⌋ = x + 2 + ⌊(y + 1) / 3⌋.
        let whole = LinearTerm::new(
            term.summands().iter().map(|(s, a)| (*s, a.div_floor(divisor))),
            term.constant_part().div_floor(divisor),
        );
        let rest = term.plus_scaled(&-divisor, &whole);
        if rest.is_constant() {
            return whole;
        }
        let symbol = *self.0.entry((rest, divisor.clone())).or_insert_with_key(|(term, divisor)| {
            introduce(Meaning::Quotient { term: term.clone(), divisor: divisor.clone() })
        });
        &whole + &LinearTerm::symbol(symbol)
    }
}
