//! Formulae for human eyes: equivalent, shorter, and as a person would have written them.
//!
//! [`tidy`] looks at the formula alone and is cheap. [`simplify`] asks the solver which parts matter where
//! they stand, and never returns a formula with a larger [`Measure`] than it was given:
//!
//! ```text
//! x ≤ y ∧ y ≤ z ∧ z ≤ x ∧ (x ≤ z ∨ b)      y = z ∧ x = z
//! ```

mod condense;
mod contextual;
mod divisibility;
mod equations;
mod factor;
mod measure;
mod merge;
mod oracle;
mod region;
mod residues;
mod tidy;
mod values;

pub(crate) use condense::condense;
pub use measure::Measure;
pub use tidy::tidy;

use contextual::{Literals, contextual};
use merge::merge;
use oracle::Oracle;

use crate::budget::{Exhausted, Work};
use crate::formula::{Arena, Formula};
use crate::solver::{Budget, Unknown};

/// Formulae longer than this on paper are only tidied: nobody would read the result either.
const LENGTH_LIMIT: u64 = 20_000;
/// How often all the rules are tried in turn.
const ROUNDS: usize = 8;

/// An equivalent formula, no larger by [`Measure`].
///
/// When the budget runs out the answer is what was reached by then; only an interruption is an `Err`.
pub fn simplify(arena: &mut Arena, formula: Formula, budget: &mut Budget) -> Result<Formula, Unknown> {
    let everywhere = arena.true_();
    simplify_under(arena, formula, everywhere, budget)
}

/// A formula, no larger by [`Measure`], that is equivalent wherever the context holds. The budget is treated
/// as by [`simplify`].
pub fn simplify_under(
    arena: &mut Arena,
    formula: Formula,
    context: Formula,
    budget: &mut Budget,
) -> Result<Formula, Unknown> {
    let tidied = match tidy(arena, formula, budget) {
        Ok(tidied) => tidied,
        Err(Exhausted::Steps) => return Ok(formula),
        Err(reason) => return Err(reason.into()),
    };
    let mut best = Best { measure: Measure::of(arena, tidied), formula: tidied };
    if best.measure.literals > LENGTH_LIMIT {
        return Ok(best.formula);
    }
    let mut oracle = Oracle::new(arena, context);
    match budget.on(Work::Simplification, |budget| best.improve(arena, &mut oracle, budget)) {
        Ok(()) | Err(Unknown::Budget) => Ok(best.formula),
        Err(reason) => Err(reason),
    }
}

/// The shortest equivalent formula so far.
struct Best {
    measure: Measure,
    formula: Formula,
}

impl Best {
    fn improve(
        &mut self,
        arena: &mut Arena,
        oracle: &mut Oracle,
        budget: &mut Budget,
    ) -> Result<(), Unknown> {
        for _ in 0..ROUNDS {
            let before = self.measure;
            let judged = contextual(arena, oracle, self.formula, Literals::Keep, budget);
            self.offer(arena, judged, budget)?;
            let merged = merge(arena, oracle, self.formula, budget);
            self.offer(arena, merged, budget)?;
            // Equations in the place of inequalities are no gain by themselves, but may make others
            // redundant.
            let (equated, stopped) = contextual(arena, oracle, self.formula, Literals::Equate, budget);
            self.offer(arena, (equated, stopped), budget)?;
            if equated != self.formula {
                let judged = contextual(arena, oracle, equated, Literals::Keep, budget);
                self.offer(arena, judged, budget)?;
            }
            if self.measure == before {
                break;
            }
        }
        Ok(())
    }

    /// Takes a formula if it is shorter, and passes on why its computation stopped.
    fn offer(
        &mut self,
        arena: &mut Arena,
        (formula, stopped): (Formula, Option<Unknown>),
        budget: &mut Budget,
    ) -> Result<(), Unknown> {
        let tidied = tidy(arena, formula, budget);
        for candidate in [Some(formula), tidied.ok()].into_iter().flatten() {
            let measure = Measure::of(arena, candidate);
            if measure < self.measure {
                (self.measure, self.formula) = (measure, candidate);
            }
        }
        stopped.map_or(Ok(()), Err)?;
        Ok(tidied.map(|_| ())?)
    }
}

#[cfg(test)]
mod tests;
