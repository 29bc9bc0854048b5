//! Terms to formulae and linear terms.
//!
//! The elaborator is a machine with two stacks, one of tasks and one of values, so that a term may nest as
//! deeply as its text allows. A relation symbol's application becomes a Boolean placeholder, and so does a
//! quantified formula: negation normal form, sharing and `let` then work on them as on any atom, and the
//! reader of Horn clauses decides afterwards where each may stand.

use rustc_hash::{FxHashMap, FxHashSet};

use super::scope::Scope;
use super::sexpr::{NameId, NodeId, Tree};
use super::special::Special;
use super::value::Value;
use super::vocabulary::Word;
use crate::formula::{Arena, Formula, LinearTerm, Sort, Symbol};
use crate::lang::common::definition::Quotients;
use crate::lang::common::fresh::FreshNames;
use crate::lang::common::report::Report;
use crate::lang::{Application, Argument, Auxiliary, ClauseId, Diagnostic, Relation, RelationId};
use crate::order::Map;

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

#[derive(Debug)]
pub(super) struct Elaborator<'t, 'r> {
    pub(super) tree: &'t Tree<'t>,
    pub(super) arena: Arena,
    pub(super) report: Report<'r>,
    pub(super) mode: Mode,
    pub(super) scope: Scope,
    pub(super) relations: Vec<Relation>,
    pub(super) auxiliary: Map<RelationId, Auxiliary>,
    /// Of clauses that are not Horn, the positive literals beside the head.
    pub(super) further: Map<ClauseId, Vec<Application>>,
    pub(super) specials: FxHashMap<Symbol, Special>,
    /// The keys of `specials` that the present command introduced, in order.
    pub(super) introduced: Vec<Symbol>,
    /// How many of them are defined variables.
    pub(super) defined: usize,
    pub(super) quotients: Quotients,
    pub(super) choices: FxHashMap<(Formula, LinearTerm, LinearTerm), Symbol>,
    pub(super) pools: [Vec<Symbol>; 3],
    pub(super) pool_used: [usize; 3],
    pub(super) pool_kept: [usize; 3],
    /// The last `(check-sat)`.
    pub(super) asked: Option<NodeId>,
    /// The names that variables of the present clause have already taken.
    pub(super) taken: FxHashSet<NameId>,
    /// Terms named by `(! t :named n)` in the present command.
    pub(super) named: Vec<(NameId, NodeId)>,
    pub(super) fresh: FreshNames,
    pub(super) tasks: Vec<Task>,
    pub(super) values: Vec<Value>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Operation {
    Word(Word),
    Divisible,
    Macro(u32),
    Relation(RelationId),
    /// The error is reported; the arguments are elaborated for theirs.
    Unknown,
}

#[derive(Debug)]
pub(super) enum Task {
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

impl<'t, 'r> Elaborator<'t, 'r> {
    pub(super) fn new(
        tree: &'t Tree<'t>,
        arena: Arena,
        report: Report<'r>,
        mode: Mode,
    ) -> Elaborator<'t, 'r> {
        Elaborator {
            tree,
            arena,
            report,
            mode,
            scope: Scope::new(tree.name_count()),
            relations: Vec::new(),
            auxiliary: Map::new(),
            further: Map::new(),
            specials: FxHashMap::default(),
            introduced: Vec::new(),
            defined: 0,
            quotients: Quotients::default(),
            choices: FxHashMap::default(),
            pools: Default::default(),
            pool_used: [0; 3],
            pool_kept: [0; 3],
            asked: None,
            taken: FxHashSet::default(),
            named: Vec::new(),
            fresh: FreshNames::default(),
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
                    let value = self.quantified(node, universal, variables, &body);
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
        self.report.spend(units, self.tree.span(node))
    }

    pub(super) fn exhausted(&self) -> bool {
        self.report.is_exhausted()
    }

    pub(super) fn refuse(&mut self, node: NodeId, message: impl Into<String>) -> Value {
        self.report.error(self.tree.span(node), message);
        Value::Poison
    }

    pub(super) fn apply(&mut self, operation: Operation, node: NodeId, arguments: Vec<Value>) -> Value {
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

    pub(super) fn apply_relation(
        &mut self,
        id: RelationId,
        node: NodeId,
        arguments: Vec<Value>,
    ) -> Option<Value> {
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
}

pub(super) fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
