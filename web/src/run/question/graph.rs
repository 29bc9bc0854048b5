//! Questions about the graph: which clause is next, and what becomes of what it computes.

use hornbook::engine::{Event, NodeId, PredicateId};
use hornbook::horn::{SystemClauseId, SystemRelationId};
use hornbook::trace;

use super::{Asked, Choice, Made, math, told_at, words};
use crate::run::narrate::{Part, relation_name};

/// At most this many wrong answers.
const WRONG: usize = 3;

/// The clause that is applied after a step, to which nodes, and the step that tells so. A node that it adds
/// comes first.
fn applied(events: &[Event], at: usize) -> Option<(SystemClauseId, &[NodeId], usize)> {
    let step = match events.get(at)? {
        Event::NodeAdded { .. } => at + 2,
        _ => at + 1,
    };
    match events.get(step - 1)? {
        Event::EdgeAdded { clause, body, .. }
        | Event::Subsumed { clause, body, .. }
        | Event::Contradictory { clause, body } => Some((*clause, body, step)),
        _ => None,
    }
}

/// Whether a step is amid the application of a clause: its node is there, its edge not yet.
fn is_amid(events: &[Event], at: usize) -> bool {
    at.checked_sub(1).is_some_and(|index| matches!(events[index], Event::NodeAdded { .. }))
}

/// Which clause is applied next? Wrong answers are clauses that can't be, for a reason that is seen in the
/// graph.
pub(super) fn clause(run: Asked<'_>, at: usize, state: &trace::State) -> Option<Made> {
    if is_amid(run.events, at) {
        return None;
    }
    let (right, _, reveals) = applied(run.events, at)?;
    let text = |clause: SystemClauseId| {
        let number = Part::Text(format!("Clause {}: ", clause.number()));
        Some(vec![number, math(&run.header.clauses.get(clause.index())?.text())])
    };
    let wrong = (0..run.header.clauses.len()).map(SystemClauseId::at).filter(|clause| *clause != right);
    let wrong = wrong.filter_map(|clause| {
        let why = obstacle(run, clause, state)?;
        Some(Choice { text: text(clause)?, is_right: false, why })
    });
    let right = Choice { text: text(right)?, is_right: true, why: told_at(run, at, state, reveals) };
    let choices: Vec<Choice> = std::iter::once(right).chain(wrong.take(WRONG)).collect();
    Some((reveals, words("Which of these clauses is applied next?"), choices))
}

/// Why a clause can't be applied, if that is seen in the graph: there is no node for its body, or it has been
/// applied to the only nodes that there are.
fn obstacle(run: Asked<'_>, clause: SystemClauseId, state: &trace::State) -> Option<Vec<Part>> {
    let text = run.header.clauses.get(clause.index())?;
    let nodes =
        |relation: SystemRelationId| state.nodes.iter().filter(move |(_, node)| node.relation == relation);
    let number = clause.number();
    if let Some(missing) = text.body.iter().find(|atom| nodes(atom.relation).next().is_none()) {
        let name = relation_name(run.header, missing.relation);
        return Some(words(format!("Clause {number} needs a node for {name}, and there is none yet.")));
    }
    let is_used = state.edges.values().any(|edge| edge.clause == clause);
    let is_only = text.body.iter().all(|atom| nodes(atom.relation).count() == 1);
    (is_used && is_only).then(|| {
        words(if text.body.is_empty() {
            format!("Clause {number} has been applied already, and what it derives is there.")
        } else {
            format!("Clause {number} has been applied already to the only nodes that there are for its body.")
        })
    })
}

/// What becomes of what a clause computes: a new node, or nothing since a node allows it?
pub(super) fn cover(run: Asked<'_>, at: usize, state: &trace::State) -> Option<Made> {
    if is_amid(run.events, at) {
        return None;
    }
    let (clause, body, reveals) = applied(run.events, at)?;
    let (relation, computed, by): (SystemRelationId, &[PredicateId], Option<NodeId>) = match &run.events[at] {
        Event::NodeAdded { relation, predicates, .. } => (*relation, predicates, None),
        Event::Subsumed { computed, by, .. } => (state.nodes.get(by)?.relation, computed, Some(*by)),
        _ => return None,
    };
    let name = relation_name(run.header, relation);
    let mut prompt = words(format!("Clause {}", clause.number()));
    if !body.is_empty() {
        prompt.extend(words(format!(", applied to {},", node_names(body))));
    }
    prompt.extend(words(format!(" computes for {name}: ")));
    prompt.extend(conjunction(computed, state));
    prompt.extend(words(". What becomes of it?"));
    let told = told_at(run, at, state, at + 1);
    let is_new = by.is_none();
    let mut choices = vec![Choice { text: words("A new node."), is_right: is_new, why: told.clone() }];
    choices.extend(by.map(|by| Choice { text: subsumed(by), is_right: true, why: told }));
    // Those that ask for something which was not computed.
    let others = state.nodes.iter().filter(|(_, node)| node.relation == relation).filter_map(|(id, node)| {
        let missing = node.predicates.iter().find(|predicate| !computed.contains(predicate))?;
        let mut why = words(format!("n{} allows only arguments for which ", id.0));
        why.extend(conjunction(&[*missing], state));
        why.extend(words(" holds, and that was not computed."));
        Some(Choice { text: subsumed(*id), is_right: false, why })
    });
    choices.extend(others.take(WRONG));
    Some((reveals, prompt, choices))
}

fn subsumed(by: NodeId) -> Vec<Part> {
    words(format!("Nothing new: n{} allows all of it.", by.0))
}

fn node_names(nodes: &[NodeId]) -> String {
    let names: Vec<String> = nodes.iter().map(|node| format!("n{}", node.0)).collect();
    names.join(" and ")
}

/// Predicates that hold together; nothing is known if there are none.
fn conjunction(predicates: &[PredicateId], state: &trace::State) -> Vec<Part> {
    if predicates.is_empty() {
        return words("nothing");
    }
    let mut parts = Vec::new();
    for (index, id) in predicates.iter().enumerate() {
        if index > 0 {
            parts.extend(words(" and "));
        }
        match state.predicates.iter().find(|known| known.id == *id) {
            Some(known) => parts.push(math(&known.text)),
            None => parts.extend(words(format!("predicate {}", id.0))),
        }
    }
    parts
}
