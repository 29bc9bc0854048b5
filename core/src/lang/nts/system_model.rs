//! A system with its clauses: what there is to draw, what a solution says about it, and what a derivation.

use super::block::{Edge, EdgeKind, Extent, edges};
use super::encode::{Encoded, encode};
use super::print::{Speller, action_text, print};
use super::replay::{Moment, Replay, Replayer, What};
use super::system::{Nts, Transition};
use crate::budget::Budget;
use crate::formula::{FormulaText, Symbol};
use crate::lang::common::report::Report;
use crate::lang::model::{
    Account, Note, PartId, Picture, PictureEdge, PictureGroup, PictureNode, Reading, Row, Run, Shape,
};
use crate::lang::{ClauseId, Derivation, Encoding, Model, Problem, RelationId, Solution};

/// At most this many bytes of what a transition says are written at an edge.
const EDGE_TEXT: usize = 200;

/// A transition system, its edges and its clauses.
#[derive(Clone, Debug)]
pub struct System {
    pub nts: Nts,
    pub edges: Vec<Vec<Edge>>,
    pub encoded: Encoded,
}

impl System {
    pub(in crate::lang) fn of(mut nts: Nts, encoding: Encoding, report: &mut Report) -> System {
        let extent = if encoding == Encoding::LargeBlock { Extent::Large } else { Extent::Marked };
        let edges: Vec<Vec<Edge>> =
            (0..nts.procedures.len()).map(|p| edges(&mut nts, p, extent, report)).collect();
        let encoded = encode(&mut nts, &edges);
        System { nts, edges, encoded }
    }

    /// The text of the system, with states left out where the encoding does so; `None` if its formulae are
    /// too long without names for what they share.
    pub fn text(&self) -> Option<String> {
        print(&self.nts, &self.edges)
    }

    fn state_part(&self, procedure: usize, state: usize) -> PartId {
        let before: usize = self.nts.procedures[..procedure].iter().map(|p| p.states.len()).sum();
        PartId((before + state) as u32)
    }

    fn edge_part(&self, procedure: usize, edge: usize) -> PartId {
        let states: usize = self.nts.procedures.iter().map(|p| p.states.len()).sum();
        let before: usize = self.edges[..procedure].iter().map(Vec::len).sum();
        PartId((states + before + edge) as u32)
    }

    /// What an edge does: the words of the program, or the formula.
    fn edge_words(&self, procedure: usize, edge: &Edge) -> Vec<String> {
        let transitions = &self.nts.procedures[procedure].transitions;
        let words = |index: &usize| transitions[*index].words.clone();
        let lines: Vec<String> = match &edge.kind {
            EdgeKind::Call(transition) => vec![words(transition)],
            EdgeKind::Block(block) => block.path().unwrap_or_default().iter().map(words).collect(),
        };
        let lines: Vec<String> = lines.into_iter().filter(|line| !line.is_empty()).collect();
        if lines.is_empty() {
            let speller = Speller::shown(&self.nts, procedure);
            vec![shortened(&action_text(&self.nts, procedure, edge, &speller))]
        } else {
            lines
        }
    }

    pub fn picture(&self) -> Picture {
        let mut picture = Picture { title: "control-flow graph".to_owned(), ..Picture::default() };
        let mut clauses: Vec<Vec<Vec<ClauseId>>> =
            self.edges.iter().map(|e| vec![Vec::new(); e.len()]).collect();
        for (i, origin) in self.encoded.origins.iter().enumerate() {
            let (p, edge) = match origin {
                super::encode::Origin::Edge { procedure, edge } => (*procedure, *edge),
                super::encode::Origin::Context { caller, edge, .. } => (*caller, *edge),
                _ => continue,
            };
            clauses[p][edge].push(ClauseId(i as u32));
        }
        for (p, procedure) in self.nts.procedures.iter().enumerate() {
            picture.groups.push(PictureGroup { title: procedure.name.clone() });
            let mut used = vec![false; procedure.states.len()];
            for edge in &self.edges[p] {
                used[edge.from] = true;
                used[edge.to] = true;
            }
            for (i, state) in procedure.states.iter().enumerate() {
                if !used[i] && !state.is_initial {
                    continue;
                }
                let shape = match () {
                    () if state.is_error => Shape::Error,
                    () if state.is_final => Shape::Final,
                    () if state.is_initial => Shape::Initial,
                    () => Shape::Location,
                };
                picture.nodes.push(PictureNode {
                    part: self.state_part(p, i),
                    group: p,
                    shape,
                    label: state.name.clone(),
                    lines: Vec::new(),
                    span: Some(state.span),
                    relation: self.encoded.layouts.get(p).and_then(|layout| layout.states[i]),
                    column: None,
                });
            }
            for (i, edge) in self.edges[p].iter().enumerate() {
                picture.edges.push(PictureEdge {
                    part: self.edge_part(p, i),
                    from: self.state_part(p, edge.from),
                    to: self.state_part(p, edge.to),
                    lines: self.edge_words(p, edge),
                    span: Some(procedure.transitions[edge.first()].span),
                    clauses: clauses[p][i].clone(),
                });
            }
        }
        picture
    }

