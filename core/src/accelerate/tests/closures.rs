//! Closures against brute force: rounds are made one by one, and what they lead to is compared.

use std::collections::BTreeSet;

use super::super::certificate::certify;
use super::super::*;
use crate::formula::{Arena, Formula, LinearTerm, Node, Sort, Substitution, Symbol, Valuation};
use crate::num::Int;
use crate::solver::Budget;
use crate::testing::Random;

/// A constraint `Σ aᵢ·vᵢ ≤ c` over the values before, then those after.
type Constraint = (Vec<i64>, i64);

/// At most this many rounds are made.
const ROUNDS: usize = 12;

/// A relation that is a conjunction, to be evaluated without formulae.
struct Plain {
    size: usize,
    constraints: Vec<Constraint>,
}

impl Plain {
    fn holds(&self, before: &[i64], after: &[i64]) -> bool {
        self.constraints.iter().all(|(a, c)| {
            let values = before.iter().chain(after);
            a.iter().zip(values).map(|(a, v)| a * v).sum::<i64>() <= *c
        })
    }

    fn transition(&self, arena: &mut Arena) -> Transition {
        let (before, after) = symbols(arena, self.size);
        let all: Vec<Symbol> = before.iter().chain(&after).copied().collect();
        let mut parts = Vec::new();
        for (a, c) in &self.constraints {
            let summands = all.iter().zip(a).map(|(s, a)| (*s, Int::from(*a)));
            parts.push(arena.le(&LinearTerm::new(summands, Int::from(-c))));
        }
        Transition { before, after, formula: arena.and(parts) }
    }
}

fn symbols(arena: &mut Arena, size: usize) -> (Vec<Symbol>, Vec<Symbol>) {
    let mut named = |suffix: &str| -> Vec<Symbol> {
        (0..size).map(|i| arena.symbol(&format!("X{i}{suffix}"), Sort::Int)).collect()
    };
    (named(""), named("'"))
}

fn points(size: usize, low: i64, high: i64) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..size {
        all = all.iter().flat_map(|p| (low..=high).map(move |v| [&p[..], &[v]].concat())).collect();
    }
    all
}

/// Do `n` rounds lead from here to there, according to a closure?
fn claims(arena: &Arena, closure: &Closure, n: usize, before: &[i64], after: &[i64]) -> bool {
    let mut valuation = Valuation::new();
    let Transition { before: first, after: last, .. } = &closure.relation;
    for (symbol, value) in first.iter().chain(last).zip(before.iter().chain(after)) {
        valuation.set_int(*symbol, *value);
    }
    valuation.set_int(closure.rounds, n as u64);
    arena.evaluate(closure.formula, &valuation)
}

/// All that 0, 1, … rounds lead to, if a round leads to these.
fn reached(start: &[i64], rounds: usize, next: impl Fn(&[i64]) -> Vec<Vec<i64>>) -> Vec<BTreeSet<Vec<i64>>> {
    let mut all = vec![BTreeSet::from([start.to_vec()])];
    for i in 0..rounds {
        all.push(all[i].iter().flat_map(|p| next(p)).collect());
    }
    all
}

/// Octagonal relations whose values stay in a box, so that enumeration misses nothing.
#[test]
fn octagons_in_a_box_are_as_enumerated() {
    let mut random = Random(1);
    let mut closed = 0;
    for _ in 0..40 {
        let size = random.count(1, 2);
        let plain = Plain { size, constraints: octagonal(&mut random, size, true) };
        let mut arena = Arena::new();
        let relation = plain.transition(&mut arena);
        let Ok(closure) = close_by(&mut arena, &relation, Class::Octagonal, &mut budget()).unwrap() else {
            panic!("{}: not closed", arena.show(relation.formula))
        };
        closed += 1;
        let box_ = points(size, -2, 2);
        let next = |p: &[i64]| box_.iter().filter(|q| plain.holds(p, q)).cloned().collect();
        for start in &box_ {
            for (n, reached) in reached(start, ROUNDS, next).iter().enumerate() {
                for end in &box_ {
                    let claimed = claims(&arena, &closure, n, start, end);
                    assert_eq!(
                        claimed,
                        reached.contains(end),
                        "{}: {start:?} to {end:?} in {n}, by {}",
                        arena.show(relation.formula),
                        arena.show(closure.formula)
                    );
                }
            }
        }
    }
    assert_eq!(closed, 40);
}

