//! Binary interpolation: solve, read the proof, choose, make it readable, check.

use rustc_hash::FxHashSet;

use super::explanation::Explanation;
use super::mentions::Beyond;
use super::policy::{Policy, Quality, relational, relax_equations};
use super::{Outcome, Strength, from_proof};
use crate::check::{self, Checked, ProofError, Refutation, Separation};
use crate::elimination::eliminate;
use crate::formula::{Arena, Formula, Symbol, Valuation};
use crate::proof::Proof;
use crate::simplify::{simplify, tidy};
use crate::solver::{Answer, Budget, Solver, Unknown};

/// The steps that the search for relations may take: there is always the proof to read instead.
const RELATIONAL_STEPS: u64 = 100_000;
/// A second side with more formulae than this is reduced to those that the proof uses before relations are
/// searched for.
const RELATIONAL_CONTEXT: usize = 100;

/// An interpolant that has passed its check.
#[derive(Clone, Debug)]
pub struct Interpolant {
    pub formula: Formula,
    pub explanation: Explanation,
    pub checked: Checked<Separation>,
}

/// An interpolant of two sets of formulae, or a model of both.
pub fn separate(
    arena: &mut Arena,
    a: &[Formula],
    b: &[Formula],
    policy: Policy,
    budget: &mut Budget,
) -> Result<Outcome<Interpolant>, Unknown> {
    match between(arena, a, b, policy, budget)? {
        Outcome::Model(model) => Ok(Outcome::Model(model)),
        Outcome::Interpolants((formula, explanation)) => match confirm(arena, a, b, formula, budget)? {
            Some(checked) => Ok(Outcome::Interpolants(Interpolant { formula, explanation, checked })),
            None => Err(Unknown::Unchecked),
        },
    }
}

/// The interpolant before its check.
pub(crate) fn between(
    arena: &mut Arena,
    a: &[Formula],
    b: &[Formula],
    policy: Policy,
    budget: &mut Budget,
) -> Result<Outcome<(Formula, Explanation)>, Unknown> {
    between_within(arena, &mut Solver::for_interpolation(), None, a, b, policy, budget)
}

/// An interpolant as the proof has it, neither simplified nor checked.
pub(crate) fn plain_between(
    arena: &mut Arena,
    a: &[Formula],
    b: &[Formula],
    strength: Strength,
    budget: &mut Budget,
) -> Result<Outcome<Formula>, Unknown> {
    match Conflict::find_by(arena, a, b, ProofOrder::Given, budget)? {
        Err(model) => Ok(Outcome::Model(model)),
        Ok(conflict) => Ok(Outcome::Interpolants(conflict.plain(arena, strength, budget)?.0)),
    }
}

/// The interpolant before its check, by a solver that may know formulae of the tree beyond.
pub(super) fn between_within(
    arena: &mut Arena,
    solver: &mut Solver,
    beyond: Option<Beyond>,
    a: &[Formula],
    b: &[Formula],
    policy: Policy,
    budget: &mut Budget,
) -> Result<Outcome<(Formula, Explanation)>, Unknown> {
    let problem = match Conflict::find_within(arena, solver, beyond, (a, b), ProofOrder::Given, budget)? {
        Err(model) => return Ok(Outcome::Model(model)),
        Ok(problem) => problem,
    };
    let chosen = match policy {
        Policy::Proof(strength) => problem.read(arena, strength, budget)?,
        Policy::Simplest => problem.simplest(arena, budget)?,
    };
    Ok(Outcome::Interpolants(chosen))
}

/// The order in which the solver is told the formulae of an interpolation problem. Often it finds another
/// proof in another order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum ProofOrder {
    /// As they are given: the first side first.
    Given,
    /// Backwards, and so the second side first.
    Reversed,
}

/// Two sides that contradict each other, reduced to what the contradiction needs, with its proof.
pub(super) struct Conflict<'a> {
    /// The two sides as they are.
    all: (Vec<Formula>, Vec<Formula>),
    /// What the proof uses of them.
    a: Vec<Formula>,
    b: Vec<Formula>,
    proof: Proof,
    /// A proof that does not pass its check is not read.
    checked: Option<Checked<Refutation>>,
    beyond: Option<Beyond<'a>>,
}

