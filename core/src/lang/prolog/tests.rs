//! What is read, what is printed, what is refused with which hint, and texts of no sense.

use crate::lang::{
    Diagnostic, Language, Problem, Severity, parse, parse_solution, print, print_solution, render,
};
use crate::testing::{Random, soup};

fn errors(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    diagnostics.into_iter().filter(|d| d.severity == Severity::Error).collect()
}

fn parsed(text: &str) -> Problem {
    let (problem, diagnostics) = parse(text, Language::Prolog);
    assert_eq!(errors(diagnostics), [], "{text}");
    problem
}

/// In the house syntax.
fn same(prolog: &str, house: &str) {
    let (expected, diagnostics) = parse(house, Language::House);
    assert_eq!(errors(diagnostics), [], "{house}");
    let found = parsed(prolog);
    assert!(found.same_as(&expected), "{prolog}\nis read as\n{}", print(&found, Language::House));
    let text = print(&found, Language::Prolog);
    assert!(found.same_as(&parsed(&text)), "{text}");
}

#[test]
fn signs_and_names() {
    same(
        "p(X) :- X =< 3, X =\\= 0, X != 1, X \\= 2, X =:= -1.",
        "p(X) :- X <= 3, X != 0, X != 1, X != 2, X = -1.",
    );
    same("p(X, Y) :- \\+(X = 0; Y >= 1), Y is X / 2.", "p(X, Y) :- !(X = 0; Y >= 1), Y = X div 2.");
    same("Block(x, Y) :- x mod 2 = 0, (x) = Y.", "'Block'(`x`, Y) :- 2 | `x`, `x` = Y.");
    same("Inv :- r, (s), (x = 0, t). r :- 0 = 0.", "'Inv' :- r, s, `x` = 0, t. r.");
    same("p-[X, Y] :- X < Y. false-[] :- p-[Z, Z].", "p(X, Y) :- X < Y. false :- p(Z, Z).");
    same("% a\n/* b\nc */ // d\np(X) :- X = 0. // e\n", "p(X) :- X = 0.");
    same("p(`B`, X) :- \\+`B`, X = 0. 'Q' :- p(true, X).", "p(B, X) :- !B, X = 0. 'Q' :- p(true, X).");
    // Negative divisors as in SMT-LIB: the remainder is never negative.
    same("p(X) :- X = -7 / 2, -7 mod -2 = 1.", "p(X) :- X = -4.");
}

#[test]
fn one_name_with_different_numbers_of_arguments() {
    let problem = parsed("q :- q(X), q(X, X), r(X). q(X) :- X = 0. r(Y) :- q(Y, Y).");
    let names: Vec<&str> = problem.relations.iter().map(|r| r.name.as_str()).collect();
    assert_eq!(names, ["q/0", "q/1", "q/2", "r"]);
    let text = print(&problem, Language::Prolog);
    assert!(text.starts_with("q :- q(X), q(X, X), r(X).\n"), "{text}");
    assert!(problem.same_as(&parsed(&text)));
    // The house syntax says the same with quotes.
    let (house, diagnostics) = parse(&print(&problem, Language::House), Language::House);
    assert_eq!(errors(diagnostics), []);
    assert!(problem.same_as(&house));
    // A name with one number of arguments keeps its slash.
    same("'q/1'(X) :- X = 0.", "'q/1'(X) :- X = 0.");
}

