//! What steps are for: every step is charged to one kind of work, and to the right one.

use super::*;
use crate::budget::Work;
use crate::guide::InterpolationAbstraction;

const TURNS: &str = include_str!("../../../../static/examples/turns.horn");
const LOOP50: &str = include_str!("../../../../static/examples/loop50.horn");
const DBLABS: &str = include_str!("../../../../static/examples/dblabs.horn");
const MULT: &str = include_str!("../../../../static/examples/mult.horn");

/// The kinds of work of a run with this many steps at most. They are all of its steps.
fn kinds(text: &str, settings: Settings, steps: u64) -> Vec<Work> {
    let mut budget = Budget::steps(steps);
    let mut engine = Engine::within(problem(text), settings, &mut budget);
    while engine.verdict().is_none() {
        engine.step(&mut budget);
    }
    let statistics = engine.statistics();
    assert_eq!(statistics.steps, budget.used());
    assert_eq!(statistics.work.total(), statistics.steps);
    assert_eq!(statistics.work, budget.account());
    statistics.work.iter().filter(|(_, steps)| *steps > 0).map(|(kind, _)| kind).collect()
}

#[test]
fn the_kinds_of_work_are_all_of_the_work() {
    use Work::{Checking, Exploration, FeasibilitySearch, Interpolation, LookAhead, Preparing, Pruning};
    let ours = [FeasibilitySearch, LookAhead, Work::Acceleration];
    for strategy in Strategy::ALL {
        for text in [TURNS, GCD_BUG] {
            let found = kinds(text, settings(strategy), STEPS);
            // Unwinding has no graph, and property-directed reachability explores frames without
            // interpolation.
            let has_graph = !matches!(strategy, Strategy::Unwind | Strategy::Pdr);
            let explores = strategy != Strategy::Unwind;
            assert_eq!(found.contains(&Exploration), explores, "{strategy:?}: {found:?}");
            assert_eq!(found.contains(&Interpolation), strategy != Strategy::Pdr, "{strategy:?}: {found:?}");
            // Nothing of ours is at work; preparing is making the solvers.
            assert!(ours.iter().all(|kind| !found.contains(kind)), "{found:?}");
            // The global algorithm begins again instead.
            let prunes = has_graph && strategy != Strategy::Global;
            assert_eq!(found.contains(&Pruning), prunes, "{strategy:?}: {found:?}");
        }
    }
    let directly = kinds(DBLABS, settings(Strategy::Cdd), STEPS);
    assert!(
        !directly.contains(&Exploration),
        "what is recursion-free is solved without a graph: {directly:?}"
    );
    let abstraction = InterpolationAbstraction::RelativeEquations;
    let guided = kinds(LOOP50, Settings { abstraction, ..Settings::default() }, STEPS);
    assert!([Preparing, FeasibilitySearch, Checking].iter().all(|kind| guided.contains(kind)), "{guided:?}");
    let look_ahead = Settings { look_ahead: true, pipeline: Pipeline::default(), ..Settings::default() };
    let ahead = kinds(LOOP50, look_ahead, 500_000);
    assert!([Preparing, LookAhead].iter().all(|kind| ahead.contains(kind)), "{ahead:?}");
}

/// A piece of work that was cut short is paid for as well, and again when it is repeated.
#[test]
fn the_kinds_of_work_go_on_with_the_run() {
    let mut none = Budget::steps(0);
    let mut engine = Engine::within(problem(MULT), settings(Strategy::Tree), &mut none);
    let mut used = none.used();
    for steps in [1_000, 3_000, 20_000] {
        let mut budget = Budget::steps(steps);
        engine.resume();
        while engine.verdict().is_none() {
            engine.step(&mut budget);
        }
        used += budget.used();
        let statistics = engine.statistics();
        assert_eq!((statistics.steps, statistics.work.total()), (used, used));
    }
}
