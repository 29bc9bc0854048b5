//! The examples of chapter 6 have the verdicts that the thesis says, with proofs and with runs.

use super::*;
use crate::horn::Pipeline;
use crate::lang::model::Run;

const LOCAL: [Encoding; 3] = [Encoding::Product, Encoding::OwickiGries, Encoding::RelyGuarantee];

#[track_caller]
fn proved(text: &str, encoding: Encoding) -> crate::lang::model::Reading {
    match solve(&network(text, encoding), 60_000_000) {
        Answer::Safe(reading) => reading,
        other => panic!("{encoding:?}: {other:?}"),
    }
}

#[track_caller]
fn violated(text: &str, encoding: Encoding) -> Run {
    match solve(&network(text, encoding), 60_000_000) {
        Answer::Unsafe(Account::Real(run)) => run,
        other => panic!("{encoding:?}: {other:?}"),
    }
}

#[test]
fn nobody_walks_while_the_light_is_red() {
    for encoding in LOCAL {
        let reading = proved(PEDESTRIAN, encoding);
        // Each location of each automaton has its invariant, and with rely-guarantee each automaton its
        // environment.
        let environments = if encoding == Encoding::RelyGuarantee { 2 } else { 0 };
        assert_eq!(reading.notes.len(), 4 + 3 + environments, "{reading:?}");
    }
}

/// What the environment does is used once, so its symbol goes before the run, however many edges the others
/// have.
#[test]
fn environments_are_inlined() {
    let model = network(&FISCHER.replace("N = 2", "N = 3"), Encoding::RelyGuarantee);
    let relations = &model.problem().relations;
    assert_eq!(relations.iter().filter(|relation| relation.name.starts_with("env_")).count(), 3);
    let prepared = Pipeline::default().run(model.problem(), &mut Budget::unlimited()).unwrap();
    let atoms = prepared.system.clauses().iter().flat_map(|clause| &clause.body);
    let mut used: Vec<_> = atoms.map(|atom| atom.relation).collect();
    used.sort_unstable();
    used.dedup();
    assert_eq!(used.len(), 3, "an invariant for each process is all that is left");
}

#[test]
fn a_light_that_blinks_too_shortly_is_caught() {
    let text = include_str!("../../../../../static/examples/pedestrian-faulty.xta");
    for encoding in LOCAL {
        let run = violated(text, encoding);
        let last = run.rows.last().unwrap();
        let value = |name: &str| {
            let column = run.columns.iter().position(|column| column == name).unwrap();
            last.values[column].clone().unwrap()
        };
        assert_eq!(value("w"), crate::formula::Value::Int(1.into()));
        assert_eq!(value("g"), crate::formula::Value::Int(0.into()));
    }
}

/// The time that the light stays green does not matter to somebody who starts while it is green: what matters
/// is how long it blinks. So the light that blinks after 1 is as safe as the one that blinks after 5; and
/// whoever may not walk while it blinks is in danger with both.
#[test]
fn when_the_light_starts_to_blink_does_not_matter() {
    let early = PEDESTRIAN.replace("guard x >= 5", "guard x >= 1");
    assert_ne!(early, PEDESTRIAN);
    proved(&early, Encoding::OwickiGries);
    for text in [PEDESTRIAN, &early] {
        let stricter = with_query(text, "A[] (w == 1 imply g == 1)");
        violated(&stricter, Encoding::Product);
    }
}

#[test]
fn fischers_protocol_for_two() {
    for encoding in LOCAL {
        proved(FISCHER, encoding);
    }
    let wrong = include_str!("../../../../../static/examples/fischer-wrong.xta");
    for encoding in LOCAL {
        violated(wrong, encoding);
    }
}

/// The clauses of Fig. 6.6, without the question: 54 with Owicki-Gries, 57 with rely-guarantee, for three
/// processes.
#[test]
fn fischers_protocol_for_three_has_the_published_numbers_of_clauses() {
    let three = FISCHER.replace("const int N = 2;", "const int N = 3;");
    let clauses = |encoding| network(&three, encoding).problem().clauses.len() - 1;
    assert_eq!(clauses(Encoding::OwickiGries), 54);
    assert_eq!(clauses(Encoding::RelyGuarantee), 57);
}

#[test]
fn fischers_protocol_for_any_number() {
    let any = include_str!("../../../../../static/examples/fischer-any.xta");
    let reading = proved(any, Encoding::Parameterised);
    assert!(reading.sentence.contains("any number of copies"), "{}", reading.sentence);
    let wrong = any.replace("x > K", "x >= K");
    assert_ne!(wrong, any);
    violated(&wrong, Encoding::Parameterised);
    // Without the global clock, copies know too little of each other: there is no such proof, and no error
    // either.
    match solve(&network(&FISCHER.replace("x > K", "x >= K + 1"), Encoding::Parameterised), 60_000_000) {
        Answer::Unsafe(Account::NoVerdict(sentence)) => {
            assert!(sentence.contains("all its states"), "{sentence}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn trains_do_not_meet_on_the_bridge() {
    let text = include_str!("../../../../../static/examples/train-gate.xta");
    proved(text, Encoding::Product);
    // A train that can be stopped until it is on the bridge.
    let wrong = text.replace("Appr -> Cross { guard x >= 10;", "Appr -> Cross { guard x >= 10 - 5;");
    let wrong = wrong.replace(
        "Occ -> Halt { select",
        "Occ -> Occ { select i : id_t; sync appr[i]?; }, Occ -> Halt { select",
    );
    violated(&wrong, Encoding::Product);
}