    /// Invariants at the states, and a contract for each procedure.
    pub fn reading(&self, problem: &Problem, solution: &Solution) -> Reading {
        let mut reading =
            Reading { sentence: "No error state can be reached.".to_owned(), ..Reading::default() };
        for (p, procedure) in self.nts.procedures.iter().enumerate() {
            let Some(layout) = self.encoded.layouts.get(p).filter(|layout| layout.is_reached) else {
                continue;
            };
            let name = |index: &usize| self.nts.variable_of(p, *index).name.clone();
            let old = |index: &usize| format!("old({})", self.nts.variable_of(p, *index).name);
            let mut names: Vec<String> = layout.starts.iter().map(|(index, _)| old(index)).collect();
            names.extend(layout.visible.iter().map(name));
            for (i, state) in procedure.states.iter().enumerate() {
                let Some(relation) = layout.states[i] else { continue };
                let Some(formula) = definition(problem, solution, relation, &names) else { continue };
                let is_contract = state.is_initial && layout.summary.is_some();
                let title = if is_contract {
                    format!("requires of {}", procedure.name)
                } else {
                    format!("invariant at {}", state.name)
                };
                let (part, span) = (Some(self.state_part(p, i)), Some(state.span));
                reading.notes.push(Note { part, span, title, formula });
            }
            if let Some(relation) = layout.summary {
                let names: Vec<String> = layout
                    .received
                    .iter()
                    .map(|i| if layout.returned.contains(i) { old(i) } else { name(i) })
                    .chain(layout.returned.iter().map(name))
                    .collect();
                if let Some(formula) = definition(problem, solution, relation, &names) {
                    let title = format!("ensures of {}", procedure.name);
                    reading.notes.push(Note { part: None, span: Some(procedure.span), title, formula });
                }
            }
        }
        reading
    }

    /// A derivation as a run of the system.
    pub fn replay(&self, derivation: &Derivation, budget: &mut Budget) -> Result<Replay, String> {
        let Self { nts, edges, encoded } = self;
        Replayer { nts, edges, encoded }.replay(derivation, budget)
    }

    /// A replayed run, as a table of variables over time.
    pub fn run(&self, replay: &Replay, sentence: String) -> Run {
        let mut shown: Vec<usize> = replay.moments.iter().map(|moment| moment.procedure).collect();
        shown.sort_unstable();
        shown.dedup();
        let globals = self.nts.globals.len();
        let mut columns: Vec<String> = self.nts.globals.iter().map(|v| v.name.clone()).collect();
        let mut starts = vec![0; self.nts.procedures.len()];
        for p in &shown {
            starts[*p] = columns.len();
            let procedure = &self.nts.procedures[*p];
            columns.extend(procedure.variables.iter().map(|variable| {
                if shown.len() == 1 {
                    variable.name.clone()
                } else {
                    format!("{}.{}", procedure.name, variable.name)
                }
            }));
        }
        let rows = replay.moments.iter().map(|moment| {
            let mut values = vec![None; columns.len()];
            for (index, value) in moment.values.iter().enumerate() {
                let column = if index < globals { index } else { starts[moment.procedure] + index - globals };
                values[column].clone_from(value);
            }
            self.row(moment, values)
        });
        Run { sentence, rows: rows.collect(), columns: columns.clone() }
    }

