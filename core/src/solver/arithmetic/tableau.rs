//! The tableau of the simplex method: rows `Σ aⱼxⱼ = 0` with integer coefficients, one basic column each.
//!
//! A column is an unknown or a linear form over unknowns. The form `s = x + 2y` starts as the row
//! `x + 2y - s = 0` with `s` basic; pivoting exchanges a basic column for another one of its row. Integer
//! rows need no rationals: the value of a basic column is the only quotient.

use crate::num::Int;
use crate::order::sort_by_key;

/// A column of the tableau.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::solver) struct Column(pub(in crate::solver) u32);

impl Column {
    #[inline]
    pub(in crate::solver) fn index(self) -> usize {
        self.0 as usize
    }
}

/// `Σ aⱼxⱼ = 0`, sorted by column.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) entries: Vec<(Column, Int)>,
    pub(super) basic: Column,
    /// The coefficient of the basic column.
    pub(super) pivot: Int,
}

impl Row {
    pub(super) fn coefficient(&self, column: Column) -> Option<&Int> {
        self.entries.binary_search_by_key(&column, |(c, _)| *c).ok().map(|i| &self.entries[i].1)
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Tableau {
    pub(super) rows: Vec<Row>,
    /// For each column the rows it occurs in, in no particular order.
    pub(super) occurrences: Vec<Vec<u32>>,
    /// For each column the row in which it is basic.
    pub(super) basic_in: Vec<Option<u32>>,
}

impl Tableau {
    pub(super) fn add_column(&mut self) -> Column {
        self.occurrences.push(Vec::new());
        self.basic_in.push(None);
        Column(self.occurrences.len() as u32 - 1)
    }

    pub(super) fn column_count(&self) -> usize {
        self.occurrences.len()
    }

    /// Adds the row `Σ form - s = 0` for a new column `s`, which becomes basic in it. Returns the work done.
    pub(super) fn define(&mut self, column: Column, form: &[(Column, Int)]) -> u64 {
        let mut entries: Vec<(Column, Int)> = form.to_vec();
        entries.push((column, Int::MINUS_ONE));
        sort_by_key(&mut entries, |(c, _)| *c);
        let mut work = entries.len() as u64;
        // Only the new column may be basic: replace the others by their rows.
        let basic: Vec<u32> = form.iter().filter_map(|(c, _)| self.basic_in[c.index()]).collect();
        for r in basic {
            let row = &self.rows[r as usize];
            if let Ok(i) = entries.binary_search_by_key(&row.basic, |(c, _)| *c) {
                let a = entries[i].1.clone();
                work += (entries.len() + row.entries.len()) as u64;
                entries = eliminated(&entries, &a, &row.entries, &row.pivot);
            }
        }
        let id = self.rows.len() as u32;
        for (c, _) in &entries {
            self.occurrences[c.index()].push(id);
        }
        self.basic_in[column.index()] = Some(id);
        let mut row = Row { entries, basic: column, pivot: Int::MINUS_ONE };
        row.pivot = row.coefficient(column).cloned().unwrap_or(Int::MINUS_ONE);
        self.rows.push(row);
        work
    }

    /// Drops the rows of those basic columns that are not to be kept.
    pub(super) fn retain(&mut self, mut keep: impl FnMut(Column) -> bool) {
        self.rows.retain(|row| keep(row.basic));
        self.occurrences.iter_mut().for_each(Vec::clear);
        self.basic_in.iter_mut().for_each(|b| *b = None);
        for (i, row) in self.rows.iter().enumerate() {
            self.basic_in[row.basic.index()] = Some(i as u32);
            for (column, _) in &row.entries {
                self.occurrences[column.index()].push(i as u32);
            }
        }
    }

    /// Makes `entering` basic in the row, and eliminates it from all other rows. Returns the work done.
    pub(super) fn pivot(&mut self, r: u32, entering: Column) -> u64 {
        let leaving = self.rows[r as usize].basic;
        self.basic_in[leaving.index()] = None;
        self.basic_in[entering.index()] = Some(r);
        let pivot_row = {
            let row = &mut self.rows[r as usize];
            row.basic = entering;
            row.pivot = row.coefficient(entering).cloned().unwrap_or(Int::ONE);
            std::mem::take(&mut row.entries)
        };
        let pivot = self.rows[r as usize].pivot.clone();
        let others = std::mem::take(&mut self.occurrences[entering.index()]);
        let mut work = 0;
        for &i in &others {
            if i == r {
                continue;
            }
            let row = &mut self.rows[i as usize];
            let Some(a) = row.coefficient(entering).cloned() else { continue };
            let entries = eliminated(&row.entries, &a, &pivot_row, &pivot);
            work += (row.entries.len() + pivot_row.len()) as u64;
            let old = std::mem::replace(&mut row.entries, entries);
            if let Some(p) = row.coefficient(row.basic).cloned() {
                row.pivot = p;
            }
            // Keep the occurrence lists in step with what appeared and what vanished.
            let new = &self.rows[i as usize].entries;
            let (mut x, mut y) = (0, 0);
            while x < old.len() || y < new.len() {
                let a = old.get(x).map(|e| e.0);
                let b = new.get(y).map(|e| e.0);
                if a == b {
                    (x, y) = (x + 1, y + 1);
                } else if b.is_none() || a.is_some_and(|a| Some(a) < b) {
                    let gone = old[x].0;
                    if gone != entering {
                        let list = &mut self.occurrences[gone.index()];
                        if let Some(at) = list.iter().position(|o| *o == i) {
                            list.swap_remove(at);
                        }
                    }
                    x += 1;
                } else {
                    self.occurrences[new[y].0.index()].push(i);
                    y += 1;
                }
            }
        }
        self.rows[r as usize].entries = pivot_row;
        self.occurrences[entering.index()] = vec![r];
        work
    }
}

/// `p·target - a·source` without its common factor, where `a` and `p` are the coefficients of the column
/// to eliminate in target and source.
fn eliminated(target: &[(Column, Int)], a: &Int, source: &[(Column, Int)], p: &Int) -> Vec<(Column, Int)> {
    let g = a.gcd(p);
    let (mut keep, mut take) = (p.div_exact(&g), -a.div_exact(&g));
    if keep.is_negative() {
        (keep, take) = (-keep, -take);
    }
    let mut result: Vec<(Column, Int)> = Vec::with_capacity(target.len() + source.len());
    let (mut x, mut y) = (0, 0);
    while x < target.len() || y < source.len() {
        let left = target.get(x).map(|e| e.0);
        let right = source.get(y).map(|e| e.0);
        let (column, value) = if right.is_none() || left.is_some_and(|l| Some(l) < right) {
            x += 1;
            (target[x - 1].0, &target[x - 1].1 * &keep)
        } else if left.is_none() || left > right {
            y += 1;
            (source[y - 1].0, &source[y - 1].1 * &take)
        } else {
            (x, y) = (x + 1, y + 1);
            let mut sum = &target[x - 1].1 * &keep;
            sum.add_mul(&source[y - 1].1, &take);
            (target[x - 1].0, sum)
        };
        if !value.is_zero() {
            result.push((column, value));
        }
    }
    if !keep.is_one() {
        let mut content = Int::ZERO;
        for (_, v) in &result {
            content = content.gcd(v);
            if content.is_one() {
                return result;
            }
        }
        for (_, v) in &mut result {
            *v = v.div_exact(&content);
        }
    }
    result
}
