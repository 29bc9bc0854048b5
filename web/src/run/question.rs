//! Questions about what comes next in a run, made from its log and judged by it.
//!
//! A question is asked at a step, about what a later step tells; whoever has seen the run up to there can
//! answer it. Every answer comes with the reason why it is right or wrong, in the words of the narration.
//! [`questions`] finds the telling steps of a run; [`question`] makes one of a given kind at a given step,
//! for lessons. Both are pure functions of the run.

mod graph;
mod interpolant;
mod outcome;
mod templates;

use hornbook::engine::{Event, Header};
use hornbook::formula::FormulaText;
use hornbook::settings::RunSettings;
use hornbook::trace;

use crate::run::narrate::{Part, tell};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Is the counterexample real or spurious?
    Real,
    /// Which clause is applied next?
    Clause,
    /// Does a node allow what was computed?
    Cover,
    /// Which formula is an interpolant?
    Interpolant,
    /// Which set of templates is feasible?
    Templates,
    /// How many refinements does the run need?
    Refinements,
    /// Safe or unsafe?
    Verdict,
}

impl Kind {
    pub const ALL: [Kind; 7] = [
        Kind::Verdict,
        Kind::Clause,
        Kind::Cover,
        Kind::Real,
        Kind::Refinements,
        Kind::Templates,
        Kind::Interpolant,
    ];

    /// As lessons name it.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Real => "real",
            Kind::Clause => "clause",
            Kind::Cover => "cover",
            Kind::Interpolant => "interpolant",
            Kind::Templates => "templates",
            Kind::Refinements => "refinements",
            Kind::Verdict => "verdict",
        }
    }

    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// At most this many questions of the kind are asked about one run.
    fn most(self) -> usize {
        match self {
            Kind::Real | Kind::Cover => 4,
            Kind::Clause => 3,
            Kind::Interpolant | Kind::Templates => 2,
            Kind::Refinements | Kind::Verdict => 1,
        }
    }

    /// What helps to find the answer, without giving it away.
    fn hint(self) -> &'static str {
        match self {
            Kind::Real => {
                "Follow the tree from its leaves to the root with numbers. Do all constraints on the way hold for some?"
            }
            Kind::Clause => {
                "A clause can be applied once there is a node for every relation symbol of its body."
            }
            Kind::Cover => {
                "A node allows all arguments for which its predicates hold. The fewer predicates it has, the more it allows."
            }
            Kind::Interpolant => {
                "It must hold for whatever is derived below the position, and contradict the rest of the tree."
            }
            Kind::Templates => {
                "A set is feasible if the counterexample can be refuted by speaking of its templates alone."
            }
            Kind::Refinements => "Does an interpolant talk about one round of a loop, or about all of them?",
            Kind::Verdict => "Try to derive false by hand, with small numbers.",
        }
    }
}

/// A question.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    pub kind: Kind,
    /// The step at which it is asked.
    pub at: usize,
    /// The step that tells the answer.
    pub reveals: usize,
    pub prompt: Vec<Part>,
    pub choices: Vec<Choice>,
    pub hint: &'static str,
}

/// A possible answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    pub text: Vec<Part>,
    pub is_right: bool,
    /// Why it is right, or why not.
    pub why: Vec<Part>,
}

/// A run that questions are made from.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    pub header: &'a Header,
    pub events: &'a [Event],
    pub text: &'a str,
    pub settings: &'a RunSettings,
}

/// Steps beyond this one are not looked at for questions.
pub const STEPS_ASKED_ABOUT: usize = 2_000;

/// The questions about a run, in the order of their steps.
pub fn questions(run: Asked<'_>) -> Vec<Question> {
    let mut found: Vec<Question> = Vec::new();
    let mut counts = [0; Kind::ALL.len()];
    let mut state = trace::State::default();
    for step in 0..=run.events.len().min(STEPS_ASKED_ABOUT) {
        if let Some(event) = step.checked_sub(1).map(|index| &run.events[index]) {
            if is_end(event) {
                break;
            }
            state.apply(event);
        }
        for (kind, count) in Kind::ALL.into_iter().zip(&mut counts) {
            if *count < kind.most()
                && let Some(question) = make(run, kind, step, &state)
            {
                *count += 1;
                found.push(question);
            }
        }
    }
    found
}

/// A question of a kind at a step, if one can be asked there.
pub fn question(run: Asked<'_>, kind: Kind, step: usize) -> Option<Question> {
    let mut state = trace::State::default();
    for event in run.events.get(..step)? {
        if is_end(event) {
            return None;
        }
        state.apply(event);
    }
    make(run, kind, step, &state)
}

/// What comes after this is about other clauses, or is only counted.
fn is_end(event: &Event) -> bool {
    matches!(event, Event::Restarted { .. } | Event::Coarse)
}

fn make(run: Asked<'_>, kind: Kind, at: usize, state: &trace::State) -> Option<Question> {
    let (reveals, prompt, mut choices) = match kind {
        Kind::Real => outcome::real(run, at, state)?,
        Kind::Refinements => outcome::refinements(run, at, state)?,
        Kind::Verdict => outcome::verdict(run, at)?,
        Kind::Clause => graph::clause(run, at, state)?,
        Kind::Cover => graph::cover(run, at, state)?,
        Kind::Interpolant => interpolant::interpolant(run, at, state)?,
        Kind::Templates => templates::templates(run, at, state)?,
    };
    // There is something to choose from, and the right answer is not always the first.
    let is_one = choices.iter().all(|choice| choice.is_right) || choices.len() < 2;
    if is_one || !choices.iter().any(|choice| choice.is_right) {
        return None;
    }
    if !matches!(kind, Kind::Real | Kind::Refinements | Kind::Verdict) {
        let by = at % choices.len();
        choices.rotate_left(by);
    }
    Some(Question { kind, at, reveals, prompt, choices, hint: kind.hint() })
}

/// A question in the making: the step that tells the answer, the prompt, and the choices.
type Made = (usize, Vec<Part>, Vec<Choice>);

fn words(text: impl Into<String>) -> Vec<Part> {
    vec![Part::Text(text.into())]
}

fn math(text: &FormulaText) -> Part {
    Part::Math(text.clone())
}

/// Words before what is told.
fn after(text: &str, told: Vec<Part>) -> Vec<Part> {
    let mut parts = words(text);
    parts.extend(told);
    parts
}

/// What is told at a step after the asked one, whose state is known.
fn told_at(run: Asked<'_>, at: usize, state: &trace::State, step: usize) -> Vec<Part> {
    let mut state = state.clone();
    for event in run.events.get(at..step).unwrap_or_default() {
        state.apply(event);
    }
    let event = step.checked_sub(1).and_then(|index| run.events.get(index));
    event.map_or_else(Vec::new, |event| tell(event, run.header, &state))
}

#[cfg(test)]
mod tests;
