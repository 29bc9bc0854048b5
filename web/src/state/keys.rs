//! What the keys do.
//!
//! Keys with Control or Command work everywhere. Single keys work only where nothing else wants them, never
//! in a field, and can be switched off, as people who speak to their computer need it (WCAG 2.1.4).

use crate::state::layout::ARRANGEMENTS;
use crate::state::lesson::LessonAction;
use crate::state::prediction::PredictionAction;
use crate::state::views::{VIEWS_KEY, View};
use crate::state::{Action, Move, State};

/// What a key asks for.
#[derive(Debug)]
pub enum Effect {
    Act(Box<Action>),
    /// The focus goes to the button of this view, so that all views are a few keys away, also those without a
    /// digit.
    Focus(View),
    /// A second window shows the teacher's notes.
    OpenNotes,
}

/// A key that was pressed, and where.
#[derive(Clone, Copy, Debug)]
pub struct Press<'a> {
    /// As browsers name it: `a`, `?`, `ArrowLeft`.
    pub key: &'a str,
    /// Control, or Command on a Macintosh.
    pub control: bool,
    pub alt: bool,
    pub focus: Focus,
}

/// What has the focus, as far as keys are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// Nothing that wants keys.
    Elsewhere,
    /// A button or a link: it wants the space bar.
    Button,
    /// A tree, a slider or a scrolling region: it wants the space bar and the keys that move.
    Widget,
    /// A field or a dialog: it wants all single keys.
    Field,
}

/// A line of the list of keys.
#[derive(Clone, Copy, Debug)]
pub struct Shortcut {
    /// The keys as they are printed on keyboards; each of them does it.
    pub keys: &'static [&'static str],
    /// What it does, as the rest of a sentence.
    pub does: &'static str,
    /// Whether it is a key without Control, which can be switched off.
    pub is_single: bool,
}

const fn single(keys: &'static [&'static str], does: &'static str) -> Shortcut {
    Shortcut { keys, does, is_single: true }
}

const fn always(keys: &'static [&'static str], does: &'static str) -> Shortcut {
    Shortcut { keys, does, is_single: false }
}

/// All keys, for the list that `?` opens.
pub const SHORTCUTS: [Shortcut; 22] = [
    always(&["Ctrl Enter"], "solves the clauses, also from inside the editor"),
    always(&["Ctrl ."], "stops the run"),
    always(
        &["Esc"],
        "closes the examples, leaves presenter mode or an enlarged view, or clears the selection",
    ),
    single(&["→"], "goes a step forward"),
    single(&["←"], "goes a step back"),
    single(&["N"], "goes to the next refinement"),
    single(&["P"], "goes to the previous refinement"),
    single(&["]"], "goes to the next step that concerns what is selected"),
    single(&["["], "goes to the previous step that concerns what is selected"),
    single(&["Home", "End"], "goes to the start or to the verdict"),
    single(&["Space"], "plays the run, or pauses it"),
    single(&["+", "−"], "plays faster or slower"),
    single(&["1 … 9", "0"], "brings a view into sight, or closes it"),
    single(&["V"], "goes to the buttons of all views"),
    single(&["X"], "lets the controls move the other of two runs"),
    single(&["E"], "opens the examples, also while presenting"),
    single(&["A"], "goes to the next arrangement of the views"),
    single(&["A … F"], "answers the question that is asked"),
    single(&["H", "G"], "asks for a hint, or goes on after a question"),
    single(&["M"], "enters or leaves presenter mode"),
    single(&["T"], "opens a second window with the teacher's notes"),
    single(&["?"], "opens this list"),
];

/// What a key asks for, if it is for us.
pub fn effect(press: Press<'_>, state: &State) -> Option<Effect> {
    let is_views_key =
        press.key.chars().eq([VIEWS_KEY]) && !press.alt && !press.control && !state.help_is_open;
    if is_views_key && state.single_keys && press.focus != Focus::Field && !state.presents {
        state.run()?;
        return View::ALL.first().copied().map(Effect::Focus);
    }
    let is_plain = !press.alt && !press.control && !state.help_is_open && press.focus != Focus::Field;
    if press.key == "t" && is_plain && state.single_keys {
        return Some(Effect::OpenNotes);
    }
    action(press, state).map(Box::new).map(Effect::Act)
}

