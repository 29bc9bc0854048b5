use super::*;

fn word_of(text: &str) -> &'static str {
    let mut words = Vec::new();
    for strategy in Strategy::ALL {
        for pipeline in [Pipeline::none(), Pipeline::default()] {
            words.push(word(&solved(text, Settings { pipeline, ..settings(strategy) }).0));
        }
    }
    words.dedup();
    assert_eq!(words.len(), 1, "{text}: {words:?}");
    words[0]
}

#[test]
fn problems_without_the_usual_parts() {
    assert_eq!(word_of(""), "safe", "no clauses");
    assert_eq!(word_of("p(X) :- X > 0. p(X + 1) :- p(X)."), "safe", "no query");
    assert_eq!(word_of("p(X) :- p(X). false :- p(X)."), "safe", "no facts");
    assert_eq!(word_of("p(X) :- q(X). q(X) :- p(X). false :- p(X), q(X)."), "safe", "a cycle without facts");
    assert_eq!(word_of("p(X) :- X = 1. q(X) :- X < X. false :- p(X), q(X)."), "safe", "unreachable query");
    assert_eq!(word_of("p(X) :- X < X. false :- p(X)."), "safe", "a clause that is trivially true");
    assert_eq!(word_of("false :- X > 0, X < 2."), "unsafe", "a query without body");
    assert_eq!(word_of("false :- X > 0, X < 1."), "safe", "a contradictory query without body");
    assert_eq!(word_of("p. false :- p."), "unsafe", "no arguments");
    assert_eq!(word_of("p :- q. q :- p. false :- p."), "safe", "no arguments and no facts");
    assert_eq!(word_of("p(X). false :- p(X), p(Y), X != Y."), "unsafe", "a symbol twice in a body");
}

#[test]
fn after_the_verdict_there_is_only_the_verdict() {
    let (mut engine, events) = solved(MERGE, Settings::default());
    assert!(matches!(events.last(), Some(Event::Verdict(VerdictText::Safe { .. }))));
    let again = engine.step(&mut Budget::unlimited());
    assert_eq!(events.last(), Some(&again));
    assert_eq!(word(&engine), "safe");
}

#[test]
fn a_small_budget_stops_the_run_wherever_it_is() {
    let full = {
        let mut engine = Engine::new(problem(GCD), Settings::default());
        let mut budget = Budget::steps(STEPS);
        while engine.verdict().is_none() {
            engine.step(&mut budget);
        }
        budget.used()
    };
    for steps in (0..full).step_by(7) {
        let mut engine = Engine::new(problem(GCD), Settings::default());
        let events = run(&mut engine, steps);
        assert_eq!(word(&engine), "stopped", "{steps} of {full} steps");
        assert!(matches!(events.last(), Some(Event::Verdict(VerdictText::Stopped(_)))));
    }
}

#[test]
fn predicates_of_the_user_are_used_from_the_start() {
    let text = format!("{MERGE}\n:- predicate merge(A, B, C): A + B >= C.");
    let (given, diagnostics) = house::parse(&text);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let mut engine = Engine::new(given, Settings::default());
    run(&mut engine, STEPS);
    assert_eq!((word(&engine), engine.statistics().refinements), ("safe", 0));
}

#[test]
fn many_clauses_and_wide_relation_symbols() {
    let mut chain = "p0(X) :- X = 0.\n".to_owned();
    for i in 0..100 {
        chain += &format!("p{}(X + 1) :- p{i}(X).\n", i + 1);
    }
    let (engine, _) = solved(&format!("{chain}false :- p100(X), X < 0."), Settings::default());
    assert_eq!(word(&engine), "safe", "{:?}", engine.verdict());
    let parameters: Vec<String> = (0..50).map(|i| format!("X{i}")).collect();
    let parameters = parameters.join(", ");
    let wide = format!(
        "w({parameters}) :- X0 = 1, X49 = 2. w({parameters}) :- w({parameters}). false :- w({parameters}), X0 > X49."
    );
    assert_eq!(word_of(&wide), "safe");
}

/// A fault after sixty rounds would need sixty refinements.
#[test]
fn looking_ahead_finds_deep_derivations() {
    let text = "p(X) :- X = 0. p(X + 1) :- p(X). false :- p(X), X >= 60.";
    for strategy in ON_GRAPHS {
        let (engine, events) = solved(text, Settings { look_ahead: true, ..settings(strategy) });
        assert_eq!(word(&engine), "unsafe", "{strategy:?}");
        assert!(engine.statistics().refinements <= 32, "{strategy:?}: {:?}", engine.statistics());
        assert!(events.iter().any(|e| matches!(e, Event::LookedAhead { .. })));
    }
}

/// A thousand clauses as they were typed, and after passes that leave nothing of them.
#[test]
fn a_thousand_clauses() {
    let mut text = "p0(X) :- X = 0.\n".to_owned();
    for i in 0..1_000 {
        // All but a few are beside the point.
        text += &format!("p{}(X + 1) :- p{}(X), X < 5.\n", i + 1, if i < 6 { i } else { 0 });
    }
    text += "false :- p6(X), X < 0.";
    assert_eq!(word_of(&text), "safe");
    let (engine, _) = solved(&text, Settings { pipeline: Pipeline::default(), ..Settings::default() });
    assert!(engine.system().clauses().is_empty(), "{} clauses are left", engine.system().clauses().len());
}

/// A relation symbol that is inlined and whose strongest meaning has a case for each sum has a simple meaning
/// all the same: what its uses need.
#[test]
fn an_inlined_symbol_need_not_have_its_strongest_meaning() {
    let parts: Vec<String> =
        (0..40).map(|i| format!("(X > {i}, Y{i} = {i}; X <= {i}, Y{i} = -{i})")).collect();
    let sum: Vec<String> = (0..40).map(|i| format!("Y{i}")).collect();
    let text = format!("p({}) :- {}. false :- p(X), X > 1000.", sum.join(" + "), parts.join(", "));
    let mut engine = Engine::new(problem(&text), Settings::default());
    let mut budget = Budget::steps(4_000_000);
    while engine.verdict().is_none() {
        engine.step(&mut budget);
    }
    let Some(Verdict::Safe(solved)) = engine.verdict() else { panic!("{}", word(&engine)) };
    for (_, definition) in solved.solution().iter() {
        let size = engine.problem().arena.reachable([definition.formula]).len();
        assert!(size < 100, "{size} nodes");
    }
}