/// Octagonal relations that change a value by little: so far as rounds lead, the margin suffices.
#[test]
fn octagons_without_a_box_are_as_enumerated() {
    let mut random = Random(2);
    for _ in 0..40 {
        let mut constraints = octagonal(&mut random, 1, false);
        constraints.push((vec![-1, 1], random.range(0, 2)));
        constraints.push((vec![1, -1], random.range(0, 2)));
        let plain = Plain { size: 1, constraints };
        let mut arena = Arena::new();
        let relation = plain.transition(&mut arena);
        let Ok(closure) = close_by(&mut arena, &relation, Class::Octagonal, &mut budget()).unwrap() else {
            panic!("{}: not closed", arena.show(relation.formula))
        };
        let next = |p: &[i64]| (p[0] - 2..=p[0] + 2).map(|v| vec![v]).filter(|q| plain.holds(p, q)).collect();
        for start in points(1, -4, 4) {
            for (n, reached) in reached(&start, ROUNDS, next).iter().enumerate() {
                for end in points(1, -30, 30) {
                    assert_eq!(
                        claims(&arena, &closure, n, &start, &end),
                        reached.contains(&end),
                        "{}: {start:?} to {end:?} in {n}",
                        arena.show(relation.formula)
                    );
                }
            }
        }
    }
}

fn octagonal(random: &mut Random, size: usize, in_a_box: bool) -> Vec<Constraint> {
    let places = 2 * size;
    let mut constraints = Vec::new();
    for _ in 0..random.count(1, 4) {
        let mut a = vec![0; places];
        a[random.below(places)] = if random.coin() { 1 } else { -1 };
        if !random.chance(4) {
            a[random.below(places)] = if random.coin() { 1 } else { -1 };
        }
        constraints.push((a, random.range(-1, 4)));
    }
    for i in (0..places).filter(|_| in_a_box) {
        for sign in [1, -1] {
            let mut a = vec![0; places];
            a[i] = sign;
            constraints.push((a, 2));
        }
    }
    constraints
}

/// A function with a guard of any shape.
struct Function {
    matrix: Vec<Vec<i64>>,
    offset: Vec<i64>,
    guard: Formula,
}

impl Function {
    fn random(arena: &mut Arena, random: &mut Random, size: usize, is_translation: bool) -> Function {
        let (before, _) = symbols(arena, size);
        let mut matrix = vec![vec![0; size]; size];
        for (i, row) in matrix.iter_mut().enumerate() {
            // Each value is one of those before, its opposite, or a constant: finitely many powers.
            if is_translation {
                row[i] = 1;
            } else if !random.chance(4) {
                row[random.below(size)] = if random.chance(4) { -1 } else { 1 };
            }
        }
        let offset = (0..size).map(|_| random.range(-2, 2)).collect();
        let mut parts = Vec::new();
        for _ in 0..random.count(0, 3) {
            let term = before.iter().map(|s| (*s, Int::from(random.range(-2, 2)))).collect::<Vec<_>>();
            let term = LinearTerm::new(term, Int::from(random.range(-6, 6)));
            parts.push(match random.range(0, 6) {
                0..=2 => arena.le(&term),
                3 => !arena.eq(&term),
                4 => arena.divides(&Int::from(2), &term),
                5 => !arena.divides(&Int::from(3), &term),
                _ => {
                    let (a, b) = (arena.le(&term), arena.eq(&term.plus_constant(&Int::from(-3))));
                    arena.or([a, b])
                }
            });
        }
        Function { matrix, offset, guard: arena.and(parts) }
    }

    fn transition(&self, arena: &mut Arena) -> Transition {
        let (before, after) = symbols(arena, self.offset.len());
        let mut parts = vec![self.guard];
        for ((symbol, row), offset) in after.iter().zip(&self.matrix).zip(&self.offset) {
            let summands = before.iter().zip(row).map(|(s, a)| (*s, Int::from(*a)));
            let image = LinearTerm::new(summands, Int::from(*offset));
            parts.push(arena.equal(&LinearTerm::symbol(*symbol), &image));
        }
        Transition { before, after, formula: arena.and(parts) }
    }

