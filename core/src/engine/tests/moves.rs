//! A person in the place of `pick`.

use super::*;
use crate::formula::Value;
use crate::settings::{Method, RunSettings};

/// The settings of a published method, with choices.
fn by(method: &str, choices: &str) -> Settings {
    let mut settings = RunSettings { choices: choices.to_owned(), ..RunSettings::default() };
    Method::named(method).unwrap().apply(&mut settings);
    Settings::from(&settings)
}

fn first_tree(events: &[Event]) -> String {
    let tree = events.iter().find_map(|e| match e {
        Event::CounterexampleFound { tree } => Some(tree.to_string()),
        _ => None,
    });
    tree.unwrap_or_default()
}

fn misfits(events: &[Event]) -> Vec<Misfit> {
    let why = |e: &Event| match e {
        Event::ChoiceUnfit { why, .. } => Some(why.clone()),
        _ => None,
    };
    events.iter().filter_map(why).collect()
}

fn interpolants(events: &[Event]) -> Vec<Vec<String>> {
    let texts = |e: &Event| match e {
        Event::InterpolantsFound { interpolants } => {
            Some(interpolants.iter().map(|i| i.text.as_str().to_owned()).collect())
        }
        _ => None,
    };
    events.iter().filter_map(texts).collect()
}

/// The graph gets edges by clauses 2 and 3 first; then the query is taken, with three derivations at once.
const TREE_2: &str = "@2a2(0)@4a3(0)@6a4(0)@6r0,1(0),2(0)";

/// CAV'13, Example 6.
#[test]
fn the_second_tree_of_example_6_is_a_choice() {
    for (method, refinements) in [("cav13-ti", 3), ("cav13-di", 3), ("hornbook", 2)] {
        let (plain, _) = solved(GCD, by(method, ""));
        let (engine, events) = solved(GCD, by(method, TREE_2));
        assert_eq!(misfits(&events), []);
        assert_eq!(first_tree(&events), "And(4, Or(And(1), And(2, And(1)), And(3, And(1))))");
        assert_eq!((word(&plain), plain.statistics().refinements), ("safe", refinements), "{method}");
        assert_eq!((word(&engine), engine.statistics().refinements), ("safe", 1), "{method}");
    }
}

/// In the first counterexample of gcd, `And(4, And(1))`, position 1 derives `gcd`.
#[test]
fn an_interpolant_of_the_lattice_is_used() {
    let (engine, events) = solved(GCD, by("cav13-ti", "@4i1:M = N -> M >= R"));
    assert_eq!(misfits(&events), []);
    assert_eq!(events[4], Event::Chosen { choice: "@4i1:M = N -> M >= R".to_owned() });
    assert_eq!(interpolants(&events)[0], ["M ≠ N ∨ M ≥ R"]);
    assert_eq!((word(&engine), engine.statistics().refinements), ("safe", 1));
}

/// Report, Sect. 2: P₁ in the place of Z ≤ X + Y leads to clauses (2) and (5), P₂ to an unfolding of two
/// levels.
#[test]
fn the_other_interpolants_of_the_report() {
    let (engine, events) = solved(MERGE, by("cav13-ti", "@4i1:Z = Y, X >= 0@16i1:Z = X, Y >= 0"));
    assert_eq!(misfits(&events), []);
    assert_eq!(interpolants(&events)[..2], [["Y = Z ∧ X ≥ 0"], ["Y ≥ 0 ∧ X = Z"]]);
    let trees: Vec<String> = events
        .iter()
        .filter_map(|e| match e {
            Event::CounterexampleFound { tree } => Some(tree.to_string()),
            _ => None,
        })
        .collect();
    // The report has clause (3) in the place of (4), but P₁ holds after it again; see the errata.
    assert_eq!(trees, ["And(5, And(1))", "And(5, And(2))", "And(5, And(4, And(1)))"]);
    assert_eq!((word(&engine), engine.statistics().refinements), ("safe", 3));
}

#[test]
fn what_is_no_interpolant_is_refused_with_numbers() {
    let refused = |text: &str| {
        let (engine, events) = solved(GCD, by("cav13-ti", &format!("@4i1:{text}")));
        assert_eq!(word(&engine), "stopped");
        assert_eq!(events.len(), 6, "the run up to there: {events:?}");
        misfits(&events)
    };
    let value = |values: &[(String, Value)], name: &str| {
        let found = values.iter().find(|(own, _)| own == name).map(|(_, value)| value.clone());
        let Some(Value::Int(n)) = found else { panic!("{values:?}") };
        n
    };
    // Clause 1 derives gcd(1, 1, 1), among others.
    let [Misfit::NotInterpolant { outside, .. }] = &refused("M < N")[..] else { panic!() };
    assert_eq!(value(outside, "M"), value(outside, "N"));
    // The query forbids R > M = N ≥ 0.
    let [Misfit::NotInterpolant { inside, .. }] = &refused("M >= N")[..] else { panic!() };
    assert!(value(inside, "R") > value(inside, "M") && value(inside, "M") == value(inside, "N"));
    assert!(matches!(&refused("M >=")[..], [Misfit::NoFormula(_)]));
    assert!(matches!(&refused("Z = 1")[..], [Misfit::NoFormula(_)]));
}

