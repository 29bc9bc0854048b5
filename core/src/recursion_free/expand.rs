//! EXPAND (SHARA, Algorithm 3): a minimal clause-dependence disjoint expansion.
//!
//! Clauses are gone through from the bottom up. If two positions of a body depend on something in common, the
//! later of the two gets copies of its own: of what is shared, and of whatever leads there.
//!
//! ```text
//! t ← p ∧ q,  p ← r,  q ← r,  r ← …        t ← p ∧ q′,  p ← r,  q′ ← r′,  r ← …,  r′ ← …
//! ```
//!
//! Nothing else uses `q` here, so it is not copied but moved. A clause that is in order stays in order when
//! what is below it is copied, so one pass suffices. It may still copy too much: copies are merged again
//! while the expansion remains clause-dependence disjoint.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Expansion, TooLarge};
use crate::budget::{Budget, Exhausted};
use crate::horn::{
    ClauseSystem, Cycle, Dependence, Marks, SystemClauseId, SystemRelationId, shared_dependencies,
};

/// Why there is no expansion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoExpansion {
    /// The expansion of a recursive system is infinite.
    Recursive(Cycle),
    TooLarge(TooLarge),
    /// The budget has ended.
    Exhausted(Exhausted),
}

impl From<Exhausted> for NoExpansion {
    fn from(reason: Exhausted) -> NoExpansion {
        NoExpansion::Exhausted(reason)
    }
}

