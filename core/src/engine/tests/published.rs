//! ABS (1) to (4) as Acta'16, Sect. 8.2 has them.

use super::*;
use crate::guide::InterpolationAbstraction;

const LOOP50: &str = include_str!("../../../../static/examples/loop50.horn");
const PUBLISHED: [InterpolationAbstraction; 4] = [
    InterpolationAbstraction::Terms,
    InterpolationAbstraction::Octagons,
    InterpolationAbstraction::RelativeEquations,
    InterpolationAbstraction::RelativeInequalities,
];

fn as_typed(abstraction: InterpolationAbstraction) -> Settings {
    Settings { abstraction, pipeline: Pipeline::none(), ..settings(Strategy::Tree) }
}

/// The abstraction points are loop heads that recur in the counterexample: none as long as there was no
/// round, one after one round, and each has a lattice of its own.
#[test]
fn points_are_recurrent_loop_heads() {
    let (_, events) = solved(LOOP50, as_typed(InterpolationAbstraction::RelativeEquations));
    let (mut depths, mut depth) = (Vec::new(), 0);
    for event in &events {
        match event {
            Event::CounterexampleFound { tree } => depth = tree.positions.len(),
            Event::Explored { relations, points, .. } => {
                assert_eq!(relations.len(), points.len());
                // Positions count from the leaf: the first, and the query at the end, are no points.
                assert_eq!(*points, (1..depth - 1).rev().map(PositionId::at).collect::<Vec<_>>());
                depths.push(depth);
            }
            _ => {}
        }
    }
    assert!(depths.iter().all(|depth| *depth > 2) && depths.contains(&3), "{depths:?}");
}

/// "The best maximal feasible abstractions are determined, and subsequently used": all of least cost.
#[test]
fn all_elements_of_least_cost_are_used() {
    // Either of the two explains it.
    let text = "p(X, Y) :- X = 0, Y = 0.
        p(X + 1, Y + 1) :- p(X, Y).
        false :- p(X, Y), X < 0, Y < 0.";
    let (engine, events) = solved(text, as_typed(InterpolationAbstraction::Terms));
    assert_eq!(word(&engine), "safe");
    let used = events.iter().filter_map(|e| match e {
        Event::Explored { frontier, chosen, .. } => Some((frontier.clone(), chosen.clone())),
        _ => None,
    });
    for (frontier, chosen) in used {
        assert_eq!(frontier, chosen);
    }
}

/// Guidance adds predicates and takes none away: the interpolants without it are among them.
#[test]
fn ordinary_interpolants_are_kept() {
    let first = |abstraction| {
        // The beginning of the run is enough.
        let events = run(&mut Engine::new(problem(LOOP50), as_typed(abstraction)), 300_000);
        let added = events.into_iter().filter_map(|e| match e {
            Event::PredicatesAdded { predicates } => {
                Some(predicates.iter().map(|p| p.text.to_string()).collect::<Vec<_>>())
            }
            _ => None,
        });
        added.take(2).collect::<Vec<_>>()
    };
    let plain = first(InterpolationAbstraction::Off);
    for family in PUBLISHED {
        let guided = first(family);
        assert_eq!(plain[0], guided[0], "{family:?}: nothing recurs yet");
        assert!(plain[1].iter().all(|p| guided[1].contains(p)), "{family:?}: {plain:?}, {guided:?}");
    }
}

/// Sect. 1.1: without guidance, or by single arguments, rounds are ruled out one by one; templates for two
/// counters together end it after one round.
#[test]
fn templates_for_two_counters_end_the_running_example() {
    let told = |abstraction| {
        let mut engine = Engine::new(problem(LOOP50), as_typed(abstraction));
        run(&mut engine, 500_000);
        (word(&engine), engine.statistics().refinements)
    };
    for family in [InterpolationAbstraction::Off, InterpolationAbstraction::Terms] {
        let (verdict, refinements) = told(family);
        assert!(verdict == "stopped" && refinements > 5, "{family:?}: {refinements}");
    }
    for family in &PUBLISHED[1..] {
        assert_eq!(told(*family), ("safe", 2), "{family:?}");
    }
}

/// Two functions that do the same: after each round a sum refutes the counterexample, another one each time,
/// with factors that count rounds. What the query forbids, equal arguments with different results, says it
/// for all rounds; it is the weak interpolant of the abstract problems, whatever the templates.
#[test]
fn what_the_query_forbids_is_an_interpolant_too() {
    let text = "both(M, R, N, S) :- M <= 1, N <= 1, R = M, S = N.
        both(M, R, N, S) :- M > 1, N > 1, both(M - 2, R1, N - 2, S1), R = R1 + M + M - 1, S = S1 + N + N - 1.
        false :- both(N, R, N, S), R != S.";
    for family in PUBLISHED {
        let mut engine = Engine::new(problem(text), as_typed(family));
        run(&mut engine, 1_000_000);
        assert_eq!(word(&engine), "safe", "{family:?}");
    }
}