    fn next(&self, arena: &Arena, before: &[Symbol], values: &[i64]) -> Vec<Vec<i64>> {
        let mut valuation = Valuation::new();
        before.iter().zip(values).for_each(|(s, v)| valuation.set_int(*s, *v));
        if !arena.evaluate(self.guard, &valuation) {
            return Vec::new();
        }
        let image = |(row, offset): (&Vec<i64>, &i64)| {
            row.iter().zip(values).map(|(a, v)| a * v).sum::<i64>() + offset
        };
        vec![self.matrix.iter().zip(&self.offset).map(image).collect()]
    }
}

#[test]
fn functions_are_as_iterated() {
    let mut random = Random(3);
    for i in 0..60 {
        let (is_translation, size) = (i % 2 == 0, random.count(1, 3));
        let mut arena = Arena::new();
        let function = Function::random(&mut arena, &mut random, size, is_translation);
        let relation = function.transition(&mut arena);
        let closed = close(&mut arena, &relation, &mut budget()).unwrap();
        let Ok(Closed { cases }) = closed else {
            panic!("{}: {}", arena.show(relation.formula), closed.unwrap_err())
        };
        let [closure] = &cases[..] else { panic!("one case") };
        for start in points(size, -3, 3) {
            let reached = reached(&start, ROUNDS, |p| function.next(&arena, &relation.before, p));
            for (n, ends) in reached.iter().enumerate() {
                for end in ends {
                    assert!(claims(&arena, closure, n, &start, end), "{}", arena.show(closure.formula));
                }
                // And nothing beside.
                let mut other: Vec<i64> = (0..size).map(|_| random.range(-6, 6)).collect();
                if let (Some(end), true) = (reached[n.saturating_sub(1)].first(), random.coin()) {
                    other.clone_from(end);
                }
                assert_eq!(
                    claims(&arena, closure, n, &start, &other),
                    ends.contains(&other),
                    "{}: {start:?} to {other:?} in {n}, by {}",
                    arena.show(relation.formula),
                    arena.show(closure.formula)
                );
            }
        }
    }
}

/// Matrices of orders 3, 4 and 6, that repeat after one or two powers, and that end in 0.
#[test]
fn finite_monoids_of_any_shape_are_as_iterated() {
    let matrices = [
        [[0, -1], [1, -1]],
        [[0, -1], [1, 0]],
        [[0, -1], [1, 1]],
        [[1, 1], [0, -1]],
        [[1, 1], [0, 0]],
        [[2, -1], [2, -1]],
        [[1, -1], [1, -1]],
    ];
    let mut random = Random(7);
    for matrix in matrices {
        let mut arena = Arena::new();
        let (before, _) = symbols(&mut arena, 2);
        let mut function = Function::random(&mut arena, &mut random, 2, false);
        function.matrix = matrix.iter().map(|row| row.to_vec()).collect();
        let bound = LinearTerm::new([(before[0], Int::ONE), (before[1], Int::from(2))], Int::from(-7));
        function.guard = arena.le(&bound);
        let relation = function.transition(&mut arena);
        let closure = close_by(&mut arena, &relation, Class::FiniteMonoid, &mut budget()).unwrap();
        let closure = closure.unwrap_or_else(|why| panic!("{matrix:?}: {why}"));
        for start in points(2, -3, 3) {
            let reached = reached(&start, ROUNDS, |p| function.next(&arena, &relation.before, p));
            for (n, ends) in reached.iter().enumerate() {
                for end in reached.iter().flatten().chain(&points(2, -1, 1)) {
                    assert_eq!(
                        claims(&arena, &closure, n, &start, end),
                        ends.contains(end),
                        "{matrix:?}: {start:?} to {end:?} in {n}, by {}",
                        arena.show(closure.formula)
                    );
                }
            }
        }
    }
}

