//! A formula as a conjunction of clauses.
//!
//! What is written as one stays as it is. Other parts get names: `(x and y) or z` becomes `d or z` with a new
//! innermost existential variable `d` and the clauses of `d ↔ x ∧ y`, which leaves the truth of the whole as
//! it was (Tseitin).

use super::{Literal, QbfClause, Quantifier, Variable};
use crate::lang::Span;
use crate::lang::common::report::Report;

/// A part of a formula; others by their positions, which are smaller.
#[derive(Clone, Copy, Debug)]
pub(super) enum Node {
    Constant(bool),
    Variable(usize),
    Not(usize),
    And(usize, usize),
    Or(usize, usize),
    Iff(usize, usize),
}

/// The parts of a formula, each after its own parts.
#[derive(Debug, Default)]
pub(super) struct Matrix {
    nodes: Vec<(Node, Span)>,
}

/// What a part is known to be.
#[derive(Clone, Copy)]
enum Known {
    Constant(bool),
    Literal(Literal),
}

impl Matrix {
    pub(super) fn push(&mut self, node: Node, span: Span) -> usize {
        let span = match node {
            Node::Constant(_) | Node::Variable(_) => span,
            Node::Not(part) => self.nodes[part].1,
            Node::And(left, right) | Node::Or(left, right) | Node::Iff(left, right) => {
                self.nodes[left].1.to(self.nodes[right].1)
            }
        };
        self.nodes.push((node, span));
        self.nodes.len() - 1
    }

    /// The clauses of the formula, with new variables where parts need names.
    pub(super) fn clauses(
        &self,
        root: usize,
        variables: &mut Vec<Variable>,
        report: &mut Report,
    ) -> Vec<QbfClause> {
        let mut named: Vec<Option<Known>> = vec![None; self.nodes.len()];
        let mut clauses = Vec::new();
        let mut conjuncts = vec![(root, true)];
        while let Some((part, is_positive)) = conjuncts.pop() {
            match (self.nodes[part].0, is_positive) {
                (Node::Not(inner), _) => conjuncts.push((inner, !is_positive)),
                (Node::And(left, right), true) | (Node::Or(left, right), false) => {
                    conjuncts.extend([(right, is_positive), (left, is_positive)]);
                }
                _ => self.clause(part, is_positive, variables, &mut named, &mut clauses, report),
            }
            if report.is_exhausted() {
                break;
            }
        }
        clauses
    }

    /// One conjunct as a clause.
    fn clause(
        &self,
        root: usize,
        is_positive: bool,
        variables: &mut Vec<Variable>,
        named: &mut [Option<Known>],
        clauses: &mut Vec<QbfClause>,
        report: &mut Report,
    ) {
        let span = self.nodes[root].1;
        let mut literals = Vec::new();
        let mut disjuncts = vec![(root, is_positive)];
        while let Some((part, is_positive)) = disjuncts.pop() {
            if !report.spend(1, span) {
                return;
            }
            match (self.nodes[part].0, is_positive) {
                (Node::Not(inner), _) => disjuncts.push((inner, !is_positive)),
                (Node::Or(left, right), true) | (Node::And(left, right), false) => {
                    disjuncts.extend([(right, is_positive), (left, is_positive)]);
                }
                _ => match self.name(part, variables, named, clauses, report) {
                    Known::Constant(value) if value == is_positive => return,
                    Known::Constant(_) => {}
                    Known::Literal(literal) => literals.push(signed(literal, is_positive)),
                },
            }
        }
        add(clauses, literals, span);
    }

