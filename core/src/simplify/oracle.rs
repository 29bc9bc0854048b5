//! Entailment questions about one context, answered by remembered models before the solver is asked.
//!
//! A simplifier asks hundreds of questions of the form "can all of these hold together?", most of them with
//! the answer yes, and a model that answered one of them often answers the next.

use crate::formula::{Arena, Formula, Valuation};
use crate::solver::{Answer, Budget, Solver, Unknown};

/// How many models are remembered.
const MODELS: usize = 12;

pub(super) struct Oracle {
    solver: Solver,
    /// The latest first.
    models: Vec<Valuation>,
}

impl Oracle {
    pub(super) fn new(arena: &mut Arena, context: Formula) -> Oracle {
        let mut solver = Solver::new();
        solver.assert(arena, context);
        Oracle { solver, models: Vec::new() }
    }

    /// Can all the formulae hold together, within the context?
    pub(super) fn consistent(
        &mut self,
        arena: &mut Arena,
        formulae: &[Formula],
        budget: &mut Budget,
    ) -> Result<bool, Unknown> {
        budget.take(1 + formulae.len() as u64)?;
        let known = self.models.iter().position(|m| formulae.iter().all(|f| arena.evaluate(*f, m)));
        if let Some(index) = known {
            let model = self.models.remove(index);
            self.models.insert(0, model);
            return Ok(true);
        }
        match self.solver.check(arena, formulae, budget) {
            Answer::Unknown(reason) => Err(reason),
            Answer::Unsat(_) => Ok(false),
            Answer::Sat(model) => {
                self.models.truncate(MODELS - 1);
                self.models.insert(0, model);
                Ok(true)
            }
        }
    }

    /// Do the premises imply the conclusion, within the context?
    pub(super) fn implies(
        &mut self,
        arena: &mut Arena,
        premises: &[Formula],
        conclusion: Formula,
        budget: &mut Budget,
    ) -> Result<bool, Unknown> {
        let mut question = premises.to_vec();
        question.push(!conclusion);
        Ok(!self.consistent(arena, &question, budget)?)
    }
}
