//! Which counterexamples the strategies take, and how those are refuted that are dags.

use super::*;

/// The counterexamples that a run met, as the papers write them.
fn counterexamples(events: &[Event]) -> Vec<String> {
    let found = events.iter().filter_map(|e| match e {
        Event::CounterexampleFound { tree } => Some(tree.to_string()),
        _ => None,
    });
    found.collect()
}

/// The verdict in a word, the number of refinements, and the counterexamples.
fn told(text: &str, strategy: Strategy) -> (&'static str, usize, Vec<String>) {
    let (engine, events) = solved(text, settings(strategy));
    (word(&engine), engine.statistics().refinements, counterexamples(&events))
}

/// The siblings have heights 3 and 1, and `q` has a derivation of height 2 as well.
const UNEQUAL: &str = "q(X) :- X = 0. q(X) :- r(X). r(X) :- X = 1. p(X) :- a(X). a(X) :- b(X). b(X) :- X = 0.
    false :- p(X), q(Y), X + Y < 0.";

/// CAV'13, Sect. 6.1: DI takes all counterexamples of minimal depth, also where a derivation is not the
/// lowest of its node but fits beside a higher sibling.
#[test]
fn all_counterexamples_of_minimal_depth_are_refuted_at_once() {
    let (verdict, refinements, trees) = told(UNEQUAL, Strategy::Disjunctive);
    assert_eq!((verdict, refinements), ("safe", 1), "{trees:?}");
    assert_eq!(trees, ["And(7, And(4, And(5, And(6))), Or(And(1), And(2, And(3))))"]);
    let (verdict, refinements, trees) = told(UNEQUAL, Strategy::Tree);
    assert_eq!((verdict, refinements), ("safe", 2), "{trees:?}");
    assert_eq!(
        trees,
        ["And(7, And(4, And(5, And(6))), And(1))", "And(7, And(4, And(5, And(6))), And(2, And(3)))"]
    );
}

/// Thesis, Fig. 5.9: a conjunction is as weak as it is because of all edges that took predicates away.
#[test]
fn the_global_algorithm_follows_all_edges_behind_a_weak_node() {
    let text = "p(X) :- X = 1. p(X) :- X = 9. false :- p(X), X = 5.";
    // Clause 1 takes `false` away. What is left, `true`, satisfies clause 2, which is not in the graph then.
    // The interpolant does not hold in clause 2; so now both clauses have taken something away.
    let (verdict, refinements, trees) = told(text, Strategy::Global);
    assert_eq!((verdict, refinements), ("safe", 2), "{trees:?}");
    assert_eq!(trees, ["And(3, And(1))", "And(3, Or(And(1), And(2)))"]);
    // The same way at every size: many facts, each of which takes a predicate away.
    let (mut text, mut given) = (String::new(), String::new());
    for i in 0..70 {
        text += &format!("p(X) :- X = {}.\n", 2 * i);
        given += &format!(":- predicate p(X): X != {}.\n", 2 * i);
    }
    let (engine, events) =
        solved(&format!("{text}false :- p(X), X = 5.\n{given}"), settings(Strategy::Global));
    assert_eq!((word(&engine), engine.statistics().refinements), ("safe", 1));
    let Some(Event::CounterexampleFound { tree }) =
        events.iter().find(|e| matches!(e, Event::CounterexampleFound { .. }))
    else {
        panic!("no counterexample");
    };
    assert_eq!(tree.instances(), 71);
}

/// One system, three strategies: TI one derivation, DI all of minimal depth, the global algorithm all that
/// weakened the conjunction, whatever their depth.
#[test]
fn the_strategies_take_different_counterexamples() {
    let text = "p(X) :- X = 0. p(X) :- X = 2. p(X) :- q(X). q(X) :- X = 4. false :- p(X), X = 9.
        :- predicate p(X): X <= 0. :- predicate p(X): X <= 3.";
    let first = |text: &str, strategy| told(text, strategy).2[0].clone();
    let (clauses, _) = text.split_once(":- predicate").unwrap();
    assert_eq!(first(clauses, Strategy::Tree), "And(5, And(1))");
    assert_eq!(first(clauses, Strategy::Disjunctive), "And(5, Or(And(1), And(2)))");
    // With the predicates the graph has a node for each of the values, and only that of `X = 4` allows 9. The
    // conjunction of all three is as weak as it is because of all of them.
    assert_eq!(first(text, Strategy::Tree), "And(5, And(3, And(4)))");
    assert_eq!(first(text, Strategy::Disjunctive), "And(5, And(3, And(4)))");
    assert_eq!(first(text, Strategy::Global), "And(5, Or(And(1), And(2), And(3, And(4))))");
}

