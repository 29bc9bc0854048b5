//! What can be set before a run. Together with the problem it determines every event.

use serde::{Deserialize, Serialize};

use crate::interpolate::Policy;

/// Which counterexamples are refuted at once (CAV'13, Sect. 6.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Strategy {
    /// TI: one derivation tree of minimal depth, by tree interpolation.
    #[default]
    Tree,
    /// DI: all derivations of minimal depth as one and/or tree, by disjunctive interpolation.
    Disjunctive,
}

/// The settings of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    pub strategy: Strategy,
    /// Which interpolants to prefer.
    pub policy: Policy,
    /// An and/or tree with choices may have so many clause instances; beyond, a single tree is refuted instead.
    pub choice_limit: usize,
    /// A single derivation tree may have so many clause instances; beyond, the run stops.
    pub tree_limit: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            strategy: Strategy::default(),
            policy: Policy::default(),
            choice_limit: 60,
            tree_limit: 4_000,
        }
    }
}
