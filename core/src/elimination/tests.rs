//! Elimination against brute force, and the results a reader expects.

use super::*;
use crate::formula::{LinearTerm, Sort, Substitution, Valuation};
use crate::num::Int;
use crate::simplify::simplify;
use crate::solver::{Answer, Solver};
use crate::testing::{Random, Shape};
use expect_test::expect;

fn unlimited<'a>() -> Budget<'a> {
    Budget::unlimited()
}

/// The path of `loop50-path.horn`: `A` above, `B` below the interpolant.
struct Path {
    arena: Arena,
    a: Formula,
    b: Formula,
    local_to_a: Vec<Symbol>,
}

fn path() -> Path {
    let mut arena = Arena::new();
    // In the order of the file, which the printer follows.
    let names = ["I1", "X1", "J", "I0", "X0"];
    let symbols = names.map(|n| arena.symbol(n, Sort::Int));
    let [i1, x1, j, i0, x0] = symbols.map(LinearTerm::symbol);
    let number = |n: i64| LinearTerm::constant(n);
    let a = [
        arena.equal(&i0, &number(0)),
        arena.equal(&x0, &j),
        arena.less(&i0, &number(50)),
        arena.equal(&i1, &i0.plus_constant(&Int::ONE)),
        arena.equal(&x1, &x0.plus_constant(&Int::ONE)),
    ];
    let b = [arena.at_most(&number(50), &i1), arena.equal(&j, &number(0)), arena.less(&x1, &number(50))];
    let (a, b) = (arena.and(a), arena.and(b));
    Path { arena, a, b, local_to_a: symbols[3..].to_vec() }
}

#[test]
fn the_ends_of_the_lattice_of_loop50_path() {
    let mut p = path();
    let strongest = eliminate(&mut p.arena, p.a, &p.local_to_a, &mut unlimited()).unwrap();
    let strongest = simplify(&mut p.arena, strongest, &mut unlimited()).unwrap();
    expect!["I1 = 1 ∧ X1 = J + 1"].assert_eq(&p.arena.show(strongest).to_string());
    let weakest = eliminate_forall(&mut p.arena, !p.b, &[], &mut unlimited()).unwrap();
    let weakest = simplify(&mut p.arena, weakest, &mut unlimited()).unwrap();
    expect!["I1 ≤ 49 ∨ J ≠ 0 ∨ X1 ≥ 50"].assert_eq(&p.arena.show(weakest).to_string());
}

