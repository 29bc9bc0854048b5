//! Scripts mean what SMT-LIB says, and errors say where they are.

use super::*;
use crate::formula::{Sort, Valuation};
use crate::lang::smtlib::tests::shown;
use crate::lang::smtlib::{InterpolationNode, InterpolationQuery};
use expect_test::{Expect, expect};

fn read(text: &str) -> Script {
    let (script, diagnostics) = parse(text);
    assert_eq!(shown(text, &diagnostics), "");
    script
}

/// The value of one formula over `x` and `y` (integers) and `b` and `c` (Booleans).
fn truth(formula: &str, x: i64, y: i64, b: bool, c: bool) -> bool {
    let text = format!(
        "(declare-const x Int)(declare-fun y () Int)(declare-const b Bool)(declare-const c Bool)(get-value ({formula}))"
    );
    let mut script = read(&text);
    let Some(Command::GetValue(requested)) = script.commands.pop() else { panic!("one request") };
    let mut valuation = Valuation::new();
    for (name, value) in [("x", x), ("y", y)] {
        valuation.set_int(script.arena.symbol(name, Sort::Int), value);
    }
    for (name, value) in [("b", b), ("c", c)] {
        valuation.set_bool(script.arena.symbol(name, Sort::Bool), value);
    }
    for definition in &requested[0].definitions {
        definition.extend(&script.arena, &mut valuation);
        let formula = definition.formula(&mut script.arena);
        assert!(script.arena.evaluate(formula, &valuation));
    }
    match requested[0].value {
        Argument::Bool(formula) => script.arena.evaluate(formula, &valuation),
        Argument::Int(_) => panic!("a formula"),
    }
}

#[test]
fn operators_mean_what_the_standard_says() {
    let bools = [false, true];
    for x in -7..=7i64 {
        for y in [-3, 0, 2] {
            for (b, c) in bools.iter().flat_map(|b| bools.iter().map(move |c| (*b, *c))) {
                let cases: [(&str, bool); 34] = [
                    ("(and b c (> x 0))", b && c && x > 0),
                    ("(or b c)", b || c),
                    ("(=> b c (> x y))", !b || !c || x > y),
                    ("(xor b c (> x y))", b ^ c ^ (x > y)),
                    ("(= b c)", b == c),
                    ("(= b c (= x y))", b == c && c == (x == y)),
                    ("(distinct b c)", b != c),
                    ("(distinct b c true)", false),
                    ("(distinct x y 1)", x != y && x != 1 && y != 1),
                    ("(= x y 2)", x == y && y == 2),
                    ("(< x y 2)", x < y && y < 2),
                    ("(<= (- 5) x y)", -5 <= x && x <= y),
                    ("(>= x y (- 3))", x >= y),
                    ("(> x y (- 4))", x > y),
                    ("(ite b c (> x 0))", if b { c } else { x > 0 }),
                    (
                        "(= (ite b x y) (ite c 1 (+ x y)))",
                        (if b { x } else { y }) == (if c { 1 } else { x + y }),
                    ),
                    ("(= (- x y 1) (- 2))", x - y - 1 == -2),
                    ("(= (* (- 2) x) (* 2 3 y))", -2 * x == 6 * y),
                    ("(= (mod x 3) 1)", x.rem_euclid(3) == 1),
                    ("(= (mod x 3) 3)", false),
                    ("(= 2 (mod x (- 3)))", x.rem_euclid(3) == 2),
                    ("(= (mod x 4) (mod y 4))", x.rem_euclid(4) == y.rem_euclid(4)),
                    ("(= (mod x 4) (mod y 5))", x.rem_euclid(4) == y.rem_euclid(5)),
                    ("(> (mod x 4) 1)", x.rem_euclid(4) > 1),
                    ("(<= 2 (mod (+ x y) 5))", (x + y).rem_euclid(5) >= 2),
                    ("(< (mod x 100) y)", x.rem_euclid(100) < y),
                    ("(= (div x 3) y)", x.div_euclid(3) == y),
                    ("(= (div x (- 3)) y)", x.div_euclid(-3) == y),
                    ("(= (div x 2 (- 2)) y)", x.div_euclid(2).div_euclid(-2) == y),
                    ("(= (rem x (- 3)) y)", -x.rem_euclid(3) == y),
                    (
                        "(= (div (+ (* 7 x) 9) 3) (+ y (mod (mod x 5) 2)))",
                        (7 * x + 9).div_euclid(3) == y + x.rem_euclid(5).rem_euclid(2),
                    ),
                    ("(= (abs (- x y)) 2)", (x - y).abs() == 2),
                    ("((_ divisible 3) (+ x 1))", (x + 1).rem_euclid(3) == 0),
                    ("(let ((x y) (y x)) (let ((x (+ x 1))) (< x y)))", y + 1 < x),
                ];
                for (formula, expected) in cases {
                    assert_eq!(truth(formula, x, y, b, c), expected, "{formula} at {x}, {y}, {b}, {c}");
                }
            }
        }
    }
}

