//! What the engine is told before a run. Together with the problem it determines every event.

use serde::{Deserialize, Serialize};

use crate::guide::InterpolationAbstraction;
use crate::horn::Pipeline;
use crate::interpolate::Policy;
use crate::settings::{RunSettings, Strategy};

/// The settings of a run as the engine needs them: those of the user, and limits that users do not set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    pub strategy: Strategy,
    /// What is done to the clauses first. By default nothing, so that the events speak of the clauses as they
    /// were typed.
    pub pipeline: Pipeline,
    /// Which interpolants to prefer.
    pub policy: Policy,
    /// Whether templates guide the choice of interpolants, and which.
    pub abstraction: InterpolationAbstraction,
    /// An and/or tree with choices may have so many clause instances; beyond, a single tree is refuted
    /// instead.
    pub choice_limit: usize,
    /// A single derivation tree may have so many clause instances; beyond, the run stops.
    pub tree_limit: usize,
    /// The expansion of an unwinding or of a counterexample with shared positions may have so many clauses.
    pub expansion_limit: usize,
    /// Look ahead for deep derivations of `false` from time to time, beyond what the strategy asks for.
    pub look_ahead: bool,
    /// The log may become this large, in numbers and words, before it stops telling every step.
    pub detail_limit: usize,
}

impl Default for Settings {
    /// Refinement alone, on the clauses as they were typed.
    fn default() -> Settings {
        Settings {
            strategy: Strategy::Tree,
            pipeline: Pipeline::none(),
            policy: Policy::default(),
            abstraction: InterpolationAbstraction::Off,
            choice_limit: 60,
            tree_limit: 4_000,
            expansion_limit: 2_000,
            look_ahead: false,
            detail_limit: 1_000_000,
        }
    }
}

impl From<&RunSettings> for Settings {
    fn from(settings: &RunSettings) -> Settings {
        Settings {
            strategy: settings.strategy,
            abstraction: settings.abstraction,
            pipeline: if settings.preprocessing { Pipeline::default() } else { Pipeline::none() },
            look_ahead: settings.look_ahead,
            policy: settings.policy,
            ..Settings::default()
        }
    }
}
