//! Relations that are functions with a guard: `x' = Ax + b` where the powers of `A` are finitely many
//! (thesis, Def. 4.2.2; Boigelot 1999; Finkel and Leroux 2002). With `A` the identity, a translation.
//!
//! ```text
//! x' = y ∧ y' = x + 1        A² = 1:  n = 2j: x' = x + j ∧ y' = y + j;  n = 2j + 1: x' = y + j ∧ …
//! x' = 0 ∧ y' = y + x        A² = A³
//! ```
//!
//! If `Aᵖ = Aᵖ⁺ᑫ`, then after `p + r + jq` rounds the values are `Aᵖ⁺ʳx + sᵣ + jc`, linear in `j`. The guard
//! has to hold in all rounds before, which are points on `p + q` lines (`guard.rs`).

use super::guard::Line;
use super::relation::Transition;
use crate::formula::{Arena, Formula, LinearTerm, Node, Substitution, Symbol};
use crate::num::Int;
use crate::solver::{Budget, Unknown};

/// At most this many powers of a matrix are looked at.
pub(super) const POWER_LIMIT: usize = 24;
/// Of larger matrices it is not asked whether their powers ever repeat.
const SIZE_LIMIT: usize = 40;
/// A prime: whatever differs modulo this differs.
const PRIME: u64 = (1 << 61) - 1;

/// A function with a guard over the symbols before.
#[derive(Clone, Debug)]
pub(super) struct Affine {
    /// The integer symbols before, and for each the term that it becomes.
    pub(super) symbols: Vec<Symbol>,
    pub(super) after: Vec<Symbol>,
    pub(super) images: Vec<LinearTerm>,
    pub(super) guard: Formula,
}

/// Reads a relation between integer symbols as a function with a guard; `None` if its equations do not
/// determine every value after it.
pub(super) fn read(arena: &mut Arena, relation: &Transition) -> Option<Affine> {
    let mut equations: Vec<LinearTerm> = Vec::new();
    let mut rest = Vec::new();
    for part in arena.nested_conjuncts(relation.formula) {
        match arena.node(part) {
            Node::Eq(term) if relation.after.iter().any(|s| term.mentions(*s)) => {
                equations.push(term.clone());
            }
            _ => rest.push(part),
        }
    }
    // Solve for the values after, one by one.
    let mut images: Vec<Option<LinearTerm>> = vec![None; relation.after.len()];
    for (i, symbol) in relation.after.iter().enumerate() {
        let unit = |term: &LinearTerm| term.coefficient(*symbol).abs().is_one();
        let at = equations.iter().position(unit)?;
        let equation = equations.swap_remove(at);
        let sign = equation.coefficient(*symbol);
        // ±x' + rest = 0, so x' = ∓rest.
        let image = LinearTerm::symbol(*symbol).plus_scaled(&-&sign, &equation);
        for other in equations.iter_mut().chain(images.iter_mut().flatten()) {
            *other = other.substitute(*symbol, &image);
        }
        images[i] = Some(image);
    }
    let images: Vec<LinearTerm> = images.into_iter().collect::<Option<_>>()?;
    if images.iter().any(|t| relation.after.iter().any(|s| t.mentions(*s))) {
        return None;
    }
    let mut values = Substitution::new();
    for (symbol, image) in relation.after.iter().zip(&images) {
        values.term(*symbol, image.clone());
    }
    let mut parts: Vec<Formula> = equations.iter().map(|t| arena.eq(t)).collect();
    parts.extend(rest.into_iter().map(|part| values.apply(arena, part)));
    let guard = arena.and(parts);
    let (symbols, after) = (relation.before.clone(), relation.after.clone());
    Some(Affine { symbols, after, images, guard })
}

impl Affine {
    /// Every symbol is changed by a constant.
    pub(super) fn is_translation(&self) -> bool {
        self.symbols.iter().zip(&self.images).all(|(s, t)| (t - &LinearTerm::symbol(*s)).is_constant())
    }

