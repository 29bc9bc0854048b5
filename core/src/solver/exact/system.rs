//! The inequalities and equations of a case, and what they say about the symbols.
//!
//! Rows are kept in their best form: coefficients are coprime, of parallel inequalities only the tightest
//! stays, opposite ones that meet become an equation:
//!
//! ```text
//! 2x - 2y ≤ 5, x - y ≤ 3          x - y ≤ 2
//! x - y ≤ 2, x - y ≥ 2            x = y + 2
//! x - y ≤ 2, x - y ≥ 3            a contradiction
//! ```
//!
//! Each row is a fact of the certificate, seen through the current coordinates: after a change of variables a
//! symbol stands for a term of the original ones. The change is unimodular, so the facts' coefficients have
//! the same gcd in either view, and a combination of rows is the same combination of facts.

use rustc_hash::FxHashMap;

use super::Stop;
use crate::formula::{LinearTerm, Symbol};
use crate::num::Int;
use crate::proof::{Combination, FactId, Line, UnfinishedCertificate};

/// `term ≤ 0` or `term = 0`.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) fact: FactId,
    pub(super) term: LinearTerm,
    /// An inequality may be stronger than what a solution must satisfy, which is `term ≤ relaxed`.
    pub(super) relaxed: Int,
}

/// A combination of facts that may become a row.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    pub(super) combination: Combination,
    pub(super) term: LinearTerm,
    pub(super) relaxed: Int,
}

impl Pending {
    pub(super) fn fact(fact: FactId, term: LinearTerm) -> Pending {
        Pending { combination: vec![(fact, Int::ONE)], term, relaxed: Int::ZERO }
    }