    /// A literal for a part, defined by clauses if it is not one itself. Parts come before what they are part
    /// of, so one pass over the positions up to it is enough.
    fn name(
        &self,
        part: usize,
        variables: &mut Vec<Variable>,
        named: &mut [Option<Known>],
        clauses: &mut Vec<QbfClause>,
        report: &mut Report,
    ) -> Known {
        let mut needed = vec![part];
        let mut order = Vec::new();
        while let Some(next) = needed.pop() {
            if named[next].is_some() || !report.spend(1, self.nodes[next].1) {
                continue;
            }
            order.push(next);
            match self.nodes[next].0 {
                Node::Constant(_) | Node::Variable(_) => {}
                Node::Not(inner) => needed.push(inner),
                Node::And(left, right) | Node::Or(left, right) | Node::Iff(left, right) => {
                    needed.extend([left, right]);
                }
            }
        }
        order.sort_unstable();
        order.dedup();
        for next in order {
            let known = |position: usize| named[position].unwrap_or(Known::Constant(true));
            let found = match self.nodes[next].0 {
                Node::Constant(value) => Known::Constant(value),
                Node::Variable(variable) => Known::Literal(Literal { variable, is_positive: true }),
                Node::Not(inner) => negated(known(inner)),
                Node::And(left, right) => {
                    both(known(left), known(right), variables, clauses, self.nodes[next].1)
                }
                Node::Or(left, right) => {
                    let (left, right) = (negated(known(left)), negated(known(right)));
                    negated(both(left, right, variables, clauses, self.nodes[next].1))
                }
                Node::Iff(left, right) => {
                    same(known(left), known(right), variables, clauses, self.nodes[next].1)
                }
            };
            named[next] = Some(found);
        }
        named[part].unwrap_or(Known::Constant(true))
    }
}

fn signed(literal: Literal, is_positive: bool) -> Literal {
    Literal { is_positive: literal.is_positive == is_positive, ..literal }
}

fn negated(known: Known) -> Known {
    match known {
        Known::Constant(value) => Known::Constant(!value),
        Known::Literal(literal) => Known::Literal(signed(literal, false)),
    }
}

/// A clause without repetitions; one that always holds is left out.
fn add(clauses: &mut Vec<QbfClause>, mut literals: Vec<Literal>, span: Span) {
    let mut seen: Vec<Literal> = Vec::new();
    literals.retain(|literal| {
        let is_new = !seen.contains(literal);
        seen.push(*literal);
        is_new
    });
    if !literals.iter().any(|literal| literals.contains(&signed(*literal, false))) {
        clauses.push(QbfClause { literals, span });
    }
}

fn both(
    left: Known,
    right: Known,
    variables: &mut Vec<Variable>,
    clauses: &mut Vec<QbfClause>,
    span: Span,
) -> Known {
    match (left, right) {
        (Known::Constant(false), _) | (_, Known::Constant(false)) => Known::Constant(false),
        (Known::Constant(true), other) | (other, Known::Constant(true)) => other,
        (Known::Literal(left), Known::Literal(right)) => {
            let new = fresh(variables, span);
            add(clauses, vec![signed(new, false), left], span);
            add(clauses, vec![signed(new, false), right], span);
            add(clauses, vec![new, signed(left, false), signed(right, false)], span);
            Known::Literal(new)
        }
    }
}

fn same(
    left: Known,
    right: Known,
    variables: &mut Vec<Variable>,
    clauses: &mut Vec<QbfClause>,
    span: Span,
) -> Known {
    match (left, right) {
        (Known::Constant(value), other) | (other, Known::Constant(value)) => {
            if value {
                other
            } else {
                negated(other)
            }
        }
        (Known::Literal(left), Known::Literal(right)) => {
            let new = fresh(variables, span);
            for (is_new, is_left, is_right) in
                [(false, false, true), (false, true, false), (true, true, true), (true, false, false)]
            {
                let literals = vec![signed(new, is_new), signed(left, is_left), signed(right, is_right)];
                add(clauses, literals, span);
            }
            Known::Literal(new)
        }
    }
}

/// A new innermost existential variable.
fn fresh(variables: &mut Vec<Variable>, span: Span) -> Literal {
    let mut number = variables.len();
    let name = loop {
        let name = format!("d{number}");
        if variables.iter().all(|variable| variable.name != name) {
            break name;
        }
        number += 1;
    };
    variables.push(Variable { name, quantifier: Quantifier::Exists, span });
    Literal { variable: variables.len() - 1, is_positive: true }
}
