//! Disjunctive interpolants: abstractions of marked sub-formulae of a contradiction (CAV'13, Def. 2; thesis,
//! Def. 5.4.1).
//!
//! In `(a ∧ b)ₚ ∨ cᵩ` with `d`, the interpolants for `p` and `q` may each be as weak as its own branch
//! allows. With a Boolean indicator per position the problem is a tree of conjunctions (Theorem 1): position
//! `p` is labelled `¬iₚ ∨ φₚ`, where the positions directly below stand as their indicators; the interpolant
//! is then equivalent to `¬iₚ ∨ Iₚ`.

use super::explanation::Explanation;
use super::mentions::Mentions;
use super::sides::Side;
use super::tree::{FRESH_LIMIT, Tree, TreeNode, entail, interpolants};
use super::{Outcome, Policy};
use crate::check::{Checked, Entailment};
use crate::formula::{Arena, Formula, Substitution, Symbol, Valuation};
use crate::simplify::tidy;
use crate::solver::{Budget, Unknown};

/// A marked sub-formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedPosition {
    /// The Boolean symbol that stands for the sub-formula in the one around it. The root has none.
    pub indicator: Option<Symbol>,
    /// The sub-formula, with the indicators of the marked positions directly below in their places: under
    /// conjunctions and disjunctions only.
    pub body: Formula,
    /// Positions of earlier entries.
    pub children: Vec<usize>,
}

/// A formula with marked positions, in post-order; the root is last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Disjunctive {
    positions: Vec<MarkedPosition>,
}

/// The interpolant of a position, with the entailment that its definition asks for.
#[derive(Clone, Debug)]
pub struct PositionInterpolant {
    pub formula: Formula,
    pub explanation: Explanation,
    pub checked: Checked<Entailment>,
}

impl Disjunctive {
    /// `None` unless the positions are a tree in post-order whose root alone has no indicator.
    pub fn new(positions: Vec<MarkedPosition>) -> Option<Disjunctive> {
        let nodes =
            positions.iter().map(|p| TreeNode { label: p.body, children: p.children.clone() }).collect();
        Tree::new(nodes)?;
        let (root, others) = positions.split_last()?;
        let well_formed = root.indicator.is_none() && others.iter().all(|p| p.indicator.is_some());
        well_formed.then_some(Disjunctive { positions })
    }

    pub fn positions(&self) -> &[MarkedPosition] {
        &self.positions
    }

    /// The construction of Theorem 1.
    pub fn as_tree(&self, arena: &mut Arena) -> Tree {
        let nodes = self
            .positions
            .iter()
            .map(|p| {
                let label = match p.indicator {
                    Some(symbol) => {
                        let indicator = arena.boolean(symbol);
                        arena.implies(indicator, p.body)
                    }
                    None => p.body,
                };
                TreeNode { label, children: p.children.clone() }
            })
            .collect();
        Tree::unchecked(nodes)
    }

    /// A position's formula with interpolants in the places of the positions directly below.
    pub fn abstracted(&self, arena: &mut Arena, position: usize, interpolants: &[Formula]) -> Formula {
        let mut substitution = Substitution::new();
        for child in &self.positions[position].children {
            if let Some(symbol) = self.positions[*child].indicator {
                substitution.formula(symbol, interpolants[*child]);
            }
        }
        substitution.apply(arena, self.positions[position].body)
    }
}

/// An interpolant for every position but the root, whose interpolant is `false`.
pub fn disjunctive(
    arena: &mut Arena,
    problem: &Disjunctive,
    policy: Policy,
    budget: &mut Budget,
) -> Result<Outcome<Vec<PositionInterpolant>>, Unknown> {
    let large = problem.positions.len() > FRESH_LIMIT;
    match attempt(arena, problem, policy, large, budget) {
        Err(Unknown::Unchecked) if large => attempt(arena, problem, policy, false, budget),
        other => other,
    }
}

fn attempt(
    arena: &mut Arena,
    problem: &Disjunctive,
    policy: Policy,
    live: bool,
    budget: &mut Budget,
) -> Result<Outcome<Vec<PositionInterpolant>>, Unknown> {
    let tree = problem.as_tree(arena);
    let found = match interpolants(arena, &tree, policy, live, budget)? {
        Outcome::Model(model) => return Ok(Outcome::Model(model)),
        Outcome::Interpolants(found) => found,
    };
    let mut formulae = Vec::new();
    for ((formula, _), position) in found.iter().zip(&problem.positions) {
        let mut present = Substitution::new();
        if let Some(symbol) = position.indicator {
            present.formula(symbol, arena.true_());
        }
        let read = present.apply(arena, *formula);
        formulae.push(tidy(arena, read, budget)?);
    }
    match verify(arena, problem, &formulae, budget)? {
        // The construction is right, so a failure would be a bug.
        Err(_) => Err(Unknown::Unchecked),
        Ok(checked) => Ok(Outcome::Interpolants(
            found
                .into_iter()
                .zip(formulae)
                .zip(checked)
                .map(|(((_, explanation), formula), checked)| PositionInterpolant {
                    formula,
                    explanation,
                    checked,
                })
                .collect(),
        )),
    }
}

/// Why formulae are no interpolants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The node or position whose condition fails; the last one is the root.
    pub node: usize,
    /// Values that satisfy what stands below and not the interpolant, or the symbol that must not occur.
    pub cause: Cause,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    Counterexample(Valuation),
    Symbol(Symbol),
}

/// Are these the interpolants of the positions (without the root)? The entailments of the definition, one for
/// each position and one for the root, or the first that fails.
pub fn verify(
    arena: &mut Arena,
    problem: &Disjunctive,
    formulae: &[Formula],
    budget: &mut Budget,
) -> Result<Result<Vec<Checked<Entailment>>, Failure>, Unknown> {
    let tree = problem.as_tree(arena);
    let places = Mentions::of(arena, tree.nodes());
    let mut checked = Vec::new();
    for (i, position) in problem.positions.iter().enumerate() {
        let conclusion = formulae.get(i).copied().unwrap_or(arena.false_());
        let shared = |s: Symbol| places.is_known(s) && places.side(s, i) == Side::Common;
        // The indicators serve the construction; interpolants do not speak of them.
        let allowed = |s: &Symbol| shared(*s) && position.indicator != Some(*s);
        if let Some(symbol) = arena.symbols_of(conclusion).into_iter().find(|s| !allowed(s)) {
            return Ok(Err(Failure { node: i, cause: Cause::Symbol(symbol) }));
        }
        let premise = problem.abstracted(arena, i, formulae);
        match entail(arena, &[premise], conclusion, budget)? {
            Ok(entailment) => checked.push(entailment),
            Err(model) => return Ok(Err(Failure { node: i, cause: Cause::Counterexample(model) })),
        }
    }
    Ok(Ok(checked))
}
