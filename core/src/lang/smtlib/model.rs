//! Solutions written by people and other solvers, as SMT-LIB function definitions.
//!
//! Z3 prints a list of `define-fun`, older versions `(model …)`, Eldarica and Golem may print them one after
//! the other below the word `sat`. Definitions may use each other, in any order. What a definition says with
//! `div` or `ite` is rewritten without them, so that a solution is a formula over its parameters alone.

use rustc_hash::{FxHashMap, FxHashSet};

use super::elaborate::{Elaborator, Mode};
use super::scope::Global;
use super::sexpr::{NameId, NodeId, Tree};
use super::value::Value;
use crate::budget::Budget;
use crate::formula::{Formula, LinearTerm, Sort, Substitution, Symbol};
use crate::lang::common::complement::{complemented, with_typed_names};
use crate::lang::common::report::{Report, end_of};
use crate::lang::{Definition, Diagnostic, Problem, RelationId, Solution, Span};

/// Reads a solution of a problem, whose arena will hold its formulae. Relation symbols without a usable
/// definition are reported and left out.
pub(super) fn parse_solution(
    text: &str,
    problem: &mut Problem,
    budget: &mut Budget,
) -> (Solution, Vec<Diagnostic>) {
    let mut report = Report::new(text, budget);
    let tree = Tree::parse(text, &mut report);
    let definitions = definitions(&tree, &mut report);
    let arena = std::mem::take(&mut problem.arena);
    let mut elaborator = Elaborator::new(&tree, arena, report, Mode::Model);
    let mut nodes: FxHashMap<NameId, NodeId> = FxHashMap::default();
    let (order, recursive) = dependency_order(&tree, &definitions);
    for node in order {
        elaborator.begin_command();
        if let Some((name, _)) = elaborator.define(node) {
            nodes.insert(name, node);
        }
        if elaborator.exhausted() {
            break;
        }
    }
    for node in recursive {
        elaborator.refuse(
            node,
            "this definition depends on itself, or on one that does: recursive definitions are not supported",
        );
        if let Some(name) = tree.children(node).nth(1).and_then(|n| tree.symbol(n)) {
            elaborator.scope.refuse(name);
        }
    }
    let mut solution = Solution::new();
    for (i, relation) in with_typed_names(problem).relations.iter().enumerate() {
        let is_defined = tree.find_name(&relation.name).is_some();
        if problem.auxiliary.contains_key(&RelationId(i as u32)) && !is_defined {
            continue;
        }
        let definition = elaborator.solution_of(&relation.name, &relation.sorts, &nodes, text.len());
        if let Some(definition) = definition {
            solution.insert(RelationId(i as u32), definition);
        }
    }
    let Elaborator { arena, report, .. } = elaborator;
    problem.arena = arena;
    (complemented(problem, &solution), report.finish(end_of(text)))
}

/// All function definitions of the text, in order.
fn definitions(tree: &Tree, report: &mut Report) -> Vec<NodeId> {
    let word = |node| tree.children(node).next().and_then(|n| tree.symbol_text(n));
    let is_definition = |node| matches!(word(node), Some("define-fun" | "define-const" | "define-fun-rec"));
    let mut found = Vec::new();
    for root in tree.roots() {
        if is_definition(root) {
            found.push(root);
        } else if tree.is_list(root) {
            match word(root) {
                Some("set-logic" | "set-info" | "set-option" | "declare-fun") => {}
                Some("error") => report.error(tree.span(root), "this is a solver's error, not a model"),
                _ => {
                    let first = usize::from(word(root) == Some("model"));
                    for part in tree.children(root).skip(first) {
                        if is_definition(part) {
                            found.push(part);
                        } else if !matches!(word(part), Some("declare-fun" | "forall")) {
                            report.error(
                                tree.span(part),
                                "expected `(define-fun name ((name sort) …) Bool formula)`",
                            );
                        }
                    }
                }
            }
        } else {
            match tree.source(root) {
                "sat" => {}
                answer @ ("unsat" | "unknown" | "timeout") => {
                    let message = format!("`{answer}` is not followed by a model");
                    report.error(tree.span(root), message);
                }
                _ => report.error(tree.span(root), "expected a model: a list of `define-fun`"),
            }
        }
    }
    found
}

