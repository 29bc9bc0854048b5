//! Models: every input must evaluate to true.

use std::fmt;

use super::Checked;
use crate::formula::{Arena, Formula, Node, Valuation};

/// A valuation that satisfies the formulae it was checked against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    valuation: Valuation,
}

impl Model {
    pub fn valuation(&self) -> &Valuation {
        &self.valuation
    }
}

/// The position of the first input that the valuation does not satisfy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelError {
    pub input: usize,
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the valuation does not satisfy formula {}", self.input)
    }
}

impl std::error::Error for ModelError {}

/// Accepts a valuation that makes all the inputs true. Symbols it does not mention are 0 or false.
pub fn model(arena: &Arena, inputs: &[Formula], valuation: &Valuation) -> Result<Checked<Model>, ModelError> {
    if let Some(input) = inputs.iter().position(|f| f.index() >= arena.formula_count()) {
        return Err(ModelError { input });
    }
    // All inputs in one pass, children first, so that what they share is evaluated once.
    let parts = arena.reachable(inputs.iter().copied());
    let mut values = vec![false; parts.last().map_or(0, |f| f.index() + 1)];
    for part in parts {
        values[part.index()] = match arena.node(part) {
            Node::And(children) => children.iter().all(|c| values[c.index()]),
            Node::Or(children) => children.iter().any(|c| values[c.index()]),
            _ => arena.evaluate(part, valuation),
        };
    }
    match inputs.iter().position(|f| !values[f.index()]) {
        Some(input) => Err(ModelError { input }),
        None => Ok(Checked(Model { valuation: valuation.clone() })),
    }
}
