//! What predicate abstraction asks its solvers, recorded for whoever measures them.
//!
//! Nothing is kept unless it is asked for, and recording changes no event.

use super::Engine;
use crate::formula::Formula;

impl Engine {
    /// Records the queries from now on.
    pub fn record_queries(&mut self) {
        self.abstraction.record();
    }

    /// The recorded queries of each clause of [`Engine::system`], in the order in which they were asked. A
    /// query is what is assumed besides the constraint of the clause.
    pub fn recorded_queries(&self) -> impl Iterator<Item = &[Vec<Formula>]> {
        self.abstraction.recorded()
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::{Engine, Settings, Verdict};
    use crate::lang::house;
    use crate::solver::Budget;

    #[test]
    fn all_queries_are_recorded_and_none_without_being_asked() {
        let text = "p(X) :- X = 1. p(X + 1) :- p(X). false :- p(X), X < 0.";
        for is_recording in [false, true] {
            let mut engine = Engine::new(house::parse(text).0, Settings::default());
            if is_recording {
                engine.record_queries();
            }
            while engine.verdict().is_none() {
                engine.step(&mut Budget::unlimited());
            }
            assert!(matches!(engine.verdict(), Some(Verdict::Safe(_))));
            let counts: Vec<usize> = engine.recorded_queries().map(<[_]>::len).collect();
            assert_eq!(counts.len(), engine.system().clauses().len());
            let all = if is_recording { engine.statistics().checks } else { 0 };
            assert_eq!(counts.iter().sum::<usize>() as u64, all, "{counts:?}");
        }
    }
}
