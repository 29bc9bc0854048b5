//! Expansions (SHARA, Def. 6): systems with copies of relation symbols, and the correspondence back.
//!
//! ```text
//! s ← r ∧ r     r ← a     r ← b          s ← r ∧ r′     r ← a     r ← b     r′ ← a     r′ ← b
//! ```
//!
//! Taking every copy for its original maps each clause of the expansion to a clause of the original, with the
//! same constraint; so only heads and bodies are stored here. A solution of the original is one of the
//! expansion (Lemma 2), and COLLAPSE goes the other way: the conjunction over the copies (Lemma 1), since
//! solutions of Horn clauses are closed under conjunction.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::formula::Arena;
use crate::horn::{
    Assignment, Atom, Clause, ClauseSystem, Cycle, Dependence, SystemClauseId, SystemDerivation,
    SystemRelationId, number,
};

number! {
    /// A copy of a relation symbol, in an expansion.
    CopyId
}

number! {
    /// A copy of a clause, in an expansion.
    ClauseCopyId
}

/// Which copies depend on which.
pub type CopyDependence = Dependence<CopyId, ClauseCopyId>;

/// Copies of the relation symbols and clauses of a system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expansion {
    /// The correspondence: for each copy of a relation symbol, the original.
    pub relation_of: Vec<SystemRelationId>,
    /// For each copy of a clause, the original.
    pub clause_of: Vec<SystemClauseId>,
    /// For each copy of a clause, the copy in its head.
    pub heads: Vec<Option<CopyId>>,
    pub bodies: Vec<Vec<CopyId>>,
}

/// The expansion needs more clauses than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct TooLarge {
    pub limit: usize,
}

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the expansion needs more than {} clauses", self.limit)
    }
}

impl std::error::Error for TooLarge {}

impl Expansion {
    /// The system itself, with one copy of everything.
    pub fn identity(system: &ClauseSystem) -> Expansion {
        let dependence = Dependence::of(system);
        let copy = |original: &SystemRelationId| CopyId(original.0);
        Expansion {
            relation_of: dependence.relations().collect(),
            clause_of: dependence.clauses().collect(),
            heads: dependence.heads.iter().map(|head| head.as_ref().map(copy)).collect(),
            bodies: dependence.bodies.iter().map(|body| body.iter().map(copy).collect()).collect(),
        }
    }

    pub fn dependence(&self) -> CopyDependence {
        Dependence::new(self.relation_of.len(), self.heads.clone(), self.bodies.clone())
    }

    /// The relation symbol that this is a copy of.
    pub fn relation(&self, copy: CopyId) -> SystemRelationId {
        self.relation_of[copy.index()]
    }

    /// The clause that this is a copy of.
    pub fn clause(&self, copy: ClauseCopyId) -> SystemClauseId {
        self.clause_of[copy.index()]
    }

    /// A cycle of copies, as one of the originals.
    pub(super) fn original_cycle(&self, cycle: &Cycle<CopyId, ClauseCopyId>) -> Cycle {
        let original = |(p, clause): &(CopyId, ClauseCopyId)| (self.relation(*p), self.clause(*clause));
        Cycle { steps: cycle.steps.iter().map(original).collect() }
    }

    /// COLLAPSE: for each original the conjunction of what its copies mean; `true` if it has none. The
    /// solution is one of [`Self::system`], in which copies keep their numbers.
    pub fn collapse(&self, arena: &mut Arena, system: &ClauseSystem, solution: &Assignment) -> Assignment {
        let mut parts = vec![Vec::new(); system.relations().len()];
        for (original, formula) in self.relation_of.iter().zip(&solution.formulae) {
            parts[original.index()].push(*formula);
        }
        Assignment { formulae: parts.into_iter().map(|parts| arena.and(parts)).collect() }
    }

    /// A solution of the original, as one of the expansion.
    pub fn lift(&self, solution: &Assignment) -> Assignment {
        Assignment { formulae: self.relation_of.iter().map(|original| solution.get(*original)).collect() }
    }

    /// A derivation by the clauses of [`Self::system`], as one by the originals: constraints and symbols are
    /// the same.
    pub fn derivation(&self, mut derivation: SystemDerivation) -> SystemDerivation {
        for step in &mut derivation.steps {
            step.clause = self.clause_of[step.clause.index()];
        }
        derivation
    }

