//! What the user does in the place of the solver: choices, the branches of a run that they make, and a proof
//! of one's own.
//!
//! A run is determined by its text, its settings and its choices. So to branch off is to run again with other
//! choices, and all branches can be returned to.

use std::rc::Rc;

use hornbook::claim::Completion;
use hornbook::engine::{Choice, Taken};
use hornbook::settings::RunSettings;

use crate::run::selection::Selection;
use crate::run::timeline::{Mark, Scale, marks, thinned};
use crate::run::{Run, compare};
use crate::state::reader::ReaderTask;
use crate::state::{Side, State};
use crate::wire::protocol::{Claimed, Request};

/// At most this many branches are remembered.
pub const MOST_BRANCHES: usize = 20;

/// What is the user's own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Own {
    /// The latest last.
    pub branches: Vec<Branch>,
    /// The proof as typed; nothing if nobody has typed any.
    pub claim: Option<Rc<str>>,
    /// What the reader is to be asked about it.
    wanted: Option<Claim>,
    /// What was asked last, with its answer.
    pub answer: Option<(Claim, Answered)>,
}

/// What was said, or why nothing was.
pub type Answered = Result<Rc<Claimed>, Rc<str>>;

/// A run that has ended, in figures.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    pub text: Rc<str>,
    pub settings: RunSettings,
    pub refinements: usize,
    pub predicates: usize,
    pub outcome: &'static str,
    pub steps: usize,
    /// What lies on its line.
    pub marks: Rc<[Mark]>,
}

impl Branch {
    /// Whether it differs from a run in nothing but choices.
    pub fn is_way_of(&self, run: &Run) -> bool {
        let choices = run.settings.choices.clone();
        self.text == run.text && RunSettings { choices, ..self.settings.clone() } == run.settings
    }

    pub fn name(&self) -> String {
        compare::way(&self.settings.choices)
    }

    /// After how many steps it leaves the way of other choices.
    pub fn departs_from(&self, choices: &str) -> usize {
        let read = |text: &str| Choice::read_all(text).unwrap_or_default();
        let (own, other) = (read(&self.settings.choices), read(choices));
        let common = own.iter().zip(&other).take_while(|(a, b)| a == b).count();
        let next = own.get(common).into_iter().chain(other.get(common));
        next.map(|choice| choice.step).min().unwrap_or(0).min(self.steps)
    }
}

/// A question about a proof.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    pub text: Rc<str>,
    pub settings: RunSettings,
    pub claim: Rc<str>,
    /// Whether the solver is to complete it.
    pub completes: bool,
}

/// What the user does.
#[derive(Clone, Debug, PartialEq)]
pub enum OwnAction {
    /// Makes a choice, and drops those after it.
    Choose(Choice),
    /// Takes back the last choice.
    Undo,
    /// Drops the choices from this step on.
    GoOn(usize),
    /// Shows one of the branches.
    Return(usize),
    /// Shows one of the branches beside the run that is shown.
    Beside(usize),
    /// Types a proof.
    Type(Rc<str>),
    /// Wants a proof to be judged, or completed.
    Ask { completes: bool },
}

