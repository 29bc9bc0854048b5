//! Elimination of a variable from inequalities: each lower bound combined with each upper bound.
//!
//! From `b ≤ βz` and `αz ≤ a` follows `αb ≤ βa`. Conversely, if `αb + (α-1)(β-1) ≤ βa`, then some integer `z`
//! lies between the bounds (Pugh's dark shadow); so if `α` or `β` is 1, nothing is lost:
//!
//! ```text
//! y ≤ z, 2z ≤ x         2y ≤ x         exact
//! y ≤ 2z, 3z ≤ x        3y ≤ 2x        not exact: y = 1, x = 2 leaves no z
//! ```
//!
//! If the rows are stronger than what is required, by `r` and `s`, the shadow of the rows lies within the
//! dark shadow of what is required as soon as `αr + βs ≥ (α-1)(β-1)`. That is what splits are for.

use rustc_hash::FxHashMap;

use super::model::Move;
use super::system::{Pending, Row};
use super::{Search, Stop};
use crate::formula::Symbol;
use crate::num::Int;

/// An elimination that adds more inequalities than this is put off as long as something else can be done.
const GROWTH_LIMIT: usize = 12;
/// A rational refutation is given up when the next elimination would take more combinations than this.
const RATIONAL_LIMIT: usize = 600;
/// And when all of them together have taken this many.
const RATIONAL_TOTAL: usize = 3000;

/// Inequalities with their positions.
type Bounds<'a> = Vec<(usize, &'a Row)>;

/// How a variable occurs in the inequalities.
#[derive(Clone, Copy, Default)]
struct Occurrence {
    lower: usize,
    upper: usize,
    /// How many of them have a coefficient other than 1 and -1.
    coarse_lower: usize,
    coarse_upper: usize,
}

impl Occurrence {
    fn is_exact(&self) -> bool {
        self.coarse_lower == 0 || self.coarse_upper == 0 || self.is_one_sided()
    }

    fn is_one_sided(&self) -> bool {
        self.lower == 0 || self.upper == 0
    }

    fn combinations(&self) -> usize {
        self.lower.saturating_mul(self.upper)
    }

    /// How many inequalities there are more afterwards, plus a constant of the system.
    fn growth(&self) -> (usize, usize) {
        // Subtracting could go below 0, so the rows that go are weighed on the other side.
        let gone = self.lower + self.upper;
        (self.combinations().saturating_sub(gone), usize::MAX - gone)
    }
}

