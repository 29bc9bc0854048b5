//! What a guard says about all rounds but the last: `∀ t. 0 ≤ t < count → guard(x + t·step)`.
//!
//! ```text
//! x < 50, step 1     count ≤ 0 ∨ x + count - 1 < 50        its ends suffice
//! x ≠ 0, step -1     count ≤ 0 ∨ x < 0 ∨ x ≥ count         by elimination of t
//! ```
//!
//! A conjunction of inequalities holds in between if it holds at both ends. For disequations, divisibilities
//! and disjunctions the quantifier is eliminated. Both are exact.

use crate::elimination::eliminate_forall;
use crate::formula::{Arena, Formula, LinearTerm, Node, Sort, Substitution, Symbol};
use crate::num::Int;
use crate::solver::{Budget, Unknown};

/// A guard along a line: what is asked of the values `start + t·step` of the symbols for `0 ≤ t < count`.
pub(super) struct Line<'a> {
    pub(super) symbols: &'a [Symbol],
    pub(super) start: &'a [LinearTerm],
    pub(super) step: &'a [Int],
    pub(super) count: &'a LinearTerm,
}

impl Line<'_> {
    /// The guard at `start + t·step`.
    fn at(&self, arena: &mut Arena, guard: Formula, t: &LinearTerm) -> Formula {
        let mut values = Substitution::new();
        for ((symbol, start), step) in self.symbols.iter().zip(self.start).zip(self.step) {
            values.term(*symbol, start.plus_scaled(step, t));
        }
        values.apply(arena, guard)
    }

    /// The guard everywhere on the line.
    pub(super) fn all(
        &self,
        arena: &mut Arena,
        guard: Formula,
        budget: &mut Budget,
    ) -> Result<Formula, Unknown> {
        let none = arena.le(self.count);
        let last = self.count.plus_constant(&Int::MINUS_ONE);
        let mut parts = Vec::new();
        for part in arena.nested_conjuncts(guard) {
            budget.take(1)?;
            let first = self.at(arena, part, &LinearTerm::zero());
            let is_convex = matches!(arena.node(part), Node::Le(_) | Node::Eq(_) | Node::True | Node::False);
            if is_convex {
                let last = self.at(arena, part, &last);
                parts.push(arena.and([first, last]));
                continue;
            }
            let t = arena.fresh_symbol("t", Sort::Int);
            let term = LinearTerm::symbol(t);
            let somewhere = self.at(arena, part, &term);
            if somewhere == first {
                parts.push(first);
                continue;
            }
            let low = arena.at_most(&LinearTerm::zero(), &term);
            let high = arena.less(&term, self.count);
            let inside = arena.and([low, high]);
            let held = arena.implies(inside, somewhere);
            parts.push(eliminate_forall(arena, held, &[t], budget)?);
        }
        let all = arena.and(parts);
        Ok(arena.or([none, all]))
    }
}