#[test]
fn choices_that_do_not_fit_end_the_run_there() {
    let outcome = |choices: &str| {
        let (engine, events) = solved(GCD, by("cav13-ti", choices));
        (word(&engine), events.len(), misfits(&events))
    };
    assert_eq!(outcome("nonsense"), ("stopped", 2, vec![Misfit::Unreadable]));
    assert_eq!(outcome("@2x1"), ("stopped", 2, vec![Misfit::Unreadable]));
    assert_eq!(outcome("@2a2(7)"), ("stopped", 4, vec![Misfit::NotWaiting]));
    assert_eq!(outcome("@2a9(0)"), ("stopped", 4, vec![Misfit::NotWaiting]));
    assert_eq!(outcome("@2r5"), ("stopped", 4, vec![Misfit::NoSuchEdge]));
    assert_eq!(outcome("@4i7:true"), ("stopped", 6, vec![Misfit::NoSuchPosition]));
    assert_eq!(outcome("@5k9").2, [Misfit::NoSuchPredicate(1)]);
    // There is no choice between a counterexample and its examination.
    assert_eq!(outcome("@3a2(0)").2, [Misfit::NoSuchPoint]);
    // A run that ends before has its verdict all the same.
    let (word, _, late) = outcome("@4000a2(0)");
    assert_eq!((word, late), ("safe", vec![Misfit::NoSuchPoint]));
}

#[test]
fn predicates_can_be_left_out_and_come_back() {
    let text = "p(X, Y) :- X = 0, Y = 0. p(X + 1, Y + 1) :- p(X, Y). false :- p(X, Y), X != Y.";
    let (_, all) = solved(text, by("cav13-ti", ""));
    let step = all.iter().position(|e| matches!(e, Event::PredicatesAdded { .. })).unwrap();
    let Event::PredicatesAdded { predicates } = &all[step] else { panic!() };
    assert!(predicates.len() > 1, "{predicates:?}");
    let (engine, events) = solved(text, by("cav13-ti", &format!("@{step}k2")));
    assert_eq!(misfits(&events), []);
    let Event::PredicatesAdded { predicates: kept } = &events[step + 1] else { panic!("{events:?}") };
    assert_eq!(kept.len(), 1);
    assert_eq!(kept[0].text, predicates[1].text);
    assert_eq!(word(&engine), "safe");
}

#[test]
fn interpolants_at_several_positions_are_completed_and_judged_together() {
    let text = "p(X) :- X = 0. q(X) :- p(Y), X = Y + 1. r(X) :- q(Y), X = Y + 1. false :- r(X), X < 0.";
    let at = |choices: &str| solved(text, by("cav13-ti", choices));
    let (_, plain) = at("");
    let step = plain.iter().position(|e| matches!(e, Event::InterpolantsFound { .. })).unwrap();
    // Positions: p, q, r. Only q is given; p and r follow.
    let (engine, events) = at(&format!("@{step}i2:X >= 1"));
    assert_eq!((word(&engine), misfits(&events)), ("safe", vec![]));
    assert_eq!(interpolants(&events)[0][1], "X ≥ 1");
    let (engine, events) = at(&format!("@{step}i1:X >= -1@{step}i3:X >= 1"));
    assert_eq!((word(&engine), misfits(&events)), ("safe", vec![]));
    assert_eq!((&*interpolants(&events)[0][0], &*interpolants(&events)[0][2]), ("X ≥ -1", "X ≥ 1"));
    // Each is an interpolant, but from p ≥ -1 nothing better than r ≥ 1 follows.
    let (_, events) = at(&format!("@{step}i1:X >= -1@{step}i3:X >= 2"));
    let [Misfit::NotInterpolant { position, outside, .. }] = &misfits(&events)[..] else { panic!() };
    assert_eq!((position.number(), outside.len()), (3, 1));
}

const LOOP50: &str = include_str!("../../../../static/examples/loop50.horn");

/// Acta'16, Sect. 1.1: 51 refinements without templates, and one with those of the frontier that fits.
#[test]
fn a_set_of_templates_is_this_refinements_abstraction() {
    let (plain, events) = solved(LOOP50, by("cav13-ti", ""));
    assert_eq!((word(&plain), plain.statistics().refinements), ("safe", 51));
    let at = |events: &[Event], nth: usize| {
        let found = events.iter().enumerate().filter(|(_, e)| matches!(e, Event::InterpolantsFound { .. }));
        found.map(|(i, _)| i).nth(nth).unwrap()
    };
    let step = at(&events, 0);
    let (engine, events) = solved(LOOP50, by("cav13-ti", &format!("@{step}t1:X - I; J")));
    assert_eq!(misfits(&events), []);
    assert!(matches!(&events[step], Event::Chosen { choice } if choice.contains("t1:X - I; J")));
    assert_eq!((word(&engine), engine.statistics().refinements), ("safe", 1), "{events:?}");
    // One may not hide the counter from itself; `X` alone keeps too little; and positions must fit.
    let refused = |choice: &str| misfits(&solved(LOOP50, by("cav13-ti", &format!("@{step}{choice}"))).1);
    assert_eq!(refused("t1:X"), [Misfit::Infeasible]);
    assert_eq!(refused("t1:"), [Misfit::Infeasible]);
    assert_eq!(refused("t7:I"), [Misfit::NoSuchPosition]);
    assert_eq!(refused("t1,1:I"), [Misfit::NoSuchPosition]);
    assert!(matches!(&refused("t1:Z")[..], [Misfit::NoFormula(_)]));
}

