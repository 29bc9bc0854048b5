//! Puts the clauses of non-recursive relation symbols in the places of their uses.
//!
//! ```text
//! l9 ← l6 ∧ C,  l6 ← l4 ∧ D        l9 ← l4 ∧ C ∧ D
//! ```
//!
//! One relation symbol goes at a time, and only if the system gets no larger by it. Back: the symbol means what its
//! clauses say, the disjunction of their bodies with all but the head's arguments quantified away, which is the strongest
//! meaning that the solution of the rest allows. In a derivation each step falls apart into the steps it was made of.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::pass::BackTranslation;
use super::system::renaming;
use super::{
    Assignment, Atom, Clause, ClauseId, ClauseSystem, Dependence, Derivation, DerivationStep, RelId,
};
use crate::elimination::eliminate;
use crate::formula::{Arena, Formula, Symbol, Valuation};
use crate::simplify;
use crate::solver::{Budget, Unknown};

/// Bodies do not get longer than this by inlining.
const BODY_LIMIT: usize = 8;
/// Copies of constraints may add up to this many nodes for each symbol.
const COPY_LIMIT: usize = 400;
/// The effort spent on making the meaning of an inlined symbol readable.
const SIMPLIFY_STEPS: u64 = 200_000;

pub(super) fn run(system: ClauseSystem) -> (ClauseSystem, Arc<dyn BackTranslation>) {
    let recursive = Dependence::of(&system).recursive();
    let mut inliner = Inliner::new(system);
    let mut inlined: Vec<Inlined> = Vec::new();
    // A symbol that is too expensive now may become cheap by what follows, so there are several rounds.
    loop {
        let before = inlined.len();
        for relation in inliner.system.relation_ids() {
            if !recursive[relation.index()] && inliner.is_cheap(relation) {
                inlined.push(inliner.inline(relation));
            }
        }
        if inlined.len() == before {
            return inliner.finish(inlined);
        }
    }
}

/// All clauses so far. Those of the system come first; what is made of others comes after them.
struct Inliner {
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

impl Inliner {
    fn new(system: ClauseSystem) -> Inliner {
        let relations = system.relations().to_vec();
        let clauses = system.clauses().to_vec();
        let mut inliner = Inliner {
            definitions: vec![Vec::new(); relations.len()],
            users: vec![Vec::new(); relations.len()],
            system: system.rebuilt(relations, Vec::new()),
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
        let mut used: Vec<RelId> = clause.body.iter().map(|atom| atom.relation).collect();
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

    /// Is the symbol used, and does the system get no larger without it?
    fn is_cheap(&mut self, relation: RelId) -> bool {
        let alive = &self.alive;
        self.definitions[relation.index()].retain(|c| alive[*c]);
        self.users[relation.index()].retain(|c| alive[*c]);
        let (definitions, users) = (&self.definitions[relation.index()], &self.users[relation.index()]);
        let longest = definitions.iter().map(|c| self.table[*c].body.len()).max().unwrap_or(0);
        let (mut occurrences, mut created) = (0, 0usize);
        for user in users {
            let body = &self.table[*user].body;
            let uses = body.iter().filter(|a| a.relation == relation).count();
            occurrences += uses;
            let power = u32::try_from(uses).unwrap_or(u32::MAX);
            created = created.saturating_add(definitions.len().checked_pow(power).unwrap_or(usize::MAX));
            if longest > 1 && body.len() + uses * (longest - 1) > BODY_LIMIT {
                return false;
            }
        }
        let arena = &self.system.arena;
        let size: usize =
            definitions.iter().map(|c| arena.reachable([self.table[*c].constraint]).len()).sum();
        let copies = occurrences.saturating_sub(1).max(definitions.len().saturating_sub(1));
        !users.is_empty()
            && created <= users.len() + definitions.len()
            && size.saturating_mul(copies) <= COPY_LIMIT
    }

    /// Removes a relation symbol from all bodies, and its clauses.
    fn inline(&mut self, relation: RelId) -> Inlined {
        let definitions = std::mem::take(&mut self.definitions[relation.index()]);
        for user in std::mem::take(&mut self.users[relation.index()]) {
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
                let constraint = self.system.arena.and(parts);
                let composed = Clause { body, constraint, ..clause.clone() };
                self.add(composed, Some(Composition { clause: user, places }), self.roots[user]);
            }
        }
        for definition in &definitions {
            self.alive[*definition] = false;
        }
        Inlined { relation, definitions: definitions.iter().map(|c| self.table[*c].clone()).collect() }
    }

    /// Puts a clause in the place of an atom: its head's arguments become those of the atom, its atoms move to slots that
    /// are free, and its locals become fresh.
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
                let candidate = self.system.atom(inner.relation, slot);
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
        for local in definition.locals(&self.system.arena) {
            let fresh = self.system.fresh_like(local);
            renamed.push((local, fresh));
        }
        let (from, to): (Vec<Symbol>, Vec<Symbol>) = renamed.iter().copied().unzip();
        let substitution = renaming(&mut self.system.arena, &from, &to);
        draft.parts.push(substitution.apply(&mut self.system.arena, definition.constraint));
        draft.places.push(Some(Place { clause: id, body: definition.body.len(), renamed }));
        draft
    }

