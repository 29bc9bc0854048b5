//! Constrained Horn clauses, in the notation of CHC-COMP and in that of `declare-rel`, `rule` and `query`.
//!
//! In both, Hornbook's *sat* means that the relation symbols have a solution; `(query p)` is the clause
//! `false ← p`. Clauses with several heads are read if they are Horn with complements in the place of some
//! relation symbols (thesis, Def. 5.7.2).

use super::elaborate::{Elaborator, Mode};
use super::scope::Global;
use super::sexpr::{NodeId, Tree};
use super::special::Special;
use super::value::Value;
use crate::budget::Budget;
use crate::formula::{Arena, Formula, LinearTerm, Sort};
use crate::lang::common::complement;
use crate::lang::common::report::{Report, end_of};
use crate::lang::{Application, Argument, Clause, Diagnostic, Problem, RelationId};

/// Reads Horn clauses. Clauses with errors are left out.
pub(super) fn parse(text: &str, budget: &mut Budget) -> (Problem, Vec<Diagnostic>) {
    let mut report = Report::new(text, budget);
    let tree = Tree::parse(text, &mut report);
    let mut elaborator = Elaborator::new(&tree, Arena::new(), report, Mode::Horn);
    let mut clauses = Vec::new();
    for command in tree.roots() {
        elaborator.begin_command();
        let goes_on = elaborator.horn_command(command, &mut clauses);
        if !goes_on || elaborator.exhausted() {
            break;
        }
    }
    let Elaborator { arena, relations, auxiliary, mut report, further, .. } = elaborator;
    let mut problem = Problem { arena, relations, clauses, auxiliary, ..Problem::default() };
    if !further.is_empty() {
        complement::rename(&mut problem, &further, &mut report);
    }
    (problem, report.finish(end_of(text)))
}

impl Elaborator<'_, '_> {
    /// False when the text ends here.
    fn horn_command(&mut self, node: NodeId, clauses: &mut Vec<Clause>) -> bool {
        let tree = self.tree;
        let parts: Vec<NodeId> = tree.children(node).collect();
        let word = parts.first().and_then(|n| tree.symbol_text(*n)).unwrap_or("");
        if matches!(word, "assert" | "rule" | "query")
            && let Some(asked) = self.asked.take()
        {
            // There is one answer, which would not be the one to the question asked here.
            self.report.push(
                Diagnostic::error(tree.span(asked), "`(check-sat)` must come after all clauses")
                    .with_hint("a text of Horn clauses has one answer: write one text for each question")
                    .with_related(tree.span(node), "this clause comes after it"),
            );
        }
        match word {
            "check-sat" => self.asked = Some(node),
            "set-logic" | "set-info" | "set-option" | "get-info" | "get-option" | "get-model"
            | "get-proof" | "get-unsat-core" | "get-assignment" | "echo" => {}
            "exit" => return false,
            "declare-fun" | "declare-const" | "declare-rel" => {
                self.declare(node);
            }
            "declare-var" => self.declare_variable(node, &parts),
            "define-fun" | "define-const" | "define-fun-rec" => {
                self.define(node);
            }
            "assert" => match parts.as_slice() {
                &[_, term] => self.clause(node, term, clauses),
                _ => {
                    self.refuse(node, "expected `(assert clause)`");
                }
            },
            "rule" => match parts.as_slice() {
                &[_, term] | &[_, term, _] => self.clause(node, term, clauses),
                _ => {
                    self.refuse(node, "expected `(rule clause)` or `(rule clause name)`");
                }
            },
            "query" => match parts.get(1) {
                Some(term) => self.query(node, *term, clauses),
                None => {
                    self.refuse(node, "expected `(query formula)`");
                }
            },
            _ => self.unknown_command(node),
        }
        true
    }

    /// `(declare-var x σ)`: universally quantified in every rule.
    fn declare_variable(&mut self, node: NodeId, parts: &[NodeId]) {
        let &[_, name, sort] = parts else {
            self.refuse(node, "expected `(declare-var name sort)`");
            return;
        };
        let Some(name) = self.new_name(Some(name), node) else { return };
        match self.sort(sort) {
            Some(sort) => {
                let symbol = self.arena.symbol(self.tree.name(name), sort);
                self.scope.declare(name, Global::Constant(symbol));
            }
            None => self.scope.refuse(name),
        }
    }

    fn clause(&mut self, command: NodeId, term: NodeId, clauses: &mut Vec<Clause>) {
        if let Some(formula) = self.elaborate_formula(term) {
            self.clausify(command, !formula, clauses);
        }
    }

    fn query(&mut self, command: NodeId, term: NodeId, clauses: &mut Vec<Clause>) {
        let named = self.tree.symbol(term).and_then(|name| self.scope.global(name));
        let formula = match named {
            // A relation symbol alone asks for any arguments.
            Some(Global::Relation(id)) => self.any_arguments(id, term),
            _ => self.elaborate_formula(term),
        };
        if let Some(formula) = formula {
            self.clausify(command, formula, clauses);
        }
    }

    fn any_arguments(&mut self, id: RelationId, node: NodeId) -> Option<Formula> {
        let mut arguments = Vec::new();
        for sort in self.relations[id.index()].sorts.clone() {
            let symbol = self.fresh_symbol("any", sort);
            arguments.push(match sort {
                Sort::Int => Argument::Int(LinearTerm::symbol(symbol)),
                Sort::Bool => Argument::Bool(self.arena.boolean(symbol)),
            });
        }
        let span = self.tree.span(node);
        match self.placeholder(Special::Applied(Application { relation: id, arguments, span })) {
            Value::Bool(formula) => Some(formula),
            _ => None,
        }
    }

    /// Does a relation symbol or a quantifier stand inside an argument?
    pub(super) fn mentions_placeholder(&self, application: &Application) -> bool {
        application.arguments.iter().any(|argument| match argument {
            Argument::Int(_) => false,
            Argument::Bool(formula) => self.arena.symbols_of(*formula).iter().any(|s| {
                matches!(self.specials.get(s), Some(Special::Applied(_) | Special::Quantified { .. }))
            }),
        })
    }
}

#[cfg(test)]
mod tests;
