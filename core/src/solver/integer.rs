//! Integer reasoning once a rational solution exists: equations, cuts, branches, disequalities, and the
//! exact procedure when they lead nowhere.

use super::arithmetic::{Atom, BoundSide, Column, Finding, Lemma};
use super::exact::{self, Constraint, Outcome};
use super::literal::Lit;
use super::{Budget, Solver, Unknown};
use crate::formula::{Arena, Valuation};
use crate::num::Int;

/// The outcome of the last check of a complete assignment.
#[derive(Debug)]
pub(super) enum Final {
    /// An integer solution (without Boolean symbols).
    Sat(Valuation),
    /// New literals or clauses: the search goes on.
    Continue,
    Conflict(Lemma),
}

/// After this many branches, one cut is tried instead.
const CUT_PERIOD: u64 = 4;
/// A query gets at most this many cuts: each is a row that all pivots drag along.
const CUT_LIMIT: u64 = 8;

/// After this many branches the exact procedure is tried; when it fails, it is tried again after twice as
/// many.
const BRANCHES_BEFORE_EXACT: u64 = 32;
/// The steps of the first try of the exact procedure; later tries get twice as many each.
const EXACT_STEPS: u64 = 20_000;

/// Most forms are shorter than this, and most queries have fewer unknowns than four times this: to evaluate
/// them is part of the step that led to it.
const SUMMANDS_IN_A_STEP: u64 = 16;

/// How hard integer reasoning has been for the current query.
#[derive(Clone, Debug)]
pub(super) struct Effort {
    rounds: u64,
    cuts: u64,
    exact_after: u64,
    exact_steps: u64,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { rounds: 0, cuts: 0, exact_after: BRANCHES_BEFORE_EXACT, exact_steps: EXACT_STEPS }
    }
}

impl Solver {
    pub(super) fn final_check(&mut self, arena: &mut Arena, budget: &mut Budget) -> Result<Final, Unknown> {
        if let Some(column) = self.arithmetic.fractional() {
            return self.integrate(arena, column, budget);
        }
        let mut valuation = Valuation::new();
        for (symbol, value) in self.arithmetic.unknowns() {
            valuation.set_int(symbol, value.floor());
        }
        budget.take(valuation.len() as u64 / (4 * SUMMANDS_IN_A_STEP))?;
        self.conclude_with(arena, valuation, budget)
    }

    /// Accepts integers that respect all bounds, unless they violate a disequality.
    fn conclude_with(
        &mut self,
        arena: &mut Arena,
        mut valuation: Valuation,
        budget: &mut Budget,
    ) -> Result<Final, Unknown> {
        if self.separate_disequalities(arena, &valuation, budget)? {
            return Ok(Final::Continue);
        }
        for quotient in &self.quotients {
            valuation.remove(quotient.symbol);
        }
        Ok(Final::Sat(valuation))
    }

    /// A disequality that the values violate becomes a choice between `<` and `>`.
    fn separate_disequalities(
        &mut self,
        arena: &mut Arena,
        valuation: &Valuation,
        budget: &mut Budget,
    ) -> Result<bool, Unknown> {
        let mut violated: Vec<(Lit, Column, Int)> = Vec::new();
        for literal in &self.trail {
            if self.relevant[literal.index()]
                && let Some(atoms) = &self.atoms[literal.var().index()]
                && let Atom::Different(column, value) = &atoms[usize::from(literal.is_negative())]
            {
                let form = self.arithmetic.form(*column);
                budget.take(form.summands().len() as u64 / SUMMANDS_IN_A_STEP)?;
                if form.evaluate(valuation) == *value {
                    violated.push((!*literal, *column, value.clone()));
                }
            }
        }
        for (equation, column, value) in &violated {
            let below = self.bound_literal(arena, *column, BoundSide::Upper, &(value - &Int::ONE));
            let above = self.bound_literal(arena, *column, BoundSide::Lower, &(value + &Int::ONE));
            if self.separated.insert(*equation) {
                self.add_lemma(&Lemma::trichotomy(*equation, below, above));
            }
            self.branch_next.extend([above, below]);
        }
        Ok(!violated.is_empty())
    }

