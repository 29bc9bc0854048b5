//! What happens at this step, in plain words, with the steps around it.

use hornbook::engine::{Event, Header};
use hornbook::settings::{AS_TYPED, AS_TYPED_ARGUMENTS, Preprocessing};
use yew::prelude::*;

use crate::model::fragments::is_as_typed;
use crate::run::Run;
use crate::run::narrate::{Part, plain, tell_run};
use crate::run::selection::Selection;
use crate::state::{Action, Move};
use crate::view::parts::glossary::{all_terms, term};
use crate::view::parts::math::{math, symbol};
use crate::view::views::ViewProperties;

/// At most this many steps before the present one are told, and at most this many after it.
const BEFORE: usize = 8;
const AFTER: usize = 5;

#[function_component]
pub(crate) fn Narration(properties: &ViewProperties) -> Html {
    let ViewProperties { run, act, .. } = properties;
    let (step, last) = (run.moment.step, run.log.len());
    let before = step.saturating_sub(BEFORE).max(1)..step;
    let last = if properties.hides_later { step } else { last };
    let after = step + 1..last.min(step + AFTER) + 1;
    let other = |step: usize| other_step(properties, step);
    html! {
        <>
            <ol class="story">
                { for before.map(other) }
                <li key={step} class="now">
                    <span class="story-number">{ step }</span>
                    <p class="narration-text">{ for present(properties).iter().map(|part| draw(part, act)) }</p>
                </li>
                { for after.map(other) }
            </ol>
            <p class="story-foot">{ "A dotted word has a definition; here are " }{ all_terms() }{ "." }</p>
        </>
    }
}

fn present(properties: &ViewProperties) -> Vec<Part> {
    let ViewProperties { run, header, .. } = properties;
    match &run.moment.event {
        Some(event) => tell_run(run, event, header),
        None => vec![Part::Text(format!(
            "Before the first step there are only the clauses. {}Can they derive false? Step forward to find out.",
            simplified(run, header)
        ))],
    }
}

/// What was done to the clauses before the run, and why, as sentences that end with a space.
fn simplified(run: &Run, header: &Header) -> String {
    if is_as_typed(header) {
        return String::new();
    }
    let (typed, left) = (header.sources.len(), header.clauses.len());
    let why = match run.settings.preprocessing {
        Preprocessing::Large if typed > AS_TYPED => format!("since there are more than {AS_TYPED} of them"),
        Preprocessing::Large => {
            format!("since their relation symbols have more than {AS_TYPED_ARGUMENTS} arguments in all")
        }
        Preprocessing::Never | Preprocessing::Always => "as the settings say".to_owned(),
    };
    format!(
        "The {typed} clauses of the text were simplified to {left} first, {why}; answers speak of the text. "
    )
}

/// A step nearby, in one line that leads there.
fn other_step(properties: &ViewProperties, step: usize) -> Html {
    let ViewProperties { run, header, act, .. } = properties;
    // The texts of predicates are those known at the moment, which are enough nearby.
    let told = |event: &Event| plain(&tell_run(run, event, header));
    let Some(text) = run.log.with_events(|events| events.get(step - 1).map(told)) else {
        return Html::default();
    };
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
        Part::Predicate(id, text) => thing(Selection::Predicate(*id), math(text), act),
        Part::Thing(selection @ Selection::Relation(_), name) => thing(*selection, symbol(name), act),
        Part::Thing(selection, name) => thing(*selection, html! { { name } }, act),
        Part::Term(of, word) => term(*of, word),
    }
}

/// Something that can be selected.
fn thing(selection: Selection, name: Html, act: &Callback<Action>) -> Html {
    let onclick = act.reform(move |_: MouseEvent| Action::Select(selection));
    html! { <button type="button" class="thing" {onclick}>{ name }</button> }
}
