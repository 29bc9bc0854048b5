//! Transition relations: what a step may do to the values of some symbols (thesis, Sect. 4.2).
//!
//! ```text
//! x < 50 ∧ x' = x + 1        before: x, after: x'
//! ```
//!
//! All other symbols of the formula are the relation's own: there are values for them. Relations compose, and
//! what is between is eliminated, exactly.

use crate::elimination::eliminate;
use crate::formula::{Arena, Formula, LinearTerm, Node, Sort, Substitution, Symbol};
use crate::order::Set;
use crate::solver::{Budget, Unknown};

/// A relation between values before and after a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transition {
    pub before: Vec<Symbol>,
    /// None of them is among those before.
    pub after: Vec<Symbol>,
    pub formula: Formula,
}

/// A relation over other symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Renamed {
    pub(crate) formula: Formula,
    /// From the symbols of the relation to those of the copy.
    pub(crate) symbols: Vec<(Symbol, Symbol)>,
}

impl Transition {
    /// The symbols that are neither before nor after, sorted.
    pub(crate) fn own(&self, arena: &Arena) -> Vec<Symbol> {
        let ends: Set<Symbol> = self.before.iter().chain(&self.after).copied().collect();
        arena.symbols_of(self.formula).into_iter().filter(|s| !ends.contains(s)).collect()
    }

    /// The same relation between other symbols; what is its own is fresh.
    pub(crate) fn renamed(&self, arena: &mut Arena, before: &[Symbol], after: &[Symbol]) -> Renamed {
        let ends = self.before.iter().chain(&self.after).copied();
        let mut symbols: Vec<(Symbol, Symbol)> = ends.zip(before.iter().chain(after).copied()).collect();
        for own in self.own(arena) {
            symbols.push((own, arena.fresh_like(own)));
        }
        let renaming = Substitution::renaming_pairs(arena, symbols.iter().copied());
        Renamed { formula: renaming.apply(arena, self.formula), symbols }
    }

    /// One step after the other, with nothing but the ends left; `None` if there is no step.
    pub fn composed(
        arena: &mut Arena,
        steps: &[&Transition],
        budget: &mut Budget,
    ) -> Result<Option<Transition>, Unknown> {
        let (Some(first), Some(last)) = (steps.first(), steps.last()) else { return Ok(None) };
        let before: Vec<Symbol> = first.before.iter().map(|s| arena.fresh_like(*s)).collect();
        let after: Vec<Symbol> = last.after.iter().map(|s| arena.fresh_like(*s)).collect();
        let mut here = before.clone();
        let mut parts = Vec::with_capacity(steps.len());
        for (i, step) in steps.iter().enumerate() {
            let there = if i + 1 == steps.len() {
                after.clone()
            } else {
                step.after.iter().map(|s| arena.fresh_like(*s)).collect()
            };
            parts.push(step.renamed(arena, &here, &there).formula);
            here = there;
        }
        let whole = Transition { before, after, formula: arena.and(parts) };
        let own = whole.own(arena);
        let formula = eliminate(arena, whole.formula, &own, budget)?;
        Ok(Some(Transition { formula, ..whole }))
    }

    /// Nothing changes.
    pub(crate) fn identity(&self, arena: &mut Arena) -> Formula {
        let pairs: Vec<Formula> =
            self.before.iter().zip(&self.after).map(|(a, b)| equal(arena, *a, *b)).collect();
        arena.and(pairs)
    }
}

/// Two symbols of the same sort have the same value.
pub(crate) fn equal(arena: &mut Arena, a: Symbol, b: Symbol) -> Formula {
    match arena.sort(a) {
        Sort::Int => arena.equal(&LinearTerm::symbol(a), &LinearTerm::symbol(b)),
        Sort::Bool => {
            let (a, b) = (arena.boolean(a), arena.boolean(b));
            arena.iff(a, b)
        }
    }
}

/// A formula about a relation for human eyes: values before it have the names of the parameters, those after
/// it the same names with a prime.
pub fn with_primes(
    arena: &mut Arena,
    formula: Formula,
    relation: &Transition,
    parameters: &[Symbol],
) -> Formula {
    let primed = primed(arena, parameters);
    let from: Vec<Symbol> = relation.before.iter().chain(&relation.after).copied().collect();
    let to: Vec<Symbol> = parameters.iter().copied().chain(primed).collect();
    arena.renamed(formula, &from, &to)
}

/// The symbols with the names of these and a prime.
pub(crate) fn primed(arena: &mut Arena, symbols: &[Symbol]) -> Vec<Symbol> {
    let primed = |symbol: &Symbol| {
        let (name, sort) = (format!("{}'", arena.name(*symbol)), arena.sort(*symbol));
        arena.symbol(&name, sort)
    };
    symbols.iter().map(primed).collect()
}

/// The formula as a disjunction of conjunctions of literals, with `x ≠ t` as two cases; `None` if there are
/// more than the limit.
pub(crate) fn cases(arena: &mut Arena, formula: Formula, limit: usize) -> Option<Vec<Formula>> {
    let mut done = Vec::new();
    let mut open = vec![formula];
    while let Some(case) = open.pop() {
        if done.len() + open.len() >= limit {
            return None;
        }
        let parts = arena.nested_conjuncts(case);
        let split = parts.iter().position(|p| matches!(arena.node(*p), Node::Or(_) | Node::Ne(_)));
        let Some(at) = split else {
            if case != arena.false_() {
                done.push(case);
            }
            continue;
        };
        let ways: Vec<Formula> = match arena.node(parts[at]).clone() {
            Node::Or(children) => children.to_vec(),
            Node::Ne(term) => {
                let one = LinearTerm::constant(1);
                vec![arena.le(&(&term + &one)), arena.le(&(&one - &term))]
            }
            _ => Vec::new(),
        };
        for way in ways.into_iter().rev() {
            let others = parts.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, p)| *p);
            let all: Vec<Formula> = others.chain([way]).collect();
            open.push(arena.and(all));
        }
    }
    done.sort_unstable();
    done.dedup();
    Some(done)
}
