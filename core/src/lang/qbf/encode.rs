//! Formulae as clauses (extended report, App. B; thesis, Lemma 5.6.1).
//!
//! ```text
//! c1_1(true, y).                              the literal x of the first clause
//! c1(x, y) :- c1_1(x, y).                     the clause
//! f3(x, y) :- c1(x, y), c2(x, y).             all clauses
//! f2(x) :- f3(x, false).   f2(x) :- f3(x, true).     ∃ y
//! f1 :- f2(false), f2(true).                  ∀ x
//! false :- f1.
//! ```
//!
//! As printed, the body is `F_n` while the quantifiers begin at `F_{n+1}`; here the body is `f_{n+1}`. The
//! constraint `x_i = t₁` of a literal is left out, since the argument says the same, and so is `t₀ ≠ t₁`,
//! which is true of the two Booleans.

use super::{Literal, Qbf, Quantifier};
use crate::formula::{Formula, Sort, Symbol};
use crate::lang::{Application, Argument, Clause, Problem, Relation, RelationId, Span};

/// A formula with its clauses.
#[derive(Clone, Debug)]
pub struct QbfProblem {
    pub qbf: Qbf,
    pub problem: Problem,
    /// `f1` to `f_{n+1}`.
    pub(super) prefix: Vec<RelationId>,
    /// The relation symbols of the formula's clauses.
    pub(super) clauses: Vec<RelationId>,
    /// What each clause of the problem is for.
    pub(super) origins: Vec<Origin>,
}

/// What a clause of the problem is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// A literal, or that a clause of the formula holds if a literal does.
    Literal,
    /// All clauses hold.
    Matrix,
    /// The value of an existential variable.
    Exists {
        variable: usize,
        value: bool,
    },
    /// Both values of a universal variable, `false` first.
    ForAll {
        variable: usize,
    },
    Query,
}

struct Builder {
    problem: Problem,
    symbols: Vec<Symbol>,
    origins: Vec<Origin>,
}

impl Builder {
    fn relation(&mut self, name: String, arity: usize, span: Span) -> RelationId {
        self.problem.relations.push(Relation { name, sorts: vec![Sort::Bool; arity], span });
        RelationId(self.problem.relations.len() as u32 - 1)
    }

    /// A relation symbol of the first variables, with constants in the places of some.
    fn atom(&mut self, relation: RelationId, constants: &[(usize, bool)], span: Span) -> Application {
        let arity = self.problem[relation].sorts.len();
        let arguments = (0..arity).map(|i| {
            let constant = constants.iter().find(|(position, _)| *position == i);
            let formula: Formula = match constant {
                Some((_, value)) => self.problem.arena.constant(*value),
                None => self.problem.arena.boolean(self.symbols[i]),
            };
            Argument::Bool(formula)
        });
        let arguments = arguments.collect();
        Application { relation, arguments, span }
    }

    fn clause(&mut self, head: Option<Application>, body: Vec<Application>, span: Span, origin: Origin) {
        let constraint = self.problem.arena.true_();
        self.problem.clauses.push(Clause { head, body, constraint, span });
        self.origins.push(origin);
    }
}

impl QbfProblem {
    pub fn new(qbf: Qbf) -> QbfProblem {
        let count = qbf.variables.len();
        let mut builder = Builder { problem: Problem::default(), symbols: Vec::new(), origins: Vec::new() };
        for variable in &qbf.variables {
            let symbol = builder.problem.arena.symbol(&variable.name, Sort::Bool);
            builder.symbols.push(symbol);
        }
        let prefix: Vec<RelationId> = (0..=count)
            .map(|i| {
                let span = qbf.variables.get(i).map_or(Span::default(), |variable| variable.span);
                builder.relation(format!("f{}", i + 1), i, span)
            })
            .collect();
        let mut clauses = Vec::new();
        for (j, clause) in qbf.clauses.iter().enumerate() {
            let span = clause.span;
            let whole = builder.relation(format!("c{}", j + 1), count, span);
            clauses.push(whole);
            for (k, Literal { variable, is_positive }) in clause.literals.iter().enumerate() {
                let part = builder.relation(format!("c{}_{}", j + 1, k + 1), count, span);
                let head = builder.atom(part, &[(*variable, *is_positive)], span);
                builder.clause(Some(head), Vec::new(), span, Origin::Literal);
                let (head, body) = (builder.atom(whole, &[], span), builder.atom(part, &[], span));
                builder.clause(Some(head), vec![body], span, Origin::Literal);
            }
        }
        let head = builder.atom(prefix[count], &[], Span::default());
        let body = clauses.iter().map(|clause| builder.atom(*clause, &[], Span::default())).collect();
        builder.clause(Some(head), body, Span::default(), Origin::Matrix);
        for (variable, quantified) in qbf.variables.iter().enumerate().rev() {
            let (span, inner) = (quantified.span, prefix[variable + 1]);
            let with = |builder: &mut Builder, value| builder.atom(inner, &[(variable, value)], span);
            match quantified.quantifier {
                Quantifier::Exists => {
                    for value in [false, true] {
                        let head = builder.atom(prefix[variable], &[], span);
                        let body = vec![with(&mut builder, value)];
                        builder.clause(Some(head), body, span, Origin::Exists { variable, value });
                    }
                }
                Quantifier::ForAll => {
                    let head = builder.atom(prefix[variable], &[], span);
                    let body = vec![with(&mut builder, false), with(&mut builder, true)];
                    builder.clause(Some(head), body, span, Origin::ForAll { variable });
                }
            }
        }
        let query = builder.atom(prefix[0], &[], Span::default());
        builder.clause(None, vec![query], Span::default(), Origin::Query);
        let Builder { problem, origins, .. } = builder;
        QbfProblem { qbf, problem, prefix, clauses, origins }
    }
}
