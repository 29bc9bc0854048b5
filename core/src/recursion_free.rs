//! Recursion-free Horn clauses and interpolation problems are the same thing (thesis, Theorem 5.3.1 and Fig. 5.3).
//!
//! A tree of formulae becomes one clause per node, and clauses become a tree, a dag or a formula with marked
//! positions; the interpolants are the solution. What is none of these is expanded first (Sect. 5.5).

mod and_or;
mod cdd;
mod clauses;
mod linear;

pub use and_or::AndOr;
pub use cdd::{CddProblem, CddStep, shara};
pub use clauses::{TooManyWays, dag_clauses, disjunctive_clauses, tree_clauses};
pub use linear::LinearSystem;

use crate::formula::{Arena, Formula, Substitution, Symbol, Valuation};
use crate::horn::{Assignment, ClauseSystem, Expansion, NoExpansion};
use crate::interpolate::{Outcome, Policy, dag, disjunctive};
use crate::solver::{Budget, Unknown};

/// Expansions with more clauses than this are given up.
pub const EXPANSION_LIMIT: usize = 10_000;

/// What became of a recursion-free system.
#[derive(Clone, Debug)]
pub enum Solved {
    /// A formula for each relation symbol that makes every clause valid; every entailment behind it was checked.
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

impl From<Unknown> for Unsolved {
    fn from(reason: Unknown) -> Unsolved {
        Unsolved::Unknown(reason)
    }
}

/// Solves a recursion-free system by the interpolation that is made for it.
pub fn solve(system: &mut ClauseSystem, policy: Policy, budget: &mut Budget) -> Result<Solved, Unsolved> {
    if let Some(problem) = AndOr::of(system) {
        return Ok(solve_and_or(system, &problem, policy, budget)?);
    }
    if let Some(problem) = LinearSystem::of(system) {
        return Ok(match dag(&mut system.arena, &problem.dag, policy, budget)? {
            Outcome::Model(model) => Solved::Derivable(model),
            Outcome::Interpolants(found) => {
                let formulae: Vec<Formula> = found.vertices.iter().map(|v| v.formula).collect();
                Solved::Solution(problem.assignment(system, &formulae))
            }
        });
    }
    let expansion = Expansion::body_disjoint(system, EXPANSION_LIMIT).map_err(Unsolved::Expansion)?;
    let mut expanded = expansion.system(system);
    // An expansion is body-disjoint by construction.
    let problem = AndOr::of(&mut expanded).ok_or(Unknown::Unchecked)?;
    let solved = solve_and_or(&mut expanded, &problem, policy, budget)?;
    // The arena of the expanded system extends that of the original.
    let mut arena = expanded.arena;
    let solved = match solved {
        Solved::Solution(solution) => Solved::Solution(expansion.collapse(&mut arena, system, &solution)),
        derivable @ Solved::Derivable(_) => derivable,
    };
    system.arena = arena;
    Ok(solved)
}

fn solve_and_or(
    system: &mut ClauseSystem,
    problem: &AndOr,
    policy: Policy,
    budget: &mut Budget,
) -> Result<Solved, Unknown> {
    Ok(match disjunctive(&mut system.arena, &problem.disjunctive, policy, budget)? {
        Outcome::Model(model) => Solved::Derivable(model),
        Outcome::Interpolants(found) => {
            let formulae: Vec<Formula> = found.iter().map(|i| i.formula).collect();
            Solved::Solution(problem.assignment(system, &formulae))
        }
    })
}

/// The substitution that takes symbols to symbols of the same sorts.
fn renaming(arena: &mut Arena, from: &[Symbol], to: &[Symbol]) -> Substitution {
    Substitution::renaming(arena, from.iter().copied().zip(to.iter().copied()))
}

#[cfg(test)]
mod tests;