#[test]
fn solutions_are_clauses() {
    let mut problem = parsed("rf(M, N, R) :- M = N, R = M. q :- q(X). q(1) :- rf(X, X, X).");
    let text = "SOLVABLE\nrf(A,B,C) :- (\\+((A = B)); (A >= C)).\nq :- true.\nq(A) :- ((A mod 2) = 1).\n";
    assert_eq!(Language::detect_solution(text), Language::Prolog);
    let (solution, diagnostics) = parse_solution(text, &mut problem, Language::Prolog);
    assert_eq!(diagnostics, []);
    assert!(solution.missing(&problem).is_empty());
    let printed = print_solution(&problem, &solution, Language::Prolog);
    assert_eq!(printed, "rf(A, B, C) :- A =\\= B; A >= C.\nq :- true.\nq(A) :- (A + 1) mod 2 = 0.\n");
    let (again, diagnostics) = parse_solution(&printed, &mut problem, Language::Prolog);
    assert_eq!(diagnostics, []);
    assert_eq!(printed, print_solution(&problem, &again, Language::Prolog));
    let (_, diagnostics) = parse_solution("rf(A, B, C) :- D = 0.", &mut problem, Language::Prolog);
    assert_eq!(diagnostics.len(), 1);
    assert!(diagnostics[0].message.contains("`D` is none of the variables"), "{diagnostics:?}");
}

#[test]
fn what_is_ambiguous_is_refused() {
    let hint = |text: &str, part: &str| {
        let (_, diagnostics) = parse(text, Language::Prolog);
        let found = errors(diagnostics);
        let hinted = found.iter().any(|d| d.hint.as_ref().is_some_and(|hint| hint.contains(part)));
        assert!(hinted, "{text}: {found:?}");
        found.len()
    };
    // Prolog reads (a, b); c, and Eldarica reads a, (b; c).
    assert_eq!(hint("p(X) :- X = 0, X = 1; X = 2.", "`a, (b; c)`"), 1);
    assert_eq!(hint("p(X) :- (X = 0; X = 1, X = 2).", "`a, (b; c)`"), 1);
    assert_eq!(errors(parse("p(X) :- X = 0, (X = 1; X = 2).", Language::Prolog).1), []);
    // Eldarica reads a comment, and Prolog a quotient.
    assert_eq!(hint("p(X) :- X = 4 // 2.", "write `/`"), 1);
    // A relation symbol for Eldarica, and a Boolean variable in the house syntax.
    assert_eq!(hint("p(X) :- B, X =< 0.", "write 'B' for a relation symbol"), 1);
    assert_eq!(hint("p(X, B) :- B, X =< 0.", "a Boolean variable needs quotes"), 1);
    assert_eq!(errors(parse("p(X) :- B, X =< 0. B :- p(0).", Language::Prolog).1), []);
    // All errors of a text, in one pass.
    assert_eq!(hint("p(X) :- X <= 0. q(X) :- X == 1. r(X) :- X > 0 -> X > 1.", "write `=<`"), 3);
    assert_eq!(hint("p(X) :- 2 | X. q(X) :- !(X = 0). /* no end", "comments end with"), 3);
}

#[test]
fn texts_tell_their_dialect() {
    for text in [
        "p(X) :- X =< 3.",
        "P(X) :- X > 3.",
        "Inv :- x = 0.",
        "p(x) :- x > 3.",
        "mult(x,y,w) :- \\+(x = 0), (t = x / 2), mult(t,y,z), w = 2 * z.",
        "% <= in a comment\np(X) :- X =\\= 3.",
    ] {
        assert_eq!(Language::detect(text), Language::Prolog, "{text}");
    }
    for text in [
        "p(X) :- X > 3.",
        "p(X) :- X <= 3.",
        // A mistake in the house syntax, whose message says what to write.
        "p(X, y) :- X > y.",
        "p(X) :- X =< 3, X <= 4.",
        "p(X) :- B, X > 3.",
        "x",
        "",
        "p(X) := X =< 3.",
    ] {
        assert_eq!(Language::detect(text), Language::House, "{text}");
    }
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../static/examples");
    for entry in std::fs::read_dir(directory).expect("the examples are part of the repository") {
        let path = entry.expect("readable").path();
        if path.extension().is_some_and(|extension| extension == "horn") {
            let text = std::fs::read_to_string(&path).expect("readable");
            assert_eq!(Language::detect(&text), Language::House, "{path:?}");
        }
    }
}