/// A changed constant makes another formula, whose certificate fails.
#[test]
fn changed_closures_are_rejected() {
    let mut random = Random(4);
    let (mut rejected, mut tried) = (0, 0);
    for i in 0..24 {
        let mut arena = Arena::new();
        let relation = if i % 2 == 0 {
            Function::random(&mut arena, &mut random, 2, i % 4 == 0).transition(&mut arena)
        } else {
            let constraints = octagonal(&mut random, 1, false);
            Plain { size: 1, constraints }.transition(&mut arena)
        };
        let Ok(Closed { cases }) = close(&mut arena, &relation, &mut budget()).unwrap() else { continue };
        let Some(closure) = cases.first() else { continue };
        for _ in 0..4 {
            let changed = changed(&mut arena, &mut random, closure.formula);
            if changed == closure.formula {
                continue;
            }
            tried += 1;
            let relation = &closure.relation;
            if certify(&mut arena, relation, closure.rounds, changed, &mut budget()).unwrap().is_none() {
                rejected += 1;
                continue;
            }
            // It says the same in other words.
            let natural = arena.le(&-&LinearTerm::symbol(closure.rounds));
            for (one, other) in [(changed, closure.formula), (closure.formula, changed)] {
                assert!(
                    crate::interpolate::entail(&mut arena, &[natural, one], other, &mut budget())
                        .unwrap()
                        .is_ok()
                );
            }
        }
    }
    assert!(tried > 40 && rejected * 3 > tried * 2, "{rejected} of {tried}");
}

/// The formula with another constant in one of its literals.
fn changed(arena: &mut Arena, random: &mut Random, formula: Formula) -> Formula {
    let literals = arena.literals_of(formula);
    if literals.is_empty() {
        return formula;
    }
    let old = *random.pick(&literals);
    let by = Int::from(if random.coin() { 1 } else { -1 });
    let new = match arena.node(old).clone() {
        Node::Le(t) => arena.le(&t.plus_constant(&by)),
        Node::Eq(t) => arena.eq(&t.plus_constant(&by)),
        Node::Divides(k, t) => arena.divides(&k, &t.plus_constant(&by)),
        _ => old,
    };
    let mut images: crate::order::Map<Formula, Formula> = crate::order::Map::new();
    for part in arena.reachable([formula]) {
        let image = |f: &Formula| images.get(f).copied().unwrap_or(*f);
        let becomes = match arena.node(part).clone() {
            _ if part == old => new,
            Node::And(children) => {
                let children: Vec<Formula> = children.iter().map(image).collect();
                arena.and(children)
            }
            Node::Or(children) => {
                let children: Vec<Formula> = children.iter().map(image).collect();
                arena.or(children)
            }
            _ => part,
        };
        images.insert(part, becomes);
    }
    images.get(&formula).copied().unwrap_or(formula)
}

fn budget<'a>() -> Budget<'a> {
    Budget::steps(20_000_000)
}

/// The same relation by the means for two classes.
#[test]
fn classes_agree_where_they_meet() {
    let mut random = Random(5);
    for _ in 0..12 {
        let mut arena = Arena::new();
        let (before, after) = symbols(&mut arena, 2);
        let mut parts = Vec::new();
        for (x, y) in before.iter().zip(&after) {
            let change = (&LinearTerm::symbol(*y) - &LinearTerm::symbol(*x))
                .plus_constant(&Int::from(random.range(-2, 2)));
            parts.push(arena.eq(&change));
            parts.push(arena.le(&LinearTerm::symbol(*x).plus_constant(&Int::from(random.range(-9, 9)))));
        }
        let relation = Transition { before, after, formula: arena.and(parts) };
        let mut by = |class| close_by(&mut arena, &relation, class, &mut budget()).unwrap().ok().unwrap();
        let (one, other) = (by(Class::Translation), by(Class::Octagonal));
        let mut same = Substitution::new();
        same.term(other.rounds, LinearTerm::symbol(one.rounds));
        let formula = same.apply(&mut arena, other.formula);
        for (a, b) in [(one.formula, formula), (formula, one.formula)] {
            assert!(crate::interpolate::entail(&mut arena, &[a], b, &mut budget()).unwrap().is_ok());
        }
    }
}
