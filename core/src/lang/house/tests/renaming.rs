//! Clauses with several positive literals (thesis, Sect. 5.7).

use crate::budget::Budget;
use crate::engine::{Engine, Settings, Verdict};
use crate::lang::{Language, Problem, Severity, house, parse_solution, print, print_solution};
use crate::settings::RunSettings;
use crate::validate;

/// Every even number is in `p` or `q`, every odd one in `r`; what is in `p` is small, and so on.
const SHARED: &str = "p(X); q(X) :- 2 | X.\n\
                      false :- p(X), X > 10.\n\
                      false :- q(X), X < 0.\n";

fn read(text: &str) -> Problem {
    let (problem, diagnostics) = house::parse(text);
    assert!(diagnostics.iter().all(|d| d.severity == Severity::Warning), "{text}: {diagnostics:?}");
    problem
}

#[test]
fn a_literal_that_is_negated_in_a_body_is_a_head() {
    let horn = read("p(X) :- X > 0.\nfalse :- p(X), X > 5.");
    let other = read("false :- !p(X), X > 0.\nfalse :- p(X), X > 5.");
    assert!(horn.same_as(&other));
    assert!(other.complements.is_empty());
}

#[test]
fn clauses_that_are_horn_after_renaming_are_solved_and_renamed_back() {
    let problem = read(SHARED);
    assert_eq!(problem.complements.len(), 1);
    let mut budget = Budget::unlimited();
    let mut engine = Engine::within(problem.clone(), Settings::from(&RunSettings::default()), &mut budget);
    while engine.verdict().is_none() {
        engine.step(&mut budget);
    }
    let Some(Verdict::Safe(solved)) = engine.verdict() else { panic!("{:?}", engine.verdict()) };
    let text = print_solution(engine.problem(), solved.solution(), Language::House);
    assert!(!text.contains('¬'), "{text}");
    // It is read back about the symbols of the text, and holds.
    let mut again = problem.clone();
    let (solution, diagnostics) = parse_solution(&text, &mut again, Language::House);
    assert_eq!(diagnostics, [], "{text}");
    let judged = validate::solution(&mut again, &solution, &mut Budget::unlimited());
    assert!(judged.is_ok_and(|judged| judged.proofs().is_some()), "{text}");
}

#[test]
fn solutions_are_typed_about_the_symbols_of_the_text() {
    for (text, holds) in [
        ("p(X) := X <= 10. q(X) := X >= 0.", true),
        ("p(X) := X <= 4. q(X) := X > 4.", true),
        ("p(X) := X < 0. q(X) := X > 0.", false),
        ("p(X) := true. q(X) := X >= 0.", false),
    ] {
        let mut problem = read(SHARED);
        let (solution, diagnostics) = parse_solution(text, &mut problem, Language::House);
        assert_eq!(diagnostics, [], "{text}");
        let judged = validate::solution(&mut problem, &solution, &mut Budget::unlimited());
        assert_eq!(judged.is_ok_and(|judged| judged.proofs().is_some()), holds, "{text}");
    }
}

#[test]
fn they_are_printed_as_they_were_typed() {
    let problem = read(SHARED);
    let text = print(&problem, Language::House);
    assert!(text.contains("q(X)") && text.contains(';') && !text.contains('¬'), "{text}");
    let again = read(&text);
    assert!(problem.same_as(&again), "{text}");
    assert_eq!(problem.complements, again.complements);
}

#[test]
fn what_is_not_renamable_is_refused_with_the_reason() {
    let (problem, diagnostics) = house::parse("x; y; z.\nfalse :- x, y, z.\n");
    assert_eq!(problem.clauses.len(), 0);
    let errors: Vec<_> = diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
    assert_eq!(errors.len(), 1, "{diagnostics:?}");
    assert!(errors[0].message.starts_with("this clause is not a Horn clause, and no complements"));
    assert!(errors[0].hint.as_ref().unwrap().contains("can't stay as it is because of clause"));
}