impl Search<'_, '_> {
    /// Eliminates a variable for which this is exact; false if there is none.
    pub(super) fn eliminate_exactly(&mut self) -> Result<bool, Stop> {
        let occurrences = self.occurrences()?;
        let simple = occurrences.iter().filter(|(_, o)| o.is_exact()).min_by_key(|(s, o)| (o.growth(), *s));
        if let Some((symbol, occurrence)) = simple {
            // Where the inequalities would multiply, bisecting a bounded term is better, if there is one.
            if occurrence.growth().0 > GROWTH_LIMIT && self.system.has_bounded_term() {
                return Ok(false);
            }
            self.eliminate(*symbol)?;
            return Ok(true);
        }
        // By now all variables are bounded on both sides, and only strengthened rows can help.
        if self.system.inequalities().iter().any(|row| !row.relaxed.is_zero()) {
            let mut symbols: Vec<Symbol> = occurrences.keys().copied().collect();
            symbols.sort_unstable();
            for symbol in symbols {
                let (lower, upper) = self.bounds(symbol);
                let work = 1 + (lower.len() * upper.len()) as u64;
                let exact = lower
                    .iter()
                    .all(|(_, l)| upper.iter().all(|(_, u)| !missing(symbol, l, u).is_positive()));
                self.budget.take(work)?;
                if exact {
                    self.eliminate(symbol)?;
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Eliminates variables, exactly or not, in the hope of a contradiction; without one, nothing has
    /// changed.
    pub(super) fn refute_rationally(&mut self) -> Result<(), Stop> {
        let (mark, trail) = (self.derivation.mark(), self.trail.len());
        let system = self.system.clone();
        let mut total = 0;
        loop {
            if !self.system.equations().is_empty() {
                self.solve_equation()?;
                continue;
            }
            let occurrences = self.occurrences()?;
            let Some((symbol, occurrence)) = occurrences.iter().min_by_key(|(s, o)| (o.growth(), **s)) else {
                break;
            };
            total += occurrence.combinations();
            if occurrence.combinations() > RATIONAL_LIMIT || total > RATIONAL_TOTAL {
                break;
            }
            self.eliminate(*symbol)?;
        }
        self.system = system;
        self.trail.truncate(trail);
        self.derivation.rewind(mark);
        Ok(())
    }

    /// Combines every lower with every upper bound of the variable. A variable that is bounded on one side
    /// only takes its inequalities with it.
    fn eliminate(&mut self, symbol: Symbol) -> Result<(), Stop> {
        let rows = self.system.take_inequalities(symbol);
        let required = rows.iter().map(|row| row.term.plus_constant(&-&row.relaxed)).collect();
        self.trail.push(Move::Bounded { symbol, required });
        let (lower, upper): (Vec<Row>, Vec<Row>) =
            rows.into_iter().partition(|row| row.term.coefficient(symbol).is_negative());
        for l in &lower {
            for u in &upper {
                let (beta, alpha) = (-l.term.coefficient(symbol), u.term.coefficient(symbol));
                self.budget.take(1 + l.term.summands().len() as u64)?;
                let divisor = alpha.gcd(&beta);
                let (beta, alpha) = (beta.div_exact(&divisor), alpha.div_exact(&divisor));
                let term = l.term.scaled(&alpha).plus_scaled(&beta, &u.term);
                let combination = vec![(l.fact, alpha), (u.fact, beta)];
                let pending = Pending { combination, term, relaxed: Int::ZERO };
                self.system.add_inequality(pending, &mut self.derivation)?;
            }
        }
        Ok(())
    }

    /// The positions and rows of the inequalities that bound a variable from below, and from above.
    pub(super) fn bounds(&self, symbol: Symbol) -> (Bounds<'_>, Bounds<'_>) {
        let rows = self.system.inequalities().iter().enumerate();
        rows.filter(|(_, row)| row.term.mentions(symbol))
            .partition(|(_, row)| row.term.coefficient(symbol).is_negative())
    }

    fn occurrences(&mut self) -> Result<FxHashMap<Symbol, Occurrence>, Stop> {
        let rows = self.system.inequalities();
        self.budget.take(1 + rows.len() as u64 / 8)?;
        let mut occurrences: FxHashMap<Symbol, Occurrence> = FxHashMap::default();
        for (symbol, a) in rows.iter().flat_map(|row| row.term.summands()) {
            let occurrence = occurrences.entry(*symbol).or_default();
            let coarse = usize::from(!a.is_one() && *a != Int::MINUS_ONE);
            if a.is_negative() {
                occurrence.lower += 1;
                occurrence.coarse_lower += coarse;
            } else {
                occurrence.upper += 1;
                occurrence.coarse_upper += coarse;
            }
        }
        Ok(occurrences)
    }
}

/// `(α-1)(β-1) - αr - βs`: not positive if the combination of these two bounds is exact.
pub(super) fn missing(symbol: Symbol, lower: &Row, upper: &Row) -> Int {
    let (beta, alpha) = (-lower.term.coefficient(symbol), upper.term.coefficient(symbol));
    let mut missing = (&alpha - &Int::ONE) * (&beta - &Int::ONE);
    missing.add_mul(&-&alpha, &lower.relaxed);
    missing.add_mul(&-&beta, &upper.relaxed);
    missing
}
