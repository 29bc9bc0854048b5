//! The loop of SHARA, Sect. 5: unwind, solve, collapse, try.

use expect_test::expect;

use super::examples::{SAFE, UNSAFE};
use super::*;

/// The steps that a run may take here: enough for a few depths.
const FEW_STEPS: u64 = 400_000;

fn unwound(text: &str, steps: u64) -> (Engine, Vec<Event>) {
    let mut engine = Engine::new(problem(text), settings(Strategy::Unwind));
    let events = run(&mut engine, steps);
    (engine, events)
}

/// One letter to an event: what was unwound to a depth, solved, collapsed, tried.
fn story(events: &[Event]) -> String {
    let mut story = Vec::new();
    for event in events {
        match event {
            Event::Expanded { expansion: ExpansionText { subject: Subject::Unwinding { depth }, .. } } => {
                story.push(format!("depth {depth}"));
            }
            Event::Refuted => story.push("refuted".to_owned()),
            Event::Collapsed { solution } => {
                let texts: Vec<String> = solution.iter().map(|found| found.text.to_string()).collect();
                story.push(texts.join("; "));
            }
            Event::Tried { failing: Some(clause) } => story.push(format!("clause {} fails", clause.number())),
            Event::Tried { failing: None } => story.push("all clauses hold".to_owned()),
            Event::Verdict(VerdictText::Safe { .. }) => story.push("safe".to_owned()),
            Event::Verdict(VerdictText::Unsafe { .. }) => story.push("unsafe".to_owned()),
            _ => {}
        }
    }
    story.join("\n")
}

#[test]
fn the_conjunction_of_the_copies_is_tried_on_the_recursive_clauses() {
    let (_, events) = unwound("p(X) :- X = 0. p(X + 1) :- p(X). false :- p(X), X < 0.", STEPS);
    expect![[r#"
        depth 2
        refuted
        X ≥ 0
        all clauses hold
        safe"#]]
    .assert_eq(&story(&events));
    // No graph, and no predicates: that is what tells it from refinement by unwindings.
    assert!(!events.iter().any(|e| matches!(e, Event::NodeAdded { .. } | Event::PredicatesAdded { .. })));
}

#[test]
fn a_clause_that_fails_leads_to_the_next_depth() {
    let (_, events) = unwound(
        "p(X, Y) :- X = 0, Y = 0. p(X + 1, Y + 2) :- p(X, Y), X < 3. false :- p(X, Y), Y > 6.",
        STEPS,
    );
    expect![[r#"
        depth 2
        refuted
        Y ≤ 0
        clause 2 fails
        depth 3
        refuted
        Y ≤ 0 ∧ Y ≤ 2
        clause 2 fails
        depth 4
        refuted
        Y ≤ 0 ∧ Y ≤ 2 ∧ Y ≤ 4
        clause 2 fails
        depth 5
        refuted
        Y ≤ 6 ∧ Y ≤ 0 ∧ Y ≤ 2 ∧ Y ≤ 4
        clause 2 fails
        depth 6
        refuted
        Y ≤ 6 ∧ X ≥ 0 ∧ (Y ≤ 0 ∨ X ≥ 1) ∧ (Y ≤ 2 ∨ X ≥ 2) ∧ (X ≥ 3 ∨ Y ≤ 4)
        all clauses hold
        safe"#]]
    .assert_eq(&story(&events));
}

#[test]
fn a_derivation_of_an_unwinding_is_real() {
    for (name, text) in UNSAFE {
        let (engine, events) = unwound(text, STEPS);
        assert_eq!(word(&engine), "unsafe", "{name}: {:?}", engine.verdict());
        assert!(events.iter().any(|e| matches!(e, Event::Expanded { .. })));
    }
}

/// Whatever it finds is true; it does not find all.
#[test]
fn examples_by_unwinding() {
    let mut solved = Vec::new();
    for (name, text) in SAFE {
        let (engine, _) = unwound(text, FEW_STEPS);
        assert_ne!(word(&engine), "unsafe", "{name}");
        if word(&engine) == "safe" {
            solved.push(name);
        }
    }
    expect![[
        "gcd, merge, mccarthy91-tree, countdown, loop50-path, dblabs, two-steps, gcd-approximation, merge-approximation, even, parity, no predicate needed"
    ]].assert_eq(&solved.join(", "));
}

#[test]
fn what_is_too_large_stops_and_can_be_resumed() {
    let text =
        "f(X, Y) :- X <= 0, Y = 0. f(X, Y + Z) :- f(X - 1, Y), f(X - 2, Z). false :- f(X, Y), Y > 0, X > 40.";
    let limited = Settings { expansion_limit: 20, ..settings(Strategy::Unwind) };
    let mut engine = Engine::new(problem(text), limited);
    run(&mut engine, FEW_STEPS);
    let Some(Verdict::Stopped(stopped)) = engine.verdict() else { return };
    assert!(matches!(stopped.reason, StopReason::TreeTooLarge(20) | StopReason::Budget), "{stopped}");
    assert!(engine.resume());
}
