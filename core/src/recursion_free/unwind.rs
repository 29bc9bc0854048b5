//! Recursion-free systems from any system: the exhaustive expansion, lazily, and unwindings of bounded depth.
//!
//! Both make copies from the queries downwards:
//!
//! ```text
//! false ← p ∧ …,  p ← p ∧ …,  p ← …        unwound to depth 2:  false ← p₂,  p₂ ← p₁,  p₂ ← …,  p₁ ← …
//! ```
//!
//! The exhaustive expansion (thesis, Sect. 5.5; extended report, App. A) gives each occurrence in a body a
//! copy of its own, so it is body-disjoint, and may be exponentially larger than the system. It can grow step
//! by step: a copy without clauses yet is *open*. (Counterexamples are expanded guided by models in
//! `engine/partial.rs`.)

use rustc_hash::FxHashMap;

use super::{CopyId, Expansion, NoExpansion, TooLarge};
use crate::budget::Budget;
use crate::formula::Arena;
use crate::horn::{Assignment, ClauseSystem, Dependence, SystemClauseId, SystemRelationId};

/// The exhaustive expansion as far as it was asked for.
///
/// As long as copies are open, a solution of the expansion says something about the system only if it gives
/// them the meaning `true`.
#[derive(Clone, Debug)]
pub struct TreeExpansion {
    pub expansion: Expansion,
    dependence: Dependence,
    open: Vec<CopyId>,
    is_open: Vec<bool>,
}

impl TreeExpansion {
    /// The queries, with everything below them open.
    pub fn new(system: &ClauseSystem) -> TreeExpansion {
        let dependence = Dependence::of(system);
        let expansion = Expansion::default();
        let mut tree = TreeExpansion { expansion, dependence, open: Vec::new(), is_open: Vec::new() };
        for clause in tree.dependence.clauses() {
            if tree.dependence.heads[clause.index()].is_none() {
                tree.add(clause, None);
            }
        }
        tree
    }

    /// The copies that have no clauses yet, oldest first.
    pub fn open(&self) -> impl Iterator<Item = CopyId> + '_ {
        self.open.iter().copied().filter(|copy| self.is_open[copy.index()])
    }

    /// Gives an open copy its clauses, with open copies in their bodies.
    pub fn expand(&mut self, copy: CopyId) {
        if std::mem::replace(&mut self.is_open[copy.index()], false) {
            let original = self.expansion.relation(copy);
            for clause in self.dependence.definitions[original.index()].clone() {
                self.add(clause, Some(copy));
            }
        }
    }

    /// Expands everything, level by level.
    pub fn exhaust(mut self, limit: usize, budget: &mut Budget) -> Result<Expansion, NoExpansion> {
        self.dependence.topological_order().map_err(NoExpansion::Recursive)?;
        let mut next = 0;
        while let Some(copy) = self.open.get(next).copied() {
            next += 1;
            budget.take(1)?;
            self.expand(copy);
            // Copies count as well: a wide body makes many of them at once.
            if self.expansion.clause_of.len() > limit || self.open.len() > limit.saturating_mul(4) {
                return Err(NoExpansion::TooLarge(TooLarge { limit }));
            }
        }
        Ok(self.expansion)
    }

    fn add(&mut self, clause: SystemClauseId, head: Option<CopyId>) {
        let body = self.dependence.bodies[clause.index()].clone();
        let body: Vec<CopyId> = body
            .into_iter()
            .map(|original| {
                let copy = self.expansion.add_relation(original);
                self.open.push(copy);
                self.is_open.push(true);
                copy
            })
            .collect();
        self.expansion.add_clause(clause, head, body);
    }
}

impl Expansion {
    /// The body-disjoint expansion with at most this many clauses. Relation symbols that no query needs have
    /// no copy.
    pub fn body_disjoint(
        system: &ClauseSystem,
        limit: usize,
        budget: &mut Budget,
    ) -> Result<Expansion, NoExpansion> {
        TreeExpansion::new(system).exhaust(limit, budget)
    }