/// Definitions such that each comes after those it uses, and those that depend on themselves.
fn dependency_order(tree: &Tree, definitions: &[NodeId]) -> (Vec<NodeId>, Vec<NodeId>) {
    let mut by_name: FxHashMap<NameId, usize> = FxHashMap::default();
    for (i, node) in definitions.iter().enumerate() {
        if let Some(name) = tree.children(*node).nth(1).and_then(|n| tree.symbol(n)) {
            by_name.entry(name).or_insert(i);
        }
    }
    let mut uses: Vec<usize> = vec![0; definitions.len()];
    let mut used_by: Vec<Vec<usize>> = vec![Vec::new(); definitions.len()];
    for (i, node) in definitions.iter().enumerate() {
        let parameters = tree.children(*node).nth(2);
        let bound: FxHashSet<NameId> = parameters
            .into_iter()
            .flat_map(|list| tree.children(list))
            .filter_map(|pair| tree.children(pair).next().and_then(|n| tree.symbol(n)))
            .collect();
        let mut seen: FxHashSet<usize> = FxHashSet::default();
        let body = tree.children(*node).nth(4);
        for part in body.into_iter().flat_map(|body| body..tree.end(body)) {
            if let Some(name) = tree.symbol(part).filter(|name| !bound.contains(name))
                && let Some(used) = by_name.get(&name)
                && seen.insert(*used)
            {
                uses[i] += 1;
                used_by[*used].push(i);
            }
        }
    }
    let mut order = Vec::new();
    let mut ready: Vec<usize> = (0..definitions.len()).filter(|i| uses[*i] == 0).rev().collect();
    while let Some(i) = ready.pop() {
        order.push(definitions[i]);
        for user in &used_by[i] {
            uses[*user] -= 1;
            if uses[*user] == 0 {
                ready.push(*user);
            }
        }
    }
    let recursive = (0..definitions.len()).filter(|i| uses[*i] > 0).map(|i| definitions[i]).collect();
    (order, recursive)
}

impl Elaborator<'_, '_> {
    /// The definition of a relation symbol, over parameters that are named as in the text.
    fn solution_of(
        &mut self,
        relation: &str,
        sorts: &[Sort],
        nodes: &FxHashMap<NameId, NodeId>,
        end: usize,
    ) -> Option<Definition> {
        let tree = self.tree;
        let name = tree.find_name(relation);
        let index = match name.and_then(|name| self.scope.global(name)) {
            Some(Global::Macro(index)) => index,
            Some(_) => return None,
            None => {
                let message = format!("the relation symbol `{relation}` has no definition");
                let diagnostic = Diagnostic::error(Span::new(end, end), message);
                let known = self.scope.names(tree);
                let similar = self.report.nearest(relation, known);
                self.report.push(match similar {
                    Some(similar) => diagnostic.with_hint(format!("is it the one called `{similar}` here?")),
                    None => diagnostic,
                });
                return None;
            }
        };
        let node = name.and_then(|name| nodes.get(&name)).copied()?;
        let definition = self.scope.macro_(index).clone();
        let found: Vec<Sort> = definition.parameters.iter().map(|p| self.arena.sort(*p)).collect();
        let Value::Bool(formula) = definition.value else {
            self.refuse(
                node,
                format!("`{relation}` is a relation symbol, but an integer function is defined"),
            );
            return None;
        };
        if found != sorts {
            let list = |sorts: &[Sort]| sorts.iter().map(|s| format!("{s:?}")).collect::<Vec<_>>().join(" ");
            let message =
                format!("the arguments of `{relation}` are ({}), not ({})", list(sorts), list(&found));
            self.refuse(node, message);
            return None;
        }
        self.introduced.clone_from(&definition.specials);
        let formula = self.without_definitions(formula, node)?;
        self.introduced.clear();
        self.defined = 0;
        Some(self.with_written_names(node, &definition.parameters, formula))
    }

    /// Gives the parameters the names that the text gives them.
    fn with_written_names(&mut self, node: NodeId, parameters: &[Symbol], formula: Formula) -> Definition {
        let tree = self.tree;
        let list = tree.children(node).nth(2).into_iter().flat_map(|n| tree.children(n));
        let names: Vec<NameId> =
            list.filter_map(|pair| tree.children(pair).next().and_then(|n| tree.symbol(n))).collect();
        let different: FxHashSet<NameId> = names.iter().copied().collect();
        if different.len() != parameters.len() {
            return Definition { parameters: parameters.to_vec(), formula };
        }
        let mut substitution = Substitution::new();
        let mut renamed = Vec::with_capacity(parameters.len());
        for (parameter, name) in parameters.iter().zip(names) {
            let sort = self.arena.sort(*parameter);
            let symbol = self.arena.symbol(tree.name(name), sort);
            match sort {
                Sort::Int => _ = substitution.term(*parameter, LinearTerm::symbol(symbol)),
                Sort::Bool => {
                    let formula = self.arena.boolean(symbol);
                    substitution.formula(*parameter, formula);
                }
            }
            renamed.push(symbol);
        }
        let formula = substitution.apply(&mut self.arena, formula);
        Definition { parameters: renamed, formula }
    }
}

#[cfg(test)]
mod tests;