/// The formulae asserted by a script.
fn asserted(text: &str) -> String {
    let script = read(text);
    let mut lines = String::new();
    for command in &script.commands {
        if let Command::Assert { formula, name, .. } = command {
            let name = name.as_ref().map(|n| format!("{n}: ")).unwrap_or_default();
            lines += &format!("{name}{}\n", script.arena.show(*formula));
        }
    }
    lines
}

#[test]
fn assertions_carry_their_definitions() {
    expect![[r#"
        2 | x + 1
        x ≤ y + 2div_0 ∧ x ≥ 2div_0 ∧ x ≤ 2div_0 + 1
        A: x ≥ 0 ∨ x = 0
        B: x < y
        x < y ∧ x = 1000000000000000000000000000000000000000001
    "#]]
    .assert_eq(&asserted(
        "(declare-const x Int) (declare-const y Int)
         (assert (= (mod x 2) 1))
         (assert (<= (mod x 2) y))
         (assert (! (= x (abs x)) :named A))
         (define-fun less ((y Int) (x Int)) Bool (< y x))
         (assert (! (less x y) :named B))
         (assert (and B (= x 1000000000000000000000000000000000000000001)))",
    ));
}

#[test]
fn definitions_are_hygienic_and_copied() {
    expect![[r#"
        div_2 ≤ -2 ∧ x ≥ 5div_2 ∧ x ≤ 5div_2 + 4
        y ≤ div_3 ∧ x ≥ 5div_3 ∧ x ≤ 5div_3 + 4
    "#]]
    .assert_eq(&asserted(
        "(declare-const x Int) (declare-const y Int)
         (define-fun fifth ((y Int)) Int (div y 5))
         (define-const here Int (fifth x))
         (assert (let ((x 2)) (<= x (- here))))
         (assert (<= y (let ((x 7)) here)))",
    ));
}

#[test]
fn commands_in_order() {
    let script = read(
        "(set-option :produce-models true) (set-logic QF_LIA) (set-info :status sat) (echo \"a \"\"b\"\"\")
         (declare-fun x () Int) (push) (declare-const y Int) (push 2) (declare-const z Bool) (check-sat-assuming (z (not z)))
         (pop 2) (declare-const z Int) (get-model) (pop 1) (get-unsat-core) (get-value (x (+ x 1) (> x 0)))
         (get-info :reason-unknown) (reset-assertions) (exit) (this is not read)",
    );
    let model = script.commands.iter().position(|c| matches!(c, Command::GetModel)).expect("asked for");
    let names: Vec<&str> = script.constants_at(model).into_iter().map(|s| script.arena.name(s)).collect();
    assert_eq!(names, ["x", "y", "z"]);
    assert_eq!(script.constants_at(model + 2).len(), 1);
    let Command::CheckSatAssuming(assumptions) = &script.commands[9] else { panic!("assumptions") };
    assert_eq!(assumptions[1].text, "(not z)");
    assert_eq!(assumptions[0].formula, !assumptions[1].formula);
    assert!(matches!(&script.commands[3], Command::Echo(text) if text == "a \"b\""));
    assert!(matches!(script.commands.last(), Some(Command::Exit)));
}

#[test]
fn interpolation_trees() {
    let names = "(declare-const x Int)(assert (! (< x 0) :named A))(assert (! (< x 1) :named B))(assert (! (< x 2) :named C))\
                 (assert (! (< x 3) :named D))(assert (! (> x 9) :named E))";
    let tree = |query: &str| {
        let script = read(&format!("{names}{query}"));
        let Some(Command::GetInterpolants(InterpolationQuery::Tree(nodes))) = script.commands.last() else {
            panic!("a query")
        };
        let line = |n: &InterpolationNode| format!("{} {:?}", n.names.join("+"), n.children);
        nodes.iter().map(line).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(tree("(get-interpolant A B)"), "A []; B [0]");
    assert_eq!(tree("(get-interpolants A (and B C) D)"), "A []; B+C [0]; D [1]");
    assert_eq!(tree("(get-interpolants A B (C D) E)"), "A []; B [0]; C []; D [2]; E [1, 3]");
    assert_eq!(tree("(get-interpolants (A) ((B) (C) D) E)"), "A []; B []; C []; D [1, 2]; E [0, 3]");
}

/// A dag is sorted from its entry to its exit, in whatever order its edges are written.
#[test]
fn interpolation_dags() {
    let names = "(declare-const x Int)(assert (! (< x 0) :named A))(assert (! (< x 1) :named B))";
    let dag = |query: &str| {
        let script = read(&format!("{names}(get-interpolants :dag {query})"));
        let Some(Command::GetInterpolants(InterpolationQuery::Dag(dag))) = script.commands.last() else {
            panic!("a query")
        };
        let vertices: Vec<String> = dag
            .vertices
            .iter()
            .map(|v| [std::slice::from_ref(&v.name), &v.names[..]].concat().join("+"))
            .collect();
        let edges: Vec<String> =
            dag.edges.iter().map(|e| format!("{}-{} {}", e.from, e.to, e.names.join("+"))).collect();
        format!("{}; {}", vertices.join(" "), edges.join(", "))
    };
    assert_eq!(dag("(en ex A)"), "en ex; 0-1 A");
    assert_eq!(
        dag("(u ex A) (en v B) (v u (and A B)) (u B) (en u A)"),
        "en v u+B ex; 2-3 A, 0-1 B, 1-2 A+B, 0-2 A"
    );
    check(
        &format!(
            "{names}
(get-interpolants :dag (u v A) (v u B))
(get-interpolants :dag (u v A) (w v B))
(get-interpolants :dag (en u A) (u v B) (v u A) (u ex B))
(get-interpolants :dag (u v))
(get-interpolants :dag A)
(get-interpolants :symmetric A)
(get-interpolants :symmetric A (or A B))
(get-interpolants :circle A B)
(get-interpolants :disjunctive (and A B))
(get-interpolants :disjunctive A B)
(get-interpolants :disjunctive (and (! A :named p) (! B :named p)))
(get-interpolants :disjunctive (=> A (! B :named p)))
(get-interpolants :disjunctive (! (and) :named p))"
        ),
        &expect![[r#"
            2:1: a dag has one entry and one exit; without an edge into them: none; without an edge out of them: none
            3:1: a dag has one entry and one exit; without an edge into them: u, w; without an edge out of them: v
            4:1: the edges of a dag must not form a cycle
            5:27: `v` is not the name of an assertion; hint: name it where it is asserted: `(assert (! formula :named name))`
            6:24: expected an edge `(from to A)` or a vertex `(vertex A)`
            7:1: interpolation needs at least two named assertions
            8:32: expected the name of an assertion, or `(and A B)`
            9:19: expected `:symmetric`, `:dag`, `:disjunctive` or the name of an assertion
            10:1: no position is marked: `(! … :named p)` does so
            11:1: expected one formula with marked positions
            12:1: two positions are called `p`
            13:32: expected the name of an assertion, `(and …)`, `(or …)` or `(! … :named p)`
            14:35: expected the name of an assertion, `(and …)`, `(or …)` or `(! … :named p)`
        "#]],
    );
}

fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&shown(text, &parse(text).1));
}

#[test]
fn everything_wrong_is_told_at_once() {
    check(
        "(declare-const x Int)
(declare-const flag Bool)
(declare-fun f (Int) Int)
(declare-const r Real)
(declare-const a (Array Int Int))
(declare-fun v () (_ BitVec 8))
(declare-const x Int)
(declare-const and Int)
(assert (= (* x x) 1))
(assert (< flg x))
(assert (+ x 1))
(assert (and x flag))
(assert (ite flag x true))
(assert (= x flag))
(assert (= (div x 0) 1))
(assert (= (mod 7 x) 1))
(assert (> x 1.5))
(assert (> x #b11))
(assert (> (f x) (r) a))
(assert (> x -5))
(assert (not flag flag))
(assert (select a 1))
(assert (forall ((y Int)) (> y x)))
(asert flag)
(define-fun-rec g ((n Int)) Int (g (- n 1)))
(define-fun h ((n Int)) Bool (+ n 1))
(pop 3)
(check-sat x)
(assert)
(let ((x 1)) x)
x
(assert (! flag :named flag))
(get-interpolants A B)
(assert ((_ extract 1 2) x))
(assert (x))
(assert ())
(assert (let ((y 1) (y 2)) (= y x)))",
        &expect![[r#"
            3:1: uninterpreted functions such as `f` are not supported
            4:18: reals are not supported: the sorts are Int and Bool
            5:18: arrays are not supported: the sorts are Int and Bool
            6:19: bit-vectors are not supported: the sorts are Int and Bool
            7:1: `x` is declared twice
            8:16: `and` has a meaning in SMT-LIB and cannot be declared
            9:12: the product of `x` and `x` is not linear: only one factor may have variables
            10:12: `flg` is not declared; hint: did you mean `flag`?
            11:9: expected a formula, found an integer term
            12:14: expected a formula, found an integer term
            13:21: expected an integer term, found a formula
            14:14: expected an integer term, found a formula
            15:19: division by zero has no fixed meaning in SMT-LIB
            16:19: dividing by a term with variables is not linear arithmetic; hint: divide by a constant
            17:14: reals are not supported: a decimal number is one
            18:14: bit-vectors are not supported
            20:14: `-5` is not declared; hint: write `(- 5)`
            21:9: `not` takes 1 argument, found 2
            22:10: `select` cannot be used: arrays are not supported
            23:9: `forall` cannot be used: this logic is quantifier-free
            24:2: the command `asert` is not supported here; hint: did you mean `assert`?
            25:1: `g` is defined by itself: recursive definitions are not supported
            26:30: expected a formula, found an integer term
            27:1: cannot pop 3 levels: 0 are open
            28:1: `check-sat` has the wrong number or kind of arguments
            29:1: expected `(assert formula)`
            30:2: the command `let` is not supported here
            31:1: expected a command in parentheses
            32:9: the name `flag` is already in use
            33:19: `A` is not the name of an assertion; hint: name it where it is asserted: `(assert (! formula :named name))`
            33:21: `B` is not the name of an assertion; hint: name it where it is asserted: `(assert (! formula :named name))`
            34:10: `extract` cannot be used: bit-vectors are not supported
            35:10: `x` is a constant and takes no arguments
            36:9: expected a term, found `()`
            37:21: `y` is bound twice by the same `let`
        "#]],
    );
}
