//! EXPAND (SHARA, Algorithm 3): a clause-dependence disjoint expansion, by one COPYREL after the other.
//!
//! SHAREDREL finds a clause `C` and a symbol `P` in its body that two siblings depend on; COPYREL gives `C` a
//! copy of `P`, with copies of the clauses of `P` whose bodies are as they were:
//!
//! ```text
//! t ← p ∧ q,  p ← r,  q ← r,  r ← s,  s ← …
//! (q ← r, r)        t ← p ∧ q,  p ← r,  q ← r′,  r ← s,  r′ ← s,  s ← …
//! (r′ ← s, s)       t ← p ∧ q,  p ← r,  q ← r′,  r ← s,  r′ ← s′,  s ← …,  s′ ← …
//! ```
//!
//! Which pair SHAREDREL finds is left open by the paper. Here clauses with siblings are taken from the bottom
//! up, their siblings from left to right, and what is below a sibling from the top down. A clause that is in
//! order stays in order when something below it is copied, since whoever reaches the copy has reached the
//! original; so one pass over the clauses suffices.
//!
//! Two corrections. If `q ← a`, `q ← b`, `a ← r`, `b ← r` stand in the place of `q ← r`, a fresh copy of `r`
//! for each of the last two clauses, as the paper words it, is one too many: for a row of such diamonds, the
//! copies double with each. So a copy that was made for a sibling serves all that is below that sibling. And
//! the paper says that the result is minimal (Def. 7) without a proof, which it is not for every choice of
//! pairs: in `t₁ ← q ∧ p`, `t₂ ← s ∧ q`, where `p`, `q` and `s` use `r`, first `p` and then `q` gets a copy,
//! though that of `q` alone would do. So in the end copies are taken for one again where that keeps the
//! expansion clause-dependence disjoint.

use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{ClauseCopyId, CopyDependence, CopyId, Expansion, TooLarge};
use crate::budget::{Budget, Exhausted};
use crate::horn::{ClauseSystem, Cycle, Marks, Number, SystemClauseId};

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

/// What EXPAND found, and how.
#[derive(Clone, Debug)]
pub struct Expanded {
    pub expansion: Expansion,
    /// The steps from the system to an expansion that is clause-dependence disjoint.
    pub copied: Vec<CopyRel>,
    /// Copies that were taken for one afterwards: the one that stays, and the one that goes. Numbers are
    /// those of the steps; in the end the copies that are left are numbered anew.
    pub merged: Vec<(CopyId, CopyId)>,
    /// Is the expansion known to be minimal? If merging was given up, it need not be.
    pub is_minimal: bool,
}

/// A pair that SHAREDREL has found, and what COPYREL has done about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopyRel {
    /// The clause that changes, and the position in its body.
    pub clause: ClauseCopyId,
    pub position: usize,
    /// What stood there, which two siblings depend on.
    pub shared: CopyId,
    /// What stands there now: a copy with the next number, or one that was made for the same sibling.
    pub copy: CopyId,
}

/// Merging is given up after so much work; the expansion is then correct, but perhaps not minimal.
const MERGE_EFFORT: usize = 20_000_000;
/// This many clauses or copies that are looked at count as a step.
const CLAUSES_PER_STEP: u64 = 16;

impl Expansion {
    /// A clause-dependence disjoint expansion with at most this many clauses, minimal unless that takes too
    /// long.
    pub fn clause_dependence_disjoint(
        system: &ClauseSystem,
        limit: usize,
        budget: &mut Budget,
    ) -> Result<Expansion, NoExpansion> {
        Ok(Expansion::identity(system).expand(limit, budget)?.expansion)
    }

    /// EXPAND for this expansion, such as an unwinding; correspondence is to what this corresponds to.
    pub fn expand(&self, limit: usize, budget: &mut Budget) -> Result<Expanded, NoExpansion> {
        self.expand_within(limit, MERGE_EFFORT, budget)
    }

