//! A network to be drawn: one group for each automaton, invariants at the locations, labels at the edges.

use super::encode::Happening;
use super::model::Timed;
use super::network::{AutomatonId, Condition, LocationId, Network};
use crate::lang::ClauseId;
use crate::lang::model::{ClauseGroup, PartId, Picture, PictureEdge, PictureGroup, PictureNode, Shape};

/// The ids of locations and edges: those of one automaton follow those of the one before.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    /// For each automaton the id of its first location and of its first edge.
    first: Vec<(u32, u32)>,
}

impl Parts {
    pub(super) fn of(network: &Network) -> Parts {
        let mut next = 0;
        let mut first = Vec::new();
        for automaton in &network.automata {
            let edges = next + automaton.locations.len() as u32;
            first.push((next, edges));
            next = edges + automaton.edges.iter().map(|edge| edge.written as u32 + 1).max().unwrap_or(0);
        }
        Parts { first }
    }

    pub(super) fn location(&self, automaton: AutomatonId, location: LocationId) -> PartId {
        PartId(self.first.get(automaton).map_or(0, |first| first.0) + location as u32)
    }

    /// An edge of the text, whatever its selections stand for.
    pub(super) fn edge(&self, automaton: AutomatonId, written: usize) -> PartId {
        PartId(self.first.get(automaton).map_or(0, |first| first.1) + written as u32)
    }
}

/// What there is to draw.
pub(super) fn picture(model: &Timed) -> Picture {
    let network = model.encoded_network();
    let parts = Parts::of(network);
    let mut picture = Picture { title: "network of timed automata".to_owned(), ..Picture::default() };
    for (id, automaton) in network.automata.iter().enumerate() {
        picture.groups.push(PictureGroup { title: automaton.name.clone() });
        let relation = model.encoded.as_ref().and_then(|encoded| encoded.relations.get(id).copied());
        for (position, location) in automaton.locations.iter().enumerate() {
            let shape = if is_error(model, id, position) {
                Shape::Error
            } else if position == automaton.initial {
                Shape::Initial
            } else {
                Shape::Location
            };
            let mut lines = Vec::new();
            if location.is_committed {
                lines.push("committed".to_owned());
            } else if location.is_urgent {
                lines.push("urgent".to_owned());
            }
            if !location.text.is_empty() {
                lines.push(location.text.clone());
            }
            picture.nodes.push(PictureNode {
                part: parts.location(id, position),
                group: id,
                shape,
                label: location.name.clone(),
                lines,
                span: Some(location.span),
                relation,
                column: None,
            });
        }
        let mut drawn: Option<usize> = None;
        for edge in &automaton.edges {
            // Selections are drawn once.
            if drawn == Some(edge.written) {
                continue;
            }
            drawn = Some(edge.written);
            let part = parts.edge(id, edge.written);
            picture.edges.push(PictureEdge {
                part,
                from: parts.location(id, edge.from),
                to: parts.location(id, edge.to),
                lines: edge.lines.clone(),
                span: Some(edge.span),
                clauses: clauses(model, id, edge.written),
            });
        }
    }
    for (clause, origin) in model.encoded.iter().flat_map(|encoded| encoded.origins.iter().enumerate()) {
        let clause = ClauseId(clause as u32);
        let title = origin.group.title();
        // The clauses of a group stand together.
        match picture.clause_groups.last_mut() {
            Some(group) if group.title == title => group.clauses.push(clause),
            _ => {
                picture.clause_groups.push(ClauseGroup { title: title.to_owned(), clauses: vec![clause] });
            }
        }
    }
    picture
}

/// Is a location alone enough for the question to be answered?
fn is_error(model: &Timed, id: AutomatonId, location: LocationId) -> bool {
    let at = |condition: &Condition| matches!(condition, Condition::At(automaton, place) if model.group_of(*automaton) == id && *place == location);
    let Some(question) = &model.question else { return false };
    match &question.target {
        Condition::Or(parts) => parts.iter().any(at),
        other => at(other),
    }
}

/// The clauses that an edge of the text takes part in.
fn clauses(model: &Timed, id: AutomatonId, written: usize) -> Vec<ClauseId> {
    let Some(encoded) = &model.encoded else { return Vec::new() };
    let network = model.encoded_network();
    let is_it = |(automaton, edge): (AutomatonId, usize)| {
        automaton == id && network.automata[automaton].edges[edge].written == written
    };
    let clauses = encoded.origins.iter().enumerate().filter(|(_, origin)| match origin.happening {
        Happening::Edge(automaton, edge) => is_it((automaton, edge)),
        Happening::Together(pair) => is_it(pair.sender) || is_it(pair.receiver),
        Happening::Start | Happening::Time | Happening::Environment | Happening::Question => false,
    });
    clauses.map(|(clause, _)| ClauseId(clause as u32)).collect()
}