    /// The formula of `n` rounds; `None` if no power of the matrix was met again.
    pub(super) fn rounds(
        &self,
        arena: &mut Arena,
        n: Symbol,
        budget: &mut Budget,
    ) -> Result<Option<Formula>, Unknown> {
        // The values after 0, 1, 2, … rounds, as terms over those before.
        let mut iterates: Vec<Vec<LinearTerm>> =
            vec![self.symbols.iter().map(|s| LinearTerm::symbol(*s)).collect()];
        let mut found = None;
        while found.is_none() {
            let (Some(last), true) = (iterates.last(), iterates.len() <= POWER_LIMIT) else {
                return Ok(None);
            };
            budget.take((self.symbols.len() * self.symbols.len()) as u64)?;
            let next = self.after_one(last);
            let same = |other: &Vec<LinearTerm>| other.iter().zip(&next).all(|(a, b)| (a - b).is_constant());
            found = iterates.iter().position(same).map(|p| (p, iterates.len() - p));
            iterates.push(next);
        }
        let Some((p, q)) = found else { return Ok(None) };
        let mut ways = Vec::new();
        for (k, values) in iterates.iter().enumerate().take(p) {
            let exactly = arena.equal(&LinearTerm::symbol(n), &LinearTerm::constant(k as u64));
            let mut parts = vec![exactly, self.becomes(arena, values)];
            parts.extend((0..k).map(|i| self.guard_at(arena, &iterates[i])));
            ways.push(arena.and(parts));
        }
        // What one period more adds, the same for all rounds from p on.
        let period: Vec<Int> =
            iterates[p].iter().zip(&iterates[p + q]).map(|(a, b)| (b - a).constant_part().clone()).collect();
        for r in 0..q {
            ways.push(self.periodic(arena, n, &iterates, &period, (p, q, r), budget)?);
        }
        Ok(Some(arena.or(ways)))
    }

    /// Do the powers of the matrix never repeat? Where they do, its eigenvalues are 0 or roots of unity, of
    /// orders `k` with `φ(k)` at most its size `s`, so that `Aˢ⁺ᵐ = Aˢ` for the least common multiple `m` of
    /// these (Boigelot 1999). The powers are computed modulo a prime: if they differ there, they differ.
    /// `false` says only that they did not.
    pub(super) fn never_repeats(&self, budget: &mut Budget) -> Result<bool, Unknown> {
        let size = self.symbols.len();
        if size > SIZE_LIMIT {
            return Ok(false);
        }
        let prime = Int::from(PRIME);
        let entry = |image: &LinearTerm, symbol: &Symbol| -> u64 {
            let a = image.coefficient(*symbol);
            let rest = &a - &(&a.div_floor(&prime) * &prime);
            rest.to_i64().unwrap_or_default().unsigned_abs()
        };
        let matrix: Matrix =
            self.images.iter().map(|image| self.symbols.iter().map(|s| entry(image, s)).collect()).collect();
        let start = power(&matrix, size as u64, budget)?;
        let mut further = matrix;
        for prime in (2..=size as u64 + 1).filter(|p| (2..*p).all(|q| p % q != 0)) {
            // The largest power of it whose φ is at most the size.
            let mut order = 1;
            while order * (prime - 1) <= size as u64 {
                order *= prime;
            }
            further = power(&further, order, budget)?;
        }
        Ok(product(&start, &further, budget)? != start)
    }

    /// The formula of `n = p + r + jq` rounds for all `j ≥ 0`.
    fn periodic(
        &self,
        arena: &mut Arena,
        n: Symbol,
        iterates: &[Vec<LinearTerm>],
        period: &[Int],
        (p, q, r): (usize, usize, usize),
        budget: &mut Budget,
    ) -> Result<Formula, Unknown> {
        // j = (n - p - r) / q; with q = 1 that is a term, otherwise it is put in at the end.
        let over = LinearTerm::symbol(n).plus_constant(&-Int::from((p + r) as u64));
        let divisor = Int::from(q as u64);
        let symbol = arena.fresh_symbol("j", crate::formula::Sort::Int);
        let j = if q == 1 { over.clone() } else { LinearTerm::symbol(symbol) };
        let step_along = |values: &Vec<LinearTerm>| -> Vec<LinearTerm> {
            values.iter().zip(period).map(|(v, c)| v.plus_scaled(c, &j)).collect()
        };
        let mut parts = vec![arena.at_most(&LinearTerm::zero(), &over), arena.divides(&divisor, &over)];
        parts.push(self.becomes(arena, &step_along(&iterates[p + r])));
        parts.extend((0..p).map(|i| self.guard_at(arena, &iterates[i])));
        for before in 0..q {
            let count = if before < r { j.plus_constant(&Int::ONE) } else { j.clone() };
            let line =
                Line { symbols: &self.symbols, start: &iterates[p + before], step: period, count: &count };
            parts.push(line.all(arena, self.guard, budget)?);
        }
        let formula = arena.and(parts);
        Ok(if q == 1 { formula } else { with_quotient(arena, formula, symbol, &over, &divisor) })
    }

