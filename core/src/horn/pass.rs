//! Passes over systems, each with its way back (after golem's `Transformer`).
//!
//! A pass returns the new system and a [`BackTranslation`]: a solution or derivation of the new system
//! becomes one of the system before. All passes together turn an answer about the last system into one about
//! the user's clauses. Each can be switched off, so that a lecture can show the clauses as they were typed.

use std::fmt::Debug;
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::{Assignment, ClauseSystem, Normalisation, SystemDerivation};
use super::{accelerate, constants, control, inline, merge, simplify, unreachable, unused};
use crate::budget::{Allowance, Budget, Exhausted};
use crate::formula::{Arena, Symbol};
use crate::lang::{self, Problem, Solution};
use crate::solver::Unknown;

/// The way back from the system after a pass to the one before.
pub trait BackTranslation: Debug + Send + Sync {
    /// A solution of the system before. The arena is that of the system after, or a later one.
    ///
    /// It may take a quantifier elimination, hence the budget.
    fn solution(
        &self,
        arena: &mut Arena,
        solution: Assignment,
        budget: &mut Budget,
    ) -> Result<Assignment, Unknown>;

    /// A derivation of the system before.
    fn derivation(&self, arena: &Arena, derivation: SystemDerivation) -> SystemDerivation;

    /// Does a clause of the system after stand for any number of rounds?
    fn accelerates(&self) -> bool {
        false
    }
}

/// A pass over a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pass {
    /// Leaves out clauses that no derivation of `false` can use.
    Unreachable,
    /// Leaves out arguments that always have the same value.
    ConstantArguments,
    /// Leaves out arguments that no clause looks at.
    UnusedArguments,
    /// Puts definitions of local variables in their places and tidies constraints.
    SimplifyConstraints,
    /// Puts the clauses of relation symbols that do not use themselves in the places of their uses.
    Inline,
    /// Makes a relation symbol of its own for each state of control that is kept in Booleans.
    ControlStates,
    /// Makes one clause of several with the same head and body.
    MergeClauses,
    /// Makes any number of rounds of each loop one step (thesis, Sect. 4.6).
    AccelerateLoops,
}

impl Pass {
    /// In the order in which they are run.
    pub const ALL: [Pass; 8] = [
        Pass::Unreachable,
        Pass::ConstantArguments,
        Pass::ControlStates,
        Pass::UnusedArguments,
        Pass::Inline,
        Pass::SimplifyConstraints,
        Pass::MergeClauses,
        Pass::AccelerateLoops,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Pass::Unreachable => "unreachable clauses",
            Pass::ConstantArguments => "constant arguments",
            Pass::UnusedArguments => "unused arguments",
            Pass::SimplifyConstraints => "simplified constraints",
            Pass::Inline => "inlining",
            Pass::ControlStates => "states of control",
            Pass::MergeClauses => "merged clauses",
            Pass::AccelerateLoops => "accelerated loops",
        }
    }

    /// Goes as far as the budget: whatever is left undone by then stays as it was, and the system is right
    /// all the same.
    pub fn run(
        self,
        arena: &mut Arena,
        system: &ClauseSystem,
        budget: &mut Budget,
    ) -> (ClauseSystem, Arc<dyn BackTranslation>) {
        match self {
            Pass::Unreachable => unreachable::run(arena, system),
            Pass::ConstantArguments => constants::run(arena, system, budget),
            Pass::UnusedArguments => unused::run(arena, system, budget),
            Pass::SimplifyConstraints => simplify::run(arena, system, budget),
            Pass::Inline => inline::run(arena, system, budget),
            Pass::ControlStates => control::run(arena, system, budget),
            Pass::MergeClauses => merge::run(arena, system),
            Pass::AccelerateLoops => accelerate::run(arena, system, budget),
        }
    }
}

/// A run whose clauses have more arguments than this has none before they are prepared.
const UNPREPARED_ARGUMENTS: u64 = 50_000;

/// The steps that all passes together may take, a few seconds' worth.
const PREPARATION_STEPS: u64 = 20_000_000;

