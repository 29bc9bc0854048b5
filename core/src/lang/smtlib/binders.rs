//! What binds names inside terms: `let`, quantifiers, and annotations that name a term.

use rustc_hash::FxHashSet;

use super::elaborate::{Elaborator, Mode, Task};
use super::scope::{Global, Macro};
use super::sexpr::{Kind, NameId, NodeId};
use super::special::Special;
use super::value::Value;
use super::vocabulary::Word;
use crate::formula::{Sort, Symbol};

impl Elaborator<'_, '_> {
    pub(super) fn open_let(&mut self, node: NodeId) {
        let tree = self.tree;
        let parts: Vec<NodeId> = tree.children(node).collect();
        let &[_, bindings, body] = parts.as_slice() else {
            let value = self.refuse(node, "expected `(let ((name term) …) term)`");
            return self.values.push(value);
        };
        let mut terms = Vec::new();
        for binding in tree.children(bindings) {
            let mut pair = tree.children(binding);
            let name = pair.next().and_then(|n| tree.symbol(n));
            let (Some(_), Some(term), None) = (name, pair.next(), pair.next()) else {
                let value = self.refuse(binding, "expected `(name term)`");
                return self.values.push(value);
            };
            terms.push(term);
        }
        if terms.is_empty() {
            self.report.error(tree.span(bindings), "expected at least one `(name term)`");
        }
        self.tasks.push(Task::Elaborate(body));
        self.tasks.push(Task::BindLet { node, base: self.values.len() });
        self.schedule(terms);
    }

    /// All terms of a `let` have their values; now its names mean them.
    pub(super) fn bind_let(&mut self, node: NodeId, base: usize) {
        let tree = self.tree;
        // The body has been scheduled already: the scope must end right after it.
        let body = self.tasks.pop();
        self.tasks.push(Task::Unbind(self.scope.height()));
        self.tasks.extend(body);
        let values = self.values.split_off(base);
        let bindings = tree.children(node).nth(1).map(|n| tree.children(n));
        let mut seen: FxHashSet<NameId> = FxHashSet::default();
        for (binding, value) in bindings.into_iter().flatten().zip(values) {
            let Some(name) = tree.children(binding).next().and_then(|n| tree.symbol(n)) else { continue };
            if !seen.insert(name) {
                let message = format!("`{}` is bound twice by the same `let`", tree.name(name));
                self.report.error(tree.span(binding), message);
            }
            let value = match value {
                Value::Int(sum) => Value::Int(sum.normalised()),
                other => other,
            };
            self.scope.bind(name, value);
        }
    }

    pub(super) fn open_quantifier(&mut self, node: NodeId, word: Word) {
        let tree = self.tree;
        if self.mode != Mode::Horn {
            let reason = match self.mode {
                Mode::Model => "a solution must be quantifier-free",
                _ => "this logic is quantifier-free",
            };
            let quantifier = if word == Word::Forall { "forall" } else { "exists" };
            let value = self.refuse(node, format!("`{quantifier}` cannot be used: {reason}"));
            return self.values.push(value);
        }
        let parts: Vec<NodeId> = tree.children(node).collect();
        let &[_, variables, body] = parts.as_slice() else {
            let value = self.refuse(node, "expected a quantifier's list of `(name sort)` and its body");
            return self.values.push(value);
        };
        let height = self.scope.height();
        let mut symbols = Vec::new();
        for variable in tree.children(variables) {
            let Some((name, sort)) = self.sorted_name(variable) else { continue };
            match sort {
                Some(sort) => {
                    let symbol = self.variable(name, sort);
                    let value = match sort {
                        Sort::Int => Value::int(symbol),
                        Sort::Bool => Value::Bool(self.arena.boolean(symbol)),
                    };
                    symbols.push(symbol);
                    self.scope.bind(name, value);
                }
                None => self.scope.bind(name, Value::Poison),
            }
        }
        self.tasks.push(Task::Unbind(height));
        self.tasks.push(Task::Quantify { node, universal: word == Word::Forall, variables: symbols });
        self.tasks.push(Task::Elaborate(body));
    }

    /// `(name sort)`; the sort is `None` when it was refused.
    pub(super) fn sorted_name(&mut self, node: NodeId) -> Option<(NameId, Option<Sort>)> {
        let tree = self.tree;
        let parts: Vec<NodeId> = tree.children(node).take(3).collect();
        match parts.as_slice() {
            [name, sort] if tree.symbol(*name).is_some() => {
                let sort = self.sort(*sort);
                tree.symbol(*name).map(|name| (name, sort))
            }
            _ => {
                self.report.error(tree.span(node), "expected `(name sort)`");
                None
            }
        }
    }

    /// A variable of the present clause; where its name is taken in the clause it gets another one.
    pub(super) fn variable(&mut self, name: NameId, sort: Sort) -> Symbol {
        let text = self.tree.name(name);
        // A `declare-var` of the same name may occur in the clause as well.
        let is_new = self.taken.insert(name) && self.scope.global(name).is_none_or(|g| !g.is_constant());
        if is_new { self.arena.symbol(text, sort) } else { self.fresh_symbol(text, sort) }
    }

    pub(super) fn quantified(
        &mut self,
        node: NodeId,
        universal: bool,
        variables: Vec<Symbol>,
        body: &Value,
    ) -> Value {
        let body = match body {
            Value::Bool(body) => *body,
            Value::Poison => return Value::Poison,
            _ => return self.refuse(node, "expected a formula under the quantifier, found an integer term"),
        };
        if variables.is_empty() || body == self.arena.true_() || body == self.arena.false_() {
            return Value::Bool(body);
        }
        let span = self.tree.span(node);
        self.placeholder(Special::Quantified { universal, variables, body, span })
    }

    pub(super) fn open_annotation(&mut self, node: NodeId) {
        let tree = self.tree;
        let mut parts = tree.children(node).skip(1);
        let Some(term) = parts.next() else {
            let value = self.refuse(node, "expected `(! term :attribute …)`");
            return self.values.push(value);
        };
        while let Some(attribute) = parts.next() {
            if tree.kind(attribute) == Kind::Keyword && tree.source(attribute) == ":named" {
                match parts.next().and_then(|n| tree.symbol(n)) {
                    Some(name) => {
                        self.named.push((name, node));
                        self.tasks.push(Task::Name { name, node });
                    }
                    None => self.report.error(tree.span(attribute), "`:named` needs a symbol"),
                }
            }
        }
        self.tasks.push(Task::Elaborate(term));
    }

    /// The value on top of the stack can be referred to by a name from now on.
    pub(super) fn name_term(&mut self, name: NameId, node: NodeId) {
        let Some(value) = self.values.last().cloned() else { return };
        let span = self.tree.span(node);
        if self.mode == Mode::Script && self.scope.global(name).is_some() {
            let message = format!("the name `{}` is already in use", self.tree.name(name));
            self.report.error(span, message);
        } else if self.mode == Mode::Script {
            let mentioned = self.symbols_of_value(&value);
            let specials = self.closure(mentioned);
            let size = self.size_of_value(&value);
            let index = self.scope.add_macro(Macro { parameters: Vec::new(), value, specials, size, span });
            self.scope.declare(name, Global::Macro(index));
        }
    }
}
