//! The predicates of each relation symbol, with what is to be said about them.

use hornbook::engine::{Event, PredicateId};
use hornbook::formula::FormulaText;
use hornbook::horn::SystemRelationId;
use hornbook::order::sort_by_key;

use crate::run::Run;
use crate::run::selection::Selection;

/// A relation symbol with its predicates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub relation: SystemRelationId,
    pub rows: Vec<Row>,
}

/// A predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub id: PredicateId,
    pub text: FormulaText,
    /// The refinement that found it; none if it was given with the problem.
    pub since: Option<usize>,
    /// This step has added it.
    pub is_new: bool,
    /// The number of nodes of the graph that have it.
    pub nodes: usize,
    /// Whether the selected node has it; nothing if no node of its relation symbol is selected.
    pub at_selected: Option<bool>,
}

/// The predicates at the moment of a run, by relation symbol.
pub fn table(run: &Run, selection: Selection) -> Vec<Group> {
    let (before, after) = (&run.moment.before, &run.moment.after);
    let since = refinements(run);
    let selected = match selection {
        Selection::Node(id) => after.nodes.get(&id),
        _ => None,
    };
    let mut groups: Vec<Group> = Vec::new();
    for (index, predicate) in after.predicates.iter().enumerate() {
        let row = Row {
            id: predicate.id,
            text: predicate.text.clone(),
            since: since.get(index).copied().filter(|refinement| *refinement > 0),
            is_new: index >= before.predicates.len(),
            nodes: after.nodes.values().filter(|node| node.predicates.contains(&predicate.id)).count(),
            at_selected: selected
                .filter(|node| node.relation == predicate.relation)
                .map(|node| node.predicates.contains(&predicate.id)),
        };
        match groups.iter_mut().find(|group| group.relation == predicate.relation) {
            Some(group) => group.rows.push(row),
            None => groups.push(Group { relation: predicate.relation, rows: vec![row] }),
        }
    }
    sort_by_key(&mut groups, |group| group.relation);
    groups
}

/// The refinement of each predicate, in order; 0 if it was there from the start.
fn refinements(run: &Run) -> Vec<usize> {
    let (mut refinement, mut all) = (0, Vec::new());
    run.log.for_each(|event| match event {
        Event::Refuted => refinement += 1,
        Event::PredicatesAdded { predicates } => all.extend(predicates.iter().map(|_| refinement)),
        _ => {}
    });
    all
}
