//! Equations over the integers: contradictions by divisibility, and bounds tightened by residues.
//!
//! Columns with coinciding bounds are equations. They are solved by substitution; where no coefficient is
//! a unit, a new unknown `p = xₖ + Σ qᵢxᵢ` makes the coefficients smaller, as in Euclid's algorithm.
//! `2x - 2y = 1` has coefficients divisible by 2 and a constant that is not: a contradiction. With
//! `x = 2y`, the form `x + 4z` is even, so `x + 4z ≤ 7` tightens to `x + 4z ≤ 6`.

use std::cmp::Ordering;

use super::bounds::BoundSide;
use super::{Arithmetic, Column};
use crate::num::Int;
use crate::proof::{Certificate, Combination, FactId, Line};
use crate::solver::literal::Lit;
use crate::solver::{Budget, Unknown};

/// What the equations say about integers.
#[derive(Debug)]
pub(in crate::solver) enum Finding {
    Conflict(super::Lemma),
    Tighter(Vec<Tightening>),
}

/// `hypotheses → column ≤ bound` (or `≥`). In the certificate, fact 0 is the negation of the conclusion and
/// the hypotheses follow.
#[derive(Debug)]
pub(in crate::solver) struct Tightening {
    pub(in crate::solver) column: Column,
    pub(in crate::solver) side: BoundSide,
    pub(in crate::solver) bound: Int,
    pub(in crate::solver) hypotheses: Vec<Lit>,
    pub(in crate::solver) certificate: Certificate,
}

/// A sum `Σ aᵢxᵢ + c` over symbols by index; indices past the symbols are new unknowns.
#[derive(Clone, Debug, Default)]
struct Sum {
    entries: Vec<(usize, Int)>,
    constant: Int,
}

impl Sum {
    fn coefficient(&self, unknown: usize) -> Option<&Int> {
        self.entries.binary_search_by_key(&unknown, |(x, _)| *x).ok().map(|i| &self.entries[i].1)
    }

    fn add(&mut self, factor: &Int, other: &Sum) {
        self.entries = merged(&self.entries, factor, &other.entries);
        self.constant.add_mul(factor, &other.constant);
    }

    fn content(&self) -> Int {
        self.entries.iter().fold(Int::ZERO, |g, (_, a)| g.gcd(a))
    }
}

/// A sum that is `Σ mᵢ·equationᵢ / divisor` in the original unknowns.
#[derive(Clone, Debug)]
struct Derived {
    sum: Sum,
    combination: Vec<(usize, Int)>,
    divisor: Int,
}

impl Derived {
    /// `self += factor · other`
    fn add(&mut self, factor: &Int, other: &Derived) {
        self.sum.add(factor, &other.sum);
        if other.combination.is_empty() {
            return;
        }
        // self = M/d and other = N/e: self + f·other = (M·e + f·N·d)/(d·e), with d·e reduced to the lcm.
        let lcm = self.divisor.lcm(&other.divisor);
        let (left, right) = (lcm.div_exact(&self.divisor), &lcm.div_exact(&other.divisor) * factor);
        for (_, m) in &mut self.combination {
            *m = &*m * &left;
        }
        self.combination = merged(&self.combination, &right, &other.combination);
        self.divisor = lcm;
    }

    fn facts(&self, facts: &[FactId]) -> Combination {
        self.combination.iter().map(|(e, m)| (facts[*e], m.clone())).collect()
    }
}

/// `left + factor · right` for vectors sorted by key.
fn merged(left: &[(usize, Int)], factor: &Int, right: &[(usize, Int)]) -> Vec<(usize, Int)> {
    let mut result = Vec::with_capacity(left.len() + right.len());
    let (mut x, mut y) = (0, 0);
    while x < left.len() || y < right.len() {
        let a = left.get(x).map_or(usize::MAX, |e| e.0);
        let b = right.get(y).map_or(usize::MAX, |e| e.0);
        match a.cmp(&b) {
            Ordering::Less => {
                result.push(left[x].clone());
                x += 1;
            }
            Ordering::Greater => {
                result.push((b, &right[y].1 * factor));
                y += 1;
            }
            Ordering::Equal => {
                let mut sum = left[x].1.clone();
                sum.add_mul(&right[y].1, factor);
                if !sum.is_zero() {
                    result.push((a, sum));
                }
                (x, y) = (x + 1, y + 1);
            }
        }
    }
    result
}

/// Equations in solved form: each replaces one unknown, whose coefficient in it is 1 or -1.
#[derive(Debug, Default)]
struct Solved {
    replacements: Vec<(usize, Derived)>,
}

