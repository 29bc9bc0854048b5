//! The syntax tree: every node stands after its parts, so a loop over nodes sees parts first.
//!
//! Terms and formulae share one kind of node, since `X = Y` and `p(X)` do not tell yet which of the two
//! `X` is. No pass over the tree recurses, so no depth of nesting can exhaust the stack.

use std::ops::Range;

use super::name::Name;
use super::token::Comparison;
use crate::formula::Sort;
use crate::lang::{Operation, Span};
use crate::num::Int;

/// A node of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::lang) struct Expr(pub(in crate::lang) u32);

impl Expr {
    pub(in crate::lang) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A variable of one item: an index into [`Item::variables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::lang) struct Variable(pub(in crate::lang) u32);

impl Variable {
    pub(in crate::lang) fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lang) enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Div,
    Mod,
}

/// Parts of a node, in [`Syntax::parts`].
#[derive(Clone, Copy, Debug)]
pub(in crate::lang) struct Parts {
    start: u32,
    end: u32,
}

#[derive(Clone, Copy, Debug)]
pub(in crate::lang) enum Node {
    /// An index into [`Syntax::numbers`].
    Number(u32),
    Variable(Variable),
    /// A relation symbol with arguments, or a name that should have been a variable.
    Application(Name, Parts),
    Negate(Expr),
    Arithmetic(Arithmetic, Expr, Expr),
    Compare(Comparison, Expr, Expr),
    Constant(bool),
    Not(Expr),
    And(Parts),
    Or(Parts),
    Implies(Expr, Expr),
    Iff(Expr, Expr),
    /// `let X = e`: from here to the end of the clause, `X` is short for `e`.
    Let(Variable, Expr),
    /// Something that has been reported already.
    Poison,
}

/// What was written for a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lang) enum Kind {
    Term,
    Inequality,
    Predicate,
}

/// What an entry of a directive gives.
#[derive(Clone, Debug)]
pub(in crate::lang) enum Given {
    /// Without a kind it is a term or a predicate, as its sort tells.
    Plain(Option<Kind>, Expr),
    Combined(Operation, Vec<Given>),
}

#[derive(Clone, Debug)]
pub(in crate::lang) struct Entry {
    pub(in crate::lang) given: Given,
    pub(in crate::lang) cost: Int,
    pub(in crate::lang) span: Span,
}

#[derive(Clone, Debug)]
pub(in crate::lang) struct Declared {
    pub(in crate::lang) name: Name,
    pub(in crate::lang) sorts: Vec<Sort>,
    pub(in crate::lang) span: Span,
}

#[derive(Clone, Debug)]
pub(in crate::lang) enum ItemKind {
    /// A clause; without a head it is a query.
    Clause { head: Option<Expr>, body: Option<Expr> },
    /// `p(X, Y) := f`
    Definition { head: Expr, formula: Expr },
    /// `:- relation p(int, bool), q.`
    Declarations(Vec<Declared>),
    /// `:- template p(X, Y): entries.`
    Templates { head: Expr, entries: Vec<Entry> },
    /// `:- predicate p(X, Y): entries.`
    Predicates { head: Expr, entries: Vec<Entry> },
}

/// A variable as an item writes it.
#[derive(Clone, Copy, Debug)]
pub(in crate::lang) struct VariableName {
    /// `None` is `_`.
    pub(in crate::lang) name: Option<Name>,
    pub(in crate::lang) sort: Option<Sort>,
    pub(in crate::lang) span: Span,
}

/// From one full stop to the next.
#[derive(Clone, Debug)]
pub(in crate::lang) struct Item {
    pub(in crate::lang) kind: ItemKind,
    pub(in crate::lang) nodes: Range<usize>,
    pub(in crate::lang) variables: Range<usize>,
    pub(in crate::lang) span: Span,
}

/// The tree of a text.
#[derive(Debug, Default)]
pub(in crate::lang) struct Syntax {
    pub(in crate::lang) items: Vec<Item>,
    pub(in crate::lang) nodes: Vec<Node>,
    pub(in crate::lang) spans: Vec<Span>,
    pub(in crate::lang) parts: Vec<Expr>,
    pub(in crate::lang) numbers: Vec<Int>,
    /// The variables of all items, one item after the other.
    pub(in crate::lang) variables: Vec<VariableName>,
}

impl Syntax {
    pub(in crate::lang) fn push(&mut self, node: Node, span: Span) -> Expr {
        self.nodes.push(node);
        self.spans.push(span);
        Expr(self.nodes.len() as u32 - 1)
    }

    pub(in crate::lang) fn push_parts(&mut self, parts: &[Expr]) -> Parts {
        let start = self.parts.len() as u32;
        self.parts.extend_from_slice(parts);
        Parts { start, end: self.parts.len() as u32 }
    }

    pub(in crate::lang) fn node(&self, expr: Expr) -> Node {
        self.nodes[expr.index()]
    }

    pub(in crate::lang) fn span(&self, expr: Expr) -> Span {
        self.spans[expr.index()]
    }

    /// The relation symbols of a head.
    pub(in crate::lang) fn alternatives(&self, head: Option<Expr>) -> Vec<Expr> {
        match head.map(|head| (head, self.node(head))) {
            None => Vec::new(),
            Some((_, Node::Or(parts))) => self.parts(parts).to_vec(),
            Some((head, _)) => vec![head],
        }
    }

    pub(in crate::lang) fn parts(&self, parts: Parts) -> &[Expr] {
        &self.parts[parts.start as usize..parts.end as usize]
    }
}
