//! Equivalent, never larger, stable, and the forms a reader expects.

use super::*;
use crate::budget::{Exhausted, STEPS_BETWEEN_LOOKS};
use crate::formula::{LinearTerm, Sort, Symbol, Valuation};
use crate::num::Int;
use crate::solver::{Answer, Solver};
use crate::testing::{Random, Shape};
use expect_test::expect;

/// Integers `x`, `y`, `z` and a way to write formulae in a line.
struct Words {
    arena: Arena,
    x: Symbol,
    y: Symbol,
    z: Symbol,
    b: Formula,
    c: Formula,
}

impl Words {
    fn new() -> Words {
        let mut arena = Arena::new();
        let [x, y, z] = ["x", "y", "z"].map(|n| arena.symbol(n, Sort::Int));
        let [b, c] = ["b", "c"].map(|n| {
            let symbol = arena.symbol(n, Sort::Bool);
            arena.boolean(symbol)
        });
        Words { arena, x, y, z, b, c }
    }

    fn term(&self, [a, b, c, d]: [i64; 4]) -> LinearTerm {
        let summands = [(self.x, a), (self.y, b), (self.z, c)];
        LinearTerm::new(summands.map(|(s, a)| (s, Int::from(a))), Int::from(d))
    }

    /// `a₀x + a₁y + a₂z + a₃ ≤ 0`
    fn le(&mut self, a: [i64; 4]) -> Formula {
        let term = self.term(a);
        self.arena.le(&term)
    }

    fn eq(&mut self, a: [i64; 4]) -> Formula {
        let term = self.term(a);
        self.arena.eq(&term)
    }

    fn divides(&mut self, k: i64, a: [i64; 4]) -> Formula {
        let term = self.term(a);
        self.arena.divides(&Int::from(k), &term)
    }

    fn and(&mut self, parts: &[Formula]) -> Formula {
        self.arena.and(parts.iter().copied())
    }

    fn or(&mut self, parts: &[Formula]) -> Formula {
        self.arena.or(parts.iter().copied())
    }
}

