//! Recursion-free Horn clauses and interpolation problems are the same thing (thesis, Theorem 5.3.1 and Fig.
//! 5.3).
//!
//! A tree of formulae becomes one clause per node, and clauses become a tree, a dag or a formula with marked
//! positions; the interpolants are the solution. [`solve`] takes the method that is made for the fragment of
//! a system (Fig. 5.3; SHARA, Fig. 4). What is in none of them is expanded first.
//!
//! All of SHARA is here, in the order of its Algorithm 2: [`Expansion`] and its EXPAND (Algorithm 3),
//! [`CddProblem`] with SOLVECDD (Algorithm 1), and COLLAPSE ([`Expansion::collapse`]);
//! [`Expansion::unwinding`] makes recursion-free systems of recursive ones (Sect. 5).

mod and_or;
mod cdd;
mod clauses;
mod expand;
mod expansion;
mod growth;
mod linear;
mod normal_form;
mod placement;
mod subsets;
mod tree_like;
mod unwind;

pub use and_or::AndOr;
pub use cdd::{CddProblem, CddStep, SolvedCopy, shara};
pub use clauses::{TooManyWays, WAY_LIMIT, dag_clauses, disjunctive_clauses, tree_clauses};
pub use expand::{CopyRel, Expanded, NoExpansion};
pub use expansion::{ClauseCopyId, CopyDependence, CopyId, Expansion, TooLarge};
pub use growth::{GROWTH_LIMIT, GROWTH_ROWS, Growth, GrowthBy, GrowthRow, body_disjoint_size};
pub use linear::LinearSystem;
pub use normal_form::NormalForm;
pub use placement::{ExpansionSize, Placement, UnwindingPlace};
pub use subsets::TreeLikeSubsets;
pub use tree_like::{QueryTree, TreeSystem};
pub use unwind::TreeExpansion;

use crate::formula::{Arena, Formula};
use crate::horn::{Assignment, Classification, ClauseSystem, Dependence, Method, SystemDerivation};
use crate::interpolate::{Outcome, Policy, dag, disjunctive, tree};
use crate::solver::{Budget, Unknown};

/// Expansions with more clauses than this are given up.
pub const EXPANSION_LIMIT: usize = 10_000;

/// What became of a recursion-free system.
#[derive(Clone, Debug)]
pub enum Solved {
    /// A formula for each relation symbol that makes every clause valid; every entailment behind it was
    /// checked.
    Solution(Assignment),
    /// `false` can be derived.
    Derivable(SystemDerivation),
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

/// Solves a recursion-free system by the method that is made for it.
pub fn solve(
    arena: &mut Arena,
    system: &ClauseSystem,
    policy: Policy,
    budget: &mut Budget,
) -> Result<Solved, Unsolved> {
    let method = Classification::within(arena, system, budget)?.method;
    solve_by(method, arena, system, policy, budget)
}

/// Solves a recursion-free system by a method, if it is in the fragment that the method is made for.
pub fn solve_by(
    method: Method,
    arena: &mut Arena,
    system: &ClauseSystem,
    policy: Policy,
    budget: &mut Budget,
) -> Result<Solved, Unsolved> {
    let solution = match method {
        Method::Trivial => Some(Assignment::constant(system, arena.true_())),
        Method::BinaryInterpolation | Method::SequenceInterpolation | Method::TreeInterpolation => {
            by_trees(arena, system, policy, budget)?
        }
        Method::DagInterpolation => by_dag(arena, system, policy, budget)?,
        Method::DisjunctiveInterpolation => by_disjunction(arena, system, policy, budget)?,
        Method::SolveCdd | Method::Expansion => {
            return Ok(match shara(arena, system, policy, EXPANSION_LIMIT, budget)? {
                Ok(solution) => Solved::Solution(solution),
                Err(derivation) => Solved::Derivable(derivation),
            });
        }
        Method::PredicateAbstraction => {
            return Err(match Dependence::of(system).topological_order() {
                Err(cycle) => Unsolved::Expansion(NoExpansion::Recursive(cycle)),
                Ok(_) => Unsolved::Unknown(Unknown::Unchecked),
            });
        }
    };
    match solution {
        Some(solution) => Ok(Solved::Solution(solution)),
        // All these fragments are clause-dependence disjoint, so the system is its own expansion.
        None => CddProblem::new(arena, system, Expansion::identity(system), budget)?
            .derivation(arena, budget)?
            .map(Solved::Derivable)
            .ok_or(Unsolved::Unknown(Unknown::Unchecked)),
    }
}

/// Solves any recursion-free system by disjunctive interpolation of its exhaustive expansion (thesis, Theorem
/// 5.5.1; CAV'13, Theorem 2).
pub fn solve_exhaustively(
    arena: &mut Arena,
    system: &ClauseSystem,
    policy: Policy,
    budget: &mut Budget,
) -> Result<Option<Assignment>, Unsolved> {
    let expansion = Expansion::body_disjoint(system, EXPANSION_LIMIT, budget).map_err(Unsolved::Expansion)?;
    let solution = by_disjunction(arena, &expansion.system(system), policy, budget)?;
    Ok(solution.map(|solution| expansion.collapse(arena, system, &solution)))
}

/// A solution of tree-like clauses; `None` if they have none.
fn by_trees(
    arena: &mut Arena,
    system: &ClauseSystem,
    policy: Policy,
    budget: &mut Budget,
) -> Result<Option<Assignment>, Unknown> {
    let problem = TreeSystem::of(arena, system).ok_or(Unknown::Unchecked)?;
    let mut interpolants = Vec::with_capacity(problem.trees.len());
    for component in &problem.trees {
        match tree(arena, &component.tree, policy, budget)? {
            Outcome::Model(_) => return Ok(None),
            Outcome::Interpolants(found) => interpolants.push(found.iter().map(|i| i.formula).collect()),
        }
    }
    Ok(Some(problem.assignment(arena, system, &interpolants)))
}

/// A solution of linear clauses; `None` if they have none.
fn by_dag(
    arena: &mut Arena,
    system: &ClauseSystem,
    policy: Policy,
    budget: &mut Budget,
) -> Result<Option<Assignment>, Unknown> {
    let problem = LinearSystem::of(arena, system).ok_or(Unknown::Unchecked)?;
    Ok(match dag(arena, &problem.dag, policy, budget)? {
        Outcome::Model(_) => None,
        Outcome::Interpolants(found) => {
            let formulae: Vec<Formula> = found.vertices.iter().map(|v| v.formula).collect();
            Some(problem.assignment(arena, system, &formulae))
        }
    })
}

/// A solution of body-disjoint clauses; `None` if they have none.
fn by_disjunction(
    arena: &mut Arena,
    system: &ClauseSystem,
    policy: Policy,
    budget: &mut Budget,
) -> Result<Option<Assignment>, Unknown> {
    let problem = AndOr::of(arena, system).ok_or(Unknown::Unchecked)?;
    Ok(match disjunctive(arena, &problem.disjunctive, policy, budget)? {
        Outcome::Model(_) => None,
        Outcome::Interpolants(found) => {
            let formulae: Vec<Formula> = found.iter().map(|i| i.formula).collect();
            Some(problem.assignment(arena, system, &formulae))
        }
    })
}

#[cfg(test)]
mod tests;