/// The choices of a run with another one, which takes the place of what it contradicts.
pub fn with(choices: &str, choice: &Choice) -> String {
    let mut kept = Choice::read_all(choices).unwrap_or_default();
    let is_same = |other: &Taken| match (other, &choice.taken) {
        (Taken::Interpolant { position: a, .. }, Taken::Interpolant { position: b, .. }) => a == b,
        (Taken::Templates { positions: a, .. }, Taken::Templates { positions: b, .. }) => {
            a.iter().any(|position| b.contains(position))
        }
        // Another clause to apply leads to another counterexample.
        (_, Taken::Work { .. }) => true,
        (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
    };
    kept.retain(|other| other.step < choice.step || (other.step == choice.step && !is_same(&other.taken)));
    kept.push(choice.clone());
    Choice::write_all(&kept)
}

impl State {
    pub(super) fn own_action(&mut self, action: OwnAction) {
        let Some(run) = self.run() else { return };
        let choices = run.settings.choices.clone();
        let read = || Choice::read_all(&choices).unwrap_or_default();
        match action {
            OwnAction::Choose(choice) => {
                let chosen = with(&choices, &choice);
                let own = Choice::read_all(&chosen).unwrap_or_default();
                let told = own.iter().filter(|other| other.step == choice.step).count();
                self.branch_off(chosen, Some(choice.step + told + 1));
            }
            OwnAction::Undo => {
                let mut kept = read();
                let step = kept.pop().map(|choice| choice.step);
                self.branch_off(Choice::write_all(&kept), step);
            }
            OwnAction::GoOn(step) => {
                let mut kept = read();
                kept.retain(|choice| choice.step < step);
                self.branch_off(Choice::write_all(&kept), Some(step));
            }
            OwnAction::Return(index) => {
                if let Some(branch) = self.own.branches.get(index) {
                    self.branch_off(branch.settings.choices.clone(), None);
                }
            }
            OwnAction::Beside(index) => {
                if let Some(branch) = self.own.branches.get(index).cloned() {
                    self.compare_with(&branch);
                }
            }
            OwnAction::Type(text) => Rc::make_mut(&mut self.own).claim = Some(text),
            OwnAction::Ask { completes } => {
                let (text, settings) = (Rc::clone(&run.text), run.settings.clone());
                let claim = self.own.claim.clone().unwrap_or_default();
                let settings = RunSettings { choices: String::new(), ..settings };
                let own = Rc::make_mut(&mut self.own);
                own.answer = None;
                own.wanted = Some(Claim { text, settings, claim, completes });
            }
        }
    }

    /// Runs the present text again, with these choices, and shows a step of it.
    fn branch_off(&mut self, choices: String, step: Option<usize>) {
        let side = self.side;
        let Some(before) = self.runs[side as usize].clone() else { return };
        self.remember(&before);
        if before.status.is_active() {
            self.stop_runs(crate::run::Cut::Stopped);
        }
        self.playback.plays = false;
        self.selection = Selection::Nothing;
        let mut run = self.new_run(side, Rc::clone(&before.text));
        run.settings = RunSettings { choices, ..before.settings };
        run.awaited_step = step;
        run.follows = step.is_none();
        self.runs[side as usize] = Some(run);
    }

    /// Shows a branch on the right, and the run that is shown now on the left.
    fn compare_with(&mut self, branch: &Branch) {
        let Some(shown) = self.run().cloned() else { return };
        let settings = RunSettings { choices: String::new(), ..branch.settings.clone() };
        self.settings = [settings.clone(), settings];
        self.compares = true;
        self.side = Side::Left;
        let mut other = self.new_run(Side::Right, Rc::clone(&branch.text));
        other.settings = branch.settings.clone();
        self.runs = [Some(shown), Some(other)];
        self.arrange_for_comparison(true);
    }

    /// Remembers a run that has ended among the branches.
    pub(super) fn remember(&mut self, run: &Run) {
        if run.status.is_active() || run.log.is_empty() {
            return;
        }
        let branch = Branch {
            text: Rc::clone(&run.text),
            settings: run.settings.clone(),
            refinements: run.statistics.refinements,
            predicates: run.statistics.predicates,
            outcome: run.outcome(),
            steps: run.log.len(),
            marks: thinned(marks(&run.log, Scale::of(&[&run.log]))).into(),
        };
        let own = Rc::make_mut(&mut self.own);
        let is_it = |known: &Branch| known.text == branch.text && known.settings == branch.settings;
        if let Some(known) = own.branches.iter_mut().find(|known| is_it(known)) {
            *known = branch;
            return;
        }
        if own.branches.len() == MOST_BRANCHES {
            own.branches.remove(0);
        }
        own.branches.push(branch);
    }

    /// Remembers the runs that have ended.
    pub(super) fn remember_runs(&mut self) {
        for side in Side::BOTH {
            if let Some(run) = self.runs[side as usize].clone() {
                self.remember(&run);
            }
        }
    }

    /// What the reader must be asked about the user's proof.
    pub(super) fn claim_question(&self) -> Option<(ReaderTask, Request)> {
        let claim = self.own.wanted.clone()?;
        let Claim { text, settings, claim: typed, completes } = claim.clone();
        let request =
            Request::Claim { text: text.to_string(), settings, claim: typed.to_string(), completes };
        Some((ReaderTask::Claim(Box::new(claim)), request))
    }

    pub(super) fn wants_claim(&self, claim: &Claim) -> bool {
        self.own.wanted.as_ref() == Some(claim)
    }

    pub(super) fn claimed(&mut self, claim: Claim, answer: Answered) {
        if !self.wants_claim(&claim) {
            return;
        }
        let own = Rc::make_mut(&mut self.own);
        own.wanted = None;
        match answer.as_deref() {
            Ok(Claimed::Blank(text)) => own.claim = Some(text.as_str().into()),
            Ok(Claimed::Completed(Completion::Completed { solution })) => {
                own.claim = Some(solution.as_str().into());
            }
            _ => {}
        }
        own.answer = Some((claim, answer));
    }
}
