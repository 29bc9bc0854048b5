//! Disjunctive interpolants for and/or dags whose alternatives share positions (CAV'13, Def. 2 and Sect. 6).
//!
//! A position that several alternatives underneath an `Or` have in common is there once, with one vector of
//! arguments, and no derivation uses it twice. So the formula is that of a tree, with an indicator at every
//! position (Theorem 1), but what stands between a shared position and the `Or` it is factored out to may
//! speak of the position's arguments. Interpolants are over the arguments of their own positions all the
//! same, when they are computed one at a time from the bottom up, each taking the place of what is below it
//! (thesis, Lemma 5.3.2):
//!
//! ```text
//! Or(And(4, q: And(2, #s)), And(5, r: And(3, #s)))
//!     s:  A = clauses of s                 B = (4 ∧ 2 ∨ 5 ∧ 3) ∧ above
//!     q:  A = 2 ∧ interpolant of s         B = 4 ∧ above
//! ```
//!
//! Only the alternatives that lead to a position are in its `B`: the others say nothing about it, and may
//! speak of what is below it.

use super::{AndOrTree, PositionId};
use crate::formula::{Arena, Formula, Substitution, Symbol};
use crate::interpolate::{MarkedPosition, Outcome, Policy, Tree, TreeNode, refute, separate};
use crate::solver::{Answer, Budget, Solver, Unknown};

/// The formula of an and/or dag whose positions no derivation uses twice.
#[derive(Debug)]
pub(super) struct Shared {
    /// With their indicators, all alternatives disjoined.
    positions: Vec<MarkedPosition>,
    /// For each position its alternatives: the clause, and the indicators of what it uses.
    ways: Vec<Vec<Formula>>,
    /// For each position and each of its alternatives, the positions that it uses.
    uses: Vec<Vec<Vec<PositionId>>>,
    /// For each position those whose alternatives use it.
    users: Vec<Vec<PositionId>>,
}

/// This many positions that are looked at count as a step.
const POSITIONS_PER_STEP: u64 = 16;

impl Shared {
    pub(super) fn new(tree: &AndOrTree, positions: Vec<MarkedPosition>, ways: Vec<Vec<Formula>>) -> Shared {
        let uses: Vec<Vec<Vec<PositionId>>> = tree
            .positions
            .iter()
            .map(|position| position.alternatives.iter().map(|way| way.children.clone()).collect())
            .collect();
        let mut users = vec![Vec::new(); positions.len()];
        for (i, ways) in uses.iter().enumerate() {
            for child in ways.iter().flatten() {
                users[child.index()].push(PositionId::at(i));
            }
        }
        Shared { positions, ways, uses, users }
    }

    /// If the position is used, then this.
    fn if_used(&self, arena: &mut Arena, position: PositionId, formula: Formula) -> Formula {
        match self.positions[position.index()].indicator {
            Some(symbol) => {
                let used = arena.boolean(symbol);
                arena.implies(used, formula)
            }
            None => formula,
        }
    }

    /// The formula, one conjunct for each position.
    pub(super) fn labels(&self, arena: &mut Arena) -> Vec<Formula> {
        (0..self.positions.len())
            .map(|i| self.if_used(arena, PositionId::at(i), self.positions[i].body))
            .collect()
    }

    /// The formula as a tree: a shared position hangs below the `Or` that it is factored out to, the last
    /// position on all ways to it.
    pub(super) fn as_tree(&self, arena: &mut Arena) -> Tree {
        let root = self.positions.len().saturating_sub(1);
        let mut above = vec![root; self.positions.len()];
        for i in (0..root).rev() {
            let mut users = self.users[i].iter().map(|user| user.index());
            let first = users.next().unwrap_or(root);
            // Parents have larger numbers, so the smaller one of two goes up.
            above[i] = users.fold(first, |mut a, mut b| {
                while a != b {
                    if a < b { a = above[a] } else { b = above[b] }
                }
                a
            });
        }
        let mut nodes: Vec<TreeNode> =
            self.labels(arena).into_iter().map(|label| TreeNode { label, children: Vec::new() }).collect();
        for (i, parent) in above.into_iter().enumerate().take(root) {
            nodes[parent].children.push(i);
        }
        Tree::new(nodes).unwrap_or_default()
    }

