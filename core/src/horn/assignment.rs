//! Relation symbol assignments (thesis, Sect. 5.2.1): a formula for each relation symbol of a system.

use super::{Atom, Clause, ClauseSystem, SystemRelationId};
use crate::formula::{Arena, Formula, Substitution, Symbol};

/// For each relation symbol a formula over its parameters. It is a solution if it makes every clause valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// By relation symbol.
    pub formulae: Vec<Formula>,
}

impl Assignment {
    /// The same formula, without symbols, for all.
    pub fn constant(system: &ClauseSystem, formula: Formula) -> Assignment {
        Assignment { formulae: vec![formula; system.relations().len()] }
    }

    /// Formulae over symbols for the arguments of some relation symbols; all others may be true.
    pub(crate) fn over_arguments<'a>(
        arena: &mut Arena,
        system: &ClauseSystem,
        formulae: impl IntoIterator<Item = (&'a (SystemRelationId, Vec<Symbol>), &'a Formula)>,
    ) -> Assignment {
        let mut assignment = Assignment::constant(system, arena.true_());
        for ((relation, arguments), formula) in formulae {
            let back = Substitution::renaming(arena, arguments, system[*relation].parameters());
            assignment.formulae[relation.index()] = back.apply(arena, *formula);
        }
        assignment
    }

    pub fn get(&self, relation: SystemRelationId) -> Formula {
        self.formulae[relation.index()]
    }

    /// What contradicts a clause under the assignment: constraint and body hold, the head does not. The
    /// clause is valid exactly if these formulae contradict each other.
    pub fn negated_clause(&self, arena: &mut Arena, system: &ClauseSystem, clause: &Clause) -> Vec<Formula> {
        let mut at = |atom: &Atom| {
            let to_arguments =
                Substitution::renaming(arena, system[atom.relation].parameters(), &atom.arguments);
            to_arguments.apply(arena, self.get(atom.relation))
        };
        let mut parts = vec![clause.constraint];
        parts.extend(clause.body.iter().map(&mut at));
        parts.extend(clause.head.iter().map(|head| !at(head)));
        parts
    }
}
