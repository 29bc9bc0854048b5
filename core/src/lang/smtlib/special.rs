//! Symbols with a meaning: placeholders of relation symbols and quantified formulae, and defined variables.

use rustc_hash::{FxHashMap, FxHashSet};

use super::elaborate::Elaborator;
use super::sexpr::NodeId;
use super::value::Value;
use crate::formula::{Arena, Formula, LinearTerm, Node, Sort, Symbol};
use crate::lang::common::definition::{DefinedVariable, Meaning};
use crate::lang::{Application, Argument, Span};

/// What a placeholder or a defined variable stands for.
#[derive(Clone, Debug)]
pub(super) enum Special {
    Defined(Meaning),
    Applied(Application),
    Quantified {
        universal: bool,
        variables: Vec<Symbol>,
        body: Formula,
        span: Span,
    },
    /// In a clause: many terms are pairwise different.
    Distinct {
        terms: Vec<LinearTerm>,
        node: NodeId,
    },
}

/// Fresh symbols by what they are for; Horn clauses, being independent, share them.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose {
    Quotient,
    Choice,
    Placeholder,
}

const PURPOSES: [(&str, Sort); 3] = [("div", Sort::Int), ("ite", Sort::Int), ("atom", Sort::Bool)];

impl Elaborator<'_, '_> {
    /// Keeps what the present command introduced, because a definition mentions it.
    pub(super) fn keep_introduced(&mut self) -> Vec<Symbol> {
        self.pool_kept = self.pool_used;
        self.defined = 0;
        std::mem::take(&mut self.introduced)
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
        let known = self.pools[index].get(used).copied();
        let symbol = known.unwrap_or_else(|| {
            let (hint, sort) = PURPOSES[index];
            let symbol = self.fresh_symbol(hint, sort);
            self.pools[index].push(symbol);
            symbol
        });
        self.defined += usize::from(matches!(special, Special::Defined(_) | Special::Distinct { .. }));
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
        let tree = self.tree;
        self.fresh.fresh(hint, &self.arena, |name| tree.find_name(name).is_some())
    }

    pub(super) fn symbols_of_value(&self, value: &Value) -> Vec<Symbol> {
        match value {
            Value::Bool(formula) => self.arena.symbols_of(*formula),
            Value::Int(sum) => sum.symbols().collect(),
            Value::Remainder(parts) => parts.0.symbols().collect(),
            Value::Poison => Vec::new(),
        }
    }

    /// The symbols introduced by the present command that others mention, directly or not, in order.
    pub(super) fn closure(&self, mentioned: impl IntoIterator<Item = Symbol>) -> Vec<Symbol> {
        closure(&self.arena, &self.specials, &self.introduced, mentioned)
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

/// Of the symbols that were introduced, those that others mention, directly or not, in order.
pub(super) fn closure(
    arena: &Arena,
    specials: &FxHashMap<Symbol, Special>,
    introduced: &[Symbol],
    mentioned: impl IntoIterator<Item = Symbol>,
) -> Vec<Symbol> {
    if introduced.is_empty() {
        return Vec::new();
    }
    let mut needed = Mentioned { symbols: mentioned.into_iter().collect(), seen: FxHashSet::default() };
    let mut found = Vec::new();
    // What a special symbol mentions was introduced before it.
    for symbol in introduced.iter().rev() {
        if !needed.symbols.contains(symbol) {
            continue;
        }
        found.push(*symbol);
        match &specials[symbol] {
            Special::Defined(Meaning::Quotient { term, .. }) => needed.symbols.extend(term.symbols()),
            Special::Defined(Meaning::Choice { condition, then, otherwise }) => {
                needed.formula(arena, *condition);
                needed.symbols.extend(then.symbols().chain(otherwise.symbols()));
            }
            Special::Applied(application) => {
                for argument in &application.arguments {
                    match argument {
                        Argument::Int(term) => needed.symbols.extend(term.symbols()),
                        Argument::Bool(formula) => needed.formula(arena, *formula),
                    }
                }
            }
            Special::Quantified { body, .. } => needed.formula(arena, *body),
            Special::Distinct { terms, .. } => {
                needed.symbols.extend(terms.iter().flat_map(LinearTerm::symbols));
            }
        }
    }
    found.reverse();
    found
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
