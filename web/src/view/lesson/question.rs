//! A question with its answers, as a card: in lessons, and while one predicts.

use std::rc::Rc;

use yew::prelude::*;

use crate::run::question::Question;
use crate::state::Action;
use crate::view::views::narration::draw;

#[derive(Properties, PartialEq)]
pub(super) struct QuestionCardProperties {
    pub(super) question: Rc<Question>,
    pub(super) chosen: Option<usize>,
    pub(super) hint_is_shown: bool,
    pub(super) answer: Callback<usize>,
    pub(super) hint: Callback<()>,
    pub(super) act: Callback<Action>,
}

#[function_component]
pub(super) fn QuestionCard(properties: &QuestionCardProperties) -> Html {
    let QuestionCardProperties { question, chosen, hint_is_shown, answer, hint, act } = properties;
    let choice = |(index, choice): (usize, &crate::run::question::Choice)| {
        let letter = char::from(b'A' + u8::try_from(index).unwrap_or(25).min(25));
        let mark = match chosen {
            Some(_) if choice.is_right => " ✓ right",
            Some(own) if *own == index => " ✗ not right",
            _ => "",
        };
        let class = classes!(
            "question-choice",
            (chosen.is_some() && choice.is_right).then_some("right"),
            (*chosen == Some(index)).then_some("chosen"),
        );
        let onclick = answer.reform(move |_: MouseEvent| index);
        html! {
            <li key={index}>
                <button type="button" {class} {onclick} disabled={chosen.is_some()} aria-pressed={(*chosen == Some(index)).to_string()}>
                    <span class="question-letter">{ letter }</span>
                    <span>{ for choice.text.iter().map(plainly) }<strong>{ mark }</strong></span>
                </button>
            </li>
        }
    };
    let judged = chosen.and_then(|chosen| question.choices.get(chosen));
    let right = question.choices.iter().find(|choice| choice.is_right);
    html! {
        <div class="question" role="group" aria-label="Question">
            <p class="question-prompt" role="status">{ for question.prompt.iter().map(plainly) }</p>
            <ol class="question-choices">{ for question.choices.iter().enumerate().map(choice) }</ol>
            if chosen.is_none() && !hint_is_shown {
                <button type="button" class="quiet" onclick={hint.reform(|_: MouseEvent| ())}>{ "Hint" }</button>
            }
            <div role="status" aria-live="polite">
                if *hint_is_shown && chosen.is_none() {
                    <p class="question-hint">{ question.hint }</p>
                }
                if let Some(judged) = judged {
                    <p class="question-why">
                        <strong>{ if judged.is_right { "Right. " } else { "Not right. " } }</strong>
                        { for judged.why.iter().map(|part| draw(part, act)) }
                    </p>
                    if let Some(right) = right.filter(|_| !judged.is_right) {
                        <p class="question-why">
                            { "The right answer: " }{ for right.text.iter().map(plainly) }
                        </p>
                    }
                }
            </div>
        </div>
    }
}

/// Within a button nothing else can be pressed.
fn plainly(part: &crate::run::narrate::Part) -> Html {
    use crate::run::narrate::Part;
    use crate::view::parts::math::math;
    match part {
        Part::Text(text) | Part::Thing(_, text) => html! { { text } },
        Part::Math(text) | Part::Predicate(_, text) => math(text),
        Part::Term(_, word) => html! { { *word } },
    }
}
