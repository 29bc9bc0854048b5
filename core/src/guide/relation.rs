//! Relation abstractions: over-approximations of both sides by what is related to them (Acta'16, Def. 3 and
//! Sect. 6.2).
//!
//! The first side speaks of `s̄′`, the second of `s̄″`, and each is related to the shared symbols `s̄`:
//!
//! ```text
//! (A[s̄′] ∧ R_A[s̄′, s̄])  ∧  (R_B[s̄, s̄″] ∧ B[s̄″])
//! ```
//!
//! Both relations contain the identity, so both sides only become weaker, and whatever separates them
//! separates `A` from `B` (Lemma 1).

use super::{Kind, Side};
use crate::formula::{Arena, Formula, LinearTerm, Sort, Symbol};

/// The shared symbols and a copy of them for each side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vocabulary {
    /// `s̄`
    pub shared: Vec<Symbol>,
    /// `s̄′`, for the first side.
    pub first: Vec<Symbol>,
    /// `s̄″`, for the second side.
    pub second: Vec<Symbol>,
}

/// The two relations of an abstraction over a vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RelationAbstraction {
    /// `R_A[s̄′, s̄]`
    pub first: Formula,
    /// `R_B[s̄, s̄″]`
    pub second: Formula,
}

impl Vocabulary {
    pub fn new(arena: &mut Arena, shared: &[Symbol]) -> Vocabulary {
        let (first, second) = (copies(arena, shared), copies(arena, shared));
        Vocabulary { shared: shared.to_vec(), first, second }
    }

    /// `A[s̄′]`
    pub fn first_side(&self, arena: &mut Arena, a: Formula) -> Formula {
        arena.renamed(a, &self.shared, &self.first)
    }

    /// `B[s̄″]`
    pub fn second_side(&self, arena: &mut Arena, b: Formula) -> Formula {
        arena.renamed(b, &self.shared, &self.second)
    }
}

impl RelationAbstraction {
    /// `Id`: both sides as they are.
    pub fn identity(arena: &mut Arena, vocabulary: &Vocabulary) -> RelationAbstraction {
        let Vocabulary { shared, first, second } = vocabulary;
        RelationAbstraction { first: same(arena, first, shared), second: same(arena, shared, second) }
    }

    /// `⊤`: the sides share nothing.
    pub fn top(arena: &Arena) -> RelationAbstraction {
        RelationAbstraction { first: arena.true_(), second: arena.true_() }
    }

    /// The abstraction over templates (Definitions 4, 5 and 6).
    pub fn of<'a>(
        arena: &mut Arena,
        vocabulary: &Vocabulary,
        templates: impl IntoIterator<Item = &'a Kind>,
    ) -> RelationAbstraction {
        let Vocabulary { shared, first, second } = vocabulary;
        let mut all = RelationAbstraction::top(arena);
        for kind in templates {
            let one = RelationAbstraction {
                first: kind.step(arena, shared, first, shared, Side::First),
                second: kind.step(arena, shared, shared, second, Side::Second),
            };
            all = all.and(arena, one);
        }
        all
    }

    /// `∧`: what both keep is kept.
    #[must_use]
    pub fn and(self, arena: &mut Arena, other: RelationAbstraction) -> RelationAbstraction {
        RelationAbstraction {
            first: arena.and([self.first, other.first]),
            second: arena.and([self.second, other.second]),
        }
    }

    /// `∨`: one of the two is kept.
    #[must_use]
    pub fn or(self, arena: &mut Arena, other: RelationAbstraction) -> RelationAbstraction {
        RelationAbstraction {
            first: arena.or([self.first, other.first]),
            second: arena.or([self.second, other.second]),
        }
    }

    /// `¬`: all but what is kept, and the identity. A composition has to be closed first, since its states in
    /// between are any that fit.
    #[must_use]
    pub fn not(self, arena: &mut Arena, vocabulary: &Vocabulary) -> RelationAbstraction {
        let identity = RelationAbstraction::identity(arena, vocabulary);
        RelationAbstraction { first: !self.first, second: !self.second }.or(arena, identity)
    }

    /// `∘`: the other abstraction, and this one on top of it. The states in between are fresh symbols.
    #[must_use]
    pub fn after(
        self,
        arena: &mut Arena,
        vocabulary: &Vocabulary,
        other: RelationAbstraction,
    ) -> RelationAbstraction {
        let Vocabulary { shared, first, second } = vocabulary;
        let middle = copies(arena, shared);
        let inner = arena.renamed(other.first, shared, &middle);
        let outer = arena.renamed(self.first, first, &middle);
        let below = arena.and([inner, outer]);
        let middle = copies(arena, shared);
        let inner = arena.renamed(other.second, shared, &middle);
        let outer = arena.renamed(self.second, second, &middle);
        RelationAbstraction { first: below, second: arena.and([inner, outer]) }
    }

    /// The abstract interpolation problem: both sides over the shared symbols, each with symbols of its own.
    pub fn apply(
        self,
        arena: &mut Arena,
        vocabulary: &Vocabulary,
        a: &[Formula],
        b: &[Formula],
    ) -> (Vec<Formula>, Vec<Formula>) {
        let mut first: Vec<Formula> = a.iter().map(|f| vocabulary.first_side(arena, *f)).collect();
        let mut second: Vec<Formula> = b.iter().map(|f| vocabulary.second_side(arena, *f)).collect();
        first.push(self.first);
        second.push(self.second);
        (first, second)
    }
}

/// Fresh symbols of the same sorts.
pub(super) fn copies(arena: &mut Arena, symbols: &[Symbol]) -> Vec<Symbol> {
    let copy = |s: &Symbol| {
        let (name, sort) = (arena.name(*s).to_owned(), arena.sort(*s));
        arena.fresh_symbol(&name, sort)
    };
    symbols.iter().map(copy).collect()
}

/// `Id`: all symbols have the values of their counterparts.
fn same(arena: &mut Arena, left: &[Symbol], right: &[Symbol]) -> Formula {
    let mut parts = Vec::with_capacity(left.len());
    for (l, r) in left.iter().zip(right) {
        parts.push(match arena.sort(*l) {
            Sort::Int => arena.equal(&LinearTerm::symbol(*l), &LinearTerm::symbol(*r)),
            Sort::Bool => {
                let (l, r) = (arena.boolean(*l), arena.boolean(*r));
                arena.iff(l, r)
            }
        });
    }
    arena.and(parts)
}
