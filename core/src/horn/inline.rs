//! Puts the clauses of relation symbols that do not use themselves in the places of their uses.
//!
//! ```text
//! l9 ← l6 ∧ C,  l6 ← l4 ∧ D        l9 ← l4 ∧ C ∧ D
//! ```
//!
//! One relation symbol goes at a time, and only if the system gets no larger by it. On a cycle of symbols all
//! but one may go: the last one uses itself. Symbols with a single clause go first, so that what stays are
//! the heads of loops. Back: the symbol means what its clauses say, the disjunction of their bodies with all
//! but the head's arguments quantified away, which is the strongest meaning that the solution of the rest
//! allows; or, where that is too much work, an interpolant between that and what its uses need. In a
//! derivation each step falls apart into the steps it was made of.

mod way_back;

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::pass::BackTranslation;
use super::{Atom, Clause, ClauseSystem, Dependence, SystemRelationId};
use crate::budget::{Budget, Exhausted};
use crate::formula::{Arena, Formula, Substitution, Symbol};
use crate::order::sort_by_key;
use way_back::{Inlined, Inlining};

/// Bodies do not get longer than this by inlining.
const BODY_LIMIT: usize = 8;
/// Copies of constraints may add up to this many nodes for each symbol; or, for a symbol with one use, to as
/// many as its clauses have.
const COPY_LIMIT: usize = 400;

pub(super) fn run(
    arena: &mut Arena,
    system: &ClauseSystem,
    budget: &mut Budget,
) -> (ClauseSystem, Arc<dyn BackTranslation>) {
    let dependence = Dependence::of(system);
    // Users before what they use, so that what is copied is a clause as it was, not one that has grown.
    // Components are numbered from the bottom up.
    let components = dependence.components();
    let mut order: Vec<SystemRelationId> = system.relation_ids().collect();
    sort_by_key(&mut order, |p| (std::cmp::Reverse(components[p.index()]), *p));
    let mut inliner = Inliner::new(arena, system);
    let mut inlined: Vec<Inlined> = Vec::new();
    // Whatever is inlined by the time the budget ends stays so.
    let _ = inliner.inline_all(&order, &mut inlined, budget);
    inliner.finish(inlined)
}

/// All clauses so far. Those of the system come first; what is made of others comes after them.
struct Inliner<'a> {
    arena: &'a mut Arena,
    /// Relation symbols and arena.
    system: ClauseSystem,
    table: Vec<Clause>,
    compositions: Vec<Option<Composition>>,
    alive: Vec<bool>,
    /// The clause of the system whose place a clause has taken.
    roots: Vec<usize>,
    definitions: Vec<Vec<usize>>,
    users: Vec<Vec<usize>>,
}

/// A clause with others in the places of some of its atoms.
#[derive(Clone, Debug)]
struct Composition {
    clause: usize,
    /// For each atom of the clause's body, the clause that took its place, if one did.
    places: Vec<Option<Place>>,
}

#[derive(Clone, Debug)]
struct Place {
    clause: usize,
    /// The length of its body.
    body: usize,
    /// From the symbols of that clause to those of the composition.
    renamed: Vec<(Symbol, Symbol)>,
}

/// A composition in the making.
#[derive(Clone)]
struct Draft {
    body: Vec<Atom>,
    parts: Vec<Formula>,
    places: Vec<Option<Place>>,
}

