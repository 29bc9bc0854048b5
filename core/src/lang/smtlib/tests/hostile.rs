//! Texts that stand for much more than they say: the work of reading them is bounded by their length.

use super::errors;
use crate::budget::{Budget, Exhausted};
use crate::lang::{Language, Problem, parse_within, smtlib};

/// Parts with the numbers from 0 on.
fn numbered(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect()
}

fn nullary(count: usize) -> String {
    numbered(count, |i| format!("(declare-fun q{i} () Bool)"))
}

/// The formulae and arguments of all clauses.
fn size(problem: &Problem) -> usize {
    let clauses = problem.clauses.iter();
    let size = clauses.map(|clause| {
        let applications = clause.head.iter().chain(&clause.body);
        problem.arena.reachable([clause.constraint]).len()
            + applications.map(|a| 1 + a.arguments.len()).sum::<usize>()
    });
    size.sum()
}

/// Reads a text; its length bounds the steps and the size of the clauses.
fn read(text: &str) -> (Problem, String) {
    let mut budget = Budget::unlimited();
    let (problem, diagnostics) = parse_within(text, Language::SmtLib, &mut budget);
    assert!(
        budget.used() < 20_000 + 40 * text.len() as u64,
        "{} steps for {} bytes",
        budget.used(),
        text.len()
    );
    assert!(size(&problem) < text.len(), "{} parts for {} bytes", size(&problem), text.len());
    (problem, errors(text, &diagnostics))
}

#[test]
fn what_is_not_horn_is_found_at_once() {
    for n in [5, 30, 300] {
        let both = numbered(n, |i| format!("(and (p (+ x {i})) (q (+ x {i})))"));
        let guarded = numbered(n, |i| format!("(and (p (+ x {i})) (> x {i}))"));
        let names = numbered(n, |i| format!(" q{i}"));
        for text in [
            format!(
                "(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)(assert (forall ((x Int)) (or {both})))"
            ),
            format!("(declare-fun p (Int) Bool)(assert (forall ((x Int)) (=> (> x 0) (or {guarded}))))"),
            format!("{}(assert (xor{names}))", nullary(n)),
            format!("{}(assert (distinct (and{names}) (or{names})))", nullary(n)),
        ] {
            let (problem, errors) = read(&text);
            assert_eq!(problem.clauses.len(), 0);
            assert_eq!(errors.matches("not a Horn clause").count(), 1, "{errors}");
        }
    }
}

#[test]
fn conditions_that_are_known_are_not_split() {
    for n in [3, 30, 300] {
        let names = numbered(n, |i| format!(" q{i}"));
        let sum = numbered(n, |i| format!("(ite q{i} 1 2)"));
        let text = format!(
            "(declare-fun p (Int) Bool){}(assert (forall ((x Int)) (=> (and{names} (= x (+ {sum} 0))) (p x))))",
            nullary(n)
        );
        let (problem, errors) = read(&text);
        assert_eq!(errors, "");
        assert_eq!((problem.relations.len(), problem.clauses.len()), (n + 1, 1));
    }
}

#[test]
fn heads_of_many_cases_stay_small() {
    for n in [10, 100, 1_000] {
        // One head after many conditions, each with two ways to it.
        let ways = numbered(n, |i| format!("(let ((h (and (=> (> x {i}) h) (=> (< x (- {i})) h)))) "));
        let shared = format!("(let ((h (p x))) {ways} h{})", ")".repeat(n));
        // Many heads, each under the negation of the conditions before.
        let chain = numbered(n, |i| format!("(ite (> x {i}) (p {i}) "));
        let chain = format!("{chain}(p x){}", ")".repeat(n));
        // Many bodies with two ways each.
        let bodies = numbered(n, |i| format!("(or (p {i}) (and (p (- x)) (> x {i})))"));
        for term in [shared, chain, format!("(=> (and {bodies}) (p x))")] {
            let text = format!("(declare-fun p (Int) Bool)(assert (forall ((x Int)) {term}))");
            let (problem, errors) = read(&text);
            assert_eq!(errors, "");
            assert!(!problem.clauses.is_empty());
        }
    }
}

