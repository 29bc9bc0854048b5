//! What is selected, in all views at once.

use std::fmt;
use std::str::FromStr;

use hornbook::engine::{EdgeId, NodeId, PositionId, PredicateId};
use hornbook::horn::{SystemClauseId, SystemRelationId};
use hornbook::lang::model::PartId;

/// A thing of a run that every view which shows it marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Selection {
    #[default]
    Nothing,
    Relation(SystemRelationId),
    Clause(SystemClauseId),
    Node(NodeId),
    Edge(EdgeId),
    Predicate(PredicateId),
    /// A position of the counterexample at hand.
    Position(PositionId),
    /// A part of the model that no relation symbol and no clause stands for alone.
    Part(PartId),
    /// A row of the run of the model.
    Row(usize),
}

impl Selection {
    /// What is selected after a click on something: that, or nothing if it was selected before.
    pub fn clicked(self, on: Selection) -> Selection {
        if self == on { Selection::Nothing } else { on }
    }
}

/// As in share links: `node 3`.
impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Selection::Nothing => Ok(()),
            Selection::Relation(id) => write!(f, "relation {}", id.0),
            Selection::Clause(id) => write!(f, "clause {}", id.0),
            Selection::Node(id) => write!(f, "node {}", id.0),
            Selection::Edge(id) => write!(f, "edge {}", id.0),
            Selection::Predicate(id) => write!(f, "predicate {}", id.0),
            Selection::Position(id) => write!(f, "position {}", id.0),
            Selection::Part(id) => write!(f, "part {}", id.0),
            Selection::Row(index) => write!(f, "row {index}"),
        }
    }
}

impl FromStr for Selection {
    type Err = ();

    fn from_str(text: &str) -> Result<Selection, ()> {
        let (kind, number) = text.split_once(' ').ok_or(())?;
        let number: u32 = number.parse().map_err(|_| ())?;
        Ok(match kind {
            "relation" => Selection::Relation(SystemRelationId(number)),
            "clause" => Selection::Clause(SystemClauseId(number)),
            "node" => Selection::Node(NodeId(number)),
            "edge" => Selection::Edge(EdgeId(number)),
            "predicate" => Selection::Predicate(PredicateId(number)),
            "position" => Selection::Position(PositionId(number)),
            "part" => Selection::Part(PartId(number)),
            "row" => Selection::Row(number as usize),
            _ => return Err(()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selections_are_read_as_they_are_written() {
        for selection in [
            Selection::Clause(SystemClauseId(3)),
            Selection::Node(NodeId(0)),
            Selection::Position(PositionId(12)),
            Selection::Part(PartId(5)),
            Selection::Row(7),
        ] {
            assert_eq!(selection.to_string().parse(), Ok(selection));
        }
        assert_eq!("node".parse::<Selection>(), Err(()));
        assert_eq!("node x".parse::<Selection>(), Err(()));
    }
}
