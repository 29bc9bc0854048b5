//! Auxiliary relation symbols, which the text of a problem does not have.
//!
//! The reader of nested formulae introduces them to keep the clauses small. All symbols of what they stand
//! for are their arguments, so a solution of the other relation symbols determines them: a solution that a
//! person wrote is completed here, and is one of the text exactly if the completed one is one of the clauses.

use super::{Application, Argument, Auxiliary, Clause, Definition, Problem, RelationId, Solution};
use crate::formula::{Arena, Formula, Sort, Substitution, Symbol};
use crate::order::Map;

impl Problem {
    /// Does the text of the problem have this relation symbol?
    pub fn is_auxiliary(&self, relation: RelationId) -> bool {
        self.auxiliary.contains_key(&relation)
    }

    /// Defines the auxiliary relation symbols that a solution leaves out, where it defines those they depend
    /// on.
    pub fn complete(&mut self, solution: &mut Solution) {
        let mut clauses: Map<RelationId, Vec<usize>> = Map::new();
        for (i, clause) in self.clauses.iter().enumerate() {
            for (relation, meaning) in
                applications(clause).filter_map(|a| Some((a.relation, self.auxiliary.get(&a.relation)?)))
            {
                let is_head = clause.head.as_ref().is_some_and(|head| head.relation == relation);
                if is_head == (*meaning == Auxiliary::Strongest) {
                    clauses.get_or_default(relation).push(i);
                }
            }
        }
        let none = Vec::new();
        // Each comes after those it depends on, which never form a cycle.
        let mut open: Vec<(RelationId, bool)> = self.auxiliary.keys().map(|r| (*r, false)).collect();
        while let Some((relation, is_ready)) = open.pop() {
            if solution.get(relation).is_some() {
                continue;
            }
            let own = clauses.get(&relation).unwrap_or(&none);
            if is_ready {
                let definition = self.definition_of(relation, own, solution);
                definition.map(|definition| solution.insert(relation, definition));
                continue;
            }
            open.push((relation, true));
            let others = own.iter().flat_map(|i| applications(&self.clauses[*i]));
            open.extend(
                others
                    .filter(|a| a.relation != relation && self.is_auxiliary(a.relation))
                    .map(|a| (a.relation, false)),
            );
        }
    }

    fn definition_of(
        &mut self,
        relation: RelationId,
        clauses: &[usize],
        solution: &Solution,
    ) -> Option<Definition> {
        let Problem { arena, relations, clauses: all, auxiliary, .. } = self;
        let meaning = *auxiliary.get(&relation)?;
        let own = clauses.iter().flat_map(|i| applications(&all[*i])).find(|a| a.relation == relation);
        let parameters: Vec<Symbol> = match own {
            Some(own) => {
                own.arguments.iter().map(|argument| symbol_of(arena, argument)).collect::<Option<_>>()?
            }
            None => (relations[relation.index()].sorts.iter())
                .map(|sort| arena.fresh_symbol("any", *sort))
                .collect(),
        };
        let mut parts = Vec::new();
        for i in clauses {
            let Clause { head, body, constraint, .. } = &all[*i];
            let mut premises = vec![*constraint];
            for application in body.iter().filter(|a| a.relation != relation) {
                premises.push(instance(arena, application, solution)?);
            }
            let premise = arena.and(premises);
            parts.push(match (meaning, head) {
                (Auxiliary::Strongest, _) => premise,
                (Auxiliary::Weakest, None) => !premise,
                (Auxiliary::Weakest, Some(head)) => {
                    let head = instance(arena, head, solution)?;
                    arena.implies(premise, head)
                }
            });
        }
        let formula = match meaning {
            Auxiliary::Strongest => arena.or(parts),
            Auxiliary::Weakest => arena.and(parts),
        };
        Some(Definition { parameters, formula })
    }
}

fn applications(clause: &Clause) -> impl Iterator<Item = &Application> {
    clause.head.iter().chain(&clause.body)
}

/// The symbol that an argument consists of.
fn symbol_of(arena: &Arena, argument: &Argument) -> Option<Symbol> {
    match argument {
        Argument::Int(term) => term.as_symbol(),
        Argument::Bool(formula) => arena.symbols_of(*formula).first().copied(),
    }
}

/// What a solution says about an application.
pub(in crate::lang) fn instance(
    arena: &mut Arena,
    application: &Application,
    solution: &Solution,
) -> Option<Formula> {
    let definition = solution.get(application.relation)?;
    let mut substitution = Substitution::new();
    for (parameter, argument) in definition.parameters.iter().zip(&application.arguments) {
        match (arena.sort(*parameter), argument) {
            (Sort::Int, Argument::Int(term)) => _ = substitution.term(*parameter, term.clone()),
            (Sort::Bool, Argument::Bool(formula)) => _ = substitution.formula(*parameter, *formula),
            _ => return None,
        }
    }
    Some(substitution.apply(arena, definition.formula))
}
