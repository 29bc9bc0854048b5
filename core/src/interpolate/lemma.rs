//! Interpolants of single arithmetic conflicts.
//!
//! A conflict is a set of literals with a certificate. The literals of the first side alone are its A-part,
//! all others its B-part. The A-part of a sum that cancels all symbols speaks about common symbols only,
//! since nobody else could cancel the others: `x ≤ y`, `y ≤ z` against `z < w`, `w ≤ x` gives `x ≤ z`. A sum
//! of equations is an equation (thesis, Fig. 3.2).

use super::Strength;
use super::explanation::{Argument, Ground};
use super::sides::{Side, Sides};
use crate::elimination::eliminate;
use crate::formula::{Arena, Formula, LinearTerm, Node, Symbol};
use crate::num::Int;
use crate::proof::{Certificate, FactId, Line};
use crate::solver::{Answer, Budget, Solver, Unknown};

/// This many literals of a lemma are one step of work: most lemmas have few, and their steps are counted when
/// the proof is read.
const LITERALS_IN_A_STEP: u64 = 16;

/// The interpolant of a lemma's negated literals, with the argument behind it; `None` for the argument when
/// one side alone is contradictory.
pub(super) fn interpolate(
    arena: &mut Arena,
    sides: &Sides,
    clause: &[Formula],
    certificate: &Certificate,
    strength: Strength,
    budget: &mut Budget,
) -> Result<(Formula, Option<Argument>), Unknown> {
    budget.take(clause.len() as u64 / LITERALS_IN_A_STEP)?;
    let facts: Vec<Formula> = clause.iter().map(|l| !*l).collect();
    let owners: Vec<Side> = facts.iter().map(|f| sides.of_formula(arena, *f)).collect();
    let in_a: Vec<bool> = owners.iter().map(|side| *side == Side::A).collect();
    if in_a.iter().all(|a| !a) {
        return Ok((arena.true_(), None));
    }
    if in_a.iter().all(|a| *a) {
        return Ok((arena.false_(), None));
    }
    if let [Line::Contradiction { combination, divisor }] = certificate.lines.as_slice()
        && let Some(argument) = from_sum(arena, sides, &facts, &in_a, combination, divisor, strength)
    {
        return Ok((argument.atom, Some(argument)));
    }
    let atom = by_projection(arena, sides, &facts, &owners, strength, budget)?;
    let part = |wanted: bool| {
        let literals = facts.iter().zip(&in_a).filter(|(_, a)| **a == wanted);
        literals.map(|(f, _)| (*f, Int::ONE)).collect()
    };
    Ok((atom, Some(Argument { a: part(true), b: part(false), ground: Ground::Projection, atom })))
}

/// The literal as a term that is `≤ 0` or `= 0`, and whether it is an equation.
fn linear(arena: &Arena, fact: Formula) -> Option<(&LinearTerm, bool)> {
    match arena.node(fact) {
        Node::Le(t) => Some((t, false)),
        Node::Eq(t) => Some((t, true)),
        _ => None,
    }
}

