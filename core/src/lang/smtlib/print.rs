//! Problems and solutions as SMT-LIB text.

use std::fmt::Write;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::names::{NameTable, quoted};
use super::print_formula::FormulaWriter;
use crate::formula::{Arena, Formula, LinearTerm, Sort, Symbol};
use crate::lang::common::complement::complemented;
use crate::lang::{Application, Argument, Clause, Problem, RelationId, Solution};

/// The clauses of a problem in the format of CHC-COMP.
pub fn print(problem: &Problem) -> String {
    let mut names = NameTable::default();
    let relations: Vec<String> = problem.relations.iter().map(|r| names.claim(&r.name)).collect();
    let mut out = String::from("(set-logic HORN)\n");
    for (relation, name) in problem.relations.iter().zip(&relations) {
        let _ = write!(out, "(declare-fun {name} (");
        for (i, sort) in relation.sorts.iter().enumerate() {
            let _ = write!(out, "{}{}", if i > 0 { " " } else { "" }, sort_name(*sort));
        }
        out.push_str(") Bool)\n");
    }
    for clause in &problem.clauses {
        print_clause(&mut out, problem, &relations, clause);
    }
    out.push_str("(check-sat)\n");
    out
}

/// A solution as a list of function definitions, as `get-model` answers.
pub fn print_solution(problem: &Problem, solution: &Solution) -> String {
    let mut names = NameTable::default();
    let ids = (0..problem.relations.len()).map(|i| RelationId(i as u32));
    let relations: Vec<String> = ids.map(|id| names.claim(problem.typed_name(id))).collect();
    let mut out = String::from("(\n");
    let solution = complemented(problem, solution);
    for (relation, definition) in solution.iter().filter(|(relation, _)| !problem.is_auxiliary(*relation)) {
        let Some(name) = relations.get(relation.index()) else { continue };
        let _ = write!(out, "  (define-fun {name} ");
        let printer =
            Printer::new(&problem.arena, &NameTable::default(), definition.parameters.iter().copied());
        printer.binders(&mut out);
        out.push_str(" Bool\n    ");
        printer.formula(&mut out, definition.formula);
        out.push_str(")\n");
    }
    out.push_str(")\n");
    out
}

/// A formula as an SMT-LIB term.
pub fn print_formula(arena: &Arena, formula: Formula) -> String {
    let mut out = String::new();
    let printer = Printer::with_own_names(arena, arena.symbols_of(formula));
    printer.formula(&mut out, formula);
    out
}

/// A linear term as an SMT-LIB term.
pub fn print_term(arena: &Arena, term: &LinearTerm) -> String {
    let mut out = String::new();
    Printer::with_own_names(arena, term.symbols().collect()).term(&mut out, term);
    out
}

/// A name as SMT-LIB writes it: between bars unless it is a simple symbol.
pub fn print_symbol(name: &str) -> String {
    quoted(name)
}

fn sort_name(sort: Sort) -> &'static str {
    match sort {
        Sort::Int => "Int",
        Sort::Bool => "Bool",
    }
}

/// The symbols of one scope, with their names.
struct Printer<'a> {
    arena: &'a Arena,
    order: Vec<Symbol>,
    names: FxHashMap<Symbol, String>,
}

impl<'a> Printer<'a> {
    /// Names that differ from each other and from those in use.
    fn new(arena: &'a Arena, used: &NameTable, symbols: impl Iterator<Item = Symbol>) -> Printer<'a> {
        let mut used = used.clone();
        let order: Vec<Symbol> = symbols.collect();
        let names = order.iter().map(|s| (*s, used.claim(arena.name(*s)))).collect();
        Printer { arena, order, names }
    }

    fn with_own_names(arena: &'a Arena, symbols: Vec<Symbol>) -> Printer<'a> {
        let names = symbols.iter().map(|s| (*s, quoted(arena.name(*s)))).collect();
        Printer { arena, order: symbols, names }
    }

    fn name(&self, symbol: Symbol) -> &str {
        self.names.get(&symbol).map_or_else(|| self.arena.name(symbol), String::as_str)
    }

    fn formula(&self, out: &mut String, formula: Formula) {
        FormulaWriter { arena: self.arena, name: |s| self.name(s) }.formula(out, formula);
    }

    fn term(&self, out: &mut String, term: &LinearTerm) {
        FormulaWriter { arena: self.arena, name: |s| self.name(s) }.term(out, term);
    }

    fn binders(&self, out: &mut String) {
        out.push('(');
        for (i, symbol) in self.order.iter().enumerate() {
            let space = if i > 0 { " " } else { "" };
            let _ = write!(out, "{space}({} {})", self.name(*symbol), sort_name(self.arena.sort(*symbol)));
        }
        out.push(')');
    }

    fn application(&self, out: &mut String, relations: &[String], application: &Application) {
        let name = relations.get(application.relation.index()).map_or("false", String::as_str);
        if application.arguments.is_empty() {
            return out.push_str(name);
        }
        let _ = write!(out, "({name}");
        for argument in &application.arguments {
            out.push(' ');
            match argument {
                Argument::Int(term) => self.term(out, term),
                Argument::Bool(formula) => self.formula(out, *formula),
            }
        }
        out.push(')');
    }
}

fn print_clause(out: &mut String, problem: &Problem, relations: &[String], clause: &Clause) {
    let arena = &problem.arena;
    // A variable may have the name of a relation symbol that its clause does not use.
    let mut used = NameTable::default();
    for application in clause.body.iter().chain(&clause.head) {
        used.reserve(relations.get(application.relation.index()));
    }
    let printer = Printer::new(arena, &used, symbols_of(arena, clause).into_iter());
    out.push_str("(assert ");
    if !printer.order.is_empty() {
        out.push_str("(forall ");
        printer.binders(out);
        out.push(' ');
    }
    out.push_str("(=> ");
    let mut parts = arena.conjuncts(clause.constraint);
    // A conjunction whose parts share structure is better written as one.
    if parts.iter().any(|p| !arena.node(*p).is_literal()) {
        parts = vec![clause.constraint];
    }
    let premises = clause.body.len() + parts.len();
    if premises == 0 {
        out.push_str("true");
    }
    if premises > 1 {
        out.push_str("(and");
    }
    let space = if premises > 1 { " " } else { "" };
    for application in &clause.body {
        out.push_str(space);
        printer.application(out, relations, application);
    }
    for part in parts {
        out.push_str(space);
        printer.formula(out, part);
    }
    if premises > 1 {
        out.push(')');
    }
    out.push(' ');
    match &clause.head {
        Some(head) => printer.application(out, relations, head),
        None => out.push_str("false"),
    }
    out.push_str(if printer.order.is_empty() { "))\n" } else { ")))\n" });
}

/// The symbols of a clause in the order of their first use, applications first.
fn symbols_of(arena: &Arena, clause: &Clause) -> Vec<Symbol> {
    let mut symbols = IndexSet::<Symbol, FxBuildHasher>::default();
    for application in clause.body.iter().chain(&clause.head) {
        for argument in &application.arguments {
            match argument {
                Argument::Int(term) => symbols.extend(term.symbols()),
                Argument::Bool(formula) => symbols.extend(arena.symbols_of(*formula)),
            }
        }
    }
    symbols.extend(arena.symbols_of(clause.constraint));
    symbols.into_iter().collect()
}
