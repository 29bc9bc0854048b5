//! Names of integer and Boolean unknowns.

use indexmap::{Equivalent, IndexSet};
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};

/// What a symbol stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Sort {
    Int,
    Bool,
}

/// An integer or Boolean unknown of an [`Arena`](super::Arena).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Symbol(u32);

impl Symbol {
    /// The position in order of creation, for dense tables.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// All symbols of an arena. The same name may be used once for each sort.
#[derive(Clone, Debug, Default)]
pub(super) struct SymbolTable {
    entries: IndexSet<(String, Sort), FxBuildHasher>,
    fresh: u32,
}

/// A key that is looked up without being owned; it hashes like the pair it stands for.
#[derive(Hash)]
struct Key<'a>(&'a str, Sort);

impl Equivalent<(String, Sort)> for Key<'_> {
    fn equivalent(&self, (name, sort): &(String, Sort)) -> bool {
        self.0 == name && self.1 == *sort
    }
}

impl SymbolTable {
    pub(super) fn intern(&mut self, name: &str, sort: Sort) -> Symbol {
        if let Some(found) = self.get(name, sort) {
            return found;
        }
        Symbol(self.entries.insert_full((name.to_owned(), sort)).0 as u32)
    }

    /// A symbol whose name no other symbol has: the hint, with a number.
    pub(super) fn fresh(&mut self, hint: &str, sort: Sort) -> Symbol {
        loop {
            let name = format!("{hint}_{}", self.fresh);
            self.fresh += 1;
            let taken = [Sort::Int, Sort::Bool].iter().any(|s| self.entries.contains(&(name.clone(), *s)));
            if !taken {
                return self.intern(&name, sort);
            }
        }
    }

    pub(super) fn get(&self, name: &str, sort: Sort) -> Option<Symbol> {
        self.entries.get_index_of(&Key(name, sort)).map(|i| Symbol(i as u32))
    }

    pub(super) fn name(&self, symbol: Symbol) -> &str {
        &self.entries[symbol.index()].0
    }

    pub(super) fn sort(&self, symbol: Symbol) -> Sort {
        self.entries[symbol.index()].1
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }
}
