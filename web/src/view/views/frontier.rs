//! The abstraction frontier at a position: sets of templates, which of them are feasible, and how that was
//! found out.

mod search;

use std::rc::Rc;

use hornbook::engine::{Choice, PositionId, Taken};
use hornbook::guide::{EndsText, Portrait};
use hornbook::inspect::{ENDS_LIMIT, FrontierText, NoFrontier, TEMPLATES_SHOWN};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use self::search::Search;
use crate::draw::Part;
use crate::model::frontier::{self, Recorded, set_text};
use crate::model::your_move::{alike, offers, picked_templates};
use crate::state::Action;
use crate::state::inspection::InspectionAction;
use crate::state::own::OwnAction;
use crate::view::parts::drawing::Drawing;
use crate::view::parts::icon::{Icon, icon};
use crate::view::parts::math::math;
use crate::view::parts::prose::prose;
use crate::view::views::ViewProperties;
use crate::view::views::interpolants::marked;
use crate::view::views::position::{
    ShownPosition, inspection_of, no_counterexample, position_choice, use_inspection, use_reply,
    use_shown_position, waiting,
};
use crate::wire::inspection::{Question, Reply};

#[function_component]
pub(crate) fn Frontier(properties: &ViewProperties) -> Html {
    let ViewProperties { inspections, act, side, .. } = properties;
    let shown = use_shown_position(properties);
    let reply = use_inspection(properties, shown.as_ref());
    let inspection = inspection_of(reply.as_deref());
    let templates: Option<Rc<str>> = inspection.map(|inspection| {
        inspections.templates.clone().unwrap_or_else(|| inspection.templates.as_str().into())
    });
    let question = templates.as_deref().map(|text| Question::Frontier(text.trim().to_owned()));
    let explored = use_reply(properties, shown.as_ref().map(|shown| shown.inspected), question);
    let found = match explored.as_deref() {
        Some(Reply::Frontier(Ok(found))) => Some(found),
        _ => None,
    };
    let portrait = found.map(|found| &found.portrait);
    let selected: Option<Vec<usize>> = portrait.map(|portrait| {
        let picked = inspections
            .element
            .clone()
            .filter(|e| portrait.elements.iter().any(|known| known.templates == *e));
        picked.or_else(|| portrait.frontier.first().cloned()).unwrap_or_default()
    });
    let dependencies = (portrait.cloned(), selected.clone(), inspections.search);
    let scene = use_memo(dependencies, |(portrait, selected, search)| {
        let title = "Sets of templates, more abstract ones above".to_owned();
        portrait
            .as_ref()
            .map(|portrait| Rc::new(frontier::scene(portrait, selected.as_deref(), *search, title)))
    });
    let ViewProperties { run, header, .. } = properties;
    let offered = use_memo((run.moment.clone(), run.log.clone()), |_| offers(run, header).interpolants);
    let Some(shown) = shown else { return no_counterexample(properties) };
    let Some(templates) = templates else { return waiting(reply.as_deref()) };
    let id = format!("frontier-templates-{}", *side as u8);
    let oninput = act.reform(|event: InputEvent| {
        let field: HtmlInputElement = event.target_unchecked_into();
        Action::Inspect(InspectionAction::Templates(field.value().into()))
    });
    let take = offered
        .zip(selected.clone())
        .map(|(step, selected)| take(properties, &shown, step, &picked_templates(&templates, &selected)));
    let (picture, words) = match (explored.as_deref(), &*scene, &selected) {
        (Some(Reply::Frontier(Ok(found))), Some(scene), Some(selected)) => {
            lattice(properties, found, Rc::clone(scene), selected, take.unwrap_or_default())
        }
        (Some(Reply::Frontier(Err(reason))), ..) => (refusal(reason, &templates), Html::default()),
        (other, ..) => (waiting(other), Html::default()),
    };
    let found = properties.run.log.with_events(|events| Recorded::of(events, shown.found.step));
    let recorded = found.map(|found| html! { <Search {found} /> });
    html! {
        <div class="inspection">
            <div class="column">
            <p class="note">
                { "A box is a set of templates: what A and B may tell each other. It is feasible if they still contradict each \
                   other when they tell no more than that; the fewer templates suffice, the more general the interpolants." }
            </p>
            { recorded }
            <h3>{ "Templates of your own" }</h3>
            { position_choice(properties, &shown) }
            <div class="own">
                <label for={id.clone()}>{ "Templates, separated by semicolons" }</label>
                <input {id} type="text" spellcheck="false" autocomplete="off" autocapitalize="off"
                    value={templates.to_string()} placeholder="X - I; J cost 2; inequality X" {oninput} />
            </div>
            { picture }
            </div>
            <div class="column">
                { words }
            </div>
        </div>
    }
}

