//! Quantified Boolean formulae, whose truth is a question about recursion-free clauses (extended report,
//! App. B; thesis, Lemma 5.6.1).
//!
//! ```text
//! forall x. exists y. (x or y) and (not x or not y)
//! ```
//!
//! is true: whatever `x` is, `y` can be its opposite. Its clauses derive `false` exactly if it is true, so
//! they are safe if and only if it is false; and a derivation is a strategy for the one who chooses the
//! existential variables. QDIMACS is read as well.

mod account;
mod clausal;
mod encode;
mod formula;
mod prefix;
mod qdimacs;
mod tokens;

use super::common::limits::TEXT_LIMIT;
use super::common::report::{Report, end_of};
use super::model::{Account, Move, Picture, PictureEdge, PictureGroup, PictureNode, Play, Reading, Row, Run};
use super::model::{Note, PartId, Shape};
use super::{Derivation, Diagnostic, Encoding, FrontEnd, Language, Model, Problem, Solution, Span, house};
use crate::budget::Budget;
use crate::formula::Value;

pub use encode::QbfProblem;

pub(super) const FRONT_END: FrontEnd = FrontEnd {
    name: "qbf",
    aliases: &["qdimacs"],
    title: "quantified Boolean formulae, as `forall x. exists y. x or y` or in QDIMACS",
    text: "Quantified Boolean formula",
    extensions: &["qbf", "qdimacs"],
    detects: |text| qdimacs::is_announced(text) || prefix::is_announced(text),
    detects_solution: |_| false,
    parse: |text, budget| {
        let (qbf, diagnostics) = read(text, budget);
        (QbfProblem::new(qbf).problem, diagnostics)
    },
    model: Some(|text, _: Encoding, budget| {
        let (qbf, diagnostics) = read(text, budget);
        (Box::new(QbfProblem::new(qbf)), diagnostics)
    }),
    print: None,
    parse_solution: house::FRONT_END.parse_solution,
    print_solution: house::print_solution,
};

/// Who chooses a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Quantifier {
    Exists,
    ForAll,
}

impl Quantifier {
    pub fn sign(self) -> &'static str {
        match self {
            Quantifier::Exists => "∃",
            Quantifier::ForAll => "∀",
        }
    }
}

/// A variable with its quantifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    pub name: String,
    pub quantifier: Quantifier,
    pub span: Span,
}

/// A variable or its negation; the variable by its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Literal {
    pub variable: usize,
    pub is_positive: bool,
}

/// A disjunction of literals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QbfClause<L = Literal> {
    pub literals: Vec<L>,
    pub span: Span,
}

/// `Q₁x₁ … Qₙxₙ. C₁ ∧ … ∧ Cₘ`
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Qbf {
    /// From the outermost quantifier to the innermost.
    pub variables: Vec<Variable>,
    pub clauses: Vec<QbfClause>,
}

impl Qbf {
    /// How many arguments the relation symbols have in all clauses together.
    fn arguments(&self) -> u64 {
        let literals: usize = self.clauses.iter().map(|clause| clause.literals.len()).sum();
        let (variables, clauses) = (self.variables.len() as u64, self.clauses.len() as u64);
        // The quantifiers have up to three atoms each, with half of the variables on average.
        variables * (3 * literals as u64 + clauses + 1) + 3 * variables * variables / 2
    }

    /// Do all clauses hold under values for all variables?
    pub fn matrix(&self, values: &[bool]) -> bool {
        let holds = |literal: &Literal| values.get(literal.variable) == Some(&literal.is_positive);
        self.clauses.iter().all(|clause| clause.literals.iter().any(holds))
    }
}

/// Reads a formula: whatever could be understood, and all that is wrong.
pub fn read(text: &str, budget: &mut Budget) -> (Qbf, Vec<Diagnostic>) {
    let mut report = Report::new(text, budget);
    let end = end_of(text);
    if text.len() > TEXT_LIMIT {
        report.text_too_long();
        return (Qbf::default(), report.finish(end));
    }
    let qbf = if qdimacs::is_announced(text.trim_start_matches('\u{feff}').trim_start()) {
        qdimacs::read(text, &mut report)
    } else {
        formula::read(text, &mut report)
    };
    if report.affords_arguments(qbf.arguments(), end) {
        (qbf, report.finish(end))
    } else {
        (Qbf::default(), report.finish(end))
    }
}

