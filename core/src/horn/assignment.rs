//! Relation symbol assignments (thesis, Sect. 5.2.1): a formula for each relation symbol of a system.

use super::{Clause, ClauseSystem, RelId};
use crate::formula::Formula;

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

    pub fn get(&self, relation: RelId) -> Formula {
        self.formulae[relation.index()]
    }

    /// What contradicts a clause under the assignment: constraint and body hold, the head does not. The clause
    /// is valid exactly if these formulae contradict each other.
    pub fn negated_clause(&self, system: &mut ClauseSystem, clause: &Clause) -> Vec<Formula> {
        let mut parts = vec![clause.constraint];
        for atom in &clause.body {
            parts.push(system.at(atom, self.get(atom.relation)));
        }
        if let Some(head) = &clause.head {
            parts.push(!system.at(head, self.get(head.relation)));
        }
        parts
    }
}
