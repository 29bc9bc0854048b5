//! Models: what a person wrote, where clauses are only how it is solved.
//!
//! Programs, transition systems, Petri nets and networks of timed automata all offer the same few things, and
//! nothing outside of a front end's folder knows more:
//!
//! ```text
//! text ─ parse ─▶ Model ─ encode ─▶ Problem
//!                   ▲                  │
//!       Reading ◀───┼── solution ──────┤     invariants at locations, contracts, invariants of places
//!       Run     ◀───┴── derivation ────┘     values line by line, firing sequences, timed traces
//! ```
//!
//! A [`Run`] is shown as real only after the model's own interpreter, which knows no clauses, has replayed
//! it. A [`Picture`] says what there is to draw, not where: its parts have ids that stay the same as long
//! as the text does, so that selection and steps lead from clauses to parts and back.

mod picture;
mod print;
mod reading;
mod run;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use picture::{ClauseGroup, Picture, PictureEdge, PictureGroup, PictureNode, PictureSet, Shape};
pub use reading::{Note, Reading};
pub use run::{Account, Move, Play, Row, Run};

use super::{Derivation, Problem, Solution};
use crate::budget::Budget;

/// A part of a model that can be pointed at: a location, a place, a transition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PartId(pub u32);

/// How a model becomes clauses, where there are several ways. A front end that has no use for one takes its
/// standard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Encoding {
    /// The one that the front end has made for its models.
    #[default]
    Standard,
    /// One clause for each stretch of a program without loops.
    LargeBlock,
    /// One relation symbol for all automata of a network together.
    Product,
    /// A relation symbol for each automaton, and clauses that the others do not interfere (thesis, Sect.
    /// 6.4).
    OwickiGries,
    /// A relation symbol for each automaton, and one for what its environment may do (thesis, Sect. 6.4).
    RelyGuarantee,
    /// Any number of copies of each automaton (thesis, Sect. 6.5.3).
    Parameterised,
}

/// What a front end knows of a text in its language beside the clauses.
pub trait Model: fmt::Debug {
    /// The clauses that decide the question about the model.
    fn problem(&self) -> &Problem;

    /// What there is to draw.
    fn picture(&self) -> Picture;

    /// What is known about the model before anything is solved, such as the semiflows of a net.
    fn facts(&self, budget: &mut Budget) -> Reading {
        let _ = budget;
        Reading::default()
    }

    /// The same model made larger, if it comes in sizes, so that one can see how its clauses grow.
    fn larger(&self) -> Option<Problem> {
        None
    }

    /// What a solution of the clauses says about the model. The arena of the problem holds the solution.
    fn reading(&self, problem: &mut Problem, solution: &Solution, budget: &mut Budget) -> Reading;

    /// What a derivation says about the model, replayed by the model's own interpreter.
    fn account(&self, derivation: &Derivation, budget: &mut Budget) -> Account;

    /// The model after some moves of a person, and the moves that are possible then. `None` if it can't be
    /// played. A move that is not possible ends the play before it.
    fn play(&self, moves: &[usize]) -> Option<Play> {
        let _ = moves;
        None
    }

    /// The model in another language of models, such as a program as a transition system; `None` if there is
    /// no such translation.
    fn translated(&self, language: super::Language) -> Option<String> {
        let _ = language;
        None
    }

    /// The encodings among which there is a choice for this model, beside the standard one; none if that is
    /// the only one.
    fn encodings(&self) -> &'static [Encoding] {
        &[]
    }

    /// Does it accept derivations whose rounds are not all written down, if all of them are rounds of the
    /// model?
    fn replays_rounds(&self) -> bool {
        false
    }

    /// Has a derivation of these clauses always a run of the model? If not, a derivation is no verdict about
    /// the model.
    fn is_exact(&self) -> bool {
        true
    }
}

/// What a derivation says about a model. If it is too long to be replayed, or the budget ends, it is a
/// verdict all the same: it has been checked, as has a proof of safety, and only its run is not told.
pub fn account(model: &dyn Model, derivation: &Derivation, budget: &mut Budget) -> Account {
    let has_rounds = !derivation.repetitions.is_empty();
    let account = if has_rounds && !model.replays_rounds() {
        Account::Refused("rounds of it are not written down".to_owned())
    } else {
        model.account(derivation, budget)
    };
    let is_cut_short = has_rounds || budget.take(0).is_err();
    let (Account::Refused(why) | Account::NoVerdict(why)) = &account else { return account };
    if !is_cut_short {
        return account;
    }
    let steps = derivation.length();
    let sentence = format!("The run was not replayed in the model, since it has {steps} steps: {why}.");
    if model.is_exact() { Account::Untold(sentence) } else { Account::NoVerdict(sentence) }
}

#[cfg(test)]
pub(super) mod testing {
    use super::*;
    use crate::engine::{Engine, Settings, Verdict};
    use crate::lang::Repetition;
    use crate::num::Int;
    use crate::settings::RunSettings;

    /// Whether the clauses of a model derive `false`; the model must accept the derivation as a run.
    pub(in crate::lang) fn is_unsafe(model: &dyn Model, problem: &Problem) -> bool {
        let Some(derivation) = derived(problem) else { return false };
        let account = model.account(&derivation, &mut Budget::unlimited());
        assert!(matches!(account, Account::Real(_)), "{account:?}");
        true
    }

    /// A derivation of `false`, if there is one.
    pub(in crate::lang) fn derived(problem: &Problem) -> Option<Derivation> {
        let mut budget = Budget::unlimited();
        let mut engine =
            Engine::within(problem.clone(), Settings::from(&RunSettings::default()), &mut budget);
        while engine.verdict().is_none() {
            engine.step(&mut budget);
        }
        match engine.verdict() {
            Some(Verdict::Safe(_)) => None,
            Some(Verdict::Unsafe(derivation, _)) => Some(derivation.clone()),
            other => panic!("{other:?}"),
        }
    }
    /// A derivation with very many rounds that are not written down, made of two with six and with seven
    /// rounds, which begin with a step and have so many.
    pub(in crate::lang) fn stretched(
        six: &Derivation,
        seven: &Derivation,
        first: usize,
        period: usize,
        rounds: u64,
    ) -> Derivation {
        let [shorter, longer] = [(six, 6), (seven, 7)].map(|(derivation, count)| {
            assert!(derivation.repetitions.is_empty() && derivation.steps.len() > first + count * period);
            &derivation.steps[first + count * period..]
        });
        let mut steps = seven.steps[..first + 2 * period].to_vec();
        for k in first..first + period {
            let (a, b) = (&seven.steps[k], &seven.steps[k + period]);
            let mut last = b.clone();
            last.valuation = b.valuation.continued(&a.valuation, &Int::from(rounds - 2));
            last.premises
                .iter_mut()
                .filter(|premise| **premise >= first)
                .for_each(|premise| *premise += period);
            steps.push(last);
        }
        for (before, step) in shorter.iter().zip(longer) {
            let mut step = step.clone();
            step.valuation = step.valuation.continued(&before.valuation, &Int::from(rounds - 7));
            step.premises.iter_mut().for_each(|premise| *premise -= 4 * period);
            steps.push(step);
        }
        let repetitions = vec![Repetition { last: first + 2 * period, period, more: rounds - 3 }];
        Derivation { steps, repetitions }
    }
}
