//! Splits: where no variable can be eliminated exactly, a case distinction makes it so.
//!
//! For bounds `b ≤ βz` and `αz ≤ a` the term `s = βz - b` is an integer and not negative. Where it is at
//! least `(α-1)(β-1)/α`, combining the bounds is exact. Otherwise it has one of finitely many values, and
//! each makes an equation. So the first case is the large one, and the second leaves `s` bounded on both
//! sides, to be bisected:
//!
//! ```text
//! y ≤ 2z, 3z ≤ x          first 2z ≥ y + 2; then y ≤ 2z ≤ y + 1, by halves: 2z = y, 2z = y + 1
//! ```
//!
//! Any term with bounds on both sides will do for bisection; the cheapest split is taken. Its cost goes
//! down from case to case until a variable goes, so the procedure ends.

use super::eliminate::missing;
use super::{Search, Stop};
use crate::formula::{LinearTerm, Symbol};
use crate::num::Int;

/// The first case `term ≤ 0`, which is stronger than required by `relaxed`.
pub(super) struct Branch {
    pub(super) term: LinearTerm,
    pub(super) relaxed: Int,
}

/// What it takes to make the elimination of a variable exact by strengthening the bounds on one side.
struct Plan {
    /// How many values there are to distinguish.
    cost: Int,
    /// The first row to strengthen, and by how much.
    row: usize,
    by: Int,
}

impl Search<'_, '_> {
    pub(super) fn choose_branch(&mut self) -> Result<Option<Branch>, Stop> {
        let mut symbols: Vec<Symbol> =
            self.system.inequalities().iter().flat_map(|row| row.term.symbols()).collect();
        symbols.sort_unstable();
        symbols.dedup();
        let mut best: Option<Plan> = None;
        for symbol in symbols {
            for plan in self.plans(symbol)?.into_iter().flatten() {
                if best.as_ref().is_none_or(|b| plan.cost < b.cost) {
                    best = Some(plan);
                }
            }
        }
        let rows = self.system.inequalities();
        let widths = (0..rows.len()).filter_map(|i| self.system.width(i).map(|(width, _)| (width, i)));
        let narrowest = widths.min();
        Ok(match (narrowest, best) {
            (Some((width, row)), best) if best.as_ref().is_none_or(|b| width < b.cost) => {
                // The term of the row lies between -width and 0.
                let middle = width.div_floor(&Int::from(2));
                let term = (-&rows[row].term).plus_constant(&-middle);
                Some(Branch { term, relaxed: Int::ZERO })
            }
            (_, Some(Plan { row, by, .. })) => {
                let row = &rows[row];
                Some(Branch { term: row.term.plus_constant(&by), relaxed: &row.relaxed + &by })
            }
            (_, None) => None,
        })
    }

    /// For either side: strengthen each bound until its combinations with all bounds on the other are exact.
    fn plans(&mut self, symbol: Symbol) -> Result<[Option<Plan>; 2], Stop> {
        let (lower, upper) = self.bounds(symbol);
        let work = 1 + (lower.len() * upper.len()) as u64;
        let mut plans = [None, None];
        for (side, plan) in plans.iter_mut().enumerate() {
            let (these, others) = if side == 0 { (&lower, &upper) } else { (&upper, &lower) };
            let mut cost = Int::ZERO;
            for (position, this) in these {
                let needs = others.iter().map(|(_, other)| {
                    let (l, u) = if side == 0 { (this, other) } else { (other, this) };
                    missing(symbol, l, u).div_ceil(&other.term.coefficient(symbol).abs())
                });
                let by = needs.max().unwrap_or(Int::ZERO);
                if by.is_positive() {
                    cost += &by;
                    plan.get_or_insert(Plan { cost: Int::ZERO, row: *position, by });
                }
            }
            if let Some(plan) = plan {
                plan.cost = cost;
            }
        }
        self.budget.take(work)?;
        Ok(plans)
    }
}
