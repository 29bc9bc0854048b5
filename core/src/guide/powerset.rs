//! The powerset of some templates, ordered by ⊇: the bottom is the full set, the top keeps nothing (Acta'16,
//! Sect. 7.1).
//!
//! The product of powersets is the powerset of all their templates together, with the sum of the costs; so
//! the lattice of a problem with several abstraction points is one of these, too.

use crate::order::sort_by_key;
use serde::{Deserialize, Serialize};

use super::AbstractionLattice;
use super::hitting::minimal_hitting_sets;

/// A set of templates by their positions, the first [`Subset::LIMIT`] of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subset(u128);

impl Subset {
    /// At most this many templates are in a lattice.
    pub const LIMIT: usize = 128;

    pub fn new(positions: impl IntoIterator<Item = usize>) -> Subset {
        Subset(positions.into_iter().fold(0, |bits, i| bits | 1 << i))
    }

    pub fn contains(self, position: usize) -> bool {
        self.0 >> position & 1 == 1
    }

    /// In increasing order.
    pub fn positions(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let next = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(next)
        })
    }

    pub fn is_subset(self, other: Subset) -> bool {
        self.0 & !other.0 == 0
    }

    pub fn is_disjoint(self, other: Subset) -> bool {
        self.0 & other.0 == 0
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// What is in one of the two.
    #[must_use]
    pub fn with(self, other: Subset) -> Subset {
        Subset(self.0 | other.0)
    }

    /// What is in both.
    #[must_use]
    pub fn and(self, other: Subset) -> Subset {
        Subset(self.0 & other.0)
    }

    #[must_use]
    pub fn without(self, other: Subset) -> Subset {
        Subset(self.0 & !other.0)
    }
}

/// A powerset lattice with a cost for each template.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Powerset {
    costs: Vec<u64>,
}

/// More minimal hitting sets than this are not searched through.
const HITTING_LIMIT: usize = 1_000;

impl Powerset {
    /// The lattice over templates with these costs, or over the first [`Subset::LIMIT`] of them.
    pub fn new(mut costs: Vec<u64>) -> Powerset {
        costs.truncate(Subset::LIMIT);
        Powerset { costs }
    }

    /// The product: the templates of the second come after those of the first.
    #[must_use]
    pub fn product(&self, other: &Powerset) -> Powerset {
        Powerset::new(self.costs.iter().chain(&other.costs).copied().collect())
    }

    /// The number of templates.
    pub fn len(&self) -> usize {
        self.costs.len()
    }

    pub fn is_empty(&self) -> bool {
        self.costs.is_empty()
    }

    /// All elements, the bottom first; only for small lattices.
    pub fn elements(&self) -> impl Iterator<Item = Subset> + use<> {
        let full = self.bottom().0;
        (0..=full).map(move |left_out| Subset(full ^ left_out))
    }

    /// Positions, dear ones first; of equal ones the last first.
    pub(super) fn dear_first(&self, set: Subset) -> Vec<usize> {
        let mut positions: Vec<usize> = set.positions().collect();
        sort_by_key(&mut positions, |i| std::cmp::Reverse((self.costs[*i], *i)));
        positions
    }
}

impl AbstractionLattice for Powerset {
    type Element = Subset;

    fn bottom(&self) -> Subset {
        Subset::new(0..self.costs.len())
    }

    fn top(&self) -> Subset {
        Subset(0)
    }

    fn is_below(&self, low: &Subset, high: &Subset) -> bool {
        high.is_subset(*low)
    }

    fn meet(&self, a: &Subset, b: &Subset) -> Subset {
        Subset(a.0 | b.0)
    }

    /// Without one of the templates, a dear one first.
    fn immediate_successors(&self, element: &Subset) -> Vec<Subset> {
        self.dear_first(*element).into_iter().map(|i| Subset(element.0 & !(1 << i))).collect()
    }

    /// Half of what may be left out is, the dear half.
    fn middle(&self, low: &Subset, high: &Subset) -> Subset {
        let between = self.dear_first(Subset(low.0 & !high.0));
        let left_out = Subset::new(between.iter().take(between.len().div_ceil(2)).copied());
        Subset(low.0 & !left_out.0)
    }

    /// A template that cannot be left out is in all that follow.
    fn feasibility_bound(&self, feasible: &Subset, infeasible: &Subset) -> Option<Subset> {
        Some(Subset(feasible.0 & !infeasible.0))
    }

    fn cost(&self, element: &Subset) -> u64 {
        element.positions().fold(0, |sum: u64, i| sum.saturating_add(self.costs[i]))
    }

    /// All templates but those of a minimal hitting set.
    fn lowest_outside(&self, known: &[Subset]) -> Option<Vec<Subset>> {
        let full = self.bottom().0;
        let hitting = minimal_hitting_sets(known.iter().map(|k| k.0), HITTING_LIMIT)?;
        Some(hitting.into_iter().map(|h| Subset(full & !h)).collect())
    }
}
