//! Static acceleration: each loop of a relation symbol becomes any number of its rounds (thesis, Sect. 4.6).
//!
//! ```text
//! p(x′) ← x′ = x + 2 ∧ p(x)        p(x′) ← n ≥ 1 ∧ x′ = x + 2n ∧ p(x)
//! ```
//!
//! After inlining, most loops are clauses with the same relation symbol in head and body; those are
//! replaced whose closures are known and certified, each case by a clause of its own. Others, and those
//! through several relation symbols, stay as they are. A solution is one of the clauses before as well, since
//! one round is among the numbers of rounds. In a derivation the rounds are made one by one.
//!
//! The thesis does this with all loops of a control-flow graph before predicate abstraction, to compare it
//! with the acceleration of loops on counterexamples (`engine/accelerated.rs`).

use std::sync::Arc;

use super::pass::BackTranslation;
use super::{Assignment, Clause, ClauseSystem, SystemClauseId, SystemDerivation, SystemDerivationStep};
use crate::accelerate::{Closure, Transition, Unrolled, close, unroll};
use crate::formula::{Arena, LinearTerm, Symbol, Valuation, Value};
use crate::solver::{Budget, Unknown};

/// The steps that making the rounds may take.
const UNROLLED_STEPS: u64 = 20_000_000;

#[derive(Debug)]
struct Accelerated {
    /// For each clause, the one it comes from, and the loop that it stands for.
    origins: Vec<(SystemClauseId, Option<Rounds>)>,
}

#[derive(Debug)]
struct Rounds {
    closure: Closure,
    step: Transition,
}

pub(super) fn run(
    arena: &mut Arena,
    system: &ClauseSystem,
    budget: &mut Budget,
) -> (ClauseSystem, Arc<dyn BackTranslation>) {
    let (mut clauses, mut origins) = (Vec::new(), Vec::new());
    for id in system.clause_ids() {
        let clause = &system[id];
        match accelerated(arena, clause, budget) {
            None => {
                clauses.push(clause.clone());
                origins.push((id, None));
            }
            Some(cases) => {
                for (clause, rounds) in cases {
                    clauses.push(clause);
                    origins.push((id, Some(rounds)));
                }
            }
        }
    }
    let relations = system.relations().to_vec();
    (ClauseSystem::new(relations, clauses), Arc::new(Accelerated { origins }))
}

/// The clauses for any number of rounds of a loop; `None` if the clause is none, or has no closure.
fn accelerated(arena: &mut Arena, clause: &Clause, budget: &mut Budget) -> Option<Vec<(Clause, Rounds)>> {
    let [atom] = &clause.body[..] else { return None };
    let head = clause.head.as_ref().filter(|head| head.relation == atom.relation)?;
    let step = clause.transition()?;
    let closed = close(arena, &step, budget).ok()?.ok()?;
    let cases = closed.cases.into_iter().map(|closure| {
        let one = LinearTerm::constant(1);
        let some = arena.at_most(&one, &LinearTerm::symbol(closure.rounds));
        let formula = arena.renamed(closure.formula, &closure.relation.before, &atom.arguments);
        let formula = arena.renamed(formula, &closure.relation.after, &head.arguments);
        let constraint = arena.and([some, formula]);
        (Clause { constraint, ..clause.clone() }, Rounds { closure, step: step.clone() })
    });
    Some(cases.collect())
}

impl BackTranslation for Accelerated {
    fn solution(&self, _: &mut Arena, solution: Assignment, _: &mut Budget) -> Result<Assignment, Unknown> {
        Ok(solution)
    }

    fn accelerates(&self) -> bool {
        self.origins.iter().any(|(_, rounds)| rounds.is_some())
    }

    /// Without the rounds that could not be made; such a derivation is refused when it is checked.
    fn derivation(&self, arena: &Arena, derivation: SystemDerivation) -> SystemDerivation {
        let mut arena = arena.clone();
        let mut budget = Budget::steps(UNROLLED_STEPS);
        let mut steps: Vec<SystemDerivationStep> = Vec::with_capacity(derivation.steps.len());
        // A derivation by accelerated clauses has no rounds that are left out, so these are all.
        let mut repetitions = Vec::new();
        // Where what a step derives is derived now.
        let mut places: Vec<usize> = Vec::with_capacity(derivation.steps.len());
        for SystemDerivationStep { clause, valuation, premises } in derivation.steps {
            let mut premises: Vec<usize> = premises.iter().map(|p| places[*p]).collect();
            let (clause, rounds) = &self.origins[clause.index()];
            let made = rounds.as_ref().and_then(|rounds| rounds.made(&mut arena, &valuation, &mut budget));
            let made =
                made.unwrap_or_else(|| Unrolled { rounds: vec![vec![valuation]], ..Unrolled::default() });
            repetitions.extend(made.repetitions_from(steps.len(), 1));
            for valuation in made.rounds.into_iter().flatten() {
                steps.push(SystemDerivationStep { clause: *clause, valuation, premises });
                premises = vec![steps.len() - 1];
            }
            places.push(steps.len() - 1);
        }
        SystemDerivation { steps, repetitions }
    }
}

impl Rounds {
    /// The rounds that a step stands for, each with values for the clause of the loop.
    fn made(&self, arena: &mut Arena, values: &Valuation, budget: &mut Budget) -> Option<Unrolled> {
        let Rounds { closure, step } = self;
        let count = values.int(closure.rounds).to_string().parse::<u64>().ok()?;
        let at = |symbols: &[Symbol]| -> Option<Vec<Value>> {
            symbols.iter().map(|symbol| values.get(*symbol).cloned()).collect()
        };
        let ends = (at(&step.before)?, at(&step.after)?);
        unroll(arena, closure, &[step], count, (&ends.0, &ends.1), budget).ok()?
    }
}
