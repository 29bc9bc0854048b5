//! What the user said about relation symbols, in terms of a prepared system: initial predicates and
//! templates.
//!
//! ```text
//! :- predicate loop(I, X, J): X - I = J.        X - I = J over the parameters of `loop` in the system
//! ```
//!
//! A symbol that is gone, or has lost an argument that the hint speaks of, gets no hint.

use super::{ClauseSystem, SystemRelationId, WayBack};
use crate::formula::{Arena, Formula, LinearTerm, Substitution, Symbol};
use crate::lang;

impl WayBack {
    /// A formula over the given parameters of the user's relation symbol, over those of the system's.
    pub fn predicate(
        &self,
        arena: &mut Arena,
        system: &ClauseSystem,
        relation: lang::RelationId,
        parameters: &[Symbol],
        formula: Formula,
    ) -> Option<(SystemRelationId, Formula)> {
        let (id, substitution) = self.forward(arena, system, relation, parameters)?;
        let formula = substitution.apply(arena, formula);
        let known = system[id].parameters();
        arena.symbols_of(formula).iter().all(|s| known.contains(s)).then_some((id, formula))
    }

    /// The same for a term.
    pub fn term(
        &self,
        arena: &mut Arena,
        system: &ClauseSystem,
        relation: lang::RelationId,
        parameters: &[Symbol],
        term: &LinearTerm,
    ) -> Option<(SystemRelationId, LinearTerm)> {
        let (id, substitution) = self.forward(arena, system, relation, parameters)?;
        let term = substitution.apply_to_term(term);
        let known = system[id].parameters();
        let is_known = term.symbols().all(|s| known.contains(&s));
        is_known.then_some((id, term))
    }

    fn forward(
        &self,
        arena: &mut Arena,
        system: &ClauseSystem,
        relation: lang::RelationId,
        parameters: &[Symbol],
    ) -> Option<(SystemRelationId, Substitution)> {
        let id = system.relation_ids().find(|id| system[*id].source == relation)?;
        let own = self.parameters(relation)?;
        Some((id, Substitution::renaming(arena, parameters, own)))
    }
}
