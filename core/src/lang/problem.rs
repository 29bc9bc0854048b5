//! A set of constrained Horn clauses, as the user wrote it.
//!
//! A clause `head ← constraint ∧ p₁(t̄₁) ∧ … ∧ pₙ(t̄ₙ)` is universally quantified over its symbols, so the
//! same symbol in two clauses means two different variables.

use std::ops::Index;

use serde::{Deserialize, Serialize};

use super::Span;
use crate::formula::{Arena, Formula, Importer, LinearTerm, Sort, Symbol};
use crate::num::Int;
use crate::order::{Map, Set};

/// A relation symbol of a [`Problem`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RelationId(pub u32);

impl RelationId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A clause of a [`Problem`], by its position. People count clauses from 1: see [`ClauseId::number`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ClauseId(pub u32);

impl ClauseId {
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The number that the clause has in the text.
    pub fn number(self) -> usize {
        self.index() + 1
    }
}

/// A relation symbol, to be solved for.
#[derive(Clone, Debug)]
pub struct Relation {
    pub name: String,
    pub sorts: Vec<Sort>,
    /// Where it is declared, or first used.
    pub span: Span,
}

/// An argument of a relation symbol.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Argument {
    Int(LinearTerm),
    Bool(Formula),
}

/// A relation symbol applied to arguments of its sorts.
#[derive(Clone, Debug)]
pub struct Application {
    pub relation: RelationId,
    pub arguments: Vec<Argument>,
    pub span: Span,
}

impl Application {
    /// The symbols of the arguments, with repetitions.
    pub fn symbols(&self, arena: &Arena) -> Vec<Symbol> {
        let mut symbols = Vec::new();
        for argument in &self.arguments {
            match argument {
                Argument::Int(term) => symbols.extend(term.symbols()),
                Argument::Bool(formula) => symbols.extend(arena.symbols_of(*formula)),
            }
        }
        symbols
    }
}

/// How a relation symbol that only the reader of a text introduced is determined by those of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Auxiliary {
    /// It holds exactly where one of the clauses with it as head derives it.
    Strongest,
    /// It holds exactly where all clauses with it in the body allow it.
    Weakest,
}

/// A constrained Horn clause.
#[derive(Clone, Debug)]
pub struct Clause {
    /// `None` is `false`: the clause is a query.
    pub head: Option<Application>,
    pub body: Vec<Application>,
    pub constraint: Formula,
    pub span: Span,
}

/// What a template abstracts by (Acta'16, Definitions 4, 5 and 6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TemplateKind {
    /// Keeps the value of a term (Def. 4).
    Term(LinearTerm),
    /// Keeps lower bounds of a term: `term ≥ c` stays true where it was true, for every `c` (Def. 5).
    Inequality(LinearTerm),
    /// Keeps that a predicate holds: it stays true where it was true, and says nothing where it was false
    /// (Def. 6).
    Predicate(Formula),
    /// A combination of templates (Sect. 6.2).
    Combined(Operation, Vec<TemplateKind>),
}

/// How interpolation abstractions are combined (Acta'16, Sect. 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Keeps everything.
    Identity,
    /// Keeps nothing.
    Top,
    /// Keeps what each of the operands keeps.
    Conjunction,
    /// Keeps what one of the operands keeps.
    Disjunction,
    /// Relates what its operand does not relate, and every state to itself.
    Complement,
    /// Abstracts by the last operand first, and by the others on top of it.
    Composition,
}

impl Operation {
    pub const ALL: [Operation; 6] = [
        Operation::Identity,
        Operation::Top,
        Operation::Conjunction,
        Operation::Disjunction,
        Operation::Complement,
        Operation::Composition,
    ];

    /// The word for it in the house language.
    pub fn word(self) -> &'static str {
        match self {
            Operation::Identity => "identity",
            Operation::Top => "top",
            Operation::Conjunction => "conjunction",
            Operation::Disjunction => "disjunction",
            Operation::Complement => "complement",
            Operation::Composition => "composition",
        }
    }

    /// Whether it has operands, in parentheses.
    pub fn has_operands(self) -> bool {
        !matches!(self, Operation::Identity | Operation::Top)
    }
}

impl TemplateKind {
    /// The same in another arena.
    #[must_use]
    pub fn imported(&self, arena: &mut Arena, importer: &mut Importer) -> TemplateKind {
        match self {
            TemplateKind::Term(term) => TemplateKind::Term(importer.term(arena, term)),
            TemplateKind::Inequality(term) => TemplateKind::Inequality(importer.term(arena, term)),
            TemplateKind::Predicate(formula) => TemplateKind::Predicate(importer.formula(arena, *formula)),
            TemplateKind::Combined(operation, operands) => {
                let operands = operands.iter().map(|kind| kind.imported(arena, importer)).collect();
                TemplateKind::Combined(*operation, operands)
            }
        }
    }
}

/// A template for interpolation abstraction at a relation symbol, given by the user.
#[derive(Clone, Debug)]
pub struct Template {
    pub relation: RelationId,
    /// The names of the relation's arguments within the template.
    pub parameters: Vec<Symbol>,
    pub kind: TemplateKind,
    /// Cheap templates are preferred.
    pub cost: Int,
    pub span: Span,
}

/// A predicate that abstraction starts with, given by the user.
#[derive(Clone, Debug)]
pub struct InitialPredicate {
    pub relation: RelationId,
    pub parameters: Vec<Symbol>,
    pub predicate: Formula,
    pub span: Span,
}

/// Horn clauses with everything that the text said about them.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    pub arena: Arena,
    pub relations: Vec<Relation>,
    pub clauses: Vec<Clause>,
    pub templates: Vec<Template>,
    pub predicates: Vec<InitialPredicate>,
    /// The relation symbols that the text does not have: they keep the clauses of a nested formula small.
    /// Solutions are read and printed without them.
    pub auxiliary: Map<RelationId, Auxiliary>,
    /// Do the clauses stand for a Petri net, so that the heuristics for these are worth a try?
    pub is_net: bool,
    /// The relation symbols that stand for the complement of one in the text, whose clauses are Horn only
    /// with them (thesis, Def. 5.7.2). The name is that of the text with [`COMPLEMENT`] before it. Solutions
    /// are read and printed about those of the text.
    pub complements: Set<RelationId>,
}

/// Goes before the name of a relation symbol that stands for a complement.
pub const COMPLEMENT: char = '¬';

impl Clause {
    /// How many arguments the relation symbols have together.
    pub fn arguments(&self) -> u64 {
        self.body.iter().chain(&self.head).map(|atom| atom.arguments.len() as u64).sum()
    }
}

impl Problem {
    /// How many arguments the relation symbols have in all clauses together.
    pub fn arguments(&self) -> u64 {
        self.clauses.iter().map(Clause::arguments).sum()
    }

    /// What the text calls a relation symbol, or the one that it is the complement of.
    pub fn typed_name(&self, relation: RelationId) -> &str {
        let name = self[relation].name.as_str();
        if self.complements.contains(&relation) { name.trim_start_matches(COMPLEMENT) } else { name }
    }
}

impl Index<RelationId> for Problem {
    type Output = Relation;
    fn index(&self, id: RelationId) -> &Relation {
        &self.relations[id.index()]
    }
}

impl Index<ClauseId> for Problem {
    type Output = Clause;
    fn index(&self, id: ClauseId) -> &Clause {
        &self.clauses[id.index()]
    }
}
