//! Does a claimed solution make every clause valid? The solver decides it clause by clause, and `check`
//! judges what it says: a proof for each clause that holds, numbers for each that does not.
//!
//! ```
//! use hornbook::lang::house;
//! use hornbook::solver::Budget;
//! use hornbook::validate::{self, ClauseVerdict};
//! let (mut problem, _) = house::parse("p(X) :- X = 1. p(X + 1) :- p(X). false :- p(X), X < 0.");
//! let (claim, _) = house::parse_solution("p(X) := X >= 0.", &mut problem);
//! let validation = validate::solution(&mut problem, &claim, &mut Budget::unlimited()).unwrap();
//! assert!(validation.verdicts.iter().all(|v| matches!(v, ClauseVerdict::Proved(..))));
//! ```

use crate::check::{self, Checked, Model, Refutation, SolutionError, Solved};
use crate::formula::Formula;
use crate::lang::{ClauseId, Problem, Solution};
use crate::proof::Proof;
use crate::solver::{Answer, Budget, Solver, Unknown};

/// What was found out about a clause under a solution.
#[derive(Clone, Debug)]
pub enum ClauseVerdict {
    /// Valid, with the proof and the result of its check.
    Proved(Proof, Checked<Refutation>),
    /// Not valid: for these values constraint and body hold, and the head does not.
    Refuted(Checked<Model>),
    Unknown(Unknown),
    /// The solver's answer did not pass its check. Nothing is known then, and it is a bug.
    Rejected(String),
}

/// The verdicts on all clauses, in order.
#[derive(Clone, Debug)]
pub struct Validation {
    pub verdicts: Vec<ClauseVerdict>,
}

impl Validation {
    /// The proofs of all clauses, if all were proved.
    pub fn proofs(&self) -> Option<Vec<Proof>> {
        let proof = |verdict: &ClauseVerdict| match verdict {
            ClauseVerdict::Proved(proof, _) => Some(proof.clone()),
            _ => None,
        };
        self.verdicts.iter().map(proof).collect()
    }
}

/// Decides every clause under the solution. It is an error if a relation symbol has no usable definition.
pub fn solution(
    problem: &mut Problem,
    solution: &Solution,
    budget: &mut Budget,
) -> Result<Validation, SolutionError> {
    check::definitions(problem, solution)?;
    let mut verdicts = Vec::with_capacity(problem.clauses.len());
    for i in 0..problem.clauses.len() {
        verdicts.push(clause(problem, solution, ClauseId(i as u32), budget)?);
    }
    Ok(Validation { verdicts })
}

/// Decides one clause under the solution.
pub fn clause(
    problem: &mut Problem,
    solution: &Solution,
    clause: ClauseId,
    budget: &mut Budget,
) -> Result<ClauseVerdict, SolutionError> {
    let inputs = check::negated_clause(problem, solution, clause)?;
    Ok(decide(problem, &inputs, budget))
}

/// The solution as a checked one, if every clause can be proved.
pub fn checked(problem: &mut Problem, claim: &Solution, budget: &mut Budget) -> Option<Checked<Solved>> {
    let proofs = solution(problem, claim, budget).ok()?.proofs()?;
    check::solution_within(problem, claim, &proofs, budget).ok()
}

fn decide(problem: &mut Problem, inputs: &[Formula], budget: &mut Budget) -> ClauseVerdict {
    let mut solver = Solver::with_proofs();
    match solver.check(&mut problem.arena, inputs, budget) {
        Answer::Unknown(reason) => ClauseVerdict::Unknown(reason),
        Answer::Sat(valuation) => match check::model(&problem.arena, inputs, &valuation) {
            Ok(model) => ClauseVerdict::Refuted(model),
            Err(error) => ClauseVerdict::Rejected(error.to_string()),
        },
        Answer::Unsat(_) => match solver.proof() {
            None => ClauseVerdict::Rejected("there is no proof".to_owned()),
            Some(proof) => match check::refutation_within(&problem.arena, inputs, &proof, budget) {
                Ok(refutation) => ClauseVerdict::Proved(proof, refutation),
                Err(error) => match error.unfinished() {
                    Some(reason) => ClauseVerdict::Unknown(reason.into()),
                    None => ClauseVerdict::Rejected(error.to_string()),
                },
            },
        },
    }
}

#[cfg(test)]
mod tests;
