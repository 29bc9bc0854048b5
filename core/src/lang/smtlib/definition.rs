//! Variables that stand for what linear terms cannot say: integer quotients and conditional terms.
//!
//! `(div t 3)` becomes a fresh `q` with `0 ≤ t - 3q ≤ 2`, and `(ite c a b)` a fresh `v` with `c → v = a` and
//! `¬c → v = b`. Such constraints define their variable for every value of the others, so they may be
//! conjoined to any formula that mentions it, whatever the polarity.

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
    pub(super) fn symbols(&self, arena: &Arena) -> Vec<Symbol> {
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
