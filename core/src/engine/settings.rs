//! What the engine is told before a run. Together with the problem it determines every event.

use serde::{Deserialize, Serialize};

use crate::guide::InterpolationAbstraction;
use crate::horn::{Dependence, Pass, Pipeline};
use crate::interpolate::Policy;
use crate::lang::Problem;
use crate::settings::{AS_TYPED, AS_TYPED_ARGUMENTS, Acceleration, Preprocessing, RunSettings, Strategy};

/// The settings of a run as the engine needs them: those of the user, and limits that users do not set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    pub strategy: Strategy,
    /// What is done to the clauses first. By default nothing, so that the events speak of the clauses as they
    /// were typed.
    pub pipeline: Pipeline,
    /// Problems with at most this many clauses, and [`AS_TYPED_ARGUMENTS`], keep them as they were typed, but
    /// for accelerated loops.
    pub as_typed: usize,
    /// Which interpolants to prefer.
    pub policy: Policy,
    /// Whether templates guide the choice of interpolants, and which.
    pub abstraction: InterpolationAbstraction,
    /// How much deeper than minimal the counterexamples may be that DI refutes at once. With 1, the first one
    /// of gcd is `tree₂` of CAV'13, Example 6.
    pub deeper: usize,
    /// A counterexample that is a dag is written out as a tree at once if that has at most this many clause
    /// instances and no choices. Beyond, it is expanded as needed (CAV'13, Sect. 6), and an event says so.
    pub written_out: usize,
    /// The same with choices, whose interpolants take more work.
    pub choices_written_out: usize,
    /// A counterexample without choices may have at most this many clause instances, as far as it is
    /// expanded; beyond, the run stops.
    pub tree_limit: usize,
    /// A counterexample with choices may have at most this many clause instances, as far as it is expanded,
    /// and the expansion of an unwinding at most this many clauses. Beyond, DI and CDD take a single
    /// derivation and say so, and the global algorithm stops.
    pub expansion_limit: usize,
    /// Look ahead for deep derivations of `false` from time to time, beyond what the strategy asks for.
    pub look_ahead: bool,
    /// Whether loops are accelerated.
    pub acceleration: Acceleration,
    /// How many rounds of a loop are left alone before that; `None` is for ever.
    pub delay: Option<usize>,
    /// What a person chooses instead of the solver ([`Choice`](super::Choice)).
    pub choices: String,
    /// The log may become this large, in numbers and words, before it stops telling every step.
    pub detail_limit: usize,
}

impl Default for Settings {
    /// Refinement alone, on the clauses as they were typed.
    fn default() -> Settings {
        Settings {
            strategy: Strategy::Tree,
            pipeline: Pipeline::none(),
            as_typed: 0,
            policy: Policy::default(),
            abstraction: InterpolationAbstraction::Off,
            deeper: 0,
            written_out: 400,
            choices_written_out: 60,
            tree_limit: 4_000,
            expansion_limit: 2_000,
            look_ahead: false,
            acceleration: Acceleration::Off,
            delay: Some(0),
            choices: String::new(),
            detail_limit: 1_000_000,
        }
    }
}

impl Settings {
    /// What is done to the clauses of a problem first. If they are to be solved by the method of their
    /// fragment, nothing, so that this is the fragment of the user's clauses.
    pub fn pipeline_for(&self, problem: &Problem) -> Pipeline {
        if self.strategy == Strategy::Auto
            && !self.pipeline.passes.is_empty()
            && Dependence::of_problem(problem).topological_order().is_ok()
        {
            return Pipeline::none();
        }
        let mut pipeline = self.pipeline.clone();
        if problem.clauses.len() <= self.as_typed && arguments(problem) <= AS_TYPED_ARGUMENTS {
            pipeline.passes.retain(|pass| *pass == Pass::AccelerateLoops);
        }
        pipeline
    }
}

/// The arguments of all relation symbols.
fn arguments(problem: &Problem) -> usize {
    problem.relations.iter().map(|relation| relation.sorts.len()).sum()
}

impl From<&RunSettings> for Settings {
    fn from(settings: &RunSettings) -> Settings {
        let mut pipeline = match settings.preprocessing {
            Preprocessing::Never => Pipeline::none(),
            Preprocessing::Large | Preprocessing::Always => Pipeline::default(),
        };
        if settings.acceleration == Acceleration::Static {
            pipeline = pipeline.with(Pass::AccelerateLoops);
        }
        Settings {
            strategy: settings.strategy,
            deeper: settings.deeper as usize,
            abstraction: settings.abstraction,
            pipeline,
            as_typed: if settings.preprocessing == Preprocessing::Large { AS_TYPED } else { 0 },
            look_ahead: settings.look_ahead,
            acceleration: settings.acceleration,
            delay: settings.delay.rounds(),
            policy: settings.policy,
            choices: settings.choices.clone(),
            ..Settings::default()
        }
    }
}