fn from_sum(
    arena: &mut Arena,
    sides: &Sides,
    facts: &[Formula],
    in_a: &[bool],
    combination: &[(FactId, Int)],
    divisor: &Int,
    strength: Strength,
) -> Option<Argument> {
    let mut parts: [Vec<(Formula, Int)>; 2] = [Vec::new(), Vec::new()];
    // Summed up at once: a long sum is quadratic if it is a term after each part.
    let mut sums: [(Vec<(Symbol, Int)>, Int); 2] = Default::default();
    let (mut equations_only, mut first_equations_only) = (true, true);
    for (fact, times) in combination {
        let formula = *facts.get(fact.index())?;
        let (term, equation) = linear(arena, formula)?;
        let side = usize::from(!in_a[fact.index()]);
        first_equations_only &= equation || side == 1;
        sums[side].0.extend(term.summands().iter().map(|(s, a)| (*s, a * times)));
        sums[side].1.add_mul(term.constant_part(), times);
        parts[side].push((formula, times.clone()));
        equations_only &= equation;
    }
    let sums = sums.map(|(summands, constant)| LinearTerm::new(summands, constant));
    let total = &sums[0] + &sums[1];
    let [mut a, b] = parts;
    let mut b = b;
    let [sum, _] = sums;
    if total.is_constant() {
        let mut constant = total.constant_part().clone();
        let mut sum = sum;
        if constant.is_negative() && equations_only {
            // Equations may be taken with the opposite sign.
            constant = -constant;
            sum = -&sum;
            for (_, times) in a.iter_mut().chain(b.iter_mut()) {
                *times = -&*times;
            }
        }
        if !constant.is_positive() || !is_common(sides, &sum) {
            return None;
        }
        let atom = match strength {
            Strength::Strong | Strength::Symmetric if first_equations_only => arena.eq(&sum),
            Strength::Strong | Strength::Symmetric | Strength::Weak => arena.le(&sum),
            // sum ≤ k separates for every k from 0 to constant - 1.
            Strength::Relaxed => arena.le(&sum.plus_constant(&(&Int::ONE - &constant))),
        };
        return Some(Argument { a, b, ground: Ground::Sum { constant }, atom });
    }
    if !equations_only || divisor.is_zero() {
        return None;
    }
    // Coefficients of symbols that are not common are multiples of the divisor, and drop out.
    let common = sum.summands().iter().filter(|(s, _)| sides.of_symbol(*s) == Side::Common).cloned();
    let rest = LinearTerm::new(common, sum.constant_part().clone());
    let atom = arena.divides(divisor, &rest);
    Some(Argument { a, b, ground: Ground::Divisibility { modulus: divisor.clone() }, atom })
}

fn is_common(sides: &Sides, term: &LinearTerm) -> bool {
    term.symbols().all(|s| sides.of_symbol(s) == Side::Common)
}

/// What the A-part says about common symbols, weakened as long as it contradicts the B-part.
///
/// Two readings that weaken on their own may pass each other: `x = 0 ∧ y = 0` against `x = 1 ∧ y = 1` could
/// be `x = 0` for one and `y ≠ 1` for the other. So the inverse reading, for which the sides are exchanged,
/// takes McMillan's interpolant in the place of the literals behind it, and is never stronger.
fn by_projection(
    arena: &mut Arena,
    sides: &Sides,
    facts: &[Formula],
    owners: &[Side],
    strength: Strength,
    budget: &mut Budget,
) -> Result<Formula, Unknown> {
    let of = |wanted: &dyn Fn(Side) -> bool| -> Vec<Formula> {
        facts.iter().zip(owners).filter(|(_, side)| wanted(**side)).map(|(fact, _)| *fact).collect()
    };
    let mut others = of(&|side| side != Side::A);
    if strength == Strength::Weak {
        let (theirs, rest) = (of(&|side| side == Side::B), of(&|side| side != Side::B));
        let strong = projected(arena, sides, (&theirs, Side::B), &rest, budget)?;
        others = of(&|side| side == Side::Common);
        others.push(strong);
    }
    projected(arena, sides, (&of(&|side| side == Side::A), Side::A), &others, budget)
}

/// What the literals of a side say about common symbols, weakened as long as it contradicts the others.
fn projected(
    arena: &mut Arena,
    sides: &Sides,
    (literals, side): (&[Formula], Side),
    others: &[Formula],
    budget: &mut Budget,
) -> Result<Formula, Unknown> {
    let all = arena.and(literals.iter().copied());
    let local: Vec<Symbol> =
        arena.symbols_of(all).into_iter().filter(|s| sides.of_symbol(*s) == side).collect();
    let strongest = eliminate(arena, all, &local, budget)?;
    let Node::And(parts) = arena.node(strongest) else { return Ok(strongest) };
    let mut parts: Vec<Formula> = parts.to_vec();
    let mut solver = Solver::new();
    for f in others {
        solver.assert(arena, *f);
    }
    if let Answer::Unsat(core) = solver.check(arena, &parts, budget) {
        parts = solver.minimise_core(arena, &core, budget)?;
    }
    Ok(arena.and(parts))
}