    /// The same; merging copies may look at this many clauses in all.
    pub fn expand_within(
        &self,
        limit: usize,
        effort: usize,
        budget: &mut Budget,
    ) -> Result<Expanded, NoExpansion> {
        let dependence = self.dependence();
        let order = dependence
            .topological_order()
            .map_err(|cycle| NoExpansion::Recursive(self.original_cycle(&cycle)))?;
        let mut growing = Growing::new(self.clone(), &dependence);
        let by_head = order.iter().flat_map(|p| &dependence.definitions[p.index()]);
        let queries = dependence.clauses().filter(|c| dependence.heads[c.index()].is_none());
        for clause in by_head.copied().chain(queries) {
            growing.separate(clause, limit, budget)?;
        }
        let Growing { expansion, steps: copied, starts, .. } = growing;
        let (expansion, merged, is_minimal) = expansion.merged(&starts, effort, budget)?;
        Ok(Expanded { expansion, copied, merged, is_minimal })
    }

    pub fn is_clause_dependence_disjoint(&self) -> bool {
        let dependence = self.dependence();
        let mut marks = Marks::new(&dependence);
        dependence.clauses().all(|clause| marks.shared_in(&dependence, clause).is_none())
    }

    /// Can no two copies be taken for one without losing clause-dependence disjointness? That is minimality
    /// (Def. 7): whatever lies between the system and the expansion identifies some copies, and if taking
    /// two of them for one already brings two siblings together, then taking more does so all the same.
    pub fn is_minimal(&self) -> bool {
        copies_of_one(&self.relation_of).iter().all(|group| {
            let earlier = |j: usize| (0..j).map(move |i| (i, j));
            (0..group.len())
                .flat_map(earlier)
                .all(|(i, j)| !self.identified(group[i], group[j]).is_clause_dependence_disjoint())
        })
    }

    /// The second copy taken for the first; clauses that become the same are one. Numbers of copies stay.
    fn identified(&self, first: CopyId, second: CopyId) -> Expansion {
        let image = |copy: CopyId| if copy == second { first } else { copy };
        let mut smaller = Expansion { relation_of: self.relation_of.clone(), ..Expansion::default() };
        let mut seen: FxHashSet<(SystemClauseId, Option<CopyId>, Vec<CopyId>)> = FxHashSet::default();
        for (clause, (head, body)) in self.clause_of.iter().zip(self.heads.iter().zip(&self.bodies)) {
            let head = head.map(image);
            let body: Vec<CopyId> = body.iter().map(|copy| image(*copy)).collect();
            if seen.insert((*clause, head, body.clone())) {
                smaller.add_clause(*clause, head, body);
            }
        }
        smaller
    }