/// Which passes to run, in this order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pipeline {
    pub passes: Vec<Pass>,
}

impl Default for Pipeline {
    /// Everything but merging, which makes disjunctions of what interpolation likes to see apart, and
    /// acceleration. What inlining leaves behind is cleared away at the end.
    fn default() -> Pipeline {
        let passes = vec![
            Pass::Unreachable,
            Pass::ConstantArguments,
            Pass::UnusedArguments,
            Pass::Inline,
            Pass::SimplifyConstraints,
            Pass::Unreachable,
            Pass::UnusedArguments,
        ];
        Pipeline { passes }
    }
}

impl Pipeline {
    /// No pass: the clauses as they were typed.
    pub fn none() -> Pipeline {
        Pipeline { passes: Vec::new() }
    }

    pub fn with(mut self, pass: Pass) -> Pipeline {
        self.passes.push(pass);
        self
    }

    /// Runs this pass before all others.
    pub fn after(mut self, first: Pass) -> Pipeline {
        self.passes.insert(0, first);
        self
    }

    pub fn without(mut self, pass: Pass) -> Pipeline {
        self.passes.retain(|p| *p != pass);
        self
    }

    /// Runs the passes with at most [`PREPARATION_STEPS`] steps, so that the result depends on the problem
    /// alone; an error if the budget ends before that.
    pub fn run(&self, problem: &Problem, budget: &mut Budget) -> Result<Prepared, Exhausted> {
        self.run_knowing(&Preparations::default(), problem, budget)
    }

    /// The same, where some of it may have been done already. What it did is known from then on.
    pub fn run_knowing(
        &self,
        known: &Preparations,
        problem: &Problem,
        budget: &mut Budget,
    ) -> Result<Prepared, Exhausted> {
        let mut allowance = Allowance::of(PREPARATION_STEPS);
        // A first pass that changes nothing might as well not be there.
        let mut passes = &self.passes[..];
        if let (None, [first @ Pass::ControlStates, rest @ ..]) = (known.beginning(passes), passes) {
            let Prepared { mut arena, system, .. } = Prepared::as_typed(problem, budget)?;
            let (next, _) = allowance.spend(budget, |part| first.run(&mut arena, &system, part))?;
            if next.clauses() == system.clauses() {
                passes = rest;
            }
        }
        let (mut prepared, done) = match known.beginning(passes) {
            Some(known) => known,
            None => (Prepared::as_typed(problem, budget)?, 0),
        };
        for pass in &passes[done..] {
            let Prepared { arena, system, way_back } = &mut prepared;
            let before = Size::of(system);
            let (next, back) = allowance.spend(budget, |part| pass.run(arena, system, part))?;
            *system = next;
            way_back.applied.push(Applied { pass: *pass, before, after: Size::of(system), back });
        }
        known.add(passes, &self.passes, &prepared);
        Ok(prepared)
    }
}

/// What has been prepared of one problem, for several runs.
#[derive(Clone, Debug, Default)]
pub struct Preparations(Arc<Mutex<Vec<Preparation>>>);

/// Passes, what they have led to, and its number: different passes may have led to the same.
type Preparation = (Vec<Pass>, Prepared, usize);

impl Preparations {
    /// What the longest known beginning of these passes has led to, and its length.
    fn beginning(&self, passes: &[Pass]) -> Option<(Prepared, usize)> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let beginnings = known.iter().filter(|(done, ..)| passes.starts_with(done));
        let longest = beginnings.max_by_key(|(done, ..)| done.len());
        longest.map(|(done, prepared, _)| (prepared.clone(), done.len()))
    }

    /// These passes have led there, and so have those, of which the first changed nothing.
    fn add(&self, passes: &[Pass], those: &[Pass], prepared: &Prepared) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let number = known.iter().find(|(other, ..)| other == passes).map_or(known.len(), |(.., n)| *n);
        for done in [passes, those] {
            if !known.iter().any(|(other, ..)| other == done) {
                known.push((done.to_vec(), prepared.clone(), number));
            }
        }
    }

    /// The number of what these passes have led to, if that is known.
    pub fn number(&self, passes: &[Pass]) -> Option<usize> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().find(|(done, ..)| done == passes).map(|(.., number)| *number)
    }
}

