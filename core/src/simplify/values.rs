//! Sets of integers as unions of intervals, and the shortest way to write them.
//!
//! Every formula whose literals all speak about one linear form `t` says that the value of `t` lies in such
//! a set, and is best written from the set:
//!
//! ```text
//! x ≤ 3 ∧ x ≤ 5          {…, 3}              x ≤ 3
//! x ≤ 3 ∨ x ≥ 5          {…, 3} ∪ {5, …}     x ≠ 4
//! x = 1 ∨ x = 2 ∨ x = 3  {1, 2, 3}           x ≥ 1 ∧ x ≤ 3
//! ```

use crate::formula::{Arena, Formula, LinearTerm, Node};
use crate::num::Int;

/// The integers from `low` to `high`; `None` is infinity.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Interval {
    low: Option<Int>,
    high: Option<Int>,
}

/// A set of integers: intervals in rising order, with at least one integer between neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ValueSet {
    intervals: Vec<Interval>,
}

impl ValueSet {
    fn interval(low: Option<Int>, high: Option<Int>) -> ValueSet {
        ValueSet { intervals: vec![Interval { low, high }] }
    }

    /// The linear form of an arithmetic literal and the values it allows for that form. The form has no
    /// constant, and its first coefficient is positive.
    pub(crate) fn of_literal(literal: &Node) -> Option<(LinearTerm, ValueSet)> {
        match literal {
            Node::Le(t) => {
                let c = t.constant_part();
                let positive = t.summands().first().is_none_or(|(_, a)| a.is_positive());
                let linear = t.with_constant(Int::ZERO);
                Some(if positive {
                    (linear, ValueSet::interval(None, Some(-c)))
                } else {
                    (-&linear, ValueSet::interval(Some(c.clone()), None))
                })
            }
            Node::Eq(t) | Node::Ne(t) => {
                let value = -t.constant_part();
                let point = ValueSet::interval(Some(value.clone()), Some(value));
                let set = if matches!(literal, Node::Eq(_)) { point } else { point.complement() };
                Some((t.with_constant(Int::ZERO), set))
            }
            _ => None,
        }
    }

    /// The number of intervals.
    pub(crate) fn len(&self) -> usize {
        self.intervals.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.intervals.is_empty()
    }

    pub(crate) fn is_all(&self) -> bool {
        matches!(self.intervals.as_slice(), [Interval { low: None, high: None }])
    }

    pub(crate) fn complement(&self) -> ValueSet {
        let mut intervals = Vec::with_capacity(self.intervals.len() + 1);
        // The first integer not yet in the complement or the set; `None` is minus infinity.
        let mut next: Option<Int> = None;
        for interval in &self.intervals {
            if let Some(low) = &interval.low {
                intervals.push(Interval { low: next, high: Some(low - &Int::ONE) });
            }
            match &interval.high {
                Some(high) => next = Some(high + &Int::ONE),
                None => return ValueSet { intervals },
            }
        }
        intervals.push(Interval { low: next, high: None });
        ValueSet { intervals }
    }

    pub(crate) fn intersection(&self, other: &ValueSet) -> ValueSet {
        let mut intervals = Vec::new();
        let (mut i, mut j) = (0, 0);
        while let (Some(a), Some(b)) = (self.intervals.get(i), other.intervals.get(j)) {
            let low = a.low.as_ref().max(b.low.as_ref()).cloned();
            let a_ends_first = match (&a.high, &b.high) {
                (Some(x), Some(y)) => x <= y,
                (first, _) => first.is_some(),
            };
            let high = if a_ends_first { a.high.clone() } else { b.high.clone() };
            if !matches!((&low, &high), (Some(l), Some(h)) if l > h) {
                intervals.push(Interval { low, high });
            }
            if a_ends_first {
                i += 1;
            } else {
                j += 1;
            }
        }
        ValueSet { intervals }
    }

    pub(crate) fn is_subset_of(&self, other: &ValueSet) -> bool {
        self.intersection(&other.complement()).is_empty()
    }

    pub(crate) fn is_disjoint_from(&self, other: &ValueSet) -> bool {
        self.intersection(other).is_empty()
    }

    /// A shortest formula that says `form ∈ self`, among disjunctions of intervals with gaps.
    pub(crate) fn express(&self, arena: &mut Arena, form: &LinearTerm) -> Formula {
        let groups = self.best_groups();
        let mut disjuncts = Vec::with_capacity(groups.len());
        for (first, last) in groups {
            let hull =
                Interval { low: self.intervals[first].low.clone(), high: self.intervals[last].high.clone() };
            let mut conjuncts = vec![hull.express(arena, form)];
            for pair in self.intervals[first..=last].windows(2) {
                if let Some(gap) = gap(&pair[0], &pair[1]) {
                    conjuncts.push(!gap.express(arena, form));
                }
            }
            disjuncts.push(arena.and(conjuncts));
        }
        arena.or(disjuncts)
    }

    /// Splits the intervals into runs, each to be written as its hull without the gaps, with the fewest
    /// literals in total. Dynamic programming from the left; very long sets are written interval by interval.
    fn best_groups(&self) -> Vec<(usize, usize)> {
        const LIMIT: usize = 64;
        let n = self.intervals.len();
        if n > LIMIT {
            return (0..n).map(|i| (i, i)).collect();
        }
        // best[j] is the cost of the first j intervals and the start of the last group among them.
        let mut best: Vec<(usize, usize)> = vec![(0, 0)];
        for j in 0..n {
            let mut choice = (usize::MAX, j);
            let mut gaps = 0;
            for i in (0..=j).rev() {
                if i < j {
                    gaps += gap(&self.intervals[i], &self.intervals[i + 1]).map_or(0, |g| g.cost());
                }
                let hull =
                    Interval { low: self.intervals[i].low.clone(), high: self.intervals[j].high.clone() };
                let cost = best[i].0 + hull.cost() + gaps;
                if cost < choice.0 {
                    choice = (cost, i);
                }
            }
            best.push(choice);
        }
        let mut groups = Vec::new();
        let mut end = n;
        while end > 0 {
            let start = best[end].1;
            groups.push((start, end - 1));
            end = start;
        }
        groups.reverse();
        groups
    }
}

/// The integers strictly between two neighbouring intervals.
fn gap(left: &Interval, right: &Interval) -> Option<Interval> {
    let low = left.high.as_ref()? + &Int::ONE;
    let high = right.low.as_ref()? - &Int::ONE;
    Some(Interval { low: Some(low), high: Some(high) })
}

impl Interval {
    /// The number of literals it takes to say so, or its negation.
    fn cost(&self) -> usize {
        match (&self.low, &self.high) {
            (None, None) => 0,
            (Some(low), Some(high)) if low != high => 2,
            _ => 1,
        }
    }

    fn express(&self, arena: &mut Arena, form: &LinearTerm) -> Formula {
        if let (Some(low), Some(high)) = (&self.low, &self.high)
            && low == high
        {
            return arena.eq(&form.plus_constant(&-low));
        }
        let mut bounds = Vec::with_capacity(2);
        if let Some(low) = &self.low {
            bounds.push(arena.le(&(-form).plus_constant(low)));
        }
        if let Some(high) = &self.high {
            bounds.push(arena.le(&form.plus_constant(&-high)));
        }
        arena.and(bounds)
    }
}
