//! Reading, printing, encoding and replaying transition systems.

use super::*;
use crate::budget::Budget;
use crate::engine::{Engine, Settings, Verdict};
use crate::formula::Importer;
use crate::lang::model::Account;
use crate::lang::{Clause, Language, Model, Severity, parse_model};
use crate::solver::{Answer, Solver};

/// Two procedures, a global variable, several error states, a label, a call with two results.
const CALLS: &str = "nts calls;
g : int;
main {
    x, y : int;
    initial s0;
    error e1, e2;
    start: s0 -> s1 { g' = 0 and x' >= 1 }
    s1 -> s2 { (x', y') = both(x, g + 1) }
    s2 -> e1 { x <= y && havoc() } // x = before + 2, y = before + 1
    s2 -> e2 { g != 3 }
}
both {
    in a, b : int;
    out c, d : int;
    initial t0;
    final t1;
    t0 -> t1 { c' = a + 2 && d' = a + b && g' = 3 && havoc(c, d, g) }
}
";

fn verdict(text: &str, encoding: Encoding) -> (Verdict, System) {
    let (system, diagnostics) = read(text, encoding, &mut Budget::unlimited());
    assert_eq!(diagnostics, [], "{text}");
    let mut engine = Engine::new(system.encoded.problem.clone(), Settings::default());
    while engine.verdict().is_none() {
        engine.step(&mut Budget::unlimited());
    }
    (engine.verdict().unwrap().clone(), system)
}

#[test]
fn calls_have_two_atoms_and_errors_no_symbol() {
    let (system, diagnostics) = read(CALLS, Encoding::Standard, &mut Budget::unlimited());
    assert_eq!(diagnostics, []);
    let problem = &system.encoded.problem;
    // One clause for each transition and one for each initial state.
    assert_eq!(problem.clauses.len(), 5 + 2);
    let calls: Vec<_> = problem.clauses.iter().filter(|clause| clause.body.len() == 2).collect();
    assert_eq!(calls.len(), 1);
    assert!(problem.relations.iter().all(|relation| !relation.name.contains("_e")));
    assert_eq!(problem.clauses.iter().filter(|clause| clause.head.is_none()).count(), 2);
    // The summary relates inputs to outputs, and the global variable before to that after.
    let summary = problem.relations.iter().find(|relation| relation.name == "both").unwrap();
    assert_eq!(summary.sorts.len(), 5 + 1 - 1 + 1);
    assert!(matches!(verdict(CALLS, Encoding::Standard).0, Verdict::Safe(_)));
    assert!(matches!(verdict(CALLS, Encoding::LargeBlock).0, Verdict::Safe(_)));
}

#[test]
fn a_system_reads_back_as_it_was_printed() {
    let quotient = "nts q; main { x : int; b : bool; initial s; error e;
        s -> t { x' = x / 2 + x % 3 && b' = (x > 0) }
        t -> e { (x < 0 || x > 5 && b) and x % 4 = 1 && not b } }";
    for text in [CALLS, quotient] {
        for encoding in [Encoding::Standard, Encoding::LargeBlock] {
            let (system, diagnostics) = read(text, encoding, &mut Budget::unlimited());
            assert_eq!(diagnostics, []);
            let printed = system.text().unwrap();
            let (again, diagnostics) = read(&printed, Encoding::Standard, &mut Budget::unlimited());
            assert_eq!(diagnostics, [], "{printed}");
            if encoding == Encoding::Standard {
                // The parts of a formula may come in another order.
                assert_eq!(words(&again.text().unwrap()), words(&printed));
            }
            if encoding == Encoding::Standard {
                assert_equivalent(&system.encoded.problem, &again.encoded.problem);
            }
            assert_eq!(again.encoded.problem.clauses.len(), system.encoded.problem.clauses.len());
        }
    }
}

/// The clauses have the same atoms, and constraints that no values tell apart.
fn assert_equivalent(problem: &Problem, again: &Problem) {
    let mut arena = problem.arena.clone();
    let mut importer = Importer::new(&again.arena);
    assert_eq!(problem.clauses.len(), again.clauses.len());
    for (clause, other) in problem.clauses.iter().zip(&again.clauses) {
        let atoms = |problem: &Problem, clause: &Clause| {
            let constraint = problem.arena.true_();
            house::print_clause(problem, &Clause { constraint, ..clause.clone() })
        };
        assert_eq!(atoms(problem, clause), atoms(again, other));
        let other = importer.formula(&mut arena, other.constraint);
        let same = arena.iff(clause.constraint, other);
        let answer = Solver::new().check(&mut arena, &[!same], &mut Budget::unlimited());
        assert!(matches!(answer, Answer::Unsat(_)), "{}", house::print_clause(problem, clause));
    }
}

fn words(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = text.split([' ', '(', ')']).collect();
    words.sort_unstable();
    words
}

#[test]
fn havoc_says_what_changes() {
    // Without `havoc` a variable that is not mentioned primed stays (thesis, Fig. 2.1).
    let stays =
        "nts a; main { x, y : int; initial s; error e; s -> t { x' = 0 && y = 0 } t -> e { y != 0 } }";
    assert!(matches!(verdict(stays, Encoding::Standard).0, Verdict::Safe(_)));
    let changes = stays.replace("y = 0 }", "y = 0 && havoc(x, y) }");
    assert!(matches!(verdict(&changes, Encoding::Standard).0, Verdict::Unsafe(..)));
    // A variable that is mentioned primed but not named stays as well.
    let kept = stays.replace("x' = 0 && y = 0", "y' = 0 && havoc(x)");
    assert!(matches!(verdict(&kept, Encoding::Standard).0, Verdict::Safe(_)));
}

