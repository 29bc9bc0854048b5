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
    Assignment, Atom, Clause, ClauseSystem, Dependence, SystemClauseId, SystemDerivation, SystemRelationId,
};

/// Copies of the relation symbols and clauses of a system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expansion {
    /// The correspondence: for each copy of a relation symbol, the original.
    pub relation_of: Vec<SystemRelationId>,
    /// For each copy of a clause, the original.
    pub clause_of: Vec<SystemClauseId>,
    /// For each copy of a clause, the copy in its head.
    pub heads: Vec<Option<SystemRelationId>>,
    pub bodies: Vec<Vec<SystemRelationId>>,
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
        Expansion::of(&Dependence::of(system))
    }

    /// One copy of everything.
    pub(super) fn of(dependence: &Dependence) -> Expansion {
        Expansion {
            relation_of: dependence.relations().collect(),
            clause_of: dependence.clauses().collect(),
            heads: dependence.heads.clone(),
            bodies: dependence.bodies.clone(),
        }
    }

    /// An expansion of this expansion, as one of the original.
    pub(super) fn followed_by(&self, further: Expansion) -> Expansion {
        Expansion {
            relation_of: further.relation_of.iter().map(|copy| self.relation_of[copy.index()]).collect(),
            clause_of: further.clause_of.iter().map(|copy| self.clause_of[copy.index()]).collect(),
            ..further
        }
    }

    pub fn dependence(&self) -> Dependence {
        Dependence::new(self.relation_of.len(), self.heads.clone(), self.bodies.clone())
    }

    /// COLLAPSE: for each original the conjunction of what its copies mean; `true` if it has none.
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

    /// A derivation by copies, as one by the originals: constraints and symbols are the same.
    pub fn derivation(&self, mut derivation: SystemDerivation) -> SystemDerivation {
        for step in &mut derivation.steps {
            step.clause = self.clause_of[step.clause.index()];
        }
        derivation
    }

    /// The copies of each relation symbol of the original.
    pub fn copies(&self, system: &ClauseSystem) -> Vec<Vec<SystemRelationId>> {
        let mut copies = vec![Vec::new(); system.relations().len()];
        for (i, original) in self.relation_of.iter().enumerate() {
            copies[original.index()].push(SystemRelationId(i as u32));
        }
        copies
    }

    /// Is this a correspondence: is every clause, with originals for copies, the clause it is a copy of?
    pub fn corresponds_to(&self, system: &ClauseSystem) -> bool {
        let original = Dependence::of(system);
        self.clause_of.iter().zip(self.heads.iter().zip(&self.bodies)).all(|(clause, (head, body))| {
            let head = head.map(|copy| self.relation_of[copy.index()]);
            let body: Vec<SystemRelationId> =
                body.iter().map(|copy| self.relation_of[copy.index()]).collect();
            original.heads[clause.index()] == head && original.bodies[clause.index()] == body
        })
    }

    /// The expansion as a system of its own, in the same arena.
    pub fn system(&self, original: &ClauseSystem) -> ClauseSystem {
        let names = self.names(original).into_iter().zip(&self.relation_of);
        let relations = names.map(|(name, relation)| original.copied_relation(*relation, name)).collect();
        let clauses = self.clause_of.iter().zip(self.heads.iter().zip(&self.bodies));
        let clauses = clauses.map(|(clause, (head, body))| {
            let clause = &original[*clause];
            let copy =
                |(atom, relation): (&Atom, &SystemRelationId)| Atom { relation: *relation, ..atom.clone() };
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

    pub(super) fn add_relation(&mut self, original: SystemRelationId) -> SystemRelationId {
        self.relation_of.push(original);
        SystemRelationId(self.relation_of.len() as u32 - 1)
    }

    pub(super) fn add_clause(
        &mut self,
        original: SystemClauseId,
        head: Option<SystemRelationId>,
        body: Vec<SystemRelationId>,
    ) -> SystemClauseId {
        self.clause_of.push(original);
        self.heads.push(head);
        self.bodies.push(body);
        SystemClauseId(self.clause_of.len() as u32 - 1)
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
            let body: Option<Vec<SystemRelationId>> = body.iter().map(|copy| numbers[copy.index()]).collect();
            if let (Some(head), Some(body)) = (head, body) {
                smaller.add_clause(*clause, head, body);
            }
        }
        smaller
    }
}
