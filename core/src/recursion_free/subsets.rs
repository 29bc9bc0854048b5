//! Body-disjoint clauses by their maximum tree-like subsets (thesis, Lemma 5.4.2).
//!
//! A subset has one clause for each relation symbol that it derives, so it is a tree interpolation problem of
//! its own. What the subsets say of a symbol is put together by a positive Boolean combination:
//!
//! ```text
//! p  ↦  ⋁ ways to derive p  ⋀ subsets with this way  what the subset says of p
//! ```
//!
//! Whichever ways the symbols of a body take, there is a subset with all of them, so what the clause needs is
//! among the conjuncts. There may be as many subsets as there are derivations; disjunctive interpolation
//! (Theorem 5.4.1) does without looking at each of them.

use super::clauses::{TooManyWays, WAY_LIMIT};
use super::tree_like::component;
use super::{QueryTree, TreeSystem};
use crate::formula::{Arena, Formula};
use crate::horn::{Assignment, Classification, ClauseSystem, Fragment, SystemClauseId, SystemRelationId};
use crate::interpolate::{Outcome, Policy, tree};
use crate::order::Map;
use crate::solver::{Budget, Unknown};

/// The clause by which each symbol of a query's tree is derived; symbols without clauses have none.
type Way = Map<SystemRelationId, SystemClauseId>;

/// The maximum tree-like subsets of a body-disjoint system, as far as a query needs them.
#[derive(Clone, Debug)]
pub struct TreeLikeSubsets {
    subsets: Vec<(Way, QueryTree)>,
}

impl TreeLikeSubsets {
    /// `None` if the system is not recursion-free and body-disjoint.
    pub fn of(arena: &mut Arena, system: &ClauseSystem) -> Result<Option<TreeLikeSubsets>, TooManyWays> {
        if !Classification::of(arena, system).is(Fragment::BodyDisjoint) {
            return Ok(None);
        }
        let definitions = system.definitions();
        let mut subsets = Vec::new();
        let queries: Vec<SystemClauseId> = system.queries().collect();
        for query in queries {
            for way in ways_of_body(system, &definitions, query)? {
                let chosen: Vec<Vec<SystemClauseId>> =
                    system.relation_ids().map(|id| way.get(&id).copied().into_iter().collect()).collect();
                let Some(tree) = component(arena, system, &chosen, query) else { return Ok(None) };
                subsets.push((way, tree));
            }
        }
        Ok(Some(TreeLikeSubsets { subsets }))
    }

    /// The clauses of each subset.
    pub fn clauses(&self) -> impl Iterator<Item = Vec<SystemClauseId>> + '_ {
        self.subsets.iter().map(|(way, _)| way.values().copied().collect())
    }

    /// A solution of the system, put together from those of the subsets; none if some subset has none.
    pub fn solve(
        &self,
        arena: &mut Arena,
        system: &ClauseSystem,
        policy: Policy,
        budget: &mut Budget,
    ) -> Result<Option<Assignment>, Unknown> {
        // For each symbol, by the way to derive it, what all subsets with this way say.
        let mut said: Vec<Map<Vec<SystemClauseId>, Vec<Formula>>> =
            vec![Map::new(); system.relations().len()];
        for (way, subset) in &self.subsets {
            let interpolants = match tree(arena, &subset.tree, policy, budget)? {
                Outcome::Model(_) => return Ok(None),
                Outcome::Interpolants(found) => found.iter().map(|i| i.formula).collect(),
            };
            let one = TreeSystem { trees: vec![subset.clone()] };
            let solution = one.assignment(arena, system, &[interpolants]);
            for (relation, _) in &subset.relations {
                let key = way_below(system, way, *relation);
                said[relation.index()].get_or_default(key).push(solution.get(*relation));
            }
        }
        let mut solution = Assignment::constant(system, arena.true_());
        for (formula, by_way) in solution.formulae.iter_mut().zip(&said).filter(|(_, said)| !said.is_empty())
        {
            let ways: Vec<Formula> = by_way.values().map(|all| arena.and(all.iter().copied())).collect();
            *formula = arena.or(ways);
        }
        Ok(Some(solution))
    }
}

/// The ways to derive all symbols of a body.
fn ways_of_body(
    system: &ClauseSystem,
    definitions: &[Vec<SystemClauseId>],
    clause: SystemClauseId,
) -> Result<Vec<Way>, TooManyWays> {
    let mut product = vec![Way::new()];
    for atom in &system[clause].body {
        let mut ways: Vec<Way> = Vec::new();
        // Recursive as deep as a derivation, and the system is recursion-free.
        for definition in &definitions[atom.relation.index()] {
            for mut way in ways_of_body(system, definitions, *definition)? {
                way.insert(atom.relation, *definition);
                ways.push(way);
            }
        }
        if ways.is_empty() {
            ways.push(Way::new());
        }
        if product.len().saturating_mul(ways.len()) > WAY_LIMIT {
            return Err(TooManyWays);
        }
        product = product.iter().flat_map(|one| ways.iter().map(|other| joined(one, other))).collect();
    }
    Ok(product)
}

fn joined(one: &Way, other: &Way) -> Way {
    one.iter().chain(other.iter()).map(|(relation, clause)| (*relation, *clause)).collect()
}

/// The clauses by which a symbol and all below it are derived.
fn way_below(system: &ClauseSystem, way: &Way, relation: SystemRelationId) -> Vec<SystemClauseId> {
    let (mut found, mut open) = (Vec::new(), vec![relation]);
    while let Some(relation) = open.pop() {
        if let Some(clause) = way.get(&relation) {
            found.push(*clause);
            open.extend(system[*clause].body.iter().map(|atom| atom.relation));
        }
    }
    found
}
