//! What pictures call the things that events name by numbers.

use hornbook::engine::{Header, NodeId};
use hornbook::horn::{ClauseId, RelId};

/// The relation symbols and clauses of a run.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a>(pub &'a Header);

impl Names<'_> {
    /// The name of a relation symbol.
    pub fn relation(&self, id: RelId) -> &str {
        self.0.relations.get(id.index()).map_or("?", |relation| &relation.name)
    }

    /// A relation symbol with its parameters.
    pub fn atom(&self, id: RelId) -> String {
        let parameters = self.0.relations.get(id.index()).map_or(&[][..], |relation| &relation.parameters);
        if parameters.is_empty() {
            return self.relation(id).to_owned();
        }
        format!("{}({})", self.relation(id), parameters.join(", "))
    }

    /// The head of a clause.
    pub fn head(&self, id: ClauseId) -> &str {
        self.0.clauses.get(id.index()).map_or("?", |clause| &clause.head)
    }

    pub fn is_query(&self, id: ClauseId) -> bool {
        self.0.clauses.get(id.index()).is_some_and(|clause| clause.is_query)
    }
}

/// The name of a node.
pub(super) fn node(id: NodeId) -> String {
    format!("n{}", id.0)
}

/// The names of some nodes, in a sentence.
pub(super) fn nodes(ids: &[NodeId]) -> String {
    match ids {
        [] => "nothing".to_owned(),
        [one] => node(*one),
        [first @ .., last] => {
            let first: Vec<String> = first.iter().map(|id| node(*id)).collect();
            format!("{} and {}", first.join(", "), node(*last))
        }
    }
}
