//! Interpolation abstractions in general: a function for each side that makes it weaker (Acta'16, Def. 2 and
//! Sect. 6.1).
//!
//! ```text
//! (T_A, T_B) ∧ (T′_A, T′_B) = (λA. T_A(A) ∧ T′_A(A),  λB. T_B(B) ∧ T′_B(B))        ∨ likewise
//! (T_A, T_B) ∘ (T′_A, T′_B) = (λA. T_A(T′_A(A)),      λB. T_B(T′_B(B)))
//! ```
//!
//! Relation abstractions ([`RelationAbstraction`], Def. 3) are some of them, and what searches use. The rest
//! is needed for ∧ alone: what two abstractions keep of a side, one apart from the other, is less than what
//! their relations keep together, and no relation says it (Sect. 6.1).

use super::relation::copies;
use super::{RelationAbstraction, Vocabulary};
use crate::formula::{Arena, Formula, Symbol};

/// `T_A` or `T_B`: what becomes of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Weakening {
    /// The side as it is.
    Identity,
    /// Nothing of it.
    Top,
    /// What is related to it: the relation is between symbols of the side's own and the shared ones.
    Related {
        relation: Formula,
        own: Vec<Symbol>,
    },
    And(Box<[Weakening; 2]>),
    Or(Box<[Weakening; 2]>),
    /// The second on top of the first.
    Then(Box<[Weakening; 2]>),
}

/// An interpolation abstraction over some shared symbols (Def. 2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbstractionPair {
    pub first: Weakening,
    pub second: Weakening,
}

impl Weakening {
    /// The side made weaker. Local symbols of the result are fresh wherever two of them might clash.
    pub fn apply(&self, arena: &mut Arena, shared: &[Symbol], side: Formula) -> Formula {
        match self {
            Weakening::Identity => side,
            Weakening::Top => arena.true_(),
            Weakening::Related { relation, own } => {
                let copies = copies(arena, shared);
                let side = arena.renamed(side, shared, &copies);
                let relation = arena.renamed(*relation, own, &copies);
                arena.and([side, relation])
            }
            Weakening::And(both) => {
                let parts = Weakening::each(both, arena, shared, side);
                arena.and(parts)
            }
            Weakening::Or(both) => {
                let parts = Weakening::each(both, arena, shared, side);
                arena.or(parts)
            }
            Weakening::Then(both) => {
                let [inner, outer] = &**both;
                let weaker = inner.apply(arena, shared, side);
                outer.apply(arena, shared, weaker)
            }
        }
    }

    /// What two make of a side, each with local symbols of its own.
    fn each(both: &[Weakening; 2], arena: &mut Arena, shared: &[Symbol], side: Formula) -> [Formula; 2] {
        [0, 1].map(|i| {
            let local: Vec<Symbol> =
                arena.symbols_of(side).into_iter().filter(|s| !shared.contains(s)).collect();
            let fresh = copies(arena, &local);
            let side = arena.renamed(side, &local, &fresh);
            both[i].apply(arena, shared, side)
        })
    }
}

impl AbstractionPair {
    /// `Id_L`
    pub fn identity() -> AbstractionPair {
        AbstractionPair { first: Weakening::Identity, second: Weakening::Identity }
    }

    /// `⊤_L`
    pub fn top() -> AbstractionPair {
        AbstractionPair { first: Weakening::Top, second: Weakening::Top }
    }

    /// The abstraction that two relations define (Def. 3).
    pub fn related(vocabulary: &Vocabulary, relations: RelationAbstraction) -> AbstractionPair {
        let of = |relation: Formula, own: &[Symbol]| Weakening::Related { relation, own: own.to_vec() };
        AbstractionPair {
            first: of(relations.first, &vocabulary.first),
            second: of(relations.second, &vocabulary.second),
        }
    }

    /// `∧_L`
    #[must_use]
    pub fn and(&self, other: &AbstractionPair) -> AbstractionPair {
        self.joined(other, Weakening::And)
    }

    /// `∨_L`
    #[must_use]
    pub fn or(&self, other: &AbstractionPair) -> AbstractionPair {
        self.joined(other, Weakening::Or)
    }

    /// `∘_L`: the other abstraction, and this one on top of it.
    #[must_use]
    pub fn after(&self, other: &AbstractionPair) -> AbstractionPair {
        other.joined(self, Weakening::Then)
    }

    fn joined(&self, other: &AbstractionPair, join: fn(Box<[Weakening; 2]>) -> Weakening) -> AbstractionPair {
        AbstractionPair {
            first: join(Box::new([self.first.clone(), other.first.clone()])),
            second: join(Box::new([self.second.clone(), other.second.clone()])),
        }
    }

    /// The abstract interpolation problem.
    pub fn apply(&self, arena: &mut Arena, shared: &[Symbol], a: Formula, b: Formula) -> (Formula, Formula) {
        (self.first.apply(arena, shared, a), self.second.apply(arena, shared, b))
    }
}
