//! What the numbers in events stand for: the relation symbols and clauses that a run works on, as data.
//!
//! The page needs no arena and no clause system: it has this header and the events. It may rely on the
//! following.
//! - [`SystemRelationId`](crate::horn::SystemRelationId)s and
//!   [`SystemClauseId`](crate::horn::SystemClauseId)s of events are positions in the two lists here.
//! - Without passes there is one clause for each of the user's, in the same order, and the same holds for
//!   relation symbols.
//! - Predicates and interpolants of a relation symbol are written over its parameter names.
//! - Whatever a clause was made of is among its sources, the user's clause at the top first. A relation
//!   symbol has exactly one source, and passes may remove some of its parameters.
//!
//! ```
//! use hornbook::engine::{Engine, Settings};
//! use hornbook::lang::house;
//! let (problem, _) = house::parse("p(X) :- X = 1. p(X + 1) :- p(X). false :- p(X), X < 0.");
//! let header = Engine::new(problem, Settings::default()).header();
//! assert_eq!(header.clauses[1].to_string(), "p(X + 1) ← p(X)");
//! assert_eq!(header.clauses[2].to_string(), "false ← p(X) ∧ X ≤ -1");
//! ```

use std::fmt;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use crate::explain;
use crate::formula::{
    Arena, AtomText, Formula, FormulaText, LinearTerm, Node, Notation, PieceKind, Sort, Substitution, Symbol,
};
use crate::horn::{Atom, Clause, ClauseSystem, SystemRelationId, WayBack};
use crate::lang::{self, Problem};
use crate::num::Int;

/// The relation symbols and clauses of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// By [`SystemRelationId`](crate::horn::SystemRelationId).
    pub relations: Vec<RelationText>,
    /// By [`SystemClauseId`](crate::horn::SystemClauseId).
    pub clauses: Vec<ClauseText>,
    /// The user's clauses, by [`lang::ClauseId`].
    pub sources: Vec<SourceText>,
}

/// A clause as the user wrote it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceText {
    /// In the papers' notation.
    pub text: FormulaText,
    /// Where it stands in the text.
    pub span: lang::Span,
}

/// A relation symbol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RelationText {
    pub name: String,
    /// Pairwise different.
    pub parameters: Vec<String>,
    /// The user's relation symbol that it stands for.
    pub source: lang::RelationId,
}

/// A clause in the papers' notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClauseText {
    /// None is `false`, the head of a query.
    pub head: Option<AtomText<SystemRelationId>>,
    /// The relation symbols of the body applied to their arguments, in order.
    pub body: Vec<AtomText<SystemRelationId>>,
    /// `true` if there is none. What needs parentheses next to a body has them, so that all can be joined
    /// with `∧`.
    pub constraint: FormulaText,
    /// The user's clauses that it comes from, never empty: the one at the top first.
    pub sources: Vec<lang::ClauseId>,
}

impl ClauseText {
    pub fn is_query(&self) -> bool {
        self.head.is_none()
    }

    /// The head, or `false`.
    pub fn head_text(&self) -> FormulaText {
        self.head.as_ref().map_or_else(|| FormulaText::constant(false), AtomText::text)
    }

    /// `p(X + 1) ← p(X) ∧ X ≥ 0`
    pub fn text(&self) -> FormulaText {
        let mut parts: Vec<FormulaText> = self.body.iter().map(AtomText::text).collect();
        if parts.is_empty() || !self.constraint.is_true() {
            parts.push(self.constraint.clone());
        }
        let body = FormulaText::joined(&parts, PieceKind::Connective, " ∧ ");
        self.head_text().with(PieceKind::Connective, " ← ").and(&body)
    }
}

impl fmt::Display for ClauseText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl Header {
    /// `user_symbols` is how many symbols of the arena are the user's own.
    pub(super) fn new(
        problem: &Problem,
        arena: &Arena,
        system: &ClauseSystem,
        way_back: &WayBack,
        user_symbols: usize,
    ) -> Header {
        let mut arena = arena.clone();
        let relations = system.relations().iter().map(|relation| RelationText {
            name: problem[relation.source].name.clone(),
            parameters: relation.parameters().iter().map(|p| arena.name(*p).to_owned()).collect(),
            source: relation.source,
        });
        let relations: Vec<RelationText> = relations.collect();
        let mut clauses = Vec::with_capacity(system.clauses().len());
        for clause in system.clauses() {
            let typed = clause.sources.first().map_or(&[][..], |source| way_back.arguments(*source));
            let named: FxHashMap<Symbol, Symbol> = typed.iter().map(|(user, own)| (*own, *user)).collect();
            clauses.push(text(&mut arena, system, clause, &named, user_symbols));
        }
        let source = |clause| SourceText { text: explain::user_clause(problem, clause), span: clause.span };
        Header { relations, clauses, sources: problem.clauses.iter().map(source).collect() }
    }
}