#[test]
fn templates_hold_at_several_positions_alike() {
    let (_, events) = solved(LOOP50, by("cav13-ti", ""));
    let found = events.iter().enumerate().filter(|(_, e)| matches!(e, Event::InterpolantsFound { .. }));
    let step = found.map(|(i, _)| i).nth(1).unwrap();
    let (engine, events) = solved(LOOP50, by("cav13-ti", &format!("@{step}t1,2:X - I; J")));
    assert_eq!((word(&engine), misfits(&events)), ("safe", vec![]));
    assert_eq!(engine.statistics().refinements, 2);
}

/// A fold is refused where nothing recurs, and made where something does; the delay is one's own.
#[test]
fn loops_are_folded_when_a_person_says_so() {
    let (_, plain) = solved(LOOP50, by("cav13-ti", ""));
    let refuted = |nth: usize| {
        let all = plain.iter().enumerate().filter(|(_, e)| matches!(e, Event::Refuted));
        all.map(|(i, _)| i).nth(nth).unwrap()
    };
    let at = |choice: String| {
        let (engine, events) = solved(LOOP50, by("cav13-ti", &choice));
        let folds = events.iter().filter(|e| matches!(e, Event::Folded { .. })).count();
        (word(&engine), engine.statistics().refinements, folds, misfits(&events))
    };
    assert_eq!(at(format!("@{}f0", refuted(0))), ("stopped", 0, 0, vec![Misfit::NothingToFold]));
    let (word, refinements, folds, wrong) = at(format!("@{}f0", refuted(2)));
    assert_eq!((word, wrong), ("safe", vec![]));
    assert!(refinements < 10 && folds > 0, "{refinements} {folds}");
    let (_, late, folds, _) = at(format!("@{}f9", refuted(2)));
    assert_eq!((late, folds), (51, 0), "nine rounds have not happened yet");
    let (_, never, folds, wrong) = at(format!("@{}f-", refuted(2)));
    assert_eq!((never, folds, wrong), (51, 0, vec![]));
}

/// What the log says to be waiting is what waits.
#[test]
fn the_log_knows_what_there_is_to_choose() {
    let mut looks = 0;
    for (name, text) in examples::SAFE.into_iter().chain(examples::UNSAFE) {
        for strategy in [Strategy::Tree, Strategy::Disjunctive, Strategy::Global] {
            let mut engine = Engine::new(problem(text), settings(strategy));
            let header = engine.header();
            let mut trace = crate::trace::Trace::new();
            let mut budget = Budget::steps(3_000_000);
            while engine.verdict().is_none() {
                trace.push(engine.step(&mut budget));
                if !engine.is_exploring() {
                    continue;
                }
                let (listed, more) =
                    crate::trace::waiting(&header, &trace.state(trace.len()), trace.events().iter());
                let mut own: Vec<_> = engine
                    .worklist
                    .pending()
                    .filter(|item| item.body.iter().all(|n| engine.graph.is_active(*n)))
                    .map(|item| (item.clause, item.body.clone()))
                    .collect();
                own.sort();
                own.truncate(crate::trace::WAITING_LISTED);
                assert_eq!(listed, own, "{name} by {strategy:?} after {} ({more})", trace.len());
                looks += 1;
            }
        }
    }
    assert!(looks > 500, "{looks}");
}

/// The same choices have the same events, also if every piece of work is cut short at first.
#[test]
fn logs_with_choices_are_the_same_again() {
    let choices = format!("{TREE_2}@10i1:M = N -> M >= R");
    let (_, once) = solved(GCD, by("cav13-ti", &choices));
    let (_, twice) = solved(GCD, by("cav13-ti", &choices));
    assert_eq!((once.last(), misfits(&once)), (twice.last(), vec![]));
    assert_eq!(once, twice);
    let mut engine = Engine::new(problem(GCD), by("cav13-ti", &choices));
    let (mut events, mut steps) = (Vec::new(), 1);
    loop {
        let event = engine.step(&mut Budget::steps(steps));
        if matches!(event, Event::Verdict(VerdictText::Stopped(_))) {
            steps *= 2;
            assert!(engine.resume());
            assert_eq!(engine.step(&mut Budget::steps(steps)), Event::Resumed);
            continue;
        }
        let is_last = matches!(event, Event::Verdict(_));
        events.push(event);
        if is_last {
            break;
        }
    }
    // When a run pauses is no part of it.
    assert_eq!(events, once);
}
