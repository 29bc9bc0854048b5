//! Horn clauses whose relation symbols are applied to pairwise different variables.
//!
//! ```text
//! gcd(M, N, R) :- M > N, M1 = M - N, gcd(M1, N, R).        as the user wrote it
//! gcd(m, n, r) ← m > n ∧ m′ = m - n ∧ n′ = n ∧ r′ = r ∧ gcd(m′, n′, r′)       normalised
//! ```
//!
//! The normal form of the thesis (Def. 5.2.3) goes further and gives a relation symbol the same variables
//! everywhere, which needs copies of symbols that occur twice in a clause. Here the variables depend on the
//! *slot* instead: slot 0 is the head of a clause, slot `k` the `k`-th occurrence in a body. Clauses share
//! slots, so a predicate is renamed once for each slot and not once for each clause.
//!
//! Three families of symbols never meet in one formula by accident:
//! - the *parameters* of a relation symbol, over which its predicates and solutions are written. They have
//!   the names that the user gave them, so a predicate can be shown as it is;
//! - the *arguments* of an atom, one vector for each slot, fresh in the arena;
//! - the *locals* of a clause, all its other symbols.

use std::ops::Index;

use rustc_hash::{FxHashMap, FxHashSet};

use super::number;
use crate::accelerate::Transition;
use crate::formula::{Arena, Formula, Substitution, Symbol};
use crate::lang;

number! {
    /// A relation symbol of a [`ClauseSystem`].
    SystemRelationId
}

number! {
    /// A clause of a [`ClauseSystem`].
    SystemClauseId
}

impl SystemClauseId {
    /// The number by which people call the clause.
    pub fn number(self) -> usize {
        self.index() + 1
    }
}

/// A relation symbol and the symbols for its arguments.
#[derive(Clone, Debug)]
pub struct Relation {
    pub name: String,
    /// The user's relation symbol that this one stands for.
    pub source: lang::RelationId,
    parameters: Vec<Symbol>,
    slots: Vec<Vec<Symbol>>,
}

impl Relation {
    /// The names of the arguments in predicates and solutions, pairwise different.
    pub fn parameters(&self) -> &[Symbol] {
        &self.parameters
    }

    pub fn arity(&self) -> usize {
        self.parameters.len()
    }

    /// The same with another name.
    pub(super) fn named(self, name: String) -> Relation {
        Relation { name, ..self }
    }

    /// The same relation symbol with only some of its arguments.
    pub(super) fn sliced(&self, keep: &[bool]) -> Relation {
        let slice = |symbols: &Vec<Symbol>| {
            symbols.iter().zip(keep).filter(|(_, keep)| **keep).map(|(s, _)| *s).collect()
        };
        Relation {
            name: self.name.clone(),
            source: self.source,
            parameters: slice(&self.parameters),
            slots: self.slots.iter().map(slice).collect(),
        }
    }
}

/// A relation symbol applied to pairwise different symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    pub relation: SystemRelationId,
    /// Which vector of argument symbols this is: 0 in heads.
    pub slot: u32,
    pub arguments: Vec<Symbol>,
}

impl Atom {
    /// Gives other names to some arguments.
    pub fn rename(&mut self, from: &[Symbol], to: &[Symbol]) {
        for argument in &mut self.arguments {
            if let Some(place) = from.iter().position(|symbol| symbol == argument) {
                *argument = to[place];
            }
        }
    }
}

/// `head ← constraint ∧ body`. No argument symbol occurs in two atoms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// `None` is `false`: the clause is a query.
    pub head: Option<Atom>,
    pub body: Vec<Atom>,
    pub constraint: Formula,
    /// The user's clauses that this one comes from, each once: the one at the top first, then what was
    /// inlined or merged.
    pub sources: Vec<lang::ClauseId>,
}

impl Clause {
    /// Head first, then the body.
    pub fn atoms(&self) -> impl Iterator<Item = &Atom> {
        self.head.iter().chain(&self.body)
    }

    /// The relation symbol of the head, unless that is `false`.
    pub fn head_relation(&self) -> Option<SystemRelationId> {
        self.head.as_ref().map(|atom| atom.relation)
    }

    /// Notes that other clauses have become part of this one.
    pub(super) fn add_sources(&mut self, others: &[lang::ClauseId]) {
        let new: Vec<lang::ClauseId> = others.iter().filter(|s| !self.sources.contains(s)).copied().collect();
        self.sources.extend(new);
    }

    /// The clause as a relation between the arguments of its body and those of its head, if it has no more
    /// than one relation symbol in its body.
    pub fn transition(&self) -> Option<Transition> {
        let arguments = |atom: Option<&Atom>| atom.map_or_else(Vec::new, |atom| atom.arguments.clone());
        let (before, after) = (arguments(self.body.first()), arguments(self.head.as_ref()));
        (self.body.len() <= 1).then_some(Transition { before, after, formula: self.constraint })
    }

