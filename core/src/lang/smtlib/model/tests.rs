//! Models of many writers are read, and say the same after printing.

use crate::formula::Notation;
use crate::lang::smtlib::tests::shown;
use crate::lang::smtlib::{parse, parse_solution, print_solution};
use expect_test::{Expect, expect};

const PROBLEM: &str = "(declare-fun p (Int) Bool)(declare-fun q (Int Bool) Bool)(declare-fun |r 1| () Bool)";

fn check(model: &str, expected: &Expect) {
    let (mut problem, _) = parse(PROBLEM);
    let (solution, diagnostics) = parse_solution(model, &mut problem);
    let mut lines = String::new();
    for (relation, definition) in solution.iter() {
        let names: Vec<&str> = definition.parameters.iter().map(|s| problem.arena.name(*s)).collect();
        let formula = problem.arena.show_as(definition.formula, Notation::Mathematical);
        lines += &format!("{}({}) := {formula}\n", problem[relation].name, names.join(", "));
    }
    expected.assert_eq(&(lines + &shown(model, &diagnostics)));
    let printed = print_solution(&problem, &solution);
    let before = problem.arena.clone();
    let (again, _) = parse_solution(&printed, &mut problem);
    assert!(solution.same_as(&before, &again, &problem.arena), "{printed}");
}

#[test]
fn styles_of_other_solvers() {
    check(
        "sat\n(\n  (define-fun p ((x!0 Int)) Bool (and (helper x!0) (not (<= x!0 (- 3)))))
           (define-fun q ((x!0 Int) (x!1 Bool)) Bool (let ((a!1 (= (mod x!0 2) 0))) (=> x!1 a!1)))
           (define-fun |r 1| () Bool true)
           (define-fun helper ((y Int)) Bool (< (magnitude y) 10))
           (define-fun magnitude ((y Int)) Int (ite (>= y 0) y (- y))))",
        &expect![[r#"
            p(x!0) := x!0 ≥ -2 ∧ (x!0 ≤ -1 ∨ x!0 ≤ 9) ∧ (x!0 ≥ 0 ∨ x!0 ≥ -9)
            q(x!0, x!1) := ¬x!1 ∨ 2 | x!0
            r 1() := true
        "#]],
    );
    check(
        "(model (define-fun p ((A Int)) Bool (>= (div A 2) 1)) (define-fun q ((A Int) (B Bool)) Bool (= B (> A 0)))
           (define-fun |r 1| () Bool false))",
        &expect![[r#"
            p(A) := (¬(2 | A) ∨ A ≥ 2) ∧ (¬(2 | A + 1) ∨ A ≥ 3)
            q(A, B) := (B ∧ A ≥ 1) ∨ (¬B ∧ A ≤ 0)
            r 1() := false
        "#]],
    );
    check(
        "sat\n(define-fun p ((A Int)) Bool (= (+ (div A 3) (mod A 2)) 1))\n(define-fun q ((B Int) (A Bool)) Bool A)\n(define-fun |r 1| () Bool true)",
        &expect![[r#"
            p(A) := (¬(2 | A) ∨ ((¬(3 | A) ∨ A = 3) ∧ (¬(3 | A - 1) ∨ A = 4) ∧ (¬(3 | A + 1) ∨ A = 5))) ∧ (¬(2 | A + 1) ∨ ((¬(3 | A) ∨ A = 0) ∧ (¬(3 | A - 1) ∨ A = 1) ∧ (¬(3 | A + 1) ∨ A = 2)))
            q(B, A) := A
            r 1() := true
        "#]],
    );
}

#[test]
fn what_is_wrong_with_a_model() {
    check(
        "unsat",
        &expect![[r#"
        1:1: `unsat` is not followed by a model
        1:6: the relation symbol `p` has no definition
        1:6: the relation symbol `q` has no definition
        1:6: the relation symbol `r 1` has no definition
    "#]],
    );
    check(
        "((define-fun p ((x Int) (y Int)) Bool true)
 (define-fun qq ((x Int) (y Bool)) Bool (exists ((z Int)) (> z x)))
 (define-fun |r 1| () Bool (f 1))
 (define-fun f ((x Int)) Bool (g x))
 (define-fun g ((x Int)) Bool (f x)) (what))",
        &expect![[r#"
            1:2: the arguments of `p` are (Int), not (Int Int)
            2:41: `exists` cannot be used: a solution must be quantifier-free
            3:2: this definition depends on itself, or on one that does: recursive definitions are not supported
            4:2: this definition depends on itself, or on one that does: recursive definitions are not supported
            5:2: this definition depends on itself, or on one that does: recursive definitions are not supported
            5:38: expected `(define-fun name ((name sort) …) Bool formula)`
            5:45: the relation symbol `q` has no definition
        "#]],
    );
    check(
        "(define-fun p ((x Int)) Bool (= (div x 5000) 2)) (define-fun q ((x Int) (y Bool)) Int x)",
        &expect![[r#"
            1:1: `div` and `mod` split this into too many cases, and no variable can be introduced for them here; hint: use smaller divisors, or say it with divisibility
            1:50: `q` is a relation symbol, but an integer function is defined
            1:89: the relation symbol `r 1` has no definition
        "#]],
    );
}
