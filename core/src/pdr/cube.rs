//! Cubes: conjunctions of literals over the parameters of a relation symbol, from a model.
//!
//! An implicant of the formulae is chosen in which Booleans that will be eliminated cost nothing, since they
//! vanish without a trace; the rest is projected in the model.

use rustc_hash::FxHashSet;

use super::shape::Shape;
use crate::budget::Budget;
use crate::elimination::project;
use crate::formula::{Arena, Formula, LinearTerm, Node, Sort, Substitution, Symbol, Valuation};
use crate::horn::{Atom, ClauseSystem};
use crate::solver::Unknown;

/// What there is to project.
#[derive(Debug)]
pub(super) struct Source<'a> {
    pub(super) constraint: &'a Shape,
    /// Other formulae that hold: literals and disjunctions of them.
    pub(super) others: Vec<Formula>,
}

/// A cube over the parameters of the atom's relation symbol that is true in the model and from all of whose
/// states the formulae can be satisfied.
pub(super) fn projected(
    arena: &mut Arena,
    system: &ClauseSystem,
    source: &Source,
    atom: &Atom,
    model: &Valuation,
    budget: &mut Budget,
) -> Result<Vec<Formula>, Unknown> {
    let kept: FxHashSet<Symbol> = atom.arguments.iter().copied().collect();
    let is_kept = |symbol: Symbol| kept.contains(&symbol);
    let cost = |node: &Node| price(node, &is_kept);
    let mut literals = source.constraint.implicant(arena, model, cost, budget)?.ok_or(Unknown::Unchecked)?;
    for other in &source.others {
        if arena.node(*other).is_literal() {
            literals.push(*other);
        } else {
            let implicant = Shape::of(arena, *other).implicant(arena, model, cost, budget)?;
            literals.extend(implicant.ok_or(Unknown::Unchecked)?);
        }
    }
    literals.retain(|literal| match arena.node(*literal) {
        Node::Bool(symbol) | Node::NotBool(symbol) => is_kept(*symbol),
        _ => true,
    });
    literals.sort_unstable();
    literals.dedup();
    let mut gone: Vec<Symbol> = Vec::new();
    for literal in &literals {
        let symbols = arena.node(*literal).term().into_iter().flat_map(LinearTerm::symbols);
        gone.extend(symbols.filter(|s| !is_kept(*s)));
    }
    gone.sort_unstable();
    gone.dedup();
    debug_assert!(gone.iter().all(|s| arena.sort(*s) == Sort::Int));
    let parts = project(arena, &literals, &gone, model, budget)?;
    let back = Substitution::renaming(arena, &atom.arguments, system[atom.relation].parameters());
    let mut cube = Vec::with_capacity(parts.len());
    for part in parts {
        let part = back.apply(arena, part);
        cube.extend(halves(arena, part));
    }
    cube.sort_unstable();
    cube.dedup();
    Ok(cube)
}

/// An equation as two inequalities, of which one may do.
pub(super) fn halves(arena: &mut Arena, literal: Formula) -> Vec<Formula> {
    match arena.node(literal) {
        Node::Eq(term) => {
            let term = term.clone();
            vec![arena.le(&term), arena.le(&-&term)]
        }
        _ => arena.conjuncts(literal),
    }
}

/// What a literal of an implicant costs: what is said about the states that are kept, and what makes the
/// projection hard.
fn price(node: &Node, is_kept: &impl Fn(Symbol) -> bool) -> u64 {
    match node {
        Node::True | Node::False | Node::And(_) | Node::Or(_) => 0,
        Node::Bool(symbol) | Node::NotBool(symbol) => u64::from(is_kept(*symbol)),
        Node::Eq(_) => 3,
        Node::Le(_) => 4,
        Node::Divides(..) => 5,
        Node::Ne(_) | Node::NotDivides(..) => 6,
    }
}
