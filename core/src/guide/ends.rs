//! The sub-lattice of interpolants that an abstraction leaves: its two ends, and what the prover makes of it
//! (Acta'16, Lemmas 4 and 7).

use super::{Guided, RelationAbstraction};
use crate::check::{Checked, Separation};
use crate::elimination::eliminate;
use crate::formula::{Arena, Formula, Sort, Substitution, Symbol};
use crate::interpolate::{Outcome, Policy, confirm, separate};
use crate::simplify::simplify;
use crate::solver::{Budget, Unknown};

/// The steps that each end may take; beyond, it counts as too large.
pub const END_STEPS: u64 = 2_000_000;

/// Interpolants of an abstract problem at one abstraction point.
#[derive(Clone, Debug)]
pub struct Ends {
    /// `None` if it is too large to be computed.
    pub strongest: Option<Formula>,
    /// `None` if it is too large to be computed.
    pub weakest: Option<Formula>,
    /// What the prover finds between the two; checked against the concrete problem.
    pub chosen: Formula,
    pub checked: Checked<Separation>,
}

/// The ends of the sub-lattice at a point, for a feasible abstraction at every point; `None` if it is
/// infeasible.
pub fn ends(
    arena: &mut Arena,
    problem: &Guided,
    abstractions: &[Option<RelationAbstraction>],
    point: usize,
    budget: &mut Budget,
) -> Result<Option<Ends>, Unknown> {
    let (a, b) = sides(arena, problem, abstractions, point);
    let shared = problem.points()[point].vocabulary.shared.clone();
    let chosen = match separate(arena, &a, &b, Policy::Simplest, budget)? {
        Outcome::Model(_) => return Ok(None),
        Outcome::Interpolants(found) => found.formula,
    };
    let strongest = project(arena, &a, &shared, budget)?;
    let weakest = project(arena, &b, &shared, budget)?.map(|f| !f);
    let (a, b) = sides(arena, problem, &[], point);
    let checked = confirm(arena, &a, &b, chosen, budget)?.ok_or(Unknown::Unchecked)?;
    Ok(Some(Ends { strongest, weakest, chosen, checked }))
}

/// The labels of the sub-tree at a point, and all others. Where there are alternatives, a Boolean symbol says
/// whether the sub-tree is used (CAV'13, Theorem 1); here it is.
fn sides(
    arena: &mut Arena,
    problem: &Guided,
    abstractions: &[Option<RelationAbstraction>],
    point: usize,
) -> (Vec<Formula>, Vec<Formula>) {
    let tree = problem.abstracted(arena, abstractions);
    let mut inside = vec![false; tree.nodes().len()];
    let node = problem.points()[point].node;
    inside[node] = true;
    for i in (0..=node).rev() {
        if inside[i] {
            tree.nodes()[i].children.iter().for_each(|c| inside[*c] = true);
        }
    }
    let labels = |wanted: bool| {
        let chosen = tree.nodes().iter().zip(&inside).filter(|(_, i)| **i == wanted);
        chosen.map(|(n, _)| n.label).collect()
    };
    let (mut a, mut b): (Vec<Formula>, Vec<Formula>) = (labels(true), labels(false));
    let symbols = |arena: &Arena, side: &[Formula]| -> Vec<Symbol> {
        side.iter().flat_map(|f| arena.symbols_of(*f)).collect()
    };
    let (inner, outer) = (symbols(arena, &a), symbols(arena, &b));
    let own = &problem.points()[point].vocabulary.shared;
    let mut used = Substitution::new();
    for symbol in inner.into_iter().filter(|s| outer.contains(s) && !own.contains(s)) {
        if arena.sort(symbol) == Sort::Bool {
            used.formula(symbol, arena.true_());
        }
    }
    for label in a.iter_mut().chain(&mut b) {
        *label = used.apply(arena, *label);
    }
    (a, b)
}

/// What formulae say about some symbols, unless that is too large.
fn project(
    arena: &mut Arena,
    formulae: &[Formula],
    keep: &[Symbol],
    budget: &mut Budget,
) -> Result<Option<Formula>, Unknown> {
    let conjunction = arena.and(formulae.iter().copied());
    let others: Vec<Symbol> =
        arena.symbols_of(conjunction).into_iter().filter(|s| !keep.contains(s)).collect();
    let projected = budget.within(END_STEPS, |part| {
        let projected = eliminate(arena, conjunction, &others, part)?;
        simplify(arena, projected, part)
    })?;
    match projected {
        Ok(formula) => Ok(Some(formula)),
        Err(Unknown::Budget) => Ok(None),
        Err(reason) => Err(reason),
    }
}
