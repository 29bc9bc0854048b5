//! What can be set before a run. Together with the problem it determines every event.

use serde::{Deserialize, Serialize};

use crate::guide::Guidance;
use crate::horn::Pipeline;
use crate::interpolate::Policy;

/// Which counterexamples are refuted at once (CAV'13, Sect. 6.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Strategy {
    /// TI: one derivation tree of minimal depth, by tree interpolation.
    #[default]
    Tree,
    /// DI: all derivations of minimal depth as one and/or tree, by disjunctive interpolation.
    Disjunctive,
    /// All derivations up to the depth of the counterexample, as a recursion-free system that is expanded and solved (SHARA,
    /// Algorithms 1 to 3). A system that is recursion-free is solved as it is.
    Cdd,
    /// One conjunction of predicates for each relation symbol (thesis, Fig. 5.9), and all derivations that led to it.
    Global,
}

impl Strategy {
    pub const ALL: [Strategy; 4] = [Strategy::Tree, Strategy::Disjunctive, Strategy::Cdd, Strategy::Global];
}

/// The settings of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    pub strategy: Strategy,
    /// What is done to the clauses first. By default nothing, so that the events speak of the clauses as they were typed.
    pub pipeline: Pipeline,
    /// Which interpolants to prefer.
    pub policy: Policy,
    /// Whether templates guide the choice of interpolants, and which.
    pub abstraction: Guidance,
    /// An and/or tree with choices may have so many clause instances; beyond, a single tree is refuted instead.
    pub choice_limit: usize,
    /// A single derivation tree may have so many clause instances; beyond, the run stops.
    pub tree_limit: usize,
    /// The expansion of an unwinding or of a counterexample with shared positions may have so many clauses.
    pub expansion_limit: usize,
    /// Look ahead for deep derivations of `false` from time to time, beyond what the strategy asks for.
    pub probing: bool,
    /// The log may become this large, in numbers and words, before it stops telling every step.
    pub detail_limit: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            strategy: Strategy::default(),
            pipeline: Pipeline::none(),
            policy: Policy::default(),
            abstraction: Guidance::default(),
            choice_limit: 60,
            tree_limit: 4_000,
            expansion_limit: 2_000,
            probing: false,
            detail_limit: 1_000_000,
        }
    }
}
