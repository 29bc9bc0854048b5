//! Assertions to Horn clauses.

use rustc_hash::FxHashMap;

use super::elaborate::Elaborator;
use super::sexpr::NodeId;
use super::special::{Special, closure};
use crate::formula::{Arena, Formula, LinearTerm, Symbol};
use crate::lang::common::clausify::{Clausifier, Failure, Flat, Symbols};
use crate::lang::common::definition::DefinedVariable;
use crate::lang::{Application, Clause, ClauseId, Diagnostic};

/// The special symbols of the present command.
struct Specials<'a> {
    specials: &'a FxHashMap<Symbol, Special>,
    /// Those that were introduced, when some of them are defined variables.
    introduced: &'a [Symbol],
}

impl Symbols for Specials<'_> {
    fn application(&self, symbol: Symbol) -> Option<&Application> {
        match self.specials.get(&symbol) {
            Some(Special::Applied(application)) => Some(application),
            _ => None,
        }
    }

    fn definitions(&self) -> usize {
        self.introduced.len()
    }

    fn closed(&self, arena: &Arena, mut symbols: Vec<Symbol>) -> Vec<Symbol> {
        for symbol in closure(arena, self.specials, self.introduced, symbols.iter().copied()) {
            if let Some(Special::Defined(meaning)) = self.specials.get(&symbol) {
                symbols.push(symbol);
                symbols.extend(DefinedVariable { symbol, meaning: meaning.clone() }.symbols(arena));
            }
            if let Some(Special::Distinct { terms, .. }) = self.specials.get(&symbol) {
                symbols.extend(terms.iter().flat_map(LinearTerm::symbols));
            }
        }
        symbols
    }
}

impl Elaborator<'_, '_> {
    /// Appends the clauses whose negation is a formula.
    pub(super) fn clausify(&mut self, command: NodeId, negated: Formula, clauses: &mut Vec<Clause>) {
        let span = self.tree.span(command);
        let negated = self.with_relational_definitions(negated);
        let Some(negated) = self.prenex(negated, command) else { return };
        if negated == self.arena.false_() {
            return self.vacuous(command, clauses);
        }
        let tree = self.tree;
        let introduced = if self.defined == 0 { &[] } else { self.introduced.as_slice() };
        let mut clausifier = Clausifier {
            arena: &mut self.arena,
            symbols: &Specials { specials: &self.specials, introduced },
            relations: &mut self.relations,
            auxiliary: &mut self.auxiliary,
            names: &mut self.fresh,
            taken: &|name| tree.find_name(name).is_some(),
            report: &mut self.report,
            span,
            several_heads: true,
        };
        let found = match clausifier.clauses(negated, None) {
            Ok(found) => found,
            Err(failure) => return self.no_clauses(failure, command),
        };
        let before = clauses.len();
        for flat in found {
            if !self.finish_clause(flat, command, clauses) {
                clauses.truncate(before);
                self.further.retain(|clause, _| clause.index() < before);
                return;
            }
        }
        if clauses.len() == before {
            self.report.push(Diagnostic::warning(span, "this clause is always true and is left out"));
        }
    }

    fn no_clauses(&mut self, failure: Failure, command: NodeId) {
        let diagnostic = match failure {
            Failure::NotHorn(heads) => {
                let (first, second) = *heads;
                let name = |a: &Application| &self.relations[a.relation.index()].name;
                let message =
                    format!("not a Horn clause: `{}` and `{}` are both heads", name(&first), name(&second));
                Diagnostic::error(second.span, message)
                    .with_hint("a clause has one head; all other relation symbols stand in its body")
                    .with_related(first.span, "the other head")
            }
            Failure::TooLarge => Diagnostic::error(
                self.tree.span(command),
                "this assertion is too large: its disjunctions of relation symbols have too many combinations",
            )
            .with_hint("write one assertion for each clause"),
            Failure::Exhausted => return,
        };
        self.report.push(diagnostic);
    }

    /// Definitions whose conditions mention relation symbols must be split together with the clause.
    fn with_relational_definitions(&mut self, negated: Formula) -> Formula {
        if self.defined == 0 {
            return negated;
        }
        let mut parts = vec![negated];
        let mentioned = self.introduced.clone();
        for definition in self.definitions_of(mentioned) {
            if self.is_relational(&definition) {
                parts.push(definition.formula(&mut self.arena));
            }
        }
        self.arena.and(parts)
    }

    /// Does the meaning of a variable depend on relation symbols?
    pub(super) fn is_relational(&self, definition: &DefinedVariable) -> bool {
        definition
            .symbols(&self.arena)
            .iter()
            .any(|s| matches!(self.specials.get(s), Some(Special::Applied(_) | Special::Quantified { .. })))
    }

    /// Emits a clause unless it is always true; false when a relation symbol stands where it cannot.
    fn finish_clause(&mut self, flat: Flat, command: NodeId, clauses: &mut Vec<Clause>) -> bool {
        let Flat { head, further, body, constraint } = flat;
        if let Some(bad) = body.iter().chain(&head).chain(&further).find(|a| self.mentions_placeholder(a)) {
            let message = "a relation symbol or quantifier cannot stand inside an argument";
            self.report.error(bad.span, message);
            return false;
        }
        let arguments =
            body.iter().chain(&head).chain(&further).flat_map(|a| a.symbols(&self.arena)).collect();
        let constraint = self.settled(constraint, arguments, command);
        if constraint != self.arena.false_() {
            if !further.is_empty() {
                self.further.insert(ClauseId(clauses.len() as u32), further);
            }
            clauses.push(Clause { head, body, constraint, span: self.tree.span(command) });
        }
        true
    }
}