fn action(press: Press<'_>, state: &State) -> Option<Action> {
    if press.alt || state.help_is_open {
        return None;
    }
    if press.control {
        return match press.key {
            "Enter" => (state.obstacle().is_none()).then_some(Action::Solve),
            "." => state.is_running().then_some(Action::Stop),
            _ => None,
        };
    }
    if press.key == "Escape" {
        return Some(Action::Leave);
    }
    if !state.single_keys || press.focus == Focus::Field {
        return None;
    }
    if press.key == "?" {
        return Some(Action::ShowHelp(true));
    }
    if press.key == "m" {
        return Some(Action::Present(!state.presents));
    }
    if state.run().is_some()
        && let Some(action) = answer(press.key, state)
    {
        return Some(action);
    }
    if press.key == "e" {
        return Some(Action::ShowExamples(!state.examples_are_open));
    }
    // The rest is about a run.
    state.run()?;
    let moves = press.focus != Focus::Widget;
    let speed = state.playback.speed();
    Some(match press.key {
        "ArrowRight" if moves => Action::Move(Move::Forward),
        "ArrowLeft" if moves => Action::Move(Move::Back),
        "Home" if moves => Action::Move(Move::Start),
        "End" if moves => Action::Move(Move::End),
        " " if press.focus == Focus::Elsewhere => Action::Play(!state.playback.plays),
        "n" => Action::Move(Move::NextRefinement),
        "p" => Action::Move(Move::PreviousRefinement),
        "]" => Action::Move(Move::NextChange),
        "[" => Action::Move(Move::PreviousChange),
        "+" | "=" => Action::SetSpeed(speed.saturating_add(1)),
        "-" => Action::SetSpeed(speed.saturating_sub(1)),
        "a" => Action::Arrange((state.arrangement().unwrap_or(ARRANGEMENTS.len()) + 1) % ARRANGEMENTS.len()),
        "x" if state.compares => Action::Control(state.side.other()),
        key => {
            let view = view_with_key(key)?;
            Action::Show(view, !state.is_in_sight(view))
        }
    })
}

/// A letter answers the question that is asked, be it of a prediction or of a lesson; `h` asks for a hint,
/// and `g` goes on in a prediction.
fn answer(key: &str, state: &State) -> Option<Action> {
    let choice = match key.as_bytes() {
        [letter @ b'a'..=b'f'] => Some(usize::from(letter - b'a')),
        b"h" | b"g" => None,
        _ => return None,
    };
    if let Some((prediction, question)) = state.asked_question() {
        let is_open = |choice: &usize| prediction.chosen.is_none() && *choice < question.choices.len();
        return match (key, choice) {
            ("h", _) => Some(PredictionAction::Hint),
            ("g", _) => Some(PredictionAction::GoOn),
            (_, choice) => choice.filter(is_open).map(PredictionAction::Answer),
        }
        .map(Action::Predict);
    }
    let open = state.lessons.open.as_ref().filter(|_| state.lessons.is_open)?;
    let asked = open.question.as_ref().filter(|asked| asked.chosen.is_none())?;
    match (key, choice) {
        ("h", _) => Some(LessonAction::Hint),
        (_, choice) => {
            choice.filter(|choice| *choice < asked.question.choices.len()).map(LessonAction::Answer)
        }
    }
    .map(Action::Lesson)
}