impl Model for QbfProblem {
    fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The quantifiers as a chain, and the clauses behind it.
    fn picture(&self) -> Picture {
        let count = self.qbf.variables.len();
        let mut nodes: Vec<PictureNode> = Vec::new();
        let mut edges: Vec<PictureEdge> = Vec::new();
        for (i, relation) in self.prefix.iter().enumerate() {
            let variable = self.qbf.variables.get(i);
            nodes.push(PictureNode {
                part: PartId(i as u32),
                shape: if i == 0 { Shape::Initial } else { Shape::Location },
                label: variable
                    .map_or_else(|| "∧".to_owned(), |v| format!("{} {}", v.quantifier.sign(), v.name)),
                span: variable.map(|v| v.span),
                relation: Some(*relation),
                column: variable.map(|_| i),
                ..PictureNode::default()
            });
        }
        let edge = |edges: &mut Vec<PictureEdge>, from: usize, to: usize| {
            let part = PartId((count + 1 + self.qbf.clauses.len() + edges.len()) as u32);
            let (from, to) = (PartId(from as u32), PartId(to as u32));
            edges.push(PictureEdge { part, from, to, ..PictureEdge::default() });
        };
        for i in 0..count {
            edge(&mut edges, i, i + 1);
        }
        for (j, clause) in self.qbf.clauses.iter().enumerate() {
            nodes.push(PictureNode {
                part: PartId((count + 1 + j) as u32),
                label: self.qbf.clause_text(clause),
                span: Some(clause.span),
                relation: self.clauses.get(j).copied(),
                ..PictureNode::default()
            });
            edge(&mut edges, count, count + 1 + j);
        }
        let groups = vec![PictureGroup { title: "quantifiers and clauses".to_owned() }];
        Picture { title: "Formula".to_owned(), groups, nodes, edges, ..Picture::default() }
    }

    fn reading(&self, problem: &mut Problem, solution: &Solution, _: &mut Budget) -> Reading {
        let mut notes = Vec::new();
        for (i, relation) in self.prefix.iter().enumerate() {
            let Some(definition) = solution.get(*relation) else { continue };
            let spelling = |symbol| {
                let position = definition.parameters.iter().position(|p| *p == symbol);
                let name = position.and_then(|k| self.qbf.variables.get(k)).map(|v| v.name.clone());
                name.unwrap_or_else(|| problem.arena.name(symbol).to_owned())
            };
            let what = self.qbf.variables.get(i).map_or_else(
                || "the clauses hold at most where".to_owned(),
                |v| format!("from {} {} on it is true at most where", v.quantifier.sign(), v.name),
            );
            notes.push(Note {
                part: Some(PartId(i as u32)),
                span: self.qbf.variables.get(i).map(|v| v.span),
                title: what,
                formula: problem.arena.show(definition.formula).spelled(&spelling).text(),
            });
        }
        Reading { sentence: "The formula is false: its clauses do not derive it.".to_owned(), notes }
    }

    fn account(&self, derivation: &Derivation, budget: &mut Budget) -> Account {
        account::account(self, derivation, budget)
    }

    /// One chooses a value for each variable in turn.
    fn play(&self, moves: &[usize]) -> Option<Play> {
        let count = self.qbf.variables.len();
        let mut values: Vec<bool> = Vec::new();
        let mut rows = vec![self.row("begin".to_owned(), None, &values)];
        for choice in moves.iter().take(count).take_while(|choice| **choice < 2) {
            values.push(*choice == 1);
            let i = values.len() - 1;
            rows.push(self.row(self.choice_text(i, values[i]), Some(i), &values));
        }
        let moves = if values.len() < count {
            let part = Some(PartId(values.len() as u32));
            [false, true].map(|value| Move { label: self.choice_text(values.len(), value), part }).into()
        } else {
            Vec::new()
        };
        let remark = moves.is_empty().then(|| {
            if self.qbf.matrix(&values) { "All clauses hold." } else { "A clause does not hold." }.to_owned()
        });
        Some(Play { run: Run { sentence: String::new(), columns: self.columns(), rows }, moves, remark })
    }

    fn translated(&self, language: Language) -> Option<String> {
        (language == Language::Qbf).then(|| self.qbf.to_string())
    }
}

impl QbfProblem {
    fn columns(&self) -> Vec<String> {
        self.qbf.variables.iter().map(|variable| variable.name.clone()).collect()
    }

    /// `∃ y := true`
    fn choice_text(&self, variable: usize, value: bool) -> String {
        let Variable { name, quantifier, .. } = &self.qbf.variables[variable];
        format!("{} {name} := {value}", quantifier.sign())
    }

    fn row(&self, label: String, variable: Option<usize>, values: &[bool]) -> Row {
        Row {
            label,
            span: variable.map(|i| self.qbf.variables[i].span),
            parts: vec![PartId(values.len() as u32)],
            values: (0..self.qbf.variables.len()).map(|i| values.get(i).map(|v| Value::Bool(*v))).collect(),
            ..Row::default()
        }
    }
}

#[cfg(test)]
mod tests;
