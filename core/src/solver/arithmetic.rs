//! The theory of linear integer arithmetic: simplex over bounds, explanations, and integer reasoning.
//!
//! Every atom is a bound on a column of the tableau (Dutertre and de Moura, CAV'06): `x + 2y ≤ 7` bounds the
//! column of the form `x + 2y`. Forms have coprime integer coefficients, so bounds are integers and strict
//! inequalities do not exist.

mod bounds;
mod columns;
mod cut;
mod diophantine;
mod lemma;
mod propagation;
mod rows;
mod simplex;
mod tableau;

use rustc_hash::FxHashMap;

use super::literal::Lit;
use crate::formula::{LinearTerm, Symbol};
use crate::num::{Int, Rational};
use bounds::Bound;
pub(super) use bounds::BoundSide;
pub(super) use columns::Atom;
pub(super) use diophantine::Finding;
pub(super) use lemma::Lemma;
pub(super) use propagation::Implied;
pub(super) use tableau::Column;
use tableau::Tableau;

/// The state of the arithmetic solver.
#[derive(Clone, Debug, Default)]
pub(super) struct Arithmetic {
    tableau: Tableau,
    rows: rows::Rows,
    /// What each column stands for: an unknown, or a form over unknowns.
    forms: Vec<LinearTerm>,
    by_form: FxHashMap<LinearTerm, Column>,
    values: Vec<Rational>,
    lower: Vec<Option<Bound>>,
    upper: Vec<Option<Bound>>,
    /// Earlier bounds, to be restored on backtracking.
    undo: Vec<(Column, BoundSide, Option<Bound>)>,
    /// For each column, the literals that mean `column ≤ k`, by `k`.
    at_most: Vec<Vec<(Int, Lit)>>,
    /// For each column, the literals that mean `column = v`, by `v`.
    equal: Vec<Vec<(Int, Lit)>>,
    /// Steps of work with very long numbers that no budget has been asked for yet.
    unpaid: u64,
    /// Basic columns whose value may violate a bound.
    suspects: simplex::Suspects,
    /// Rows with a bound that is new since the last propagation.
    touched: propagation::Touched,
    /// Literals that follow from the bounds, for the search to fetch.
    pub(super) implied: Vec<propagation::Implied>,
    /// Pivots since the beginning.
    pub(super) pivots: u64,
}

impl Arithmetic {
    /// The unknowns and their values; all are integers after a successful final check.
    pub(super) fn unknowns(&self) -> impl Iterator<Item = (Symbol, &Rational)> {
        self.forms.iter().zip(&self.values).filter_map(|(form, value)| Some((form.as_symbol()?, value)))
    }
}
