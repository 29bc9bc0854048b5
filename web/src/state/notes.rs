//! What a teacher sees on a second window while presenting: what happens now and next, and one's own notes.
//!
//! The window shows the same page at `?notes=…` and knows nothing of runs: this page tells it ([`Told`])
//! whenever something has changed, and it says which way to go.

use crate::run::Run;
use crate::run::narrate::{count, plain, tell_run};
use crate::state::{Action, Move, State};
use crate::text::examples::Example;
use crate::wire::share::crc32;

/// What the window with the notes is told. All are texts, so that they cross as they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// What the notes of this step are kept as, and those of the whole problem or lesson page.
    pub step_key: String,
    pub problem_key: String,
    /// What is shown, such as `gcd`.
    pub subject: String,
    /// Where in the run.
    pub place: String,
    pub now: String,
    pub next: String,
    /// What the author of a lesson has written for teachers.
    pub lesson: String,
}

impl Told {
    pub fn to_words(&self) -> [&str; 7] {
        [&self.step_key, &self.problem_key, &self.subject, &self.place, &self.now, &self.next, &self.lesson]
    }

    /// Reads what [`to_words`](Self::to_words) gives; what is missing is empty.
    pub fn from_words(words: impl IntoIterator<Item = String>) -> Told {
        let mut words = words.into_iter();
        let mut word = || words.next().unwrap_or_default();
        Told {
            step_key: word(),
            problem_key: word(),
            subject: word(),
            place: word(),
            now: word(),
            next: word(),
            lesson: word(),
        }
    }
}

/// The ways that the window can ask for, with the words that it sends.
pub const WAYS: [(&str, &str, Move); 4] = [
    ("Previous refinement", "p", Move::PreviousRefinement),
    ("Step back", "ArrowLeft", Move::Back),
    ("Step forward", "ArrowRight", Move::Forward),
    ("Next refinement", "n", Move::NextRefinement),
];

/// What a word of the window asks for.
pub fn asked(word: &str) -> Option<Action> {
    WAYS.iter().find(|(_, key, _)| *key == word).map(|(.., whereto)| Action::Move(*whereto))
}

impl State {
    /// What the window with the notes is told at this moment.
    pub fn told_for_notes(&self) -> Told {
        let example = Example::behind(&self.text).map(|example| example.name.to_owned());
        let problem = example.clone().unwrap_or_else(|| format!("{:x}", crc32(self.text.as_bytes())));
        let mut told = Told {
            subject: example.unwrap_or_else(|| "A problem of your own".to_owned()),
            problem_key: problem.clone(),
            place: "Not solved yet".to_owned(),
            ..Told::default()
        };
        if let Some(run) = self.run() {
            let step = run.moment.step;
            told.step_key = format!("{problem}/{step}");
            let refinements = count(run.refinement(), "refinement", "refinements");
            told.place = format!("Step {step} of {}, after {refinements}", run.log.len());
            told.now = sentence(run, step).unwrap_or_else(|| "Only the clauses are there.".to_owned());
            told.next = sentence(run, step + 1).unwrap_or_default();
        }
        if let Some(open) = self.lessons.open.as_ref().filter(|_| self.lessons.is_open) {
            told.subject = format!("{}, page {}", open.lesson.title, open.page + 1);
            told.problem_key = format!("{}/page {}", open.lesson.title, open.page + 1);
            told.lesson = open.shown_page().map(|page| page.notes.join("\n\n")).unwrap_or_default();
        }
        told
    }
}

fn sentence(run: &Run, step: usize) -> Option<String> {
    let event = run.log.event(step)?;
    Some(plain(&tell_run(run, &event, run.header.as_deref()?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::later::tests::solved;

    #[test]
    fn the_window_is_told_of_each_step() {
        let state = solved(&State::ready());
        let at = |step: usize| state.after(Action::Move(Move::To(step))).told_for_notes();
        let (first, second) = (at(1), at(2));
        assert_eq!(first.next, second.now);
        assert_ne!(first.step_key, second.step_key);
        assert_eq!(first.problem_key, second.problem_key);
        assert_eq!(Told::from_words(second.to_words().map(str::to_owned)), second);
        assert!(matches!(asked("n"), Some(Action::Move(Move::NextRefinement))));
        assert!(asked("rm").is_none());
    }

    #[test]
    fn notes_of_another_text_are_others() {
        let key = |text: &str| State::ready().after(Action::Edit(text.into())).told_for_notes().problem_key;
        assert_ne!(key("p(X) :- X = 1."), key("p(X) :- X = 2."));
    }
}
