//! Terms to formulae and linear terms.
//!
//! The elaborator is a machine with two stacks, one of tasks and one of values, so that a term may nest as
//! deeply as its text allows. A relation symbol's application becomes a Boolean placeholder, and so does a
//! quantified formula: negation normal form, sharing and `let` then work on them as on any atom, and the reader of
//! Horn clauses decides afterwards where each may stand.

use rustc_hash::{FxHashMap, FxHashSet};

use super::definition::{DefinedVariable, Meaning};
use super::report::Report;
use super::scope::{Global, Macro, Scope};
use super::sexpr::{Kind, NameId, NodeId, Tree};
use super::value::Value;
use super::vocabulary::{Word, reason_outside};
use crate::formula::{Arena, Formula, LinearTerm, Node, Sort, Symbol};
use crate::lang::{Application, Argument, Diagnostic, RelId, Relation, Span};
use crate::num::Int;

/// What a text may contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Relation symbols and quantifiers.
    Horn,
    /// Constants that keep their meaning from command to command.
    Script,
    /// Definitions alone.
    Model,
}

/// What a placeholder or a defined variable stands for.
#[derive(Clone, Debug)]
pub(super) enum Special {
    Defined(Meaning),
    Applied(Application),
    Quantified { universal: bool, variables: Vec<Symbol>, body: Formula, span: Span },
}

/// Fresh symbols by what they are for; Horn clauses, being independent, share them.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose {
    Quotient,
    Choice,
    Placeholder,
}

const PURPOSES: [(&str, Sort); 3] = [("div", Sort::Int), ("ite", Sort::Int), ("atom", Sort::Bool)];

/// How much work the terms of one text may cause, in units of about one machine operation on a summand. Only
/// definitions and sums that multiply what is written can reach it.
const WORK: u64 = 200_000_000;

/// Substitution into a formula costs hashing and memory, not one operation.
pub(super) const SUBSTITUTION_COST: u64 = 100;

#[derive(Debug)]
pub(super) struct Elaborator<'t> {
    pub(super) tree: &'t Tree<'t>,
    pub(super) arena: Arena,
    pub(super) report: Report,
    pub(super) mode: Mode,
    pub(super) scope: Scope,
    pub(super) relations: Vec<Relation>,
    pub(super) specials: FxHashMap<Symbol, Special>,
    /// The keys of `specials` that the present command introduced, in order.
    pub(super) introduced: Vec<Symbol>,
    /// How many of them are defined variables.
    pub(super) defined: usize,
    pub(super) quotients: FxHashMap<(LinearTerm, Int), Symbol>,
    pub(super) choices: FxHashMap<(Formula, LinearTerm, LinearTerm), Symbol>,
    pools: [Vec<Symbol>; 3],
    pool_used: [usize; 3],
    pool_kept: [usize; 3],
    /// The names that variables of the present clause have already taken.
    taken: FxHashSet<NameId>,
    /// Terms named by `(! t :named n)` in the present command.
    pub(super) named: Vec<(NameId, NodeId)>,
    /// How many fresh names there are for each hint.
    fresh: FxHashMap<String, u32>,
    pub(super) work: u64,
    tasks: Vec<Task>,
    values: Vec<Value>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Operation {
    Word(Word),
    Divisible,
    Macro(u32),
    Relation(RelId),
    /// The error is reported; the arguments are elaborated for theirs.
    Unknown,
}

#[derive(Debug)]
enum Task {
    Elaborate(NodeId),
    Apply {
        operation: Operation,
        node: NodeId,
        base: usize,
    },
    BindLet {
        node: NodeId,
        base: usize,
    },
    Quantify {
        node: NodeId,
        universal: bool,
        variables: Vec<Symbol>,
    },
    Name {
        name: NameId,
        node: NodeId,
    },
    /// Ends the scopes opened since.
    Unbind(usize),
}

