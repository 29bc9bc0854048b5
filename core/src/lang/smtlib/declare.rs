//! Declarations and definitions, which every kind of text shares.

use super::elaborate::{Elaborator, Mode};
use super::scope::{Global, Macro};
use super::sexpr::{Kind, NameId, NodeId};
use super::value::Value;
use super::vocabulary::Word;
use crate::formula::{Sort, Symbol};
use crate::lang::{Diagnostic, Relation, RelationId};

impl Elaborator<'_, '_> {
    /// A sort, or a diagnostic that names what is outside.
    pub(super) fn sort(&mut self, node: NodeId) -> Option<Sort> {
        let tree = self.tree;
        let name = match tree.kind(node) {
            Kind::Symbol(name) => match Word::of(name) {
                Some(Word::Int) => return Some(Sort::Int),
                Some(Word::Bool) => return Some(Sort::Bool),
                _ => tree.name(name),
            },
            Kind::List => {
                let mut parts = tree.children(node).filter_map(|n| tree.symbol_text(n));
                parts.find(|text| *text != "_").unwrap_or("")
            }
            _ => "",
        };
        let span = tree.span(node);
        let diagnostic = match name {
            "Array" => Diagnostic::error(span, "arrays are not supported: the sorts are Int and Bool"),
            "Real" => Diagnostic::error(span, "reals are not supported: the sorts are Int and Bool"),
            "BitVec" => Diagnostic::error(span, "bit-vectors are not supported: the sorts are Int and Bool"),
            "" => Diagnostic::error(span, "expected a sort: Int or Bool"),
            other => {
                let diagnostic =
                    Diagnostic::error(span, format!("unknown sort `{other}`: the sorts are Int and Bool"));
                match self.report.nearest(other, ["Int", "Bool"]) {
                    Some(similar) => diagnostic.with_hint(format!("did you mean `{similar}`?")),
                    None => diagnostic,
                }
            }
        };
        self.report.push(diagnostic);
        None
    }

    /// The new name that a command introduces.
    pub(super) fn new_name(&mut self, node: Option<NodeId>, command: NodeId) -> Option<NameId> {
        let tree = self.tree;
        let Some(name) = node.and_then(|n| tree.symbol(n)) else {
            let place = node.unwrap_or(command);
            self.report.error(tree.span(place), "expected a name");
            return None;
        };
        let text = tree.name(name);
        if Word::is_reserved(text) {
            let message = format!("`{text}` has a meaning in SMT-LIB and cannot be declared");
            self.report.error(tree.span(node.unwrap_or(command)), message);
            return None;
        }
        Some(name)
    }

    /// Reports a second declaration of a name.
    fn reject_twice(&mut self, name: NameId, node: NodeId) -> bool {
        let first = match self.scope.global(name) {
            None | Some(Global::Refused) => return false,
            Some(Global::Relation(id)) => Some(self.relations[id.index()].span),
            Some(Global::Macro(index)) => Some(self.scope.macro_(index).span),
            Some(Global::Constant(_)) => None,
        };
        let message = format!("`{}` is declared twice", self.tree.name(name));
        let diagnostic = Diagnostic::error(self.tree.span(node), message);
        self.report.push(match first {
            Some(first) => diagnostic.with_related(first, "declared here before"),
            None => diagnostic,
        });
        true
    }

    /// `(declare-fun f (σ …) σ)`, `(declare-const c σ)`, `(declare-rel p (σ …))`; the constant, if it is one.
    pub(super) fn declare(&mut self, command: NodeId) -> Option<Symbol> {
        let tree = self.tree;
        let parts: Vec<NodeId> = tree.children(command).collect();
        let word = tree.symbol_text(parts[0]).unwrap_or("");
        let (arguments, result) = match (word, parts.len()) {
            ("declare-fun", 4) => (Some(parts[2]), Some(parts[3])),
            ("declare-const", 3) => (None, Some(parts[2])),
            ("declare-rel", 3) => (Some(parts[2]), None),
            _ => {
                let shape = match word {
                    "declare-fun" => "(declare-fun name (sort …) sort)",
                    "declare-const" => "(declare-const name sort)",
                    _ => "(declare-rel name (sort …))",
                };
                self.report.error(tree.span(command), format!("expected `{shape}`"));
                if let Some(name) = parts.get(1).and_then(|n| tree.symbol(*n)) {
                    self.scope.refuse(name);
                }
                return None;
            }
        };
        let name = self.new_name(Some(parts[1]), command)?;
        if let Some(list) = arguments.filter(|n| !tree.is_list(*n)) {
            self.report.error(tree.span(list), "expected the sorts of the arguments in parentheses");
            self.scope.refuse(name);
            return None;
        }
        let mut sorts = Vec::new();
        let mut fine = !self.reject_twice(name, command);
        for argument in arguments.into_iter().flat_map(|n| tree.children(n)) {
            match self.sort(argument) {
                Some(sort) => sorts.push(sort),
                None => fine = false,
            }
        }
        let result = match result {
            Some(result) => self.sort(result),
            None => Some(Sort::Bool),
        };
        let Some(result) = result.filter(|_| fine) else {
            if self.scope.global(name).is_none() {
                self.scope.refuse(name);
            }
            return None;
        };
        self.declare_sorted(name, sorts, result, command)
    }

