//! Formulae over two integers, compiled to be evaluated at many points.
//!
//! `X ≤ Y ∧ 2 | X` becomes a list of literals and connectives, children before parents. For a row of the
//! picture the share of `Y` in each literal is computed once.

use crate::formula::{Arena, Formula, Node, Symbol};
use crate::num::Int;

/// A formula over `x` and `y`, ready to be evaluated.
#[derive(Clone, Debug)]
pub(super) struct Region {
    parts: Vec<Part>,
}

#[derive(Clone, Debug)]
enum Part {
    Constant(bool),
    And(Vec<usize>),
    Or(Vec<usize>),
    Literal { x: Int, y: Int, constant: Int, test: Test },
}

#[derive(Clone, Debug)]
enum Test {
    AtMost,
    Equal,
    NotEqual,
    Divides(Int),
    NotDivides(Int),
}

impl Region {
    /// `None` if the formula speaks of anything but the two symbols.
    pub(super) fn new(arena: &Arena, formula: Formula, x: Symbol, y: Symbol) -> Option<Region> {
        let reachable = arena.reachable([formula]);
        let place = |f: &Formula| reachable.binary_search(f).ok();
        let mut parts = Vec::with_capacity(reachable.len());
        for part in &reachable {
            let node = arena.node(*part);
            parts.push(match node {
                Node::True | Node::False => Part::Constant(matches!(node, Node::True)),
                Node::Bool(_) | Node::NotBool(_) => return None,
                Node::And(children) => Part::And(children.iter().map(place).collect::<Option<_>>()?),
                Node::Or(children) => Part::Or(children.iter().map(place).collect::<Option<_>>()?),
                Node::Le(t) | Node::Eq(t) | Node::Ne(t) | Node::Divides(_, t) | Node::NotDivides(_, t) => {
                    if t.symbols().any(|s| s != x && s != y) {
                        return None;
                    }
                    let test = match node {
                        Node::Le(_) => Test::AtMost,
                        Node::Eq(_) => Test::Equal,
                        Node::Divides(k, _) => Test::Divides(k.clone()),
                        Node::NotDivides(k, _) => Test::NotDivides(k.clone()),
                        _ => Test::NotEqual,
                    };
                    let constant = t.constant_part().clone();
                    Part::Literal { x: t.coefficient(x), y: t.coefficient(y), constant, test }
                }
            });
        }
        Some(Region { parts })
    }

    /// For each of the points `(from, y)`, `(from + 1, y)`, …: is it in?
    pub(super) fn row(&self, from: &Int, count: u32, y: &Int) -> Vec<bool> {
        // The value of each literal's term at the point, which moves on by its coefficient.
        let mut values: Vec<Int> = self.parts.iter().map(|part| part.start(from, y)).collect();
        let mut truth = vec![false; self.parts.len()];
        let mut row = Vec::with_capacity(count as usize);
        for _ in 0..count {
            for (i, part) in self.parts.iter().enumerate() {
                truth[i] = match part {
                    Part::Constant(value) => *value,
                    Part::And(children) => children.iter().all(|c| truth[*c]),
                    Part::Or(children) => children.iter().any(|c| truth[*c]),
                    Part::Literal { x, test, .. } => {
                        let holds = test.holds(&values[i]);
                        values[i] = &values[i] + x;
                        holds
                    }
                };
            }
            row.push(truth.last().copied().unwrap_or(false));
        }
        row
    }
}

impl Part {
    fn start(&self, at: &Int, row: &Int) -> Int {
        match self {
            Part::Literal { x, y, constant, .. } => {
                let mut value = constant.clone();
                value.add_mul(x, at);
                value.add_mul(y, row);
                value
            }
            _ => Int::ZERO,
        }
    }
}

impl Test {
    fn holds(&self, value: &Int) -> bool {
        match self {
            Test::AtMost => !value.is_positive(),
            Test::Equal => value.is_zero(),
            Test::NotEqual => !value.is_zero(),
            Test::Divides(k) => k.divides(value),
            Test::NotDivides(k) => !k.divides(value),
        }
    }
}
