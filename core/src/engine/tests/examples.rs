use super::*;

pub(super) const SAFE: [(&str, &str); 13] = [
    ("gcd", GCD),
    ("merge", MERGE),
    ("mccarthy91", include_str!("../../../../static/examples/mccarthy91.horn")),
    ("mccarthy91-tree", include_str!("../../../../static/examples/mccarthy91-tree.horn")),
    ("countdown", include_str!("../../../../static/examples/countdown.horn")),
    ("loop50-path", include_str!("../../../../static/examples/loop50-path.horn")),
    ("dblabs", include_str!("../../../../static/examples/dblabs.horn")),
    ("two-steps", include_str!("../../../../static/examples/two-steps.horn")),
    ("gcd-approximation", include_str!("../../../../static/examples/gcd-approximation.horn")),
    ("merge-approximation", include_str!("../../../../static/examples/merge-approximation.horn")),
    ("even", include_str!("../../../../static/examples/even.horn")),
    ("parity", include_str!("../../../../static/examples/parity.horn")),
    ("no predicate needed", "p(X) :- X > 0. false :- p(X), X < X."),
];
pub(super) const UNSAFE: [(&str, &str); 3] = [
    ("gcd-bug", GCD_BUG),
    ("merge-bug", include_str!("../../../../static/examples/merge-bug.horn")),
    ("after five rounds", "p(X) :- X = 0. p(X + 1) :- p(X). false :- p(X), X = 5."),
];
/// What is solved by unwinding alone has a test of its own.
const STRATEGIES: [Strategy; 5] =
    [Strategy::Auto, Strategy::Tree, Strategy::Disjunctive, Strategy::Cdd, Strategy::Global];

#[test]
fn all_strategies_agree_with_the_facts_with_and_without_passes() {
    for strategy in STRATEGIES {
        for pipeline in [Pipeline::none(), Pipeline::default()] {
            for (name, text) in SAFE {
                let (engine, _) = solved(text, Settings { pipeline: pipeline.clone(), ..settings(strategy) });
                assert_eq!(word(&engine), "safe", "{name} by {strategy:?}: {:?}", engine.verdict());
            }
            for (name, text) in UNSAFE {
                let (engine, _) = solved(text, Settings { pipeline: pipeline.clone(), ..settings(strategy) });
                assert_eq!(word(&engine), "unsafe", "{name} by {strategy:?}: {:?}", engine.verdict());
            }
        }
    }
}

/// Without templates the loop is unwound round by round, which takes a while: so once is enough.
#[test]
fn the_loop_of_fifty_rounds_is_solved() {
    let text = include_str!("../../../../static/examples/loop50.horn");
    let (engine, _) = solved(text, settings(Strategy::Tree));
    assert_eq!(word(&engine), "safe", "{:?}", engine.verdict());
}

#[test]
fn solutions_and_derivations_speak_about_the_clauses_as_typed() {
    let (engine, _) = solved(MERGE, settings(Strategy::Tree));
    let Some(Verdict::Safe(solution)) = engine.verdict() else { panic!("{:?}", engine.verdict()) };
    let text = house::print_solution(engine.problem(), solution.solution());
    assert_eq!(text.trim(), "merge(X, Y, Z) := X + Y >= Z.");
    let (engine, _) = solved(GCD_BUG, settings(Strategy::Tree));
    let Some(Verdict::Unsafe(derivation, _)) = engine.verdict() else { panic!("{:?}", engine.verdict()) };
    let clauses: Vec<usize> = derivation.steps.iter().map(|s| s.clause.number()).collect();
    assert_eq!(clauses, [1, 2, 3, 4], "the fact first, the query last");
    // A mutated derivation does not pass.
    let mut mutated = derivation.clone();
    mutated.steps.remove(1);
    assert!(check::derivation(engine.problem(), &mutated).is_err());
}

#[test]
fn disjunctive_refinement_needs_no_more_rounds() {
    for text in [GCD, MERGE] {
        let [tree, disjunctive] = [Strategy::Tree, Strategy::Disjunctive]
            .map(|s| solved(text, settings(s)).0.statistics().refinements);
        assert!(disjunctive <= tree, "{disjunctive} > {tree}");
    }
}

#[test]
fn what_has_no_solution_in_presburger_arithmetic_stops_with_its_reason() {
    let mult = include_str!("../../../../static/examples/mult.horn");
    for strategy in ON_GRAPHS {
        let mut engine = Engine::new(problem(mult), settings(strategy));
        run(&mut engine, 500_000);
        let Some(Verdict::Stopped(stopped)) = engine.verdict() else { panic!("{:?}", engine.verdict()) };
        assert_eq!(stopped.reason, StopReason::Budget);
        assert!(stopped.learnt.refinements > 0 && !stopped.learnt.predicates.is_empty());
        // Several derivations at once give disjunctions, which are no chain of constants.
        if matches!(strategy, Strategy::Tree | Strategy::Disjunctive) {
            assert!(!stopped.learnt.growth.is_empty(), "{:?}", stopped.learnt.predicates);
        }
    }
}

/// No Presburger formula separates squares from what follows them, so there is no verdict to be found
/// (thesis, Sect. 5.2.1, as meant).
#[test]
fn squares_have_no_verdict() {
    let squares = include_str!("../../../../static/examples/squares.horn");
    let mut engine = Engine::new(problem(squares), settings(Strategy::Tree));
    run(&mut engine, 200_000);
    let Some(Verdict::Stopped(stopped)) = engine.verdict() else { panic!("{:?}", engine.verdict()) };
    assert_eq!(stopped.reason, StopReason::Budget);
}

#[test]
fn the_same_input_has_the_same_events() {
    for strategy in STRATEGIES {
        for (name, text) in SAFE.into_iter().chain(UNSAFE) {
            let (one, other) = (solved(text, settings(strategy)).1, solved(text, settings(strategy)).1);
            assert_eq!(one, other, "{name}");
        }
    }
}
