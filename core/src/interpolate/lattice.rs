//! The lattice of interpolants of one problem: its ends, and enough points in between to see the choice.
//!
//! For `I1 = 1 ∧ X1 = J + 1` against `I1 ≥ 50 ∧ J = 0 ∧ X1 < 50` (Acta'16, Fig. 2) the strongest interpolant
//! is the first side itself and the weakest the negation of the second; `I1 ≤ 1` and `X1 ≥ I1 + J` lie in
//! between and are incomparable.

use serde::{Deserialize, Serialize};

use super::policy::Policy;
use super::separate::{Conflict, ProofOrder, confirm, strongest};
use super::{Outcome, Strength};
use crate::check::{Checked, Separation};
use crate::formula::{Arena, Formula, Node};
use crate::order::sort_by_key;
use crate::simplify::simplify;
use crate::solver::{Answer, Budget, Solver, Unknown};

/// Where a point of the lattice comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum PointOrigin {
    /// The first side, projected to the shared symbols.
    Strongest,
    /// The negation of the second side, projected to the shared symbols.
    Weakest,
    /// A reading of a proof.
    Proof(ProofOrder, Strength),
    /// The choice of [`Policy::Simplest`].
    Chosen,
    /// Relations without constants.
    Relational,
    /// The strongest without one of its parts.
    Dropped,
    /// The strongest, or a reading of the proof, with an equation relaxed to an inequality.
    Relaxed,
    /// Whoever asked for the lattice brought it along.
    Given,
    /// The strongest or the weakest interpolant that a feasible abstraction leaves.
    Abstract,
    /// `I^sp` and `I^wp`: what holds after any number of rounds of a loop, and from where any number leads to
    /// where an interpolant holds (thesis, Sect. 4.5.1).
    Postcondition,
    Precondition,
}

/// Where a point comes from, in words; readings that share a proof are told together.
pub fn origins_in_words(origins: &[PointOrigin]) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for origin in origins {
        let sentence = match origin {
            PointOrigin::Strongest => "A without its own symbols: the strongest",
            PointOrigin::Weakest => "the opposite of B without its own symbols: the weakest",
            PointOrigin::Chosen => "the simplest for this position, whatever the others take",
            PointOrigin::Relational => "compares arguments with each other, without constants",
            PointOrigin::Dropped => "the strongest without one of its parts",
            PointOrigin::Relaxed => "a stronger one with an equation relaxed to an inequality",
            PointOrigin::Given => "taken by the refinement",
            PointOrigin::Abstract => "an end of the sub-lattice that a feasible abstraction leaves",
            PointOrigin::Postcondition => "inductive, the strongest postcondition of any number of rounds",
            PointOrigin::Precondition => "inductive, the weakest precondition of any number of rounds",
            PointOrigin::Proof(..) => continue,
        };
        words.push(sentence.to_owned());
    }
    let by = |order: ProofOrder| -> Vec<Strength> {
        let reading = |origin: &PointOrigin| match origin {
            PointOrigin::Proof(by, strength) if *by == order => Some(*strength),
            _ => None,
        };
        origins.iter().filter_map(reading).collect()
    };
    let (first, second) = (by(ProofOrder::Given), by(ProofOrder::Reversed));
    if first == second {
        words.extend(readings_in_words("both proofs", &first));
    } else {
        words.extend(readings_in_words("the first proof", &first));
        words.extend(readings_in_words("the second proof", &second));
    }
    words
}

/// By which labellings an interpolant was read off a proof, in words; `None` if by none.
pub(crate) fn readings_in_words(proof: &str, readings: &[Strength]) -> Option<String> {
    let names: Vec<&str> = readings.iter().map(|strength| strength.in_words()).collect();
    match names.len() {
        0 => None,
        4 => Some(format!("read off {proof} by every labelling")),
        _ => Some(format!("read off {proof} by {}", names.join(", by "))),
    }
}

/// An interpolant with its place.
#[derive(Clone, Debug)]
pub struct LatticePoint {
    pub formula: Formula,
    /// All the ways that led here; equivalent formulae are one point.
    pub origins: Vec<PointOrigin>,
    pub checked: Checked<Separation>,
}

/// Some interpolants in their order.
#[derive(Clone, Debug, Default)]
pub struct Lattice {
    /// Stronger points come first.
    pub points: Vec<LatticePoint>,
    /// The Hasse diagram: `(i, j)` when point `i` implies point `j` and none lies in between.
    pub covers: Vec<(usize, usize)>,
    /// How many candidates beyond [`POINT_LIMIT`] were left out.
    pub omitted: usize,
    /// The ends could not be computed within the budget.
    pub open_ends: bool,
}

/// More points than this are no picture any more.
pub const POINT_LIMIT: usize = 12;
/// The steps that each end of the lattice may take.
const END_STEPS: u64 = 2_000_000;

/// The ends of the lattice and some points in between; or a model, if there is no interpolant.
pub fn lattice(
    arena: &mut Arena,
    a: &[Formula],
    b: &[Formula],
    budget: &mut Budget,
) -> Result<Outcome<Lattice>, Unknown> {
    lattice_with(arena, a, b, &[], budget)
}

