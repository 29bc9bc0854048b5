//! One integer symbol out of a conjunction of literals.
//!
//! In order of preference, where `x` is the symbol:
//!
//! ```text
//! an equation 2x = t           x := t/2, and 2 | t
//! divisibilities               merged into one, m | ax + t (Cooper's lemma)
//! unbounded on one side        gcd(a, m) | t is all that remains
//! bounds, of which each pair   every lower bound below every upper one (Fourier, Motzkin)
//!   has a unit coefficient
//! any bounds, in a model       room enough between them (the dark shadow of Pugh's Omega test), or
//!                              x := (the greatest lower bound + j)/a (a test point of Cooper's method)
//! ```
//!
//! All but the last line are exact. The last is an under-approximation that is true in the model; there are
//! finitely many of them, and together they are exact.

use super::literals::{Factored, Quotient};
use super::shadow::{Bound, few_pairs, shadow};
use crate::formula::{Arena, Formula, LinearTerm, Node, Symbol, Valuation};
use crate::num::Int;

/// A conjunction of literals, sorted by what they say about one symbol.
#[derive(Debug, Default)]
struct Sorted {
    equations: Vec<Factored>,
    disequalities: Vec<Factored>,
    lower: Vec<Bound>,
    upper: Vec<Bound>,
    divisibilities: Vec<(Int, Factored)>,
    indivisibilities: Vec<(Int, Factored)>,
}

/// Literals for `∃ symbol. literals`, where every literal mentions the integer symbol. With a model, which
/// must satisfy the literals, the result always exists; without one, only where it is exact.
pub(super) fn eliminate_symbol(
    arena: &mut Arena,
    literals: &[Formula],
    symbol: Symbol,
    model: Option<&Valuation>,
) -> Option<Vec<Formula>> {
    let mut sorted = Sorted::of(arena, literals, symbol);
    if let Some(equation) = sorted.best_equation() {
        let quotient = Quotient::solving(equation);
        return Some(put(arena, literals, symbol, &quotient));
    }
    let mut result = Vec::new();
    sorted.merge_divisibilities(arena, &mut result);
    let bounded = !sorted.lower.is_empty() && !sorted.upper.is_empty();
    if !bounded {
        // Far out on the open side every bound and disequality holds; the residue classes recur there.
        if sorted.window().is_some() {
            result.extend(sorted.solvability(arena));
        } else {
            let residue = sorted.least_residue(symbol, &Int::ZERO, &Int::ONE, model?);
            result.extend(sorted.residue_conditions(arena, symbol, residue));
        }
        return Some(result);
    }
    if let Some(model) = model {
        sorted.decide_disequalities(symbol, model);
    } else if !sorted.disequalities.is_empty() {
        return None;
    }
    let any_residue = sorted.divisibilities.is_empty() && sorted.indivisibilities.is_empty();
    if few_pairs(&sorted.lower, &sorted.upper, any_residue)
        && let Some(conditions) = sorted.shadow_conditions(arena, symbol, model)
    {
        result.extend(conditions);
        return Some(result);
    }
    let quotient = sorted.test_point(symbol, model?);
    Some(put(arena, literals, symbol, &quotient))
}

/// The literals with a quotient in the place of the symbol.
fn put(arena: &mut Arena, literals: &[Formula], symbol: Symbol, quotient: &Quotient) -> Vec<Formula> {
    let mut result = vec![quotient.is_integral(arena)];
    for literal in literals {
        result.push(quotient.substitute(arena, *literal, symbol));
    }
    result
}

impl Sorted {
    fn of(arena: &Arena, literals: &[Formula], symbol: Symbol) -> Sorted {
        let mut sorted = Sorted::default();
        for literal in literals {
            let node = arena.node(*literal);
            let Some(term) = node.term() else { continue };
            let seen = Factored::from(term, symbol);
            match node {
                Node::Eq(_) => sorted.equations.push(seen),
                Node::Ne(_) => sorted.disequalities.push(seen),
                Node::Divides(k, _) => sorted.divisibilities.push((k.clone(), seen)),
                Node::NotDivides(k, _) => sorted.indivisibilities.push((k.clone(), seen)),
                _ => sorted.add_bound(&seen),
            }
        }
        sorted
    }

    /// `factor · x + rest ≤ 0`
    fn add_bound(&mut self, seen: &Factored) {
        if seen.factor.is_negative() {
            self.lower.push(Bound { factor: -&seen.factor, term: seen.rest.clone() });
        } else {
            self.upper.push(Bound { factor: seen.factor.clone(), term: -&seen.rest });
        }
    }

