//! Playing with a model by hand: the moves so far, and what the reader has said about them.
//!
//! The model is never kept: the reader is asked again with all moves, so that to undo one is to ask with one
//! move less.

use std::rc::Rc;

use hornbook::lang::model::Play;

use crate::state::State;
use crate::state::reader::ReaderTask;
use crate::wire::protocol::Request;

/// Nobody plays for longer.
pub const MOST_MOVES: usize = 10_000;

/// A model that somebody plays with.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// The text of the model.
    pub text: Rc<str>,
    /// What was picked of the moves that were possible, from the start.
    pub moves: Vec<usize>,
    /// The model after some moves, the latest that is known.
    known: Option<(Vec<usize>, Rc<Play>)>,
    /// Why there is no answer, if there is none.
    pub failure: Option<Rc<str>>,
}

/// What somebody does who plays.
#[derive(Clone, Debug, PartialEq)]
pub enum HandAction {
    /// Begins with the model of a text.
    Begin(Rc<str>),
    /// Takes one of the moves that are possible.
    Take(usize),
    Undo,
    /// Back to the start.
    Reset,
    End,
}

impl Game {
    /// What was said last, which is about the present moves if it is up to date.
    pub fn play(&self) -> Option<&Rc<Play>> {
        self.known.as_ref().map(|(_, play)| play)
    }

    /// Whether the reader has said what is possible now.
    pub fn is_current(&self) -> bool {
        self.known.as_ref().is_some_and(|(moves, _)| *moves == self.moves)
    }
}

impl State {
    pub(super) fn play_by_hand(&mut self, action: HandAction) {
        match (action, self.game.as_mut()) {
            (HandAction::Begin(text), _) => {
                self.game = Some(Game { text, moves: Vec::new(), known: None, failure: None });
            }
            (HandAction::End, _) => self.game = None,
            (HandAction::Take(index), Some(game)) => {
                let is_possible =
                    game.is_current() && game.play().is_some_and(|play| index < play.moves.len());
                if is_possible && game.moves.len() < MOST_MOVES {
                    game.moves.push(index);
                }
            }
            (HandAction::Undo, Some(game)) => drop(game.moves.pop()),
            (HandAction::Reset, Some(game)) => game.moves.clear(),
            (_, None) => {}
        }
    }

    /// What the reader must be asked.
    pub(super) fn game_question(&self) -> Option<(ReaderTask, Request)> {
        let game = self.game.as_ref().filter(|game| !game.is_current() && game.failure.is_none())?;
        let request = Request::Play { text: game.text.to_string(), moves: game.moves.clone() };
        Some((ReaderTask::Play(Rc::clone(&game.text), game.moves.clone()), request))
    }

    /// Whether the answer for these moves is still wanted.
    pub(super) fn wants_play(&self, text: &Rc<str>, moves: &[usize]) -> bool {
        self.game.as_ref().is_some_and(|game| game.text == *text && game.moves == moves)
    }

    /// The reader has said what the model is after some moves, or why it does not.
    pub(super) fn played(&mut self, text: &Rc<str>, moves: Vec<usize>, answer: Result<Rc<Play>, Rc<str>>) {
        if !self.wants_play(text, &moves) {
            return;
        }
        let Some(game) = self.game.as_mut() else { return };
        match answer {
            Ok(play) => game.known = Some((moves, play)),
            Err(reason) => game.failure = Some(reason),
        }
    }
}
