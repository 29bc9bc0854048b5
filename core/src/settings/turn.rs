//! Who takes turns with a run of the strategy `auto`.

use serde::{Deserialize, Serialize};

use super::{Acceleration, RunSettings, Strategy};

/// A run that takes turns with the one that the settings ask for, on the page and on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Turn {
    /// Property-directed reachability.
    Reachability,
    /// One conjunction of predicates for each relation symbol.
    Global,
    /// Loops whose closures are known make any number of rounds in one step.
    Accelerated,
}

impl Turn {
    /// Who takes turns with a run of these settings. If they name a strategy, or a person chooses, nobody
    /// does.
    pub fn beside(settings: &RunSettings) -> Vec<Turn> {
        if settings.strategy != Strategy::Auto || !settings.choices.is_empty() {
            return Vec::new();
        }
        let mut turns = vec![Turn::Reachability, Turn::Global];
        if settings.acceleration == Acceleration::Auto {
            turns.push(Turn::Accelerated);
        }
        turns
    }

    /// Its settings, beside a run of these.
    pub fn settings(self, beside: &RunSettings) -> RunSettings {
        let mut settings = beside.clone();
        match self {
            Turn::Reachability => settings.strategy = Strategy::Pdr,
            Turn::Global => settings.strategy = Strategy::Global,
            Turn::Accelerated => settings.acceleration = Acceleration::Static,
        }
        settings
    }
}
