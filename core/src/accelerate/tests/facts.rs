//! What must be true of small relations, and of hostile ones.

use super::super::*;
use crate::formula::{Arena, LinearTerm, Sort, Symbol};
use crate::lang::house;
use crate::num::Int;
use crate::solver::Budget;

/// A relation in the house syntax: `p(X1, Y1) :- p(X, Y), …`.
pub(super) fn relation(text: &str) -> (Arena, Transition) {
    let (problem, diagnostics) = house::parse(text);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let mut arena = problem.arena.clone();
    let (system, _) = crate::horn::ClauseSystem::from_problem(&mut arena, &problem);
    let clause = &system.clauses()[0];
    let head = clause.head.clone().unwrap();
    let formula = clause.constraint;
    let relation =
        Transition { before: clause.body[0].arguments.clone(), after: head.arguments.clone(), formula };
    (arena, relation)
}

/// The class of a relation and its closure over X, Y, … and X', Y', …, or why there is none.
fn closed(text: &str) -> String {
    let (mut arena, relation) = relation(text);
    let budget = &mut Budget::steps(5_000_000);
    let cases = match close(&mut arena, &relation, budget).unwrap() {
        Ok(Closed { cases }) => cases,
        Err(why) => return format!("none: {why}"),
    };
    let mut texts = Vec::new();
    for closure in cases {
        let formula = closure.reachable(&mut arena, budget).unwrap();
        let names = ["X", "Y", "Z", "U"];
        let plain: Vec<Symbol> = names.iter().map(|n| arena.symbol(n, Sort::Int)).collect();
        let primed: Vec<Symbol> = names.iter().map(|n| arena.symbol(&format!("{n}'"), Sort::Int)).collect();
        let formula = arena.renamed(formula, &closure.relation.before, &plain);
        let formula = arena.renamed(formula, &closure.relation.after, &primed);
        texts.push(format!("{}: {}", closure.class.name(), arena.show(formula)));
    }
    texts.join("; ")
}

#[test]
fn classes_and_closures() {
    for (text, expected) in [
        // Trace scheme (4.4): the stride comes out as a divisibility.
        ("p(X + 2) :- p(X).", "translation: 2 | X + X' ∧ X ≤ X'"),
        ("p(X + 1) :- p(X), X < 50.", "translation: X ≤ X' ∧ (X' ≤ 50 ∨ X ≥ X')"),
        // The guard is no conjunction of inequalities, and is exact all the same.
        ("p(X - 1) :- p(X), X != 0.", "translation: X ≥ X' ∧ (X ≤ -1 ∨ X' ≥ 0)"),
        ("p(Y, X) :- p(X, Y).", "finite monoid: (X = Y' ∧ Y = X') ∨ (X = X' ∧ Y = Y')"),
        ("p(0, Y + 1) :- p(X, Y).", "finite monoid: (X = X' ∧ Y = Y') ∨ (X' = 0 ∧ Y < Y')"),
        ("p(X1) :- p(X), X <= X1, X1 <= X + 1.", "octagonal: X ≤ X'"),
        ("p(X1) :- p(X), X1 > X, X1 < 10.", "octagonal: (X' ≤ 9 ∧ X < X') ∨ X = X'"),
        ("p(X1) :- p(X).", "octagonal: true"),
        ("p(X1) :- p(X), false.", "octagonal: X = X'"),
        ("p(2*X) :- p(X).", "none: the powers of its matrix do not repeat"),
        ("p(X + Y, Y) :- p(X, Y).", "none: the powers of its matrix do not repeat"),
        // Not a function, and no conjunction: two cases.
        (
            "p(X1, Y1) :- p(X, Y), X1 >= X, Y1 <= Y, (X1 = X ; Y1 = Y).",
            "octagonal: X ≤ X' ∧ Y = Y'; octagonal: Y ≥ Y' ∧ X = X'",
        ),
    ] {
        assert_eq!(closed(text), expected, "{text}");
    }
}

