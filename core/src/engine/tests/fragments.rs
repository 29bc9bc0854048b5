//! Recursion-free clauses are solved by the method that is made for their fragment, and by no other.

use super::*;
use crate::horn::tests::{example, random_problem, system_in_arena};
use crate::horn::{Classification, Fragment, Method};
use crate::testing::Random;

fn auto(pipeline: Pipeline) -> Settings {
    Settings { pipeline, ..settings(Strategy::Auto) }
}

#[test]
fn the_method_of_the_fragment_is_taken() {
    let tree_of_two = "p(X) :- X = 0. p(X) :- X = 1. q(X) :- X = 2. false :- p(X), q(Y), X = Y.";
    let dag = "p(X) :- X = 0. q(X) :- p(X). q(X) :- p(X), X > 1. false :- q(X), X > 0.";
    for (text, method, verdict) in [
        (example!("loop50-path"), Method::BinaryInterpolation, "safe"),
        ("p(X) :- X = 0. q(X) :- p(X). false :- q(X), X > 0.", Method::SequenceInterpolation, "safe"),
        ("p(X) :- X = 0. q(X) :- p(X). false :- q(X), X >= 0.", Method::SequenceInterpolation, "unsafe"),
        (example!("mccarthy91-tree"), Method::TreeInterpolation, "safe"),
        ("p(X). q(X) :- X > 1. false :- p(X), q(X).", Method::TreeInterpolation, "unsafe"),
        (dag, Method::DagInterpolation, "safe"),
        (tree_of_two, Method::DisjunctiveInterpolation, "safe"),
        (example!("mccarthy91-unwound"), Method::DisjunctiveInterpolation, "safe"),
        (example!("dblabs"), Method::SolveCdd, "safe"),
        (example!("two-steps"), Method::Expansion, "safe"),
        ("r(X) :- X > 0. false :- r(X), r(Y), X = Y + 7.", Method::Expansion, "unsafe"),
        ("p(X) :- X > 0.", Method::Trivial, "safe"),
    ] {
        let (arena, system) = system_in_arena(text);
        assert_eq!(Classification::of(&arena, &system).method, method, "{text}");
        // Passes would make other clauses of it, in another fragment.
        for pipeline in [Pipeline::none(), Pipeline::default()] {
            let (engine, events) = solved(text, auto(pipeline));
            assert_eq!(word(&engine), verdict, "{text}: {:?}", engine.verdict());
            assert!(
                matches!(events.first(), Some(Event::MethodChosen { method: m, .. }) if *m == method),
                "{text}"
            );
            assert!(!events.iter().any(|e| matches!(e, Event::NodeAdded { .. })), "no graph");
        }
    }
}

/// Where the problem is a tree, it is told as one (thesis, Fig. 5.4 and 5.5); else every relation symbol gets
/// its formula in an event of its own. SOLVECDD alone tells PRE and POST.
#[test]
fn every_symbol_is_told() {
    let (_, events) = solved(example!("mccarthy91-tree"), auto(Pipeline::none()));
    let Event::CounterexampleFound { tree } = &events[1] else { panic!("{:?}", events[1]) };
    assert_eq!(tree.to_string(), "And(7, And(6, And(5, And(4)), And(3, And(2, And(1)))))");
    let Event::InterpolantsFound { interpolants } = &events[2] else { panic!("{:?}", events[2]) };
    assert_eq!(interpolants.len(), tree.positions.len() - 1);
    let dag = "p(X) :- X = 0. q(X) :- p(X). q(X) :- p(X), X > 1. false :- q(X), X > 0.";
    for (text, has_sides) in [(dag, false), (example!("dblabs"), true)] {
        let (engine, events) = solved(text, auto(Pipeline::none()));
        let solved =
            |e: &&Event| matches!(e, Event::CopySolved { sides, .. } if sides.is_some() == has_sides);
        assert_eq!(events.iter().filter(solved).count(), engine.system().relations().len());
    }
}

/// Strategies that were chosen by name still explore a graph, as the papers do; recursive clauses get one
/// under the automatic strategy, too.
#[test]
fn named_strategies_keep_their_graphs() {
    let nodes = |text, strategy| {
        let (engine, _) = solved(text, settings(strategy));
        assert_eq!(word(&engine), "safe");
        engine.graph().nodes().count()
    };
    for strategy in [Strategy::Tree, Strategy::Disjunctive, Strategy::Global] {
        assert!(nodes(example!("dblabs"), strategy) > 0, "{strategy:?}");
    }
    assert_eq!(nodes(example!("dblabs"), Strategy::Auto), 0);
    assert_eq!(solved(GCD, settings(Strategy::Auto)).1, solved(GCD, settings(Strategy::Tree)).1);
}

/// Too large to be expanded: predicate abstraction looks at it in part, and the log says so.
#[test]
fn what_is_too_large_is_told() {
    let mut text = "p0(X) :- X = 0.\n".to_owned();
    for i in 0..20 {
        text += &format!("p{}(X) :- p{i}(X), p{i}(X).\n", i + 1);
    }
    text += "false :- p20(X), X != 0.";
    let (engine, events) = solved(&text, auto(Pipeline::none()));
    assert_eq!(word(&engine), "safe", "{:?}", engine.verdict());
    assert!(matches!(events[1], Event::ExpansionTooLarge { limit: 2_000 }), "{:?}", events[1]);
    assert!(matches!(events[2], Event::Restarted { .. }), "{:?}", events[2]);
}

/// All methods agree with predicate abstraction, and each fragment is met.
#[test]
fn random_recursion_free_systems_by_fragment() {
    let mut met: Vec<Fragment> = Vec::new();
    for seed in 0..60 {
        let problem = random_problem(&mut Random(seed));
        let mut by_fragment = Engine::new(problem.clone(), auto(Pipeline::none()));
        let events = run(&mut by_fragment, STEPS);
        let mut by_graph = Engine::new(problem, settings(Strategy::Tree));
        run(&mut by_graph, STEPS);
        assert_eq!(word(&by_fragment), word(&by_graph), "seed {seed}: {:?}", by_fragment.verdict());
        if let Some(Event::MethodChosen { fragment, .. }) = events.first() {
            met.push(*fragment);
        }
    }
    met.sort_unstable();
    met.dedup();
    assert!(met.len() >= 5, "{met:?}");
}
