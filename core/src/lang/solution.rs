//! A formula for each relation symbol: what a solver finds, and what a user may claim.
//!
//! `gcd(M, N, R) := M = N -> M >= R` defines `gcd`; every clause becomes a formula over its own variables
//! once the definitions are put in the places of the relation symbols.

use super::{Problem, RelationId};
use crate::formula::{Formula, Symbol};
use crate::order::Map;

/// The meaning of one relation symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The names of the arguments, all different, with the sorts of the relation symbol.
    pub parameters: Vec<Symbol>,
    /// Over the parameters alone.
    pub formula: Formula,
}

/// Definitions of relation symbols of a [`Problem`], whose arena holds their formulae.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solution {
    definitions: Map<RelationId, Definition>,
}

impl Solution {
    pub fn new() -> Solution {
        Solution::default()
    }

    /// Defines a relation symbol and returns what it meant before.
    pub fn insert(&mut self, relation: RelationId, definition: Definition) -> Option<Definition> {
        self.definitions.insert(relation, definition)
    }

    pub fn get(&self, relation: RelationId) -> Option<&Definition> {
        self.definitions.get(&relation)
    }

    /// In order of relation symbols.
    pub fn iter(&self) -> impl Iterator<Item = (RelationId, &Definition)> {
        self.definitions.iter().map(|(relation, definition)| (*relation, definition))
    }

    pub fn len(&self) -> usize {
        self.definitions.len()
    }

    pub fn is_empty(&self) -> bool {
        self.definitions.is_empty()
    }

    /// The relation symbols that have no definition yet.
    pub fn missing(&self, problem: &Problem) -> Vec<RelationId> {
        (0..problem.relations.len() as u32)
            .map(RelationId)
            .filter(|r| !self.definitions.contains_key(r))
            .collect()
    }
}
