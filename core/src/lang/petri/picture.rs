//! A net as a picture: places, actions, and arcs with their weights.
//!
//! The parts have the numbers of the places, then those of the actions, then those of the arcs.

use super::net::{Bounds, Net};
use super::{encode, print};
use crate::lang::ClauseId;
use crate::lang::model::{PartId, Picture, PictureEdge, PictureGroup, PictureNode, Shape};
use crate::num::Int;

pub(super) fn place_part(place: usize) -> PartId {
    PartId(place as u32)
}

pub(super) fn action_part(net: &Net, action: usize) -> PartId {
    PartId((net.places.len() + action) as u32)
}

/// The clause of an action.
pub(super) fn action_clause(action: usize) -> ClauseId {
    ClauseId(1 + action as u32)
}

pub(super) fn picture(net: &Net) -> Picture {
    let mut picture = Picture {
        title: "Petri net".to_owned(),
        groups: vec![PictureGroup { title: "net".to_owned() }],
        ..Picture::default()
    };
    for (i, place) in net.places.iter().enumerate() {
        let first = match &net.initial[i] {
            bounds if *bounds == Bounds::exactly(Int::ZERO) => Vec::new(),
            bounds => match (bounds.exact(), &bounds.high) {
                (Some(tokens), _) => vec![tokens.to_string()],
                (None, None) => vec![format!("≥ {}", bounds.low)],
                (None, Some(high)) => vec![format!("{} to {high}", bounds.low)],
            },
        };
        picture.nodes.push(PictureNode {
            part: place_part(i),
            shape: Shape::Place,
            label: place.name.clone(),
            lines: first,
            span: Some(place.span),
            relation: Some(encode::MARKING),
            column: Some(i),
            ..PictureNode::default()
        });
    }
    for (i, action) in net.actions.iter().enumerate() {
        picture.nodes.push(PictureNode {
            part: action_part(net, i),
            shape: Shape::Action,
            label: action.name.clone(),
            span: Some(action.span),
            ..PictureNode::default()
        });
    }
    for i in 0..net.actions.len() {
        arcs(net, i, &mut picture);
    }
    picture
}

/// The arcs of an action: what it takes, what it puts, what it asks for, and what it sets.
fn arcs(net: &Net, index: usize, picture: &mut Picture) {
    let action = &net.actions[index];
    let own = action_part(net, index);
    let mut add = |from: PartId, to: PartId, line: Option<String>| {
        let part = PartId((net.places.len() + net.actions.len() + picture.edges.len()) as u32);
        picture.edges.push(PictureEdge {
            part,
            from,
            to,
            lines: line.into_iter().collect(),
            span: Some(action.span),
            clauses: vec![action_clause(index)],
        });
    };
    let weight = |tokens: &Int| (!tokens.is_one()).then(|| tokens.to_string());
    for (place, bounds) in &action.guard {
        if bounds.low.is_positive() {
            add(place_part(*place), own, weight(&bounds.low));
        }
        if let Some(high) = &bounds.high {
            let line = if high.is_zero() { "= 0".to_owned() } else { format!("≤ {high}") };
            add(place_part(*place), own, Some(line));
        }
        // A test: the tokens are put back.
        if action.update(*place).is_none() && bounds.low.is_positive() {
            add(own, place_part(*place), weight(&bounds.low));
        }
    }
    for (place, sum) in &action.updates {
        if let Some(change) = sum.change_of(*place) {
            let taken = action.bounds(*place).map_or(Int::ZERO, |bounds| bounds.low.clone());
            let put = &taken + change;
            if put.is_positive() {
                add(own, place_part(*place), weight(&put));
            }
        } else {
            for (other, _) in sum.summands.iter().filter(|(other, _)| other != place) {
                add(place_part(*other), own, Some("all".to_owned()));
            }
            add(own, place_part(*place), Some(format!(":= {}", print::sum_text(net, sum))));
        }
    }
}
