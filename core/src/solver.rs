//! Satisfiability of quantifier-free Presburger formulae: conflict-driven clause learning over a theory of
//! linear integer arithmetic, with models, unsat cores and proofs.
//!
//! Formulae are taken apart by tautologies (a formula is its own name), so everything the solver ever derives
//! is valid whatever is assumed: assumptions come and go, and nothing is retracted.
//!
//! ```
//! use hornbook::formula::{Arena, LinearTerm, Sort};
//! use hornbook::num::Int;
//! use hornbook::solver::{Answer, Budget, Solver};
//! let mut arena = Arena::new();
//! let x = LinearTerm::symbol(arena.symbol("X", Sort::Int));
//! let y = LinearTerm::symbol(arena.symbol("Y", Sort::Int));
//! let odd = arena.equal(&x.scaled(&Int::from(2)), &y.scaled(&Int::from(2)).plus_constant(&Int::ONE));
//! let mut solver = Solver::new();
//! assert_eq!(solver.check(&mut arena, &[odd], &mut Budget::unlimited()), Answer::Unsat(vec![odd]));
//! ```

mod analyze;
mod answer;
mod arithmetic;
mod assign;
mod clauses;
mod core;
mod decide;
mod encode;
mod exact;
mod integer;
mod learn;
mod literal;
mod log;
mod order;
mod propagate;
mod reduce;
mod search;

pub use crate::budget::Budget;
pub use answer::{Answer, Unknown};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::formula::{Formula, LinearTerm};
use crate::num::Int;
use crate::proof::{Proof, Quotient, StepId};
use arithmetic::{Arithmetic, Atom, Lemma};
use assign::{Reason, Truth, Watch};
use clauses::Clauses;
use literal::{Lit, Var};
use log::Log;
use order::Order;

/// How much was done so far. Equal for equal queries, on every platform.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Statistics {
    pub checks: u64,
    pub decisions: u64,
    pub propagations: u64,
    pub conflicts: u64,
    pub restarts: u64,
    pub pivots: u64,
    /// Case splits on unknowns whose rational value is no integer.
    pub branches: u64,
    pub cuts: u64,
    /// Conjunctions left to the exact procedure.
    pub exact: u64,
}

impl std::ops::Add for Statistics {
    type Output = Statistics;
    fn add(self, other: Statistics) -> Statistics {
        Statistics {
            checks: self.checks + other.checks,
            decisions: self.decisions + other.decisions,
            propagations: self.propagations + other.propagations,
            conflicts: self.conflicts + other.conflicts,
            restarts: self.restarts + other.restarts,
            pivots: self.pivots + other.pivots,
            branches: self.branches + other.branches,
            cuts: self.cuts + other.cuts,
            exact: self.exact + other.exact,
        }
    }
}

/// An incremental solver for formulae of one arena.
#[derive(Clone, Debug, Default)]
pub struct Solver {
    // What the variables of the search stand for.
    formulae: Vec<Formula>,
    variables: FxHashMap<Formula, Var>,
    atoms: Vec<Option<[Atom; 2]>>,
    /// Literals whose truth the arithmetic has to respect: those that occur in a formula in this polarity.
    relevant: Vec<bool>,
    encoded: FxHashSet<Formula>,
    quotients: Vec<Quotient>,
    quotient_of: FxHashMap<(Int, LinearTerm), usize>,

    // The assignment.
    truth: Vec<Truth>,
    levels: Vec<u32>,
    reasons: Vec<Reason>,
    /// Where on the trail.
    positions: Vec<u32>,
    trail: Vec<Lit>,
    level_starts: Vec<assign::LevelStart>,
    /// How much of the trail has been propagated through clauses, and through arithmetic.
    clause_head: usize,
    theory_head: usize,
    /// Lemmas that are reasons on the trail.
    lemmas: Vec<Lemma>,
    /// The phase a variable had last.
    phases: Vec<Option<bool>>,
    /// A literal that is already true became relevant: the arithmetic must hear of it from the start.
    late_relevance: bool,

    // Clauses.
    clauses: Clauses,
    watches: Vec<Vec<Watch>>,
    order: Order,
    disjunctions: decide::Disjunctions,
    /// Equations whose two alternatives, less and greater, are known to the search.
    separated: FxHashSet<Lit>,
    reduction: reduce::Schedule,
    arithmetic: Arithmetic,
    /// Clauses that were false when they were added.
    pending: Vec<clauses::ClauseId>,
    /// Branches wanted next by the integer reasoning.
    branch_next: Vec<Lit>,
    integer: integer::Effort,
    /// No literal over a linear form that the formulae do not contain: cuts are off.
    given_forms_only: bool,

    // Proofs.
    log: Option<Log>,
    /// For variables decided at level 0, the step that derives the unit clause.
    unit_steps: FxHashMap<Var, StepId>,
    logged_units: usize,
    /// The assertions alone are contradictory.
    contradiction: bool,
    refutation: Option<(Option<StepId>, Vec<Formula>)>,

    // Scratch space of the analysis.
    seen: Vec<bool>,
    statistics: Statistics,
}

impl Solver {
    pub fn new() -> Solver {
        Solver::default()
    }

    /// A solver that can prove its unsat answers, at some cost in time and memory.
    pub fn with_proofs() -> Solver {
        Solver { log: Some(Log::default()), ..Solver::default() }
    }

    /// A solver whose proofs can be read for interpolants: each of their literals speaks of one symbol, or of
    /// a linear form that occurs in the formulae, so that none mixes the symbols of two sides.
    pub fn for_interpolation() -> Solver {
        Solver { given_forms_only: true, ..Solver::with_proofs() }
    }

    pub fn statistics(&self) -> Statistics {
        Statistics { pivots: self.arithmetic.pivots, ..self.statistics }
    }

    /// The proof of the last answer, if it was unsat and proofs are kept. It refutes the assertions together
    /// with the assumptions of the core.
    pub fn proof(&self) -> Option<Proof> {
        let (step, core) = self.refutation.as_ref()?;
        let log = self.log.as_ref()?;
        match step {
            Some(step) => Some(log.extract(*step, core, &self.quotients)),
            // Two assumptions contradict each other outright.
            None => Some(contradictory_pair(core[0])),
        }
    }
}

/// The refutation of a formula and its negation.
fn contradictory_pair(formula: Formula) -> Proof {
    use crate::proof::{Resolvent, Step};
    Proof {
        quotients: Vec::new(),
        steps: vec![
            Step::Input(formula),
            Step::Input(!formula),
            Step::Resolution {
                first: StepId(0),
                others: vec![Resolvent { pivot: formula, step: StepId(1) }],
            },
        ],
    }
}

#[cfg(test)]
mod tests;
