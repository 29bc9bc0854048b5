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
            ;    read off the proof by McMillan's labelling
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

const CHAIN: &str = "(declare-const x Int) (declare-const y Int) (declare-const z Int)
    (assert (! (<= x y) :named A)) (assert (! (<= y (- z 1)) :named B)) (assert (! (<= z x) :named C))";

/// One interpolant for each partition, each implied by its own, and together contradictory (thesis, Sect.
/// 5.3.3). A plain list is taken so by an option; a query that says what it wants keeps it.
#[test]
fn symmetric_interpolants() {
    let text = format!(
        "{CHAIN}
        (get-interpolants :symmetric A B C)
        (set-option :interpolant-kind symmetric)
        (get-interpolants A B C)
        (get-interpolants (A) (B) C)
        (set-option :interpolant-kind round)"
    );
    let summary = responses(
        &text,
        Options { policy: Policy::Proof(crate::interpolate::Strength::Strong), ..Options::default() },
        &expect![[r#"
            ((<= x y) (<= (+ y 1) z) (<= z x))
            ((<= x y) (<= (+ y 1) z) (<= z x))
            ((<= x y) (<= (+ y 1) z))
            (error "the value of :interpolant-kind is sequence, tree, symmetric or dag")
        "#]],
    );
    assert_eq!(summary.checked, 4 + 4 + 3);
}

/// Two paths from the entry to the exit are refuted by one interpolant for each vertex (thesis, Sect. 5.3.4).
/// A path into a vertex must imply its label; otherwise there are no interpolants.
#[test]
fn dag_interpolants() {
    let text = "(declare-const x Int) (declare-const y Int)
        (assert (! (= x 0) :named start))
        (assert (! (and (>= x 0) (= y (+ x 1))) :named up)) (assert (! (and (>= x 0) (= y (+ x 2))) :named far))
        (assert (! (< y 1) :named bad))
        (get-interpolants :dag (en u start) (u v up) (u v far) (v ex bad))
        (get-interpolants :dag (en u start) (u v up) (u v far) (v ex bad) (u start))
        (set-option :explain-interpolants true)
        (get-interpolants :dag (en u start) (u v up) (u v far) (v ex bad))
        (set-option :explain-interpolants false)
        (get-interpolants :dag (en v start) (v ex (and up far)) (v bad))
        (get-interpolants :dag (en u up) (u ex far))";
    responses(
        text,
        Options::default(),
        &expect![[r#"
            ((en true) (u true) (v (<= 1 y)) (ex false))
            ((en true) (u true) (v (<= 1 y)) (ex false))
            ((en true) (u true) (v (<= 1 y)) (ex false))
            ; u: true
            ; v: y ≥ 1
            ;    read off the proof by McMillan's labelling, by the inverse of McMillan's labelling, by McMillan's labelling with sums relaxed
            ;    by the edge from u
            ;    y ≥ 1 from 1·(x ≥ 0) + 1·(y = x + 1)
            ;    by the edge from u
            ;    y ≥ 1 from 1·(x ≥ 0) + 1·(y = x + 2)
            ; ex: false
            sat
            ; a path from the entry leads to the exit, or to a label that it violates
            (error "every assertion must be named and belong to a partition")
        "#]],
    );
}

/// A plain list is a path of edges if it is taken as a dag, and interpolation problems are recursion-free
/// clauses (thesis, Fig. 5.3).
#[test]
fn interpolation_problems_as_clauses() {
    let text = format!(
        "{CHAIN}
        (set-option :interpolation-clauses horn)
        (get-interpolants A B C)
        (get-interpolants :symmetric A B C)
        (get-interpolants :dag (en u A) (en u B) (u ex C) (u A))
        (set-option :interpolation-clauses false)
        (set-option :interpolant-kind dag)
        (get-interpolants A (and B C))"
    );
    responses(
        &text,
        Options::default(),
        &expect![[r#"
        p1(`x`, `y`) :- `x` <= `y`.
        p2(`x`, `z`) :- p1(`x`, `y`), `y` < `z`.
        false :- p2(`x`, `z`), `x` >= `z`.
        p1(`x`, `y`) :- `x` <= `y`.
        p2(`y`, `z`) :- `y` < `z`.
        p3(`x`, `z`) :- `x` >= `z`.
        false :- p1(`x`, `y`), p2(`y`, `z`), p3(`x`, `z`).
        p1(`x`, `z`) :- `x` <= `y`.
        p1(`x`, `z`) :- `y` < `z`.
        false :- `x` > `y`, `y` < `z`.
        false :- p1(`x`, `z`), `x` <= `y`, `x` >= `z`.
        ((|0| true) (|1| (<= x y)) (|2| false))
    "#]],
    );
}

/// A sum is shown wherever there is one, and a projection is called one.
#[test]
fn explanations_say_by_which_labelling_and_by_which_sum() {
    // Thesis, Fig. 3.2, with all symbols shared.
    let text = "(declare-const i Int)(declare-const j Int)(declare-const x Int)(declare-const y Int)
        (assert (! (and (>= i 0) (>= j 0) (= x i) (= y j) (= x 0)) :named A))
        (assert (! (and (= i j) (not (= x y))) :named B))
        (set-option :interpolant-lattice true)
        (get-interpolant A B)
        (reset)
        (set-option :interpolant-lattice false)
        (declare-const a Int)(declare-const b Int)(declare-const c Int)(declare-const d Int)
        (assert (! (and (= a (* 2 b)) (<= b 3)) :named A)) (assert (! (and (= a (+ (* 2 c) 1)) (>= d a)) :named B))
        (get-interpolant A B)
        (reset)
        (declare-const I0 Int)(declare-const I Int)(declare-const X Int)(declare-const J Int)
        (assert (! (and (= I0 0) (< I0 50) (= I (+ I0 1)) (= X (+ J 1))) :named A))
        (assert (! (and (>= I 50) (= J 0) (< X 50)) :named B))
        (get-interpolant A B)
        (reset)
        (declare-const p Int)(declare-const q Int)(declare-const r Int)
        (assert (! (and (<= (* 3 q) p) (<= p (+ (* 3 q) 1))) :named A)) (assert (! (= p (+ (* 3 r) 2)) :named B))
        (get-interpolant A B)";
    responses(
        text,
        Options { explain: true, ..Options::default() },
        &expect![[r#"
        ((= (+ i y) (+ j x)))
        ; 1: i + y = j + x
        ;    read off the proof by McMillan's labelling, by the inverse of McMillan's labelling, by McMillan's labelling with sums relaxed
        ;    i + y = j + x from 1·(i = x) + -1·(j = y); with -1·(i = j) + 1·(x < y) it is 1 ≤ 0
        ;    i + y ≥ j + x from 1·(i ≥ 0) + 1·(x = 0) + 1·(j = y); with 1·(i = j) + 1·(x > y) it is 1 ≤ 0
        ; the lattice, the strongest first:
        ; 1: j ≥ 0 ∧ j = y ∧ x = 0 ∧ i = 0    implies 2, 3
        ;    A without its own symbols: the strongest
        ; 2: j = y ∧ x = 0 ∧ i = 0    implies 4
        ;    compares arguments with each other, without constants
        ;    the strongest without one of its parts
        ; 3: j ≥ 0 ∧ j = y ∧ x = 0 ∧ i ≤ 0    implies 5
        ;    a stronger one with an equation relaxed to an inequality
        ; 4: i + y = j + x    implies 5
        ;    the simplest for this position, whatever the others take
        ;    read off both proofs by every labelling
        ; 5: i ≠ j ∨ x = y
        ;    the opposite of B without its own symbols: the weakest
        ((= (mod a 2) 0))
        ; 1: 2 | a
        ;    read off the proof by McMillan's labelling, by the inverse of McMillan's labelling, by McMillan's labelling with sums relaxed
        ;    2 | a from -1·(a = 2b); with 1·(a = 2c + 1) it fails modulo 2
        ((<= (+ I J) X))
        ; 1: I + J ≤ X
        ;    not read off the proof, but made of what the first side says about shared symbols
        ;    I + J ≤ X from -1·(X = J + 1) + 1·(I0 = 0) + -1·(I = I0 + 1)
        ((not (= (mod (+ p 1) 3) 0)))
        ; 1: ¬(3 | p + 1)
        ;    read off the proof by McMillan's labelling, by the inverse of McMillan's labelling, by McMillan's labelling with sums relaxed
        ;    ¬(3 | p + 1) by projection: what p ≥ 3q ∧ p ≤ 3q + 1 says about the shared symbols, against p = 3r + 2
    "#]],
    );
}

/// CAV'13, Example 4: the positions p, q and r of gcd's expansion, with the published interpolants.
#[test]
fn disjunctive_interpolants() {
    let text = "(declare-const M Int)(declare-const N Int)(declare-const R Int)
        (declare-const M1 Int)(declare-const N1 Int)
        (assert (! (and (>= M 0) (= M N) (> R M)) :named query))
        (assert (! (and (= M N) (= R M)) :named base))
        (assert (! (and (> M N) (= M1 (- M N))) :named greater)) (assert (! (and (= M1 N) (= R M1)) :named below_q))
        (assert (! (and (< M N) (= N1 (- N M))) :named less)) (assert (! (and (= M N1) (= R M)) :named below_r))
        (get-interpolants :disjunctive
            (and query (! (or base (and greater (! below_q :named q)) (and less (! below_r :named r))) :named p)))
        (set-option :interpolation-clauses horn)
        (get-interpolants :disjunctive
            (and query (! (or base (and greater (! below_q :named q)) (and less (! below_r :named r))) :named p)))
        (set-option :interpolation-clauses false)
        (get-interpolants :disjunctive (or query (! base :named p) greater less below_q below_r))";
    responses(
        text,
        Options::default(),
        &expect![[r#"
        ((q true) (r true) (p (or (not (= M N)) (<= R M))))
        p1(N, R, M1) :- N = M1, R = M1.
        p2(M, R, N1) :- M = R, M = N1.
        p3(M, N, R) :- p1(N, R, M1), M > N, M = N + M1.
        p3(M, N, R) :- p2(M, R, N1), M < N, N = M + N1.
        p3(M, N, R) :- M = N, M = R.
        false :- p3(M, N, R), M >= 0, M = N, M < R.
        sat
        (
          (define-fun M () Int 0)
          (define-fun N () Int 0)
          (define-fun R () Int 0)
          (define-fun M1 () Int 0)
          (define-fun N1 () Int 0)
        )
    "#]],
    );
}
