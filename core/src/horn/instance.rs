//! Instances of clauses: the same clause over other symbols.
//!
//! Trees and dags of clauses are built from instances that meet in their atoms: the arguments of a body atom
//! are the head arguments of the instance below it, and all else is fresh.
//!
//! ```text
//! false ← s(x₁, z₁) ∧ …           s(x₁, z₁) ← r(x₂, y₂) ∧ r(y₃, z₃) ∧ x₂ = x₁ ∧ y₂ = y₃ ∧ z₃ = z₁
//! ```

use super::{ClauseSystem, SystemClauseId};
use crate::formula::{Arena, Formula, Symbol, Valuation};

/// A clause over symbols of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    pub clause: SystemClauseId,
    pub head: Vec<Symbol>,
    /// The arguments of each body atom.
    pub body: Vec<Vec<Symbol>>,
    pub constraint: Formula,
    /// From the symbols of the clause to those of the instance.
    renaming: Vec<(Symbol, Symbol)>,
}

impl Instance {
    /// The symbols of the clause with those of the instance.
    pub fn symbols(&self) -> &[(Symbol, Symbol)] {
        &self.renaming
    }

    /// The values that the symbols of the clause have when those of the instance have these.
    pub fn valuation(&self, valuation: &Valuation) -> Valuation {
        let mut values = Valuation::new();
        for (own, new) in &self.renaming {
            if let Some(value) = valuation.get(*new) {
                values.set(*own, value.clone());
            }
        }
        values
    }
}

impl ClauseSystem {
    /// An instance with the given head arguments (fresh ones without), whose other symbols are fresh.
    pub fn instantiate(&self, arena: &mut Arena, id: SystemClauseId, head: Option<&[Symbol]>) -> Instance {
        self.instantiate_with(arena, id, head, &[])
    }

    /// The same where the arguments of some body atoms are given as well, by their places.
    pub fn instantiate_with(
        &self,
        arena: &mut Arena,
        id: SystemClauseId,
        head: Option<&[Symbol]>,
        body: &[Option<&[Symbol]>],
    ) -> Instance {
        let clause = &self[id];
        let mut renamed: Vec<(Symbol, Symbol)> = Vec::new();
        let mut arguments = |arena: &mut Arena, own: &[Symbol], given: Option<&[Symbol]>| -> Vec<Symbol> {
            let new: Vec<Symbol> = match given {
                Some(given) if given.len() == own.len() => given.to_vec(),
                _ => own.iter().map(|symbol| arena.fresh_like(*symbol)).collect(),
            };
            renamed.extend(own.iter().copied().zip(new.iter().copied()));
            new
        };
        let head = clause.head.as_ref().map_or_else(Vec::new, |a| arguments(arena, &a.arguments, head));
        let body: Vec<Vec<Symbol>> = clause
            .body
            .iter()
            .enumerate()
            .map(|(i, a)| arguments(arena, &a.arguments, body.get(i).copied().flatten()))
            .collect();
        for symbol in clause.locals(arena) {
            renamed.push((symbol, arena.fresh_like(symbol)));
        }
        let (from, to): (Vec<Symbol>, Vec<Symbol>) = renamed.iter().copied().unzip();
        let constraint = arena.renamed(clause.constraint, &from, &to);
        Instance { clause: id, head, body, constraint, renaming: renamed }
    }
}
