//! Octagons over the integers: conjunctions of `±x ± y ≤ c` as matrices of difference bounds, tightly closed
//! (thesis, Def. 4.2.1; Miné 2006; Bagnara, Hill, Zaffanella 2008 for the integers).
//!
//! Each symbol `x` has two rows, for `x` and for `-x`; the entry of rows `a` and `b` is an upper bound of
//! `a - b`. A bound of `2x` is the entry of `x` and `-x`, and is even when the matrix is tight.
//!
//! ```text
//! x - y ≤ 1 ∧ x + y ≤ 2        2x ≤ 3, tightened to 2x ≤ 2, so x ≤ 1
//! ```

use crate::budget::{Budget, Exhausted};
use crate::formula::{Arena, Formula, LinearTerm, Node, Symbol};
use crate::num::Int;

/// This many entries that are looked at count as a step.
const ENTRIES_PER_STEP: usize = 16;

/// An upper bound; none is infinity.
pub(super) type Bound = Option<Int>;

/// Difference bounds over some symbols, by their places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Octagon {
    /// Twice the number of symbols.
    rows: usize,
    entries: Vec<Bound>,
}

/// The row of the opposite.
fn opposite(row: usize) -> usize {
    row ^ 1
}

impl Octagon {
    /// No bound at all.
    pub(super) fn new(symbols: usize) -> Octagon {
        let rows = 2 * symbols;
        let mut entries = vec![None; rows * rows];
        for i in 0..rows {
            entries[i * rows + i] = Some(Int::ZERO);
        }
        Octagon { rows, entries }
    }

    /// A conjunction of literals as an octagon, not closed; `None` if one of them is no octagonal constraint.
    pub(super) fn read(arena: &Arena, formula: Formula, symbols: &[Symbol]) -> Option<Octagon> {
        let (octagon, rest) = Octagon::read_some(arena, formula, symbols);
        rest.is_empty().then_some(octagon)
    }

    /// The octagonal constraints of a conjunction, and the other conjuncts.
    pub(super) fn read_some(arena: &Arena, formula: Formula, symbols: &[Symbol]) -> (Octagon, Vec<Formula>) {
        let mut octagon = Octagon::new(symbols.len());
        let mut rest = Vec::new();
        for part in arena.nested_conjuncts(formula) {
            let understood = match arena.node(part) {
                Node::True => true,
                Node::Le(t) => octagon.assume(t, symbols),
                Node::Eq(t) => octagon.assume(t, symbols) && octagon.assume(&-t, symbols),
                _ => false,
            };
            if !understood {
                rest.push(part);
            }
        }
        (octagon, rest)
    }

    /// Adds `term ≤ 0`, if that is an octagonal constraint over the symbols.
    pub(super) fn assume(&mut self, term: &LinearTerm, symbols: &[Symbol]) -> bool {
        let row = |(symbol, a): &(Symbol, Int)| {
            let place = symbols.iter().position(|s| s == symbol)?;
            a.abs().is_one().then_some(2 * place + usize::from(a.is_negative()))
        };
        let bound = -term.constant_part();
        match term.summands() {
            [one] => {
                let Some(a) = row(one) else { return false };
                self.lower(a, opposite(a), &bound + &bound);
            }
            [one, other] => {
                let (Some(a), Some(b)) = (row(one), row(other)) else { return false };
                // a + b ≤ c is a - (-b) ≤ c.
                self.lower(a, opposite(b), bound.clone());
                self.lower(b, opposite(a), bound);
            }
            _ => return false,
        }
        true
    }

