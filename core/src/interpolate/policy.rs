//! Which interpolant to prefer: the one that is likeliest to hold for other unwindings too.
//!
//! For one round of `loop50` (`I = 1 ∧ X = J + 1` against `I ≥ 50 ∧ J = 0 ∧ X < 50`), the proof may say
//! `I ≤ 1`, which explains this round only, or `X ≥ I + J`, which explains all. So an interpolant is better
//! with
//!
//! 1. fewer literals,
//! 2. fewer equations: an inequality says what is needed, an equation what happens to be so,
//! 3. smaller constants: counts of rounds show as constants, relations between unknowns have none,
//! 4. smaller coefficients.

use super::Strength;
use crate::elimination::eliminate;
use crate::formula::{Arena, Formula, LinearTerm, Node, Symbol};
use crate::simplify::Measure;
use crate::solver::{Answer, Budget, Solver, Unknown};

/// How to choose among the interpolants of a problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Policy {
    /// Several readings of the proof and the relations without constants that the first side implies,
    /// compared by [`Quality`].
    #[default]
    Simplest,
    /// One reading of the proof, whatever it looks like.
    Proof(Strength),
}

/// What makes an interpolant good; smaller is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Quality {
    pub literals: u64,
    pub equations: u64,
    /// The bits of all constants.
    pub constants: u64,
    /// The bits of all coefficients, constants and divisors.
    pub size: u64,
}

impl Quality {
    pub fn of(arena: &Arena, formula: Formula) -> Quality {
        let measure = Measure::of(arena, formula);
        let mut quality = Quality { literals: measure.literals, size: measure.size, ..Quality::default() };
        for literal in arena.literals_of(formula) {
            let node = arena.node(literal);
            quality.equations += u64::from(matches!(node, Node::Eq(_) | Node::Ne(_)));
            quality.constants += node.term().map_or(0, |t| t.constant_part().bits());
        }
        quality
    }
}

/// First sides with more literals than this are not searched for relations.
const RELATION_LIMIT: usize = 60;

/// An interpolant of relations without constants, if such relations suffice.
///
/// The first side is projected to the shared symbols. If that is a conjunction, constants cancel in pairs:
/// `I = 1` and `X = J + 1` give `X = J + I`.
pub(super) fn relational(
    arena: &mut Arena,
    a: &[Formula],
    b: &[Formula],
    budget: &mut Budget,
) -> Result<Option<Formula>, Unknown> {
    let shared: Vec<Symbol> = b.iter().flat_map(|f| arena.symbols_of(*f)).collect();
    let conjunction = arena.and(a.iter().copied());
    if arena.literals_of(conjunction).len() > RELATION_LIMIT {
        return Ok(None);
    }
    let local: Vec<Symbol> =
        arena.symbols_of(conjunction).into_iter().filter(|s| !shared.contains(s)).collect();
    let projected = eliminate(arena, conjunction, &local, budget)?;
    if matches!(arena.node(projected), Node::Or(_)) {
        return Ok(None);
    }
    let parts = arena.conjuncts(projected);
    let relations = without_constants(arena, &parts);
    separating(arena, &relations, b, budget)
}

fn without_constants(arena: &mut Arena, parts: &[Formula]) -> Vec<Formula> {
    let equations: Vec<LinearTerm> = parts
        .iter()
        .filter_map(|f| match arena.node(*f) {
            Node::Eq(t) => Some(t.clone()),
            _ => None,
        })
        .collect();
    let mut relations = Vec::new();
    for part in parts {
        match arena.node(*part) {
            Node::Le(t) | Node::Eq(t) if !t.constant_part().is_zero() => {
                let t = t.clone();
                let inequality = matches!(arena.node(*part), Node::Le(_));
                for e in equations.iter().filter(|e| !e.constant_part().is_zero() && **e != t) {
                    // |c|·t - (±d)·e has no constant, for the constants d of t and c of e.
                    let (c, d) = (e.constant_part(), t.constant_part());
                    let sign = if c.is_negative() { -d } else { d.clone() };
                    let sum = t.scaled(&c.abs()).plus_scaled(&-&sign, e);
                    relations.push(if inequality { arena.le(&sum) } else { arena.eq(&sum) });
                }
            }
            _ => relations.push(*part),
        }
    }
    relations.sort_unstable();
    relations.dedup();
    relations
}

/// A small subset of the formulae that contradicts the second side, with equations relaxed where possible.
fn separating(
    arena: &mut Arena,
    formulae: &[Formula],
    b: &[Formula],
    budget: &mut Budget,
) -> Result<Option<Formula>, Unknown> {
    let mut solver = Solver::new();
    for f in b {
        solver.assert(arena, *f);
    }
    let core = match solver.check(arena, formulae, budget) {
        Answer::Sat(_) => return Ok(None),
        Answer::Unknown(reason) => return Err(reason),
        Answer::Unsat(core) => solver.minimise_core(arena, &core, budget)?,
    };
    Ok(Some(relaxed(arena, &mut solver, core, budget)?))
}

/// Replaces equations by inequalities as long as the conjunction contradicts what the solver assumes.
fn relaxed(
    arena: &mut Arena,
    solver: &mut Solver,
    mut parts: Vec<Formula>,
    budget: &mut Budget,
) -> Result<Formula, Unknown> {
    for i in 0..parts.len() {
        let Node::Eq(t) = arena.node(parts[i]) else { continue };
        let t = t.clone();
        for half in [arena.le(&t), arena.le(&-&t)] {
            let before = std::mem::replace(&mut parts[i], half);
            match solver.check(arena, &parts, budget) {
                Answer::Unsat(_) => break,
                Answer::Sat(_) => parts[i] = before,
                Answer::Unknown(reason) => return Err(reason),
            }
        }
    }
    Ok(arena.and(parts))
}

/// The same interpolant with equations relaxed, if it is a conjunction.
pub(super) fn relax_equations(
    arena: &mut Arena,
    formula: Formula,
    b: &[Formula],
    budget: &mut Budget,
) -> Result<Formula, Unknown> {
    let parts = arena.conjuncts(formula);
    if !parts.iter().any(|p| matches!(arena.node(*p), Node::Eq(_))) {
        return Ok(formula);
    }
    let mut solver = Solver::new();
    for f in b {
        solver.assert(arena, *f);
    }
    relaxed(arena, &mut solver, parts, budget)
}
