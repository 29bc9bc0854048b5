//! Scripts and their responses, as SMT-LIB has them.

use super::*;
use crate::lang::smtlib::script::parse;
use expect_test::{Expect, expect};

fn responses(text: &str, options: Options, expected: &Expect) -> Summary {
    let (mut script, diagnostics) = parse(text);
    assert_eq!(diagnostics, []);
    let mut lines = String::new();
    let summary = run(&mut script, options, &mut Budget::unlimited(), |line| lines += &format!("{line}\n"));
    assert_eq!(summary.rejected, 0);
    expected.assert_eq(&lines);
    summary
}

const QUERIES: &str = "
    (set-logic QF_LIA)
    (declare-const x Int) (declare-fun y () Int) (declare-const b Bool)
    (assert (! (> (+ x y) 3) :named A))
    (assert (! (=> b (< x 0)) :named B))
    (check-sat)
    (push 1)
    (assert (! (and b (< y 2)) :named C))
    (check-sat)
    (get-unsat-core)
    (get-model)
    (pop 1)
    (check-sat-assuming (b (not (= (mod x 3) 1))))
    (get-value (b (ite b 1 2) (* 2 3)))
    (check-sat-assuming (b (> x 0) (> x 0)))
    (get-unsat-assumptions)
    (echo \"done\")
    (exit)
    (check-sat)";

#[test]
fn queries_cores_and_proofs() {
    let options = Options { proofs: true, minimal_cores: true, ..Options::default() };
    let summary = responses(
        QUERIES,
        options,
        &expect![[r#"
        sat
        unsat
        ; proof checked: 9 steps
        (A B C)
        (error "no model: the last query was not answered sat")
        sat
        ((b true) ((ite b 1 2) 1) ((* 2 3) 6))
        unsat
        ; proof checked: 7 steps
        (b (> x 0))
        "done"
    "#]],
    );
    assert_eq!((summary.queries, summary.checked), (4, 4));
}

#[test]
fn one_name_of_a_formula_is_enough() {
    let text = "(declare-const x Int)
        (assert (! (> x 0) :named d)) (assert (! (>= x 1) :named e)) (assert (! (< x 0) :named f))
        (check-sat) (get-unsat-core)";
    responses(
        text,
        Options { minimal_cores: true, ..Options::default() },
        &expect![[r#"
        unsat
        (d f)
    "#]],
    );
}

#[test]
fn a_budget_is_an_answer() {
    let text = "(declare-const x Int) (declare-const y Int) (declare-const z Int)
        (assert (= (+ (* 17 x) (* 31 y) (* 45 z)) 1)) (assert (< 0 x 90)) (assert (< 0 y 90)) (assert (< (- 60) z 0))
        (check-sat) (get-info :reason-unknown) (get-model)";
    responses(
        text,
        Options { steps: Some(3), ..Options::default() },
        &expect![[r#"
        unknown
        ; the budget of steps is used up
        (:reason-unknown "the budget of steps is used up")
        (error "no model: the last query was not answered sat")
    "#]],
    );
}

#[test]
fn proofs_survive_a_core_that_could_not_be_made_smaller() {
    for steps in 0..60 {
        let text = "(declare-const x Int) (declare-const y Int)
            (assert (! (> x 0) :named a)) (assert (! (> y x) :named b)) (assert (! (> y 5) :named c))
            (assert (! (or (< y 0) (< x 0)) :named d)) (assert (! (< y 9) :named e))
            (check-sat)";
        let (mut script, _) = parse(text);
        let options = Options { proofs: true, minimal_cores: true, steps: Some(steps), ..Options::default() };
        let mut lines = Vec::new();
        run(&mut script, options, &mut Budget::unlimited(), |line| lines.push(line.to_owned()));
        let fine = lines[0].starts_with("unknown\n; ") || lines[0].starts_with("unsat\n; proof checked");
        assert!(fine, "{steps}: {lines:?}");
    }
}

#[test]
fn interpolants_of_sequences_and_trees() {
    let text = "(declare-const x Int) (declare-const y Int) (declare-const z Int) (declare-const w Int)
        (assert (! (= y (* 2 x)) :named A)) (assert (! (= z (+ y 4)) :named B))
        (assert (! (= w (div z 2)) :named C)) (assert (! (distinct z (* 2 w)) :named D))
        (get-interpolants A B C D)
        (get-interpolants A (C B) D)
        (get-interpolant (and A B) (and C D))";
    responses(
        text,
        Options::default(),
        &expect![[r#"
            ((= (mod y 2) 0) (= (mod z 2) 0) (= z (* 2 w)))
            ((= (mod y 2) 0) (and (<= (* 2 w) z) (or (<= z (* 2 w)) (not (= (mod z 2) 0)))) (or (= z (* 2 w)) (not (= (mod y 2) 0))))
            ((= (mod z 2) 0))
        "#]],
    );
}

#[test]
fn interpolation_without_contradiction_or_partition() {
    let text = "(declare-const x Int) (declare-const y Int)
        (assert (! (> x 0) :named A)) (assert (! (< y 0) :named B))
        (get-interpolant A B)
        (assert (= x y))
        (get-interpolant A B)";
    responses(
        text,
        Options::default(),
        &expect![[r#"
        sat
        (
          (define-fun x () Int 1)
          (define-fun y () Int (- 1))
        )
        (error "every assertion must be named and belong to a partition")
    "#]],
    );
}

#[test]
fn explanations_are_comments() {
    let text = "(declare-const x Int) (declare-const y Int) (declare-const z Int)
        (assert (! (and (<= x y) (<= y 3)) :named A)) (assert (! (>= x 7) :named B))
        (get-interpolant A B)";
    responses(
        text,
        Options { explain: true, ..Options::default() },
        &expect![[r#"
        ((<= x 3))
        ; 1: x ≤ 3
        ;    x ≤ 3 from 1·(y ≤ 3) + 1·(x ≤ y); with 1·(x ≥ 7) it is 4 ≤ 0
    "#]],
    );
}

/// A disequality at a bound, below a decision that is undone: its alternatives must outlive the decision.
#[test]
fn disequalities_at_bounds_end() {
    let text = "(declare-const x Int) (declare-const y Int)
        (assert (>= y 0)) (assert (or (= (+ y x) 1) (= (- x y) 0))) (assert (>= x 1)) (assert (distinct x 1))
        (check-sat) (get-model)";
    responses(
        text,
        Options { steps: Some(1000), ..Options::default() },
        &expect![[r#"
        sat
        (
          (define-fun x () Int 2)
          (define-fun y () Int 2)
        )
    "#]],
    );
}

/// The commands between queries are work, too: a short text can ask for much of it.
#[test]
fn responses_are_paid_for() {
    let constants: Vec<String> = (0..100).map(|i| format!("(declare-const x{i} Int)")).collect();
    let constants = constants.concat();
    for command in ["(get-model)", "(get-value ((div x0 2) x1))", "(get-unsat-core)", "(echo \"many words\")"]
    {
        let ask = if command.contains("core") {
            "(assert (! (> x0 0) :named a)) (assert (! (< x0 0) :named b))"
        } else {
            "(assert (> x0 0))"
        };
        let text = format!("{constants}{ask}(check-sat){}", command.repeat(10_000));
        let (mut script, diagnostics) = parse(&text);
        assert_eq!(diagnostics, []);
        let mut lines = Vec::new();
        run(&mut script, Options::default(), &mut Budget::steps(5_000), |line| lines.push(line.to_owned()));
        assert!(lines.len() > 3 && lines.len() < 5_010, "{command}: {} responses", lines.len());
        assert!(lines.last().unwrap().starts_with("; stopped: "), "{command}: {lines:?}");
    }
}