    pub(super) fn get(&self, a: usize, b: usize) -> &Bound {
        &self.entries[a * self.rows + b]
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    fn lower(&mut self, a: usize, b: usize, bound: Int) {
        let entry = &mut self.entries[a * self.rows + b];
        if entry.as_ref().is_none_or(|old| bound < *old) {
            *entry = Some(bound);
        }
    }

    /// All bounds that follow, over the integers; `None` if the octagon is empty.
    pub(super) fn closed(mut self, budget: &mut Budget) -> Result<Option<Octagon>, Exhausted> {
        let rows = self.rows;
        for k in 0..rows {
            budget.take(1 + (rows * rows / ENTRIES_PER_STEP) as u64)?;
            for i in 0..rows {
                let Some(first) = self.get(i, k).clone() else { continue };
                for j in 0..rows {
                    if let Some(second) = self.get(k, j) {
                        let sum = &first + second;
                        self.lower(i, j, sum);
                    }
                }
            }
        }
        let two = Int::from(2);
        for i in 0..rows {
            if let Some(twice) = self.get(i, opposite(i)) {
                let even = &twice.div_floor(&two) * &two;
                self.lower(i, opposite(i), even);
            }
        }
        for i in 0..rows {
            let Some(left) = self.get(i, opposite(i)).clone() else { continue };
            for j in 0..rows {
                if let Some(right) = self.get(opposite(j), j) {
                    let half = (&left + right).div_floor(&two);
                    self.lower(i, j, half);
                }
            }
        }
        let is_empty = (0..rows).any(|i| self.get(i, i).as_ref().is_some_and(Int::is_negative));
        Ok((!is_empty).then_some(self))
    }

    /// The composition of two closed relations, each with its symbols before and after in two halves; `None`
    /// if it is empty.
    pub(super) fn then(&self, next: &Octagon, budget: &mut Budget) -> Result<Option<Octagon>, Exhausted> {
        let half = self.rows / 2;
        let mut all = Octagon::new(3 * half / 2);
        for (octagon, offset) in [(self, 0), (next, half)] {
            for a in 0..octagon.rows {
                for b in 0..octagon.rows {
                    if let Some(bound) = octagon.get(a, b) {
                        all.lower(a + offset, b + offset, bound.clone());
                    }
                }
            }
        }
        let Some(all) = all.closed(budget)? else { return Ok(None) };
        // Leave out what is between; of a tightly closed octagon nothing else is lost.
        let mut ends = Octagon::new(half);
        let place = |row: usize| if row < half { row } else { row + half };
        for a in 0..ends.rows {
            for b in 0..ends.rows {
                ends.entries[a * ends.rows + b].clone_from(all.get(place(a), place(b)));
            }
        }
        Ok(Some(ends))
    }

    /// The least octagon that contains two closed ones.
    pub(super) fn joined(&self, other: &Octagon) -> Octagon {
        let larger = |(a, b): (&Bound, &Bound)| Some(a.as_ref()?.max(b.as_ref()?).clone());
        Octagon { rows: self.rows, entries: self.entries.iter().zip(&other.entries).map(larger).collect() }
    }
}

/// The constraints of a closed octagon whose bounds may grow with a number: entry `a, b` says
/// `divisor·(a - b) ≤ divisor·bound + rate·along`. Those that follow from others are left out.
pub(super) fn constraints(
    arena: &mut Arena,
    symbols: &[Symbol],
    octagon: &Octagon,
    rates: Option<&[Int]>,
    divisor: &Int,
    along: &LinearTerm,
) -> Formula {
    let rows = octagon.rows;
    let rate = |a: usize, b: usize| rates.map_or(Int::ZERO, |rates| rates[a * rows + b].clone());
    let mut present: Vec<bool> = octagon.entries.iter().map(Option::is_some).collect();
    let entry = |a: usize, b: usize| octagon.get(a, b).clone().map(|bound| (bound, rate(a, b)));
    let sum = |one: &(Int, Int), other: &(Int, Int)| (&one.0 + &other.0, &one.1 + &other.1);
    for a in 0..rows {
        present[a * rows + a] = false;
    }
    // One constraint at a time goes, if the others that are still there imply it.
    for a in 0..rows {
        for b in 0..rows {
            if !present[a * rows + b] || a == b {
                continue;
            }
            let Some(own) = entry(a, b) else { continue };
            let by_way_of = |k: usize| {
                k != a && k != b && present[a * rows + k] && present[k * rows + b] && {
                    let through = entry(a, k).zip(entry(k, b)).map(|(one, other)| sum(&one, &other));
                    through.is_some_and(|through| through == own)
                }
            };
            let (up, down) = (a * rows + opposite(a), opposite(b) * rows + b);
            let by_halves = b != opposite(a) && present[up] && present[down] && {
                let halves = entry(a, opposite(a)).zip(entry(opposite(b), b));
                halves.is_some_and(|(one, other)| sum(&one, &other) == sum(&own, &own))
            };
            if by_halves || (0..rows).any(by_way_of) {
                present[a * rows + b] = false;
                present[opposite(b) * rows + opposite(a)] = false;
            }
        }
    }
    let signed = |row: usize| {
        let term = LinearTerm::symbol(symbols[row / 2]);
        if row.is_multiple_of(2) { term } else { -&term }
    };
    let mut parts = Vec::new();
    for a in 0..rows {
        for b in 0..rows {
            // A constraint is there twice; the one with the lower row does.
            let is_first = (a, b) <= (opposite(b), opposite(a));
            if !(present[a * rows + b] && is_first) {
                continue;
            }
            let Some((bound, rate)) = entry(a, b) else { continue };
            let difference = (&signed(a) - &signed(b)).scaled(divisor);
            let most = difference.plus_constant(&-(&bound * divisor)).plus_scaled(&-&rate, along);
            let back = entry(b, a).filter(|_| present[b * rows + a]);
            let is_equation = back == Some((-&bound, -&rate));
            parts.push(if is_equation { arena.eq(&most) } else { arena.le(&most) });
        }
    }
    arena.and(parts)
}