    /// Derives the combination, unless it is a fact already.
    fn derive(self, divisor: Int, derivation: &mut UnfinishedCertificate) -> FactId {
        match self.combination.as_slice() {
            [(fact, multiplier)] if multiplier.is_one() && divisor.is_one() => *fact,
            _ => derivation.derive(Line::Combine { combination: self.combination, divisor }),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct System {
    equations: Vec<Row>,
    inequalities: Vec<Row>,
    /// The position of the inequality with these summands.
    positions: FxHashMap<Vec<(Symbol, Int)>, usize>,
    /// What a symbol stands for, where it is not itself.
    meanings: FxHashMap<Symbol, LinearTerm>,
}

impl System {
    pub(super) fn equations(&self) -> &[Row] {
        &self.equations
    }

    pub(super) fn inequalities(&self) -> &[Row] {
        &self.inequalities
    }

    /// A term of the current coordinates in the original symbols.
    pub(super) fn in_symbols(&self, term: &LinearTerm) -> LinearTerm {
        let mut summands = Vec::new();
        for (symbol, a) in term.summands() {
            match self.meanings.get(symbol) {
                None => summands.push((*symbol, a.clone())),
                Some(meaning) => summands.extend(meaning.summands().iter().map(|(s, b)| (*s, a * b))),
            }
        }
        LinearTerm::new(summands, term.constant_part().clone())
    }

    /// From now on the symbol stands for `symbol + offset`; the offset has no constant.
    pub(super) fn change_variable(&mut self, symbol: Symbol, offset: &LinearTerm) {
        let meaning = self.in_symbols(&(&LinearTerm::symbol(symbol) + offset));
        self.meanings.insert(symbol, meaning);
        let old = &LinearTerm::symbol(symbol) - offset;
        for row in &mut self.equations {
            row.term = row.term.substitute(symbol, &old);
        }
        self.positions.clear();
        for (i, row) in self.inequalities.iter_mut().enumerate() {
            row.term = row.term.substitute(symbol, &old);
            self.positions.insert(row.term.summands().to_vec(), i);
        }
    }

    pub(super) fn add_equation(
        &mut self,
        pending: Pending,
        derivation: &mut UnfinishedCertificate,
    ) -> Result<(), Stop> {
        let content = pending.term.content();
        if !content.divides(pending.term.constant_part()) {
            // This covers a constant other than 0, whose content is 0.
            return Err(Stop::Conflict(pending.combination, content));
        }
        if !pending.term.is_constant() {
            let term = pending.term.div_exact(&content);
            let fact = pending.derive(content, derivation);
            self.equations.push(Row { fact, term, relaxed: Int::ZERO });
        }
        Ok(())
    }

    pub(super) fn add_inequality(
        &mut self,
        pending: Pending,
        derivation: &mut UnfinishedCertificate,
    ) -> Result<(), Stop> {
        let content = pending.term.content();
        let constant = pending.term.constant_part();
        if content.is_zero() {
            let contradictory = constant.is_positive();
            return if contradictory { Err(Stop::Conflict(pending.combination, Int::ZERO)) } else { Ok(()) };
        }
        let strong = constant.div_ceil(&content);
        let required = (constant - &pending.relaxed).div_ceil(&content);
        let summands = pending.term.with_constant(Int::ZERO).div_exact(&content);
        let position = self.positions.get(summands.summands()).copied();
        if let Some(position) = position {
            // The tighter of the two is the row; what is required is required by either.
            let row = &mut self.inequalities[position];
            let required = required.max(row.term.constant_part() - &row.relaxed);
            if strong <= *row.term.constant_part() {
                row.relaxed = row.term.constant_part() - &required;
                return Ok(());
            }
            row.relaxed = &strong - &required;
            row.term = summands.with_constant(strong);
            row.fact = pending.derive(content, derivation);
            self.meet_opposite(position, derivation)
        } else {
            let position = self.inequalities.len();
            self.positions.insert(summands.summands().to_vec(), position);
            let relaxed = &strong - &required;
            let fact = pending.derive(content, derivation);
            self.inequalities.push(Row { fact, term: summands.with_constant(strong), relaxed });
            self.meet_opposite(position, derivation)
        }
    }

    /// The width of the interval of a row's term, and the position of the row that bounds it on the other
    /// side.
    pub(super) fn width(&self, position: usize) -> Option<(Int, usize)> {
        let term = &self.inequalities[position].term;
        let opposite = *self.positions.get((-term).summands())?;
        Some((-(term.constant_part() + self.inequalities[opposite].term.constant_part()), opposite))
    }

    /// Is some row's term bounded on both sides?
    pub(super) fn has_bounded_term(&self) -> bool {
        (0..self.inequalities.len()).any(|i| self.width(i).is_some())
    }

    fn meet_opposite(&mut self, position: usize, derivation: &mut UnfinishedCertificate) -> Result<(), Stop> {
        let Some((width, opposite)) = self.width(position) else { return Ok(()) };
        let (upper, lower) = (self.inequalities[position].fact, self.inequalities[opposite].fact);
        if width.is_negative() {
            let combination = vec![(upper, Int::ONE), (lower, Int::ONE)];
            return Err(Stop::Conflict(combination, Int::ZERO));
        }
        if width.is_zero() {
            let fact = derivation.derive(Line::Equate { upper, lower });
            let term = self.inequalities[position].term.clone();
            self.equations.push(Row { fact, term, relaxed: Int::ZERO });
            self.remove(position.max(opposite));
            self.remove(position.min(opposite));
        }
        Ok(())
    }

    /// Takes out the inequalities that mention a symbol.
    pub(super) fn take_inequalities(&mut self, symbol: Symbol) -> Vec<Row> {
        let mut taken = Vec::new();
        for position in (0..self.inequalities.len()).rev() {
            if self.inequalities[position].term.mentions(symbol) {
                taken.push(self.remove(position));
            }
        }
        taken.reverse();
        taken
    }

    /// Takes out the equation at this position.
    pub(super) fn take_equation(&mut self, position: usize) -> Row {
        self.equations.swap_remove(position)
    }

    /// Takes out the equations that mention a symbol.
    pub(super) fn take_equations(&mut self, symbol: Symbol) -> Vec<Row> {
        let (taken, kept) =
            std::mem::take(&mut self.equations).into_iter().partition(|row| row.term.mentions(symbol));
        self.equations = kept;
        taken
    }

    fn remove(&mut self, position: usize) -> Row {
        let row = self.inequalities.swap_remove(position);
        self.positions.remove(row.term.summands());
        if let Some(moved) = self.inequalities.get(position)
            && let Some(place) = self.positions.get_mut(moved.term.summands())
        {
            *place = position;
        }
        row
    }
}