/// Thesis, Fig. 1.1: three refinements with single paths, or two with both ways through the loop at once.
#[test]
fn the_ways_through_the_first_program_are_refuted_at_once() {
    let turns = include_str!("../../../../static/examples/turns.horn");
    let (verdict, refinements, trees) = told(turns, Strategy::Tree);
    assert_eq!((verdict, refinements), ("safe", 3));
    assert_eq!(trees, ["And(6, And(1))", "And(6, And(4, And(2, And(1))))", "And(6, And(5, And(3, And(1))))"]);
    let (verdict, refinements, trees) = told(turns, Strategy::Disjunctive);
    assert_eq!((verdict, refinements), ("safe", 2));
    assert_eq!(trees, ["And(6, And(1))", "And(6, Or(And(4, And(2, And(1))), And(5, And(3, And(1)))))"]);
}

/// CAV'13, Example 6: `tree₂` has the counterexamples that are deeper by one as well.
#[test]
fn deeper_counterexamples_can_be_asked_for() {
    let (engine, events) = solved(GCD, Settings { deeper: 1, ..settings(Strategy::Disjunctive) });
    assert_eq!(counterexamples(&events), ["And(4, Or(And(1), And(2, And(1)), And(3, And(1))))"]);
    assert_eq!((word(&engine), engine.statistics().refinements), ("safe", 1));
}

/// Every level uses the one below twice, in two ways.
fn tower(height: usize, query: &str) -> String {
    let mut text = "p0(X) :- X = 0.\n".to_owned();
    for i in 0..height {
        let j = i + 1;
        text += &format!("p{j}(X) :- p{i}(X), p{i}(Y), X >= Y.\np{j}(X + 1) :- p{i}(X), p{i}(Y), X >= Y.\n");
    }
    format!("{text}false :- p{height}(X), {query}.")
}

/// The events about a counterexample that is a dag.
fn copied(events: &[Event]) -> usize {
    let copies = |e: &Event| if let Event::SubtreesCopied { copied, .. } = e { copied.len() } else { 0 };
    events.iter().map(copies).sum()
}

/// CAV'13, Sect. 6, counterexample-guided expansion: the tree has more leaves than anybody can count, and few
/// copies refute it.
#[test]
fn few_copies_refute_a_tree_of_exponential_size() {
    for strategy in [Strategy::Tree, Strategy::Disjunctive, Strategy::Global] {
        let (engine, events) = solved(&tower(12, "X < 0"), settings(strategy));
        assert_eq!(word(&engine), "safe", "{strategy:?}: {:?}", engine.verdict());
        let trees = events.iter().filter_map(Event::counterexample);
        let largest = trees.map(AndOrTree::instances).max().unwrap();
        assert!(largest <= 30, "{strategy:?}: {largest} instances");
        assert!(copied(&events) <= 4, "{strategy:?}: {} copies", copied(&events));
    }
}

/// The example of the page: the dag has two uses of everything below an `Or`, which are factored out; a model
/// gives one of the finalists less than nothing, and its sub-dag is copied. That refutes it.
#[test]
fn the_example_shows_restructuring_and_expansion() {
    let text = include_str!("../../../../static/examples/knockout.horn");
    let as_typed = Settings { pipeline: Pipeline::none(), ..settings(Strategy::Disjunctive) };
    let (engine, events) = solved(text, as_typed);
    assert_eq!((word(&engine), engine.statistics().refinements), ("safe", 1));
    let counterexamples: Vec<&Event> = events.iter().filter(|e| e.counterexample().is_some()).collect();
    let [Event::CounterexampleFound { tree: dag }, Event::Restructured { factored, tree }, copies] =
        &counterexamples[..]
    else {
        panic!("{} counterexamples", counterexamples.len());
    };
    assert!(!dag.is_tree() && dag.instances_as_tree() > 60, "{}", dag.instances_as_tree());
    assert!(!factored.is_empty() && tree.open().count() > 0);
    assert!(matches!(copies, Event::SubtreesCopied { copied, .. } if copied.len() == 1));
}

