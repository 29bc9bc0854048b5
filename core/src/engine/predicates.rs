//! The predicates by which relation symbols are approximated: the mapping Π of CAV'13, Fig. 3.
//!
//! An interpolant is taken apart first. The abstraction knows which predicates hold and nothing of how they
//! combine, so `X = Y ∧ Z ≥ 0` is worth no more than `X ≤ Y`, `X ≥ Y` and `Z ≥ 0` together, while each of the
//! three may hold where the others do not.

use serde::{Deserialize, Serialize};

use crate::formula::{Arena, Formula, Node};
use crate::horn::{ClauseSystem, SystemRelationId};
use crate::solver::{Answer, Budget, Solver, Unknown};

/// A predicate of a relation symbol, counted over all of them in the order in which they were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PredicateId(pub u32);

impl PredicateId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A formula over the parameters of a relation symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Predicate {
    pub relation: SystemRelationId,
    pub formula: Formula,
}

/// All predicates so far. They are only ever added.
#[derive(Clone, Debug, Default)]
pub struct Predicates {
    all: Vec<Predicate>,
    of: Vec<Vec<PredicateId>>,
    /// Compares predicates. Nothing is asserted in it.
    solver: Solver,
}

impl Predicates {
    pub(super) fn new(system: &ClauseSystem) -> Predicates {
        Predicates { of: vec![Vec::new(); system.relations().len()], ..Predicates::default() }
    }

    pub fn get(&self, id: PredicateId) -> Predicate {
        self.all[id.index()]
    }

    /// The predicates of a relation symbol, oldest first.
    pub fn of(&self, relation: SystemRelationId) -> &[PredicateId] {
        &self.of[relation.index()]
    }

    pub fn iter(&self) -> impl Iterator<Item = (PredicateId, Predicate)> + '_ {
        self.all.iter().enumerate().map(|(i, p)| (PredicateId(i as u32), *p))
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Adds the parts of a formula that say something new; returns those.
    pub(super) fn add(
        &mut self,
        arena: &mut Arena,
        relation: SystemRelationId,
        formula: Formula,
        budget: &mut Budget,
    ) -> Result<Vec<PredicateId>, Unknown> {
        // First look, then add: all parts, or none if the budget ends.
        let mut new: Vec<Formula> = Vec::new();
        for part in parts(arena, formula) {
            if !self.covers(arena, relation, part, &new, budget)? {
                new.push(part);
            }
        }
        let mut added = Vec::new();
        for part in new {
            let id = PredicateId(self.all.len() as u32);
            self.all.push(Predicate { relation, formula: part });
            self.of[relation.index()].push(id);
            added.push(id);
        }
        Ok(added)
    }

    /// Is there an equivalent predicate, or does the formula say nothing?
    fn covers(
        &mut self,
        arena: &mut Arena,
        relation: SystemRelationId,
        formula: Formula,
        others: &[Formula],
        budget: &mut Budget,
    ) -> Result<bool, Unknown> {
        let mut known: Vec<Formula> =
            self.of[relation.index()].iter().map(|p| self.get(*p).formula).collect();
        known.extend(others);
        if known.contains(&formula) {
            return Ok(true);
        }
        let literal = arena.node(formula).is_literal();
        if !literal && self.contradict(arena, &[!formula], budget)? {
            return Ok(true);
        }
        for other in known {
            // Literals are canonical: two different ones are hardly ever equivalent.
            if (!literal || !arena.node(other).is_literal())
                && self.contradict(arena, &[formula, !other], budget)?
                && self.contradict(arena, &[!formula, other], budget)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn contradict(
        &mut self,
        arena: &mut Arena,
        formulae: &[Formula],
        budget: &mut Budget,
    ) -> Result<bool, Unknown> {
        match self.solver.check(arena, formulae, budget) {
            Answer::Sat(_) => Ok(false),
            Answer::Unsat(_) => Ok(true),
            Answer::Unknown(reason) => Err(reason),
        }
    }
}

/// The conjuncts of a formula, with inequalities for equations. The constants say nothing: where `false` is
/// an interpolant, the abstraction finds the contradiction by itself.
fn parts(arena: &mut Arena, formula: Formula) -> Vec<Formula> {
    let mut found = Vec::new();
    for part in arena.nested_conjuncts(formula) {
        match arena.node(part) {
            Node::False => {}
            Node::Eq(term) => {
                let term = term.clone();
                found.extend([arena.le(&term), arena.le(&-&term)]);
            }
            _ => found.push(part),
        }
    }
    found
}
