//! Integer reasoning once a rational solution exists: equations, cuts, branches, disequalities, and the
//! exact procedure when they lead nowhere.

use super::arithmetic::{Atom, Column, Finding, Lemma, Side};
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

/// Every so many branches, one cut is tried instead.
const CUT_PERIOD: u64 = 4;

/// How hard integer reasoning has been for the current query.
#[derive(Clone, Debug, Default)]
pub(super) struct Effort {
    rounds: u64,
}

impl Effort {
    pub(super) fn begin(&mut self) {
        *self = Effort::default();
    }
}

impl Solver {
    pub(super) fn final_check(&mut self, arena: &mut Arena, budget: &mut Budget) -> Result<Final, Unknown> {
        if let Some(column) = self.arithmetic.fractional() {
            return self.integrate(arena, column, budget);
        }
        if self.separate_disequalities(arena) {
            return Ok(Final::Continue);
        }
        let mut valuation = Valuation::new();
        for (symbol, value) in self.arithmetic.unknowns() {
            valuation.set_int(symbol, value.floor());
        }
        for quotient in &self.quotients {
            valuation.remove(quotient.symbol);
        }
        Ok(Final::Sat(valuation))
    }

    /// A disequality that the values violate becomes a choice between `<` and `>`.
    fn separate_disequalities(&mut self, arena: &mut Arena) -> bool {
        let mut violated: Vec<(Lit, Column, Int)> = Vec::new();
        for literal in &self.trail {
            if self.relevant[literal.index()]
                && let Some(atoms) = &self.atoms[literal.var().index()]
                && let Atom::Different(column, value) = &atoms[usize::from(literal.is_negative())]
                && self.arithmetic.value(*column).cmp_int(value).is_eq()
            {
                violated.push((!*literal, *column, value.clone()));
            }
        }
        for (equation, column, value) in &violated {
            let below = self.bound_literal(arena, *column, Side::Upper, &(value - &Int::ONE));
            let above = self.bound_literal(arena, *column, Side::Lower, &(value + &Int::ONE));
            if self.separated.insert(*equation) {
                self.add_lemma(&Lemma::trichotomy(*equation, below, above));
            }
            self.branch_next.push(below);
        }
        !violated.is_empty()
    }

    /// The literal `column ≤ bound` or `column ≥ bound`, which the arithmetic will respect.
    fn bound_literal(&mut self, arena: &mut Arena, column: Column, side: Side, bound: &Int) -> Lit {
        let difference = self.arithmetic.form(column).plus_constant(&-bound);
        let formula = match side {
            Side::Upper => arena.le(&difference),
            Side::Lower => arena.le(&-&difference),
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
        if self.integer.rounds % CUT_PERIOD == 0
            && let Some(cut) = self.arithmetic.cut(column)
        {
            self.statistics.cuts += 1;
            let formula = arena.le(&cut.term);
            let literal = self.literal(arena, formula);
            self.make_relevant(literal);
            self.add_consequence(literal, &cut.hypotheses, cut.certificate);
            return Ok(Final::Continue);
        }
        self.statistics.branches += 1;
        let floor = self.arithmetic.value(column).floor();
        let literal = self.bound_literal(arena, column, Side::Upper, &floor);
        self.make_relevant(!literal);
        // Towards zero first.
        self.branch_next.push(if floor.is_negative() { !literal } else { literal });
        Ok(Final::Continue)
    }

    fn add_consequence(&mut self, literal: Lit, hypotheses: &[Lit], certificate: crate::proof::Certificate) {
        let mut clause = vec![literal];
        clause.extend(hypotheses.iter().map(|h| !*h));
        self.add_lemma(&Lemma { clause, certificate });
    }
}
