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

/// Two loops with counters of their own that come to the same, woven: rounds of both, and then of the first
/// alone. With a lattice for each point there are too many maximal feasible elements to go from one to the
/// next; those of least cost keep the relations of all counters, which hold in every round.
#[test]
fn elements_of_least_cost_are_found_in_products_of_many_lattices() {
    let text = "both(N, 0, 0, N, N, 0).
        both(N, I + 1, X + 1, M, K - 1, Y + 2) :- both(N, I, X, M, K, Y), 2 * N > I, K >= 1.
        both(N, I + 1, X + 1, M, K, Y) :- both(N, I, X, M, K, Y), 2 * N > I, K < 1.
        both(N, I, X, M, K - 1, Y + 2) :- both(N, I, X, M, K, Y), 2 * N <= I, K >= 1.
        false :- both(N, I, X, M, K, Y), 2 * N <= I, K < 1, X != Y.";
    let mut engine = Engine::new(problem(text), as_typed(InterpolationAbstraction::RelativeInequalities));
    let events = run(&mut engine, 6_000_000);
    assert_eq!(word(&engine), "safe");
    for event in &events {
        if let Event::Explored { stopped, .. } = event {
            assert_eq!(*stopped, None);
        }
    }
}

/// Loops are analysed once a counterexample is spurious: to find a real one takes what it takes without
/// templates.
#[test]
fn loops_are_not_analysed_for_a_real_counterexample() {
    let text = "p(X, Y) :- X = 0, Y = 0.
        p(X + 1, Y + 2) :- p(X, Y).
        false :- p(X, Y), Y >= 0.";
    let steps = |abstraction| {
        let mut engine = Engine::new(problem(text), as_typed(abstraction));
        let mut budget = Budget::steps(1_000_000);
        while engine.verdict().is_none() {
            engine.step(&mut budget);
        }
        (word(&engine), budget.used())
    };
    let without = steps(InterpolationAbstraction::Off);
    assert_eq!(without.0, "unsafe");
    for family in PUBLISHED {
        assert_eq!(steps(family), without, "{family:?}");
    }
}

/// A loop is analysed when a spurious counterexample comes to it. What is told then has the loops from before
/// as well.
#[test]
fn loops_are_analysed_when_a_spurious_counterexample_comes_to_them() {
    let text = "p(X) :- X = 0.
        p(X + 1) :- p(X).
        false :- p(X), X < 0.
        q(Y) :- p(X), X > 2, Y = X.
        q(Y + 2) :- q(Y).
        false :- q(Y), Y < 0.";
    for family in PUBLISHED {
        let (engine, events) = solved(text, as_typed(family));
        assert_eq!(word(&engine), "safe", "{family:?}");
        let told = events.iter().filter_map(|event| match event {
            Event::TemplatesChosen { loops, .. } => {
                Some(loops.iter().map(|l| engine.system()[l.relation].name.clone()).collect::<Vec<_>>())
            }
            _ => None,
        });
        assert_eq!(told.collect::<Vec<_>>(), [vec!["p"], vec!["p", "q"]], "{family:?}");
    }
}