/// Every example of the house syntax can be said in this dialect, and reads back as the same, but for
/// arguments that are terms: they become variables.
#[test]
fn examples_round_trip() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../static/examples");
    let (mut count, mut flattened) = (0, 0);
    for entry in std::fs::read_dir(directory).expect("the examples are part of the repository") {
        let path = entry.expect("readable").path();
        if path.extension().is_some_and(|extension| extension == "horn") {
            let text = std::fs::read_to_string(&path).expect("readable");
            let (problem, _) = parse(&text, Language::House);
            let printed = print(&problem, Language::Prolog);
            let again = parsed(&printed);
            let has_terms = |problem: &Problem| {
                let atoms = problem.clauses.iter().flat_map(|clause| clause.head.iter().chain(&clause.body));
                atoms
                    .flat_map(|atom| &atom.arguments)
                    .any(|a| matches!(a, crate::lang::Argument::Int(term) if term.as_symbol().is_none()))
            };
            assert!(!has_terms(&again), "{path:?}\n{printed}");
            assert!(problem.same_as(&again) != has_terms(&problem), "{path:?}\n{printed}");
            assert!(again.same_as(&parsed(&print(&again, Language::Prolog))), "{path:?}\n{printed}");
            flattened += usize::from(has_terms(&problem));
            count += 1;
        }
    }
    assert!(count >= 15 && flattened >= 5, "{count} {flattened}");
}

/// A variable for a term has a name that nothing else in the clause has.
#[test]
fn terms_as_arguments_become_variables() {
    let (problem, _) = parse("p(X + 1, Arg1, X + 1) :- p(X, 0, Arg1), Arg2 > X.", Language::House);
    assert_eq!(
        print(&problem, Language::Prolog).trim_end(),
        "p(Arg3, Arg1, Arg4) :- p(X, Arg5, Arg1), X < Arg2, Arg3 = X + 1, Arg4 = X + 1, Arg5 = 0."
    );
}

/// A name that stands alone and is also one of a relation symbol with arguments is quoted if no head has it.
#[test]
fn names_that_stand_alone_are_quoted() {
    let text = "Inv(x) :- x = 0.\nInv(x) :- Inv(x), 'Inv'.\n";
    let problem = parsed(text);
    let printed = print(&problem, Language::Prolog);
    assert!(printed.contains("'Inv'."), "{printed}");
    assert!(problem.same_as(&parsed(&printed)), "{printed}");
}

const SOUP: [&str; 60] = [
    "p", "q", "P", "X", "y", "X'", "_", "_1", "B", "0", "1", "2", "17", "(", ")", ",", ";", ".", ":-", ":=",
    "=", "!=", "<", "=<", ">", ">=", "|", "!", "->", "\\+", "+", "-", "*", "/", "div", "mod", "not", "is",
    "true", "false", "let", "'", "`", "'a b'", "`c`", "`c`:bool", "'q/1'", "\n", " ", "%", "//", "/*", "*/",
    "-[", "]", ":", "template", "cost", "relation", "int",
];

#[test]
fn token_soup() {
    let mut random = Random(0x51ed_270b_9f3a_6c15);
    for _ in 0..20_000 {
        survives(&soup(&mut random, &SOUP, 30));
    }
}

fn survives(text: &str) {
    let (problem, diagnostics) = parse(text, Language::Prolog);
    for diagnostic in &diagnostics {
        assert!(
            text.get(diagnostic.span.start as usize..diagnostic.span.end as usize).is_some(),
            "{diagnostic:?}"
        );
    }
    let _ = render(&diagnostics, text, "fuzz");
    let _ = Language::detect(text);
    let printed = print(&problem, Language::Prolog);
    let (again, diagnostics) = parse(&printed, Language::Prolog);
    assert_eq!(errors(diagnostics), [], "{text}\nprinted as\n{printed}");
    assert!(problem.same_as(&again), "{text}\nprinted as\n{printed}");
    let mut target = problem;
    let _ = parse_solution(text, &mut target, Language::Prolog);
}