    /// The copies of each relation symbol of the original.
    pub fn copies(&self, system: &ClauseSystem) -> Vec<Vec<CopyId>> {
        let mut copies = vec![Vec::new(); system.relations().len()];
        for (i, original) in self.relation_of.iter().enumerate() {
            copies[original.index()].push(CopyId::at(i));
        }
        copies
    }

    /// Is this a correspondence: is every clause, with originals for copies, the clause it is a copy of?
    pub fn corresponds_to(&self, system: &ClauseSystem) -> bool {
        let original = Dependence::of(system);
        self.clause_of.iter().zip(self.heads.iter().zip(&self.bodies)).all(|(clause, (head, body))| {
            let head = head.map(|copy| self.relation(copy));
            let body: Vec<SystemRelationId> = body.iter().map(|copy| self.relation(*copy)).collect();
            original.heads[clause.index()] == head && original.bodies[clause.index()] == body
        })
    }

    /// The expansion as a system of its own, in the same arena; copies and their clauses keep their numbers.
    pub fn system(&self, original: &ClauseSystem) -> ClauseSystem {
        let names = self.names(original).into_iter().zip(&self.relation_of);
        let relations = names.map(|(name, relation)| original.copied_relation(*relation, name)).collect();
        let clauses = self.clause_of.iter().zip(self.heads.iter().zip(&self.bodies));
        let clauses = clauses.map(|(clause, (head, body))| {
            let clause = &original[*clause];
            let copy =
                |(atom, copy): (&Atom, &CopyId)| Atom { relation: SystemRelationId(copy.0), ..atom.clone() };
            Clause {
                head: clause.head.iter().zip(head).map(copy).next(),
                body: clause.body.iter().zip(body).map(copy).collect(),
                constraint: clause.constraint,
                sources: clause.sources.clone(),
            }
        });
        let clauses = clauses.collect();
        ClauseSystem::new(relations, clauses)
    }

    /// A name for each copy: that of its relation symbol for the first, and with a number for others.
    pub(super) fn names(&self, original: &ClauseSystem) -> Vec<String> {
        let mut taken: FxHashSet<String> = original.relations().iter().map(|r| r.name.clone()).collect();
        let mut counts: FxHashMap<SystemRelationId, usize> = FxHashMap::default();
        let mut names = Vec::with_capacity(self.relation_of.len());
        for relation in &self.relation_of {
            let count = counts.entry(*relation).or_insert(0);
            *count += 1;
            let mut name = original[*relation].name.clone();
            if *count > 1 {
                name = format!("{name}_{count}");
                while !taken.insert(name.clone()) {
                    name.push('\'');
                }
            }
            names.push(name);
        }
        names
    }

    pub(super) fn add_relation(&mut self, original: SystemRelationId) -> CopyId {
        self.relation_of.push(original);
        CopyId::at(self.relation_of.len() - 1)
    }

    pub(super) fn add_clause(
        &mut self,
        original: SystemClauseId,
        head: Option<CopyId>,
        body: Vec<CopyId>,
    ) -> ClauseCopyId {
        self.clause_of.push(original);
        self.heads.push(head);
        self.bodies.push(body);
        ClauseCopyId::at(self.clause_of.len() - 1)
    }

    /// Only some of the copies, renumbered, and the clauses that speak of no others.
    pub(super) fn restricted(&self, keep: &[bool]) -> Expansion {
        let mut smaller = Expansion::default();
        let mut numbers = vec![None; keep.len()];
        for (i, original) in self.relation_of.iter().enumerate() {
            if keep[i] {
                numbers[i] = Some(smaller.add_relation(*original));
            }
        }
        for (clause, (head, body)) in self.clause_of.iter().zip(self.heads.iter().zip(&self.bodies)) {
            let head = match head {
                None => Some(None),
                Some(copy) => numbers[copy.index()].map(Some),
            };
            let body: Option<Vec<CopyId>> = body.iter().map(|copy| numbers[copy.index()]).collect();
            if let (Some(head), Some(body)) = (head, body) {
                smaller.add_clause(*clause, head, body);
            }
        }
        smaller
    }
}
