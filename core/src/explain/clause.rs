//! Why a clause holds under a solution: suppose it did not.
//!
//! Then its constraint holds, its body holds for the definitions in the solution, and its head does not.
//! These are the assumptions; a proof takes them to a contradiction. The assumptions that it does not need
//! are told from the others.

use std::fmt;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::instance::application_text;
use super::lines::{ProofLine, lines};
use super::spelling::Spelling;
use crate::check::{self, Checked, Refutation};
use crate::formula::{Arena, AtomText, Formula, FormulaText};
use crate::lang::{ClauseId, Problem, RelationId, Solution};
use crate::proof::Proof;
use crate::solver::{Answer, Budget, Solver, Unknown};

/// The steps of work that finding a proof to show may take.
pub const PROOF_STEPS: u64 = 20_000_000;

/// More lines than this are counted, but not written down.
pub const PROOF_LINES: usize = 300;

/// Why a clause holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClauseProof {
    /// What would hold if the clause did not.
    pub assumptions: Vec<Assumption>,
    /// The way from there to `false`.
    pub lines: Vec<ProofLine>,
    /// How many lines there are beyond [`PROOF_LINES`].
    pub omitted: usize,
}

/// Something that holds if the clause does not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assumption {
    pub text: FormulaText,
    pub origin: Origin,
    /// Whether the proof needs it.
    pub is_used: bool,
}

/// Where an assumption comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// The constraint of the clause.
    Constraint,
    /// The definition of this part of the body.
    Body(AtomText<RelationId>),
    /// The definition of the head, which does not hold.
    Head(AtomText<RelationId>),
}

/// Why there is no proof to show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NoProof {
    /// The solution does not define what the clause speaks of.
    Undefined(String),
    /// The clause does not hold.
    Refuted,
    /// It was not found within the budget.
    Unknown(Unknown),
    /// What was found did not pass its check. This would be a bug.
    Rejected(String),
}

/// Proves a clause under a solution, in as few assumptions as possible, and has the proof checked.
pub fn clause(
    problem: &mut Problem,
    solution: &Solution,
    id: ClauseId,
    budget: &mut Budget,
) -> Result<ClauseProof, NoProof> {
    let inputs = check::negated_clause(problem, solution, id)
        .map_err(|error| NoProof::Undefined(error.to_string()))?;
    let sources = sources(problem, id);
    // In the order of `negated_clause`: constraint, body, head.
    let mut facts: Vec<(Formula, Origin)> = Vec::new();
    for (input, origin) in inputs.iter().zip(sources) {
        facts.extend(problem.arena.conjuncts(*input).into_iter().map(|fact| (fact, origin.clone())));
    }
    let arena = &mut problem.arena;
    let formulae: Vec<Formula> = facts.iter().map(|(fact, _)| *fact).collect();
    let (proof, checked) = refuted(arena, &formulae, budget)?;
    let spelling = Spelling::new(arena, &proof.quotients);
    let mut assumed: FxHashMap<Formula, usize> = FxHashMap::default();
    let mut assumptions: Vec<Assumption> = Vec::with_capacity(facts.len());
    for (fact, origin) in facts {
        let line = assumptions.len();
        let is_used = checked.core().contains(&fact) && *assumed.entry(fact).or_insert(line) == line;
        assumptions.push(Assumption { text: spelling.formula(arena, fact), origin, is_used });
    }
    let (lines, omitted) =
        lines(arena, &spelling, &assumed, assumptions.len(), (&proof, &checked), PROOF_LINES);
    Ok(ClauseProof { assumptions, lines, omitted })
}

fn sources(problem: &Problem, id: ClauseId) -> Vec<Origin> {
    let clause = &problem[id];
    let body = clause.body.iter().map(|application| Origin::Body(application_text(problem, application)));
    let head = clause.head.iter().map(|head| Origin::Head(application_text(problem, head)));
    std::iter::once(Origin::Constraint).chain(body).chain(head).collect()
}

/// A proof that formulae contradict each other, from as few of them as possible, checked.
pub(crate) fn refuted(
    arena: &mut Arena,
    formulae: &[Formula],
    budget: &mut Budget,
) -> Result<(Proof, Checked<Refutation>), NoProof> {
    let mut solver = Solver::new();
    let core = match solver.check(arena, formulae, budget) {
        Answer::Unsat(core) => core,
        Answer::Sat(_) => return Err(NoProof::Refuted),
        Answer::Unknown(reason) => return Err(NoProof::Unknown(reason)),
    };
    let core = solver.minimise_core(arena, &core, budget).map_err(NoProof::Unknown)?;
    let mut prover = Solver::with_proofs();
    match prover.check(arena, &core, budget) {
        Answer::Unsat(_) => {}
        Answer::Sat(_) => return Err(NoProof::Rejected("a contradiction".to_owned())),
        Answer::Unknown(reason) => return Err(NoProof::Unknown(reason)),
    }
    let proof = prover.proof().ok_or_else(|| NoProof::Rejected("there is no proof".to_owned()))?;
    let checked = check::refutation_within(arena, &core, &proof, budget).map_err(|error| {
        let reason = error.unfinished().map(|reason| NoProof::Unknown(reason.into()));
        reason.unwrap_or_else(|| NoProof::Rejected(error.to_string()))
    })?;
    Ok((proof, checked))
}

impl fmt::Display for NoProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoProof::Undefined(what) => f.write_str(what),
            NoProof::Refuted => f.write_str("the clause does not hold"),
            NoProof::Unknown(reason) => write!(f, "{reason}"),
            NoProof::Rejected(what) => write!(f, "the proof did not pass its check: {what}"),
        }
    }
}