impl Solved {
    /// Replaces all solved unknowns.
    fn reduce(&self, derived: &mut Derived, budget: &mut Budget) -> Result<(), Unknown> {
        for (unknown, replacement) in &self.replacements {
            if let Some(a) = derived.sum.coefficient(*unknown) {
                let unit = replacement.sum.coefficient(*unknown).cloned().unwrap_or(Int::ONE);
                let factor = -(a * &unit);
                derived.add(&factor, replacement);
                budget.take(replacement.sum.entries.len() as u64 + 1)?;
            }
        }
        Ok(())
    }

    /// Solves one more equation; the error is the equation without integer solution.
    fn solve(
        &mut self,
        mut equation: Derived,
        unknowns: &mut usize,
        budget: &mut Budget,
    ) -> Result<Result<(), Derived>, Unknown> {
        self.reduce(&mut equation, budget)?;
        loop {
            let g = equation.sum.content();
            if g.is_zero() {
                return Ok(if equation.sum.constant.is_zero() { Ok(()) } else { Err(equation) });
            }
            if !g.divides(&equation.sum.constant) {
                return Ok(Err(equation));
            }
            if !g.is_one() {
                for (_, a) in &mut equation.sum.entries {
                    *a = a.div_exact(&g);
                }
                equation.sum.constant = equation.sum.constant.div_exact(&g);
                equation.divisor = &equation.divisor * &g;
            }
            let Some((k, a)) = equation.sum.entries.iter().min_by_key(|(_, a)| a.abs()).cloned() else {
                return Ok(Ok(()));
            };
            if a.abs().is_one() {
                self.replacements.push((k, equation));
                return Ok(Ok(()));
            }
            // xₖ = p - Σ qᵢxᵢ with qᵢ = aᵢ/a rounded: the coefficients become remainders.
            let p = *unknowns;
            *unknowns += 1;
            let mut entries: Vec<(usize, Int)> = Vec::with_capacity(equation.sum.entries.len() + 1);
            for (x, b) in &equation.sum.entries {
                entries.push((*x, if *x == k { Int::ONE } else { rounded(b, &a) }));
            }
            entries.retain(|(_, q)| !q.is_zero());
            entries.push((p, Int::MINUS_ONE));
            let change = Derived {
                sum: Sum { entries, constant: Int::ZERO },
                combination: Vec::new(),
                divisor: Int::ONE,
            };
            budget.take(change.sum.entries.len() as u64)?;
            equation.add(&-&a, &change);
            self.replacements.push((k, change));
        }
    }
}

/// The nearest integer to `a/b`.
fn rounded(a: &Int, b: &Int) -> Int {
    let two = Int::from(2);
    (&(a * &two) + b).div_floor(&(b * &two))
}

impl Arithmetic {
    /// Looks for contradictions among the equations in force and for bounds that they tighten.
    pub(in crate::solver) fn diophantine(&self, budget: &mut Budget) -> Result<Finding, Unknown> {
        let fixed: Vec<Column> = self.columns().filter(|c| self.fixed(*c).is_some()).collect();
        if fixed.is_empty() {
            return Ok(Finding::Tighter(Vec::new()));
        }
        let mut solved = Solved::default();
        let mut unknowns = self
            .forms
            .iter()
            .flat_map(crate::formula::LinearTerm::symbols)
            .map(|s| s.index() + 1)
            .max()
            .unwrap_or(0);
        for (i, column) in fixed.iter().enumerate() {
            let Some(value) = self.fixed(*column) else { continue };
            let mut sum = self.sum(*column);
            sum.constant = -value;
            let equation = Derived { sum, combination: vec![(i, Int::ONE)], divisor: Int::ONE };
            if let Err(conflict) = solved.solve(equation, &mut unknowns, budget)? {
                return Ok(Finding::Conflict(self.divisibility_conflict(&fixed, &conflict)));
            }
        }
        let mut found = Vec::new();
        for column in self.columns() {
            if self.fixed(column).is_some()
                || (self.lower[column.index()].is_none() && self.upper[column.index()].is_none())
            {
                continue;
            }
            let mut form = Derived { sum: self.sum(column), combination: Vec::new(), divisor: Int::ONE };
            solved.reduce(&mut form, budget)?;
            let g = form.sum.content();
            if !g.is_one() {
                for side in [BoundSide::Lower, BoundSide::Upper] {
                    found.extend(self.tightening(&fixed, column, side, &form, &g));
                }
            }
        }
        Ok(Finding::Tighter(found))
    }

    pub(super) fn columns(&self) -> impl Iterator<Item = Column> + use<> {
        (0..self.tableau.column_count() as u32).map(Column)
    }

    fn sum(&self, column: Column) -> Sum {
        let form = &self.forms[column.index()];
        Sum {
            entries: form.summands().iter().map(|(s, a)| (s.index(), a.clone())).collect(),
            constant: Int::ZERO,
        }
    }

