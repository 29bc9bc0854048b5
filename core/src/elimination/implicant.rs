//! Implicants: few literals that are true in a model and together imply a formula.
//!
//! In the model `x = 1, y = 5`, an implicant of `x ≤ y ∧ (x ≥ 3 ∨ y ≥ 2 ∨ x = 1)` is `x ≤ y ∧ y ≥ 2`. For the
//! elimination of `x` it is better than `x ≤ y ∧ x = 1`, since it speaks less about `x`. Parts that do not
//! mention the symbols to eliminate are left whole, however complex: elimination leaves them alone, and the
//! less they say the more models the projection covers.

use rustc_hash::{FxHashMap, FxHashSet};

use super::literals::mentions;
use crate::formula::{Arena, Formula, Node, Symbol, Valuation};
use crate::solver::{Budget, Unknown};

/// The parts of an implicant: literals, and formulae that do not mention the symbols. Empty when the formula
/// is false in the model.
pub(super) fn implicant(
    arena: &Arena,
    formula: Formula,
    symbols: &[Symbol],
    model: &Valuation,
    budget: &mut Budget,
) -> Result<Vec<Formula>, Unknown> {
    let order = arena.reachable([formula]);
    budget.take(order.len() as u64)?;
    let symbols: FxHashSet<Symbol> = symbols.iter().copied().collect();
    let survey = Survey::of(arena, &order, &symbols, model);
    let mut chosen = survey.choose(arena, formula);
    // Choices made apart may overlap: leave out what the others make unnecessary.
    let mut i = 0;
    while i < chosen.len() && chosen.len() * order.len() <= MINIMISATION_LIMIT {
        let candidate = chosen.remove(i);
        budget.take(order.len() as u64)?;
        if survey.free.contains(&candidate) || !is_implicant(arena, &order, &survey.free, &chosen) {
            chosen.insert(i, candidate);
            i += 1;
        }
    }
    Ok(chosen)
}

/// Beyond this product of sizes the implicant is taken as it was chosen.
const MINIMISATION_LIMIT: usize = 1 << 16;

/// What is known about the parts of the formula, in order of handles.
struct Survey {
    values: FxHashMap<Formula, bool>,
    /// The parts that mention none of the symbols.
    free: FxHashSet<Formula>,
    /// How much an implicant of a true part would say about the symbols.
    costs: FxHashMap<Formula, u64>,
}

impl Survey {
    fn of(arena: &Arena, order: &[Formula], symbols: &FxHashSet<Symbol>, model: &Valuation) -> Survey {
        let mut survey =
            Survey { values: FxHashMap::default(), free: FxHashSet::default(), costs: FxHashMap::default() };
        for part in order {
            let node = arena.node(*part);
            let children = node.children();
            let free = if node.is_literal() {
                !mentions(node, |s| symbols.contains(&s))
            } else {
                children.iter().all(|c| survey.free.contains(c))
            };
            let value = match node {
                Node::And(_) => children.iter().all(|c| survey.values[c]),
                Node::Or(_) => children.iter().any(|c| survey.values[c]),
                _ => arena.evaluate(*part, model),
            };
            let cost = match node {
                _ if free => 0,
                Node::And(_) => children.iter().fold(0, |sum: u64, c| sum.saturating_add(survey.costs[c])),
                Node::Or(_) => {
                    let of_true = children.iter().filter(|c| survey.values[*c]).map(|c| survey.costs[c]);
                    of_true.min().unwrap_or(u64::MAX)
                }
                literal => literal_cost(literal),
            };
            if free {
                survey.free.insert(*part);
            }
            survey.values.insert(*part, value);
            survey.costs.insert(*part, cost);
        }
        survey
    }

    /// Takes all parts of conjunctions and the cheapest true part of disjunctions.
    fn choose(&self, arena: &Arena, formula: Formula) -> Vec<Formula> {
        if !self.values[&formula] {
            return Vec::new();
        }
        let mut chosen = Vec::new();
        let mut seen: FxHashSet<Formula> = FxHashSet::default();
        let mut open = vec![formula];
        while let Some(part) = open.pop() {
            if !seen.insert(part) {
                continue;
            }
            match arena.node(part) {
                _ if self.free.contains(&part) => chosen.push(part),
                Node::And(children) => open.extend_from_slice(children),
                Node::Or(children) => {
                    let of_true = children.iter().filter(|c| self.values[*c]);
                    open.extend(of_true.min_by_key(|c| self.costs[*c]));
                }
                _ => chosen.push(part),
            }
        }
        chosen.sort_unstable();
        chosen
    }
}

/// Equations are welcome, since they eliminate a symbol at once; disequalities and indivisibilities are not,
/// since they split into cases.
fn literal_cost(literal: &Node) -> u64 {
    match literal {
        Node::Bool(_) | Node::NotBool(_) => 1,
        Node::Eq(_) => 3,
        Node::Le(_) => 4,
        Node::Divides(..) => 5,
        _ => 6,
    }
}

/// Does the formula, last in the order, follow from the chosen parts by evaluation alone?
fn is_implicant(arena: &Arena, order: &[Formula], free: &FxHashSet<Formula>, chosen: &[Formula]) -> bool {
    let mut holds: FxHashSet<Formula> = chosen.iter().copied().collect();
    for part in order {
        let node = arena.node(*part);
        let value = match node {
            _ if free.contains(part) => continue,
            Node::And(children) => children.iter().all(|c| holds.contains(c)),
            Node::Or(children) => children.iter().any(|c| holds.contains(c)),
            _ => continue,
        };
        if value {
            holds.insert(*part);
        }
    }
    order.last().is_some_and(|formula| holds.contains(formula))
}