/// A system ready to be solved, and how to answer in terms of the problem.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The arena of all formulae, that of the problem at first.
    pub arena: Arena,
    pub system: ClauseSystem,
    pub way_back: WayBack,
}

impl Prepared {
    /// The clauses without any pass.
    fn as_typed(problem: &Problem, budget: &mut Budget) -> Result<Prepared, Exhausted> {
        let mut arena = problem.arena.clone();
        let (system, normalisation) = ClauseSystem::within(&mut arena, problem, budget)?;
        let way_back = WayBack { normalisation: Arc::new(normalisation), applied: Vec::new() };
        Ok(Prepared { arena, system, way_back })
    }

    /// The clauses of a run that has not been prepared yet: as they were typed, or none of them if there are
    /// so many that even this would be work.
    pub fn not_yet(problem: &Problem) -> Prepared {
        let mut arena = Arena::new();
        let (mut system, mut normalisation) = <(ClauseSystem, Normalisation)>::default();
        if problem.arguments() <= UNPREPARED_ARGUMENTS {
            arena = problem.arena.clone();
            (system, normalisation) = ClauseSystem::from_problem(&mut arena, problem);
        }
        let way_back = WayBack { normalisation: Arc::new(normalisation), applied: Vec::new() };
        Prepared { arena, system, way_back }
    }
}

/// From the last system to the problem.
#[derive(Clone, Debug)]
pub struct WayBack {
    normalisation: Arc<Normalisation>,
    applied: Vec<Applied>,
}

impl WayBack {
    /// The passes that were run, in order.
    pub fn applied(&self) -> &[Applied] {
        &self.applied
    }

    /// The parameters that a relation symbol of the problem had before any pass.
    pub(super) fn parameters(&self, relation: lang::RelationId) -> Option<&[Symbol]> {
        self.normalisation.parameters(relation)
    }

    /// Which symbols of a user's clause became which arguments before any pass.
    pub fn arguments(&self, clause: lang::ClauseId) -> &[(Symbol, Symbol)] {
        self.normalisation.arguments(clause)
    }

    /// A solution of the problem. Its formulae live in the given arena, that of the last system or a later
    /// one, which may take the place of the problem's: arenas only grow, and handles stay valid.
    pub fn solution(
        &self,
        arena: &mut Arena,
        mut solution: Assignment,
        budget: &mut Budget,
    ) -> Result<Solution, Unknown> {
        for applied in self.applied.iter().rev() {
            solution = applied.back.solution(arena, solution, budget)?;
        }
        Ok(self.normalisation.solution(&solution))
    }

    /// Does a clause stand for any number of rounds of a loop?
    pub fn accelerates(&self) -> bool {
        self.applied.iter().any(|applied| applied.back.accelerates())
    }

    pub fn derivation(&self, arena: &Arena, mut derivation: SystemDerivation) -> lang::Derivation {
        for applied in self.applied.iter().rev() {
            derivation = applied.back.derivation(arena, derivation);
        }
        self.normalisation.derivation(derivation)
    }
}

/// A pass that was run, and what it did to the size of the system.
#[derive(Clone, Debug)]
pub struct Applied {
    pub pass: Pass,
    pub before: Size,
    pub after: Size,
    back: Arc<dyn BackTranslation>,
}

/// How large a system is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Size {
    pub clauses: usize,
    pub relations: usize,
    /// Arguments of all relation symbols together.
    pub arguments: usize,
}

impl Size {
    pub fn of(system: &ClauseSystem) -> Size {
        Size {
            clauses: system.clauses().len(),
            relations: system.relations().len(),
            arguments: system.relations().iter().map(super::Relation::arity).sum(),
        }
    }
}