    /// The literal `column ≤ bound` or `column ≥ bound`, which the arithmetic will respect.
    fn bound_literal(&mut self, arena: &mut Arena, column: Column, side: BoundSide, bound: &Int) -> Lit {
        let difference = self.arithmetic.form(column).plus_constant(&-bound);
        let formula = match side {
            BoundSide::Upper => arena.le(&difference),
            BoundSide::Lower => arena.le(&-&difference),
        };
        let literal = self.literal(arena, formula);
        self.make_relevant(literal);
        literal
    }

    /// Moves towards integers: by equations if they say something, else by a cut or a branch.
    fn integrate(
        &mut self,
        arena: &mut Arena,
        column: Column,
        budget: &mut Budget,
    ) -> Result<Final, Unknown> {
        match self.arithmetic.diophantine(budget)? {
            Finding::Conflict(lemma) => return Ok(Final::Conflict(lemma)),
            Finding::Tighter(found) if !found.is_empty() => {
                for tighter in found {
                    let literal = self.bound_literal(arena, tighter.column, tighter.side, &tighter.bound);
                    self.add_consequence(literal, &tighter.hypotheses, tighter.certificate);
                }
                return Ok(Final::Continue);
            }
            Finding::Tighter(_) => {}
        }
        self.integer.rounds += 1;
        if self.integer.rounds >= self.integer.exact_after
            && let Some(result) = self.decide_exactly(arena, budget)?
        {
            return Ok(result);
        }
        if !self.given_forms_only
            && self.integer.cuts < CUT_LIMIT
            && self.integer.rounds.is_multiple_of(CUT_PERIOD)
            && let Some(cut) = self.arithmetic.cut(column)
        {
            self.statistics.cuts += 1;
            self.integer.cuts += 1;
            let formula = arena.le(&cut.term);
            let literal = self.literal(arena, formula);
            self.make_relevant(literal);
            self.add_consequence(literal, &cut.hypotheses, cut.certificate);
            return Ok(Final::Continue);
        }
        self.statistics.branches += 1;
        let floor = self.arithmetic.value(column).floor();
        let literal = self.bound_literal(arena, column, BoundSide::Upper, &floor);
        self.make_relevant(!literal);
        // Towards zero first.
        self.branch_next.push(if floor.is_negative() { !literal } else { literal });
        Ok(Final::Continue)
    }

    /// Leaves the conjunction of all bounds in force to the exact procedure. `None` if that takes too long.
    fn decide_exactly(&mut self, arena: &mut Arena, budget: &mut Budget) -> Result<Option<Final>, Unknown> {
        self.statistics.exact += 1;
        let constraints = self.arithmetic.constraints();
        let terms: Vec<Constraint> = constraints.iter().map(|(_, c)| c.clone()).collect();
        let outcome = budget.within(self.integer.exact_steps, |part| exact::decide(&terms, part))?;
        match outcome {
            Ok(Outcome::Model(valuation)) => Ok(Some(self.conclude_with(arena, valuation, budget)?)),
            Ok(Outcome::Refuted(certificate)) => {
                let (used, certificate) = certificate.restricted(constraints.len());
                let clause = used.iter().map(|i| !constraints[*i].0).collect();
                Ok(Some(Final::Conflict(Lemma { clause, certificate })))
            }
            Err(_) => {
                self.integer.exact_steps = self.integer.exact_steps.saturating_mul(2);
                self.integer.exact_after = self.integer.rounds.saturating_mul(2);
                Ok(None)
            }
        }
    }

    fn add_consequence(&mut self, literal: Lit, hypotheses: &[Lit], certificate: crate::proof::Certificate) {
        let mut clause = vec![literal];
        clause.extend(hypotheses.iter().map(|h| !*h));
        self.add_lemma(&Lemma { clause, certificate });
    }
}