    /// The symbols of the constraint that are no arguments, sorted.
    pub fn locals(&self, arena: &Arena) -> Vec<Symbol> {
        let arguments: FxHashSet<Symbol> =
            self.atoms().flat_map(|atom| atom.arguments.iter().copied()).collect();
        let mut symbols = arena.symbols_of(self.constraint);
        symbols.retain(|s| !arguments.contains(s));
        symbols
    }
}

/// A system of normalised clauses. Their formulae live in an arena beside it, which only grows, also from
/// system to system: handles of an earlier stage stay valid in every later one.
#[derive(Clone, Debug, Default)]
pub struct ClauseSystem {
    relations: Vec<Relation>,
    clauses: Vec<Clause>,
    /// Formulae over parameters, renamed to the arguments of a slot.
    renamed: FxHashMap<(SystemRelationId, u32, Formula), Formula>,
}

impl ClauseSystem {
    pub(crate) fn new(relations: Vec<Relation>, clauses: Vec<Clause>) -> ClauseSystem {
        ClauseSystem { relations, clauses, renamed: FxHashMap::default() }
    }

    pub fn relations(&self) -> &[Relation] {
        &self.relations
    }

    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    pub fn relation_ids(&self) -> impl Iterator<Item = SystemRelationId> + use<> {
        (0..self.relations.len() as u32).map(SystemRelationId)
    }

    pub fn clause_ids(&self) -> impl Iterator<Item = SystemClauseId> + use<> {
        (0..self.clauses.len() as u32).map(SystemClauseId)
    }

    /// The clauses with `false` in their heads.
    pub fn queries(&self) -> impl Iterator<Item = SystemClauseId> + '_ {
        self.clause_ids().filter(|c| self[*c].head.is_none())
    }

    /// For each relation symbol, the clauses that have it in their heads.
    pub fn definitions(&self) -> Vec<Vec<SystemClauseId>> {
        let mut definitions = vec![Vec::new(); self.relations.len()];
        for id in self.clause_ids() {
            if let Some(relation) = self[id].head_relation() {
                definitions[relation.index()].push(id);
            }
        }
        definitions
    }

    /// A formula over the parameters of the atom's relation symbol, as it reads for the atom's arguments.
    pub fn at(&mut self, arena: &mut Arena, atom: &Atom, formula: Formula) -> Formula {
        let key = (atom.relation, atom.slot, formula);
        if let Some(found) = self.renamed.get(&key) {
            return *found;
        }
        let parameters = &self.relations[atom.relation.index()].parameters;
        let renaming = Substitution::renaming(arena, parameters, &atom.arguments);
        let renamed = renaming.apply(arena, formula);
        self.renamed.insert(key, renamed);
        renamed
    }

    pub(super) fn add_relation(
        &mut self,
        name: String,
        source: lang::RelationId,
        parameters: Vec<Symbol>,
    ) -> SystemRelationId {
        let id = SystemRelationId(self.relations.len() as u32);
        self.relations.push(Relation { name, source, parameters, slots: Vec::new() });
        id
    }

    /// Another relation symbol with the same parameters and slots.
    pub(crate) fn copied_relation(&self, relation: SystemRelationId, name: String) -> Relation {
        Relation { name, ..self[relation].clone() }
    }

    pub(super) fn add_clause(&mut self, clause: Clause) -> SystemClauseId {
        let id = SystemClauseId(self.clauses.len() as u32);
        self.clauses.push(clause);
        id
    }

    /// The atom of a relation symbol in a slot.
    pub(super) fn atom(&mut self, arena: &mut Arena, relation: SystemRelationId, slot: u32) -> Atom {
        let Relation { parameters, slots, .. } = &mut self.relations[relation.index()];
        while slots.len() <= slot as usize {
            let fresh = parameters.iter().map(|p| {
                let (name, sort) = (arena.name(*p).to_owned(), arena.sort(*p));
                arena.fresh_symbol(&name, sort)
            });
            slots.push(fresh.collect());
        }
        Atom { relation, slot, arguments: slots[slot as usize].clone() }
    }
}

impl Index<SystemRelationId> for ClauseSystem {
    type Output = Relation;
    fn index(&self, id: SystemRelationId) -> &Relation {
        &self.relations[id.index()]
    }
}

impl Index<SystemClauseId> for ClauseSystem {
    type Output = Clause;
    fn index(&self, id: SystemClauseId) -> &Clause {
        &self.clauses[id.index()]
    }
}