impl<'a> Conflict<'a> {
    /// The conflict of a problem on its own, by a solver that is told the formulae in this order.
    pub(super) fn find_by(
        arena: &mut Arena,
        a: &[Formula],
        b: &[Formula],
        order: ProofOrder,
        budget: &mut Budget,
    ) -> Result<Result<Conflict<'static>, Valuation>, Unknown> {
        Conflict::find_within(arena, &mut Solver::for_interpolation(), None, (a, b), order, budget)
    }

    fn find_within(
        arena: &mut Arena,
        solver: &mut Solver,
        beyond: Option<Beyond<'a>>,
        (a, b): (&[Formula], &[Formula]),
        order: ProofOrder,
        budget: &mut Budget,
    ) -> Result<Result<Conflict<'a>, Valuation>, Unknown> {
        // Parts, so that cores are fine-grained.
        let (a, b) = (arena.conjuncts_of_all(a), arena.conjuncts_of_all(b));
        let mut all: Vec<Formula> = a.iter().chain(&b).copied().collect();
        if order == ProofOrder::Reversed {
            all.reverse();
        }
        let core = match solver.check(arena, &all, budget) {
            Answer::Sat(model) => return confirmed(arena, &all, model).map(Err),
            Answer::Unknown(reason) => return Err(reason),
            Answer::Unsat(core) => core,
        };
        // A formula on both sides speaks about common symbols; count it to the second.
        let core: FxHashSet<Formula> = core.into_iter().collect();
        let used_b: Vec<Formula> = b.iter().filter(|f| core.contains(f)).copied().collect();
        let in_b: FxHashSet<Formula> = used_b.iter().copied().collect();
        let used_a: Vec<Formula> =
            a.iter().filter(|f| core.contains(f) && !in_b.contains(f)).copied().collect();
        let proof = solver.proof().unwrap_or_default();
        let checked = check::refutation_within(arena, &all, &proof, budget);
        if let Some(reason) = checked.as_ref().err().and_then(ProofError::unfinished) {
            return Err(reason.into());
        }
        let checked = checked.ok();
        Ok(Ok(Conflict { all: (a, b), a: used_a, b: used_b, proof, checked, beyond }))
    }

    /// One reading of the proof, simplified.
    pub(super) fn read(
        &self,
        arena: &mut Arena,
        strength: Strength,
        budget: &mut Budget,
    ) -> Result<(Formula, Explanation), Unknown> {
        let (formula, explanation) = self.plain(arena, strength, budget)?;
        Ok((simplify(arena, formula, budget)?, explanation))
    }

    /// One reading of the proof.
    fn plain(
        &self,
        arena: &mut Arena,
        strength: Strength,
        budget: &mut Budget,
    ) -> Result<(Formula, Explanation), Unknown> {
        let Some(checked) = &self.checked else { return self.strongest(arena, budget) };
        match strength {
            Strength::Strong | Strength::Relaxed | Strength::Symmetric => {
                let beyond = (self.beyond, false);
                from_proof::read(arena, &self.a, &self.b, &self.proof, checked, beyond, strength, budget)
            }
            Strength::Weak => {
                let (swapped, beyond) = (Strength::Weak, (self.beyond, true));
                let (formula, explanation) =
                    from_proof::read(arena, &self.b, &self.a, &self.proof, checked, beyond, swapped, budget)?;
                Ok((!formula, explanation.mirrored()))
            }
        }
    }

    /// The best of several readings and of the relations that the first side implies.
    fn simplest(&self, arena: &mut Arena, budget: &mut Budget) -> Result<(Formula, Explanation), Unknown> {
        let mut best: Option<(Quality, Formula, Explanation)> = None;
        let mut consider = |arena: &Arena, formula: Formula, explanation: Explanation| {
            let quality = Quality::of(arena, formula);
            match &mut best {
                Some((_, other, why)) if *other == formula => {
                    if why.is_read() && why.relaxed == explanation.relaxed {
                        why.readings.extend(explanation.readings);
                    }
                }
                Some((q, _, _)) if quality >= *q => {}
                _ => best = Some((quality, formula, explanation)),
            }
        };
        for strength in [Strength::Strong, Strength::Weak, Strength::Relaxed] {
            let (read, mut explanation) = self.read(arena, strength, budget)?;
            if Quality::of(arena, read).literals == 0 {
                // One side alone is contradictory.
                return Ok((read, explanation));
            }
            let formula = relax_equations(arena, read, &self.b, budget)?;
            explanation.relaxed = formula != read;
            consider(arena, formula, explanation);
        }
        if let Some(formula) = self.relational(arena, budget)? {
            consider(arena, formula, self.explanation_by_elimination());
        }
        match best {
            Some((_, formula, explanation)) => Ok((formula, explanation)),
            None => self.strongest(arena, budget),
        }
    }

    /// Relations without constants, if they suffice. They may need more than the proof did.
    pub(super) fn relational(
        &self,
        arena: &mut Arena,
        budget: &mut Budget,
    ) -> Result<Option<Formula>, Unknown> {
        let b = if self.all.1.len() > RELATIONAL_CONTEXT { &self.b } else { &self.all.1 };
        let found = budget.within(RELATIONAL_STEPS, |part| relational(arena, &self.all.0, b, part))?;
        match found {
            Ok(Some(formula)) => Ok(Some(simplify(arena, formula, budget)?)),
            Ok(None) | Err(_) => Ok(None),
        }
    }

    fn explanation_by_elimination(&self) -> Explanation {
        let (a, b) = self.all.clone();
        Explanation { a, b, ..Explanation::default() }
    }

    /// The first side without its own symbols.
    fn strongest(&self, arena: &mut Arena, budget: &mut Budget) -> Result<(Formula, Explanation), Unknown> {
        let formula = strongest(arena, &self.all.0, &self.all.1, budget)?;
        Ok((tidy(arena, formula, budget)?, self.explanation_by_elimination()))
    }
}

