//! Entailment questions about one context, answered by remembered models before the solver is asked.
//!
//! A simplifier asks hundreds of questions of the form "can all of these hold together?", most of them with
//! the answer yes, and a model that answered one of them often answers the next.

use rustc_hash::FxHashMap;

use crate::formula::{Arena, Formula, Valuation};
use crate::solver::{Answer, Budget, Solver, Unknown};

/// How many models are remembered.
const MODELS: usize = 12;
/// This many nodes that are evaluated in a model count as a step.
const NODES_PER_STEP: u64 = 64;

pub(super) struct Oracle {
    solver: Solver,
    /// The latest first.
    models: Vec<Valuation>,
    sizes: FxHashMap<Formula, u64>,
}

impl Oracle {
    pub(super) fn new(arena: &mut Arena, context: Formula) -> Oracle {
        let mut solver = Solver::new();
        solver.assert(arena, context);
        Oracle { solver, models: Vec::new(), sizes: FxHashMap::default() }
    }

    /// Can all the formulae hold together, within the context?
    pub(super) fn consistent(
        &mut self,
        arena: &mut Arena,
        formulae: &[Formula],
        budget: &mut Budget,
    ) -> Result<bool, Unknown> {
        let read: u64 = formulae.iter().map(|f| self.size(arena, *f)).sum();
        budget.take(1 + formulae.len() as u64 + read * self.models.len() as u64 / NODES_PER_STEP)?;
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

    /// The number of nodes of a formula.
    fn size(&mut self, arena: &Arena, formula: Formula) -> u64 {
        *self.sizes.entry(formula).or_insert_with(|| arena.reachable([formula]).len() as u64)
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
