//! How the run itself has searched among its templates, for the counterexample at hand.

use std::rc::Rc;

use hornbook::guide::TemplateText;
use web_sys::Element;
use yew::prelude::*;

use super::search_controls;
use crate::draw::Part;
use crate::model::frontier::{self, MOST_SPELLED, Recorded, SETS_SHOWN, set_text};
use crate::view::parts::drawing::Drawing;
use crate::view::parts::math::math;

/// More steps than this are counted, but not listed.
const STEPS_SHOWN: usize = 60;

#[derive(Properties, PartialEq)]
pub(super) struct SearchProperties {
    pub(super) found: Recorded,
}

#[function_component]
pub(super) fn Search(properties: &SearchProperties) -> Html {
    let SearchProperties { found } = properties;
    let is_open = use_state(|| true);
    let at = use_state(|| None::<usize>);
    let picked = use_state(|| None::<usize>);
    let portrait = use_memo(found.clone(), Recorded::portrait);
    let dependencies = (found.clone(), *at, *picked);
    let scene = use_memo(dependencies, |(found, at, picked)| {
        let portrait = (*portrait).as_ref().ok()?;
        let picked = picked.and_then(|i| portrait.elements.get(i)).map(|e| &e.templates);
        let selected = picked.or(found.chosen.first()).map(Vec::as_slice);
        let title = "Sets of templates that the run has met, more abstract ones above".to_owned();
        Some(Rc::new(frontier::scene(portrait, selected, *at, title)))
    });
    let go = {
        let at = at.clone();
        Callback::from(move |to: Option<usize>| at.set(to))
    };
    let select = Callback::from(move |part: Part| {
        if let Part::Node(id) = part {
            picked.set(id.index());
        }
    });
    let ontoggle = {
        let is_open = is_open.clone();
        Callback::from(move |event: Event| {
            if let Some(details) = event.target_dyn_into::<Element>() {
                is_open.set(details.has_attribute("open"));
            }
        })
    };
    let Recorded { templates, steps, chosen, stopped } = found;
    let summary = html! { <summary>{ format!("How this run searched among its {} templates", templates.len()) }</summary> };
    if !*is_open {
        return html! { <details class="recorded" {ontoggle}>{ summary }</details> };
    }
    html! {
        <details class="recorded" open=true {ontoggle}>
            { summary }
            { match (&*portrait, &*scene) {
                (Ok(portrait), Some(scene)) => html! {
                    <>
                        { search_controls(&go, portrait, *at) }
                        <Drawing scene={Rc::clone(scene)} name="search" {select} raise={Callback::noop()} />
                        if templates.len() > MOST_SPELLED {
                            <ol class="templates-key" aria-label="The templates and their numbers">
                                { for templates.iter().map(|template| html! { <li>{ math(&template.text()) }<span class="by">{ format!(" cost {}", template.cost) }</span></li> }) }
                            </ol>
                        }
                    </>
                },
                (Err(count), _) => html! {
                    <>
                        <p class="omission">{ format!("It met {count} sets; a picture has {SETS_SHOWN} at most.") }</p>
                        <ol>{ for steps.iter().take(STEPS_SHOWN).map(|step| html! { <li>{ frontier::told(templates, step) }</li> }) }</ol>
                        if steps.len() > STEPS_SHOWN {
                            <p class="omission">{ format!("and {} more steps", steps.len() - STEPS_SHOWN) }</p>
                        }
                    </>
                },
                (Ok(_), None) => Html::default(),
            } }
            if let Some(reason) = stopped {
                <p class="omission">{ format!("The search is incomplete: {reason}.") }</p>
            }
            <p>
                { choice(templates, chosen) }
            </p>
        </details>
    }
}

/// The sets whose interpolants the run took.
fn choice(templates: &[TemplateText], chosen: &[Vec<usize>]) -> Html {
    if chosen.is_empty() {
        return html! { { "It found nothing that helps, and went on without guidance." } };
    }
    let sets = chosen.iter().enumerate().map(|(i, element)| {
        let joint = if i > 0 { " and " } else { "" };
        html! { <>{ joint }{ math(&set_text(templates, element)) }</> }
    });
    html! { <>{ "It chose " }{ for sets }{ "." }</> }
}