/// The same with given formulae among the points, as far as they are interpolants.
pub fn lattice_with(
    arena: &mut Arena,
    a: &[Formula],
    b: &[Formula],
    given: &[(PointOrigin, Formula)],
    budget: &mut Budget,
) -> Result<Outcome<Lattice>, Unknown> {
    let conflict = match Conflict::find_by(arena, a, b, ProofOrder::Given, budget)? {
        Err(model) => return Ok(Outcome::Model(model)),
        Ok(conflict) => conflict,
    };
    let second = Conflict::find_by(arena, a, b, ProofOrder::Reversed, budget)?.ok();
    let mut candidates: Vec<(PointOrigin, Formula)> = Vec::new();
    let mut open_ends = false;
    let (all_a, all_b) = (arena.conjuncts_of_all(a), arena.conjuncts_of_all(b));
    let mut bottom = None;
    for (origin, first, second) in
        [(PointOrigin::Strongest, &all_a, &all_b), (PointOrigin::Weakest, &all_b, &all_a)]
    {
        let end = budget.within(END_STEPS, |part| {
            let end = strongest(arena, first, second, part)?;
            simplify(arena, end, part)
        })?;
        match (end, origin) {
            (Ok(end), PointOrigin::Weakest) => candidates.push((origin, !end)),
            (Ok(end), _) => {
                bottom = Some(end);
                candidates.push((origin, end));
            }
            (Err(_), _) => open_ends = true,
        }
    }
    candidates.extend(given);
    if let Outcome::Interpolants((formula, _)) =
        super::separate::between(arena, a, b, Policy::Simplest, budget)?
    {
        candidates.push((PointOrigin::Chosen, formula));
    }
    let proofs = [(ProofOrder::Given, Some(&conflict)), (ProofOrder::Reversed, second.as_ref())];
    for (order, conflict) in proofs {
        let Some(conflict) = conflict else { continue };
        for strength in Strength::ALL {
            let (formula, _) = conflict.read(arena, strength, budget)?;
            candidates.push((PointOrigin::Proof(order, strength), formula));
            if strength == Strength::Strong {
                candidates.extend(halves(arena, formula));
            }
        }
    }
    if let Some(formula) = conflict.relational(arena, budget)? {
        candidates.push((PointOrigin::Relational, formula));
    }
    if let Some(bottom) = bottom {
        candidates.extend(variants(arena, bottom));
    }
    let mut lattice = Lattice { open_ends, ..Lattice::default() };
    for (origin, formula) in candidates {
        lattice.add(arena, (&all_a, &all_b), origin, formula, budget)?;
    }
    lattice.arrange(arena, budget)?;
    Ok(Outcome::Interpolants(lattice))
}

/// Weaker versions of a conjunction: without one part, or with one equation relaxed. Not all are
/// interpolants.
fn variants(arena: &mut Arena, formula: Formula) -> Vec<(PointOrigin, Formula)> {
    let mut found = halves(arena, formula);
    if let Node::And(parts) = arena.node(formula) {
        let parts = parts.to_vec();
        for dropped in &parts {
            let others = parts.iter().filter(|part| *part != dropped).copied();
            found.push((PointOrigin::Dropped, arena.and(others)));
        }
    }
    found
}

/// A conjunction with one of its equations relaxed, in all ways.
fn halves(arena: &mut Arena, formula: Formula) -> Vec<(PointOrigin, Formula)> {
    let parts = arena.conjuncts(formula);
    let mut found = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        let Node::Eq(t) = arena.node(*part) else { continue };
        let t = t.clone();
        for half in [arena.le(&t), arena.le(&-&t)] {
            let others = parts.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, part)| *part);
            found.push((PointOrigin::Relaxed, arena.and(others.chain([half]))));
        }
    }
    found
}

impl Lattice {
    /// Adds a candidate, if it is an interpolant and there is room for it.
    fn add(
        &mut self,
        arena: &mut Arena,
        sides: (&[Formula], &[Formula]),
        origin: PointOrigin,
        formula: Formula,
        budget: &mut Budget,
    ) -> Result<(), Unknown> {
        for point in &mut self.points {
            if point.formula == formula || equivalent(arena, point.formula, formula, budget)? {
                if !point.origins.contains(&origin) {
                    point.origins.push(origin);
                }
                return Ok(());
            }
        }
        let Some(checked) = confirm(arena, sides.0, sides.1, formula, budget)? else { return Ok(()) };
        if self.points.len() == POINT_LIMIT {
            self.omitted += 1;
        } else {
            self.points.push(LatticePoint { formula, origins: vec![origin], checked });
        }
        Ok(())
    }

    /// Decides the order and keeps the direct steps of it.
    fn arrange(&mut self, arena: &mut Arena, budget: &mut Budget) -> Result<(), Unknown> {
        let n = self.points.len();
        let mut below = vec![vec![false; n]; n];
        for (i, row) in below.iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                let (stronger, weaker) = (self.points[i].formula, self.points[j].formula);
                *entry = i != j && implies(arena, stronger, weaker, budget)?;
            }
        }
        // Stronger first: by the number of points that imply it.
        let mut order: Vec<usize> = (0..n).collect();
        sort_by_key(&mut order, |j| (0..n).filter(|i| below[*i][*j]).count());
        for (new_i, i) in order.iter().enumerate() {
            for (new_j, j) in order.iter().enumerate() {
                let direct = below[*i][*j] && !(0..n).any(|k| below[*i][k] && below[k][*j]);
                if direct {
                    self.covers.push((new_i, new_j));
                }
            }
        }
        self.points = order.iter().map(|i| self.points[*i].clone()).collect();
        Ok(())
    }
}

fn implies(arena: &mut Arena, left: Formula, right: Formula, budget: &mut Budget) -> Result<bool, Unknown> {
    match Solver::new().check(arena, &[left, !right], budget) {
        Answer::Unsat(_) => Ok(true),
        Answer::Sat(_) => Ok(false),
        Answer::Unknown(reason) => Err(reason),
    }
}

fn equivalent(
    arena: &mut Arena,
    left: Formula,
    right: Formula,
    budget: &mut Budget,
) -> Result<bool, Unknown> {
    Ok(implies(arena, left, right, budget)? && implies(arena, right, left, budget)?)
}
