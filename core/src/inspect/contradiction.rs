//! Why a counterexample is spurious: the constraints of its clause instances, taken apart, and a smallest set
//! of them that contradict each other.
//!
//! ```text
//! gcd, clause 4 over clause 1:   M ≥ 0,  M = N,  M < R   and   M = N,  R = M
//! core:                          M < R,  R = M
//! ```
//!
//! The set is minimal, not the smallest there is: none of its constraints can be left out. Where there is a
//! choice between clauses each derivation has its own contradictions, so that constraints are shown but none
//! is marked.

use serde::{Deserialize, Serialize};

use super::Inspector;
use super::sides::{INSTANCE_LIMIT, Part};
use crate::budget::Budget;
use crate::engine::PositionId;
use crate::formula::{Formula, FormulaText};
use crate::horn::SystemClauseId;
use crate::solver::{Answer, Solver};

/// The steps that the search for a minimal set may take.
pub const CONTRADICTION_STEPS: u64 = 400_000;

/// The constraints of a counterexample.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContradictionText {
    pub instances: Vec<InstanceConstraints>,
    /// How many instances there are beyond [`INSTANCE_LIMIT`].
    pub omitted: usize,
    pub core: Core,
    /// How the arguments of each position are called, as far as it is known.
    pub arguments: Vec<(PositionId, Vec<String>)>,
}

/// What is known of a minimal set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Core {
    /// The marked constraints contradict each other, and none can be left out.
    Minimal,
    /// There is a choice between clauses.
    #[default]
    Choice,
    /// There is no contradiction: the counterexample is real.
    None,
    /// The steps did not suffice.
    Unknown,
}

/// The constraints of a clause instance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstanceConstraints {
    pub position: PositionId,
    /// None at an open position: then the constraints are what is known of its node.
    pub clause: Option<SystemClauseId>,
    /// Which of the alternatives at its position this is, counted from 0.
    pub alternative: usize,
    /// Each with whether it is in the minimal set.
    pub constraints: Vec<(FormulaText, bool)>,
}

impl Inspector {
    /// The constraints of all clause instances, and which of them contradict each other.
    pub fn contradiction(&mut self, budget: &mut Budget) -> ContradictionText {
        let parts: Vec<Part> = self.a.parts.iter().chain(&self.b.parts).cloned().collect();
        let (core, marked) = if parts.iter().any(|part| part.alternatives > 1) {
            (Core::Choice, Vec::new())
        } else {
            self.minimal_core(&parts, budget)
        };
        let instance = |part: &Part| InstanceConstraints {
            position: part.position,
            clause: part.clause,
            alternative: part.alternative,
            constraints: self
                .arena
                .conjuncts(part.constraint)
                .into_iter()
                .map(|formula| (self.show(formula), marked.contains(&formula)))
                .collect(),
        };
        ContradictionText {
            instances: parts.iter().take(INSTANCE_LIMIT).map(instance).collect(),
            omitted: parts.len().saturating_sub(INSTANCE_LIMIT),
            core,
            arguments: self.arguments.clone(),
        }
    }

    fn minimal_core(&mut self, parts: &[Part], budget: &mut Budget) -> (Core, Vec<Formula>) {
        let mut all: Vec<Formula> =
            parts.iter().flat_map(|part| self.arena.conjuncts(part.constraint)).collect();
        all.sort_unstable();
        all.dedup();
        let mut solver = Solver::new();
        let arena = &mut self.arena;
        let found = budget.within(CONTRADICTION_STEPS, |part| match solver.check(arena, &all, part) {
            Answer::Sat(_) => (Core::None, Vec::new()),
            Answer::Unknown(_) => (Core::Unknown, Vec::new()),
            Answer::Unsat(core) => match solver.minimise_core(arena, &core, part) {
                Ok(minimal) => (Core::Minimal, minimal),
                Err(_) => (Core::Unknown, Vec::new()),
            },
        });
        found.unwrap_or((Core::Unknown, Vec::new()))
    }
}