    /// Merges copies of what was one at the start while the expansion stays clause-dependence disjoint. A
    /// pair that cannot be merged now
    /// cannot be merged after other mergers either, so each pair is tried once. Also says which were merged,
    /// and whether all were tried.
    #[allow(clippy::type_complexity)]
    fn merged(
        self,
        starts: &[CopyId],
        limit: usize,
        budget: &mut Budget,
    ) -> Result<(Expansion, Vec<(CopyId, CopyId)>, bool), Exhausted> {
        let groups = copies_of_one(starts);
        let mut current = self;
        let mut gone = vec![false; current.relation_of.len()];
        let mut effort = 0;
        let mut mergers = Vec::new();
        let mut is_minimal = true;
        'all: for group in &groups {
            for (j, second) in group.iter().enumerate() {
                for first in group[..j].iter().filter(|first| !gone[first.index()]) {
                    effort += current.clause_of.len();
                    if effort > limit {
                        is_minimal = false;
                        break 'all;
                    }
                    budget.take(1 + current.clause_of.len() as u64 / CLAUSES_PER_STEP)?;
                    let candidate = current.identified(*first, *second);
                    if candidate.is_disjoint_above(*first, budget)? {
                        gone[second.index()] = true;
                        mergers.push((*first, *second));
                        current = candidate;
                        break;
                    }
                }
            }
        }
        let keep: Vec<bool> = gone.iter().map(|gone| !gone).collect();
        Ok((current.restricted(&keep), mergers, is_minimal))
    }

    /// Are the bodies of the clauses that depend on a copy clause-dependence disjoint? Those of all other
    /// clauses are the same whatever becomes of the copy.
    fn is_disjoint_above(&self, copy: CopyId, budget: &mut Budget) -> Result<bool, Exhausted> {
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

/// The copies of each original that has some, in order of appearance.
fn copies_of_one<R: Number + Hash>(original_of: &[R]) -> Vec<Vec<CopyId>> {
    let mut groups: Vec<Vec<CopyId>> = Vec::new();
    let mut group_of: FxHashMap<R, usize> = FxHashMap::default();
    for (i, original) in original_of.iter().enumerate() {
        let group = *group_of.entry(*original).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[group].push(CopyId::at(i));
    }
    groups
}

/// An expansion in the making.
struct Growing {
    expansion: Expansion,
    /// For each copy the one that it was at the start, before it was copied again.
    starts: Vec<CopyId>,
    definitions: Vec<Vec<ClauseCopyId>>,
    steps: Vec<CopyRel>,
}

impl Growing {
    fn new(expansion: Expansion, dependence: &CopyDependence) -> Growing {
        Growing {
            expansion,
            starts: dependence.relations().collect(),
            definitions: dependence.definitions.clone(),
            steps: Vec::new(),
        }
    }

    /// Makes the siblings of a body independent of each other.
    ///
    /// What is below a sibling belongs to it. If a later sibling comes by something that belongs to an
    /// earlier one, that is the pair that SHAREDREL asks for, and the walk goes on below the copy.
    fn separate(
        &mut self,
        clause: ClauseCopyId,
        limit: usize,
        budget: &mut Budget,
    ) -> Result<(), NoExpansion> {
        let siblings = self.expansion.bodies[clause.index()].len();
        if siblings < 2 {
            return Ok(());
        }
        let mut owner: FxHashMap<CopyId, usize> = FxHashMap::default();
        for sibling in 0..siblings {
            let mut copies: FxHashMap<CopyId, CopyId> = FxHashMap::default();
            // Occurrences in bodies, the next one last.
            let mut open = vec![(clause, sibling)];
            while let Some((user, position)) = open.pop() {
                budget.take(1)?;
                let met = self.expansion.bodies[user.index()][position];
                let below = match owner.get(&met) {
                    Some(of) if *of == sibling => continue,
                    None => met,
                    Some(_) => self.copy(user, position, &mut copies),
                };
                if self.expansion.clause_of.len() > limit {
                    return Err(NoExpansion::TooLarge(TooLarge { limit }));
                }
                if owner.insert(below, sibling).is_none() {
                    for defining in self.definitions[below.index()].iter().rev() {
                        let body = self.expansion.bodies[defining.index()].len();
                        open.extend((0..body).rev().map(|place| (*defining, place)));
                    }
                }
            }
        }
        Ok(())
    }

    /// COPYREL; returns the copy that now stands in the body.
    fn copy(
        &mut self,
        clause: ClauseCopyId,
        position: usize,
        copies: &mut FxHashMap<CopyId, CopyId>,
    ) -> CopyId {
        let shared = self.expansion.bodies[clause.index()][position];
        let copy = *copies.entry(shared).or_insert_with(|| {
            let copy = self.expansion.add_relation(self.expansion.relation(shared));
            self.starts.push(self.starts[shared.index()]);
            let mut clauses = Vec::new();
            for original in &self.definitions[shared.index()] {
                let body = self.expansion.bodies[original.index()].clone();
                let source = self.expansion.clause(*original);
                clauses.push(self.expansion.add_clause(source, Some(copy), body));
            }
            self.definitions.push(clauses);
            copy
        });
        self.expansion.bodies[clause.index()][position] = copy;
        self.steps.push(CopyRel { clause, position, shared, copy });
        copy
    }
}
