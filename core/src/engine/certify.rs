//! From what the engine found to a verdict: carried back to the user's clauses, and checked there.
//!
//! A closed graph is a solution (CAV'13, Lemma 2): a relation symbol means the disjunction of its nodes, each the
//! conjunction of its predicates. It is made readable first; should the readable one not pass, the plain one is tried.

use super::{DefinitionText, Graph, Outcome, Predicates, StepText, StopReason, Verdict};
use crate::check;
use crate::explain;
use crate::formula::{Arena, Formula};
use crate::horn::{Assignment, ClauseSystem, Derivation, WayBack};
use crate::lang::{self, Problem, Solution};
use crate::simplify::simplify;
use crate::solver::{Budget, Unknown};
use crate::validate::{self, ClauseVerdict};

/// The steps that making one formula readable may take.
const READABLE_STEPS: u64 = 300_000;
/// The steps that carrying a solution back through all passes may take.
const WAY_BACK_STEPS: u64 = 20_000_000;

/// Why a solution did not become a verdict.
#[derive(Debug)]
pub(super) enum Failure {
    Stop(StopReason),
    /// It could not be carried back to the user's clauses. Without inlining there is little to carry.
    WayBack,
}

impl<E: Into<StopReason>> From<E> for Failure {
    fn from(reason: E) -> Failure {
        Failure::Stop(reason.into())
    }
}

/// The verdict of a solution.
pub(super) fn safe(
    problem: &mut Problem,
    system: &mut ClauseSystem,
    way_back: &WayBack,
    plain: &Assignment,
    budget: &mut Budget,
) -> Result<Verdict, Failure> {
    let readable = readable(&mut system.arena, plain, budget)?;
    let mut claims = vec![readable];
    if claims[0] != *plain {
        claims.push(plain.clone());
    }
    let mut last = StopReason::Rejected("a solution".to_owned());
    for claim in claims {
        let mut allowance = Budget::steps(WAY_BACK_STEPS);
        let carried = way_back.solution(&mut system.arena, claim, &mut allowance);
        budget.take(allowance.used())?;
        let Ok(claim) = carried else { return Err(Failure::WayBack) };
        // Handles of the problem's own formulae mean the same in the larger arena.
        problem.arena = system.arena.clone();
        match proved(problem, &claim, budget) {
            Ok(verdict) => return Ok(verdict),
            Err(reason @ (StopReason::Budget | StopReason::Interrupted)) => return Err(reason.into()),
            Err(reason) => last = reason,
        }
    }
    Err(last.into())
}

/// The verdict of a real counterexample.
pub(super) fn unsafe_(
    problem: &mut Problem,
    system: &ClauseSystem,
    way_back: &WayBack,
    derivation: Derivation,
) -> Result<Verdict, StopReason> {
    problem.arena = system.arena.clone();
    let derivation = way_back.derivation(&system.arena, derivation);
    match check::derivation(problem, &derivation) {
        Ok(replay) => Ok(Verdict::Unsafe(derivation, replay)),
        Err(error) => Err(StopReason::Rejected(format!("a derivation ({error})"))),
    }
}

/// The verdict as data.
pub(super) fn outcome(problem: &Problem, verdict: &Verdict) -> Outcome {
    match verdict {
        Verdict::Safe(solved) => {
            let text = |(relation, definition): (lang::RelId, &lang::Definition)| DefinitionText {
                name: problem[relation].name.clone(),
                parameters: definition.parameters.iter().map(|p| problem.arena.name(*p).to_owned()).collect(),
                text: explain::reading(&problem.arena, definition.formula),
            };
            Outcome::Safe { solution: solved.solution().iter().map(text).collect() }
        }
        Verdict::Unsafe(derivation, replay) => {
            let steps = derivation.steps.iter().zip(replay.facts()).map(|(step, fact)| StepText {
                clause: step.clause,
                relation: fact.as_ref().map(|f| f.relation),
                values: fact.as_ref().map_or_else(Vec::new, |f| f.values.clone()),
                premises: step.premises.clone(),
                instance: explain::instance(problem, &problem[step.clause], &step.valuation),
            });
            Outcome::Unsafe { derivation: steps.collect() }
        }
        Verdict::Stopped(stopped) => Outcome::Stopped(stopped.clone()),
    }
}

/// What a closed graph says about each relation symbol.
pub(super) fn assignment(system: &mut ClauseSystem, graph: &Graph, predicates: &Predicates) -> Assignment {
    let mut nodes: Vec<Vec<Formula>> = vec![Vec::new(); system.relations().len()];
    for (_, node) in graph.nodes().filter(|(_, node)| node.covered_by.is_none()) {
        let formula = system.arena.and(node.predicates.iter().map(|p| predicates.get(*p).formula));
        nodes[node.relation.index()].push(formula);
    }
    Assignment { formulae: nodes.into_iter().map(|parts| system.arena.or(parts)).collect() }
}

/// Equivalent formulae for human eyes.
fn readable(arena: &mut Arena, plain: &Assignment, budget: &mut Budget) -> Result<Assignment, Unknown> {
    let mut formulae = Vec::with_capacity(plain.formulae.len());
    for formula in &plain.formulae {
        let mut allowance = Budget::steps(READABLE_STEPS);
        formulae.push(simplify(arena, *formula, &mut allowance)?);
        budget.take(allowance.used())?;
    }
    Ok(Assignment { formulae })
}

fn proved(problem: &mut Problem, claim: &Solution, budget: &mut Budget) -> Result<Verdict, StopReason> {
    let rejected = |what: String| StopReason::Rejected(format!("a solution ({what})"));
    let validation =
        validate::solution(problem, claim, budget).map_err(|error| rejected(error.to_string()))?;
    let mut proofs = Vec::with_capacity(validation.verdicts.len());
    for (i, verdict) in validation.verdicts.into_iter().enumerate() {
        match verdict {
            ClauseVerdict::Proved(proof, _) => proofs.push(proof),
            ClauseVerdict::Unknown(unknown) => return Err(unknown.into()),
            ClauseVerdict::Refuted(_) => return Err(rejected(format!("clause {} does not hold", i + 1))),
            ClauseVerdict::Rejected(reason) => return Err(rejected(format!("clause {}: {reason}", i + 1))),
        }
    }
    let checked = check::solution(problem, claim, &proofs).map_err(|error| rejected(error.to_string()))?;
    Ok(Verdict::Safe(checked))
}