    /// The least coefficient, and among those the shortest equation.
    fn best_equation(&self) -> Option<&Factored> {
        self.equations.iter().min_by_key(|e| (e.factor.abs(), e.rest.summands().len()))
    }

    /// Leaves at most one divisibility, and what the others say without the symbol goes to the result.
    ///
    /// With `d = gcd(an, bm) = p·an + q·bm`: `m | ax + s` and `n | bx + t` hold together if and only if
    /// `mn | dx + pns + qmt` and `d | at - bs` (Cooper 1972).
    fn merge_divisibilities(&mut self, arena: &mut Arena, result: &mut Vec<Formula>) {
        while let [.., _, _] = self.divisibilities.as_slice() {
            let (Some((m, first)), Some((n, second))) =
                (self.divisibilities.pop(), self.divisibilities.pop())
            else {
                return;
            };
            let (a, s, b, t) = (&first.factor, &first.rest, &second.factor, &second.rest);
            let (d, p, q) = extended_gcd(&(a * &n), &(b * &m));
            result.push(arena.divides(&d, &t.scaled(a).plus_scaled(&-b, s)));
            let rest = s.scaled(&(&p * &n)).plus_scaled(&(&q * &m), t);
            let product = &m * &n;
            // Smaller numbers for the same condition: a common factor of all coefficients can only be
            // divided out of the modulus together with them, so reduce modulo it.
            let factor = d.mod_floor(&product);
            let rest = LinearTerm::new(
                rest.summands().iter().map(|(symbol, c)| (*symbol, c.mod_floor(&product))),
                rest.constant_part().mod_floor(&product),
            );
            self.divisibilities.push((product, Factored { factor, rest }));
        }
    }

    /// The truth of all divisibilities and indivisibilities recurs with this period.
    fn period(&self) -> Int {
        let mut period = self.step();
        for (m, seen) in &self.indivisibilities {
            period = period.lcm(&m.div_exact(&m.gcd(&seen.factor)));
        }
        period
    }

    /// The values that satisfy the divisibility are this far apart.
    fn step(&self) -> Int {
        self.divisibilities.iter().fold(Int::ONE, |step, (m, t)| step.lcm(&m.div_exact(&m.gcd(&t.factor))))
    }

    /// Among this many consecutive values that satisfy the divisibility, one satisfies the indivisibilities
    /// as well, whatever the other symbols are. Each indivisibility rules out one value in `p`, so `w` values
    /// suffice as soon as `Σ ⌈w/p⌉ < w`; there may be no such number, or none worth using.
    fn window(&self) -> Option<Int> {
        const LIMIT: i64 = 64;
        let step = self.step();
        let mut periods = Vec::with_capacity(self.indivisibilities.len());
        for (m, seen) in &self.indivisibilities {
            let period = m.div_exact(&m.gcd(&(&seen.factor * &step)));
            if period.is_one() {
                return None;
            }
            periods.push(period);
        }
        let suffices = |w: &Int| periods.iter().map(|p| w.div_ceil(p)).sum::<Int>() < *w;
        (1..=LIMIT).map(Int::from).find(suffices)
    }

    /// When some value satisfies the divisibility.
    fn solvability(&self, arena: &mut Arena) -> Vec<Formula> {
        let conditions = self.divisibilities.iter();
        conditions.map(|(m, t)| arena.divides(&m.gcd(&t.factor), &t.rest)).collect()
    }

    /// The divisibilities and their negations with a number in the place of the symbol.
    fn residue_conditions(&self, arena: &mut Arena, symbol: Symbol, residue: Int) -> Vec<Formula> {
        let value = Quotient { numerator: LinearTerm::constant(residue), denominator: Int::ONE };
        let mut conditions = Vec::new();
        let x = LinearTerm::symbol(symbol);
        for (m, seen) in &self.divisibilities {
            let literal = arena.divides(m, &seen.rest.plus_scaled(&seen.factor, &x));
            conditions.push(value.substitute(arena, literal, symbol));
        }
        for (m, seen) in &self.indivisibilities {
            let literal = !arena.divides(m, &seen.rest.plus_scaled(&seen.factor, &x));
            conditions.push(value.substitute(arena, literal, symbol));
        }
        conditions
    }

