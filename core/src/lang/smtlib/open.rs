//! Opening a term: an atom has a value at once, a list schedules its parts.

use super::elaborate::{Elaborator, Operation, Task};
use super::scope::Global;
use super::sexpr::{Kind, NameId, NodeId};
use super::value::Value;
use super::vocabulary::{Word, reason_outside};
use crate::formula::Sort;
use crate::lang::Diagnostic;

impl Elaborator<'_, '_> {
    pub(super) fn open(&mut self, node: NodeId) {
        let tree = self.tree;
        let value = match tree.kind(node) {
            Kind::List => return self.open_list(node),
            Kind::Symbol(name) => self.symbol_value(name, node),
            Kind::Numeral => self.numeral(node),
            Kind::Decimal => self.refuse(node, "reals are not supported: a decimal number is one"),
            Kind::Hexadecimal | Kind::Binary => self.refuse(node, "bit-vectors are not supported"),
            Kind::String => self.refuse(node, "strings are not supported inside terms"),
            Kind::Keyword => self.refuse(node, "expected a term, found a keyword"),
        };
        self.values.push(value);
    }

    pub(super) fn symbol_value(&mut self, name: NameId, node: NodeId) -> Value {
        if let Some(value) = self.scope.local(name) {
            let value = value.clone();
            // A name may stand for a long sum, and every use of it is a copy.
            let words = if let Value::Int(sum) = &value { sum.words() } else { 0 };
            return if self.charge(words, node) { value } else { Value::Poison };
        }
        match self.scope.global(name) {
            Some(Global::Constant(symbol)) => match self.arena.sort(symbol) {
                Sort::Int => Value::int(symbol),
                Sort::Bool => Value::Bool(self.arena.boolean(symbol)),
            },
            Some(Global::Macro(index)) => self.apply(Operation::Macro(index), node, Vec::new()),
            Some(Global::Relation(id)) => self.apply(Operation::Relation(id), node, Vec::new()),
            Some(Global::Refused) => Value::Poison,
            None => match Word::of(name) {
                Some(Word::True) => Value::Bool(self.arena.true_()),
                Some(Word::False) => Value::Bool(self.arena.false_()),
                Some(_) => {
                    let message = format!("`{}` needs arguments", self.tree.name(name));
                    self.refuse(node, message)
                }
                None => self.unknown(name, node),
            },
        }
    }

    pub(super) fn unknown(&mut self, name: NameId, node: NodeId) -> Value {
        let text = self.tree.name(name);
        let span = self.tree.span(node);
        let mut diagnostic = Diagnostic::error(span, format!("`{text}` is not declared"));
        if let Some(digits) = text.strip_prefix('-').filter(|d| d.bytes().all(|b| b.is_ascii_digit())) {
            diagnostic = diagnostic.with_hint(format!("write `(- {digits})`"));
        } else if let Some(reason) = reason_outside(text) {
            diagnostic.message = format!("`{text}` cannot be used: {reason}");
        } else {
            let tree = self.tree;
            let known = self.scope.names(tree);
            if let Some(similar) = self.report.nearest(text, known) {
                diagnostic = diagnostic.with_hint(format!("did you mean `{similar}`?"));
            }
        }
        self.report.push(diagnostic);
        // One message for each name is enough.
        self.scope.refuse(name);
        Value::Poison
    }

    pub(super) fn open_list(&mut self, node: NodeId) {
        let tree = self.tree;
        let mut children = tree.children(node);
        let Some(head) = children.next() else {
            let value = self.refuse(node, "expected a term, found `()`");
            return self.values.push(value);
        };
        let operation = match tree.kind(head) {
            Kind::Symbol(name) => match self.operation(name, head) {
                Operation::Word(Word::Let) => return self.open_let(node),
                Operation::Word(word @ (Word::Forall | Word::Exists)) => {
                    return self.open_quantifier(node, word);
                }
                Operation::Word(Word::Annotation) => return self.open_annotation(node),
                Operation::Word(Word::Indexed | Word::As | Word::Match) => {
                    let value = self.refuse_indexed(node);
                    return self.values.push(value);
                }
                operation => operation,
            },
            Kind::List if self.is_divisible(head) => Operation::Divisible,
            Kind::List => {
                self.refuse_indexed(head);
                Operation::Unknown
            }
            _ => {
                self.report.error(tree.span(head), "expected the name of a function or relation");
                Operation::Unknown
            }
        };
        self.tasks.push(Task::Apply { operation, node, base: self.values.len() });
        self.schedule(children.collect());
    }

    /// Schedules terms so that their values come in order.
    pub(super) fn schedule(&mut self, nodes: Vec<NodeId>) {
        self.tasks.extend(nodes.into_iter().rev().map(Task::Elaborate));
    }

    pub(super) fn operation(&mut self, name: NameId, head: NodeId) -> Operation {
        if self.scope.local(name).is_some() {
            let message = format!("`{}` is a variable and takes no arguments", self.tree.name(name));
            self.refuse(head, message);
            return Operation::Unknown;
        }
        match self.scope.global(name) {
            Some(Global::Macro(index)) => Operation::Macro(index),
            Some(Global::Relation(id)) => Operation::Relation(id),
            Some(Global::Refused) => Operation::Unknown,
            Some(Global::Constant(_)) => {
                let message = format!("`{}` is a constant and takes no arguments", self.tree.name(name));
                self.refuse(head, message);
                Operation::Unknown
            }
            None => match Word::of(name) {
                Some(Word::True | Word::False | Word::Int | Word::Bool | Word::Divisible) => {
                    let message = format!("`{}` takes no arguments", self.tree.name(name));
                    self.refuse(head, message);
                    Operation::Unknown
                }
                Some(word) => Operation::Word(word),
                None => {
                    self.unknown(name, head);
                    Operation::Unknown
                }
            },
        }
    }

    pub(super) fn is_divisible(&self, head: NodeId) -> bool {
        let parts: Vec<NodeId> = self.tree.children(head).take(4).collect();
        matches!(parts.as_slice(), [indexed, divisible, k]
            if self.tree.symbol(*indexed).and_then(Word::of) == Some(Word::Indexed)
                && self.tree.symbol(*divisible).and_then(Word::of) == Some(Word::Divisible)
                && self.tree.kind(*k) == Kind::Numeral)
    }

    /// `(_ f …)`, `(as f σ)` and the like: names what is outside.
    pub(super) fn refuse_indexed(&mut self, node: NodeId) -> Value {
        let inner = self.tree.children(node).nth(1).and_then(|n| self.tree.symbol_text(n));
        let message = match inner {
            Some(name) => match reason_outside(name) {
                Some(reason) => format!("`{name}` cannot be used: {reason}"),
                None => format!("the qualified name of `{name}` is not supported"),
            },
            None => "expected the name of a function or relation".to_owned(),
        };
        self.refuse(node, message)
    }
}
