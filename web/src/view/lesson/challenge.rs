//! A challenge on a page: what is asked, a field if the answer is typed, what is said to it, and the way back
//! to whoever has set it.

use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use crate::browser::environment::address;
use crate::state::lesson::LessonAction;
use crate::state::{Action, State};
use crate::view::shell::share::Copyable;
use crate::wire::goal::Goal;

#[derive(Properties, PartialEq)]
pub(super) struct ChallengeProperties {
    pub(super) goal: Goal,
    pub(super) state: UseReducerHandle<State>,
    pub(super) act: Callback<Action>,
}

#[function_component]
pub(super) fn Challenge(properties: &ChallengeProperties) -> Html {
    let ChallengeProperties { goal, state, act } = properties;
    let field = use_node_ref();
    let typed = state.lessons.open.as_ref().and_then(|open| open.typed.clone());
    let submit = Callback::from({
        let (field, act) = (field.clone(), act.clone());
        move |_: MouseEvent| {
            let text = field.cast::<HtmlTextAreaElement>().map(|field| field.value()).unwrap_or_default();
            act.emit(Action::Lesson(LessonAction::Submit(text.into())));
        }
    });
    let judged = state.challenge_judgement();
    let waits = goal.is_typed() && typed.as_ref().is_some_and(|(_, judged)| judged.is_none());
    let before = if goal.is_typed() { "" } else { "Choose a method or settings, and solve." };
    let link = judged.as_ref().and_then(|_| state.answer_link().ok());
    html! {
        <div class="challenge" role="group" aria-label="Challenge">
            <p><strong>{ "Challenge. " }</strong>{ goal.sentence() }</p>
            if goal.is_typed() {
                <label for="challenge-answer">{ "Your answer" }</label>
                <textarea ref={field} id="challenge-answer" rows="4" spellcheck="false" value={typed.map(|(text, _)| text.to_string())} />
                <button type="button" onclick={submit}>{ "Check my answer" }</button>
            }
            <p class={classes!("challenge-said", judged.as_ref().map(|judged| if judged.is_met { "met" } else { "missed" }))} role="status">
                if let Some(judged) = &judged {
                    <strong>{ if judged.is_met { "✓ Done. " } else { "✗ Not yet. " } }</strong>{ &judged.words }
                } else if waits {
                    { "It is being checked …" }
                } else {
                    { before }
                }
            </p>
            if let Some(link) = link {
                <Copyable id="answer-link" label="To hand in your answer" name="Copy link" text={format!("{}#{link}", address())} />
            }
        </div>
    }
}