    fn row(&self, moment: &Moment, values: Vec<Option<crate::formula::Value>>) -> Row {
        let procedure = &self.nts.procedures[moment.procedure];
        let words = |index: usize| -> String {
            let transition: &Transition = &procedure.transitions[index];
            if transition.words.is_empty() {
                let speller = Speller::shown(&self.nts, moment.procedure);
                let (from, to) =
                    (&procedure.states[transition.from].name, &procedure.states[transition.to].name);
                let edge = moment.edge.map(|edge| &self.edges[moment.procedure][edge]);
                let single = edge.filter(|edge| edge.relation().is_none() || edge.first() == index);
                let does = single
                    .map_or_else(String::new, |e| action_text(&self.nts, moment.procedure, e, &speller));
                format!("{from} -> {to} {{ {} }}", shortened(&does))
            } else {
                transition.words.clone()
            }
        };
        let (label, span, to) = match moment.what {
            What::Start(state) => {
                let named = &procedure.states[state];
                (format!("{} begins", procedure.name), Some(named.span), Some(state))
            }
            What::Taken(index) => {
                let transition = &procedure.transitions[index];
                (words(index), Some(transition.span), Some(transition.to))
            }
            What::Rounds(more) => (format!("… {more} more rounds"), None, None),
            What::Call { transition, is_left_out } => {
                let rule = &procedure.transitions[transition];
                let note = if is_left_out { " (its steps are not shown)" } else { "" };
                (format!("call: {}{note}", words(transition)), Some(rule.span), Some(rule.from))
            }
            What::Return(transition) => {
                let rule = &procedure.transitions[transition];
                (format!("return to {}", procedure.name), Some(rule.span), Some(rule.to))
            }
        };
        let edge = moment.edge.map(|edge| self.edge_part(moment.procedure, edge));
        let state = to.map(|state| self.state_part(moment.procedure, state));
        Row {
            label,
            span,
            depth: moment.depth,
            parts: edge.into_iter().chain(state).collect(),
            values,
            step: Some(moment.step),
            ..Row::default()
        }
    }
}

/// The definition of a relation symbol, with other names for its parameters.
fn definition(
    problem: &Problem,
    solution: &Solution,
    relation: RelationId,
    names: &[String],
) -> Option<FormulaText> {
    let definition = solution.get(relation)?;
    let spelling = |symbol: Symbol| {
        let position = definition.parameters.iter().position(|parameter| *parameter == symbol);
        position.and_then(|i| names.get(i)).cloned().unwrap_or_else(|| problem.arena.name(symbol).to_owned())
    };
    Some(problem.arena.show(definition.formula).spelled(&spelling).text())
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(EDGE_TEXT) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// A transition system that was written as such.
#[derive(Debug)]
pub(super) struct NtsModel(pub(super) System);

impl Model for NtsModel {
    fn problem(&self) -> &Problem {
        &self.0.encoded.problem
    }

    fn picture(&self) -> Picture {
        self.0.picture()
    }

    fn reading(&self, problem: &mut Problem, solution: &Solution, _: &mut Budget) -> Reading {
        self.0.reading(problem, solution)
    }

    fn account(&self, derivation: &Derivation, budget: &mut Budget) -> Account {
        match self.0.replay(derivation, budget) {
            Err(fault) => Account::Refused(fault),
            Ok(replay) => {
                let sentence = match replay.failing {
                    Some((procedure, transition)) => {
                        let procedure = &self.0.nts.procedures[procedure];
                        let state = &procedure.states[procedure.transitions[transition].to].name;
                        format!("The run reaches the error state {state} of {}.", procedure.name)
                    }
                    None => "The run begins in an error state.".to_owned(),
                };
                Account::Real(self.0.run(&replay, sentence))
            }
        }
    }

    fn replays_rounds(&self) -> bool {
        true
    }

    fn translated(&self, language: crate::lang::Language) -> Option<String> {
        (language == crate::lang::Language::Nts).then(|| self.0.text())?
    }
}
