//! The normal form of the thesis (Def. 5.2.3): every relation symbol has one vector of variables, the same in
//! all clauses, and every other variable occurs in one clause only.
//!
//! ```text
//! p₁(x₁, y₁) ∧ p₂(y₂, z₂) ∧ y₁ = y₂ ∧ x₁ = x ∧ z₂ = z → r(x, z)
//! q₁(u, v) ∧ u = x₁ ∧ v = y₁ → p₁(x₁, y₁)
//! ```
//!
//! This is what interpolation problems are read off: conjoining the constraints of some clauses connects them
//! in their relation symbols. It exists if no relation symbol occurs twice in one clause, as in
//! clause-dependence disjoint expansions.

use super::{ClauseCopyId, Expansion};
use crate::budget::{Budget, Exhausted};
use crate::formula::{Arena, Formula, Substitution, Symbol, Valuation};
use crate::horn::ClauseSystem;

/// Variables for the relation symbols of an expansion, and its constraints over them.
#[derive(Clone, Debug)]
pub struct NormalForm {
    /// For each copy of a relation symbol, its arguments.
    pub arguments: Vec<Vec<Symbol>>,
    /// For each copy of a clause, the constraint.
    pub constraints: Vec<Formula>,
    /// For each copy of a clause, from the symbols of the original clause to those here.
    renamed: Vec<Vec<(Symbol, Symbol)>>,
}

impl NormalForm {
    /// The normal form of an expansion of the system, or the copy of a clause that has a relation symbol
    /// twice.
    pub fn of(
        arena: &mut Arena,
        system: &ClauseSystem,
        expansion: &Expansion,
        budget: &mut Budget,
    ) -> Result<Result<NormalForm, ClauseCopyId>, Exhausted> {
        let arguments: Vec<Vec<Symbol>> = expansion
            .relation_of
            .iter()
            .map(|original| {
                let parameters = system[*original].parameters();
                parameters.iter().map(|p| arena.fresh_like(*p)).collect()
            })
            .collect();
        let mut form = NormalForm { arguments, constraints: Vec::new(), renamed: Vec::new() };
        for (i, original) in expansion.clause_of.iter().enumerate() {
            let clause = system[*original].clone();
            let copies: Vec<_> = expansion.heads[i].iter().chain(&expansion.bodies[i]).copied().collect();
            let mut sorted = copies.clone();
            sorted.sort_unstable();
            if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
                return Ok(Err(ClauseCopyId::at(i)));
            }
            let mut renamed = Vec::new();
            for (atom, copy) in clause.atoms().zip(&copies) {
                let new = form.arguments[copy.index()].iter().copied();
                renamed.extend(atom.arguments.iter().copied().zip(new));
            }
            budget.take(1 + arena.reachable([clause.constraint]).len() as u64)?;
            for local in clause.locals(arena) {
                renamed.push((local, arena.fresh_like(local)));
            }
            let (from, to): (Vec<Symbol>, Vec<Symbol>) = renamed.iter().copied().unzip();
            let substitution = Substitution::renaming(arena, &from, &to);
            form.constraints.push(substitution.apply(arena, clause.constraint));
            form.renamed.push(renamed);
        }
        Ok(Ok(form))
    }

    /// The values of the original clause's symbols, for a copy of the clause and values of the symbols here.
    pub fn valuation(&self, copy: ClauseCopyId, valuation: &Valuation) -> Valuation {
        let mut values = Valuation::new();
        for (own, new) in &self.renamed[copy.index()] {
            if let Some(value) = valuation.get(*new) {
                values.set(*own, value.clone());
            }
        }
        values
    }
}
