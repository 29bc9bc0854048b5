//! Rows on demand: a form has a row in the tableau only while its bounds matter.
//!
//! A long-lived solver hears of many forms, but each query bounds only some of them. A row is made when its
//! form gets its first bound, and goes when no query has asked for it for a while: pivots then pass it by.

use super::{Arithmetic, Column};
use crate::formula::LinearTerm;
use crate::num::{Int, Rational};

/// A form that was not bounded in this many queries loses its row.
const IDLE_QUERIES: u64 = 16;
/// Fewer rows than this are no burden.
const FEW_ROWS: usize = 32;

/// Which columns are in the tableau, and when they were bounded last.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    present: Vec<bool>,
    last_bounded: Vec<u64>,
    query: u64,
}

impl Rows {
    /// A new column; unknowns are always present.
    pub(super) fn add(&mut self, present: bool) {
        self.present.push(present);
        self.last_bounded.push(0);
    }
}

impl Arithmetic {
    /// Makes sure that the tableau knows a column which is about to be bounded.
    pub(super) fn need_row(&mut self, column: Column) {
        self.rows.last_bounded[column.index()] = self.rows.query;
        if std::mem::replace(&mut self.rows.present[column.index()], true) {
            return;
        }
        let form = self.forms[column.index()].clone();
        let mut parts: Vec<(Column, Int)> = Vec::with_capacity(form.summands().len());
        let mut value = Rational::zero();
        for (symbol, a) in form.summands() {
            let part = self.column(&LinearTerm::symbol(*symbol));
            value = &value + &(&self.values[part.index()] * a);
            parts.push((part, a.clone()));
        }
        self.values[column.index()] = value;
        self.tableau.define(column, &parts);
    }

    /// Begins a query, with all bounds but the permanent ones undone: drops the rows that have been idle.
    pub(in crate::solver) fn begin_query(&mut self) {
        self.rows.query += 1;
        if self.tableau.rows.len() < FEW_ROWS || !self.rows.query.is_multiple_of(IDLE_QUERIES) {
            return;
        }
        let (lower, upper, forms, rows) = (&self.lower, &self.upper, &self.forms, &mut self.rows);
        self.tableau.retain(|column| {
            let i = column.index();
            let keep = lower[i].is_some()
                || upper[i].is_some()
                || forms[i].as_symbol().is_some()
                || rows.last_bounded[i] + IDLE_QUERIES >= rows.query;
            rows.present[i] &= keep;
            keep
        });
        self.touched.clear();
    }
}