fn view_with_key(key: &str) -> Option<View> {
    let mut letters = key.chars();
    letters.next().filter(|_| letters.next().is_none()).and_then(View::with_key)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(key: &str, focus: Focus) -> Press<'_> {
        Press { key, control: false, alt: false, focus }
    }

    fn solving() -> State {
        State::ready().after(Action::Solve)
    }

    #[test]
    fn questions_of_lessons_are_answered_by_letters() {
        let text =
            "# T\n## One\n@example gcd\n@method cav13-ti\n@step counterexample\nWords.\n@question real\n";
        let open = Action::Lesson(LessonAction::OpenText(text.into()));
        let asked = crate::state::lesson::tests::settled(State::ready().after(open));
        let by = |key: &str, state: &State| action(press(key, Focus::Elsewhere), state);
        assert!(matches!(by("h", &asked), Some(Action::Lesson(LessonAction::Hint))));
        assert!(by("c", &asked).is_none(), "there are two answers");
        let Some(answer @ Action::Lesson(LessonAction::Answer(1))) = by("b", &asked) else { panic!() };
        let answered = asked.after(answer);
        assert_eq!(answered.lessons.open.as_ref().unwrap().question.as_ref().unwrap().chosen, Some(1));
        // The letters have their other uses again.
        assert!(matches!(by("a", &answered), Some(Action::Arrange(_))));
    }

    #[test]
    fn fields_keep_their_keys() {
        for key in ["n", "?", " ", "ArrowLeft", "1", "m", "e", "a"] {
            assert!(action(press(key, Focus::Field), &solving()).is_none(), "{key}");
            assert!(action(press(key, Focus::Elsewhere), &solving()).is_some(), "{key}");
        }
        let solve = Press { control: true, ..press("Enter", Focus::Field) };
        assert!(matches!(action(solve, &solving()), Some(Action::Solve)));
    }

    #[test]
    fn buttons_keep_the_space_bar_and_widgets_their_arrows() {
        assert!(action(press(" ", Focus::Button), &solving()).is_none());
        assert!(matches!(
            action(press("ArrowRight", Focus::Button), &solving()),
            Some(Action::Move(Move::Forward))
        ));
        assert!(action(press("ArrowRight", Focus::Widget), &solving()).is_none());
        assert!(matches!(
            action(press("n", Focus::Widget), &solving()),
            Some(Action::Move(Move::NextRefinement))
        ));
    }

    #[test]
    fn single_keys_can_be_switched_off() {
        let off = solving().after(Action::SetSingleKeys(false));
        assert!(action(press("n", Focus::Elsewhere), &off).is_none());
        assert!(matches!(action(press("Escape", Focus::Elsewhere), &off), Some(Action::Leave)));
    }

    #[test]
    fn digits_open_and_close_views() {
        let state = solving();
        for (view, key) in View::ALL.iter().filter_map(|view| Some((*view, view.key()?))) {
            match action(press(&key.to_string(), Focus::Elsewhere), &state) {
                Some(Action::Show(shown, is_open)) => {
                    assert_eq!((shown, is_open), (view, !state.is_in_sight(view)));
                }
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn all_views_are_reached_by_one_key() {
        let pressed = |focus, state: &State| effect(press("v", focus), state);
        assert!(matches!(pressed(Focus::Elsewhere, &solving()), Some(Effect::Focus(View::Narration))));
        assert!(pressed(Focus::Field, &solving()).is_none());
        assert!(pressed(Focus::Elsewhere, &State::new(None, None)).is_none());
        let off = solving().after(Action::SetSingleKeys(false));
        assert!(pressed(Focus::Elsewhere, &off).is_none());
    }

    #[test]
    fn the_notes_open_by_a_key_also_without_a_run() {
        let pressed = |focus, state: &State| effect(press("t", focus), state);
        assert!(matches!(pressed(Focus::Elsewhere, &State::new(None, None)), Some(Effect::OpenNotes)));
        assert!(pressed(Focus::Field, &solving()).is_none());
        let off = solving().after(Action::SetSingleKeys(false));
        assert!(pressed(Focus::Elsewhere, &off).is_none());
    }

    #[test]
    fn without_a_run_keys_scroll_the_page() {
        let idle = State::new(None, None);
        assert!(action(press(" ", Focus::Elsewhere), &idle).is_none());
        assert!(action(press("End", Focus::Elsewhere), &idle).is_none());
    }
}