    fn divisibility_conflict(&self, fixed: &[Column], conflict: &Derived) -> super::Lemma {
        let mut hypotheses = Hypotheses::default();
        let facts = hypotheses.equations(self, fixed, &conflict.combination);
        let divisor = &conflict.sum.content() * &conflict.divisor;
        hypotheses.lines.push(Line::Contradiction { combination: conflict.facts(&facts), divisor });
        let (literals, certificate) = hypotheses.finish();
        super::Lemma { clause: literals.into_iter().map(|l| !l).collect(), certificate }
    }

    /// The form is `g·s + c` for an integer form `s`, so a bound `u` can be moved to the next value `c`
    /// modulo `g`; `g = 0` fixes the form.
    fn tightening(
        &self,
        fixed: &[Column],
        column: Column,
        side: BoundSide,
        form: &Derived,
        g: &Int,
    ) -> Option<Tightening> {
        let bound = self.bound(column, side)?;
        let c = &form.sum.constant;
        let tightened = if g.is_zero() {
            c.clone()
        } else {
            match side {
                BoundSide::Upper => c + &(g * &(&bound.value - c).div_floor(g)),
                BoundSide::Lower => c + &(g * &(&bound.value - c).div_ceil(g)),
            }
        };
        if !side.tighter(&tightened, &bound.value) {
            return None;
        }
        let mut hypotheses = Hypotheses { literals: vec![None, Some(bound.reason)], ..Hypotheses::default() };
        let facts = hypotheses.equations(self, fixed, &form.combination);
        // divisor·form + equations = divisor·(g·s + c), where the combination already carries its sign.
        let d = &form.divisor;
        let own = match side {
            BoundSide::Upper => Int::ONE,
            BoundSide::Lower => Int::MINUS_ONE,
        };
        let scaled = |sign: &Int| -> Combination {
            form.combination.iter().map(|(e, m)| (facts[*e], m * sign)).collect()
        };
        let rounded = hypotheses.next_fact();
        let mut sum = scaled(&own);
        sum.push((FactId(1), super::lemma::multiplier(bound, side, d)));
        if g.is_zero() {
            // The equations alone contradict the negated conclusion.
            let mut sum = scaled(&-&own);
            sum.push((FactId(0), d.clone()));
            hypotheses.lines.push(Line::Contradiction { combination: sum, divisor: Int::ZERO });
        } else {
            let divisor = d * g;
            hypotheses.lines.push(Line::Combine { combination: sum, divisor: divisor.clone() });
            let mut sum = scaled(&-&own);
            sum.push((FactId(0), d.clone()));
            sum.push((rounded, divisor));
            hypotheses.lines.push(Line::Contradiction { combination: sum, divisor: Int::ZERO });
        }
        let (literals, certificate) = hypotheses.finish();
        Some(Tightening { column, side, bound: tightened, hypotheses: literals, certificate })
    }
}

/// The facts of a certificate in the making: literals first, then what the lines derive.
#[derive(Debug, Default)]
struct Hypotheses {
    /// `None` is the negated conclusion, which is no literal yet.
    literals: Vec<Option<Lit>>,
    lines: Vec<Line>,
}

impl Hypotheses {
    /// The facts `form - value = 0` for those fixed columns that take part.
    fn equations(&mut self, arithmetic: &Arithmetic, fixed: &[Column], used: &[(usize, Int)]) -> Vec<FactId> {
        let mut facts = vec![FactId(u32::MAX); fixed.len()];
        let mut pairs = Vec::new();
        for (e, _) in used {
            let column = fixed[*e];
            let (Some(lower), Some(upper)) =
                (arithmetic.bound(column, BoundSide::Lower), arithmetic.bound(column, BoundSide::Upper))
            else {
                continue;
            };
            let next = self.literals.len() as u32;
            if lower.equation || upper.equation {
                let reason = if upper.equation { upper.reason } else { lower.reason };
                self.literals.push(Some(reason));
                facts[*e] = FactId(next);
            } else {
                self.literals.push(Some(upper.reason));
                self.literals.push(Some(lower.reason));
                pairs.push((*e, FactId(next), FactId(next + 1)));
            }
        }
        for (e, upper, lower) in pairs {
            facts[e] = self.next_fact();
            self.lines.push(Line::Equate { upper, lower });
        }
        facts
    }

    fn next_fact(&self) -> FactId {
        FactId((self.literals.len() + self.lines.len()) as u32)
    }

    fn finish(self) -> (Vec<Lit>, Certificate) {
        (self.literals.into_iter().flatten().collect(), Certificate { lines: self.lines })
    }
}
