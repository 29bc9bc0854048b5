//! Prediction: what comes later in a run is hidden, and at telling steps one is asked about it.
//!
//! The run itself is complete; its *horizon* is the last step that may be seen, and moves on with the user. A
//! question that is not answered is a horizon, too. What was answered is kept here as long as the page is
//! open, and nowhere else.

use std::rc::Rc;

use crate::run::question::{Question, questions};
use crate::state::{Move, Side, State};
use crate::wire::protocol::RunId;

/// What is guessed about a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
    run: RunId,
    /// None while the run goes on: an answer is judged by what comes later.
    questions: Option<Rc<[Question]>>,
    /// The question that comes next, or is asked.
    next: usize,
    /// The answer that was chosen to it.
    pub chosen: Option<usize>,
    pub hint_is_shown: bool,
    /// For each question that was left behind whether the answer was right; nothing if it was skipped.
    pub answers: Vec<Option<bool>>,
}

/// What can be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PredictionAction {
    /// Begin with the present text, or end and show all.
    Begin(bool),
    Answer(usize),
    Hint,
    /// Leave the question behind: go on, whether it was answered or not.
    GoOn,
}

impl Prediction {
    /// The question that is asked at a step, if one is.
    pub fn question(&self, step: usize) -> Option<&Question> {
        self.upcoming().filter(|question| question.at <= step)
    }

    fn upcoming(&self) -> Option<&Question> {
        self.questions.as_ref()?.get(self.next)
    }

    /// Whether there are questions to ask; nothing while that is not known.
    pub fn total(&self) -> Option<usize> {
        self.questions.as_ref().map(|questions| questions.len())
    }

    /// How many answers were right, and how many questions were answered.
    pub fn score(&self) -> (usize, usize) {
        let answered = self.answers.iter().flatten();
        (answered.clone().filter(|is_right| **is_right).count(), answered.count())
    }

    /// The question is left behind.
    fn leave(&mut self) {
        if let Some(question) = self.upcoming() {
            let is_right =
                self.chosen.and_then(|chosen| question.choices.get(chosen)).map(|choice| choice.is_right);
            self.answers.push(is_right);
            self.next += 1;
        }
        self.chosen = None;
        self.hint_is_shown = false;
    }
}

impl State {
    /// The question that is asked now, if one is.
    pub fn asked_question(&self) -> Option<(&Prediction, &Question)> {
        let prediction = self.prediction.as_ref()?;
        let run = self.run_at(Side::Left).filter(|run| run.id == prediction.run)?;
        Some((prediction, prediction.question(run.moment.step)?))
    }

    pub(super) fn predict(&mut self, action: PredictionAction) {
        match action {
            PredictionAction::Begin(true) => self.begin_prediction(),
            PredictionAction::Begin(false) => {
                self.prediction = None;
                self.reveal();
            }
            PredictionAction::Answer(choice) => {
                let is_open =
                    self.asked_question().is_some_and(|(_, question)| choice < question.choices.len());
                if let Some(prediction) = self.prediction.as_mut().filter(|_| is_open) {
                    prediction.chosen.get_or_insert(choice);
                }
            }
            PredictionAction::Hint => {
                if let Some(prediction) = &mut self.prediction {
                    prediction.hint_is_shown = true;
                }
            }
            PredictionAction::GoOn => {
                if self.asked_question().is_some() {
                    self.prediction.as_mut().into_iter().for_each(Prediction::leave);
                }
                if self.asked_question().is_none() {
                    // To the next question, or to the end.
                    self.go(Move::End);
                }
            }
        }
    }

    fn begin_prediction(&mut self) {
        if self.obstacle().is_some() {
            return;
        }
        self.compares = false;
        self.side = Side::Left;
        if self.current_run().is_none_or(|run| run.settings != self.settings[0]) {
            self.solve();
        }
        let Some(run) = &mut self.runs[0] else { return };
        run.follows = false;
        run.set_horizon(Some(0));
        self.prediction = Some(Prediction {
            run: run.id,
            questions: None,
            next: 0,
            chosen: None,
            hint_is_shown: false,
            answers: Vec::new(),
        });
    }

    /// Makes the questions once the run is there, and ends when its run is gone.
    pub(super) fn prediction_goes_on(&mut self) {
        let Some(prediction) = &mut self.prediction else { return };
        let run = self.runs[0].as_ref().filter(|run| run.id == prediction.run && run.horizon().is_some());
        let Some(run) = run.filter(|_| !self.compares) else {
            self.prediction = None;
            self.reveal();
            return;
        };
        if prediction.questions.is_none() && !run.status.is_active() {
            prediction.questions = run.ask(|asked| questions(asked).into());
        }
    }

    /// Before a move: what may be seen is as much as the move needs, and at most up to the next question.
    /// Says how much has been seen so far.
    pub(super) fn widen_horizon(&mut self, whereto: Move) -> usize {
        let is_open = self.asked_question().is_some();
        let (Some(prediction), Some(run)) = (&self.prediction, &mut self.runs[0]) else { return 0 };
        let seen = run.log.len();
        let limit = match (&prediction.questions, prediction.upcoming()) {
            // A question that is asked is left behind first.
            _ if is_open => seen,
            (None, _) => 0,
            (Some(_), Some(question)) => question.at,
            (Some(_), None) => usize::MAX,
        };
        let wanted = match whereto {
            Move::Forward | Move::Tick => run.moment.step + 1,
            Move::NextRefinement | Move::NextChange | Move::End => limit,
            _ => 0,
        };
        run.set_horizon(Some(seen.max(wanted.min(limit))));
        seen
    }

    /// After a move: nothing beyond the step that was reached has been seen.
    pub(super) fn narrow_horizon(&mut self, seen: usize) {
        if self.prediction.is_some()
            && let Some(run) = &mut self.runs[0]
        {
            run.set_horizon(Some(seen.max(run.moment.step)));
        }
    }
}

#[cfg(test)]
mod tests;
