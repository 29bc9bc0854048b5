//! The place of the problem among the fragments of recursion-free clauses, and why it is not in others.

use std::rc::Rc;

use hornbook::recursion_free::Placement;
use yew::prelude::*;

use crate::draw::Part;
use crate::model::fragments::{self, Reason};
use crate::run::selection::Selection;
use crate::state::Action;
use crate::view::parts::drawing::Drawing;
use crate::view::views::ViewProperties;
use crate::view::views::limits::{Try, draw_growth, draw_succinct};

#[function_component]
pub(crate) fn Fragments(properties: &ViewProperties) -> Html {
    let chosen = use_state(|| None::<usize>);
    let placement = match &properties.placement {
        None => return html! { <p class="nothing">{ "The clauses are being classified." }</p> },
        Some(Err(reason)) => {
            return html! { <p class="nothing">{ format!("The clauses were not classified. {reason}") }</p> };
        }
        Some(Ok(placement)) => placement,
    };
    let place = chosen.unwrap_or_else(|| fragments::usual(placement));
    let select = {
        let chosen = chosen.clone();
        Callback::from(move |part: Part| {
            if let Some(place) = fragments::selected(part) {
                chosen.set(Some(place));
            }
        })
    };
    let scene = Rc::new(fragments::scene(placement, place));
    let notes = fragments::notes(placement, properties.run.moment.after.method, &properties.header);
    html! {
        <div class="inspection fragments">
            <div class="column">
                <Drawing {scene} name={properties.picture_name("fragments")} {select} raise={Callback::noop()} />
            </div>
            <div class="column">
                { chosen_place(properties, placement, place) }
                <ul class="notes">{ for notes.into_iter().map(|note| html! { <li>{ note }</li> }) }</ul>
                { draw_growth(properties, &placement.growth) }
                { for placement.succinct.as_ref().map(draw_succinct) }
                <Try text={Rc::clone(&properties.run.text)} act={properties.act.clone()} />
            </div>
        </div>
    }
}

/// What there is to say about the place that is selected: its method, and the reasons against it.
fn chosen_place(properties: &ViewProperties, placement: &Placement, place: usize) -> Html {
    let (reasons, more) = fragments::reasons(placement, place, &properties.header);
    let answer = if fragments::holds(&placement.classification, place) {
        format!("Yes. Solved by {}.", fragments::method(place).name())
    } else if place == fragments::RECURSIVE {
        "No: the clauses are without recursion.".to_owned()
    } else {
        "No:".to_owned()
    };
    html! {
        <div class="chosen-fragment" aria-live="polite">
            <h3>{ format!("{}?", fragments::name(place)) }</h3>
            <p>{ answer }</p>
            <ul class="reasons">{ for reasons.iter().map(|reason| draw_reason(reason, properties)) }</ul>
            if more > 0 {
                <p class="note">{ format!("and {more} more") }</p>
            }
        </div>
    }
}

/// A reason, which marks what it is about in the clauses.
fn draw_reason(reason: &Reason, properties: &ViewProperties) -> Html {
    let ViewProperties { selection, act, .. } = properties;
    let button = |target: Selection, label: String| {
        let is_selected = target != Selection::Nothing && *selection == target;
        let next = selection.clicked(target);
        let onclick = act.reform(move |_: MouseEvent| Action::Select(next));
        html! {
            <button type="button" class="entry" {onclick} aria-pressed={is_selected.to_string()}>{ label }</button>
        }
    };
    let clauses = reason.clauses.iter().map(|(number, target)| button(*target, format!("clause {number}")));
    html! {
        <li>
            { button(reason.marks, reason.text.clone()) }
            if reason.clauses.len() > 1 {
                <span class="reason-clauses">{ for clauses }</span>
            }
        </li>
    }
}
