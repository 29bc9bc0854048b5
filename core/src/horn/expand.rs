//! EXPAND (SHARA, Algorithm 3): a minimal clause-dependence disjoint expansion.
//!
//! Clauses are gone through from the bottom up. If two positions of a body depend on something in common, the later of
//! the two gets copies of its own: of what is shared, and of whatever leads there.
//!
//! ```text
//! t ← p ∧ q,  p ← r,  q ← r,  r ← …        t ← p ∧ q′,  p ← r,  q′ ← r′,  r ← …,  r′ ← …
//! ```
//!
//! Nothing else uses `q` here, so it is not copied but moved. A clause that is in order stays in order when
//! what is below it is copied, so one pass suffices. It may still copy too much: copies are merged again
//! while the expansion remains clause-dependence disjoint.

use rustc_hash::{FxHashMap, FxHashSet};

use super::classify::shared_dependencies;
use super::{ClauseId, ClauseSystem, Cycle, Dependence, Expansion, RelId, TooLarge};

/// Why there is no expansion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoExpansion {
    /// The expansion of a recursive system is infinite.
    Recursive(Cycle),
    TooLarge(TooLarge),
}

impl std::fmt::Display for NoExpansion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoExpansion::Recursive(_) => f.write_str("a recursive system has no finite expansion"),
            NoExpansion::TooLarge(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for NoExpansion {}

/// Merging is given up after so much work; the expansion is then correct, but perhaps not minimal.
const MERGE_EFFORT: usize = 20_000_000;

impl Expansion {
    /// A minimal clause-dependence disjoint expansion with at most so many clauses.
    pub fn clause_dependence_disjoint(system: &ClauseSystem, limit: usize) -> Result<Expansion, NoExpansion> {
        Expansion::expand(&Dependence::of(system), limit, MERGE_EFFORT)
    }

    /// A minimal clause-dependence disjoint expansion of this one, such as of an unwinding.
    pub fn made_disjoint(&self, limit: usize) -> Result<Expansion, NoExpansion> {
        self.made_disjoint_with(limit, MERGE_EFFORT)
    }

    /// The same, perhaps not minimal: merging copies may look at so many clauses in all.
    pub fn made_disjoint_with(&self, limit: usize, effort: usize) -> Result<Expansion, NoExpansion> {
        Ok(self.followed_by(Expansion::expand(&self.dependence(), limit, effort)?))
    }

    fn expand(dependence: &Dependence, limit: usize, effort: usize) -> Result<Expansion, NoExpansion> {
        let order = dependence.topological_order().map_err(NoExpansion::Recursive)?;
        let mut growing = Growing::new(Expansion::of(dependence), dependence);
        let by_head = order.iter().flat_map(|p| &dependence.definitions[p.index()]);
        let queries = dependence.clauses().filter(|c| dependence.heads[c.index()].is_none());
        for clause in by_head.copied().chain(queries) {
            growing.separate(clause, limit).map_err(NoExpansion::TooLarge)?;
        }
        Ok(growing.finish().merged(effort))
    }

    pub fn is_clause_dependence_disjoint(&self) -> bool {
        shared_dependencies(&self.dependence()).is_empty()
    }

    /// Can no two copies be taken for one without losing clause-dependence disjointness? That is minimality
    /// (Def. 7): whatever lies between the system and the expansion identifies some copies, and if taking
    /// two of them for one already brings two siblings together, then taking more does so all the same.
    pub fn is_minimal(&self) -> bool {
        self.mergeable().all(|(a, b)| !self.identified(a, b).is_clause_dependence_disjoint())
    }

    /// Pairs of copies of the same relation symbol.
    fn mergeable(&self) -> impl Iterator<Item = (RelId, RelId)> + '_ {
        let mut groups: Vec<Vec<RelId>> = Vec::new();
        let mut group_of: FxHashMap<RelId, usize> = FxHashMap::default();
        for (i, original) in self.relation_of.iter().enumerate() {
            let group = *group_of.entry(*original).or_insert_with(|| {
                groups.push(Vec::new());
                groups.len() - 1
            });
            groups[group].push(RelId(i as u32));
        }
        groups.into_iter().flat_map(|group| {
            let pairs: Vec<(RelId, RelId)> = (0..group.len())
                .flat_map(|j| (0..j).map(move |i| (i, j)))
                .map(|(i, j)| (group[i], group[j]))
                .collect();
            pairs
        })
    }

    /// The second copy taken for the first; clauses that become the same are one. Numbers of copies stay.
    fn identified(&self, first: RelId, second: RelId) -> Expansion {
        let image = |copy: RelId| if copy == second { first } else { copy };
        let mut smaller = Expansion { relation_of: self.relation_of.clone(), ..Expansion::default() };
        let mut seen: FxHashSet<(ClauseId, Option<RelId>, Vec<RelId>)> = FxHashSet::default();
        for (clause, (head, body)) in self.clause_of.iter().zip(self.heads.iter().zip(&self.bodies)) {
            let head = head.map(image);
            let body: Vec<RelId> = body.iter().map(|copy| image(*copy)).collect();
            if seen.insert((*clause, head, body.clone())) {
                smaller.add_clause(*clause, head, body);
            }
        }
        smaller
    }

    /// Merges copies while the expansion stays clause-dependence disjoint. A pair that cannot be merged now cannot be
    /// merged after other mergers either, so each pair is tried once.
    fn merged(self, limit: usize) -> Expansion {
        let pairs: Vec<(RelId, RelId)> = self.mergeable().collect();
        let mut current = self;
        let mut gone = vec![false; current.relation_of.len()];
        let mut effort = 0;
        for (first, second) in pairs {
            if gone[first.index()] || gone[second.index()] {
                continue;
            }
            effort += current.clause_of.len();
            if effort > limit {
                break;
            }
            let candidate = current.identified(first, second);
            if candidate.is_clause_dependence_disjoint() {
                gone[second.index()] = true;
                current = candidate;
            }
        }
        let keep: Vec<bool> = gone.iter().map(|gone| !gone).collect();
        current.restricted(&keep)
    }
}