fn text(
    arena: &mut Arena,
    system: &ClauseSystem,
    clause: &Clause,
    named: &FxHashMap<Symbol, Symbol>,
    user_symbols: usize,
) -> ClauseText {
    let (definitions, constraint) = folded(arena, clause, named);
    // The user's names come first, so that they are kept where names clash.
    let mut names = Names::default();
    for atom in clause.atoms() {
        for symbol in &atom.arguments {
            if let Some(user) = named.get(symbol) {
                names.add(*symbol, arena.name(*user));
            }
        }
    }
    for atom in clause.atoms() {
        let parameters = system[atom.relation].parameters();
        for (symbol, parameter) in atom.arguments.iter().zip(parameters) {
            if !definitions.contains_key(symbol) {
                names.add(*symbol, arena.name(*parameter));
            }
        }
    }
    for local in clause.locals(arena) {
        let name = arena.name(local);
        let own = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
        names.add(local, if local.index() < user_symbols || own.is_empty() { name } else { own });
    }
    let spelling = |symbol: Symbol| names.spell(arena, symbol);
    let atom = |atom: &Atom| {
        let argument = |symbol: &Symbol| match definitions.get(symbol) {
            Some(term) => arena.show_term_as(term, Notation::Mathematical).spelled(&spelling).text(),
            None => FormulaText::of(PieceKind::Variable, &spelling(*symbol)),
        };
        AtomText {
            relation: atom.relation,
            name: system[atom.relation].name.clone(),
            arguments: atom.arguments.iter().map(argument).collect(),
        }
    };
    let text = arena.show(constraint).spelled(&spelling).text();
    let is_closed = text.has(PieceKind::Definition) || matches!(arena.node(constraint), Node::Or(_));
    ClauseText {
        head: clause.head.as_ref().map(&atom),
        body: clause.body.iter().map(&atom).collect(),
        constraint: if is_closed && !clause.body.is_empty() { text.in_parentheses() } else { text },
        sources: clause.sources.clone(),
    }
}

/// Puts terms in the places of arguments that the user did not name, as in `p(X + 1)`, where the constraint
/// says so; returns these and the rest of the constraint.
fn folded(
    arena: &mut Arena,
    clause: &Clause,
    named: &FxHashMap<Symbol, Symbol>,
) -> (FxHashMap<Symbol, LinearTerm>, Formula) {
    let open: FxHashSet<Symbol> = clause
        .atoms()
        .flat_map(|a| a.arguments.iter().copied())
        .filter(|s| !named.contains_key(s) && arena.sort(*s) == Sort::Int)
        .collect();
    let parts = arena.conjuncts(clause.constraint);
    let mut definitions: FxHashMap<Symbol, LinearTerm> = FxHashMap::default();
    // Symbols that a definition mentions stay as they are.
    let mut kept: FxHashSet<Symbol> = FxHashSet::default();
    let mut rest = Vec::new();
    for part in parts {
        let Node::Eq(term) = arena.node(part) else {
            rest.push(part);
            continue;
        };
        let free = |s: &Symbol| open.contains(s) && !definitions.contains_key(s) && !kept.contains(s);
        let others_stay =
            |symbol: Symbol| term.symbols().all(|s| s == symbol || !definitions.contains_key(&s));
        let unit = |a: &Int| *a == Int::ONE || *a == Int::MINUS_ONE;
        let chosen = term.summands().iter().find(|(s, a)| unit(a) && free(s) && others_stay(*s)).cloned();
        let Some((symbol, a)) = chosen else {
            rest.push(part);
            continue;
        };
        // a·s + r = 0 means s = -r / a.
        let others = term.plus_scaled(&-&a, &LinearTerm::symbol(symbol));
        let definition = others.scaled(&-&a);
        kept.extend(definition.symbols());
        definitions.insert(symbol, definition);
    }
    let mut substitution = Substitution::new();
    for (symbol, term) in &definitions {
        substitution.term(*symbol, term.clone());
    }
    let rest = arena.and(rest);
    (definitions, substitution.apply(arena, rest))
}

/// Names for the symbols of one clause, pairwise different.
#[derive(Debug, Default)]
struct Names {
    of: FxHashMap<Symbol, String>,
    taken: FxHashSet<String>,
    /// How often each name was wanted.
    wanted: FxHashMap<String, usize>,
}

/// A name has at most this many primes; after that they are numbered, or a body of thousands of atoms would
/// have names of thousands of primes.
const PRIMES: usize = 4;

impl Names {
    fn add(&mut self, symbol: Symbol, wanted: &str) {
        if self.of.contains_key(&symbol) {
            return;
        }
        let times = self.wanted.entry(wanted.to_owned()).or_default();
        let name = loop {
            let name = match *times {
                few @ 0..=PRIMES => format!("{wanted}{}", "′".repeat(few)),
                many => format!("{wanted}′{many}"),
            };
            *times += 1;
            if self.taken.insert(name.clone()) {
                break name;
            }
        };
        self.of.insert(symbol, name);
    }

    fn spell(&self, arena: &Arena, symbol: Symbol) -> String {
        self.of.get(&symbol).map_or_else(|| arena.name(symbol).to_owned(), Clone::clone)
    }
}