fn lattice(
    properties: &ViewProperties,
    found: &FrontierText,
    scene: Rc<crate::draw::Scene>,
    selected: &[usize],
    take: Html,
) -> (Html, Html) {
    let ViewProperties { act, inspections, .. } = properties;
    let portrait = &found.portrait;
    let select = {
        let (act, elements) = (act.clone(), portrait.elements.clone());
        Callback::from(move |part: Part| {
            if let Part::Node(id) = part
                && let Some(element) = id.index().and_then(|index| elements.get(index))
            {
                act.emit(Action::Inspect(InspectionAction::Element(element.templates.clone())));
            }
        })
    };
    let picture = html! {
        <>
            { search_controls(&act.reform(|to| Action::Inspect(InspectionAction::Search(to))), portrait, inspections.search) }
            <Drawing {scene} name={properties.picture_name("frontier")} {select} raise={Callback::noop()} />
        </>
    };
    let words = html! {
        <>
            if let Some(reason) = &portrait.stopped {
                <p class="omission">{ format!("The search is incomplete: {reason}.") }</p>
            }
            { frontier_text(portrait) }
            { element(found, selected, take) }
        </>
    };
    (picture, words)
}

/// Makes a set of templates the abstraction of this refinement, here or at all positions of the same kind.
fn take(properties: &ViewProperties, shown: &ShownPosition, step: usize, templates: &str) -> Html {
    let position = shown.inspected.position;
    let all = alike(&properties.header, &shown.found.tree, position);
    let button = |positions: Vec<PositionId>, label: String| {
        let taken = Taken::Templates { positions, templates: templates.to_owned() };
        let choice = Choice { step, taken };
        let onclick =
            properties.act.reform(move |_: MouseEvent| Action::Own(OwnAction::Choose(choice.clone())));
        html! { <button type="button" class="quiet" {onclick}>{ label }</button> }
    };
    let count = all.len();
    html! {
        <p class="actions">
            { button(vec![position], "Use this set here".to_owned()) }
            if count > 1 {
                { button(all, format!("Use it at all {count} positions like this")) }
            }
        </p>
    }
}

/// Replays the search for the frontier step by step.
fn search_controls(go: &Callback<Option<usize>>, portrait: &Portrait, search: Option<usize>) -> Html {
    let count = portrait.frontier_steps.len();
    let at = search.unwrap_or(count).min(count);
    let button = |label: &'static str, picture: Icon, to: Option<usize>, is_disabled: bool| {
        let onclick = go.reform(move |_: MouseEvent| to);
        html! {
            <button type="button" class="quiet tool" aria-label={label} title={label} disabled={is_disabled} {onclick}>
                { icon(picture) }
            </button>
        }
    };
    let sentence = match (search, at.checked_sub(1).and_then(|i| portrait.frontier_steps.get(i))) {
        (None, _) => "All that is known.".to_owned(),
        (Some(_), Some(step)) => frontier::told(&portrait.templates, step),
        (Some(_), None) => "Before the search nothing is known.".to_owned(),
    };
    html! {
        <div class="search">
            <div class="tools" role="group" aria-label="Replay the search">
                { button("Before the search", Icon::Start, Some(0), at == 0 && search.is_some()) }
                { button("Back in the search", Icon::Back, Some(at.saturating_sub(1)), at == 0) }
                { button("Forward in the search", Icon::Forward, Some(at + 1), at >= count) }
                { button("All that is known", Icon::End, None, search.is_none()) }
            </div>
            <span class="place">{ format!("{at} of {count}") }</span>
            <p aria-live="polite">{ sentence }</p>
        </div>
    }
}