#[test]
fn tidies_one_form_at_a_time() {
    let mut w = Words::new();
    let at_most = |w: &mut Words, n: i64| w.le([1, 0, 0, -n]);
    let (x2, x3, x5) = (at_most(&mut w, 2), at_most(&mut w, 3), at_most(&mut w, 5));
    let [is1, is2, is3, is7] = [1, 2, 3, 7].map(|n| w.eq([1, 0, 0, -n]));
    let (b, c) = (w.b, w.c);
    let (y_le, y_ge) = (w.le([-2, 1, 0, 0]), w.le([2, -1, 0, 0]));
    let residues = [0, 2].map(|r| w.divides(4, [1, 0, 0, -r]));
    let (even, third) = (w.divides(2, [1, 0, 0, 0]), w.divides(3, [1, 0, 0, 0]));
    let (third1, third2) = (w.divides(3, [1, 0, 0, -1]), w.divides(3, [1, 0, 0, -2]));
    let defined = w.eq([1, -1, 0, -1]);
    let (uses, trivial) = (w.le([2, -2, -1, 0]), w.le([1, -1, 0, 0]));
    let (fortieth, eighth) = (w.divides(40, [1, -11, 0, 15]), w.divides(8, [1, -3, 0, -1]));
    let (bc, b_or_c, x5_or_b) = (w.and(&[b, c]), w.or(&[b, c]), w.or(&[x5, b]));
    let (bx, cx) = (w.and(&[b, x3]), w.and(&[c, x3]));
    let inputs = [
        w.and(&[x3, x5]),
        w.or(&[x3, x5]),
        w.and(&[x3, !x2]),
        w.and(&[x3, !is3]),
        w.and(&[x3, !x5]),
        w.or(&[x3, !x3]),
        w.or(&[x2, !x3]),
        w.or(&[is1, is2, is3]),
        w.or(&[is1, is3, is7]),
        w.and(&[y_le, y_ge]),
        w.or(&[b, bc]),
        w.and(&[b, b_or_c]),
        w.and(&[!b, b_or_c]),
        w.and(&[x3, x5_or_b]),
        w.or(&[bx, cx]),
        w.or(&residues),
        w.and(&[even, third]),
        w.or(&[third1, third2]),
        w.and(&[!third1, !third2]),
        w.and(&[defined, uses]),
        w.and(&[defined, trivial]),
        w.and(&[is3, even]),
        w.and(&[is3, defined]),
        w.and(&[fortieth, eighth]),
        w.and(&[fortieth, !eighth]),
    ];
    let mut lines = String::new();
    for input in inputs {
        let output = tidy(&mut w.arena, input, &mut Budget::unlimited()).unwrap();
        lines += &format!("{}    ⟶    {}\n", w.arena.show(input), w.arena.show(output));
    }
    expect![[r#"
        x ≤ 3 ∧ x ≤ 5    ⟶    x ≤ 3
        x ≤ 3 ∨ x ≤ 5    ⟶    x ≤ 5
        x ≥ 3 ∧ x ≤ 3    ⟶    x = 3
        x ≤ 3 ∧ x ≠ 3    ⟶    x ≤ 2
        x ≤ 3 ∧ x ≥ 6    ⟶    false
        true    ⟶    true
        x ≤ 2 ∨ x ≥ 4    ⟶    x ≠ 3
        x = 1 ∨ x = 2 ∨ x = 3    ⟶    x ≤ 3 ∧ x ≥ 1
        x = 1 ∨ x = 3 ∨ x = 7    ⟶    x = 1 ∨ x = 3 ∨ x = 7
        2x ≥ y ∧ 2x ≤ y    ⟶    y = 2x
        b ∨ (b ∧ c)    ⟶    b
        b ∧ (b ∨ c)    ⟶    b
        ¬b ∧ (b ∨ c)    ⟶    ¬b ∧ c
        x ≤ 3 ∧ (b ∨ x ≤ 5)    ⟶    x ≤ 3
        (b ∧ x ≤ 3) ∨ (c ∧ x ≤ 3)    ⟶    x ≤ 3 ∧ (b ∨ c)
        4 | x ∨ 4 | x + 2    ⟶    2 | x
        2 | x ∧ 3 | x    ⟶    6 | x
        3 | x - 1 ∨ 3 | x + 1    ⟶    ¬(3 | x)
        ¬(3 | x - 1) ∧ ¬(3 | x + 1)    ⟶    3 | x
        x = y + 1 ∧ 2x ≤ 2y + z    ⟶    x = y + 1 ∧ z ≥ 2
        x = y + 1 ∧ x ≤ y    ⟶    false
        x = 3 ∧ 2 | x    ⟶    false
        x = 3 ∧ x = y + 1    ⟶    x = 3 ∧ y = 2
        40 | x - 11y + 15 ∧ 8 | x - 3y - 1    ⟶    40 | x - 11y + 15
        40 | x - 11y + 15 ∧ ¬(8 | x - 3y - 1)    ⟶    false
    "#]]
    .assert_eq(&lines);
}

#[test]
fn simplifies_with_the_solver() {
    let mut w = Words::new();
    let (xy, yz, zx, xz) =
        (w.le([1, -1, 0, 0]), w.le([0, 1, -1, 0]), w.le([-1, 0, 1, 0]), w.le([1, 0, -1, 0]));
    let b = w.b;
    let clause = w.or(&[xz, b]);
    let (positive, one) = (w.le([-1, 0, 0, 1]), w.eq([0, 1, 0, -1]));
    let case = w.and(&[!positive, one]);
    let boxes: Vec<Formula> = [0, 1]
        .map(|n| {
            let (point, bound) = (w.eq([1, 0, 0, -n]), w.le([0, 1, -1, -n]));
            w.and(&[point, bound, yz])
        })
        .to_vec();
    let (sum, x_pos, y_pos) = (w.le([-1, -1, 0, 0]), w.le([-1, 0, 0, 0]), w.le([0, -1, 0, 0]));
    let (low, high) = (w.le([-1, 0, 0, 0]), w.le([2, 0, 0, -1]));
    let inputs = [
        w.and(&[xy, yz, xz]),
        w.and(&[xy, yz, zx]),
        w.and(&[xy, yz, zx, clause]),
        w.or(&[positive, case]),
        w.or(&boxes),
        w.and(&[sum, x_pos, y_pos]),
        w.or(&[sum, x_pos, y_pos]),
        w.and(&[low, high]),
    ];
    let mut lines = String::new();
    for input in inputs {
        let output = simplify(&mut w.arena, input, &mut Budget::unlimited()).unwrap();
        lines += &format!("{}    ⟶    {}\n", w.arena.show(input), w.arena.show(output));
    }
    let under = simplify_under(&mut w.arena, case, !positive, &mut Budget::unlimited()).unwrap();
    lines += &format!(
        "{} where {}    ⟶    {}\n",
        w.arena.show(case),
        w.arena.show(!positive),
        w.arena.show(under)
    );
    expect![[r#"
        x ≤ y ∧ y ≤ z ∧ x ≤ z    ⟶    x ≤ y ∧ y ≤ z
        x ≤ y ∧ y ≤ z ∧ x ≥ z    ⟶    y = z ∧ x = z
        x ≤ y ∧ y ≤ z ∧ x ≥ z ∧ (b ∨ x ≤ z)    ⟶    y = z ∧ x = z
        x ≥ 1 ∨ (x ≤ 0 ∧ y = 1)    ⟶    x ≥ 1 ∨ y = 1
        (y ≤ z ∧ x = 0) ∨ (y ≤ z ∧ x = 1 ∧ y ≤ z + 1)    ⟶    y ≤ z ∧ x ≥ 0 ∧ x ≤ 1
        x + y ≥ 0 ∧ x ≥ 0 ∧ y ≥ 0    ⟶    x ≥ 0 ∧ y ≥ 0
        x + y ≥ 0 ∨ x ≥ 0 ∨ y ≥ 0    ⟶    x ≥ 0 ∨ y ≥ 0
        x ≤ 0 ∧ x ≥ 0    ⟶    x = 0
        x ≤ 0 ∧ y = 1 where x ≤ 0    ⟶    y = 1
    "#]]
    .assert_eq(&lines);
}

/// All valuations of a small box, and some far away.
fn samples(shape: &Shape, random: &mut Random) -> Vec<Valuation> {
    let mut samples = shape.valuations(-4, 4);
    for _ in 0..200 {
        let mut valuation = Valuation::new();
        for x in &shape.ints {
            valuation.set_int(*x, random.range(-60, 60));
        }
        for b in &shape.bools {
            valuation.set_bool(*b, random.chance(2));
        }
        samples.push(valuation);
    }
    samples
}

fn equivalent(arena: &mut Arena, left: Formula, right: Formula) -> bool {
    let same = arena.iff(left, right);
    Solver::new().check(arena, &[!same], &mut Budget::unlimited()) == Answer::Unsat(vec![!same])
        || same == arena.true_()
}

#[test]
fn tidying_keeps_the_meaning_and_never_lengthens() {
    for seed in 0..1_500 {
        let mut random = Random(seed);
        let mut arena = Arena::new();
        let mut shape = Shape::new(&mut arena, 2, 1);
        // Few constants, so that literals meet on one form.
        shape.coefficient = random.range(1, 4);
        shape.constant = random.range(1, 9);
        let formula = shape.formula(&mut arena, &mut random, 3);
        let tidied = tidy(&mut arena, formula, &mut Budget::unlimited()).unwrap();
        let again = tidy(&mut arena, tidied, &mut Budget::unlimited()).unwrap();
        let text = format!("seed {seed}: {} ⟶ {}", arena.show(formula), arena.show(tidied));
        for sample in samples(&shape, &mut random) {
            assert_eq!(
                arena.evaluate(formula, &sample),
                arena.evaluate(tidied, &sample),
                "{text} {sample:?}"
            );
        }
        assert!(Measure::of(&arena, tidied) <= Measure::of(&arena, formula), "{text}");
        assert!(Measure::of(&arena, again) <= Measure::of(&arena, tidied), "{text}");
    }
}

#[test]
fn simplifying_keeps_the_meaning_and_never_lengthens() {
    for seed in 0..400 {
        let mut random = Random(seed);
        let mut arena = Arena::new();
        let mut shape = Shape::new(&mut arena, 2, 1);
        shape.coefficient = random.range(1, 4);
        let formula = shape.formula(&mut arena, &mut random, 2);
        let simple = simplify(&mut arena, formula, &mut Budget::unlimited()).unwrap();
        let again = simplify(&mut arena, simple, &mut Budget::unlimited()).unwrap();
        let text = format!("seed {seed}: {} ⟶ {}", arena.show(formula), arena.show(simple));
        for sample in samples(&shape, &mut random) {
            assert_eq!(
                arena.evaluate(formula, &sample),
                arena.evaluate(simple, &sample),
                "{text} {sample:?}"
            );
        }
        assert!(equivalent(&mut arena, formula, simple), "{text}");
        assert!(Measure::of(&arena, simple) <= Measure::of(&arena, formula), "{text}");
        assert!(Measure::of(&arena, again) <= Measure::of(&arena, simple), "{text}");
    }
}

#[test]
fn a_context_is_used_and_respected() {
    for seed in 0..200 {
        let mut random = Random(seed);
        let mut arena = Arena::new();
        let shape = Shape::new(&mut arena, 2, 1);
        let formula = shape.formula(&mut arena, &mut random, 2);
        let context = shape.formula(&mut arena, &mut random, 1);
        let simple = simplify_under(&mut arena, formula, context, &mut Budget::unlimited()).unwrap();
        let text = format!("seed {seed}: {} ⟶ {}", arena.show(formula), arena.show(simple));
        for sample in samples(&shape, &mut random) {
            if arena.evaluate(context, &sample) {
                assert_eq!(arena.evaluate(formula, &sample), arena.evaluate(simple, &sample), "{text}");
            }
        }
        assert!(Measure::of(&arena, simple) <= Measure::of(&arena, formula), "{text}");
    }
}

#[test]
fn a_small_budget_gives_what_was_reached() {
    for seed in 0..60 {
        for steps in [0, 1, 10, 100, 1000] {
            let mut random = Random(seed);
            let mut arena = Arena::new();
            let shape = Shape::new(&mut arena, 2, 1);
            let formula = shape.formula(&mut arena, &mut random, 3);
            let simple = simplify(&mut arena, formula, &mut Budget::steps(steps)).unwrap();
            for sample in samples(&shape, &mut random) {
                assert_eq!(arena.evaluate(formula, &sample), arena.evaluate(simple, &sample));
            }
        }
    }
}

#[test]
fn an_interruption_is_passed_on() {
    let mut w = Words::new();
    let (xy, yz, xz) = (w.le([1, -1, 0, 0]), w.le([0, 1, -1, 0]), w.le([1, 0, -1, 0]));
    let formula = w.and(&[xy, yz, xz]);
    let mut stop = || Some(Exhausted::Interrupted);
    let mut budget = Budget::unlimited().with_interruption(&mut stop);
    // The interruption is looked at every few thousand steps.
    budget.take(STEPS_BETWEEN_LOOKS - 1).unwrap();
    assert_eq!(simplify(&mut w.arena, formula, &mut budget), Err(Unknown::Interrupted));
}

#[test]
fn deep_nesting_needs_no_stack() {
    let mut arena = Arena::new();
    let x = LinearTerm::symbol(arena.symbol("x", Sort::Int));
    let y = LinearTerm::symbol(arena.symbol("y", Sort::Int));
    let mut formula = arena.true_();
    for i in 0..10_000i64 {
        let atom = arena.le(&x.plus_scaled(&Int::from(i), &y).plus_constant(&Int::from(-i)));
        formula = if i % 2 == 0 { arena.or([formula, atom]) } else { arena.and([formula, atom]) };
    }
    let simple = simplify(&mut arena, formula, &mut Budget::steps(100_000)).unwrap();
    let mut sample = Valuation::new();
    sample.set_int(arena.find_symbol("x", Sort::Int).unwrap(), 1);
    sample.set_int(arena.find_symbol("y", Sort::Int).unwrap(), 1);
    assert_eq!(arena.evaluate(formula, &sample), arena.evaluate(simple, &sample));
}
