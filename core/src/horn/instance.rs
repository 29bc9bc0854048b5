//! Instances of clauses: the same clause over other symbols.
//!
//! Trees and dags of clauses are built from instances that meet in their atoms: the arguments of a body atom
//! are the head arguments of the instance below it, and all else is fresh.
//!
//! ```text
//! false ← s(x₁, z₁) ∧ …           s(x₁, z₁) ← r(x₂, y₂) ∧ r(y₃, z₃) ∧ x₂ = x₁ ∧ y₂ = y₃ ∧ z₃ = z₁
//! ```

use rustc_hash::FxHashSet;

use super::system::renaming;
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
        let clause = &self[id];
        let given = match (&clause.head, head) {
            (Some(atom), Some(given)) if given.len() == atom.arguments.len() => {
                atom.arguments.iter().copied().zip(given.iter().copied()).collect()
            }
            _ => Vec::new(),
        };
        let mut renamed: Vec<(Symbol, Symbol)> = given;
        let known: FxHashSet<Symbol> = renamed.iter().map(|(old, _)| *old).collect();
        let locals = clause.locals(arena);
        let others = clause.atoms().flat_map(|a| a.arguments.iter().copied()).chain(locals);
        for symbol in others.filter(|s| !known.contains(s)).collect::<Vec<_>>() {
            let fresh = arena.fresh_like(symbol);
            renamed.push((symbol, fresh));
        }
        let (from, to): (Vec<Symbol>, Vec<Symbol>) = renamed.iter().copied().unzip();
        let substitution = renaming(arena, &from, &to);
        let constraint = substitution.apply(arena, clause.constraint);
        // Arguments were renamed in the order of the atoms, head first.
        let mut next = to.iter().copied();
        let head = next.by_ref().take(clause.head.as_ref().map_or(0, |a| a.arguments.len())).collect();
        let body = clause.body.iter().map(|a| next.by_ref().take(a.arguments.len()).collect()).collect();
        Instance { clause: id, head, body, constraint, renaming: renamed }
    }
}
