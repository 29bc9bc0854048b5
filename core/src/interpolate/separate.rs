//! Binary interpolation: solve, read the proof, make it readable, check.

use super::explanation::Explanation;
use super::{Outcome, Strength, from_proof};
use crate::check::{self, Checked, Separation};
use crate::elimination::eliminate;
use crate::formula::{Arena, Formula, Symbol};
use crate::proof::Proof;
use crate::simplify::{simplify, tidy};
use crate::solver::{Answer, Budget, Solver, Unknown};

/// An interpolant that has passed its check.
#[derive(Clone, Debug)]
pub struct Interpolant {
    pub formula: Formula,
    pub explanation: Explanation,
    pub checked: Checked<Separation>,
}

/// An interpolant of two sets of formulae, or a model of both.
pub fn separate(
    arena: &mut Arena,
    a: &[Formula],
    b: &[Formula],
    strength: Strength,
    budget: &mut Budget,
) -> Result<Outcome<Interpolant>, Unknown> {
    let (a, b) = (conjuncts(arena, a), conjuncts(arena, b));
    let mut solver = Solver::for_interpolation();
    let all: Vec<Formula> = a.iter().chain(&b).copied().collect();
    let core = match solver.check(arena, &all, budget) {
        Answer::Sat(model) => return Ok(Outcome::Model(model)),
        Answer::Unknown(reason) => return Err(reason),
        Answer::Unsat(core) => core,
    };
    // A formula on both sides speaks about common symbols; count it to the second.
    let in_core = |f: &&Formula| core.contains(f);
    let core_b: Vec<Formula> = b.iter().filter(in_core).copied().collect();
    let core_a: Vec<Formula> = a.iter().filter(in_core).filter(|f| !core_b.contains(f)).copied().collect();
    let proof = solver.proof().unwrap_or_default();
    let (formula, explanation) = match check::refutation(arena, &all, &proof) {
        Ok(checked) => match strength {
            Strength::Strong | Strength::Relaxed => {
                from_proof::read(arena, &core_a, &core_b, &proof, &checked, strength, budget)?
            }
            Strength::Weak => {
                let (formula, mut explanation) =
                    from_proof::read(arena, &core_b, &core_a, &proof, &checked, Strength::Strong, budget)?;
                std::mem::swap(&mut explanation.a, &mut explanation.b);
                for argument in &mut explanation.arguments {
                    std::mem::swap(&mut argument.a, &mut argument.b);
                    argument.atom = !argument.atom;
                }
                (!formula, explanation)
            }
        },
        // A proof that does not pass is not read.
        Err(_) => by_elimination(arena, &core_a, &core_b, budget)?,
    };
    let formula = simplify(arena, formula, budget)?;
    match accept(arena, &a, &b, formula, budget)? {
        Some(checked) => Ok(Outcome::Interpolants(Interpolant { formula, explanation, checked })),
        None => {
            // The ends of the lattice need no proof to be read.
            let (formula, explanation) = by_elimination(arena, &core_a, &core_b, budget)?;
            match accept(arena, &a, &b, formula, budget)? {
                Some(checked) => Ok(Outcome::Interpolants(Interpolant { formula, explanation, checked })),
                None => Err(Unknown::Unchecked),
            }
        }
    }
}

/// The parts of conjunctions, each once, so that cores are fine-grained.
fn conjuncts(arena: &Arena, formulae: &[Formula]) -> Vec<Formula> {
    let mut parts = Vec::new();
    for f in formulae {
        match arena.node(*f) {
            crate::formula::Node::And(inner) => parts.extend_from_slice(inner),
            _ => parts.push(*f),
        }
    }
    let mut seen = rustc_hash::FxHashSet::default();
    parts.retain(|f| *f != arena.true_() && seen.insert(*f));
    parts
}

/// The strongest interpolant: the first side without its own symbols.
fn by_elimination(
    arena: &mut Arena,
    a: &[Formula],
    b: &[Formula],
    budget: &mut Budget,
) -> Result<(Formula, Explanation), Unknown> {
    let shared: Vec<Symbol> = b.iter().flat_map(|f| arena.symbols_of(*f)).collect();
    let conjunction = arena.and(a.iter().copied());
    let local: Vec<Symbol> =
        arena.symbols_of(conjunction).into_iter().filter(|s| !shared.contains(s)).collect();
    let formula = eliminate(arena, conjunction, &local, budget)?;
    let explanation =
        Explanation { a: a.to_vec(), b: b.to_vec(), arguments: Vec::new(), by_elimination: true };
    Ok((tidy(arena, formula), explanation))
}

/// Proves the two entailments and has the proofs checked.
pub(super) fn accept(
    arena: &mut Arena,
    a: &[Formula],
    b: &[Formula],
    formula: Formula,
    budget: &mut Budget,
) -> Result<Option<Checked<Separation>>, Unknown> {
    let Some(left) = refute(arena, a, !formula, budget)? else { return Ok(None) };
    let Some(right) = refute(arena, b, formula, budget)? else { return Ok(None) };
    Ok(check::interpolant(arena, a, b, formula, (&left, &right)).ok())
}

/// A proof that the formulae contradict each other, if they do.
pub(super) fn refute(
    arena: &mut Arena,
    side: &[Formula],
    formula: Formula,
    budget: &mut Budget,
) -> Result<Option<Proof>, Unknown> {
    let mut solver = Solver::with_proofs();
    for f in side {
        solver.assert(arena, *f);
    }
    match solver.check(arena, &[formula], budget) {
        Answer::Sat(_) => Ok(None),
        Answer::Unsat(_) => Ok(solver.proof()),
        Answer::Unknown(reason) => Err(reason),
    }
}
