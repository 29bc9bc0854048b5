//! A few hundred cases of each kind of random input; `cargo xtask fuzz` runs as many as you have patience
//! for.

use std::collections::BTreeMap;

use hornbook_tests::fuzz::{Kind, case};

/// The events of some cases, counted; none of them fails.
fn counts(kind: Kind, cases: u64) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for number in 0..cases {
        match case(kind, 2013, number) {
            Ok(case) => case.events.into_iter().for_each(|event| *counts.entry(event).or_default() += 1),
            Err(failure) => panic!("{}", failure.report()),
        }
    }
    counts
}

#[test]
fn verdicts_on_random_systems_are_right() {
    let counts = counts(Kind::Systems, 150);
    // A generator without safe or without unsafe systems would test nothing.
    assert!(counts["safe"] > 100 && counts["unsafe"] > 100, "{counts:?}");
}

#[test]
fn random_interpolants_separate() {
    let counts = counts(Kind::Interpolation, 300);
    assert!(counts["model"] > 20 && counts["interpolant"] > 20 && counts["sequence"] > 20, "{counts:?}");
}

#[test]
fn damaged_texts_are_answered() {
    let counts = counts(Kind::Parsers, 400);
    assert!(counts["read"] > 40, "{counts:?}");
}

#[test]
fn damaged_links_are_answered() {
    let counts = counts(Kind::Links, 400);
    assert!(counts["refused"] + counts["damaged"] > 200, "{counts:?}");
}
