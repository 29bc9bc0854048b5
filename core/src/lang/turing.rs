//! Turing machines with a binary tape, which recursion-free clauses can run for exponentially many steps
//! (extended report, App. D; thesis, Theorem 5.6.4).
//!
//! ```text
//! turing
//! power 3            run for 2³ steps
//! tape 1 1           from the cell under the head to the right; all other cells are 0
//! start A
//! halt H
//! A 1 -> A 1 R
//! A 0 -> H 1 R
//! ```
//!
//! The clauses are safe exactly if no execution halts within 2ⁿ steps; a derivation is an execution that
//! does.

mod account;
mod encode;
mod machine;
mod read;

use super::model::{Account, Encoding, Move, Note, PartId, Picture, PictureEdge, PictureGroup, PictureNode};
use super::model::{Play, Reading, Row, Run, Shape};
use super::{Derivation, FrontEnd, Language, Model, Problem, RelationId, Solution, house};
use crate::budget::Budget;
use crate::formula::Value;

pub use encode::TuringProblem;
pub use machine::{Configuration, Direction, Machine, Rule, StateId};
pub use read::{MOST_POWER, read};

pub(super) const FRONT_END: FrontEnd = FrontEnd {
    name: "turing",
    aliases: &["tm"],
    title: "Turing machines with a binary tape, as in `A 0 -> B 1 R`",
    text: "Turing machine",
    extensions: &["turing", "tm"],
    detects: read::is_announced,
    detects_solution: |_| false,
    parse: |text, budget| {
        let (machine, diagnostics) = read(text, budget);
        (TuringProblem::new(machine).problem, diagnostics)
    },
    model: Some(|text, _: Encoding, budget| {
        let (machine, diagnostics) = read(text, budget);
        (Box::new(TuringProblem::new(machine)), diagnostics)
    }),
    print: None,
    parse_solution: house::FRONT_END.parse_solution,
    print_solution: house::print_solution,
};

/// Playing ends after this many steps.
const MOST_MOVES: usize = 10_000;

/// How clauses grow is shown at least up to this power.
const LARGER_POWER: u32 = 12;

impl Model for TuringProblem {
    fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The diagram of states.
    fn picture(&self) -> Picture {
        let machine = &self.machine;
        let nodes = machine.states.iter().enumerate().map(|(i, name)| PictureNode {
            part: PartId(i as u32),
            shape: match StateId(i) {
                state if state == machine.start => Shape::Initial,
                state if state == machine.halt => Shape::Final,
                _ => Shape::Location,
            },
            label: name.clone(),
            ..PictureNode::default()
        });
        let edges = machine.rules.iter().enumerate().map(|(i, rule)| PictureEdge {
            part: self.rule_part(i),
            from: PartId(rule.from.0 as u32),
            to: PartId(rule.to.0 as u32),
            lines: vec![format!(
                "{} → {}, {}",
                u8::from(rule.read),
                u8::from(rule.write),
                rule.direction.letter()
            )],
            span: Some(rule.span),
            clauses: vec![super::ClauseId(i as u32)],
        });
        Picture {
            title: "Turing machine".to_owned(),
            groups: vec![PictureGroup { title: "states".to_owned() }],
            nodes: nodes.collect(),
            edges: edges.collect(),
            ..Picture::default()
        }
    }

    fn reading(&self, problem: &mut Problem, solution: &Solution, _: &mut Budget) -> Reading {
        let power = self.machine.power;
        let notes = (0..problem.relations.len() as u32).map(RelationId).filter_map(|relation| {
            let definition = solution.get(relation)?;
            Some(Note {
                title: format!("{} only where", problem[relation].name),
                formula: problem.arena.show(definition.formula).text(),
                ..Note::default()
            })
        });
        let sentence = format!("No execution halts within 2^{power} steps.");
        Reading { sentence, notes: notes.collect() }
    }

    fn larger(&self) -> Option<Problem> {
        let power = self.machine.power.max(LARGER_POWER);
        Some(TuringProblem::new(Machine { power, ..self.machine.clone() }).problem)
    }

    fn account(&self, derivation: &Derivation, budget: &mut Budget) -> Account {
        account::account(self, derivation, budget)
    }

    fn play(&self, moves: &[usize]) -> Option<Play> {
        let mut configuration = self.machine.beginning();
        let mut rows = vec![self.row("begin", None, &configuration)];
        for choice in moves.iter().take(MOST_MOVES) {
            let Some(rule) = self.machine.applicable(&configuration).nth(*choice) else { break };
            configuration = self.machine.after(&configuration, rule);
            rows.push(self.row(&self.machine.rule_text(rule), Some(rule), &configuration));
        }
        let moves: Vec<Move> = self
            .machine
            .applicable(&configuration)
            .map(|rule| Move { label: self.machine.rule_text(rule), part: Some(self.rule_part(rule)) })
            .collect();
        let steps = rows.len() - 1;
        let remark = if configuration.state == self.machine.halt {
            Some(format!("It has halted after {steps} steps."))
        } else {
            moves.is_empty().then(|| "It is stuck: no rule applies.".to_owned())
        };
        Some(Play { run: Run { sentence: String::new(), columns: columns(), rows }, moves, remark })
    }

    fn translated(&self, language: Language) -> Option<String> {
        (language == Language::Turing).then(|| self.machine.to_string())
    }
}

fn columns() -> Vec<String> {
    ["state", "left", "right"].map(str::to_owned).into()
}

impl TuringProblem {
    fn rule_part(&self, rule: usize) -> PartId {
        PartId((self.machine.states.len() + rule) as u32)
    }

    /// What has happened, and the tape afterwards.
    fn row(&self, label: &str, rule: Option<usize>, configuration: &Configuration) -> Row {
        let Configuration { state, left, right } = configuration;
        let parts = rule.map(|rule| self.rule_part(rule)).into_iter().chain([PartId(state.0 as u32)]);
        let values = [state.number(), left.clone(), right.clone()];
        Row {
            label: format!("{label}    {}", self.machine.tape_text(configuration)),
            span: rule.map(|rule| self.machine.rules[rule].span),
            parts: parts.collect(),
            values: values.map(|value| Some(Value::Int(value))).into(),
            ..Row::default()
        }
    }
}

#[cfg(test)]
mod tests;
