//! Tree-like clauses as trees of formulae, one for each query (thesis, Sect. 5.3.3).
//!
//! ```text
//! p ← A,  q ← B,  false ← p ∧ q ∧ C        a root C with the children A and B
//! ```
//!
//! Every relation symbol has one clause and stands in one body, so a clause is a node with its constraint,
//! and the symbols of its body are the children. Linear tree-like clauses make paths: inductive sequences
//! (Sect. 5.3.2), and binary interpolation problems if there is one relation symbol (Sect. 5.3.1).

use crate::formula::{Arena, Formula, Symbol};
use crate::horn::{Assignment, Classification, ClauseSystem, Fragment, SystemClauseId, SystemRelationId};
use crate::interpolate::{Tree, TreeNode};

/// A tree-like system as tree interpolation problems.
#[derive(Clone, Debug)]
pub struct TreeSystem {
    pub trees: Vec<QueryTree>,
}

/// The connected component of a query.
#[derive(Clone, Debug)]
pub struct QueryTree {
    pub tree: Tree,
    /// For each node but the root: its relation symbol, and the symbols that stand for its arguments.
    pub relations: Vec<(SystemRelationId, Vec<Symbol>)>,
}

/// A node whose children are known but not yet their places in post-order.
struct Open {
    relation: Option<(SystemRelationId, Vec<Symbol>)>,
    label: Formula,
    children: Vec<usize>,
}

impl TreeSystem {
    /// The problems of a system that is recursion-free and tree-like; `None` for others.
    pub fn of(arena: &mut Arena, system: &ClauseSystem) -> Option<TreeSystem> {
        if !Classification::of(arena, system).is(Fragment::TreeLike) {
            return None;
        }
        let definitions = system.definitions();
        let queries: Vec<SystemClauseId> = system.queries().collect();
        let trees = queries.into_iter().map(|query| component(arena, system, &definitions, query));
        Some(TreeSystem { trees: trees.collect::<Option<_>>()? })
    }

    /// The interpolants of each tree as formulae for the relation symbols. Those that no query needs are
    /// true.
    pub fn assignment(
        &self,
        arena: &mut Arena,
        system: &ClauseSystem,
        interpolants: &[Vec<Formula>],
    ) -> Assignment {
        let components = self.trees.iter().zip(interpolants);
        let formulae = components.flat_map(|(component, found)| component.relations.iter().zip(found));
        Assignment::over_arguments(arena, system, formulae)
    }
}

/// The tree of a query by the first clause of each symbol.
pub(super) fn component(
    arena: &mut Arena,
    system: &ClauseSystem,
    definitions: &[Vec<SystemClauseId>],
    query: SystemClauseId,
) -> Option<QueryTree> {
    let falsity = arena.false_();
    let mut open = vec![Open { relation: None, label: falsity, children: Vec::new() }];
    let mut next = 0;
    // Parents come before their children here; the other way round is post-order.
    while next < open.len() {
        let (clause, head) = match &open[next].relation {
            None => (Some(query), None),
            Some((relation, arguments)) => {
                (definitions[relation.index()].first().copied(), Some(arguments.clone()))
            }
        };
        // A symbol without a clause is never derived: its label is false.
        if let Some(clause) = clause {
            let instance = system.instantiate(arena, clause, head.as_deref());
            open[next].label = instance.constraint;
            for (atom, arguments) in system[clause].body.iter().zip(instance.body) {
                let child = open.len();
                open[next].children.push(child);
                let relation = Some((atom.relation, arguments));
                open.push(Open { relation, label: falsity, children: Vec::new() });
            }
        }
        next += 1;
    }
    let last = open.len() - 1;
    let (mut nodes, mut relations) = (Vec::new(), Vec::new());
    for node in open.into_iter().rev() {
        let children = node.children.iter().map(|c| last - c).collect();
        nodes.push(TreeNode { label: node.label, children });
        relations.extend(node.relation);
    }
    Some(QueryTree { tree: Tree::new(nodes)?, relations })
}