impl std::fmt::Display for NoExpansion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoExpansion::Recursive(_) => f.write_str("a recursive system has no finite expansion"),
            NoExpansion::TooLarge(reason) => reason.fmt(f),
            NoExpansion::Exhausted(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for NoExpansion {}

/// Merging is given up after so much work; the expansion is then correct, but perhaps not minimal.
const MERGE_EFFORT: usize = 20_000_000;
/// This many clauses or copies that are looked at count as a step.
const CLAUSES_PER_STEP: u64 = 16;

impl Expansion {
    /// A minimal clause-dependence disjoint expansion with at most so many clauses.
    pub fn clause_dependence_disjoint(
        system: &ClauseSystem,
        limit: usize,
        budget: &mut Budget,
    ) -> Result<Expansion, NoExpansion> {
        Expansion::expand(&Dependence::of(system), limit, MERGE_EFFORT, budget)
    }

    /// A minimal clause-dependence disjoint expansion of this one, such as of an unwinding.
    pub fn made_disjoint(&self, limit: usize, budget: &mut Budget) -> Result<Expansion, NoExpansion> {
        self.made_disjoint_with(limit, MERGE_EFFORT, budget)
    }

    /// The same, perhaps not minimal: merging copies may look at so many clauses in all.
    pub fn made_disjoint_with(
        &self,
        limit: usize,
        effort: usize,
        budget: &mut Budget,
    ) -> Result<Expansion, NoExpansion> {
        Ok(self.followed_by(Expansion::expand(&self.dependence(), limit, effort, budget)?))
    }

    fn expand(
        dependence: &Dependence,
        limit: usize,
        effort: usize,
        budget: &mut Budget,
    ) -> Result<Expansion, NoExpansion> {
        let order = dependence.topological_order().map_err(NoExpansion::Recursive)?;
        let mut growing = Growing::new(Expansion::of(dependence), dependence);
        let by_head = order.iter().flat_map(|p| &dependence.definitions[p.index()]);
        let queries = dependence.clauses().filter(|c| dependence.heads[c.index()].is_none());
        for clause in by_head.copied().chain(queries) {
            growing.separate(clause, limit, budget)?;
        }
        Ok(growing.finish().merged(effort, budget)?)
    }

    pub fn is_clause_dependence_disjoint(&self) -> bool {
        shared_dependencies(&self.dependence(), &mut Budget::unlimited())
            .is_ok_and(|shared| shared.is_empty())
    }

    /// Can no two copies be taken for one without losing clause-dependence disjointness? That is minimality
    /// (Def. 7): whatever lies between the system and the expansion identifies some copies, and if taking
    /// two of them for one already brings two siblings together, then taking more does so all the same.
    pub fn is_minimal(&self) -> bool {
        self.copies_of_one().iter().all(|group| {
            let earlier = |j: usize| (0..j).map(move |i| (i, j));
            (0..group.len())
                .flat_map(earlier)
                .all(|(i, j)| !self.identified(group[i], group[j]).is_clause_dependence_disjoint())
        })
    }

    /// The copies of each relation symbol that has some, in order of appearance.
    fn copies_of_one(&self) -> Vec<Vec<SystemRelationId>> {
        let mut groups: Vec<Vec<SystemRelationId>> = Vec::new();
        let mut group_of: FxHashMap<SystemRelationId, usize> = FxHashMap::default();
        for (i, original) in self.relation_of.iter().enumerate() {
            let group = *group_of.entry(*original).or_insert_with(|| {
                groups.push(Vec::new());
                groups.len() - 1
            });
            groups[group].push(SystemRelationId(i as u32));
        }
        groups
    }

    /// The second copy taken for the first; clauses that become the same are one. Numbers of copies stay.
    fn identified(&self, first: SystemRelationId, second: SystemRelationId) -> Expansion {
        let image = |copy: SystemRelationId| if copy == second { first } else { copy };
        let mut smaller = Expansion { relation_of: self.relation_of.clone(), ..Expansion::default() };
        let mut seen: FxHashSet<(SystemClauseId, Option<SystemRelationId>, Vec<SystemRelationId>)> =
            FxHashSet::default();
        for (clause, (head, body)) in self.clause_of.iter().zip(self.heads.iter().zip(&self.bodies)) {
            let head = head.map(image);
            let body: Vec<SystemRelationId> = body.iter().map(|copy| image(*copy)).collect();
            if seen.insert((*clause, head, body.clone())) {
                smaller.add_clause(*clause, head, body);
            }
        }
        smaller
    }

    /// Merges copies while the expansion stays clause-dependence disjoint. A pair that cannot be merged now
    /// cannot be merged after other mergers either, so each pair is tried once.
    fn merged(self, limit: usize, budget: &mut Budget) -> Result<Expansion, Exhausted> {
        let groups = self.copies_of_one();
        let mut current = self;
        let mut gone = vec![false; current.relation_of.len()];
        let mut effort = 0;
        'all: for group in &groups {
            for (j, second) in group.iter().enumerate() {
                for first in group[..j].iter().filter(|first| !gone[first.index()]) {
                    effort += current.clause_of.len();
                    if effort > limit {
                        break 'all;
                    }
                    budget.take(1 + current.clause_of.len() as u64 / CLAUSES_PER_STEP)?;
                    let candidate = current.identified(*first, *second);
                    if candidate.is_disjoint_above(*first, budget)? {
                        gone[second.index()] = true;
                        current = candidate;
                        break;
                    }
                }
            }
        }
        let keep: Vec<bool> = gone.iter().map(|gone| !gone).collect();
        Ok(current.restricted(&keep))
    }

    /// Are the bodies of the clauses that depend on a copy clause-dependence disjoint? Those of all other
    /// clauses are the same whatever becomes of the copy.
    fn is_disjoint_above(&self, copy: SystemRelationId, budget: &mut Budget) -> Result<bool, Exhausted> {
        let dependence = self.dependence();
        let mut marks = Marks::new(&dependence);
        let mut reached = vec![false; self.relation_of.len()];
        reached[copy.index()] = true;
        let mut looked_at = vec![false; self.clause_of.len()];
        let mut open = vec![copy];
        while let Some(p) = open.pop() {
            for (clause, _) in &dependence.uses[p.index()] {
                if std::mem::replace(&mut looked_at[clause.index()], true) {
                    continue;
                }
                let shared = marks.shared_in(&dependence, *clause);
                budget.take(1 + marks.visited() / CLAUSES_PER_STEP)?;
                if shared.is_some() {
                    return Ok(false);
                }
                if let Some(head) = dependence.heads[clause.index()]
                    && !std::mem::replace(&mut reached[head.index()], true)
                {
                    open.push(head);
                }
            }
        }
        Ok(true)
    }
}

/// An expansion in the making.
struct Growing {
    expansion: Expansion,
    definitions: Vec<Vec<SystemClauseId>>,
    /// How often each copy occurs in bodies.
    uses: Vec<usize>,
    /// Copies that lost their last use. They and their clauses are left out at the end.
    dropped: Vec<bool>,
    live_clauses: usize,
}

impl Growing {
    fn new(expansion: Expansion, dependence: &Dependence) -> Growing {
        Growing {
            definitions: dependence.definitions.clone(),
            uses: dependence.uses.iter().map(Vec::len).collect(),
            dropped: vec![false; expansion.relation_of.len()],
            live_clauses: expansion.clause_of.len(),
            expansion,
        }
    }

