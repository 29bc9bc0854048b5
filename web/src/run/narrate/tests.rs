use std::fmt::Write;

use expect_test::expect;

use hornbook::engine::{Engine, Settings};
use hornbook::guide::InterpolationAbstraction;
use hornbook::lang::house;
use hornbook::settings::{Acceleration, RunSettings, Strategy};
use hornbook::solver::Budget;

use super::*;
use crate::text::examples::{EXAMPLES, Example};
use crate::wire::protocol::{Progress, RunId};
use crate::worker::runner::Runner;

/// The whole narration, as far as this many events.
fn narration(example: &Example, settings: &RunSettings, limit: usize) -> String {
    let mut runner = Runner::default();
    let Progress::Began { header } = runner.begin(RunId(1), example.text, settings, &[]) else {
        panic!("{} is refused", example.name);
    };
    let mut state = trace::State::default();
    let mut text = String::new();
    for step in 1..=limit {
        let Some(event) = runner.step(RunId(1)) else { break };
        state.apply(&event);
        writeln!(text, "{step:>2}  {}", plain(&tell(&event, &header, &state))).unwrap();
    }
    text
}

#[test]
fn gcd_from_beginning_to_end() {
    let (abstraction, acceleration) = (InterpolationAbstraction::Off, Acceleration::Off);
    let settings = RunSettings { abstraction, acceleration, ..RunSettings::default() };
    expect![[r#"
         1  A new node n0 for gcd: no predicate is known to hold for its arguments, so it stands for all of their values.
         2  Clause 1 derives n0.
         3  The graph derives false. The way there is a counterexample of depth 2: is it real?
         4  No. No integers satisfy all the constraints on the way, so it is spurious: it exists only because the predicates tell too little.
         5  Interpolants say briefly why: at gcd, M ≥ R.
         6  New predicate: M ≥ R for gcd. From now on the graph can tell whether it holds.
         7  The new predicates tell apart what a node has stood for so far. 1 node and 1 edge are removed, and will be derived anew.
         8  A new node n1 for gcd: for its arguments M ≥ R holds.
         9  Clause 1 derives n1.
        10  Clause 4 cannot be applied to n1: its constraint contradicts what is known there.
        11  A new node n2 for gcd: no predicate is known to hold for its arguments, so it stands for all of their values.
        12  Clause 2 derives n2 from n1.
        13  n2 allows all that n1 allows. So n1 is covered: from there nothing new can be derived.
        14  The graph derives false. The way there is a counterexample of depth 3: is it real?
        15  No. No integers satisfy all the constraints on the way, so it is spurious: it exists only because the predicates tell too little.
        16  Interpolants say briefly why: at gcd, M > N.
        17  New predicate: M > N for gcd. From now on the graph can tell whether it holds.
        18  The new predicates tell apart what a node has stood for so far. 1 node and 1 edge are removed, and will be derived anew.
        19  n1 has to be followed again, for what covered it is gone.
        20  A new node n3 for gcd: for its arguments M > N holds.
        21  Clause 2 derives n3 from n1.
        22  Clause 4 cannot be applied to n3: its constraint contradicts what is known there.
        23  Clause 3 derives n1 from n1.
        24  Clause 2 derives n3 from n3.
        25  A new node n4 for gcd: no predicate is known to hold for its arguments, so it stands for all of their values.
        26  Clause 3 derives n4 from n3.
        27  n4 allows all that n1 and n3 allow. So n1 and n3 are covered: from there nothing new can be derived.
        28  The graph derives false. The way there is a counterexample of depth 4: is it real?
        29  No. No integers satisfy all the constraints on the way, so it is spurious: it exists only because the predicates tell too little.
        30  Interpolants say briefly why: at gcd, M < N.
        31  New predicate: M < N for gcd. From now on the graph can tell whether it holds.
        32  Clause 3, applied to n1, derives nothing new. n1 allows all of it: it is subsumed.
        33  The new predicates tell apart what a node has stood for so far. 1 node and 1 edge are removed, and will be derived anew.
        34  n1 and n3 have to be followed again, for what covered them is gone.
        35  A new node n5 for gcd: for its arguments M < N holds.
        36  Clause 3 derives n5 from n3.
        37  Clause 4 cannot be applied to n5: its constraint contradicts what is known there.
        38  Clause 2 derives n3 from n5.
        39  Clause 3 derives n5 from n5.
        40  The clauses are safe: nothing is left to explore, and false was not derived. The graph is a solution, proved clause by clause.
    "#]].assert_eq(&narration(Example::named("gcd").unwrap(), &settings, 1_000));
}

#[test]
fn loop50_with_templates() {
    expect![[r#"
         1  A new node n0 for loop: no predicate is known to hold for its arguments, so it stands for all of their values.
         2  Clause 1 derives n0.
         3  The graph derives false. The way there is a counterexample of depth 2: is it real?
         4  No. No integers satisfy all the constraints on the way, so it is spurious: it exists only because the predicates tell too little.
         5  Some interpolants hold in one round of a loop only. To prefer others, Hornbook has looked at what the loops change. For loop the templates are I − X, J, predicate I ≥ 0, predicate I ≤ 50, predicate X ≥ J, predicate X = I + J and 10 more.
         6  17 sets of templates were tried. The cheapest feasible one is predicate X = I + J, so interpolants speak of nothing else.
         7  Interpolants say briefly why: at loop, X = I + J.
         8  New predicates: I + J ≤ X for loop and I + J ≥ X for loop. From now on the graph can tell whether they hold.
         9  The new predicates tell apart what a node has stood for so far. 1 node and 1 edge are removed, and will be derived anew.
        10  A new node n1 for loop: for its arguments I + J ≤ X and I + J ≥ X hold.
        11  Clause 1 derives n1.
        12  Clause 3 cannot be applied to n1: its constraint contradicts what is known there.
        13  Clause 2 derives n1 from n1.
        14  The clauses are safe: nothing is left to explore, and false was not derived. The graph is a solution, proved clause by clause.
    "#]].assert_eq(&narration(Example::named("loop50").unwrap(), &RunSettings::default(), 1_000));
}

/// CAV'13, Sect. 6: a dag is factored and copied step by step, and each step is told.
#[test]
fn dags_are_told_step_by_step() {
    let text = "p0(X) :- X = 0. p0(X) :- X = 1. p1(X + Y) :- p0(X), p0(Y). p2(X + Y) :- p1(X), p1(Y).
        r(X) :- p2(X). r(X + 1) :- p2(X). false :- r(X), X < 0.";
    let (problem, _) = house::parse(text);
    let strategy = Strategy::Disjunctive;
    let settings = Settings { strategy, choices_written_out: 0, ..Settings::default() };
    let mut engine = Engine::new(problem, settings);
    let (header, mut state, mut told) = (engine.header(), trace::State::default(), Vec::new());
    while engine.verdict().is_none() {
        let event = engine.step(&mut Budget::unlimited());
        state.apply(&event);
        if event.counterexample().is_some() {
            assert_eq!(state.counterexample.as_ref(), event.counterexample());
            told.push(plain(&tell(&event, &header, &state)));
        }
    }
    assert_eq!(
        told[..2],
        [
            "The graph derives false. The ways there are an and/or tree of counterexamples of depth 5: is one of them \
             real? It is a dag: 3 places are used more than once.",
            "As a tree it would be too large, so it is expanded only as far as needed. 1 place that alternatives have in \
             common is factored out: a derivation takes one alternative, so one copy does for all. What one derivation \
             would use twice is there once; 2 further uses are left open."
        ]
    );
    let copied = "What is expanded so far has a model, and it relies on open places. 1 of them gets its own copies of \
                  what is below: ";
    assert!(told.len() > 2 && told[2].starts_with(copied), "{told:?}");
}

#[test]
fn every_sentence_of_every_example_is_one() {
    for strategy in Strategy::ALL {
        for abstraction in [InterpolationAbstraction::Off, InterpolationAbstraction::Auto] {
            let settings = RunSettings { strategy, abstraction, limit: 1, ..RunSettings::default() };
            for example in EXAMPLES {
                for line in narration(example, &settings, 150).lines() {
                    let sentence = line.get(4..).unwrap_or_default().trim();
                    assert!(sentence.ends_with(['.', '?']), "{}: {line}", example.name);
                    assert!(
                        sentence.starts_with(char::is_uppercase)
                            || sentence.starts_with(|c: char| c == 'n' || c.is_ascii_digit()),
                        "{line}"
                    );
                    assert!(!sentence.contains("  ") && !sentence.contains(" ."), "{}: {line}", example.name);
                }
            }
        }
    }
}
