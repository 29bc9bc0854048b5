//! Products of lattices: pairs of elements, with an abstraction that is made of both (Acta'16, Sect. 7.1).
//!
//! The abstraction of a pair is the conjunction, the disjunction or the composition of the two. All three
//! keep the order, and make the identity of two identities, so a product is a lattice of abstractions as in
//! Def. 9.
//!
//! ```text
//! ({X - I, J}, {I})      ∧ shares X - I, J and I      ∨ shares X - I and J, or I, one does not know which
//! ```
//!
//! Of powersets, conjunction is what [`super::Powerset::product`] makes: the powerset of all templates.

use serde::{Deserialize, Serialize};

use super::{AbstractionLattice, RelationAbstraction, Vocabulary};
use crate::formula::Arena;

/// The product of two lattices, ordered in both components, with the sum of the costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product<L, M> {
    pub first: L,
    pub second: M,
}

/// How the abstraction of a pair is made of those of its components.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Joined {
    And,
    Or,
    /// The second, and the first on top of it.
    After,
}

/// To say which elements are below none of some pairs, each pair is left in one component or in the other;
/// for more pairs than this there are too many ways.
const KNOWN_LIMIT: usize = 12;

impl Joined {
    /// The abstraction of a pair.
    pub fn of(
        self,
        arena: &mut Arena,
        vocabulary: &Vocabulary,
        (first, second): (RelationAbstraction, RelationAbstraction),
    ) -> RelationAbstraction {
        match self {
            Joined::And => first.and(arena, second),
            Joined::Or => first.or(arena, second),
            Joined::After => first.after(arena, vocabulary, second),
        }
    }
}

impl<L: AbstractionLattice, M: AbstractionLattice> AbstractionLattice for Product<L, M> {
    type Element = (L::Element, M::Element);

    fn bottom(&self) -> Self::Element {
        (self.first.bottom(), self.second.bottom())
    }

    fn top(&self) -> Self::Element {
        (self.first.top(), self.second.top())
    }

    fn is_below(&self, low: &Self::Element, high: &Self::Element) -> bool {
        self.first.is_below(&low.0, &high.0) && self.second.is_below(&low.1, &high.1)
    }

    fn meet(&self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        (self.first.meet(&a.0, &b.0), self.second.meet(&a.1, &b.1))
    }

    fn immediate_successors(&self, element: &Self::Element) -> Vec<Self::Element> {
        let (one, other) = element;
        let first = self.first.immediate_successors(one).into_iter().map(|s| (s, other.clone()));
        let second = self.second.immediate_successors(other).into_iter().map(|s| (one.clone(), s));
        first.chain(second).collect()
    }

    fn middle(&self, low: &Self::Element, high: &Self::Element) -> Self::Element {
        (self.first.middle(&low.0, &high.0), self.second.middle(&low.1, &high.1))
    }

    /// In the component that went up. What is above it there is above the infeasible pair.
    fn feasibility_bound(
        &self,
        feasible: &Self::Element,
        infeasible: &Self::Element,
    ) -> Option<Self::Element> {
        if feasible.1 == infeasible.1 {
            Some((self.first.feasibility_bound(&feasible.0, &infeasible.0)?, self.second.top()))
        } else if feasible.0 == infeasible.0 {
            Some((self.first.top(), self.second.feasibility_bound(&feasible.1, &infeasible.1)?))
        } else {
            None
        }
    }

    fn cost(&self, element: &Self::Element) -> u64 {
        self.first.cost(&element.0).saturating_add(self.second.cost(&element.1))
    }

    /// A pair is not below another if it is not in one of the components.
    fn lowest_outside(&self, known: &[Self::Element]) -> Option<Vec<Self::Element>> {
        if known.len() > KNOWN_LIMIT {
            return None;
        }
        let mut outside: Vec<Self::Element> = Vec::new();
        for ways in 0..1_u32 << known.len() {
            let chosen = |first: bool| {
                let of = known.iter().enumerate().filter(move |(i, _)| (ways >> i & 1 == 1) == first);
                of.map(|(_, pair)| pair)
            };
            let first: Vec<L::Element> = chosen(true).map(|pair| pair.0.clone()).collect();
            let second: Vec<M::Element> = chosen(false).map(|pair| pair.1.clone()).collect();
            let second = self.second.lowest_outside(&second)?;
            for one in self.first.lowest_outside(&first)? {
                outside.extend(second.iter().map(|other| (one.clone(), other.clone())));
            }
        }
        let mut lowest: Vec<Self::Element> = Vec::new();
        for (i, pair) in outside.iter().enumerate() {
            let is_below = |(j, other): (usize, &Self::Element)| {
                j != i && self.is_below(other, pair) && (other != pair || j < i)
            };
            if !outside.iter().enumerate().any(is_below) {
                lowest.push(pair.clone());
            }
        }
        Some(lowest)
    }
}