/// Whether the powers of a matrix repeat is decided: all matrices of two rows with small entries, and some of
/// three, whose powers repeat soon if they ever do.
#[test]
fn finite_monoids_are_told_from_others() {
    let entries = [-1, 0, 1, 2];
    let mut counts = [0, 0];
    let mut decide = |matrix: &[i64], size: usize| {
        let mut arena = Arena::new();
        let mut named = |suffix: &str| -> Vec<Symbol> {
            (0..size).map(|i| arena.symbol(&format!("X{i}{suffix}"), Sort::Int)).collect()
        };
        let (before, after) = (named(""), named("'"));
        let mut parts = Vec::new();
        for (symbol, row) in after.iter().zip(matrix.chunks(size)) {
            let image = LinearTerm::new(before.iter().zip(row).map(|(s, a)| (*s, Int::from(*a))), Int::ZERO);
            parts.push(arena.equal(&LinearTerm::symbol(*symbol), &image));
        }
        let relation = Transition { before, after, formula: arena.and(parts) };
        // Rows may repeat other rows, and the powers may repeat after some that do not.
        let times = |a: &[i64], b: &[i64]| -> Vec<i64> {
            let entry = |i: usize| (0..size).map(|k| a[i / size * size + k] * b[k * size + i % size]).sum();
            (0..size * size).map(entry).collect()
        };
        let mut powers = vec![matrix.to_vec()];
        while powers.len() < 20
            && powers.last() != powers[..powers.len() - 1].iter().find(|p| *p == &powers[powers.len() - 1])
        {
            powers.push(times(&powers[powers.len() - 1], matrix));
        }
        let repeats = powers.len() < 20;
        let affine = super::super::affine::read(&mut arena, &relation).unwrap();
        let budget = &mut Budget::steps(1_000_000);
        assert_eq!(affine.never_repeats(budget).unwrap(), !repeats, "{matrix:?}");
        let n = arena.fresh_symbol("n", Sort::Int);
        assert_eq!(affine.rounds(&mut arena, n, budget).unwrap().is_some(), repeats, "{matrix:?}");
        counts[usize::from(repeats)] += 1;
    };
    for i in 0..256 {
        let matrix: Vec<i64> = (0..4).map(|place| entries[i >> (2 * place) & 3]).collect();
        decide(&matrix, 2);
    }
    let mut random = crate::testing::Random(6);
    for _ in 0..200 {
        let matrix: Vec<i64> = (0..9).map(|_| random.range(-1, 1)).collect();
        decide(&matrix, 3);
    }
    assert!(counts[0] > 100 && counts[1] > 60, "{counts:?}");
}

/// An answer or a reason, within a budget.
#[test]
fn hostile_relations_end() {
    let mut arena = Arena::new();
    let size = 30;
    let mut named = |suffix: &str| -> Vec<Symbol> {
        (0..size).map(|i| arena.symbol(&format!("X{i}{suffix}"), Sort::Int)).collect()
    };
    let (before, after) = (named(""), named("'"));
    let huge: Int = "123456789012345678901234567890".parse().unwrap();
    let term = LinearTerm::symbol;
    // A rotation by one place, a shift of all by a huge number, bounds by huge numbers, powers of a huge one.
    let mut rotation = Vec::new();
    let mut shift = Vec::new();
    let mut bounds = Vec::new();
    let mut powers = Vec::new();
    for i in 0..size {
        let next = term(before[(i + 1) % size]);
        rotation.push(arena.equal(&term(after[i]), &next));
        shift.push(arena.equal(&term(after[i]), &term(before[i]).plus_constant(&huge)));
        bounds.push(arena.at_most(&term(after[i]), &next.plus_constant(&huge)));
        powers.push(arena.equal(&term(after[i]), &term(before[i]).scaled(&huge)));
    }
    for (parts, is_closed, claim) in [
        (rotation, false, "do not repeat among the first 24"),
        (shift, true, "it is no translation"),
        (bounds, false, "do not determine all values after it"),
        (powers, false, "do not repeat"),
    ] {
        let relation = Transition { before: before.clone(), after: after.clone(), formula: arena.and(parts) };
        let mut budget = Budget::steps(10_000_000);
        let closed = close(&mut arena, &relation, &mut budget).unwrap();
        assert_eq!(closed.is_ok(), is_closed, "{:?}", closed.err());
        assert!(budget.used() < 5_000_000, "{}", budget.used());
        // A rotation of 30 repeats after 30 rounds: that it never does is not claimed.
        let why = close_by(&mut arena, &relation, Class::FiniteMonoid, &mut budget).unwrap().err();
        let why = why.map(|why| why.to_string()).unwrap_or_default();
        assert!(why.ends_with(claim), "{why}");
    }
}