    /// The clauses that are left, in the order of the clauses whose places they took.
    fn finish(self, inlined: Vec<Inlined>) -> (ClauseSystem, Arc<dyn BackTranslation>) {
        let mut left: Vec<usize> = (0..self.table.len()).filter(|c| self.alive[*c]).collect();
        left.sort_by_key(|c| (self.roots[*c], *c));
        let clauses = left.iter().map(|c| self.table[*c].clone()).collect();
        let relations = self.system.relations().to_vec();
        let parameters = relations.iter().map(|r| r.parameters().to_vec()).collect();
        let back = Inlining { inlined, parameters, left, compositions: self.compositions };
        (self.system.rebuilt(relations, clauses), Arc::new(back))
    }
}

/// A relation symbol that was inlined, with its clauses at the time.
#[derive(Debug)]
struct Inlined {
    relation: RelId,
    definitions: Vec<Clause>,
}

#[derive(Debug)]
struct Inlining {
    /// In order.
    inlined: Vec<Inlined>,
    parameters: Vec<Vec<Symbol>>,
    /// For each clause after the pass, its place in the table.
    left: Vec<usize>,
    /// For each clause of the table, what it was made of. Those of the system come first.
    compositions: Vec<Option<Composition>>,
}

impl BackTranslation for Inlining {
    fn solution(
        &self,
        arena: &mut Arena,
        mut solution: Assignment,
        budget: &mut Budget,
    ) -> Result<Assignment, Unknown> {
        for inlined in self.inlined.iter().rev() {
            let formula = self.meaning(arena, inlined, &solution, budget)?;
            solution.formulae[inlined.relation.index()] = formula;
        }
        Ok(solution)
    }

    fn derivation(&self, _: &Arena, mut derivation: Derivation) -> Derivation {
        for step in &mut derivation.steps {
            step.clause = ClauseId(self.left[step.clause.index()] as u32);
        }
        while derivation.steps.iter().any(|step| self.compositions[step.clause.index()].is_some()) {
            derivation = self.taken_apart(derivation);
        }
        derivation
    }
}

impl Inlining {
    /// The disjunction of the bodies of a symbol's clauses, over its parameters.
    fn meaning(
        &self,
        arena: &mut Arena,
        inlined: &Inlined,
        solution: &Assignment,
        budget: &mut Budget,
    ) -> Result<Formula, Unknown> {
        let mut cases = Vec::with_capacity(inlined.definitions.len());
        for clause in &inlined.definitions {
            let Some(head) = &clause.head else { continue };
            let mut parts = vec![clause.constraint];
            for atom in &clause.body {
                let parameters = &self.parameters[atom.relation.index()];
                let substitution = renaming(arena, parameters, &atom.arguments);
                parts.push(substitution.apply(arena, solution.get(atom.relation)));
            }
            let body = arena.and(parts);
            let mut others = arena.symbols_of(body);
            others.retain(|s| !head.arguments.contains(s));
            let projected = eliminate(arena, body, &others, budget)?;
            let back = renaming(arena, &head.arguments, &self.parameters[inlined.relation.index()]);
            cases.push(back.apply(arena, projected));
        }
        let meaning = arena.or(cases);
        simplify::simplify(arena, meaning, &mut Budget::steps(SIMPLIFY_STEPS))
    }

    /// Each step by a composition falls apart into the step at its top and those in its places.
    fn taken_apart(&self, derivation: Derivation) -> Derivation {
        let mut steps: Vec<DerivationStep> = Vec::new();
        // Where the steps of the derivation ended up.
        let mut moved: Vec<usize> = Vec::with_capacity(derivation.steps.len());
        for step in derivation.steps {
            let mut given = step.premises.iter().map(|p| moved.get(*p).copied().unwrap_or(usize::MAX));
            let (mut clause, mut premises) = (step.clause, Vec::new());
            if let Some(composition) = &self.compositions[step.clause.index()] {
                clause = ClauseId(composition.clause as u32);
                for place in &composition.places {
                    let Some(place) = place else {
                        premises.extend(given.next());
                        continue;
                    };
                    let mut valuation = Valuation::new();
                    for (own, new) in &place.renamed {
                        if let Some(value) = step.valuation.get(*new) {
                            valuation.set(*own, value.clone());
                        }
                    }
                    let inner = given.by_ref().take(place.body).collect();
                    let clause = ClauseId(place.clause as u32);
                    steps.push(DerivationStep { clause, valuation, premises: inner });
                    premises.push(steps.len() - 1);
                }
            }
            premises.extend(given);
            steps.push(DerivationStep { clause, valuation: step.valuation, premises });
            moved.push(steps.len() - 1);
        }
        Derivation { steps }
    }
}