/// What the first side says about the symbols it shares with the second.
pub(super) fn strongest(
    arena: &mut Arena,
    a: &[Formula],
    b: &[Formula],
    budget: &mut Budget,
) -> Result<Formula, Unknown> {
    let shared: Vec<Symbol> = b.iter().flat_map(|f| arena.symbols_of(*f)).collect();
    let conjunction = arena.and(a.iter().copied());
    let local: Vec<Symbol> =
        arena.symbols_of(conjunction).into_iter().filter(|s| !shared.contains(s)).collect();
    eliminate(arena, conjunction, &local, budget)
}

/// A model that has passed its check.
pub(super) fn confirmed(arena: &Arena, formulae: &[Formula], model: Valuation) -> Result<Valuation, Unknown> {
    match check::model(arena, formulae, &model) {
        Ok(_) => Ok(model),
        Err(_) => Err(Unknown::Unchecked),
    }
}

/// Is this an interpolant of the two sides? Proves the two entailments and has the proofs checked.
pub fn confirm(
    arena: &mut Arena,
    a: &[Formula],
    b: &[Formula],
    formula: Formula,
    budget: &mut Budget,
) -> Result<Option<Checked<Separation>>, Unknown> {
    let Ok(left) = refute(arena, a, !formula, budget)? else { return Ok(None) };
    let Ok(right) = refute(arena, b, formula, budget)? else { return Ok(None) };
    match check::interpolant_within(arena, a, b, formula, (&left, &right), budget) {
        Ok(checked) => Ok(Some(checked)),
        Err(error) => error.unfinished().map_or(Ok(None), |reason| Err(reason.into())),
    }
}

/// A proof that the formulae contradict each other, or a model.
pub(crate) fn refute(
    arena: &mut Arena,
    side: &[Formula],
    formula: Formula,
    budget: &mut Budget,
) -> Result<Result<Proof, Valuation>, Unknown> {
    let mut solver = Solver::with_proofs();
    for f in side {
        solver.assert(arena, *f);
    }
    match solver.check(arena, &[formula], budget) {
        Answer::Sat(model) => Ok(Err(model)),
        Answer::Unsat(_) => Ok(Ok(solver.proof().ok_or(Unknown::Unchecked)?)),
        Answer::Unknown(reason) => Err(reason),
    }
}