#[test]
fn named_cases() {
    let mut arena = Arena::new();
    let symbols = ["x", "y", "z", "v"].map(|n| arena.symbol(n, Sort::Int));
    let [x, y, z, v] = symbols.map(LinearTerm::symbol);
    let times = |t: &LinearTerm, n: i64| t.scaled(&Int::from(n));
    let plus = |t: &LinearTerm, n: i64| t.plus_constant(&Int::from(n));
    let two = Int::from(2);
    let huge: Int = "10000000000000000000000000000000000000000".parse().unwrap();
    let cases: Vec<(&str, Vec<Formula>)> = vec![
        ("between", vec![arena.at_most(&y, &x), arena.at_most(&x, &z)]),
        ("even between", vec![arena.at_most(&y, &times(&x, 2)), arena.at_most(&times(&x, 2), &z)]),
        ("Omega's dark shadow", vec![arena.at_most(&y, &times(&x, 2)), arena.at_most(&times(&x, 3), &z)]),
        ("multiple", vec![arena.equal(&y, &times(&x, 6)), arena.divides(&two, &plus(&x, 1))]),
        (
            "congruences",
            vec![arena.divides(&Int::from(4), &(&x - &y)), arena.divides(&Int::from(6), &(&x - &z))],
        ),
        ("not equal", vec![!arena.equal(&x, &y), !arena.equal(&x, &z), arena.at_most(&x, &v)]),
        (
            "not equal, bounded",
            vec![!arena.equal(&x, &y), arena.at_most(&z, &x), arena.at_most(&x, &plus(&z, 1))],
        ),
        ("not divisible", vec![!arena.divides(&two, &(&x - &y)), !arena.divides(&Int::from(3), &(&x - &z))]),
        (
            "huge",
            vec![
                arena.equal(&y, &x.scaled(&huge)),
                arena.at_most(&x, &z),
                arena.at_most(&LinearTerm::constant(0), &x),
            ],
        ),
        ("huge bounds", vec![arena.at_most(&y, &x.scaled(&huge)), arena.at_most(&x.scaled(&huge), &y)]),
    ];
    let mut lines = String::new();
    for (name, literals) in cases {
        let formula = arena.and(literals);
        let eliminated = eliminate(&mut arena, formula, &symbols[..1], &mut unlimited()).unwrap();
        let simple = simplify(&mut arena, eliminated, &mut unlimited()).unwrap();
        lines += &format!("{name}: ∃x. {}    ⟶    {}\n", arena.show(formula), arena.show(simple));
    }
    expect![[r#"
        between: ∃x. x ≥ y ∧ x ≤ z    ⟶    y ≤ z
        even between: ∃x. 2x ≥ y ∧ 2x ≤ z    ⟶    y < z ∨ (y ≤ z ∧ 2 | y)
        Omega's dark shadow: ∃x. 2x ≥ y ∧ 3x ≤ z    ⟶    3y ≤ 2z ∧ 3y ≠ 2z - 1
        multiple: ∃x. y = 6x ∧ 2 | x + 1    ⟶    12 | y + 6
        congruences: ∃x. 4 | x - y ∧ 6 | x - z    ⟶    2 | y + z
        not equal: ∃x. x ≠ y ∧ x ≠ z ∧ x ≤ v    ⟶    true
        not equal, bounded: ∃x. x ≠ y ∧ x ≥ z ∧ x ≤ z + 1    ⟶    true
        not divisible: ∃x. ¬(2 | x + y) ∧ ¬(3 | x - z)    ⟶    true
        huge: ∃x. x ≤ z ∧ y = 10000000000000000000000000000000000000000x ∧ x ≥ 0    ⟶    10000000000000000000000000000000000000000 | y ∧ y ≤ 10000000000000000000000000000000000000000z ∧ y ≥ 0
        huge bounds: ∃x. 10000000000000000000000000000000000000000x ≥ y ∧ 10000000000000000000000000000000000000000x ≤ y    ⟶    10000000000000000000000000000000000000000 | y
    "#]].assert_eq(&lines);
}

/// Is there a way to fill in the symbols, integers from the range, that makes the formula true?
fn some(arena: &Arena, formula: Formula, symbols: &[Symbol], base: &Valuation, range: (i64, i64)) -> bool {
    let Some((first, rest)) = symbols.split_first() else { return arena.evaluate(formula, base) };
    let mut valuation = base.clone();
    if arena.sort(*first) == Sort::Bool {
        return [false, true].into_iter().any(|value| {
            valuation.set_bool(*first, value);
            some(arena, formula, rest, &valuation, range)
        });
    }
    (range.0..=range.1).any(|value| {
        valuation.set_int(*first, value);
        some(arena, formula, rest, &valuation, range)
    })
}

/// The shape restricted to its first symbols, for enumerating what stays free.
fn free_part(shape: &Shape, ints: usize, bools: usize) -> Shape {
    Shape { ints: shape.ints[..ints].to_vec(), bools: shape.bools[..bools].to_vec(), ..shape.clone() }
}

#[test]
fn agrees_with_brute_force_in_a_box() {
    for seed in 0..400 {
        let mut random = Random(seed);
        let mut arena = Arena::new();
        let mut shape = Shape::new(&mut arena, 4, 2);
        shape.coefficient = random.range(1, 4);
        let formula = shape.formula(&mut arena, &mut random, 2);
        let symbols = [shape.ints[2], shape.ints[3], shape.bools[1]];
        let bound = Shape { ints: shape.ints[2..].to_vec(), ..shape.clone() };
        let inside = bound.inside(&mut arena, -3, 3);
        let formula = arena.and([formula, inside]);
        let result = eliminate(&mut arena, formula, &symbols, &mut unlimited()).unwrap();
        let text = format!("seed {seed}: {} ⟶ {}", arena.show(formula), arena.show(result));
        for symbol in arena.symbols_of(result) {
            assert!(!symbols.contains(&symbol), "{text}");
        }
        for valuation in free_part(&shape, 2, 1).valuations(-3, 3) {
            let expected = some(&arena, formula, &symbols, &valuation, (-3, 3));
            assert_eq!(arena.evaluate(result, &valuation), expected, "{text} {valuation:?}");
        }
    }
}

/// With coefficients up to 4, constants up to 9 and free symbols up to 3, no bound on `x` lies beyond 33, and
/// the divisors 2 to 5, times coefficients, recur every 60: values from -93 to 93 represent all integers.
#[test]
fn agrees_with_brute_force_without_bounds() {
    for seed in 0..300 {
        let mut random = Random(seed);
        let mut arena = Arena::new();
        let mut shape = Shape::new(&mut arena, 3, 1);
        shape.coefficient = random.range(1, 4);
        let formula = shape.formula(&mut arena, &mut random, 2);
        let symbols = [shape.ints[2]];
        let result = eliminate(&mut arena, formula, &symbols, &mut unlimited()).unwrap();
        let text = format!("seed {seed}: {} ⟶ {}", arena.show(formula), arena.show(result));
        for valuation in free_part(&shape, 2, 1).valuations(-3, 3) {
            let expected = some(&arena, formula, &symbols, &valuation, (-93, 93));
            assert_eq!(arena.evaluate(result, &valuation), expected, "{text} {valuation:?}");
        }
    }
}

fn equivalent(arena: &mut Arena, left: Formula, right: Formula) -> bool {
    let same = arena.iff(left, right);
    matches!(Solver::new().check(arena, &[!same], &mut unlimited()), Answer::Unsat(_))
}

#[test]
fn several_symbols_at_once_or_one_by_one() {
    for seed in 0..200 {
        let mut random = Random(seed);
        let mut arena = Arena::new();
        let mut shape = Shape::new(&mut arena, 4, 1);
        shape.coefficient = random.range(1, 3);
        let formula = shape.formula(&mut arena, &mut random, 2);
        let symbols = [shape.ints[2], shape.ints[3]];
        let together = eliminate(&mut arena, formula, &symbols, &mut unlimited()).unwrap();
        let first = eliminate(&mut arena, formula, &symbols[..1], &mut unlimited()).unwrap();
        let second = eliminate(&mut arena, first, &symbols[1..], &mut unlimited()).unwrap();
        let text = format!("seed {seed}: {}", arena.show(formula));
        assert!(equivalent(&mut arena, together, second), "{text}");
    }
}

#[test]
fn projections_are_true_in_their_model_and_imply_the_quantified_formula() {
    for seed in 0..400 {
        let mut random = Random(seed);
        let mut arena = Arena::new();
        let shape = Shape::new(&mut arena, 3, 1);
        let literals: Vec<Formula> =
            (0..random.range(1, 6)).map(|_| shape.literal(&mut arena, &mut random)).collect();
        let formula = arena.and(literals.iter().copied());
        let Answer::Sat(model) = Solver::new().check(&mut arena, &[formula], &mut unlimited()) else {
            continue;
        };
        let symbols = [shape.ints[1], shape.ints[2]];
        let projected = project(&mut arena, &literals, &symbols, &model, &mut unlimited()).unwrap();
        let projection = arena.and(projected);
        let text = format!("seed {seed}: {} ⟶ {}", arena.show(formula), arena.show(projection));
        assert!(arena.evaluate(projection, &model), "{text}");
        let exact = eliminate(&mut arena, formula, &symbols, &mut unlimited()).unwrap();
        let outside = arena.and([projection, !exact]);
        assert!(
            matches!(Solver::new().check(&mut arena, &[outside], &mut unlimited()), Answer::Unsat(_)),
            "{text}"
        );
        // A model of something else is answered by `false`.
        let elsewhere = project(&mut arena, &[!formula], &symbols, &model, &mut unlimited()).unwrap();
        assert_eq!(elsewhere, vec![arena.false_()]);
    }
}

/// Two symbols, no bounds, numbers beyond machine words: the solver judges each value of the free symbols.
#[test]
fn agrees_with_the_solver_on_huge_numbers() {
    let huge: Int = "100000000000000000003".parse().unwrap();
    for seed in 0..150 {
        let mut random = Random(seed);
        let mut arena = Arena::new();
        let mut shape = Shape::new(&mut arena, 4, 1);
        shape.coefficient = 2;
        let mut formula = shape.formula(&mut arena, &mut random, 2);
        for x in [shape.ints[0], shape.ints[2]] {
            if random.chance(2) {
                let mut stretch = Substitution::new();
                stretch.term(
                    x,
                    LinearTerm::symbol(x).scaled(&huge).plus_constant(&Int::from(random.range(-5, 5))),
                );
                formula = stretch.apply(&mut arena, formula);
            }
        }
        let symbols = [shape.ints[2], shape.ints[3]];
        let result = eliminate(&mut arena, formula, &symbols, &mut unlimited()).unwrap();
        let text = format!("seed {seed}: {} ⟶ {}", arena.show(formula), arena.show(result));
        for _ in 0..12 {
            let mut valuation = Valuation::new();
            let mut values = Substitution::new();
            for x in &shape.ints[..2] {
                let mut value = Int::from(random.range(-9, 9));
                if random.chance(3) {
                    value *= &huge;
                }
                values.term(*x, LinearTerm::constant(value.clone()));
                valuation.set_int(*x, value);
            }
            let truth = random.chance(2);
            valuation.set_bool(shape.bools[0], truth);
            values.formula(shape.bools[0], arena.constant(truth));
            let instance = values.apply(&mut arena, formula);
            let answer = Solver::new().check(&mut arena, &[instance], &mut unlimited());
            let expected = matches!(answer, Answer::Sat(_));
            assert_eq!(arena.evaluate(result, &valuation), expected, "{text} {valuation:?}");
        }
    }
}

#[test]
fn a_budget_that_runs_out_is_a_value() {
    let mut arena = Arena::new();
    let [x, y, z] = ["x", "y", "z"].map(|n| arena.symbol(n, Sort::Int));
    let [tx, ty, tz] = [x, y, z].map(LinearTerm::symbol);
    let modulus: Int = "1000000000000000000000000".parse().unwrap();
    // No computer will ever list that many residues.
    let parts = [
        arena.divides(&modulus, &(&tx - &ty)),
        arena.at_most(&tz, &tx),
        arena.at_most(&tx, &(&tz - &ty).plus_constant(&Int::from(7))),
    ];
    let formula = arena.and(parts);
    assert_eq!(eliminate(&mut arena, formula, &[x], &mut Budget::steps(20_000)), Err(Unknown::Budget));
}

#[test]
fn deep_nesting_needs_no_stack() {
    let mut arena = Arena::new();
    let [x, y] = ["x", "y"].map(|n| arena.symbol(n, Sort::Int));
    let [tx, ty] = [x, y].map(LinearTerm::symbol);
    let mut formula = arena.true_();
    for i in 0..10_000i64 {
        let atom = arena.le(&ty.plus_scaled(&Int::from(i % 7 - 3), &tx).plus_constant(&Int::from(-i)));
        formula = if i % 2 == 0 { arena.or([formula, atom]) } else { arena.and([formula, atom]) };
    }
    // The answer matters less than that there is one.
    match eliminate(&mut arena, formula, &[x], &mut Budget::steps(1_000_000)) {
        Ok(result) => assert!(!arena.symbols_of(result).contains(&x)),
        Err(reason) => assert_eq!(reason, Unknown::Budget),
    }
}