    /// The terms after one round more.
    fn after_one(&self, values: &[LinearTerm]) -> Vec<LinearTerm> {
        let mut substitution = Substitution::new();
        for (symbol, value) in self.symbols.iter().zip(values) {
            substitution.term(*symbol, value.clone());
        }
        self.images.iter().map(|t| substitution.apply_to_term(t)).collect()
    }

    fn becomes(&self, arena: &mut Arena, values: &[LinearTerm]) -> Formula {
        let parts: Vec<Formula> = self
            .after
            .iter()
            .zip(values)
            .map(|(symbol, value)| arena.equal(&LinearTerm::symbol(*symbol), value))
            .collect();
        arena.and(parts)
    }

    fn guard_at(&self, arena: &mut Arena, values: &[LinearTerm]) -> Formula {
        let mut substitution = Substitution::new();
        for (symbol, value) in self.symbols.iter().zip(values) {
            substitution.term(*symbol, value.clone());
        }
        substitution.apply(arena, self.guard)
    }
}

/// A square matrix modulo the prime, row by row.
type Matrix = Vec<Vec<u64>>;

fn product(a: &Matrix, b: &Matrix, budget: &mut Budget) -> Result<Matrix, Unknown> {
    let size = a.len();
    budget.take((size * size * size / 16 + 1) as u64)?;
    let entry = |i: usize, j: usize| {
        let sum = |sum: u128, k: usize| (sum + u128::from(a[i][k]) * u128::from(b[k][j])) % u128::from(PRIME);
        (0..size).fold(0, sum) as u64
    };
    Ok((0..size).map(|i| (0..size).map(|j| entry(i, j)).collect()).collect())
}

/// A power of a matrix, at least the first.
fn power(matrix: &Matrix, exponent: u64, budget: &mut Budget) -> Result<Matrix, Unknown> {
    let mut result: Option<Matrix> = None;
    let mut square = matrix.clone();
    let mut rest = exponent;
    loop {
        if rest % 2 == 1 {
            result = Some(match result {
                Some(result) => product(&result, &square, budget)?,
                None => square.clone(),
            });
        }
        rest /= 2;
        if rest == 0 {
            return Ok(result.unwrap_or(square));
        }
        square = product(&square, &square, budget)?;
    }
}

/// The formula with `over / divisor` in the place of a symbol, wherever the division leaves no remainder.
fn with_quotient(
    arena: &mut Arena,
    formula: Formula,
    symbol: Symbol,
    over: &LinearTerm,
    divisor: &Int,
) -> Formula {
    let term = |t: &LinearTerm| {
        let a = t.coefficient(symbol);
        let rest = t.plus_scaled(&-&a, &LinearTerm::symbol(symbol));
        rest.scaled(divisor).plus_scaled(&a, over)
    };
    let mut images: crate::order::Map<Formula, Formula> = crate::order::Map::new();
    for part in arena.reachable([formula]) {
        let image = |f: &Formula| images.get(f).copied().unwrap_or(*f);
        let new = match arena.node(part).clone() {
            Node::And(children) => {
                let children: Vec<Formula> = children.iter().map(image).collect();
                arena.and(children)
            }
            Node::Or(children) => {
                let children: Vec<Formula> = children.iter().map(image).collect();
                arena.or(children)
            }
            Node::Le(t) if t.mentions(symbol) => arena.le(&term(&t)),
            Node::Eq(t) if t.mentions(symbol) => arena.eq(&term(&t)),
            Node::Ne(t) if t.mentions(symbol) => !arena.eq(&term(&t)),
            Node::Divides(k, t) if t.mentions(symbol) => arena.divides(&(&k * divisor), &term(&t)),
            Node::NotDivides(k, t) if t.mentions(symbol) => !arena.divides(&(&k * divisor), &term(&t)),
            _ => part,
        };
        images.insert(part, new);
    }
    images.get(&formula).copied().unwrap_or(formula)
}
