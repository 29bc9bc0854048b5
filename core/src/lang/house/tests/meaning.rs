//! What texts mean, seen through the printer.

use expect_test::{Expect, expect};

use super::*;
use crate::formula::{Sort, Valuation};
use crate::lang::Severity;
use crate::num::Int;

fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&print(&parsed(text)));
}

#[test]
fn examples_have_no_diagnostics() {
    for (name, text) in examples() {
        let (problem, mut diagnostics) = parse(&text);
        // That clauses are made Horn is told.
        diagnostics
            .retain(|diagnostic| problem.complements.is_empty() || diagnostic.severity == Severity::Error);
        assert_eq!(diagnostics, [], "{name}");
        assert!(problem.clauses.iter().any(|c| c.head.is_none()), "{name}");
    }
}

#[test]
fn gcd_keeps_its_shape() {
    let (_, text) = examples().into_iter().find(|(name, _)| name == "gcd").expect("gcd is there");
    check(
        &text,
        &expect![[r#"
            gcd(M, N, R) :- M = N, M = R.
            gcd(M, N, R) :- gcd(M1, N, R), M > N, M = N + M1.
            gcd(M, N, R) :- gcd(M, N1, R), M < N, N = M + N1.
            false :- gcd(M, N, R), M = N, M >= 0, M < R.
        "#]],
    );
}

#[test]
fn both_notations_and_the_glyphs_of_the_papers() {
    check(
        "p(X, Y) ← X ≤ Y ∧ (X ≥ 0 ∨ ¬(2 ∣ Y)) ∧ X ≠ 3.\n\
         ⊥ ← p(2X + 1, −3·Y), ⊤, 3 ∤ X + 2Y, (X > 0 → Y < 2(X - 1)).\n\
         :- p(X', X''), X_1 = X' /\\ (X'' = 1 \\/ X'' = 2), \\+ X' = 4, not X'' = 4.",
        &expect![[r#"
            p(X, Y) :- X <= Y, (X >= 0; !(2 | Y)), X != 3.
            false :- p(2*X + 1, -3*Y), !(3 | X - Y), (X <= 0; 2*X >= Y + 3).
            false :- p(X', X''), X' = X_1, (X'' = 1; X'' = 2), X' != 4, X'' != 4.
        "#]],
    );
}

#[test]
fn chains_compare_neighbours() {
    check(
        "p(X, Y) :- 0 <= X < Y <= 10 != X.",
        &expect![[r#"
        p(X, Y) :- X >= 0, X < Y, Y <= 10, X != 10.
    "#]],
    );
}

#[test]
fn booleans_are_inferred_across_clauses() {
    check(
        "p(B, X) :- B, X = 1.\n\
         q(C) :- p(C, Y), D = C, !D.\n\
         q(X > 3) :- p(X < 2; X = 7, X).\n\
         r(B) :- r(B).\n\
         false :- q(B), (B <-> X > 0), (B -> X = 2).",
        &expect![[r#"
            :- relation p(bool, int).
            :- relation q(bool).
            :- relation r(int).
            p(B, X) :- B, X = 1.
            q(C) :- p(C, Y), !D, ((C, D); (!C, !D)).
            q(X >= 4) :- p((X <= 1; X = 7), X).
            r(B) :- r(B).
            false :- q(B), ((B, X >= 1); (!B, X <= 0)), (!B; X = 2).
        "#]],
    );
}

#[test]
fn relation_symbols_under_semicolons_make_clauses() {
    check(
        "p(X) :- (q(X); r(X); X > 0; X < 0), s(X).\n\
         p(X) :- X > 1 -> q(X).\n\
         p(X) :- !(X > 1, !(X < 3)), (q(X), r(X); s(X)); X = 5.",
        &expect![[r#"
            :- relation p(int).
            :- relation q(int).
            :- relation r(int).
            :- relation s(int).
            p(X) :- q(X), s(X).
            p(X) :- r(X), s(X).
            p(X) :- s(X), (X >= 1; X <= -1).
            p(X) :- q(X).
            p(X) :- X <= 1.
            p(X) :- q(X), r(X), (X <= 1; X <= 2).
            p(X) :- s(X), (X <= 1; X <= 2).
            p(X) :- X = 5.
        "#]],
    );
}

#[test]
fn divisions_get_a_quotient() {
    check(
        "p(X) :- X mod 2 = 1, X mod 3 != 0, X mod 4 = 4, X mod 5 = Y mod 5.\n\
         p(X mod 7) :- q(X div -2), X div 2 > X mod 2 + Q1.\n\
         p(7 mod 3 - -7 div 2 + -7 mod -2).\n\
         p(_) :- q(_), X mod 3 = _1, _ > X mod 3.",
        &expect![[r#"
            p(X) :- false.
            p(X - 7*Q3) :- q(-Q2), X + Q1 < 3*Q2, X >= 2*Q2, X <= 2*Q2 + 1, X >= 7*Q3, X <= 7*Q3 + 6.
            p(6).
            p(_2) :- q(_3), X = 3*Q1 + _1, X < 3*Q1 + _4, X >= 3*Q1, X <= 3*Q1 + 2.
        "#]],
    );
}

#[test]
fn directives_give_templates_and_predicates() {
    check(
        "loop(I, X, J) :- I = 0, X = J.\n\
         :- template loop(I, X, J): X - I; term J cost 2; inequality (X); predicate X >= J, I > 0 cost 3.\n\
         :- predicate loop(A, B, _): A > 0; 2 | A - B; A mod 2 = B div 2.\n\
         :- relation flag(bool, int), go.",
        &expect![[r#"
            :- relation loop(int, int, int).
            :- relation flag(bool, int).
            :- relation go.
            loop(I, X, J) :- I = 0, X = J.
            :- template loop(I, X, J): -I + X; J cost 2; inequality X; predicate (X >= J, I >= 1) cost 3.
            :- predicate loop(A, B, _1): A >= 1; 2 | A + B; ((!(2 | A); ((!(2 | B); B = 0), (!(2 | B + 1); B = 1))), (!(2 | A + 1); ((!(2 | B); B = 2), (!(2 | B + 1); B = 3)))).
        "#]],
    );
}

#[test]
fn quotes_keep_every_name() {
    check(
        "'Big one'(`x!1`, `a\\`b\\n`) :- 'let'(`x!1`, `Y`), 'p', `b`:bool, `b`:int = 2.",
        &expect![[r#"
        'Big one'(`x!1`, `a\`b\n`) :- 'let'(`x!1`, Y), p, `b`:bool, `b`:int = 2.
    "#]],
    );
}

#[test]
fn numerals_of_any_size() {
    check(
        "p(123456789012345678901234567890*X - 98765432109876543210).",
        &expect![[r#"
        p(123456789012345678901234567890*X - 98765432109876543210).
    "#]],
    );
}

#[test]
fn definitions_of_a_solution() {
    let mut problem = parsed("gcd(M, N, R) :- M = N, R = M. even(X, B) :- gcd(X, X, X), B.");
    let text = "gcd(M, N, R) := M = N -> M >= R. even(X, B) := X mod 2 = 0 <-> B; X div 3 = 1.";
    let (solution, diagnostics) = parse_solution(text, &mut problem);
    assert_eq!(diagnostics, []);
    assert_eq!(solution.missing(&problem), []);
    let printed = print_solution(&problem, &solution);
    expect![[r#"
        gcd(M, N, R) := M != N; M >= R.
        even(X, B) := (2 | X, (B; ((!(3 | X); X = 3), (!(3 | X - 1); X = 4), (!(3 | X + 1); X = 5)))); (!B, !(2 | X), (!(3 | X); X != 3), (!(3 | X - 1); X != 4), (!(3 | X + 1); X != 5)).
    "#]].assert_eq(&printed);
    let (again, diagnostics) = parse_solution(&printed, &mut problem);
    assert_eq!(diagnostics, []);
    assert_eq!(again, solution);
}

/// `div` and `mod` have the meaning of SMT-LIB in clauses, where they get a variable, and in definitions,
/// where they are split into cases.
#[test]
fn divisions_are_euclidean() {
    for k in [-5i64, -2, -1, 1, 2, 3, 7] {
        let mut problem = parsed(&format!("p(X, Q, R) :- Q = X div {k}, R = X mod {k}."));
        let text = format!(
            "p(X, Q, R) := Q = X div {k}, R <= (X mod {k}), R >= X mod {k}, (R + X div {k}) mod 3 = (R + Q) mod 3."
        );
        let (solution, diagnostics) = parse_solution(&text, &mut problem);
        assert_eq!(diagnostics, []);
        let arena = &problem.arena;
        let defined = solution.iter().next().expect("one definition").1.formula;
        let symbol = |name| arena.find_symbol(name, Sort::Int).expect("it occurs");
        for x in -11i64..=11 {
            for q in -12i64..=12 {
                for r in 0..8 {
                    let holds = q == x.div_euclid(k) && r == x.rem_euclid(k);
                    let mut valuation = Valuation::new();
                    valuation.set_int(symbol("X"), x);
                    valuation.set_int(symbol("Q"), q);
                    valuation.set_int(symbol("R"), r);
                    // There is no variable for the quotient by 1.
                    if let Some(quotient) = arena.find_symbol("Q1", Sort::Int) {
                        valuation.set_int(quotient, Int::from(x.div_euclid(k.abs())));
                    }
                    assert_eq!(arena.evaluate(problem.clauses[0].constraint, &valuation), holds);
                    assert_eq!(arena.evaluate(defined, &valuation), holds, "{x} {k} {q} {r}");
                }
            }
        }
    }
}
