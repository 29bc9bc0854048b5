//! Prediction: the button that begins it, and the question that is asked while what comes later is hidden.

use std::rc::Rc;

use yew::prelude::*;

use super::question::QuestionCard;
use crate::run::narrate::count;
use crate::state::prediction::{Prediction, PredictionAction};
use crate::state::{Action, State};

/// The button that begins and ends it.
pub(crate) fn predict_button(state: &State, act: &Callback<Action>) -> Html {
    let predicts = state.prediction.is_some();
    let onclick = act.reform(move |_: MouseEvent| Action::Predict(PredictionAction::Begin(!predicts)));
    html! {
        <button
            type="button"
            class="quiet toggle predict"
            aria-pressed={predicts.to_string()}
            disabled={!predicts && state.obstacle().is_some()}
            {onclick}
            title="Hide what comes later, and be asked about it"
        >
            { "Predict" }
        </button>
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct PredictionBarProperties {
    pub(crate) state: UseReducerHandle<State>,
    pub(crate) act: Callback<Action>,
}

/// The question that is asked, or how one stands.
#[function_component]
pub(crate) fn PredictionBar(properties: &PredictionBarProperties) -> Html {
    let PredictionBarProperties { state, act } = properties;
    let Some(prediction) = &state.prediction else { return Html::default() };
    let on = |action: PredictionAction| act.reform(move |_: MouseEvent| Action::Predict(action));
    let question = state.asked_question().map(|(_, question)| Rc::new(question.clone()));
    let answer = act.reform(|choice| Action::Predict(PredictionAction::Answer(choice)));
    let hint = act.reform(|()| Action::Predict(PredictionAction::Hint));
    let go_on = match (&question, prediction.chosen) {
        (Some(_), None) => "Skip",
        (Some(_), Some(_)) => "Go on",
        (None, _) => "To the next question",
    };
    let is_done = is_done(state, prediction);
    html! {
        <section class="prediction" aria-label="Prediction">
            if let Some(question) = question {
                <QuestionCard {question} chosen={prediction.chosen} hint_is_shown={prediction.hint_is_shown} {answer} {hint} act={act.clone()} />
            }
            <p class="prediction-foot">
                <span role="status">{ standing(prediction, is_done) }</span>
                if prediction.total().is_some() && !is_done {
                    <button type="button" onclick={on(PredictionAction::GoOn)}>{ go_on }</button>
                }
                <button type="button" class="quiet" onclick={on(PredictionAction::Begin(false))}>{ "Show all" }</button>
            </p>
        </section>
    }
}

/// Whether the run has been seen to its end, and all questions were left behind.
fn is_done(state: &State, prediction: &Prediction) -> bool {
    let is_at_end = state.run().is_some_and(|run| run.log.with_all(<[_]>::len) == run.moment.step);
    prediction.total() == Some(prediction.answers.len()) && is_at_end
}

fn standing(prediction: &Prediction, is_done: bool) -> String {
    let Some(total) = prediction.total() else {
        return "The questions come when the run is there.".to_owned();
    };
    let (right, answered) = prediction.score();
    let so_far = format!("{right} of {} right", count(answered, "answer", "answers"));
    if is_done {
        return format!(
            "That is the end of the run: {so_far}, of {}.",
            count(total, "question", "questions")
        );
    }
    format!(
        "What comes later is hidden. {so_far}; {} of {} done.",
        prediction.answers.len(),
        count(total, "question", "questions")
    )
}
