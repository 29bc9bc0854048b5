use super::*;
use crate::engine::{Engine, Event, Settings, Strategy, VerdictText};
use crate::lang::house;
use crate::solver::Budget;

/// Runs to the end and compares what the events say with what the engine knows, at every step without pending
/// events.
fn traced(text: &str, strategy: Strategy) -> (Engine, Trace) {
    let (problem, diagnostics) = house::parse(text);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let mut engine = Engine::new(problem, Settings { strategy, ..Settings::default() });
    let mut trace = Trace::new();
    let mut budget = Budget::steps(2_000_000);
    while engine.verdict().is_none() {
        trace.push(engine.step(&mut budget));
    }
    (engine, trace)
}

#[test]
fn the_fold_knows_what_the_engine_knows() {
    let texts = [
        include_str!("../../../static/examples/gcd.horn"),
        include_str!("../../../static/examples/gcd-bug.horn"),
        include_str!("../../../static/examples/mccarthy91.horn"),
        include_str!("../../../static/examples/petri-pair.horn"),
    ];
    for text in texts {
        for strategy in Strategy::ALL {
            if strategy == Strategy::Unwind && text.contains("Petri") {
                continue;
            }
            let (mut engine, mut trace) = traced(text, strategy);
            // This run has no end: predicates that a limit keeps from being told are told when it goes on.
            if strategy == Strategy::Global && engine.resume() {
                let mut budget = Budget::steps(20_000_000);
                while engine.verdict().is_none() {
                    trace.push(engine.step(&mut budget));
                    if matches!(trace.events().last(), Some(Event::PredicatesAdded { .. })) {
                        break;
                    }
                }
            }
            let state = trace.state(trace.len());
            let nodes: Vec<_> = engine.graph().nodes().map(|(id, n)| (id, n.covered_by)).collect();
            assert_eq!(nodes, state.nodes.iter().map(|(id, n)| (*id, n.covered_by)).collect::<Vec<_>>());
            for (id, edge) in engine.graph().edges() {
                let told = state.edges.get(&id).unwrap();
                assert_eq!((edge.clause, &edge.body, edge.head), (told.clause, &told.body, told.head));
                assert_eq!(engine.graph().is_proper(edge), told.subsumed.is_none());
            }
            assert_eq!(engine.graph().edges().count(), state.edges.len());
            assert_eq!(engine.predicates().len(), state.predicates.len());
            assert_eq!(engine.statistics().refinements, state.refinements);
            assert_eq!(engine.verdict().is_some(), state.verdict.is_some());
        }
    }
}

#[test]
fn seeking_is_folding_from_the_start() {
    let (_, trace) = traced(include_str!("../../../static/examples/petri-pair.horn"), Strategy::Tree);
    assert!(trace.len() > 2 * SNAPSHOT_DISTANCE, "{} events", trace.len());
    let mut state = State::default();
    for (step, event) in trace.events().iter().enumerate() {
        if step % 61 == 0 || step % SNAPSHOT_DISTANCE == 0 {
            assert_eq!(trace.state(step), state, "after {step} events");
        }
        state.apply(event);
    }
    assert_eq!(trace.state(usize::MAX), state);
}

#[test]
fn the_fold_forgets_the_verdict_when_the_run_goes_on() {
    let (problem, _) = house::parse(include_str!("../../../static/examples/gcd.horn"));
    let mut engine = Engine::new(problem, Settings::default());
    let mut trace = Trace::new();
    let mut go_on = |engine: &mut Engine, steps| {
        let mut budget = Budget::steps(steps);
        while engine.verdict().is_none() {
            trace.push(engine.step(&mut budget));
        }
        trace.state(trace.len())
    };
    assert!(matches!(go_on(&mut engine, 20).verdict, Some(VerdictText::Stopped(_))));
    assert!(engine.resume() && engine.verdict().is_none());
    let last = go_on(&mut engine, 2_000_000);
    assert!(matches!(last.verdict, Some(VerdictText::Safe { .. })));
    assert_eq!(last.nodes.len(), engine.graph().nodes().count());
    let resumed = trace.events().iter().position(|e| *e == Event::Resumed).unwrap();
    assert!(trace.state(resumed).verdict.is_some() && trace.state(resumed + 1).verdict.is_none());
}

#[test]
fn a_long_run_goes_on_with_a_coarse_log() {
    let (problem, _) = house::parse(include_str!("../../../static/examples/loop50.horn"));
    let settings = Settings { detail_limit: 300, ..Settings::default() };
    let mut engine = Engine::new(problem, settings);
    let mut trace = Trace::new();
    let mut budget = Budget::steps(50_000_000);
    while engine.verdict().is_none() {
        trace.push(engine.step(&mut budget));
    }
    let (coarse, last) = (trace.events().iter().position(|e| *e == Event::Coarse), trace.state(trace.len()));
    assert!(coarse.is_some_and(|at| at < 100), "{coarse:?}");
    // What matters for the verdict is there, and what is not told is counted.
    assert!(matches!(last.verdict, Some(VerdictText::Safe { .. })));
    let statistics = engine.statistics();
    assert_eq!((last.predicates.len(), last.refinements), (statistics.predicates, statistics.refinements));
    let detailed = trace.events()[..coarse.unwrap()].iter().filter(|e| matches!(e, Event::NodeAdded { .. }));
    assert_eq!(last.untold.unwrap().nodes_added + detailed.count(), statistics.nodes_added);
    assert!(last.nodes.is_empty() && trace.len() < 1_000, "{} events", trace.len());
}

/// The steps of EXPAND, told one by one, lead to the expansion that is told in the end.
#[test]
fn copies_are_made_step_by_step() {
    let text =
        "s(X). r(X) :- s(X). p(X) :- r(X). q(X) :- r(X). t(X) :- p(X), q(X). false :- t(X), X > 0, X < 0.";
    let (_, trace) = traced(text, Strategy::Auto);
    let is_copy = |event: &Event| matches!(event, Event::RelationCopied { .. });
    assert_eq!(trace.events().iter().filter(|event| is_copy(event)).count(), 2);
    let end = trace.events().iter().position(|event| matches!(event, Event::Expanded { .. })).unwrap();
    let before = trace.state(end).expansion.unwrap().expansion;
    let after = trace.state(end + 1).expansion.unwrap().expansion;
    assert_eq!((before.copies, before.clauses), (after.copies, after.clauses));
    assert!(after.is_minimal);
    let begin = trace.state(end - 2).expansion.unwrap().expansion;
    assert_eq!(begin.copies.len(), 5);
    // PRE and POST of each are known after it is solved.
    let solved = trace.state(trace.len()).expansion.unwrap();
    assert!(solved.sides.iter().all(Option::is_some));
}
