//! The log of a run: its events, and the state after any number of them.
//!
//! The state after step `k` is a fold over the first `k` events and nothing else, so going back is as easy as
//! going on. Snapshots at regular distances keep the fold short.
//!
//! ```
//! use hornbook::engine::{Engine, Settings};
//! use hornbook::lang::house;
//! use hornbook::solver::Budget;
//! use hornbook::trace::Trace;
//! let (problem, _) = house::parse("p(X) :- X = 1. p(X + 1) :- p(X). false :- p(X), X < 0.");
//! let mut engine = Engine::new(problem, Settings::default());
//! let mut trace = Trace::new();
//! while engine.verdict().is_none() {
//!     trace.push(engine.step(&mut Budget::unlimited()));
//! }
//! assert!(trace.state(0).nodes.is_empty());
//! assert!(trace.state(trace.len()).verdict.is_some());
//! ```

mod state;
mod waiting;

pub use state::{EdgeState, ExpansionState, NodeState, State};
pub use waiting::{Application, WAITING_LISTED, deriving, waiting};

use crate::engine::Event;

/// How many events lie between two snapshots.
const SNAPSHOT_DISTANCE: usize = 256;

/// The events of a run so far.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    events: Vec<Event>,
    /// The states after every [`SNAPSHOT_DISTANCE`] events, from 0 on.
    snapshots: Vec<State>,
    /// The state after all events.
    last: State,
}

impl Trace {
    pub fn new() -> Trace {
        Trace::default()
    }

    pub fn push(&mut self, event: Event) {
        if self.events.len().is_multiple_of(SNAPSHOT_DISTANCE) {
            self.snapshots.push(self.last.clone());
        }
        self.last.apply(&event);
        self.events.push(event);
    }

    pub fn events(&self) -> &[Event] {
        &self.events
    }

    pub fn len(&self) -> usize {
        self.events.len()
    }

    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// The state after this many events, or after all if there are fewer.
    pub fn state(&self, step: usize) -> State {
        if step >= self.events.len() {
            return self.last.clone();
        }
        let snapshot = step / SNAPSHOT_DISTANCE;
        let mut state = self.snapshots[snapshot].clone();
        for event in &self.events[snapshot * SNAPSHOT_DISTANCE..step] {
            state.apply(event);
        }
        state
    }
}

impl FromIterator<Event> for Trace {
    fn from_iter<I: IntoIterator<Item = Event>>(events: I) -> Trace {
        let mut trace = Trace::new();
        events.into_iter().for_each(|event| trace.push(event));
        trace
    }
}

#[cfg(test)]
mod tests;