    /// The unwinding to a depth: it derives `false` exactly if the system does so by a derivation tree of at
    /// most this height, where a query without body has height 1. Copies `p` of height `d` use copies of
    /// height `d - 1`. What cannot be derived with its height, or is not needed, is left out.
    pub fn unwinding(
        system: &ClauseSystem,
        depth: usize,
        limit: usize,
        budget: &mut Budget,
    ) -> Result<Expansion, NoExpansion> {
        let dependence = Dependence::of(system);
        let mut expansion = Expansion::default();
        let heights = heights(&dependence);
        let ceilings = ceilings(&dependence);
        let mut copies: FxHashMap<(SystemRelationId, usize), CopyId> = FxHashMap::default();
        let mut queue: Vec<(usize, CopyId)> = Vec::new();
        let mut next = 0;
        let mut job = Some((None, depth));
        while let Some((head, height)) = job {
            let clauses = match head {
                None => dependence.clauses().filter(|c| dependence.heads[c.index()].is_none()).collect(),
                Some(copy) => dependence.definitions[expansion.relation(copy).index()].clone(),
            };
            for clause in clauses {
                budget.take(1)?;
                let body = &dependence.bodies[clause.index()];
                // Derivable within the height that is left?
                if height == 0 || body.iter().any(|q| heights[q.index()].is_none_or(|h| h > height - 1)) {
                    continue;
                }
                let body: Vec<CopyId> = body
                    .iter()
                    .map(|q| {
                        // More height than it can use makes no difference, and more sharing.
                        let height =
                            ceilings[q.index()].map_or(height - 1, |ceiling| ceiling.min(height - 1));
                        *copies.entry((*q, height)).or_insert_with(|| {
                            let copy = expansion.add_relation(*q);
                            queue.push((height, copy));
                            copy
                        })
                    })
                    .collect();
                expansion.add_clause(clause, head, body);
                if expansion.clause_of.len() > limit {
                    return Err(NoExpansion::TooLarge(TooLarge { limit }));
                }
            }
            job = queue.get(next).map(|(height, copy)| (Some(*copy), *height));
            next += 1;
        }
        Ok(expansion)
    }

    /// The least depth with an unwinding that has a query; `None` if no derivation has the shape of one.
    pub fn first_depth(system: &ClauseSystem) -> Option<usize> {
        let dependence = Dependence::of(system);
        let heights = heights(&dependence);
        let queries = dependence.clauses().filter(|c| dependence.heads[c.index()].is_none());
        let height = |query: SystemClauseId| {
            let body = &dependence.bodies[query.index()];
            body.iter().try_fold(1, |most: usize, q| heights[q.index()].map(|h| most.max(h + 1)))
        };
        queries.filter_map(height).min()
    }

    /// COLLAPSE of an unwinding: `false` for what has no derivation whatever the depth, constraints aside.
    /// It has no copies either, and the conjunction of nothing would say that it always holds.
    pub fn collapse_unwinding(
        &self,
        arena: &mut Arena,
        system: &ClauseSystem,
        solution: &Assignment,
    ) -> Assignment {
        let mut collapsed = self.collapse(arena, system, solution);
        for (formula, height) in collapsed.formulae.iter_mut().zip(heights(&Dependence::of(system))) {
            if height.is_none() {
                *formula = arena.false_();
            }
        }
        collapsed
    }
}

/// The least height of a derivation tree for each relation symbol, constraints aside; `None` if there is
/// none.
fn heights(dependence: &Dependence) -> Vec<Option<usize>> {
    let mut heights: Vec<Option<usize>> = vec![None; dependence.definitions.len()];
    let mut missing: Vec<usize> = dependence.bodies.iter().map(Vec::len).collect();
    // Level by level: a clause fires one level after the last of its body.
    let mut ready: Vec<SystemClauseId> = dependence.clauses().filter(|c| missing[c.index()] == 0).collect();
    let mut level = 1;
    while !ready.is_empty() {
        let mut fired = Vec::new();
        for clause in std::mem::take(&mut ready) {
            if let Some(p) = dependence.heads[clause.index()]
                && heights[p.index()].is_none()
            {
                heights[p.index()] = Some(level);
                fired.push(p);
            }
        }
        for p in fired {
            for (clause, _) in &dependence.uses[p.index()] {
                missing[clause.index()] -= 1;
                if missing[clause.index()] == 0 {
                    ready.push(*clause);
                }
            }
        }
        level += 1;
    }
    heights
}

/// The greatest height of a derivation tree for each relation symbol, constraints aside; `None` if there is
/// no greatest.
fn ceilings(dependence: &Dependence) -> Vec<Option<usize>> {
    let mut ceilings: Vec<Option<usize>> = vec![None; dependence.definitions.len()];
    let mut open: Vec<usize> = dependence.relations().map(|p| dependence.dependencies(p).count()).collect();
    let mut order: Vec<SystemRelationId> = dependence.relations().filter(|p| open[p.index()] == 0).collect();
    let mut next = 0;
    while let Some(p) = order.get(next).copied() {
        next += 1;
        let below = dependence.dependencies(p).filter_map(|(_, q)| ceilings[q.index()]).max();
        ceilings[p.index()] = Some(below.unwrap_or(0) + 1);
        for (clause, _) in &dependence.uses[p.index()] {
            if let Some(user) = dependence.heads[clause.index()] {
                open[user.index()] -= 1;
                if open[user.index()] == 0 {
                    order.push(user);
                }
            }
        }
    }
    ceilings
}
