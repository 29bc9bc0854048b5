//! Lessons: texts that lead through runs. What they are written in is told in `docs/lessons.md`.
//!
//! ```text
//! # Two numbers, one divisor
//! @minutes 10
//! Words about what is to come.
//!
//! ## The first counterexample
//! @example gcd
//! @method cav13-ti
//! @step counterexample
//! @views graph tree
//! Is it real?
//! @question real
//! ```
//!
//! [`parse()`] makes a [`Lesson`] of such a text, and [`Lessons`] is the panel in which one is read: which
//! lesson, which page, what was answered. A page says what is to be seen beside it ([`Scene`]).

pub mod markup;
pub mod parse;
pub mod place;
mod references;
mod session;
pub mod walk;

use std::rc::Rc;

use hornbook::settings::RunSettings;

pub use self::parse::parse;
pub use self::session::{Answered, Entry, LessonAction, Lessons, Open, START, Shown, Source};
use crate::run::question;
use crate::state::lesson::markup::Inline;
use crate::state::lesson::place::Place;
use crate::wire::goal::Goal;

/// A lesson that was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lesson {
    pub title: String,
    /// About how long it takes.
    pub minutes: Option<u32>,
    pub pages: Vec<Page>,
}

/// A page of a lesson.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    pub title: String,
    /// The line of its heading, from 1 on.
    pub line: usize,
    pub blocks: Vec<Block>,
    /// What is to be seen beside it.
    pub scene: Option<Rc<Scene>>,
    /// Whether what comes later in the run is hidden, although nothing is asked.
    pub hides: bool,
    /// What the author tells teachers, who see it on their second window alone.
    pub notes: Vec<String>,
    /// What the author relies on; tests look after it.
    pub facts: Vec<(usize, Fact)>,
}

impl Page {
    pub fn question(&self) -> Option<question::Kind> {
        self.blocks.iter().find_map(|block| match block {
            Block::Question(kind) => Some(*kind),
            _ => None,
        })
    }

    pub fn challenge(&self) -> Option<Goal> {
        self.blocks.iter().find_map(|block| match block {
            Block::Challenge(goal) => Some(*goal),
            _ => None,
        })
    }
}

/// A part of a page.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    Heading(Vec<Inline>),
    Paragraph(Vec<Inline>),
    List { is_numbered: bool, items: Vec<Vec<Inline>> },
    Code(String),
    Question(question::Kind),
    Challenge(Goal),
}

/// What is to be seen beside a page: a problem, a run or two of it, a step, and views.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    pub text: Rc<str>,
    pub settings: RunSettings,
    /// The settings of a second run, if two are compared.
    pub other: Option<RunSettings>,
    /// Where the run is to be; if nothing is said, it is left to the reader to solve the problem.
    pub step: Option<Place>,
    /// As in links.
    pub views: Option<String>,
    pub selection: Option<String>,
}

/// Something that a page relies on, about the run of its scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// `safe`, `unsafe` or `paused`.
    Outcome(String),
    /// How many there are in the whole run: `refinements 51`.
    Count(Counted, usize),
    /// The same of the second run.
    OtherCount(Counted, usize),
    /// What is told at the step has these words.
    Says(String),
    /// The solution has these words, or the derivation.
    Answer(String),
    /// The goal of the page's challenge is met by this answer: a typed text, or settings.
    Met(String),
}

/// What is counted in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    Refinements,
    Counterexamples,
    Predicates,
    /// The steps of the derivation.
    Derivation,
    /// The copies of relation symbols at the end of an expansion.
    Copies,
}

/// What is wrong in the text of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// From 1 on.
    pub line: usize,
    pub message: String,
}

#[cfg(test)]
pub(crate) mod testing {
    use hornbook::engine::{Event, Header};
    use hornbook::settings::RunSettings;

    use crate::wire::protocol::{Progress, RunId};
    use crate::worker::runner::Runner;

    /// The clauses and events of a run.
    pub(crate) fn run_of(text: &str, settings: &RunSettings) -> (Header, Vec<Event>) {
        let mut runner = Runner::default();
        let header = match runner.begin(RunId(1), text, settings, &[]) {
            Progress::Began { header } => *header,
            other => panic!("{other:?}"),
        };
        (header, std::iter::from_fn(|| runner.step(RunId(1))).collect())
    }
}

#[cfg(test)]
pub(crate) mod tests;
