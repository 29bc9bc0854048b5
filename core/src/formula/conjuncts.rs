//! Formulae taken apart into what they are conjunctions of.

use rustc_hash::FxHashSet;

use super::{Arena, Formula, Node};

impl Arena {
    /// The parts of a conjunction; none of `true`, and the formula itself if it is no conjunction.
    pub fn conjuncts(&self, formula: Formula) -> Vec<Formula> {
        match self.node(formula) {
            Node::True => Vec::new(),
            Node::And(parts) => parts.to_vec(),
            _ => vec![formula],
        }
    }

    /// The parts of several conjunctions, each once.
    pub fn conjuncts_of_all(&self, formulae: &[Formula]) -> Vec<Formula> {
        let mut seen = FxHashSet::default();
        let parts = formulae.iter().flat_map(|formula| self.conjuncts(*formula));
        parts.filter(|part| seen.insert(*part)).collect()
    }

    /// The parts of a conjunction that are no conjunctions themselves, however deep they are.
    pub fn nested_conjuncts(&self, formula: Formula) -> Vec<Formula> {
        let mut found = Vec::new();
        let mut open = vec![formula];
        while let Some(part) = open.pop() {
            match self.node(part) {
                Node::True => {}
                Node::And(parts) => open.extend(parts.iter().rev()),
                _ => found.push(part),
            }
        }
        found
    }
}
