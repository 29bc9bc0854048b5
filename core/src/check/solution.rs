//! Solutions: with the definitions in the places of the relation symbols, every clause is valid.
//!
//! A clause `p(x + 1) ← p(x) ∧ x ≤ 3` under `p(n) := n ≥ 0` is valid if `x ≤ 3`, `x ≥ 0` and `¬(x + 1 ≥ 0)`
//! contradict each other. For each clause a proof of that is given, and checked.

use std::fmt;

use rustc_hash::FxHashSet;

use super::{Checked, ProofError, refutation_within};
use crate::budget::{Budget, Exhausted};
use crate::formula::{Arena, Formula, Sort, Substitution, Symbol};
use crate::lang::{Application, Argument, ClauseId, Problem, RelationId, Solution};
use crate::proof::Proof;

/// A solution whose clauses have all been proved valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    solution: Solution,
}

impl Solved {
    pub fn solution(&self) -> &Solution {
        &self.solution
    }
}

/// Why a solution was rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolutionError {
    /// There is no definition of the relation symbol.
    Undefined(RelationId),
    /// The parameters are too many or too few, repeat each other, or have other sorts.
    Parameters(RelationId),
    /// The definition mentions a symbol that is no parameter, or a formula that does not exist.
    NotClosed(RelationId),
    NoSuchClause(ClauseId),
    /// There is not one proof for each clause.
    ProofCount {
        clauses: usize,
        proofs: usize,
    },
    /// The proof does not show that the clause is valid.
    Proof {
        clause: ClauseId,
        error: ProofError,
    },
}

impl SolutionError {
    /// Why the check was not finished, if that is all there is to complain about.
    pub fn unfinished(&self) -> Option<Exhausted> {
        match self {
            SolutionError::Proof { error, .. } => error.unfinished(),
            _ => None,
        }
    }
}

/// Accepts a solution with a proof for each clause. The arena of the problem grows by the formulae to refute.
pub fn solution(
    problem: &mut Problem,
    solution: &Solution,
    proofs: &[Proof],
) -> Result<Checked<Solved>, SolutionError> {
    solution_within(problem, solution, proofs, &mut Budget::unlimited())
}

/// The same within a budget. See [`SolutionError::unfinished`].
pub fn solution_within(
    problem: &mut Problem,
    solution: &Solution,
    proofs: &[Proof],
    budget: &mut Budget,
) -> Result<Checked<Solved>, SolutionError> {
    definitions(problem, solution)?;
    let (clauses, proofs_given) = (problem.clauses.len(), proofs.len());
    if clauses != proofs_given {
        return Err(SolutionError::ProofCount { clauses, proofs: proofs_given });
    }
    for (i, proof) in proofs.iter().enumerate() {
        let clause = ClauseId(i as u32);
        let inputs = negated_clause(problem, solution, clause)?;
        refutation_within(&problem.arena, &inputs, proof, budget)
            .map_err(|error| SolutionError::Proof { clause, error })?;
    }
    Ok(Checked(Solved { solution: solution.clone() }))
}

/// The formulae that contradict each other exactly if the clause is valid under the solution: its
/// constraint, the definitions of its body, and the negated definition of its head.
pub fn negated_clause(
    problem: &mut Problem,
    solution: &Solution,
    id: ClauseId,
) -> Result<Vec<Formula>, SolutionError> {
    let clause = problem.clauses.get(id.index()).ok_or(SolutionError::NoSuchClause(id))?;
    for application in clause.head.iter().chain(&clause.body) {
        definition(problem, solution, application.relation)?;
    }
    let Problem { arena, clauses, .. } = problem;
    let clause = &clauses[id.index()];
    let mut inputs = vec![clause.constraint];
    for application in &clause.body {
        inputs.push(applied(arena, solution, application)?);
    }
    if let Some(head) = &clause.head {
        inputs.push(!applied(arena, solution, head)?);
    }
    Ok(inputs)
}

/// Every relation symbol has a definition that is one.
pub fn definitions(problem: &Problem, solution: &Solution) -> Result<(), SolutionError> {
    (0..problem.relations.len() as u32).try_for_each(|r| definition(problem, solution, RelationId(r)))
}

fn definition(problem: &Problem, solution: &Solution, id: RelationId) -> Result<(), SolutionError> {
    let definition = solution.get(id).ok_or(SolutionError::Undefined(id))?;
    let exists = |s: &Symbol| s.index() < problem.arena.symbol_count();
    if !definition.parameters.iter().all(exists)
        || definition.formula.index() >= problem.arena.formula_count()
    {
        return Err(SolutionError::NotClosed(id));
    }
    let sorts: Vec<Sort> = definition.parameters.iter().map(|p| problem.arena.sort(*p)).collect();
    let different: FxHashSet<Symbol> = definition.parameters.iter().copied().collect();
    if sorts != problem[id].sorts || different.len() != sorts.len() {
        return Err(SolutionError::Parameters(id));
    }
    if !problem.arena.symbols_of(definition.formula).iter().all(|s| different.contains(s)) {
        return Err(SolutionError::NotClosed(id));
    }
    Ok(())
}

/// The definition of a relation symbol with the arguments in the places of its parameters.
pub(crate) fn applied(
    arena: &mut Arena,
    solution: &Solution,
    application: &Application,
) -> Result<Formula, SolutionError> {
    let relation = application.relation;
    let definition = solution.get(relation).ok_or(SolutionError::Undefined(relation))?;
    if definition.parameters.len() != application.arguments.len() {
        return Err(SolutionError::Parameters(relation));
    }
    let mut substitution = Substitution::new();
    for (parameter, argument) in definition.parameters.iter().zip(&application.arguments) {
        match argument {
            Argument::Int(term) => substitution.term(*parameter, term.clone()),
            Argument::Bool(formula) => substitution.formula(*parameter, *formula),
        };
    }
    Ok(substitution.apply(arena, definition.formula))
}

impl fmt::Display for SolutionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolutionError::Undefined(RelationId(r)) => write!(f, "relation symbol {r} has no definition"),
            SolutionError::Parameters(RelationId(r)) => {
                write!(f, "the parameters of relation symbol {r} do not fit")
            }
            SolutionError::NotClosed(RelationId(r)) => {
                write!(
                    f,
                    "the definition of relation symbol {r} speaks of something else than its parameters"
                )
            }
            SolutionError::NoSuchClause(clause) => write!(f, "there is no clause {}", clause.number()),
            SolutionError::ProofCount { clauses, proofs } => {
                write!(f, "there are {clauses} clauses, but {proofs} proofs")
            }
            SolutionError::Proof { clause, error } => {
                write!(f, "clause {} is not proved: {error}", clause.number())
            }
        }
    }
}

impl std::error::Error for SolutionError {}