fn frontier_text(portrait: &Portrait) -> Html {
    let sets = |elements: &[Vec<usize>]| {
        let one = |(i, element): (usize, &Vec<usize>)| {
            let joint = if i > 0 { " and " } else { "" };
            html! { <>{ joint }{ math(&set_text(&portrait.templates, element)) }</> }
        };
        elements.iter().enumerate().map(one).collect::<Html>()
    };
    html! {
        if portrait.frontier.is_empty() {
            <p>{ "No set is feasible: these templates do not suffice for an interpolant." }</p>
        } else {
            <p>{ "The frontier: " }{ sets(&portrait.frontier) }{ ". Cheapest: " }{ sets(&portrait.cheapest) }{ "." }</p>
        }
    }
}

/// The interpolants that an element leaves.
fn element(found: &FrontierText, selected: &[usize], take: Html) -> Html {
    let portrait = &found.portrait;
    let name = math(&set_text(&portrait.templates, selected));
    let Some(element) = portrait.elements.iter().find(|e| e.templates == selected) else {
        return Html::default();
    };
    let ends = found.ends.iter().find(|e| e.templates == selected);
    let large =
        || html! { <span class="nothing">{ "too large to be computed within the limit of steps" }</span> };
    let rows = |ends: &EndsText| {
        html! {
            <dl class="ends">
                <div><dt>{ "Weakest" }</dt><dd class="found">{ ends.weakest.as_ref().map_or_else(large, math) }</dd></div>
                <div><dt>{ "The prover’s" }</dt><dd class="found">{ math(&ends.chosen) }</dd></div>
                <div><dt>{ "Strongest" }</dt><dd class="found">{ ends.strongest.as_ref().map_or_else(large, math) }</dd></div>
            </dl>
        }
    };
    html! {
        <section class="point" aria-label="The selected set of templates">
            if let Some(ends) = ends {
                <p>{ "Abstract interpolants by " }{ name }{ if element.maximal { ", which is maximal feasible" } else { ", which is feasible" } }{ ":" }</p>
                { rows(ends) }
                { take }
            } else if element.feasible {
                <p>{ name }{ format!(" is feasible. Its interpolants were not computed: there are more than {ENDS_LIMIT} feasible sets, or the limit of steps was passed.") }</p>
            } else {
                <p>{ name }{ " is infeasible: what it leaves of A and of B overlaps." }</p>
            }
            if let Some(alike) = found.alike.iter().find(|e| e.templates == selected) {
                <p>
                    { "It can’t tell " }{ math(&alike.one) }{ ", of A, from " }{ math(&alike.other) }
                    { if element.feasible { "." } else { ", of B." } }
                </p>
            }
        </section>
    }
}

fn refusal(reason: &NoFrontier, typed: &str) -> Html {
    match reason {
        NoFrontier::Unreadable(findings) => html! {
            <ul class="errors" aria-live="polite">
                { for findings.iter().map(|finding| html! {
                    <li>
                        { marked(typed, finding.span.start as usize, finding.span.end as usize) }
                        { prose(&finding.message) }{ "." }
                    </li>
                }) }
            </ul>
        },
        NoFrontier::TooMany(count) => html! {
            <p class="nothing">{ format!("{count} templates have too many sets for a picture; {TEMPLATES_SHOWN} is the limit.") }</p>
        },
        NoFrontier::Real => html! {
            <p class="nothing">{ "A and B do not contradict each other: this counterexample is real." }</p>
        },
        NoFrontier::Unknown(reason) => html! {
            <p class="nothing">{ format!("The search did not end: {reason}.") }</p>
        },
    }
}