    fn declare_sorted(
        &mut self,
        name: NameId,
        sorts: Vec<Sort>,
        result: Sort,
        command: NodeId,
    ) -> Option<Symbol> {
        let text = self.tree.name(name);
        let span = self.tree.span(command);
        match (self.mode, result) {
            (Mode::Horn, Sort::Bool) => {
                let id = RelationId(self.relations.len() as u32);
                self.relations.push(Relation { name: text.to_owned(), sorts, span });
                self.scope.declare(name, Global::Relation(id));
                None
            }
            (Mode::Script, _) if sorts.is_empty() => {
                let symbol = self.arena.symbol(text, result);
                self.scope.declare(name, Global::Constant(symbol));
                Some(symbol)
            }
            (Mode::Horn, Sort::Int) if sorts.is_empty() => {
                self.report.push(
                    Diagnostic::error(span, format!("the constant `{text}` is shared by all clauses, which Horn clauses cannot express"))
                        .with_hint("quantify it in each clause, or use `declare-var`"),
                );
                self.scope.refuse(name);
                None
            }
            _ => {
                self.report
                    .error(span, format!("uninterpreted functions such as `{text}` are not supported"));
                self.scope.refuse(name);
                None
            }
        }
    }

    /// `(define-fun f ((x σ) …) σ term)` or `(define-const c σ term)`.
    pub(super) fn define(&mut self, command: NodeId) -> Option<(NameId, u32)> {
        let tree = self.tree;
        let parts: Vec<NodeId> = tree.children(command).collect();
        let word = tree.symbol_text(parts[0]).unwrap_or("");
        let (parameters, result, body) = match (word, parts.as_slice()) {
            ("define-const", &[_, _, result, body]) => (None, result, body),
            ("define-fun" | "define-fun-rec", &[_, _, parameters, result, body]) => {
                (Some(parameters), result, body)
            }
            _ => {
                let shape = if word == "define-const" {
                    "(define-const name sort term)"
                } else {
                    "(define-fun name ((name sort) …) sort term)"
                };
                self.report.error(tree.span(command), format!("expected `{shape}`"));
                if let Some(name) = parts.get(1).and_then(|n| tree.symbol(*n)) {
                    self.scope.refuse(name);
                }
                return None;
            }
        };
        let name = self.new_name(parts.get(1).copied(), command)?;
        let twice = self.reject_twice(name, command);
        if word == "define-fun-rec" && (body..tree.end(body)).any(|n| tree.symbol(n) == Some(name)) {
            let message = format!(
                "`{}` is defined by itself: recursive definitions are not supported",
                tree.name(name)
            );
            self.report.error(tree.span(command), message);
            self.scope.refuse(name);
            return None;
        }
        let mut symbols = Vec::new();
        let mut fine = !twice;
        for parameter in parameters.into_iter().flat_map(|n| tree.children(n)) {
            let Some((parameter, sort)) = self.sorted_name(parameter) else {
                fine = false;
                continue;
            };
            let Some(sort) = sort else {
                fine = false;
                self.scope.bind(parameter, Value::Poison);
                continue;
            };
            let symbol = self.fresh_symbol(tree.name(parameter), sort);
            symbols.push(symbol);
            let value = match sort {
                Sort::Int => Value::int(symbol),
                Sort::Bool => Value::Bool(self.arena.boolean(symbol)),
            };
            self.scope.bind(parameter, value);
        }
        let result = self.sort(result);
        let value = self.elaborate(body);
        self.scope.unbind(0);
        if let (Some(expected), Some(found)) = (result, value.sort())
            && expected != found
        {
            let (expected, found) = match expected {
                Sort::Int => ("an integer term", "a formula"),
                Sort::Bool => ("a formula", "an integer term"),
            };
            self.report.error(tree.span(body), format!("expected {expected}, found {found}"));
            fine = false;
        }
        if !fine || result.is_none() || matches!(value, Value::Poison) {
            if !twice {
                self.scope.refuse(name);
            }
            return None;
        }
        let value = match value {
            Value::Int(sum) => Value::Int(sum.normalised()),
            other => other,
        };
        let specials = self.closure(self.symbols_of_value(&value));
        self.keep_introduced();
        let size = self.size_of_value(&value);
        let span = tree.span(command);
        let index = self.scope.add_macro(Macro { parameters: symbols, value, specials, size, span });
        self.scope.declare(name, Global::Macro(index));
        Some((name, index))
    }

    /// Reports commands that no reader knows.
    pub(super) fn unknown_command(&mut self, command: NodeId) {
        const KNOWN: [&str; 24] = [
            "assert",
            "check-sat",
            "check-sat-assuming",
            "declare-const",
            "declare-fun",
            "declare-rel",
            "declare-var",
            "define-const",
            "define-fun",
            "echo",
            "exit",
            "get-info",
            "get-model",
            "get-option",
            "get-unsat-core",
            "get-value",
            "pop",
            "push",
            "query",
            "reset",
            "rule",
            "set-info",
            "set-logic",
            "set-option",
        ];
        let tree = self.tree;
        let head = tree.children(command).next();
        let Some(name) = head.and_then(|n| tree.symbol_text(n)) else {
            self.report.error(tree.span(command), "expected a command in parentheses");
            return;
        };
        let span = tree.span(head.unwrap_or(command));
        let diagnostic = match name {
            "declare-datatypes" | "declare-datatype" => {
                Diagnostic::error(span, "datatypes are not supported")
            }
            "declare-sort" | "define-sort" => {
                Diagnostic::error(span, "sorts other than Int and Bool are not supported")
            }
            "define-funs-rec" => Diagnostic::error(span, "recursive definitions are not supported"),
            _ => {
                let diagnostic =
                    Diagnostic::error(span, format!("the command `{name}` is not supported here"));
                match self.report.nearest(name, KNOWN) {
                    Some(similar) => diagnostic.with_hint(format!("did you mean `{similar}`?")),
                    None => diagnostic,
                }
            }
        };
        self.report.push(diagnostic);
    }
}
