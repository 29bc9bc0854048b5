//! From what the engine found to a verdict: carried back to the user's clauses, and checked there.
//!
//! A closed graph is a solution (CAV'13, Lemma 2): a relation symbol means the disjunction of its nodes, each
//! the conjunction of its predicates. It is made readable first; should the readable one not pass, the plain
//! one is tried.

use super::folded::Shown;
use super::{DefinitionText, Graph, Predicates, StepText, StopReason, Verdict, VerdictText};
use crate::budget::Work;
use crate::check;
use crate::explain;
use crate::formula::{Arena, Formula};
use crate::horn::{Assignment, ClauseSystem, SystemDerivation, WayBack};
use crate::lang::{self, Problem, Solution};
use crate::simplify::simplify;
use crate::solver::{Budget, Unknown};
use crate::validate::{self, ClauseVerdict};

/// The steps that making one formula readable may take.
const READABLE_STEPS: u64 = 100_000;
/// Derivations with at most this many steps are written out; of longer ones, rounds that are alike are not.
const WRITTEN_OUT: u64 = 200_000;
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
    arena: &mut Arena,
    way_back: &WayBack,
    plain: &Assignment,
    budget: &mut Budget,
) -> Result<Verdict, Failure> {
    budget.on(Work::Checking, |budget| certified(problem, arena, way_back, plain, budget))
}

fn certified(
    problem: &mut Problem,
    arena: &mut Arena,
    way_back: &WayBack,
    plain: &Assignment,
    budget: &mut Budget,
) -> Result<Verdict, Failure> {
    let readable = readable(arena, plain, budget)?;
    let mut claims = vec![readable];
    if claims[0] != *plain {
        claims.push(plain.clone());
    }
    let mut last = StopReason::Rejected("a solution".to_owned());
    for claim in claims {
        let carried = budget.within(WAY_BACK_STEPS, |part| way_back.solution(arena, claim, part))?;
        let Ok(claim) = carried else { return Err(Failure::WayBack) };
        // Handles of the problem's own formulae mean the same in the larger arena.
        problem.arena = arena.clone();
        match proved(problem, &claim, budget) {
            Ok(verdict) => return Ok(verdict),
            Err(reason) if reason.exhausted().is_some() => return Err(reason.into()),
            Err(reason) => last = reason,
        }
    }
    Err(last.into())
}

/// The verdict of a real counterexample.
pub(super) fn unsafe_(
    problem: &mut Problem,
    arena: &Arena,
    way_back: &WayBack,
    derivation: SystemDerivation,
) -> Result<Verdict, StopReason> {
    problem.arena = arena.clone();
    let derivation = way_back.derivation(arena, derivation);
    let derivation = derivation.written_out(WRITTEN_OUT).unwrap_or(derivation);
    match check::derivation(problem, &derivation) {
        Ok(replay) => Ok(Verdict::Unsafe(derivation, replay)),
        Err(error) => Err(StopReason::Rejected(format!("a derivation ({error})"))),
    }
}

/// The verdict as data.
pub(super) fn outcome(problem: &Problem, verdict: &Verdict) -> VerdictText {
    match verdict {
        Verdict::Safe(solved) => {
            let text = |(relation, definition): (lang::RelationId, &lang::Definition)| DefinitionText {
                name: problem[relation].name.clone(),
                parameters: definition.parameters.iter().map(|p| problem.arena.name(*p).to_owned()).collect(),
                text: explain::reading(&problem.arena, definition.formula),
            };
            VerdictText::Safe { solution: solved.solution().iter().map(text).collect() }
        }
        Verdict::Unsafe(derivation, replay) => {
            let Shown { steps, folded } = Shown::of(derivation);
            let facts = replay.facts();
            let text = |(own, premises): &(usize, Vec<usize>)| {
                let (step, fact) = (&derivation.steps[*own], &facts[*own]);
                StepText {
                    clause: step.clause,
                    relation: fact.as_ref().map(|f| f.relation),
                    values: fact.as_ref().map_or_else(Vec::new, |f| f.values.clone()),
                    premises: premises.clone(),
                    instance: explain::instance(problem, &problem[step.clause], &step.valuation),
                }
            };
            VerdictText::Unsafe { derivation: steps.iter().map(text).collect(), folded }
        }
        Verdict::Stopped(stopped) => VerdictText::Stopped(stopped.clone()),
    }
}

/// What a closed graph says about each relation symbol.
pub(super) fn assignment(
    arena: &mut Arena,
    system: &ClauseSystem,
    graph: &Graph,
    predicates: &Predicates,
) -> Assignment {
    let mut nodes: Vec<Vec<Formula>> = vec![Vec::new(); system.relations().len()];
    for (_, node) in graph.nodes().filter(|(_, node)| node.covered_by.is_none()) {
        let formula = arena.and(node.predicates.iter().map(|p| predicates.get(*p).formula));
        nodes[node.relation.index()].push(formula);
    }
    Assignment { formulae: nodes.into_iter().map(|parts| arena.or(parts)).collect() }
}

/// Equivalent formulae for human eyes.
fn readable(arena: &mut Arena, plain: &Assignment, budget: &mut Budget) -> Result<Assignment, Unknown> {
    let mut formulae = Vec::with_capacity(plain.formulae.len());
    for formula in &plain.formulae {
        formulae.push(budget.within(READABLE_STEPS, |part| simplify(arena, *formula, part))??);
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
    let checked = check::solution_within(problem, claim, &proofs, budget)
        .map_err(|error| error.unfinished().map_or_else(|| rejected(error.to_string()), StopReason::from))?;
    Ok(Verdict::Safe(checked))
}
