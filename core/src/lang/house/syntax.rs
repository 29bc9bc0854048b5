//! The syntax tree: every node stands after its parts, so a loop over nodes sees parts first.
//!
//! Terms and formulae share one kind of node, since `X = Y` and `p(X)` do not tell yet which of the two
//! `X` is. No pass over the tree recurses, so no depth of nesting can exhaust the stack.

use std::ops::Range;

use super::name::Name;
use super::token::Comparison;
use crate::formula::Sort;
use crate::lang::Span;
use crate::num::Int;

/// A node of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Expr(pub(super) u32);

impl Expr {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A variable of one item: an index into [`Item::variables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Variable(pub(super) u32);

impl Variable {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Div,
    Mod,
}

/// Parts of a node, in [`Syntax::parts`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    start: u32,
    end: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Node {
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
pub(super) enum Kind {
    Term,
    Inequality,
    Predicate,
}

#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// `None`: a term or a predicate, as its sort tells.
    pub(super) kind: Option<Kind>,
    pub(super) expr: Expr,
    pub(super) cost: Int,
    pub(super) span: Span,
}

#[derive(Clone, Debug)]
pub(super) struct Declared {
    pub(super) name: Name,
    pub(super) sorts: Vec<Sort>,
    pub(super) span: Span,
}

#[derive(Clone, Debug)]
pub(super) enum ItemKind {
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
pub(super) struct VariableName {
    /// `None` is `_`.
    pub(super) name: Option<Name>,
    pub(super) sort: Option<Sort>,
    pub(super) span: Span,
}

/// From one full stop to the next.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) kind: ItemKind,
    pub(super) nodes: Range<usize>,
    pub(super) variables: Range<usize>,
    pub(super) span: Span,
}

/// The tree of a text.
#[derive(Debug, Default)]
pub(super) struct Syntax {
    pub(super) items: Vec<Item>,
    pub(super) nodes: Vec<Node>,
    pub(super) spans: Vec<Span>,
    pub(super) parts: Vec<Expr>,
    pub(super) numbers: Vec<Int>,
    /// The variables of all items, one item after the other.
    pub(super) variables: Vec<VariableName>,
}

impl Syntax {
    pub(super) fn push(&mut self, node: Node, span: Span) -> Expr {
        self.nodes.push(node);
        self.spans.push(span);
        Expr(self.nodes.len() as u32 - 1)
    }

    pub(super) fn push_parts(&mut self, parts: &[Expr]) -> Parts {
        let start = self.parts.len() as u32;
        self.parts.extend_from_slice(parts);
        Parts { start, end: self.parts.len() as u32 }
    }

    pub(super) fn node(&self, expr: Expr) -> Node {
        self.nodes[expr.index()]
    }

    pub(super) fn span(&self, expr: Expr) -> Span {
        self.spans[expr.index()]
    }

    /// The relation symbols of a head.
    pub(super) fn alternatives(&self, head: Option<Expr>) -> Vec<Expr> {
        match head.map(|head| (head, self.node(head))) {
            None => Vec::new(),
            Some((_, Node::Or(parts))) => self.parts(parts).to_vec(),
            Some((head, _)) => vec![head],
        }
    }

    pub(super) fn parts(&self, parts: Parts) -> &[Expr] {
        &self.parts[parts.start as usize..parts.end as usize]
    }
}
