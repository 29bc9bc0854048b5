use super::*;

/// Runs with budgets that grow only where the last one brought nothing new.
fn piecemeal(text: &str, strategy: Strategy) -> (Engine, Vec<Event>) {
    let mut engine = Engine::new(problem(text), settings(strategy));
    let (mut events, mut steps) = (Vec::new(), 1);
    loop {
        let before = events.len();
        let mut budget = Budget::steps(steps);
        while engine.verdict().is_none() {
            events.push(engine.step(&mut budget));
        }
        if !engine.resume() {
            return (engine, events);
        }
        // The verdict alone is no progress, and neither is the resumption.
        steps = if events.len() <= before + 2 { steps * 2 } else { 1 };
        assert!(steps < STEPS, "no progress");
    }
}

#[test]
fn a_run_in_many_pieces_is_the_same_run() {
    for text in [GCD, MERGE, GCD_BUG] {
        // What the solvers of property-directed reachability learn in a piece that is cut short stays, and
        // their next models may be others.
        let others = |s: &Strategy| !matches!(s, Strategy::Unwind | Strategy::Pdr);
        for strategy in Strategy::ALL.into_iter().filter(others) {
            let (whole, told) = solved(text, settings(strategy));
            let (engine, mut events) = piecemeal(text, strategy);
            assert!(engine.statistics().resumptions > 10, "{}", engine.statistics().resumptions);
            assert_eq!(word(&engine), word(&whole));
            assert!(matches!(events.last(), Some(Event::Verdict(_))));
            // Whatever was told besides stopping and going on is what an uninterrupted run tells.
            events.retain(|e| !matches!(e, Event::Resumed | Event::Verdict(VerdictText::Stopped(_))));
            assert_eq!(events, told);
        }
    }
}

#[test]
fn frames_in_many_pieces_come_to_the_same_verdict() {
    for text in [GCD, MERGE, GCD_BUG] {
        let (whole, _) = solved(text, settings(Strategy::Pdr));
        let (engine, _) = piecemeal(text, Strategy::Pdr);
        assert!(engine.statistics().resumptions > 10, "{}", engine.statistics().resumptions);
        assert_eq!(word(&engine), word(&whole));
    }
}

#[test]
fn a_limit_that_was_hit_is_raised() {
    let chain = "p(X) :- X = 0. p(X + 1) :- p(X). false :- p(X), X = 5.";
    let mut engine = Engine::new(problem(chain), Settings { tree_limit: 3, ..Settings::default() });
    run(&mut engine, STEPS);
    let Some(Verdict::Stopped(stopped)) = engine.verdict() else { panic!("{:?}", engine.verdict()) };
    assert_eq!(stopped.reason, StopReason::TreeTooLarge(3));
    while engine.resume() {
        run(&mut engine, STEPS);
    }
    assert_eq!(word(&engine), "unsafe");
}

#[test]
fn what_has_ended_is_not_resumed() {
    let (mut engine, _) = solved(MERGE, Settings::default());
    assert!(!engine.resume());
    assert_eq!(word(&engine), "safe");
    assert!(!Engine::new(problem(MERGE), Settings::default()).resume(), "it has not begun");
}