    /// An interpolant for every position but the root, over its arguments.
    pub(super) fn interpolants(
        &self,
        arena: &mut Arena,
        policy: Policy,
        budget: &mut Budget,
    ) -> Result<Outcome<Vec<Formula>>, Unknown> {
        let labels = self.labels(arena);
        let core = match Solver::new().check(arena, &labels, budget) {
            Answer::Sat(model) => return Ok(Outcome::Model(model)),
            Answer::Unknown(reason) => return Err(reason),
            Answer::Unsat(core) => core,
        };
        let root = self.positions.len().saturating_sub(1);
        // What the contradiction does not need may be anything.
        let mut solved: Vec<Option<Formula>> = Vec::with_capacity(root);
        for (i, label) in labels.iter().enumerate().take(root) {
            let is_needed = core.contains(label);
            let is_open = self.ways[i].is_empty();
            solved.push(match (is_needed, is_open) {
                (false, _) => Some(arena.true_()),
                (true, true) => Some(self.positions[i].body),
                (true, false) => None,
            });
        }
        for i in 0..root {
            if solved[i].is_some() {
                continue;
            }
            budget.take(1 + self.positions.len() as u64 / POSITIONS_PER_STEP)?;
            let below = self.below(arena, PositionId::at(i), &solved);
            let formula = match self.above(arena, PositionId::at(i), &solved) {
                // Whatever uses it may be anything.
                None => arena.true_(),
                Some(above) => match separate(arena, &[below], &above, policy, budget)? {
                    // All contradicted each other before, and interpolants keep it so.
                    Outcome::Model(_) => return Err(Unknown::Unchecked),
                    Outcome::Interpolants(found) => found.formula,
                },
            };
            solved[i] = Some(formula);
        }
        let truth = arena.true_();
        Ok(Outcome::Interpolants(solved.into_iter().map(|formula| formula.unwrap_or(truth)).collect()))
    }

    /// A position with formulae in the places of what it uses.
    fn below(&self, arena: &mut Arena, position: PositionId, solved: &[Option<Formula>]) -> Formula {
        let mut substitution = Substitution::new();
        for child in self.uses[position.index()].iter().flatten().map(|child| child.index()) {
            if let (Some(symbol), Some(formula)) = (self.positions[child].indicator, solved[child]) {
                substitution.formula(symbol, formula);
            }
        }
        substitution.apply(arena, self.positions[position.index()].body)
    }

    /// What leads from a position to the root; `None` if nothing does.
    fn above(
        &self,
        arena: &mut Arena,
        position: PositionId,
        solved: &[Option<Formula>],
    ) -> Option<Vec<Formula>> {
        let root = self.positions.len() - 1;
        let is_solved = |i: usize| solved.get(i).is_some_and(Option::is_some);
        let mut on_the_way = vec![false; self.positions.len()];
        on_the_way[position.index()] = true;
        // Parents have larger numbers, so all that a position uses was looked at before.
        for i in position.index() + 1..=root {
            on_the_way[i] =
                !is_solved(i) && self.uses[i].iter().flatten().any(|child| on_the_way[child.index()]);
        }
        if !on_the_way[root] {
            return None;
        }
        let mut is_beside = vec![false; self.positions.len()];
        let mut parts = Vec::new();
        for i in (0..=root).rev() {
            if i == position.index() {
                continue;
            }
            if on_the_way[i] {
                let mut ways = Vec::new();
                for (way, children) in self.ways[i].iter().zip(&self.uses[i]) {
                    if children.iter().any(|child| on_the_way[child.index()]) {
                        ways.push(*way);
                        for child in children {
                            is_beside[child.index()] |= !on_the_way[child.index()];
                        }
                    }
                }
                let ways = arena.or(ways);
                parts.push(self.if_used(arena, PositionId::at(i), ways));
            } else if is_beside[i] {
                // What is solved stands for all that is below it.
                for child in self.uses[i].iter().flatten().filter(|_| solved[i].is_none()) {
                    is_beside[child.index()] = true;
                }
                let formula = solved[i].unwrap_or(self.positions[i].body);
                parts.push(self.if_used(arena, PositionId::at(i), formula));
            }
        }
        Some(parts)
    }

    /// Are these the interpolants of the positions (without the root)? Each must follow from every
    /// alternative with the interpolants of what that uses, and the root's is `false`.
    pub(super) fn verify(
        &self,
        arena: &mut Arena,
        formulae: &[Formula],
        budget: &mut Budget,
    ) -> Result<bool, Unknown> {
        let given: Vec<Option<Formula>> = formulae.iter().copied().map(Some).collect();
        for i in 0..self.positions.len() {
            let premise = self.below(arena, PositionId::at(i), &given);
            let conclusion = formulae.get(i).copied().unwrap_or(arena.false_());
            if refute(arena, &[premise], !conclusion, budget)?.is_err() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The indicator of a position; the root has none.
    pub(super) fn indicator(&self, position: PositionId) -> Option<Symbol> {
        self.positions.get(position.index()).and_then(|p| p.indicator)
    }
}
