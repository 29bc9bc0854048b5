//! A net as a model: its clauses, and what answers about them say about the net.
//!
//! ```text
//! place invariant: p1 + p4 = 1
//! invariant of all reachable markings: p1 = 1 ∧ p4 = 0 ∨ p1 = 0 ∧ p4 = 1
//! ```

use super::flows::{Flow, Flows, ROW_LIMIT};
use super::net::Net;
use super::{Notation, print_short, print_spec};
use super::{account, encode, picture, play};
use crate::budget::Budget;
use crate::formula::{Arena, FormulaText, LinearTerm, Sort, Symbol};
use crate::lang::model::{Account, Note, Picture, PictureSet, Play, Reading};
use crate::lang::{Derivation, Language, Model, Problem, Solution};
use crate::num::Int;

/// A net and its clauses.
#[derive(Clone, Debug)]
pub struct NetModel {
    net: Net,
    problem: Problem,
    notation: Notation,
}

/// At most this many semiflows of each kind are listed.
const FLOW_LIMIT: usize = 30;
/// At most this many place invariants are coloured: with more of them nothing is seen.
const COLOURED_LIMIT: usize = 9;
/// Looking for semiflows takes at most this many steps.
const FLOW_STEPS: u64 = 2_000_000;

impl NetModel {
    pub(super) fn new(net: Net, problem: Problem, notation: Notation) -> NetModel {
        NetModel { net, problem, notation }
    }

    pub fn net(&self) -> &Net {
        &self.net
    }

    pub(super) fn into_problem(self) -> Problem {
        self.problem
    }

    /// The symbols of the places.
    fn symbols(&self, arena: &mut Arena) -> Vec<Symbol> {
        self.net.places.iter().map(|place| arena.symbol(&place.name, Sort::Int)).collect()
    }

    /// The weighted sum of a flow, and what it always is, if the first marking tells.
    fn place_flow(&self, arena: &mut Arena, flow: &Flow) -> FormulaText {
        let symbols = self.symbols(arena);
        let term =
            LinearTerm::new(flow.weights.iter().map(|(p, weight)| (symbols[*p], weight.clone())), Int::ZERO);
        let mut first = Some(Int::ZERO);
        for (place, weight) in &flow.weights {
            first = match (first, self.net.initial.get(*place).and_then(|bounds| bounds.exact())) {
                (Some(mut sum), Some(tokens)) => {
                    sum.add_mul(weight, tokens);
                    Some(sum)
                }
                _ => None,
            };
        }
        match first {
            Some(value) => {
                let formula = arena.equal(&term, &LinearTerm::constant(value));
                arena.show(formula).text()
            }
            None => arena.show_term(&term).text(),
        }
    }

    /// The semiflows, and what there is to say about the actions.
    fn flow_notes(&self, arena: &mut Arena, with_actions: bool, budget: &mut Budget) -> Vec<Note> {
        let mut notes = Vec::new();
        let found = budget.within(FLOW_STEPS, |part| Flows::of(&self.net, part));
        let Ok(Ok(flows)) = found else { return notes };
        let note = |title: &str, formula| Note { title: title.to_owned(), formula, ..Note::default() };
        for flow in flows.places.iter().chain(&flows.mixed).take(FLOW_LIMIT) {
            notes.push(note("place invariant", self.place_flow(arena, flow)));
        }
        if with_actions {
            for flow in flows.actions.iter().take(FLOW_LIMIT) {
                let names = flow.weights.iter().map(|(action, times)| {
                    (arena.symbol(&self.net.actions[*action].name, Sort::Int), times.clone())
                });
                let names: Vec<_> = names.collect();
                let term = LinearTerm::new(names, Int::ZERO);
                notes.push(note("transition invariant", arena.show_term(&term).text()));
            }
        }
        notes
    }
}

impl Model for NetModel {
    fn problem(&self) -> &Problem {
        &self.problem
    }

    fn picture(&self) -> Picture {
        let mut picture = picture::picture(&self.net);
        let mut arena = Arena::new();
        if let Ok(flows) = Flows::of(&self.net, &mut Budget::steps(FLOW_STEPS)) {
            let coloured = flows.places.iter().chain(&flows.mixed).take(COLOURED_LIMIT);
            picture.sets = coloured
                .map(|flow| PictureSet {
                    title: format!("place invariant {}", self.place_flow(&mut arena, flow)),
                    parts: flow.weights.iter().map(|(place, _)| picture::place_part(*place)).collect(),
                })
                .collect();
            picture.further_sets = flows.places.len() + flows.mixed.len() - picture.sets.len();
        }
        picture
    }

    fn facts(&self, budget: &mut Budget) -> Reading {
        let net = &self.net;
        let strict = net.actions.iter().filter(|action| action.is_plain()).count();
        let moving = net.actions.iter().filter(|action| action.effect().is_some()).count();
        let mut sentence = format!(
            "A net with {} places, {} actions and {} targets",
            net.places.len(),
            net.actions.len(),
            net.targets.len()
        );
        if strict == net.actions.len() {
            sentence += ": a Petri net.";
        } else {
            sentence += &format!(
                ". {} of the actions are guarded by upper bounds, which acceleration respects; {} have effects \
                 that depend on the marking: they are not accelerated and not counted in increasing sequences.",
                moving - strict,
                net.actions.len() - moving
            );
        }
        let mut arena = Arena::new();
        let found = budget.within(FLOW_STEPS, |part| Flows::of(net, part));
        if !matches!(&found, Ok(Ok(flows)) if !flows.incomplete) {
            sentence += &format!(
                " Semiflows are not all listed: there are more than {ROW_LIMIT} on the way to them."
            );
        }
        Reading { sentence, notes: self.flow_notes(&mut arena, true, budget) }
    }

    fn reading(&self, problem: &mut Problem, solution: &Solution, budget: &mut Budget) -> Reading {
        let mut notes = Vec::new();
        if let Some(definition) = solution.get(encode::MARKING) {
            let symbols = self.symbols(&mut problem.arena);
            let formula = problem.arena.renamed(definition.formula, &definition.parameters, &symbols);
            let formula = problem.arena.show(formula).text();
            let title = "invariant of all reachable markings".to_owned();
            notes.push(Note { title, formula, ..Note::default() });
        }
        notes.extend(self.flow_notes(&mut problem.arena, false, budget));
        Reading { sentence: "No marking of a target is reachable.".to_owned(), notes }
    }

    fn account(&self, derivation: &Derivation, budget: &mut Budget) -> Account {
        account::account(&self.net, &self.problem, derivation, budget)
    }

    fn replays_rounds(&self) -> bool {
        true
    }

    fn play(&self, moves: &[usize]) -> Option<Play> {
        Some(play::play(&self.net, moves))
    }

    fn translated(&self, language: Language) -> Option<String> {
        match (language, self.notation) {
            (Language::Net, _) => Some(print_short(&self.net)),
            (Language::Spec, _) => Some(print_spec(&self.net)),
            _ => None,
        }
    }
}