    /// Makes the positions of a body independent of each other.
    fn separate(
        &mut self,
        clause: SystemClauseId,
        limit: usize,
        budget: &mut Budget,
    ) -> Result<(), NoExpansion> {
        let positions = self.expansion.bodies[clause.index()].len();
        if positions < 2 {
            return Ok(());
        }
        let mut taken = vec![false; self.expansion.relation_of.len()];
        for position in 0..positions {
            let root = self.expansion.bodies[clause.index()][position];
            let below = self.below(root);
            budget
                .take(1 + below.len() as u64 + self.expansion.relation_of.len() as u64 / CLAUSES_PER_STEP)?;
            let copied = self.leading_to(&below, &taken);
            let root = if copied[root.index()] {
                let copy = self.copy(root, &below, &copied);
                self.expansion.bodies[clause.index()][position] = copy;
                self.uses[copy.index()] += 1;
                self.release(root);
                copy
            } else {
                root
            };
            if self.live_clauses > limit {
                return Err(NoExpansion::TooLarge(TooLarge { limit }));
            }
            taken.resize(self.expansion.relation_of.len(), false);
            for p in self.below(root) {
                taken[p.index()] = true;
            }
        }
        Ok(())
    }

    /// A copy and all it depends on, dependencies last.
    fn below(&self, root: SystemRelationId) -> Vec<SystemRelationId> {
        let mut seen = vec![false; self.expansion.relation_of.len()];
        let mut finished = Vec::new();
        let mut open = vec![(root, false)];
        while let Some((p, children_done)) = open.pop() {
            if children_done {
                finished.push(p);
            } else if !std::mem::replace(&mut seen[p.index()], true) {
                open.push((p, true));
                let bodies = self.definitions[p.index()].iter().map(|c| &self.expansion.bodies[c.index()]);
                open.extend(bodies.flatten().map(|q| (*q, false)));
            }
        }
        finished.reverse();
        finished
    }

    /// Those that are taken already, or depend on one that is.
    fn leading_to(&self, below: &[SystemRelationId], taken: &[bool]) -> Vec<bool> {
        let mut leads = vec![false; self.expansion.relation_of.len()];
        for p in below.iter().rev() {
            let bodies = self.definitions[p.index()].iter().map(|c| &self.expansion.bodies[c.index()]);
            leads[p.index()] = taken[p.index()] || bodies.flatten().any(|q| leads[q.index()]);
        }
        leads
    }

    /// Copies of these relation symbols with their clauses; returns that of the root.
    fn copy(
        &mut self,
        root: SystemRelationId,
        below: &[SystemRelationId],
        copied: &[bool],
    ) -> SystemRelationId {
        let mut copy_of: FxHashMap<SystemRelationId, SystemRelationId> = FxHashMap::default();
        for p in below.iter().filter(|p| copied[p.index()]) {
            let original = self.expansion.relation_of[p.index()];
            copy_of.insert(*p, self.expansion.add_relation(original));
            self.definitions.push(Vec::new());
            self.uses.push(0);
            self.dropped.push(false);
        }
        let image = |q: &SystemRelationId| copy_of.get(q).copied().unwrap_or(*q);
        for p in below.iter().filter(|p| copied[p.index()]) {
            let copy = image(p);
            for clause in self.definitions[p.index()].clone() {
                let body: Vec<SystemRelationId> =
                    self.expansion.bodies[clause.index()].iter().map(image).collect();
                for q in &body {
                    self.uses[q.index()] += 1;
                }
                let original = self.expansion.clause_of[clause.index()];
                let clause = self.expansion.add_clause(original, Some(copy), body);
                self.definitions[copy.index()].push(clause);
                self.live_clauses += 1;
            }
        }
        image(&root)
    }

    /// Takes one use away, and the copy itself with its last.
    fn release(&mut self, root: SystemRelationId) {
        let mut open = vec![root];
        while let Some(p) = open.pop() {
            self.uses[p.index()] -= 1;
            if self.uses[p.index()] == 0 {
                self.dropped[p.index()] = true;
                for clause in &self.definitions[p.index()] {
                    self.live_clauses -= 1;
                    open.extend(&self.expansion.bodies[clause.index()]);
                }
            }
        }
    }

    fn finish(self) -> Expansion {
        let keep: Vec<bool> = self.dropped.iter().map(|dropped| !dropped).collect();
        self.expansion.restricted(&keep)
    }
}
