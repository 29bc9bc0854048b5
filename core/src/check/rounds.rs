//! Rounds of a derivation that are not written down: they are checked without being made.
//!
//! ```text
//! p(X + 1) :- p(X), X < 1000.     round 0: X = 0    round 1: X = 1    … 997 more …    last round: X = 999
//! ```
//!
//! From round to round every value changes by the same amount, so the value of every term does, too. Such a
//! term is at most 0 in all rounds if it is in the first and the last, and 0 in all if it is in both; its
//! remainder stays the same if the amount is a multiple of the divisor. If a literal is neither true in all
//! rounds nor false in all of them by this, it counts as unknown, and rounds whose constraints are not known
//! to be true are rejected.

use super::derivation::{DerivationFault, Fact, fact};
use crate::formula::Steady;
use crate::lang::{Application, Argument, Clause, Derivation, DerivationStep, Problem, Repetition};
use crate::num::Int;

/// Rounds that have passed, with those around them.
pub(super) struct Rounds<'a> {
    derivation: &'a Derivation,
    repetition: Repetition,
    first: usize,
    second: usize,
}

impl<'a> Rounds<'a> {
    /// Accepts the rounds between two steps. That the constraints hold in the two rounds before and in the
    /// last, and that their premises fit, is checked as for all steps.
    pub(super) fn new(
        problem: &Problem,
        derivation: &'a Derivation,
        repetition: Repetition,
    ) -> Result<Rounds<'a>, DerivationFault> {
        let wrong = DerivationFault::Rounds;
        let (first, second) = repetition.rounds_before().ok_or(wrong)?;
        let Repetition { last, period, more } = repetition;
        let end = last.checked_add(period).filter(|end| *end <= derivation.steps.len()).ok_or(wrong)?;
        if period == 0 || more == 0 {
            return Err(wrong);
        }
        let rounds = Rounds { derivation, repetition, first, second };
        for k in 0..end - last {
            let [a, b, c] = [first, second, last].map(|start| &derivation.steps[start + k]);
            if a.clause != b.clause || b.clause != c.clause {
                return Err(wrong);
            }
            let to_last = &Int::from(more) + &Int::ONE;
            if !b.valuation.continued(&a.valuation, &to_last).agrees(&c.valuation) {
                return Err(wrong);
            }
            let clause = problem.clauses.get(c.clause.index()).ok_or(wrong)?;
            rounds.premises(problem, clause, [a, b, c]).ok_or(wrong)?;
            let values =
                Steady { arena: &problem.arena, before: &a.valuation, from: &b.valuation, to: &c.valuation };
            let is_steady = |argument: &Argument| match argument {
                Argument::Int(_) => true,
                Argument::Bool(formula) => values.formula(*formula).is_some(),
            };
            let applications = clause.body.iter().chain(&clause.head);
            if values.formula(clause.constraint) != Some(true)
                || !applications.flat_map(|application| &application.arguments).all(is_steady)
            {
                return Err(wrong);
            }
        }
        Ok(rounds)
    }

    /// Each premise is the same step in all rounds; or in the same round, or in the round before, always the
    /// same step of it. In the last case it is looked at once more what the one after the two rounds needs:
    /// values that change by the same amount are equal in all rounds if they are in two.
    fn premises(&self, problem: &Problem, clause: &Clause, [a, b, c]: [&DerivationStep; 3]) -> Option<()> {
        let Repetition { period, .. } = self.repetition;
        let count = clause.body.len();
        if [a, b, c].iter().any(|step| step.premises.len() != count) {
            return None;
        }
        for (position, application) in clause.body.iter().enumerate() {
            let [in_a, in_b, in_c] = [a, b, c].map(|step| step.premises[position]);
            let fits = if in_b < self.first {
                in_a == in_b && in_b == in_c
            } else if in_b < self.second {
                let needed =
                    fact(&problem.arena, application, &b.valuation.continued(&a.valuation, &Int::ONE));
                in_c == in_b + period && self.fact(problem, in_b + period, &Int::ZERO)? == needed
            } else {
                in_a + period == in_b && in_c == in_b + period
            };
            if !fits {
                return None;
            }
        }
        Some(())
    }

    /// Is this step a part of the last round?
    pub(super) fn has_last(&self, step: usize) -> bool {
        (self.repetition.last..self.repetition.last + self.repetition.period).contains(&step)
    }

    /// What a premise of the last round derives, if it is in the round before, which is not written down.
    pub(super) fn stands_for(&self, problem: &Problem, premise: usize) -> Option<Fact> {
        (self.second..self.repetition.last).contains(&premise).then_some(())?;
        self.fact(problem, premise, &Int::from(self.repetition.more))
    }

    /// What a step of the second round derives, this many rounds later.
    fn fact(&self, problem: &Problem, step: usize, later: &Int) -> Option<Fact> {
        let (before, step) =
            (self.derivation.steps.get(step - self.repetition.period)?, self.derivation.steps.get(step)?);
        let head: &Application = problem.clauses.get(step.clause.index())?.head.as_ref()?;
        Some(fact(&problem.arena, head, &step.valuation.continued(&before.valuation, later)))
    }
}
