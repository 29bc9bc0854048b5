//! Recursion-free Horn clauses and interpolation problems are the same thing (thesis, Theorem 5.3.1 and Fig.
//! 5.3).
//!
//! A tree of formulae becomes one clause per node, and clauses become a tree, a dag or a formula with marked
//! positions; the interpolants are the solution. What is none of these is expanded first (Sect. 5.5).
//!
//! All of SHARA is here, in the order of its Algorithm 2: [`Expansion`] and its EXPAND (Algorithm 3),
//! [`CddProblem`] with SOLVECDD (Algorithm 1), and COLLAPSE ([`Expansion::collapse`]);
//! [`Expansion::unwinding`] makes recursion-free systems of recursive ones (Sect. 5).

mod and_or;
mod cdd;
mod clauses;
mod expand;
mod expansion;
mod linear;
mod normal_form;
mod unwind;

pub use and_or::AndOr;
pub use cdd::{CddProblem, CddStep, shara};
pub use clauses::{TooManyWays, WAY_LIMIT, dag_clauses, disjunctive_clauses, tree_clauses};
pub use expand::NoExpansion;
pub use expansion::{Expansion, TooLarge};
pub use linear::LinearSystem;
pub use normal_form::NormalForm;
pub use unwind::TreeExpansion;

use crate::formula::{Arena, Formula, Valuation};
use crate::horn::{Assignment, ClauseSystem};
use crate::interpolate::{Outcome, Policy, dag, disjunctive};
use crate::solver::{Budget, Unknown};

/// Expansions with more clauses than this are given up.
pub const EXPANSION_LIMIT: usize = 10_000;

/// What became of a recursion-free system.
#[derive(Clone, Debug)]
pub enum Solved {
    /// A formula for each relation symbol that makes every clause valid; every entailment behind it was
    /// checked.
    Solution(Assignment),
    /// `false` can be derived: the values are those of the interpolation problem.
    Derivable(Valuation),
}

/// Why a system was not solved.
#[derive(Clone, Debug)]
pub enum Unsolved {
    /// It is recursive, or its expansion is too large.
    Expansion(NoExpansion),
    Unknown(Unknown),
}

impl<R: Into<Unknown>> From<R> for Unsolved {
    fn from(reason: R) -> Unsolved {
        Unsolved::Unknown(reason.into())
    }
}

/// Solves a recursion-free system by the interpolation that is made for it.
pub fn solve(
    arena: &mut Arena,
    system: &ClauseSystem,
    policy: Policy,
    budget: &mut Budget,
) -> Result<Solved, Unsolved> {
    if let Some(problem) = AndOr::of(arena, system) {
        return Ok(solve_and_or(arena, system, &problem, policy, budget)?);
    }
    if let Some(problem) = LinearSystem::of(arena, system) {
        return Ok(match dag(arena, &problem.dag, policy, budget)? {
            Outcome::Model(model) => Solved::Derivable(model),
            Outcome::Interpolants(found) => {
                let formulae: Vec<Formula> = found.vertices.iter().map(|v| v.formula).collect();
                Solved::Solution(problem.assignment(arena, system, &formulae))
            }
        });
    }
    let expansion = Expansion::body_disjoint(system, EXPANSION_LIMIT, budget).map_err(Unsolved::Expansion)?;
    let expanded = expansion.system(system);
    // An expansion is body-disjoint by construction.
    let problem = AndOr::of(arena, &expanded).ok_or(Unknown::Unchecked)?;
    Ok(match solve_and_or(arena, &expanded, &problem, policy, budget)? {
        Solved::Solution(solution) => Solved::Solution(expansion.collapse(arena, system, &solution)),
        derivable @ Solved::Derivable(_) => derivable,
    })
}

fn solve_and_or(
    arena: &mut Arena,
    system: &ClauseSystem,
    problem: &AndOr,
    policy: Policy,
    budget: &mut Budget,
) -> Result<Solved, Unknown> {
    Ok(match disjunctive(arena, &problem.disjunctive, policy, budget)? {
        Outcome::Model(model) => Solved::Derivable(model),
        Outcome::Interpolants(found) => {
            let formulae: Vec<Formula> = found.iter().map(|i| i.formula).collect();
            Solved::Solution(problem.assignment(arena, system, &formulae))
        }
    })
}

#[cfg(test)]
mod tests;
