//! A refutation as lines that follow from each other, in terms of what is assumed.
//!
//! A proof is resolution over tautologies and lemmas ([`crate::proof`]). For the eye, three things are left
//! out of it:
//! - what denies an assumption: every clause is shown as what remains of it, given the assumptions;
//! - tautologies, which say no more than that a conjunction has parts and a disjunction has one that holds;
//! - steps that add nothing to a line which is there already.
//!
//! ```text
//! 1  M > N                     the constraint
//! 2  M = N                     the head does not hold
//! 3  false                     arithmetic: 1·(1) + 1·(2) is 0 ≤ -1
//! ```

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::account::{Account, Wording};
use super::spelling::Spelling;
use crate::check::{Checked, Refutation};
use crate::formula::{Arena, Formula, FormulaText};
use crate::proof::{Proof, Step, StepId};

/// A line of a proof. Lines are counted on from the assumptions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofLine {
    /// What holds, given the assumptions; `false` at the end.
    pub text: FormulaText,
    pub reason: Reason,
}

/// Why a line holds. Lines are counted from 0, the assumptions first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reason {
    /// Integers cannot be so: a sum of facts is impossible.
    Arithmetic(Account<Premise>),
    /// Of these lines together, by reasoning about `and` and `or` alone.
    Logic { from: Vec<usize> },
}

/// Where a fact of an account comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Premise {
    /// A line of the proof.
    Line(usize),
    /// Supposed, so that its opposite is one of the possible conclusions.
    Supposed,
}

/// What a step of the proof is to the reader.
enum Shown {
    /// A line, which may be one that is there already.
    Line(usize),
    /// It goes without saying.
    Nothing,
}

/// The lines after the assumptions, whose positions are given; at most `limit`, and how many there are
/// beyond.
pub(super) fn lines(
    arena: &mut Arena,
    spelling: &Spelling,
    assumed: &FxHashMap<Formula, usize>,
    assumptions: usize,
    (proof, checked): (&Proof, &Checked<Refutation>),
    limit: usize,
) -> (Vec<ProofLine>, usize) {
    let mut lines: Vec<ProofLine> = Vec::new();
    // What remains of the clause of each line, to tell lines that are there already.
    let mut remains: Vec<Vec<Formula>> = Vec::new();
    let mut shown: Vec<Shown> = Vec::with_capacity(proof.steps.len());
    let mut omitted = 0;
    for (i, step) in proof.steps.iter().enumerate() {
        let id = StepId(i as u32);
        if !checked.uses(id) {
            shown.push(Shown::Nothing);
            continue;
        }
        let mut remaining: Vec<Formula> =
            checked.clause(id).iter().copied().filter(|literal| !assumed.contains_key(&!*literal)).collect();
        remaining.sort_unstable();
        let reason = match step {
            Step::Input(formula) => {
                shown.push(assumed.get(formula).map_or(Shown::Nothing, |line| Shown::Line(*line)));
                continue;
            }
            Step::Conjunct { .. } => {
                shown.push(Shown::Nothing);
                continue;
            }
            // That an assumed disjunction has a part which holds is what its line says.
            Step::Conjunction(formula) => {
                shown.push(assumed.get(&!*formula).map_or(Shown::Nothing, |line| Shown::Line(*line)));
                continue;
            }
            Step::Lemma { clause, certificate } => {
                let facts: Vec<Formula> = clause.iter().map(|literal| !*literal).collect();
                let premise =
                    |fact: Formula| assumed.get(&fact).map_or(Premise::Supposed, |line| Premise::Line(*line));
                let name = |symbol| spelling.name(arena, symbol);
                let wording = Wording { arena, name: &name };
                let account = Account::new(wording, &facts, &proof.quotients, certificate, &premise);
                Reason::Arithmetic(account.unwrap_or(Account { rows: Vec::new() }))
            }
            Step::Resolution { first, others } => {
                let premises = std::iter::once(*first).chain(others.iter().map(|other| other.step));
                let mut from: Vec<usize> = premises
                    .filter_map(|premise| match shown.get(premise.index()) {
                        Some(Shown::Line(line)) => Some(*line),
                        _ => None,
                    })
                    .collect();
                from.sort_unstable();
                from.dedup();
                let adds_nothing = |line: &&usize| {
                    line.checked_sub(assumptions).and_then(|own| remains.get(own)) == Some(&remaining)
                };
                if let Some(line) = from.iter().find(adds_nothing) {
                    shown.push(Shown::Line(*line));
                    continue;
                }
                Reason::Logic { from }
            }
        };
        let number = assumptions + remains.len();
        shown.push(Shown::Line(number));
        if lines.len() < limit {
            let clause = arena.or(remaining.iter().copied());
            lines.push(ProofLine { text: spelling.formula(arena, clause), reason });
        } else {
            omitted += 1;
        }
        remains.push(remaining);
    }
    (lines, omitted)
}
