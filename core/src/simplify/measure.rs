//! How long a formula is to read.
//!
//! `X = 1 ∧ 2Y ≤ X` has two literals of sizes 2 and 3. The simplifier never returns a formula with a larger
//! measure than it was given: fewer literals first, then smaller coefficients.

use rustc_hash::FxHashMap;

use crate::formula::{Arena, Formula, Node};

/// Ordered by literals, then by size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Measure {
    /// The literals on paper: a shared part counts as often as it would be written.
    pub literals: u64,
    /// The bits of all coefficients, constants and divisors on paper.
    pub size: u64,
}

impl Measure {
    pub fn of(arena: &Arena, formula: Formula) -> Measure {
        let mut measures: FxHashMap<Formula, Measure> = FxHashMap::default();
        for part in arena.reachable([formula]) {
            let measure = match arena.node(part) {
                Node::And(children) | Node::Or(children) => {
                    children.iter().map(|c| measures[c]).fold(Measure::default(), Measure::plus)
                }
                literal => Measure::of_literal(literal),
            };
            measures.insert(part, measure);
        }
        measures[&formula]
    }

    pub(crate) fn of_literal(literal: &Node) -> Measure {
        let size = match literal {
            Node::True | Node::False | Node::And(_) | Node::Or(_) => return Measure::default(),
            Node::Bool(_) | Node::NotBool(_) => 1,
            Node::Le(t) | Node::Eq(t) | Node::Ne(t) => term_size(t),
            Node::Divides(k, t) | Node::NotDivides(k, t) => k.bits() + term_size(t),
        };
        Measure { literals: 1, size }
    }

    /// Saturates, since a formula with much sharing is exponentially long on paper.
    fn plus(self, other: Measure) -> Measure {
        Measure {
            literals: self.literals.saturating_add(other.literals),
            size: self.size.saturating_add(other.size),
        }
    }
}

fn term_size(term: &crate::formula::LinearTerm) -> u64 {
    term.summands().iter().map(|(_, a)| a.bits()).sum::<u64>() + term.constant_part().bits()
}
