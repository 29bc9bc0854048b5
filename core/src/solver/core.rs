//! Unsat cores without anything superfluous.

use super::{Answer, Budget, Solver, Unknown};
use crate::formula::{Arena, Formula};

impl Solver {
    /// A subset of contradictory assumptions of which no proper subset is contradictory, by leaving out one
    /// after the other. A later answer of [`Solver::proof`] is for the result.
    pub fn minimise_core(
        &mut self,
        arena: &mut Arena,
        core: &[Formula],
        budget: &mut Budget,
    ) -> Result<Vec<Formula>, Unknown> {
        let mut needed: Vec<Formula> = Vec::new();
        let mut open: Vec<Formula> = core.to_vec();
        while let Some(candidate) = open.pop() {
            let others: Vec<Formula> = needed.iter().chain(&open).copied().collect();
            match self.check(arena, &others, budget) {
                Answer::Unknown(reason) => return Err(reason),
                Answer::Sat(_) => needed.push(candidate),
                // The new core may leave out more at once.
                Answer::Unsat(smaller) => open.retain(|f| smaller.contains(f)),
            }
        }
        match self.check(arena, &needed, budget) {
            Answer::Unknown(reason) => Err(reason),
            _ => Ok(needed),
        }
    }
}
