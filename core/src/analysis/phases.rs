//! Phases of a loop: what holds after rounds of one kind. Loops with phases are those of Sharma, Dillig,
//! Dillig and Aiken (CAV 2011), who split them by predicates; this is a way of our own.
//!
//! Bounds and equations are computed for each clause by itself, from what its body atoms can have been
//! derived by. So a loop with phases has them apart:
//!
//! ```text
//! p(0, 0).   p(X + 1, Y + 1) :- p(X, Y), X < 5.   p(X + 1, Y - 1) :- p(X, Y), X >= 5.
//! Y = X ∧ X ≤ 5;  X + Y = 10 ∧ X ≥ 6
//! ```

use super::affine::{hulls, integers, term};
use super::bounds::AllBounds;
use super::places::Places;
use crate::formula::{Arena, Formula, LinearTerm, Symbol};
use crate::horn::{ClauseSystem, SystemRelationId};
use crate::solver::{Budget, Unknown};
use crate::space::Space;

/// What is known for each clause.
#[derive(Debug)]
pub(super) struct Phases {
    places: Places,
    bounds: AllBounds,
    known: Option<Vec<Vec<LinearTerm>>>,
    hulls: Vec<Space>,
}

impl Phases {
    /// Nothing is known yet. `None` if there are too many ways to use clauses.
    pub(super) fn new(arena: &mut Arena, system: &ClauseSystem) -> Option<Phases> {
        let places = Places::of_clauses(arena, system)?;
        Some(Phases { places, bounds: AllBounds::default(), known: None, hulls: Vec::new() })
    }

    /// Goes on with finding out what holds after each clause.
    pub(super) fn search(
        &mut self,
        arena: &mut Arena,
        system: &mut ClauseSystem,
        budget: &mut Budget,
    ) -> Result<(), Unknown> {
        let Phases { places, bounds, known, hulls: spaces } = self;
        if known.is_none() {
            bounds.search(arena, system, places, budget)?;
        }
        let known = known.get_or_insert_with(|| bounds.known());
        hulls(arena, system, places, known, spaces, budget)
    }

    /// What holds after some kind of round of a loop, over the parameters of its head: equations, then
    /// bounds.
    pub(super) fn of_loop(
        &self,
        arena: &mut Arena,
        system: &mut ClauseSystem,
        head: SystemRelationId,
        components: &[usize],
    ) -> Vec<Formula> {
        let inside = |r: SystemRelationId| components[r.index()] == components[head.index()];
        let parameters: Vec<Symbol> = integers(arena, system[head].parameters()).collect();
        let rounds = (0..self.places.relations.len()).filter(|place| {
            let is_round = self.places.clauses[*place].body.iter().any(|a| inside(a.relation));
            self.places.relations[*place] == head && is_round && !self.hulls[*place].is_zero()
        });
        let rounds: Vec<usize> = rounds.collect();
        let mut found = Vec::new();
        for place in &rounds {
            let equations = self.hulls[*place].orthogonal();
            found.extend(equations.iter().map(|v| arena.eq(&term(&parameters, v))));
        }
        for place in &rounds {
            let bounds = self.known.as_ref().map_or(&[][..], |known| &known[*place]);
            found.extend(bounds.iter().map(|t| arena.le(&-t)));
        }
        let mut seen = Vec::new();
        found.retain(|f| {
            !seen.contains(f) && {
                seen.push(*f);
                true
            }
        });
        found
    }
}