impl<'a> Inliner<'a> {
    fn new(arena: &'a mut Arena, system: &ClauseSystem) -> Inliner<'a> {
        let relations = system.relations().to_vec();
        let clauses = system.clauses().to_vec();
        let mut inliner = Inliner {
            arena,
            definitions: vec![Vec::new(); relations.len()],
            users: vec![Vec::new(); relations.len()],
            system: ClauseSystem::new(relations, Vec::new()),
            table: Vec::new(),
            compositions: Vec::new(),
            alive: Vec::new(),
            roots: Vec::new(),
        };
        for (root, clause) in clauses.into_iter().enumerate() {
            inliner.add(clause, None, root);
        }
        inliner
    }

    fn add(&mut self, clause: Clause, composition: Option<Composition>, root: usize) {
        let id = self.table.len();
        if let Some(head) = clause.head_relation() {
            self.definitions[head.index()].push(id);
        }
        let mut used: Vec<SystemRelationId> = clause.body.iter().map(|atom| atom.relation).collect();
        used.sort_unstable();
        used.dedup();
        for relation in used {
            self.users[relation.index()].push(id);
        }
        self.table.push(clause);
        self.compositions.push(composition);
        self.alive.push(true);
        self.roots.push(root);
    }

    /// Inlines whatever is cheap, in this order.
    fn inline_all(
        &mut self,
        order: &[SystemRelationId],
        inlined: &mut Vec<Inlined>,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        for clauses in [1, usize::MAX] {
            // A symbol that is too expensive now may become cheap by what follows, so there are several
            // rounds.
            loop {
                let before = inlined.len();
                for relation in order {
                    if self.is_cheap(*relation, budget)?
                        && self.definitions[relation.index()].len() <= clauses
                    {
                        inlined.push(self.inline(*relation));
                    }
                }
                if inlined.len() == before {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Is the symbol used, but not by itself, and does the system get no larger without it?
    fn is_cheap(&mut self, relation: SystemRelationId, budget: &mut Budget) -> Result<bool, Exhausted> {
        let alive = &self.alive;
        self.definitions[relation.index()].retain(|c| alive[*c]);
        self.users[relation.index()].retain(|c| alive[*c]);
        let (definitions, users) = (&self.definitions[relation.index()], &self.users[relation.index()]);
        let uses_itself = |c: &usize| self.table[*c].body.iter().any(|a| a.relation == relation);
        budget.take(1 + definitions.len() as u64 + users.len() as u64)?;
        if definitions.iter().any(uses_itself) {
            return Ok(false);
        }
        let longest = definitions.iter().map(|c| self.table[*c].body.len()).max().unwrap_or(0);
        let (mut occurrences, mut created) = (0, 0usize);
        for user in users {
            let body = &self.table[*user].body;
            let uses = body.iter().filter(|a| a.relation == relation).count();
            occurrences += uses;
            let power = u32::try_from(uses).unwrap_or(u32::MAX);
            created = created.saturating_add(definitions.len().checked_pow(power).unwrap_or(usize::MAX));
            if longest > 1 && body.len() + uses * (longest - 1) > BODY_LIMIT {
                return Ok(false);
            }
        }
        let arena = &*self.arena;
        let size: usize =
            definitions.iter().map(|c| arena.reachable([self.table[*c].constraint]).len()).sum();
        budget.take(size as u64)?;
        if users.is_empty() || created > users.len() + definitions.len() {
            return Ok(false);
        }
        let copies = occurrences.saturating_sub(1).max(definitions.len().saturating_sub(1));
        if size.saturating_mul(copies) <= COPY_LIMIT {
            return Ok(true);
        }
        if occurrences > 1 {
            return Ok(false);
        }
        // Used once: only that use is copied, and the clauses that go with it had the symbol's arguments.
        let of_use = arena.reachable(users.iter().map(|c| self.table[*c].constraint)).len();
        budget.take(of_use as u64)?;
        Ok(of_use.saturating_mul(copies) <= size.max(COPY_LIMIT))
    }

    /// Removes a relation symbol from all bodies, and its clauses.
    fn inline(&mut self, relation: SystemRelationId) -> Inlined {
        let definitions = std::mem::take(&mut self.definitions[relation.index()]);
        let users = std::mem::take(&mut self.users[relation.index()]);
        for user in users.iter().copied() {
            let clause = self.table[user].clone();
            let mut drafts =
                vec![Draft { body: Vec::new(), parts: vec![clause.constraint], places: Vec::new() }];
            for atom in &clause.body {
                if atom.relation == relation {
                    let mut extended = Vec::with_capacity(drafts.len() * definitions.len());
                    for draft in drafts {
                        for definition in &definitions {
                            extended.push(self.put(&clause, draft.clone(), atom, *definition));
                        }
                    }
                    drafts = extended;
                } else {
                    for draft in &mut drafts {
                        draft.body.push(atom.clone());
                        draft.places.push(None);
                    }
                }
            }
            self.alive[user] = false;
            for Draft { body, parts, places } in drafts {
                let constraint = self.arena.and(parts);
                let mut composed = Clause { body, constraint, ..clause.clone() };
                for place in places.iter().flatten() {
                    composed.add_sources(&self.table[place.clause].sources);
                }
                self.add(composed, Some(Composition { clause: user, places }), self.roots[user]);
            }
        }
        for definition in &definitions {
            self.alive[*definition] = false;
        }
        let clauses = |ids: &[usize]| ids.iter().map(|c| self.table[*c].clone()).collect();
        Inlined { relation, definitions: clauses(&definitions), users: clauses(&users) }
    }

    /// Puts a clause in the place of an atom: its head's arguments become those of the atom, its atoms move
    /// to slots that are free, and its locals become fresh.
    fn put(&mut self, user: &Clause, mut draft: Draft, atom: &Atom, id: usize) -> Draft {
        let definition = self.table[id].clone();
        let mut renamed: Vec<(Symbol, Symbol)> = Vec::new();
        if let Some(head) = &definition.head {
            renamed.extend(head.arguments.iter().copied().zip(atom.arguments.iter().copied()));
        }
        let mut taken: FxHashSet<Symbol> =
            user.atoms().chain(&draft.body).flat_map(|a| a.arguments.iter().copied()).collect();
        for inner in &definition.body {
            let mut slot = 1;
            let moved = loop {
                let candidate = self.system.atom(self.arena, inner.relation, slot);
                let is_taken = |a: &Atom| a.relation == candidate.relation && a.slot == slot;
                if !user.body.iter().chain(&draft.body).any(is_taken)
                    && candidate.arguments.iter().all(|s| !taken.contains(s))
                {
                    break candidate;
                }
                slot += 1;
            };
            taken.extend(moved.arguments.iter().copied());
            renamed.extend(inner.arguments.iter().copied().zip(moved.arguments.iter().copied()));
            draft.body.push(moved);
        }
        for local in definition.locals(self.arena) {
            let fresh = self.arena.fresh_like(local);
            renamed.push((local, fresh));
        }
        let (from, to): (Vec<Symbol>, Vec<Symbol>) = renamed.iter().copied().unzip();
        let substitution = Substitution::renaming(self.arena, &from, &to);
        draft.parts.push(substitution.apply(self.arena, definition.constraint));
        draft.places.push(Some(Place { clause: id, body: definition.body.len(), renamed }));
        draft
    }

    /// The clauses that are left, in the order of the clauses whose places they took.
    fn finish(self, inlined: Vec<Inlined>) -> (ClauseSystem, Arc<dyn BackTranslation>) {
        let mut left: Vec<usize> = (0..self.table.len()).filter(|c| self.alive[*c]).collect();
        sort_by_key(&mut left, |c| (self.roots[*c], *c));
        let clauses = left.iter().map(|c| self.table[*c].clone()).collect();
        let relations = self.system.relations().to_vec();
        let parameters = relations.iter().map(|r| r.parameters().to_vec()).collect();
        let back = Inlining { inlined, parameters, left, compositions: self.compositions };
        (ClauseSystem::new(relations, clauses), Arc::new(back))
    }
}
