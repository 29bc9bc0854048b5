//! What comes later is hidden until its question is left behind.

use super::*;
use crate::run::question::Kind;
use crate::state::Action;
use crate::state::lesson::tests::settled;
use crate::text::examples::Example;

fn begun(example: &str) -> State {
    let example = Example::named(example).unwrap();
    let opened = State::ready().after(Action::Open(example));
    settled(opened.after(Action::Predict(PredictionAction::Begin(true))))
}

#[test]
fn nothing_beyond_the_question_is_seen() {
    let mut state = begun("gcd");
    let total = state.run().unwrap().log.with_all(<[_]>::len);
    let mut seen = Vec::new();
    for _ in 0..2 * total {
        let run = state.run().unwrap();
        assert!(run.log.len() <= run.moment.step.max(*seen.last().unwrap_or(&0)));
        assert_eq!(run.outcome() == "Safe", run.moment.step == total, "the verdict is seen at the end only");
        if let Some((prediction, question)) = state.asked_question() {
            assert_eq!(question.at, run.moment.step);
            assert!(question.reveals > run.log.len(), "the answer is seen");
            let (kind, has_answer) = (question.kind, prediction.chosen.is_some());
            // No move goes on while it is asked.
            for whereto in [Move::Forward, Move::End, Move::NextRefinement, Move::To(total)] {
                let moved = state.after(Action::Move(whereto));
                assert_eq!(moved.run().unwrap().moment.step, run.moment.step, "{whereto:?} at {kind:?}");
            }
            let right = question.choices.iter().position(|choice| choice.is_right).unwrap();
            let wrong = question.choices.iter().position(|choice| !choice.is_right).unwrap();
            let choice = if kind == Kind::Real { wrong } else { right };
            let action = if has_answer { PredictionAction::GoOn } else { PredictionAction::Answer(choice) };
            state = state.after(Action::Predict(action));
        } else {
            seen.push(run.moment.step);
            state = state.after(Action::Move(Move::Forward));
        }
    }
    let run = state.run().unwrap();
    assert_eq!((run.moment.step, run.log.len()), (total, total));
    let prediction = state.prediction.as_ref().unwrap();
    let (right, answered) = prediction.score();
    assert_eq!((prediction.total(), prediction.answers.len()), (Some(answered), answered));
    assert!(right > 3 && right < answered, "{right} of {answered}: the wrong ones were counted as such");
    let over = state.after(Action::Predict(PredictionAction::Begin(false)));
    assert_eq!((over.prediction.is_none(), over.run().unwrap().horizon()), (true, None));
    assert_eq!(over.preferences, State::ready().preferences, "nothing is kept");
}

#[test]
fn questions_can_be_skipped_and_answered_by_letters() {
    use crate::state::keys::{Effect, Focus, Press, effect};
    let mut state = begun("gcd-bug");
    let press = |state: &State, key: &str| match effect(
        Press { key, control: false, alt: false, focus: Focus::Elsewhere },
        state,
    ) {
        Some(Effect::Act(action)) => state.after(*action),
        other => panic!("{key}: {other:?}"),
    };
    assert!(state.asked_question().is_some(), "the verdict is asked for at the start");
    state = press(&state, "h");
    assert!(state.prediction.as_ref().unwrap().hint_is_shown);
    state = press(&state, "b");
    assert_eq!(state.prediction.as_ref().unwrap().chosen, Some(1));
    state = press(&state, "g");
    let total = state.prediction.as_ref().unwrap().total().unwrap();
    for _ in 0..=total {
        state = state.after(Action::Predict(PredictionAction::GoOn));
    }
    let prediction = state.prediction.as_ref().unwrap();
    assert_eq!((prediction.score(), prediction.answers.len()), ((1, 1), total));
    assert_eq!(state.run().unwrap().outcome(), "Unsafe");
    // Another text ends it.
    let other = state.after(Action::Open(Example::named("merge").unwrap())).after(Action::Solve);
    assert_eq!(other.prediction, None);
}
