//! Every notation gives the clauses that it means, and what is not Horn is named.

use crate::budget::Budget;
use crate::lang::smtlib::tests::{listing, shown};
use crate::lang::smtlib::{parse, parse_solution, print, print_solution};
use crate::validate;
use expect_test::{Expect, expect};

/// The clauses of a text, which must also survive printing.
fn check(text: &str, expected: &Expect) {
    let (problem, diagnostics) = parse(text);
    expected.assert_eq(&(listing(&problem) + &shown(text, &diagnostics)));
    let printed = print(&problem);
    let (again, complaints) = parse(&printed);
    assert_eq!(shown(&printed, &complaints), "");
    assert!(problem.same_as(&again), "{printed}");
}

const PQ: &str = "(declare-fun p (Int) Bool)(declare-fun q (Int Int) Bool)(declare-fun r () Bool)(declare-fun b (Bool Int) Bool)\n";

fn check_pq(text: &str, expected: &Expect) {
    check(&format!("{PQ}{text}"), expected);
}

#[test]
fn usual_shapes() {
    check_pq(
        "(assert (forall ((x Int)) (=> (= x 0) (p x))))
         (assert (forall ((x Int) (y Int)) (=> (and (p x) (= y (+ x 1))) (p y))))
         (assert (forall ((x Int)) (=> (and (p x) (< x 0)) false)))
         (assert (not (exists ((x Int)) (and (p x) (> x 100)))))
         (assert (forall ((x Int)) (or (not (p x)) (q x x))))
         (assert (forall ((x Int)) (not (and (p x) r))))
         (assert (forall ((x Int)) (forall ((y Int)) (=> (p x) (=> (p y) (q x y))))))
         (assert (=> r (p 3)))
         (assert r)
         (assert (not r))
         (assert (forall ((x Int)) (p x)))",
        &expect![[r#"
            p(x) ← x = 0
            p(y) ← p(x), y = x + 1
            false ← p(x), x ≤ -1
            false ← p(x), x ≥ 101
            q(x, x) ← p(x)
            false ← p(x), r()
            q(x, y) ← p(x), p(y)
            p(3) ← r()
            r() ← 
            false ← r()
            p(x) ← 
        "#]],
    );
}

#[test]
fn unusual_shapes() {
    check_pq(
        "(assert (forall ((x Int)) (=> (or (p x) (and r (> x 1)) (= x 7)) (q x 0))))
         (assert (forall ((x Int)) (=> (> x 0) (and (p x) (q x 1) (< x 5)))))
         (assert (forall ((x Int)) (ite (> x 0) (p x) (=> (q x x) r))))
         (assert (forall ((x Int)) (= (p x) (= x 3))))
         (assert (forall ((x Int)) (let ((a (p x)) (c (> x 0))) (let ((a (and a c))) (=> a (q x x))))))
         (assert (forall ((x Int)) (=> (p x) (forall ((x Int)) (=> (exists ((y Int)) (q x y)) (p (+ x 1)))))))
         (assert (forall ((x Int) (c Bool)) (=> (b (and c (> x 0)) (ite c x (- x))) (b true (abs x)))))
         (assert (forall ((x Int)) (=> (and (p x) (= (mod x 2) 0) (= (div x 3) 5)) r)))
         (assert (xor r (exists ((x Int)) (p x))))
         (assert (forall ((x Int)) (=> (and (p x) (> x 0) (< x 0)) (q x x))))
         (assert (forall ((x Int)) (or (q x x) (not (p x)) true)))
         (assert (forall ((x Int) (y Int)) (=> (distinct x y (ite (> x 2) 1 y)) (q x y))))",
        &expect![[r#"
            q(x, 0) ← p(x)
            q(x, 0) ← r(), x ≥ 2
            q(x, 0) ← x = 7
            p(x) ← x ≥ 1
            q(x, 1) ← x ≥ 1
            false ← x ≥ 1 ∧ x ≥ 5
            r() ← q(x, x), x ≤ 0
            p(x) ← x ≥ 1
            p(x) ← x = 3
            false ← p(x), x ≠ 3
            q(x, x) ← p(x), x ≥ 1
            p((+ x_0 1)) ← p(x), q(x_0, y)
            b(true, ite_1) ← b(x ≥ 1 ∧ c, ite_0), (x ≤ -1 ∨ x = ite_1) ∧ (x ≥ 0 ∨ x + ite_1 = 0) ∧ (¬c ∨ x = ite_0) ∧ (c ∨ x + ite_0 = 0)
            r() ← p(x), 2 | x ∧ div_0 = 5 ∧ x ≥ 3div_0 ∧ x ≤ 3div_0 + 2
            q(x, x) ← p(x), x ≥ 1 ∧ x ≤ -1
            q(x, x) ← p(x), false
            q(x, y) ← x ≥ 3 ∧ x ≠ y ∧ (x ≤ 2 ∨ x ≠ 1) ∧ (x ≥ 3 ∨ x ≠ y) ∧ (x ≤ 2 ∨ y ≠ 1)
            10:25: an `exists` in the head of a clause is not a Horn clause
        "#]],
    );
}

#[test]
fn rules_and_queries() {
    check(
        "(declare-rel p (Int Bool)) (declare-rel goal ()) (declare-var x Int) (declare-var c Bool)
         (define-fun positive ((y Int)) Bool (> y 0))
         (define-fun step ((y Int) (d Bool)) Bool (and (p (- y 1) d) (positive (div y 2))))
         (rule (p 0 true) start)
         (rule (=> (step x c) (p x (not c))))
         (rule (=> (and (p x c) (exists ((x Int)) (step x c))) goal))
         (query goal :print-certificate true)
         (query (and (p x c) (> x 5)))
         (query p)",
        &expect![[r#"
            p(0, true) ← 
            p(x, ¬c) ← p((+ x (- 1)), c), div_1 ≥ 1 ∧ x ≥ 2div_1 ∧ x ≤ 2div_1 + 1
            goal() ← p(x, c), p((+ x_0 (- 1)), c), div_1 ≥ 1 ∧ 2div_1 ≤ x_0 ∧ 2div_1 ≥ x_0 - 1
            false ← goal()
            false ← p(x, c), x ≥ 6
            false ← p(any_0, any_1)
        "#]],
    );
}

#[test]
fn names_of_all_kinds() {
    check(
        "(declare-fun |two words| (Int) Bool)(declare-fun ?P! (Int) Bool)(declare-fun |x| () Bool)
         (assert(forall((?A Int)(|odd name| Int))(=>(and(|two words| ?A)(|?P!| |odd name|))x)))
         (assert (forall ((x Int)) (?P! x)))
         (assert (forall ((x Bool)) (=> x |x|)))
         (assert (=> |x| false))(exit)(garbage",
        &expect![[r#"
            x() ← two words(?A), ?P!(|odd name|)
            ?P!(x) ← 
            false ← false
            false ← x()
            5:39: `(` is never closed; hint: one `)` is missing at the end of the text
        "#]],
    );
}

#[test]
fn what_is_outside_is_named() {
    check_pq(
        "(declare-fun f (Int) Int)
(declare-fun a ((Array Int Int)) Bool)
(declare-const n Int)
(assert (forall ((x Int)) (=> (> x 0) (or (p x) (q x x)))))
(assert (or r (forall ((x Int)) (p x))))
(assert (forall ((x Int)) (=> (forall ((y Int)) (q x y)) (p x))))
(assert (forall ((x Int)) (exists ((y Int)) (q x y))))
(assert (forall ((x Int)) (b (p x) x)))
(assert (forall ((x Int)) (=> (p x x) r)))
(assert (forall ((x Int)) (=> (pp x) r)))
(assert (forall ((x Int) (y Real)) (=> (q x (* x x)) r)))
(assert (forall ((x Int)) (= (ite (p x) 1 2) x)))
(assert (forall ((x Int)) (=> r (p (> x 0)))))
(assert (> 1 0))
(push 1)",
        &expect![[r#"
            p(x) ← ¬q(x, x), x ≥ 1
            p(x) ← ¬r()
            p(x) ← x ≠ ite_0 ∧ ite_0 = 2
            false ← p(x), x ≠ ite_0 ∧ ite_0 = 1
            2:1: uninterpreted functions such as `f` are not supported
            3:17: arrays are not supported: the sorts are Int and Bool
            4:1: the constant `n` is shared by all clauses, which Horn clauses cannot express; hint: quantify it in each clause, or use `declare-var`
            5:1: warning: this clause has several positive literals; hint: the clauses are Horn with complements in the place of `q`, `r`: `¬q` holds where `q` does not
            7:31: a `forall` in the body of a clause is not a Horn clause
            8:27: an `exists` in the head of a clause is not a Horn clause
            9:27: a relation symbol or quantifier cannot stand inside an argument
            10:31: `p` takes 1 argument, found 2; see 1:1: declared here
            11:32: `pp` is not declared
            12:29: reals are not supported: the sorts are Int and Bool
            12:45: the product of `x` and `x` is not linear: only one factor may have variables
            14:36: expected an integer term, found a formula
            15:1: warning: this clause is always true and is left out
            16:2: the command `push` is not supported here
        "#]],
    );
}

#[test]
fn many_combinations_get_auxiliary_relations() {
    let mut premise = String::new();
    for i in 0..8 {
        premise += &format!("(or (p {i}) (and (p x) (q x {i})))");
    }
    let text = format!(
        "(declare-fun p (Int) Bool)(declare-fun q (Int Int) Bool)(assert (forall ((x Int)) (=> (and {premise}) (p (+ x 1)))))"
    );
    let (problem, diagnostics) = parse(&text);
    assert_eq!(shown(&text, &diagnostics), "");
    assert_eq!((problem.relations.len(), problem.clauses.len()), (10, 17));
    expect![[r#"
        p((+ x 1)) ← or_0(x), or_1(x), or_2(x), or_3(x), or_4(x), or_5(x), or_6(x), or_7(x)
        or_0(x) ← p(0)
        or_0(x) ← p(x), q(x, 0)
        or_1(x) ← p(1)
        or_1(x) ← p(x), q(x, 1)
    "#]]
    .assert_eq(&listing(&problem).lines().take(5).map(|l| l.to_owned() + "\n").collect::<String>());
    assert!(problem.same_as(&parse(&print(&problem)).0));
}

/// Thesis, Def. 5.7.2: `q` stands for its complement. Solutions are about the symbols of the text.
#[test]
fn several_heads_are_read_if_complements_make_them_horn() {
    let text = "(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)
        (assert (forall ((x Int)) (=> (> x 0) (or (p x) (q x)))))
        (assert (forall ((x Int)) (not (and (p x) (> x 10)))))
        (assert (forall ((x Int)) (=> (q x) (>= x 0))))";
    let (mut problem, diagnostics) = parse(text);
    let hint = "the clauses are Horn with complements in the place of `q`: `¬q` holds where `q` does not";
    assert_eq!(
        shown(text, &diagnostics),
        format!("2:9: warning: this clause has several positive literals; hint: {hint}\n")
    );
    assert_eq!(problem.complements.len(), 1);
    let model = "(define-fun p ((x Int)) Bool (<= x 10)) (define-fun q ((x Int)) Bool (>= x 7))";
    for (model, holds) in [(model.to_owned(), true), (model.replace('7', "12"), false)] {
        let (solution, diagnostics) = parse_solution(&model, &mut problem);
        assert_eq!(shown(&model, &diagnostics), "");
        let judged = validate::solution(&mut problem, &solution, &mut Budget::unlimited()).unwrap();
        assert_eq!(judged.proofs().is_some(), holds, "{model}");
        let printed = print_solution(&problem, &solution);
        assert!(printed.contains("define-fun q ") && !printed.contains('¬'), "{printed}");
        let (again, diagnostics) = parse_solution(&printed, &mut problem);
        assert_eq!(shown(&printed, &diagnostics), "");
        assert_eq!(print_solution(&problem, &again), printed);
    }
    let (problem, diagnostics) = parse(
        "(declare-fun x () Bool)(declare-fun y () Bool)(declare-fun z () Bool)
         (assert (or x y z))(assert (not (and x y z)))",
    );
    assert_eq!((problem.clauses.len(), diagnostics.len()), (0, 1));
    assert!(diagnostics[0].message.starts_with("this clause is not a Horn clause"), "{diagnostics:?}");
}
