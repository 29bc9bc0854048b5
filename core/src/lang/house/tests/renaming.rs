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

/// The verdict, and for a safe problem whether the printed solution is read back and holds; nothing if the
/// run has not ended after some steps.
fn solved(problem: &Problem) -> Option<bool> {
    let mut budget = Budget::steps(400_000);
    let mut engine = Engine::within(problem.clone(), Settings::from(&RunSettings::default()), &mut budget);
    while engine.verdict().is_none() {
        engine.step(&mut budget);
    }
    match engine.verdict()? {
        Verdict::Safe(solved) => {
            let text = print_solution(engine.problem(), solved.solution(), Language::House);
            let mut again = problem.clone();
            let (solution, diagnostics) = parse_solution(&text, &mut again, Language::House);
            assert_eq!(diagnostics, [], "{text}");
            let judged = validate::solution(&mut again, &solution, &mut Budget::unlimited());
            assert!(judged.is_ok_and(|judged| judged.proofs().is_some()), "{text}");
            Some(true)
        }
        Verdict::Unsafe(..) => Some(false),
        Verdict::Stopped(_) => None,
    }
}

/// Random Horn clauses, and the same with complements in the place of some symbols, written by hand: those
/// are not Horn as they stand, and have the same verdict.
#[test]
fn random_clauses_and_their_renaming_by_hand() {
    let mut random = hornbook_random::Random(572);
    let (mut seen, mut renamed_somewhere) = ([0; 2], 0);
    for _ in 0..150 {
        let names = ["p", "q", "r"];
        let is_complement: Vec<bool> = names.iter().map(|_| random.chance(2)).collect();
        let (mut horn, mut other) = (String::new(), String::new());
        for i in 0..random.count(4, 7) {
            let head = if i < 2 { Some(i) } else { Some(random.count(0, 3)).filter(|head| *head < 3) };
            let body: Vec<usize> =
                (0..random.count(usize::from(i >= 2), 1)).map(|_| random.count(0, 2)).collect();
            let bound = random.range(-4, 4);
            let constraint = if random.chance(2) {
                format!("X < {bound}")
            } else {
                format!("X > {bound}, X < {}", bound + 4)
            };
            let shift = random.count(0, 2);
            let literal = |symbol: usize, argument: &str| format!("{}({argument})", names[symbol]);
            let argument = format!("X + {shift}");
            let literals: Vec<(usize, bool, &str)> = (head.iter().map(|h| (*h, true, "X")))
                .chain(body.iter().map(|b| (*b, false, argument.as_str())))
                .collect();
            for (text, turns) in [(&mut horn, false), (&mut other, true)] {
                let is_positive = |symbol: usize, sign: bool| sign != (turns && is_complement[symbol]);
                let of = |wanted: bool| -> Vec<String> {
                    let kept =
                        literals.iter().filter(|(symbol, sign, _)| is_positive(*symbol, *sign) == wanted);
                    kept.map(|(symbol, _, argument)| literal(*symbol, argument)).collect()
                };
                let (mut heads, mut bodies) = (of(true).join("; "), of(false));
                if heads.is_empty() {
                    heads = "false".to_owned();
                }
                bodies.push(constraint.clone());
                *text += &format!("{heads} :- {}.\n", bodies.join(", "));
            }
        }
        let (by_hand, read_back) = (read(&horn), read(&other));
        renamed_somewhere += usize::from(!read_back.complements.is_empty());
        if let (Some(one), Some(two)) = (solved(&by_hand), solved(&read_back)) {
            assert_eq!(one, two, "{horn}\n{other}");
            seen[usize::from(one)] += 1;
        }
    }
    assert!(seen.iter().all(|count| *count > 15) && renamed_somewhere > 50, "{seen:?} {renamed_somewhere}");
}
