//! A formula laid out for being evaluated often: its parts in order, with children by position.

use crate::budget::Budget;
use crate::formula::{Arena, Formula, Node, Valuation};
use crate::solver::Unknown;

/// The parts of a formula, children before parents; the last one is the formula.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    parts: Vec<Part>,
    /// The children of all parts, by position.
    children: Vec<u32>,
}

#[derive(Clone, Debug)]
struct Part {
    formula: Formula,
    kind: Kind,
    /// Where its children end; they begin where those of the part before end.
    end: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Literal,
    And,
    Or,
}

/// This many parts are evaluated in a step.
const PARTS_IN_A_STEP: u64 = 16;

impl Shape {
    pub(super) fn of(arena: &Arena, formula: Formula) -> Shape {
        let order = arena.reachable([formula]);
        let mut shape = Shape { parts: Vec::with_capacity(order.len()), children: Vec::new() };
        for part in &order {
            let node = arena.node(*part);
            let places = node.children().iter().filter_map(|c| order.binary_search(c).ok());
            shape.children.extend(places.map(|place| place as u32));
            let kind = match node {
                Node::And(_) => Kind::And,
                Node::Or(_) => Kind::Or,
                _ => Kind::Literal,
            };
            shape.parts.push(Part { formula: *part, kind, end: shape.children.len() as u32 });
        }
        shape
    }

    /// Literals that are true in the model and imply the formula, of disjuncts those that cost least. Nothing
    /// if the formula is false in the model.
    pub(super) fn implicant(
        &self,
        arena: &Arena,
        model: &Valuation,
        cost: impl Fn(&Node) -> u64,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Formula>>, Unknown> {
        budget.take(1 + self.parts.len() as u64 / PARTS_IN_A_STEP)?;
        // By position: the price of a true part, and none for a false one.
        let mut prices: Vec<Option<u64>> = Vec::with_capacity(self.parts.len());
        let mut start = 0;
        for part in &self.parts {
            let children = &self.children[start..part.end as usize];
            start = part.end as usize;
            let mut of_children = children.iter().map(|c| prices[*c as usize]);
            let price = match part.kind {
                Kind::Literal => arena.evaluate(part.formula, model).then(|| cost(arena.node(part.formula))),
                Kind::And => of_children.try_fold(0, |sum: u64, price| Some(sum.saturating_add(price?))),
                Kind::Or => of_children.flatten().min(),
            };
            prices.push(price);
        }
        if prices.last().is_none_or(Option::is_none) {
            return Ok(None);
        }
        let mut wanted = vec![false; self.parts.len()];
        if let Some(last) = wanted.last_mut() {
            *last = true;
        }
        let mut chosen = Vec::new();
        for (position, part) in self.parts.iter().enumerate().rev() {
            if !wanted[position] {
                continue;
            }
            let start = if position == 0 { 0 } else { self.parts[position - 1].end as usize };
            let children = &self.children[start..part.end as usize];
            match part.kind {
                Kind::Literal => chosen.push(part.formula),
                Kind::And => children.iter().for_each(|c| wanted[*c as usize] = true),
                Kind::Or => {
                    let price = |c: &&u32| prices[**c as usize].unwrap_or(u64::MAX);
                    // What is wanted anyway costs nothing more.
                    let is_done =
                        children.iter().any(|c| wanted[*c as usize] && prices[*c as usize].is_some());
                    if !is_done && let Some(best) = children.iter().min_by_key(price) {
                        wanted[*best as usize] = true;
                    }
                }
            }
        }
        chosen.reverse();
        Ok(Some(chosen))
    }
}
