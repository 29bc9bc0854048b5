//! Implicants: few literals that are true in a model and together imply a formula.
//!
//! In the model `x = 1, y = 5`, an implicant of `x ≤ y ∧ (x ≥ 3 ∨ y ≥ 2 ∨ x = 1)` is `x ≤ y ∧ y ≥ 2`. For the
//! elimination of `x` it is better than `x ≤ y ∧ x = 1`, since it speaks less about `x`. Parts that do not
//! mention the symbols to eliminate are left whole, however complex: elimination leaves them alone, and the
//! less they say the more models the projection covers.

use rustc_hash::FxHashSet;

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
    let mut chosen = survey.choose();
    // Choices made apart may overlap: leave out what the others make unnecessary.
    let mut i = 0;
    let mut holds = Vec::with_capacity(order.len());
    while i < chosen.len() && chosen.len() * order.len() <= MINIMISATION_LIMIT {
        let candidate = chosen.remove(i);
        budget.take(order.len() as u64)?;
        if survey.parts[candidate].is_free || !survey.is_implicant(&chosen, &mut holds) {
            chosen.insert(i, candidate);
            i += 1;
        }
    }
    Ok(chosen.into_iter().map(|place| order[place]).collect())
}

/// Beyond this product of sizes the implicant is taken as it was chosen.
const MINIMISATION_LIMIT: usize = 1 << 16;

/// What is known about the parts of the formula, in order of handles: children come before parents, and the
/// last one is the formula. Elsewhere a part is called by its place here.
struct Survey {
    parts: Vec<Part>,
    /// The places of the children of all parts.
    children: Vec<u32>,
}

struct Part {
    kind: Kind,
    /// Where its children end; they begin where those of the part before end.
    end: u32,
    value: bool,
    /// Does it mention none of the symbols?
    is_free: bool,
    /// How much an implicant of it would say about the symbols, if it is true.
    cost: u64,
}

#[derive(Clone, Copy)]
enum Kind {
    Literal,
    And,
    Or,
}

impl Survey {
    fn of(arena: &Arena, order: &[Formula], symbols: &FxHashSet<Symbol>, model: &Valuation) -> Survey {
        let mut survey = Survey { parts: Vec::with_capacity(order.len()), children: Vec::new() };
        for formula in order {
            let node = arena.node(*formula);
            let start = survey.children.len();
            let places = node.children().iter().filter_map(|child| order.binary_search(child).ok());
            survey.children.extend(places.map(|place| place as u32));
            let Survey { parts, children } = &mut survey;
            let of_children = children[start..].iter().map(|place| &parts[*place as usize]);
            let part = match node {
                Node::And(_) => Part {
                    kind: Kind::And,
                    value: of_children.clone().all(|child| child.value),
                    is_free: of_children.clone().all(|child| child.is_free),
                    cost: of_children.fold(0, |sum: u64, child| sum.saturating_add(child.cost)),
                    end: 0,
                },
                Node::Or(_) => Part {
                    kind: Kind::Or,
                    value: of_children.clone().any(|child| child.value),
                    is_free: of_children.clone().all(|child| child.is_free),
                    cost: of_children
                        .filter(|child| child.value)
                        .map(|child| child.cost)
                        .min()
                        .unwrap_or(u64::MAX),
                    end: 0,
                },
                literal => Part {
                    kind: Kind::Literal,
                    value: arena.evaluate(*formula, model),
                    is_free: !mentions(literal, |s| symbols.contains(&s)),
                    cost: literal_cost(literal),
                    end: 0,
                },
            };
            let cost = if part.is_free { 0 } else { part.cost };
            parts.push(Part { cost, end: children.len() as u32, ..part });
        }
        survey
    }

    fn children(&self, place: usize) -> &[u32] {
        let start = place.checked_sub(1).map_or(0, |before| self.parts[before].end);
        &self.children[start as usize..self.parts[place].end as usize]
    }

    /// Takes all parts of conjunctions and the cheapest true part of disjunctions.
    fn choose(&self) -> Vec<usize> {
        let Some(formula) = self.parts.len().checked_sub(1).filter(|last| self.parts[*last].value) else {
            return Vec::new();
        };
        let mut wanted = vec![false; self.parts.len()];
        wanted[formula] = true;
        let mut chosen = Vec::new();
        for (place, part) in self.parts.iter().enumerate().rev() {
            match part.kind {
                _ if !wanted[place] => {}
                Kind::And if !part.is_free => {
                    self.children(place).iter().for_each(|child| wanted[*child as usize] = true);
                }
                Kind::Or if !part.is_free => {
                    let of_true = self.children(place).iter().filter(|c| self.parts[**c as usize].value);
                    let cheapest = of_true.min_by_key(|child| self.parts[**child as usize].cost);
                    if let Some(child) = cheapest {
                        wanted[*child as usize] = true;
                    }
                }
                _ => chosen.push(place),
            }
        }
        chosen.reverse();
        chosen
    }

    /// Does the formula follow from the chosen parts by evaluation alone? `holds` is scratch space.
    fn is_implicant(&self, chosen: &[usize], holds: &mut Vec<bool>) -> bool {
        holds.clear();
        holds.resize(self.parts.len(), false);
        for place in chosen {
            holds[*place] = true;
        }
        for (place, part) in self.parts.iter().enumerate().filter(|(_, part)| !part.is_free) {
            let mut of_children = self.children(place).iter().map(|child| holds[*child as usize]);
            match part.kind {
                Kind::Literal => {}
                Kind::And => holds[place] |= of_children.all(|value| value),
                Kind::Or => holds[place] |= of_children.any(|value| value),
            }
        }
        holds.last().is_some_and(|formula| *formula)
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
