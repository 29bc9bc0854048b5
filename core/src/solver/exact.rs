//! The exact procedure: decides conjunctions of inequalities and equations over all integers, and always
//! ends.
//!
//! Branch and bound may run forever on unbounded problems; this is the last resort that does not. It is the
//! Omega test (W. Pugh, *The Omega test: a fast and practical integer programming algorithm for dependence
//! analysis*, 1991), with case splits in the place of disjunctions, so that a refutation is a certificate:
//!
//! 1. equations are solved, by substitution and unimodular changes of variables (`equation.rs`);
//! 2. inequalities are divided by the gcd of their coefficients and rounded; opposite ones meet in an
//!    equation or a contradiction (`system.rs`);
//! 3. variables are eliminated by combining lower with upper bounds, as long as that is exact
//!    (`eliminate.rs`);
//! 4. otherwise a split makes it exact, or bisects a term that is bounded on both sides (`branch.rs`).
//!
//! ```text
//! 1 ≤ 3x - 3y ≤ 2         rounds to 1 ≤ x - y ≤ 0: a contradiction
//! 2x = 3y ∧ 1 ≤ y ≤ 1     y = 1, and 2x = 3 has no solution
//! 2y ≤ 3x ≤ 2y + 1        x has a non-unit bound on both sides; in the case 3x ≥ 2y + 1 it is an equation
//! ```

mod branch;
mod eliminate;
mod equation;
mod model;
mod system;

use super::{Budget, Unknown};
use crate::formula::{LinearTerm, Valuation};
use crate::num::Int;
use crate::proof::{Certificate, Closed, Combination, FactId, UnfinishedCertificate};
use branch::Branch;
use model::Move;
use system::{Pending, System};

/// What must hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Constraint {
    /// `t ≤ 0`
    AtMostZero(LinearTerm),
    /// `t = 0`
    Zero(LinearTerm),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// A value for every symbol of the constraints.
    Model(Valuation),
    /// Fact `i` of the certificate is constraint `i`.
    Refuted(Certificate),
}

/// Finds a solution in integers, or a proof that there is none.
pub(crate) fn decide(constraints: &[Constraint], budget: &mut Budget<'_>) -> Result<Outcome, Unknown> {
    let mut search = Search {
        derivation: UnfinishedCertificate::new(constraints.len()),
        system: System::default(),
        trail: Vec::new(),
        saved: Vec::new(),
        budget,
    };
    let mut state = search.load(constraints);
    loop {
        match state {
            Ok(false) => state = search.advance(),
            Ok(true) => {
                let model = model::reconstruct(constraints, &search.trail);
                debug_assert!(constraints.iter().all(|c| c.holds(&model)), "a model that is none");
                return Ok(Outcome::Model(model));
            }
            Err(Stop::Unknown(reason)) => return Err(reason),
            Err(Stop::Conflict(combination, divisor)) => {
                match search.derivation.contradiction(combination, divisor) {
                    Closed::Everything => return Ok(Outcome::Refuted(search.derivation.finish())),
                    Closed::Case { depth, assumption } => state = search.second_case(depth, assumption),
                }
            }
        }
    }
}

impl Constraint {
    pub(crate) fn term(&self) -> &LinearTerm {
        match self {
            Constraint::AtMostZero(t) | Constraint::Zero(t) => t,
        }
    }

    pub(crate) fn holds(&self, valuation: &Valuation) -> bool {
        match self {
            Constraint::AtMostZero(t) => !t.evaluate(valuation).is_positive(),
            Constraint::Zero(t) => t.evaluate(valuation).is_zero(),
        }
    }
}

/// Why the work on a case ends.
enum Stop {
    /// The combination is a contradiction.
    Conflict(Combination, Int),
    Unknown(Unknown),
}

impl<R: Into<Unknown>> From<R> for Stop {
    fn from(reason: R) -> Stop {
        Stop::Unknown(reason.into())
    }
}

/// The cases are visited depth first; the stack is explicit, since there may be many.
struct Search<'a, 'b> {
    derivation: UnfinishedCertificate,
    /// The system of the current case.
    system: System,
    /// How the variables that are gone get their values.
    trail: Vec<Move>,
    /// The second cases of the splits, until they are visited.
    saved: Vec<Option<Saved>>,
    budget: &'a mut Budget<'b>,
}

struct Saved {
    system: System,
    trail: usize,
    /// The assumption of the case, in the coordinates of the system.
    term: LinearTerm,
}

impl Search<'_, '_> {
    fn load(&mut self, constraints: &[Constraint]) -> Result<bool, Stop> {
        for (i, constraint) in constraints.iter().enumerate() {
            self.budget.take(1)?;
            let pending = Pending::fact(FactId(i as u32), constraint.term().clone());
            match constraint {
                Constraint::AtMostZero(_) => self.system.add_inequality(pending, &mut self.derivation)?,
                Constraint::Zero(_) => self.system.add_equation(pending, &mut self.derivation)?,
            }
        }
        Ok(false)
    }

    /// Works on the current case until it is solved (true), split (false) or contradictory.
    fn advance(&mut self) -> Result<bool, Stop> {
        loop {
            if !self.system.equations().is_empty() {
                self.solve_equation()?;
            } else if self.system.inequalities().is_empty() {
                return Ok(true);
            } else if !self.eliminate_exactly()? {
                break;
            }
        }
        self.refute_rationally()?;
        if let Some(branch) = self.choose_branch()? {
            self.split(branch)?;
        }
        Ok(false)
    }

    fn split(&mut self, branch: Branch) -> Result<(), Stop> {
        let Branch { term, relaxed } = branch;
        let second = (-&term).plus_constant(&Int::ONE);
        let assumption = self.derivation.split(self.system.in_symbols(&term));
        self.saved.push(Some(Saved { system: self.system.clone(), trail: self.trail.len(), term: second }));
        let first = Pending { relaxed, ..Pending::fact(assumption, term) };
        self.system.add_inequality(first, &mut self.derivation)
    }

    fn second_case(&mut self, depth: usize, assumption: FactId) -> Result<bool, Stop> {
        self.saved.truncate(depth + 1);
        if let Some(Saved { system, trail, term }) = self.saved.last_mut().and_then(Option::take) {
            self.system = system;
            self.trail.truncate(trail);
            self.system.add_inequality(Pending::fact(assumption, term), &mut self.derivation)?;
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests;
