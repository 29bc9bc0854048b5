//! The clause instances of an and/or tree: one for each alternative, over symbols that meet where a position
//! is derived and used.

use super::AndOrTree;
use crate::formula::{Arena, Symbol};
use crate::horn::{ClauseSystem, Instance, SystemRelationId};

/// What an and/or tree says, clause by clause.
#[derive(Debug, Default)]
pub(crate) struct Instances {
    /// For each position, the instances of its alternatives.
    pub(crate) ways: Vec<Vec<Instance>>,
    /// For each position but the root, its relation symbol and the symbols for its arguments.
    pub(crate) heads: Vec<(SystemRelationId, Vec<Symbol>)>,
}

impl Instances {
    /// Parents give their children the symbols to speak about, and come later. `None` if the tree does not
    /// fit the clauses.
    pub(crate) fn of(arena: &mut Arena, system: &ClauseSystem, tree: &AndOrTree) -> Option<Instances> {
        let count = tree.positions.len();
        let mut heads: Vec<Option<(SystemRelationId, Vec<Symbol>)>> = vec![None; count];
        let mut ways: Vec<Vec<Instance>> = vec![Vec::new(); count];
        for i in (0..count).rev() {
            for alternative in &tree.positions[i].alternatives {
                let head = heads[i].as_ref().map(|(_, symbols)| symbols.clone());
                // What another alternative uses as well has its symbols already.
                let children = alternative.children.iter();
                let body: Vec<Option<&[Symbol]>> = children
                    .map(|c| heads.get(c.index())?.as_ref().map(|(_, symbols)| &symbols[..]))
                    .collect();
                let instance = system.instantiate_with(arena, alternative.clause, head.as_deref(), &body);
                let atoms = &system[alternative.clause].body;
                for ((child, symbols), atom) in alternative.children.iter().zip(&instance.body).zip(atoms) {
                    *heads.get_mut(child.index())? = Some((atom.relation, symbols.clone()));
                }
                ways[i].push(instance);
            }
        }
        heads.pop();
        Some(Instances { ways, heads: heads.into_iter().collect::<Option<_>>()? })
    }
}
