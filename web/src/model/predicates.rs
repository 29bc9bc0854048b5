//! The predicates of each relation symbol, with what is to be said about them.

use std::ops::Range;

use hornbook::engine::{Event, PredicateId};
use hornbook::formula::FormulaText;
use hornbook::horn::SystemRelationId;
use hornbook::order::{Map, sort_by_key};

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
    let mut nodes: Map<PredicateId, usize> = Map::new();
    for predicate in after.nodes.values().flat_map(|node| &node.predicates) {
        *nodes.get_or_default(*predicate) += 1;
    }
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
            nodes: nodes.get(&predicate.id).copied().unwrap_or_default(),
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

/// The row of the whole table that matters at the moment: the selected one, or the first of its relation
/// symbol, or the first new one.
pub fn row_that_matters(groups: &[Group], selection: Selection) -> Option<usize> {
    let rows = || groups.iter().flat_map(|group| group.rows.iter().map(|row| (group.relation, row)));
    let chosen = rows().position(|(relation, row)| match selection {
        Selection::Predicate(id) => row.id == id,
        Selection::Relation(id) => relation == id,
        _ => false,
    });
    chosen.or_else(|| rows().position(|(_, row)| row.is_new))
}

/// The same table with the rows of a range only, counted through all groups.
pub fn part(groups: &[Group], range: &Range<usize>) -> Vec<Group> {
    let mut first = 0;
    let mut parts = Vec::new();
    for group in groups {
        let from = range.start.saturating_sub(first).min(group.rows.len());
        let to = range.end.saturating_sub(first).min(group.rows.len());
        first += group.rows.len();
        if from < to {
            parts.push(Group { relation: group.relation, rows: group.rows[from..to].to_vec() });
        }
    }
    parts
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

#[cfg(test)]
mod tests {
    use super::*;

    fn group(relation: u32, ids: Range<u32>) -> Group {
        let row = |id| Row {
            id: PredicateId(id),
            text: FormulaText::constant(true),
            since: None,
            is_new: id == 7,
            nodes: 0,
            at_selected: None,
        };
        Group { relation: SystemRelationId(relation), rows: ids.map(row).collect() }
    }

    #[test]
    fn a_part_of_the_table_has_the_rows_of_its_range() {
        let groups = [group(0, 0..4), group(1, 4..9), group(2, 9..12)];
        let ids = |range: Range<usize>| -> Vec<u32> {
            part(&groups, &range).iter().flat_map(|group| group.rows.iter().map(|row| row.id.0)).collect()
        };
        for from in 0..12 {
            for to in from..=12 {
                assert_eq!(ids(from..to), (from as u32..to as u32).collect::<Vec<_>>());
            }
        }
        assert_eq!(part(&groups, &(4..9)), [group(1, 4..9)], "no empty groups");
    }

    #[test]
    fn what_is_selected_matters_more_than_what_is_new() {
        let groups = [group(0, 0..4), group(1, 4..9)];
        assert_eq!(row_that_matters(&groups, Selection::Nothing), Some(7));
        assert_eq!(row_that_matters(&groups, Selection::Relation(SystemRelationId(1))), Some(4));
        assert_eq!(row_that_matters(&groups, Selection::Predicate(PredicateId(2))), Some(2));
    }
}
