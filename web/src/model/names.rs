//! What pictures call the things that events name by numbers.

use hornbook::engine::{Header, NodeId};
use hornbook::formula::{AtomText, FormulaText, PieceKind, Value};
use hornbook::horn::{SystemClauseId, SystemRelationId};

/// A relation symbol shows at most this many arguments; the rest is counted.
const MOST_ARGUMENTS: usize = 12;

/// The relation symbols and clauses of a run.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a>(pub &'a Header);

impl Names<'_> {
    /// The name of a relation symbol.
    pub fn relation(&self, id: SystemRelationId) -> &str {
        self.0.relations.get(id.index()).map_or("?", |relation| &relation.name)
    }

    /// A relation symbol with its parameters.
    pub fn atom(&self, id: SystemRelationId) -> FormulaText {
        let parameters = self.0.relations.get(id.index()).map_or(&[][..], |relation| &relation.parameters);
        AtomText::over(id, self.relation(id), parameters).text_within(MOST_ARGUMENTS)
    }

    /// The same with all parameters, however many there are.
    pub fn whole_atom(&self, id: SystemRelationId) -> FormulaText {
        let parameters = self.0.relations.get(id.index()).map_or(&[][..], |relation| &relation.parameters);
        AtomText::over(id, self.relation(id), parameters).text()
    }

    /// The relation symbol that a clause derives; none if it is a query.
    pub fn head(&self, id: SystemClauseId) -> Option<&AtomText<SystemRelationId>> {
        self.0.clauses.get(id.index())?.head.as_ref()
    }
}

/// Values of variables: `M = 4, N = 6`, or with another piece between them.
pub fn values_text(values: &[(String, Value)], kind: PieceKind, between: &str) -> FormulaText {
    let value = |(name, value): &(String, Value)| {
        FormulaText::of(PieceKind::Variable, name).with(PieceKind::Sign, " = ").and(&value.text())
    };
    FormulaText::joined(&values.iter().map(value).collect::<Vec<_>>(), kind, between)
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
