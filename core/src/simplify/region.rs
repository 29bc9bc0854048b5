//! What a formula says about a single linear form: the set of values, or of residues, that it allows.
//!
//! `x + y ≤ 3` allows the values `{…, 3}` of `x + y`; `4 | x - 2` allows the residue 2 of `x` modulo 4.
//! Conjunctions of such formulae intersect the sets, negation is the complement, and the result is written
//! from the set again. That recovers equations, finds contradictions and merges cases in one stroke.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::residues::ResidueSet;
use super::values::ValueSet;
use crate::formula::{Arena, Formula, LinearTerm, Node};

/// Sets of more intervals than this are left alone: each part of `x > 0 ⊕ x > 1 ⊕ x > 2 ⊕ …` has one interval
/// more than the last, and nobody wants to read them all.
const INTERVAL_LIMIT: usize = 64;

/// The values or residues that a formula allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    Values(ValueSet),
    Residues(ResidueSet),
}

/// Which form a region is about, and whether by value or by residue. Only regions with one key are compared.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    form: LinearTerm,
    by_residue: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Region {
    pub(crate) key: Key,
    extent: Extent,
}

impl Region {
    pub(crate) fn of_literal(literal: &Node) -> Option<Region> {
        if let Some((form, set)) = ValueSet::of_literal(literal) {
            return Some(Region { key: Key { form, by_residue: false }, extent: Extent::Values(set) });
        }
        let (form, set) = ResidueSet::of_literal(literal)?;
        Some(Region { key: Key { form, by_residue: true }, extent: Extent::Residues(set) })
    }

    pub(crate) fn complement(&self) -> Region {
        let extent = match &self.extent {
            Extent::Values(set) => Extent::Values(set.complement()),
            Extent::Residues(set) => Extent::Residues(set.complement()),
        };
        Region { key: self.key.clone(), extent }
    }

    /// `None` for regions of different keys, or when the result would be unwieldy.
    pub(crate) fn intersection(&self, other: &Region) -> Option<Region> {
        if self.key != other.key {
            return None;
        }
        let extent = match (&self.extent, &other.extent) {
            (Extent::Values(a), Extent::Values(b)) => {
                let both = a.intersection(b);
                (both.len() <= INTERVAL_LIMIT).then_some(Extent::Values(both))?
            }
            (Extent::Residues(a), Extent::Residues(b)) => Extent::Residues(a.intersection(b)?),
            _ => return None,
        };
        Some(Region { key: self.key.clone(), extent })
    }

    pub(crate) fn is_subset_of(&self, other: &Region) -> bool {
        self.key == other.key
            && match (&self.extent, &other.extent) {
                (Extent::Values(a), Extent::Values(b)) => a.is_subset_of(b),
                (Extent::Residues(a), Extent::Residues(b)) => a.is_subset_of(b),
                _ => false,
            }
    }

    fn is_disjoint_from(&self, other: &Region) -> bool {
        self.key == other.key
            && match (&self.extent, &other.extent) {
                (Extent::Values(a), Extent::Values(b)) => a.is_disjoint_from(b),
                (Extent::Residues(a), Extent::Residues(b)) => a.is_disjoint_from(b),
                _ => false,
            }
    }

    pub(crate) fn is_empty(&self) -> bool {
        match &self.extent {
            Extent::Values(set) => set.is_empty(),
            Extent::Residues(set) => set.is_empty(),
        }
    }

    /// A short formula that says the same.
    pub(crate) fn express(&self, arena: &mut Arena) -> Formula {
        match &self.extent {
            Extent::Values(set) if set.is_all() => arena.true_(),
            Extent::Values(set) => set.express(arena, &self.key.form),
            Extent::Residues(set) if set.is_all() => arena.true_(),
            Extent::Residues(set) => set.express(arena, &self.key.form),
        }
    }
}

/// What a conjunction says about each linear form, in order of appearance.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    regions: IndexMap<Key, Region, FxBuildHasher>,
}

impl Facts {
    pub(crate) fn assume(&mut self, region: &Region) {
        match self.regions.get_mut(&region.key) {
            None => {
                self.regions.insert(region.key.clone(), region.clone());
            }
            // Where the intersection is unwieldy the first fact alone is kept, which is sound.
            Some(known) => {
                if let Some(both) = known.intersection(region) {
                    *known = both;
                }
            }
        }
    }

    /// Is a literal with this region true or false wherever the facts hold?
    pub(crate) fn decide(&self, region: &Region) -> Option<bool> {
        let known = self.regions.get(&region.key)?;
        if known.is_subset_of(region) {
            Some(true)
        } else if known.is_disjoint_from(region) {
            Some(false)
        } else {
            None
        }
    }
}