    /// The least value from `least` on that satisfies divisibilities and indivisibilities in the model; for
    /// the sign -1, of the opposite of the symbol. The symbol's own residue class will do where others are
    /// far.
    fn least_residue(&self, symbol: Symbol, least: &Int, sign: &Int, model: &Valuation) -> Int {
        const TRIES: usize = 64;
        let own = sign * model.int(symbol);
        let step = self.step();
        let mut value = least + &(&own - least).mod_floor(&step);
        for _ in 0..TRIES {
            let x = sign * &value;
            let broken = |(m, t): &(Int, Factored)| m.divides(&(&t.factor * &x + t.rest.evaluate(model)));
            if !self.indivisibilities.iter().any(broken) {
                return value;
            }
            value += &step;
        }
        least + &(&own - least).mod_floor(&self.period())
    }

    /// Each disequality becomes the strict inequality that holds in the model.
    fn decide_disequalities(&mut self, symbol: Symbol, model: &Valuation) {
        for seen in std::mem::take(&mut self.disequalities) {
            let value = &seen.factor * model.int(symbol) + seen.rest.evaluate(model);
            let below = if value.is_negative() {
                seen
            } else {
                Factored { factor: -&seen.factor, rest: -&seen.rest }
            };
            self.add_bound(&Factored { factor: below.factor, rest: below.rest.plus_constant(&Int::ONE) });
        }
    }

    /// Conditions under which some value lies between the bounds: exact ones where they are known, or in a
    /// model, sufficient ones if the model satisfies them.
    fn shadow_conditions(
        &self,
        arena: &mut Arena,
        symbol: Symbol,
        model: Option<&Valuation>,
    ) -> Option<Vec<Formula>> {
        if let Some(window) = self.window() {
            let (mut conditions, exact) = shadow(arena, &self.lower, &self.upper, &(self.step() * window));
            conditions.extend(self.solvability(arena));
            let holds = |model| conditions.iter().all(|c| arena.evaluate(*c, model));
            return (exact || model.is_some_and(holds)).then_some(conditions);
        }
        let model = model?;
        let (mut conditions, _) = shadow(arena, &self.lower, &self.upper, &self.period());
        let residue = self.least_residue(symbol, &Int::ZERO, &Int::ONE, model);
        conditions.extend(self.residue_conditions(arena, symbol, residue));
        conditions.iter().all(|c| arena.evaluate(*c, model)).then_some(conditions)
    }

    /// The least value, in the model, that is above the lower bounds and in the residue class of the symbol's
    /// own; or the greatest below the upper bounds, when there are fewer cases of that.
    fn test_point(&self, symbol: Symbol, model: &Valuation) -> Quotient {
        let cases = |bounds: &[Bound]| bounds.iter().map(|b| b.factor.clone()).sum::<Int>();
        let from_below = cases(&self.lower) <= cases(&self.upper);
        // Seen from above, everything has the opposite sign.
        let sign = if from_below { Int::ONE } else { Int::MINUS_ONE };
        let mut tightest: Option<(Int, &Bound)> = None;
        for bound in if from_below { &self.lower } else { &self.upper } {
            let least = (&sign * &bound.term.evaluate(model)).div_ceil(&bound.factor);
            let better = tightest.as_ref().is_none_or(|(known, other)| {
                least > *known || (least == *known && bound.factor < other.factor)
            });
            if better {
                tightest = Some((least, bound));
            }
        }
        let Some((least, bound)) = tightest else {
            // Without bounds any value of the residue class will do.
            let residue = self.least_residue(symbol, &Int::ZERO, &Int::ONE, model);
            return Quotient { numerator: LinearTerm::constant(residue), denominator: Int::ONE };
        };
        let point = self.least_residue(symbol, &least, &sign, model);
        let offset = &bound.factor * &(&sign * &point) - bound.term.evaluate(model);
        Quotient { numerator: bound.term.plus_constant(&offset), denominator: bound.factor.clone() }
    }
}

/// `(d, p, q)` with `d = gcd(a, b) = p·a + q·b`, where `d` is not negative.
fn extended_gcd(a: &Int, b: &Int) -> (Int, Int, Int) {
    let (mut r0, mut r1) = (a.clone(), b.clone());
    let (mut p0, mut p1, mut q0, mut q1) = (Int::ONE, Int::ZERO, Int::ZERO, Int::ONE);
    while !r1.is_zero() {
        let quotient = r0.div_floor(&r1);
        let step = |x0: &Int, x1: &Int| x0 - &(&quotient * x1);
        let (r2, p2, q2) = (step(&r0, &r1), step(&p0, &p1), step(&q0, &q1));
        (r0, r1, p0, p1, q0, q1) = (r1, r2, p1, p2, q1, q2);
    }
    if r0.is_negative() { (-r0, -p0, -q0) } else { (r0, p0, q0) }
}