/// An expansion in the making.
struct Growing {
    expansion: Expansion,
    definitions: Vec<Vec<ClauseId>>,
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
    fn separate(&mut self, clause: ClauseId, limit: usize) -> Result<(), TooLarge> {
        let positions = self.expansion.bodies[clause.index()].len();
        if positions < 2 {
            return Ok(());
        }
        let mut taken = vec![false; self.expansion.relation_of.len()];
        for position in 0..positions {
            let root = self.expansion.bodies[clause.index()][position];
            let below = self.below(root);
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
                return Err(TooLarge { limit });
            }
            taken.resize(self.expansion.relation_of.len(), false);
            for p in self.below(root) {
                taken[p.index()] = true;
            }
        }
        Ok(())
    }

    /// A copy and all it depends on, dependencies last.
    fn below(&self, root: RelId) -> Vec<RelId> {
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
    fn leading_to(&self, below: &[RelId], taken: &[bool]) -> Vec<bool> {
        let mut leads = vec![false; self.expansion.relation_of.len()];
        for p in below.iter().rev() {
            let bodies = self.definitions[p.index()].iter().map(|c| &self.expansion.bodies[c.index()]);
            leads[p.index()] = taken[p.index()] || bodies.flatten().any(|q| leads[q.index()]);
        }
        leads
    }

    /// Copies of these relation symbols with their clauses; returns that of the root.
    fn copy(&mut self, root: RelId, below: &[RelId], copied: &[bool]) -> RelId {
        let mut copy_of: FxHashMap<RelId, RelId> = FxHashMap::default();
        for p in below.iter().filter(|p| copied[p.index()]) {
            let original = self.expansion.relation_of[p.index()];
            copy_of.insert(*p, self.expansion.add_relation(original));
            self.definitions.push(Vec::new());
            self.uses.push(0);
            self.dropped.push(false);
        }
        let image = |q: &RelId| copy_of.get(q).copied().unwrap_or(*q);
        for p in below.iter().filter(|p| copied[p.index()]) {
            let copy = image(p);
            for clause in self.definitions[p.index()].clone() {
                let body: Vec<RelId> = self.expansion.bodies[clause.index()].iter().map(image).collect();
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
    fn release(&mut self, root: RelId) {
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