impl<'t> Elaborator<'t> {
    pub(super) fn new(tree: &'t Tree<'t>, arena: Arena, report: Report, mode: Mode) -> Elaborator<'t> {
        Elaborator {
            tree,
            arena,
            report,
            mode,
            scope: Scope::new(tree.name_count()),
            relations: Vec::new(),
            specials: FxHashMap::default(),
            introduced: Vec::new(),
            defined: 0,
            quotients: FxHashMap::default(),
            choices: FxHashMap::default(),
            pools: Default::default(),
            pool_used: [0; 3],
            pool_kept: [0; 3],
            taken: FxHashSet::default(),
            named: Vec::new(),
            fresh: FxHashMap::default(),
            work: 0,
            tasks: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Forgets what belongs to the previous command alone.
    pub(super) fn begin_command(&mut self) {
        if self.mode == Mode::Horn {
            for symbol in self.introduced.drain(..) {
                self.specials.remove(&symbol);
            }
            self.pool_used = self.pool_kept;
        }
        self.introduced.clear();
        self.defined = 0;
        self.quotients.clear();
        self.choices.clear();
        self.taken.clear();
        self.named.clear();
    }

    /// Keeps what the present command introduced, because a definition mentions it.
    pub(super) fn keep_introduced(&mut self) -> Vec<Symbol> {
        self.pool_kept = self.pool_used;
        self.defined = 0;
        std::mem::take(&mut self.introduced)
    }

    /// The meaning of a term.
    pub(super) fn elaborate(&mut self, node: NodeId) -> Value {
        self.tasks.push(Task::Elaborate(node));
        while let Some(task) = self.tasks.pop() {
            if !self.charge(1, node) {
                self.tasks.clear();
                self.values.clear();
                self.scope.unbind(0);
                return Value::Poison;
            }
            match task {
                Task::Elaborate(node) => self.open(node),
                Task::Apply { operation, node, base } => {
                    let arguments = self.values.split_off(base);
                    let value = self.apply(operation, node, arguments);
                    self.values.push(value);
                }
                Task::BindLet { node, base } => self.bind_let(node, base),
                Task::Quantify { node, universal, variables } => {
                    let body = self.values.pop().unwrap_or(Value::Poison);
                    let value = self.quantified(node, universal, variables, body);
                    self.values.push(value);
                }
                Task::Name { name, node } => self.name_term(name, node),
                Task::Unbind(height) => self.scope.unbind(height),
            }
        }
        self.values.pop().unwrap_or(Value::Poison)
    }

    /// The meaning of a term that must be a formula.
    pub(super) fn elaborate_formula(&mut self, node: NodeId) -> Option<Formula> {
        match self.elaborate(node) {
            Value::Bool(formula) => Some(formula),
            Value::Poison => None,
            Value::Int(_) | Value::Remainder(_) => {
                self.report.error(self.tree.span(node), "expected a formula, found an integer term");
                None
            }
        }
    }

    /// Counts work; false when there was too much, which is reported once.
    pub(super) fn charge(&mut self, units: u64, node: NodeId) -> bool {
        let before = self.work;
        self.work = before.saturating_add(units);
        if before <= WORK && self.work > WORK {
            self.report.push(
                Diagnostic::error(
                    self.tree.span(node),
                    "this text multiplies to more than can be handled: reading stops here",
                )
                .with_hint("definitions that use definitions, or large numbers, grow beyond every bound"),
            );
        }
        self.work <= WORK
    }

    pub(super) fn exhausted(&self) -> bool {
        self.work > WORK
    }

    // Opening a term: atoms have values, lists schedule their parts.

    fn open(&mut self, node: NodeId) {
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

    pub(super) fn refuse(&mut self, node: NodeId, message: impl Into<String>) -> Value {
        self.report.error(self.tree.span(node), message);
        Value::Poison
    }

    fn symbol_value(&mut self, name: NameId, node: NodeId) -> Value {
        if let Some(value) = self.scope.local(name) {
            return value.clone();
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

    fn unknown(&mut self, name: NameId, node: NodeId) -> Value {
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

    fn open_list(&mut self, node: NodeId) {
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
    fn schedule(&mut self, nodes: Vec<NodeId>) {
        self.tasks.extend(nodes.into_iter().rev().map(Task::Elaborate));
    }

    fn operation(&mut self, name: NameId, head: NodeId) -> Operation {
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

    fn is_divisible(&self, head: NodeId) -> bool {
        let parts: Vec<NodeId> = self.tree.children(head).take(4).collect();
        matches!(parts.as_slice(), [indexed, divisible, k]
            if self.tree.symbol(*indexed).and_then(Word::of) == Some(Word::Indexed)
                && self.tree.symbol(*divisible).and_then(Word::of) == Some(Word::Divisible)
                && self.tree.kind(*k) == Kind::Numeral)
    }

    /// `(_ f …)`, `(as f σ)` and the like: names what is outside.
    fn refuse_indexed(&mut self, node: NodeId) -> Value {
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

    // Binders.

    fn open_let(&mut self, node: NodeId) {
        let tree = self.tree;
        let parts: Vec<NodeId> = tree.children(node).collect();
        let &[_, bindings, body] = parts.as_slice() else {
            let value = self.refuse(node, "expected `(let ((name term) …) term)`");
            return self.values.push(value);
        };
        let mut terms = Vec::new();
        for binding in tree.children(bindings) {
            let mut pair = tree.children(binding);
            match (pair.next().and_then(|n| tree.symbol(n)), pair.next(), pair.next()) {
                (Some(_), Some(term), None) => terms.push(term),
                _ => {
                    let value = self.refuse(binding, "expected `(name term)`");
                    return self.values.push(value);
                }
            }
        }
        if terms.is_empty() {
            self.report.error(tree.span(bindings), "expected at least one `(name term)`");
        }
        self.tasks.push(Task::Elaborate(body));
        self.tasks.push(Task::BindLet { node, base: self.values.len() });
        self.schedule(terms);
    }

    /// All terms of a `let` have their values; now its names mean them.
    fn bind_let(&mut self, node: NodeId, base: usize) {
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

    fn open_quantifier(&mut self, node: NodeId, word: Word) {
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

    fn quantified(&mut self, node: NodeId, universal: bool, variables: Vec<Symbol>, body: Value) -> Value {
        let body = match body {
            Value::Bool(body) => body,
            Value::Poison => return Value::Poison,
            _ => return self.refuse(node, "expected a formula under the quantifier, found an integer term"),
        };
        if variables.is_empty() || body == self.arena.true_() || body == self.arena.false_() {
            return Value::Bool(body);
        }
        let span = self.tree.span(node);
        self.placeholder(Special::Quantified { universal, variables, body, span })
    }

    pub(super) fn placeholder(&mut self, special: Special) -> Value {
        let symbol = self.introduce(Purpose::Placeholder, special);
        Value::Bool(self.arena.boolean(symbol))
    }

    /// A fresh symbol with a meaning.
    pub(super) fn introduce(&mut self, purpose: Purpose, special: Special) -> Symbol {
        let index = purpose as usize;
        let used = self.pool_used[index];
        self.pool_used[index] += 1;
        let symbol = match self.pools[index].get(used) {
            Some(symbol) => *symbol,
            None => {
                let (hint, sort) = PURPOSES[index];
                let symbol = self.fresh_symbol(hint, sort);
                self.pools[index].push(symbol);
                symbol
            }
        };
        self.defined += usize::from(matches!(special, Special::Defined(_)));
        self.specials.insert(symbol, special);
        self.introduced.push(symbol);
        symbol
    }

    /// A symbol whose name occurs nowhere in the text.
    pub(super) fn fresh_symbol(&mut self, hint: &str, sort: Sort) -> Symbol {
        let name = self.fresh_name(hint);
        self.arena.symbol(&name, sort)
    }

    /// A name that occurs nowhere in the text and that no symbol has.
    pub(super) fn fresh_name(&mut self, hint: &str) -> String {
        loop {
            let number = self.fresh.entry(hint.to_owned()).or_default();
            let name = format!("{hint}_{number}");
            *number += 1;
            let used = |sort| self.arena.find_symbol(&name, sort).is_some();
            if self.tree.find_name(&name).is_none() && !used(Sort::Int) && !used(Sort::Bool) {
                return name;
            }
        }
    }

    // Annotations.

    fn open_annotation(&mut self, node: NodeId) {
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
    fn name_term(&mut self, name: NameId, node: NodeId) {
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

    // Applications.

    fn apply(&mut self, operation: Operation, node: NodeId, arguments: Vec<Value>) -> Value {
        let poisoned = arguments.iter().any(|v| matches!(v, Value::Poison));
        let value = match operation {
            Operation::Unknown => None,
            _ if poisoned => None,
            Operation::Word(word) => self.apply_word(word, node, arguments),
            Operation::Divisible => self.apply_divisible(node, arguments),
            Operation::Macro(index) => self.apply_macro(index, node, arguments),
            Operation::Relation(id) => self.apply_relation(id, node, arguments),
        };
        value.unwrap_or(Value::Poison)
    }

    fn apply_relation(&mut self, id: RelId, node: NodeId, arguments: Vec<Value>) -> Option<Value> {
        let span = self.tree.span(node);
        let relation = &self.relations[id.index()];
        let sorts = relation.sorts.clone();
        if sorts.len() != arguments.len() {
            let message = format!(
                "`{}` takes {}, found {}",
                relation.name,
                counted(sorts.len(), "argument"),
                arguments.len()
            );
            let declared = relation.span;
            self.report.push(Diagnostic::error(span, message).with_related(declared, "declared here"));
            return None;
        }
        let arguments = self.arguments(node, arguments, &sorts)?;
        Some(self.placeholder(Special::Applied(Application { relation: id, arguments, span })))
    }

    /// Values as arguments of given sorts.
    pub(super) fn arguments(
        &mut self,
        node: NodeId,
        values: Vec<Value>,
        sorts: &[Sort],
    ) -> Option<Vec<Argument>> {
        let mut arguments = Vec::with_capacity(values.len());
        for (i, (value, sort)) in values.into_iter().zip(sorts).enumerate() {
            arguments.push(match (value, sort) {
                (Value::Bool(formula), Sort::Bool) => Argument::Bool(formula),
                (value @ (Value::Int(_) | Value::Remainder(_)), Sort::Int) => {
                    Argument::Int(self.linear(value))
                }
                (Value::Poison, _) => return None,
                (_, sort) => {
                    self.sort_mismatch(node, i, *sort);
                    return None;
                }
            });
        }
        Some(arguments)
    }

    /// Reports that an argument is not of the expected sort.
    pub(super) fn sort_mismatch(&mut self, node: NodeId, argument: usize, expected: Sort) {
        let place = self.tree.children(node).nth(argument + 1).unwrap_or(node);
        let (expected, found) = match expected {
            Sort::Int => ("an integer term", "a formula"),
            Sort::Bool => ("a formula", "an integer term"),
        };
        self.report.error(self.tree.span(place), format!("expected {expected}, found {found}"));
    }

    // What a command introduced.

    pub(super) fn symbols_of_value(&self, value: &Value) -> Vec<Symbol> {
        match value {
            Value::Bool(formula) => self.arena.symbols_of(*formula),
            Value::Int(sum) => sum.summands.iter().map(|(s, _)| *s).collect(),
            Value::Remainder(parts) => parts.0.symbols().collect(),
            Value::Poison => Vec::new(),
        }
    }

    /// The symbols introduced by the present command that others mention, directly or not, in order.
    pub(super) fn closure(&self, mentioned: Vec<Symbol>) -> Vec<Symbol> {
        if self.introduced.is_empty() {
            return Vec::new();
        }
        let mut needed = Mentioned { symbols: mentioned.into_iter().collect(), seen: FxHashSet::default() };
        let mut found = Vec::new();
        // What a special symbol mentions was introduced before it.
        for symbol in self.introduced.iter().rev() {
            if !needed.symbols.contains(symbol) {
                continue;
            }
            found.push(*symbol);
            match &self.specials[symbol] {
                Special::Defined(Meaning::Quotient { term, .. }) => needed.symbols.extend(term.symbols()),
                Special::Defined(Meaning::Choice { condition, then, otherwise }) => {
                    needed.formula(&self.arena, *condition);
                    needed.symbols.extend(then.symbols().chain(otherwise.symbols()));
                }
                Special::Applied(application) => {
                    for argument in &application.arguments {
                        match argument {
                            Argument::Int(term) => needed.symbols.extend(term.symbols()),
                            Argument::Bool(formula) => needed.formula(&self.arena, *formula),
                        }
                    }
                }
                Special::Quantified { body, .. } => needed.formula(&self.arena, *body),
            }
        }
        found.reverse();
        found
    }

    /// The definitions of the variables that some symbols depend on, in order.
    pub(super) fn definitions_of(&self, mentioned: Vec<Symbol>) -> Vec<DefinedVariable> {
        let with_meaning = |symbol: Symbol| match &self.specials[&symbol] {
            Special::Defined(meaning) => Some(DefinedVariable { symbol, meaning: meaning.clone() }),
            _ => None,
        };
        self.closure(mentioned).into_iter().filter_map(with_meaning).collect()
    }
}

/// The symbols that some formulae mention; what the formulae share is visited once.
struct Mentioned {
    symbols: FxHashSet<Symbol>,
    seen: FxHashSet<Formula>,
}

impl Mentioned {
    fn formula(&mut self, arena: &Arena, formula: Formula) {
        let mut open = vec![formula];
        while let Some(formula) = open.pop() {
            if !self.seen.insert(formula) {
                continue;
            }
            match arena.node(formula) {
                Node::Bool(symbol) | Node::NotBool(symbol) => _ = self.symbols.insert(*symbol),
                node => {
                    self.symbols.extend(node.term().into_iter().flat_map(LinearTerm::symbols));
                    open.extend_from_slice(node.children());
                }
            }
        }
    }
}

pub(super) fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