/// Both summands must be known to be at least 0.
const SUMS: &str = "p0(X) :- X = 0. p0(X) :- X = 1. p1(X + Y) :- p0(X), p0(Y). p2(X + Y) :- p1(X), p1(Y).
    false :- p2(X), X < 0.";

/// Where the values of both uses matter, a model asks for copies.
#[test]
fn a_model_asks_for_the_copies_that_are_needed() {
    let settings = Settings { choices_written_out: 0, ..settings(Strategy::Disjunctive) };
    let (engine, events) = solved(SUMS, settings);
    assert_eq!((word(&engine), engine.statistics().refinements), ("safe", 1));
    let [found, rest @ ..] = &events.iter().filter(|e| e.counterexample().is_some()).collect::<Vec<_>>()[..]
    else {
        panic!("no counterexample");
    };
    assert!(matches!(found, Event::CounterexampleFound { tree } if !tree.is_tree() && tree.instances() == 5));
    assert!(matches!(rest.first(), Some(Event::Restructured { tree, .. }) if tree.open().count() == 2));
    assert!(rest.len() > 1 && rest[1..].iter().all(|e| matches!(e, Event::SubtreesCopied { .. })));
    // The last one was refuted: an interpolant for each of its positions.
    let last = rest.last().and_then(|e| e.counterexample()).unwrap();
    let interpolants = events.iter().find_map(|e| match e {
        Event::InterpolantsFound { interpolants } => Some(interpolants.len()),
        _ => None,
    });
    assert_eq!(interpolants, Some(last.positions.len() - 1));
}

/// A real derivation of exponential size is found without writing it out: shared sub-dags coincide.
#[test]
fn a_real_counterexample_may_be_a_dag() {
    for strategy in [Strategy::Tree, Strategy::Disjunctive, Strategy::Global] {
        let (engine, _) = solved(&tower(14, "X = 3"), settings(strategy));
        let Some(Verdict::Unsafe(derivation, _)) = engine.verdict() else { panic!("{:?}", engine.verdict()) };
        assert!(derivation.steps.len() <= 200, "{} steps", derivation.steps.len());
    }
}

/// Diamonds in a row, with positions between a choice and what it shares: every path is refuted at once, and
/// nothing is copied.
#[test]
fn alternatives_meet_again_behind_other_positions() {
    let mut text = "p0(X) :- X = 0.\n".to_owned();
    for i in 0..9 {
        let j = i + 1;
        text += &format!("a{j}(X + 1) :- p{i}(X).\nb{j}(X + 2) :- p{i}(X).\np{j}(X) :- a{j}(X).\n");
        text += &format!("p{j}(X + 1) :- b{j}(X).\n");
    }
    text += "false :- p9(X), X < 9.";
    let (engine, events) = solved(&text, settings(Strategy::Disjunctive));
    assert_eq!((word(&engine), engine.statistics().refinements), ("safe", 1));
    assert_eq!(copied(&events), 0);
    let restructured = events.iter().find_map(|e| match e {
        Event::Restructured { tree, factored } => Some((tree.instances(), tree.is_open(), factored.len())),
        _ => None,
    });
    assert_eq!(restructured, Some((38, false, 9)));
}

/// A limit that ends the expansion is told, and a single derivation is taken instead; the global algorithm,
/// for which one derivation says too little, stops and can go on.
#[test]
fn a_limit_on_expansions_is_told() {
    let limited = |strategy| Settings { choices_written_out: 0, expansion_limit: 6, ..settings(strategy) };
    let (engine, events) = solved(SUMS, limited(Strategy::Disjunctive));
    assert_eq!(word(&engine), "safe");
    assert!(events.contains(&Event::TooManyCounterexamples { limit: 6 }));
    let limited = Settings { written_out: 0, tree_limit: 6, ..limited(Strategy::Global) };
    let (mut engine, _) = solved(SUMS, limited);
    let Some(Verdict::Stopped(stopped)) = engine.verdict() else { panic!("{:?}", engine.verdict()) };
    assert_eq!(stopped.reason, StopReason::TreeTooLarge(6));
    while engine.resume() {
        run(&mut engine, STEPS);
    }
    assert_eq!(word(&engine), "safe");
}