#[test]
fn an_error_inside_of_a_procedure_needs_a_call_that_reaches_it() {
    let text = "nts p; main { initial s; s -> t { f(1) } }
        f { in a : int; initial u; error e; u -> e { a < 0 } }";
    assert!(matches!(verdict(text, Encoding::Standard).0, Verdict::Safe(_)));
    let (found, system) = verdict(&text.replace("f(1)", "f(-1)"), Encoding::Standard);
    let Verdict::Unsafe(derivation, _) = found else { panic!("{found:?}") };
    let model = NtsModel(system);
    let Account::Real(run) = model.account(&derivation, &mut Budget::unlimited()) else { panic!() };
    assert_eq!(run.rows.iter().map(|row| row.depth).collect::<Vec<_>>(), [0, 0, 1, 1]);
    assert_eq!(run.sentence, "The run reaches the error state e of f.");
}

/// The way back of the large-block encoding: the run is that of the transitions as they were written.
#[test]
fn a_large_block_is_replayed_transition_by_transition() {
    let text = "nts b; main { x, y : int; initial s; error e;
        s -> a { x' = 1 && havoc(x, y) }
        a -> b { y > 3 && x' = x + y } a -> b { y <= 3 && x' = 2 * x }
        b -> c { x' = x + 1 } c -> d { y' = x } d -> e { y = 9 } }";
    let (found, system) = verdict(text, Encoding::LargeBlock);
    assert_eq!(system.encoded.problem.clauses.len(), 2);
    let Verdict::Unsafe(derivation, _) = found else { panic!("{found:?}") };
    let replay = system.replay(&derivation, &mut Budget::unlimited()).unwrap();
    let taken: Vec<usize> = replay
        .moments
        .iter()
        .filter_map(|moment| match moment.what {
            What::Taken(transition) => Some(transition),
            _ => None,
        })
        .collect();
    assert_eq!(taken, [0, 1, 3, 4, 5]);
}

#[test]
fn a_derivation_of_another_system_is_no_run() {
    let text = "nts b; main { x : int; initial s; error e; s -> t { x' = 1 } t -> e { x = 1 } }";
    let (found, _) = verdict(text, Encoding::Standard);
    let Verdict::Unsafe(derivation, _) = found else { panic!("{found:?}") };
    let (other, _) = read(&text.replace("x' = 1", "x' = 2"), Encoding::Standard, &mut Budget::unlimited());
    assert!(other.replay(&derivation, &mut Budget::unlimited()).is_err());
}

#[test]
fn all_mistakes_of_a_text_are_reported_with_their_places() {
    let text = "nts m;\nmain {\n  x : int;\n  y : real;\n  initial s;\n  s -> t { z' = 1 }\n  s -> u { x' = x * x }\n\
                \n  s -> v { f(x) }\n  s -> { x }\n  s -> w { x' = 1 || havoc(x) }\n}\n";
    let (_, diagnostics) = read(text, Encoding::Standard, &mut Budget::unlimited());
    let lines: Vec<u32> =
        diagnostics.iter().map(|d| crate::lang::LineColumn::of(text, d.span.start).line).collect();
    assert_eq!(lines, [4, 6, 7, 9, 10, 11], "{diagnostics:#?}");
    assert!(diagnostics.iter().all(|d| d.severity == Severity::Error));
}

/// Whatever the text is, it is read to its end.
#[test]
fn no_text_is_too_strange() {
    let parts = [
        "nts", "main", "{", "}", "(", ")", "->", ":", ";", ",", "x", "x'", "int", "initial", "havoc", "=",
        "&&", "||", "!", "1", "-", "*", "/", "exists", ".", "f", "error", "/*", "//", "\n", "é", "%",
    ];
    let mut random = hornbook_random::Random(17);
    for _ in 0..3_000 {
        let length = random.below(40);
        let words: Vec<&str> = (0..length).map(|_| *random.pick(&parts)).collect();
        let text = words.join(" ");
        let _ = read(&text, Encoding::Standard, &mut Budget::unlimited());
        let whole = format!("nts a; main {{ x : int; initial s; s -> t {{ {text} }} }}");
        let _ = read(&whole, Encoding::LargeBlock, &mut Budget::unlimited());
    }
    let deep = format!(
        "nts a; main {{ x : int; initial s; s -> t {{ {}x = 1{} }} }}",
        "(".repeat(100_000),
        ")".repeat(100_000)
    );
    let (_, diagnostics) = read(&deep, Encoding::Standard, &mut Budget::unlimited());
    assert!(diagnostics.iter().any(|d| d.message.contains("nested")));
}

#[test]
fn texts_tell_that_they_are_systems() {
    assert_eq!(Language::detect("// a system\n/* of\nmine */ nts a;"), Language::Nts);
    assert_eq!(Language::detect("nts(X) :- X = 0."), Language::House);
    let (model, _) = parse_model(CALLS, Language::Nts, Encoding::Standard, &mut Budget::unlimited()).unwrap();
    let picture = model.picture();
    assert_eq!((picture.groups.len(), picture.nodes.len(), picture.edges.len()), (2, 7, 5));
}

/// The call of a transition that is refused belongs to no transition.
#[test]
fn a_call_in_a_broken_transition_is_forgotten() {
    let text = "nts a; main { x : int; initial s; error e; s -> e { x' = f(x) cover } } \
                f { in a : int; out b : int; initial u; final v; u -> v { b' = a && havoc(b) } }";
    let (_, diagnostics) = read(text, Encoding::Standard, &mut Budget::unlimited());
    assert!(diagnostics.iter().any(|d| d.message.starts_with("expected `}`")), "{diagnostics:?}");
}