#[test]
fn terms_and_constraints_stay_small() {
    for n in [10, 100, 1_000] {
        let nested = numbered(n, |i| format!("(ite (> x {i}) (+ x {i}) "));
        let nested = format!("{nested}x{}", ")".repeat(n));
        let sum = numbered(n, |i| format!("(ite (> x {i}) {i} (- {i}))"));
        let xor = numbered(n, |i| format!("(> x {i})"));
        for term in [format!("(p {nested})"), format!("(p (+ {sum}))"), format!("(=> (xor {xor}) (p x))")] {
            let text = format!("(declare-fun p (Int) Bool)(assert (forall ((x Int)) {term}))");
            let (problem, errors) = read(&text);
            assert_eq!(errors, "");
            assert_eq!((problem.relations.len(), problem.clauses.len()), (1, 1));
        }
    }
}

#[test]
fn long_sums_under_a_name_are_not_copied_without_end() {
    let variables = numbered(3_000, |i| format!("(x{i} Int)"));
    let sum = numbered(3_000, |i| format!(" x{i}"));
    let copies = " s".repeat(30_000);
    let text = format!(
        "(declare-fun p (Int) Bool)(assert (forall ({variables}) (let ((s (+{sum}))) (p (+{copies})))))"
    );
    let (_, diagnostics) = smtlib::parse(&text);
    assert!(errors(&text, &diagnostics).contains("the text is too large"));
}

#[test]
fn distinct_does_not_multiply() {
    let text = |n: usize| {
        let variables = numbered(n, |i| format!("(x{i} Int)"));
        let names = numbered(n, |i| format!(" x{i}"));
        format!("(declare-fun p (Int) Bool)(assert (forall ({variables}) (=> (distinct{names}) (p x0))))")
    };
    let (problem, diagnostics) = smtlib::parse(&text(40));
    assert_eq!(diagnostics, []);
    assert_eq!(problem.arena.node(problem.clauses[0].constraint).children().len(), 40 * 39 / 2);
    let (problem, diagnostics) = smtlib::parse(&text(20_000));
    assert_eq!(diagnostics, []);
    assert_eq!(problem.clauses[0].constraint, problem.arena.true_());
    assert!(problem.arena.formula_count() < 20);
}

#[test]
fn a_budget_ends_reading() {
    let text = format!("(declare-fun p (Int) Bool){}", numbered(500, |i| format!("(assert (p {i}))")));
    let mut looks = 0;
    let mut watch = || {
        looks += 1;
        (looks == 1).then_some(Exhausted::Interrupted)
    };
    let mut watched = Budget::unlimited().with_interruption(&mut watch);
    watched.take(4_000).unwrap();
    for (mut budget, reason) in [(Budget::steps(100), "steps is used up"), (watched, "interrupted")] {
        let (problem, diagnostics) = parse_within(&text, Language::SmtLib, &mut budget);
        assert!(problem.clauses.len() < 100);
        let errors = errors(&text, &diagnostics);
        assert!(
            errors.contains("the text is too large: reading stops here") && errors.contains(reason),
            "{errors}"
        );
    }
}

#[test]
fn ends_of_lines_and_names_that_cannot_be_printed() {
    let text = "(declare-fun p (Int) Bool)\r(assert (p 1))\r; a comment\r(assert (not (p 1)))\r(check-sat)\r";
    assert_eq!(smtlib::parse(text).0.clauses.len(), 2);
    for (name, what) in [("a\\b", "a backslash"), ("a\u{1b}[2J", "the control character U+001B")] {
        let text = format!("(declare-fun |{name}| () Bool)");
        let (_, diagnostics) = smtlib::parse(&text);
        assert_eq!(errors(&text, &diagnostics), format!("1:14: a symbol cannot contain {what}\n"));
    }
}

#[test]
fn a_question_before_the_last_clause_is_refused() {
    let text =
        "(declare-fun p (Int) Bool)(assert (p 1))(check-sat)(assert (not (p 1)))(check-sat)(check-sat)";
    let (_, diagnostics) = smtlib::parse(text);
    let errors = errors(text, &diagnostics);
    assert!(errors.starts_with("1:41: `(check-sat)` must come after all clauses"), "{errors}");
    assert_eq!(errors.lines().count(), 1);
}
