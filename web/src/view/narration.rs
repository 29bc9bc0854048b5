//! What happens at this step, in plain words, with the steps around it.

use yew::prelude::*;

use super::glossary::{all_terms, term};
use super::math::{math, symbol};
use super::stage::ViewProperties;
use crate::narrate::{Part, plain, tell};
use crate::run::Run;
use crate::selection::Selection;
use crate::state::{Action, Move};

/// So many steps before the present one are told at most, and so many after it.
const BEFORE: usize = 8;
const AFTER: usize = 5;

#[function_component]
pub(crate) fn Narration(properties: &ViewProperties) -> Html {
    let ViewProperties { run, act, .. } = properties;
    let (step, last) = (run.moment.step, run.log.len());
    let before = step.saturating_sub(BEFORE).max(1)..step;
    let after = step + 1..last.min(step + AFTER) + 1;
    let other = |step: usize| other_step(run, step, act);
    html! {
        <>
            <ol class="story">
                { for before.map(other) }
                <li key={step} class="now">
                    <span class="story-number">{ step }</span>
                    <p class="narration-text">{ for present(run).iter().map(|part| draw(part, act)) }</p>
                </li>
                { for after.map(other) }
            </ol>
            <p class="story-foot">{ "A dotted word has a definition; here are " }{ all_terms() }{ "." }</p>
        </>
    }
}

fn present(run: &Run) -> Vec<Part> {
    match (&run.moment.event, &run.header) {
        (Some(event), Some(header)) => tell(event, header, &run.moment.after),
        _ => vec![Part::Text(
            "Before the first step there are only the clauses. Can they derive false? Step forward to find out.".to_owned(),
        )],
    }
}

/// A step nearby, in one line that leads there.
fn other_step(run: &Run, step: usize, act: &Callback<Action>) -> Html {
    let (Some(event), Some(header)) = (run.log.event(step), &run.header) else { return Html::default() };
    // The texts of predicates are those known at the moment, which are enough nearby.
    let text = plain(&tell(&event, header, &run.moment.after));
    let onclick = act.reform(move |_: MouseEvent| Action::Move(Move::To(step)));
    // The panel has room for the neighbours alone, unless it is enlarged.
    let is_far = step.abs_diff(run.moment.step) > 1;
    html! {
        <li key={step} class={classes!(is_far.then_some("far"))}>
            <button type="button" class="story-line" {onclick} title={format!("Go to step {step}")}>
                <span class="story-number">{ step }</span>
                <span class="story-text">{ text }</span>
            </button>
        </li>
    }
}

/// Draws a part of a sentence.
pub(crate) fn draw(part: &Part, act: &Callback<Action>) -> Html {
    match part {
        Part::Text(text) => html! { { text } },
        Part::Math(text) => math(text),
        Part::Thing(selection, name) => {
            let selection = *selection;
            let onclick = act.reform(move |_: MouseEvent| Action::Select(selection));
            let name = match selection {
                Selection::Relation(_) => symbol(name),
                Selection::Predicate(_) => math(name),
                _ => html! { { name } },
            };
            html! { <button type="button" class="thing" {onclick}>{ name }</button> }
        }
        Part::Term(of, word) => term(*of, word),
    }
}
