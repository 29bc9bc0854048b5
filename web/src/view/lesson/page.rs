//! A page of a lesson: its words, its question, its challenge.

use yew::prelude::*;

use super::challenge::Challenge;
use super::question::QuestionCard;
use crate::state::lesson::markup::Inline;
use crate::state::lesson::{Block, LessonAction, Page};
use crate::state::{Action, State};

/// Draws a page. What can be done is on the present one only.
pub(super) fn page(
    shown: &Page,
    is_present: bool,
    state: &UseReducerHandle<State>,
    act: &Callback<Action>,
) -> Html {
    let block = |block: &Block| match block {
        Block::Heading(words) => html! { <h3>{ line(words) }</h3> },
        Block::Paragraph(words) => html! { <p>{ line(words) }</p> },
        Block::List { is_numbered: true, items } => {
            html! { <ol>{ for items.iter().map(|item| html! { <li>{ line(item) }</li> }) }</ol> }
        }
        Block::List { items, .. } => {
            html! { <ul>{ for items.iter().map(|item| html! { <li>{ line(item) }</li> }) }</ul> }
        }
        Block::Code(code) => html! { <pre tabindex="0">{ code }</pre> },
        Block::Question(_) if is_present => question(state, act),
        Block::Challenge(goal) if is_present => {
            html! { <Challenge goal={*goal} state={state.clone()} act={act.clone()} /> }
        }
        Block::Question(kind) => html! { <p><em>{ format!("Question: {}?", kind.name()) }</em></p> },
        Block::Challenge(goal) => html! { <p><em>{ goal.sentence() }</em></p> },
    };
    let again = state.lessons.open.as_ref().map_or(0, |open| open.page);
    let again = act.reform(move |_: MouseEvent| Action::Lesson(LessonAction::Turn(again)));
    html! {
        <>
            { for shown.blocks.iter().map(block) }
            if is_present && shown.scene.is_some() {
                <p class="lesson-again">
                    <button type="button" class="quiet" onclick={again}>{ "Show again what belongs to this page" }</button>
                </p>
            }
        </>
    }
}

fn question(state: &UseReducerHandle<State>, act: &Callback<Action>) -> Html {
    let answered = state.lessons.open.as_ref().and_then(|open| open.question.clone());
    let Some(answered) = answered else {
        return html! { <p role="status" aria-busy="true">{ "The question comes when the run is there." }</p> };
    };
    let answer = act.reform(|choice| Action::Lesson(LessonAction::Answer(choice)));
    let hint = act.reform(|()| Action::Lesson(LessonAction::Hint));
    html! {
        <QuestionCard
            question={answered.question}
            chosen={answered.chosen}
            hint_is_shown={answered.hint_is_shown}
            {answer}
            {hint}
            act={act.clone()}
        />
    }
}

/// The words of a line.
fn line(parts: &[Inline]) -> Html {
    let part = |part: &Inline| match part {
        Inline::Text(text) => html! { { text } },
        Inline::Emphasis(text) => html! { <em>{ text }</em> },
        Inline::Strong(text) => html! { <strong>{ text }</strong> },
        Inline::Code(text) => html! { <code>{ text }</code> },
        Inline::Link { words, address } if address.starts_with("https://") => {
            html! { <a href={address.clone()} target="_blank" rel="noopener">{ words }</a> }
        }
        Inline::Link { words, address } => html! { <a href={address.clone()}>{ words }</a> },
    };
    html! { <>{ for parts.iter().map(part) }</> }
}
