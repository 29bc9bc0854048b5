//! Equations: solved for a variable, after changes of variables where no coefficient is a unit.
//!
//! With a coefficient 1 or -1 the equation gives the variable's value, and adding a multiple of it to
//! another row removes the variable there. Otherwise take the smallest coefficient and put a
//! new variable in the place of its own, so that the others shrink below half of it (Euclid's algorithm on
//! coefficients; Knuth, *The Art of Computer Programming*, vol. 2, 4.5.2):
//!
//! ```text
//! 3x + 5y + 14z = 7                 p = x + 2y + 5z
//! 3p - y - z = 7                    y = 3p - z - 7
//! ```
//!
//! The new variable takes the old one's symbol. It is an integer whenever the original symbols are, and the
//! other way round, so nothing is lost and the certificate has nothing to say about it.

use super::model::Move;
use super::system::{Pending, Row};
use super::{Search, Stop};
use crate::formula::{LinearTerm, Symbol};
use crate::num::Int;

impl Search<'_, '_> {
    /// Solves one equation, or brings it nearer to a unit coefficient.
    pub(super) fn solve_equation(&mut self) -> Result<(), Stop> {
        // The equation with the smallest coefficient; among those the shortest.
        let measure = |row: &Row| {
            let smallest = row.term.summands().iter().map(|(_, a)| a.abs()).min();
            (smallest, row.term.summands().len())
        };
        let equations = self.system.equations();
        self.budget.take(equations.len() as u64)?;
        let best = equations.iter().enumerate().min_by_key(|(_, row)| measure(row));
        let Some((position, row)) = best else { return Ok(()) };
        let units: Vec<Symbol> =
            row.term.summands().iter().filter(|(_, a)| a.abs().is_one()).map(|(s, _)| *s).collect();
        let Some(symbol) = self.least_frequent(&units) else {
            let (symbol, offset) = shrinking_change(&row.term);
            self.budget.take(self.system.inequalities().len() as u64)?;
            self.system.change_variable(symbol, &offset);
            self.trail.push(Move::Changed { symbol, offset });
            return Ok(());
        };
        let equation = self.system.take_equation(position);
        let unit = equation.term.coefficient(symbol);
        let rest = equation.term.substitute(symbol, &LinearTerm::zero());
        self.trail.push(Move::Solved { symbol, value: rest.scaled(&-&unit) });
        for row in self.system.take_equations(symbol) {
            let pending = self.without(symbol, &unit, &equation, &row)?;
            self.system.add_equation(pending, &mut self.derivation)?;
        }
        for row in self.system.take_inequalities(symbol) {
            let pending = self.without(symbol, &unit, &equation, &row)?;
            self.system.add_inequality(pending, &mut self.derivation)?;
        }
        Ok(())
    }

    /// The row plus the multiple of the equation that removes the symbol.
    fn without(&mut self, symbol: Symbol, unit: &Int, equation: &Row, row: &Row) -> Result<Pending, Stop> {
        self.budget.take(1 + equation.term.summands().len() as u64)?;
        let multiplier = -(row.term.coefficient(symbol) * unit);
        Ok(Pending {
            term: row.term.plus_scaled(&multiplier, &equation.term),
            combination: vec![(row.fact, Int::ONE), (equation.fact, multiplier)],
            relaxed: row.relaxed.clone(),
        })
    }

    /// The symbol that the fewest rows mention.
    fn least_frequent(&self, symbols: &[Symbol]) -> Option<Symbol> {
        if let [] | [_] = symbols {
            return symbols.first().copied();
        }
        let rows = || self.system.equations().iter().chain(self.system.inequalities());
        // Counting them all is not worth it for a long equation.
        let candidates = symbols.iter().take(8);
        candidates.min_by_key(|s| rows().filter(|row| row.term.mentions(**s)).count()).copied()
    }
}

/// For `Σ aᵢxᵢ` with the smallest coefficient `aₖ`: `xₖ`, and the sum of `qᵢxᵢ` where `qᵢ` is `aᵢ/aₖ`,
/// rounded to the nearest integer.
fn shrinking_change(term: &LinearTerm) -> (Symbol, LinearTerm) {
    let mut smallest = &term.summands()[0];
    for summand in term.summands() {
        if summand.1.abs() < smallest.1.abs() {
            smallest = summand;
        }
    }
    let (symbol, divisor) = smallest;
    let two = Int::from(2);
    let nearest = |a: &Int| (a * &two + divisor.abs()).div_floor(&(divisor.abs() * &two));
    let quotients = term.summands().iter().filter(|(s, _)| s != symbol).map(|(s, a)| {
        let quotient = nearest(a);
        (*s, if divisor.is_negative() { -quotient } else { quotient })
    });
    (*symbol, LinearTerm::new(quotients, Int::ZERO))
}
