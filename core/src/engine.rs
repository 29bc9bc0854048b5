//! The Horn engine: predicate abstraction with counterexample-guided refinement, one event at a time.
//!
//! An abstract reachability graph says what may be derived as far as the predicates can tell (CAV'13, Fig.
//! 3). If it derives `false`, the derivations are checked: a real one is the verdict, and spurious ones are
//! refuted by interpolants, which become predicates. If it does not, the graph is a solution.
//!
//! ```
//! use hornbook::engine::{Engine, Settings, Verdict};
//! use hornbook::lang::house;
//! use hornbook::solver::Budget;
//! let (problem, _) = house::parse("p(X) :- X = 1. p(X + 1) :- p(X). false :- p(X), X < 0.");
//! let mut engine = Engine::new(problem, Settings::default());
//! let mut events = Vec::new();
//! while engine.verdict().is_none() {
//!     events.push(engine.step(&mut Budget::unlimited()));
//! }
//! assert!(matches!(engine.verdict(), Some(Verdict::Safe(_))));
//! ```
//!
//! The engine neither prints nor reads a clock, and the same problem with the same settings has the same
//! events.

mod abstraction;
mod accelerated;
mod alternation;
mod analyses;
mod and_or;
mod cdd;
mod certify;
mod choice;
mod choices;
mod chooser;
mod detail;
mod event;
mod explore;
mod extract;
mod folded;
mod fragment;
mod graph;
mod growth;
mod guided;
mod header;
mod instances;
mod look_ahead;
mod machine;
mod net;
mod own;
mod partial;
mod phase;
mod picked;
mod predicates;
mod prune;
mod reaching;
mod record;
mod recurrent;
mod refine;
mod settings;
mod shared;
mod statistics;
mod unfolding;
mod unwinding;
mod verdict;
mod worklist;

pub use alternation::{Alternation, Run};
pub use and_or::{Alternative, AndOrTree, Position, PositionId};
pub use choice::{Choice, DEEPEST_WAYS, Taken, Ways};
pub use choices::Misfit;
pub use chooser::{Candidate, Chooser, DefaultChooser, Proposal, Question, Scripted};
pub use detail::Counts;
pub use event::{
    ClauseCopy, ClosureText, DefinitionText, Event, ExpansionText, FoldedRounds, InductiveText,
    InterpolantText, LoopText, NotFolded, Precision, PredicateText, SchemeOutcome, SchemeStateText,
    SchemeText, SidesText, StepText, Subject, VerdictText,
};
pub use graph::{Edge, EdgeId, Graph, Node, NodeId};
pub use growth::Growth;
pub use header::{ClauseText, Header, RelationText, SourceText};
pub(crate) use instances::Instances;
pub use machine::Engine;
pub use predicates::{Predicate, PredicateId, Predicates};
pub use settings::Settings;
pub use statistics::Statistics;
pub use verdict::{Learnt, StopReason, Stopped, Verdict};
pub use worklist::{Item, Worklist};

pub use crate::settings::Strategy;

#[cfg(test)]
mod tests;
