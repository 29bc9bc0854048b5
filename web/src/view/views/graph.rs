//! The abstract reachability graph, as it grows and is pruned.

use std::rc::Rc;

use yew::prelude::*;

use crate::draw::Part;
use crate::model::Names;
use crate::model::graph::{self, Step, USUAL_LIMIT};
use crate::model::graph_layout::GraphLayout;
use crate::run::Moment;
use crate::state::Action;
use crate::view::parts::drawing::Drawing;
use crate::view::views::ViewProperties;
use crate::view::views::tree::verdict_button;

#[function_component]
pub(crate) fn Graph(properties: &ViewProperties) -> Html {
    let ViewProperties { run, header, selection, act, .. } = properties;
    let limit = use_state(|| USUAL_LIMIT);
    let room = use_state_eq(|| (0.0, 0.0));
    let layout = use_memo((run.id, run.log.clone(), Rc::clone(header), *room), |(_, log, header, room)| {
        log.with_events(|events| GraphLayout::within(*room, events, Names(header)))
    });
    let dependencies = (run.moment.clone(), Rc::as_ptr(&layout), *selection, *limit);
    let scene = use_memo(dependencies, |(moment, _, selection, limit)| {
        Rc::new(graph::scene(&layout, step_of(moment), Names(header), *selection, *limit))
    });
    let select = {
        let (act, moment, selection) = (act.clone(), run.moment.clone(), *selection);
        Callback::from(move |part: Part| {
            act.emit(Action::Select(selection.clicked(graph::selected(part, &step_of(&moment)))));
        })
    };
    let raise = {
        let limit = limit.clone();
        Callback::from(move |all: bool| limit.set(if all { usize::MAX } else { limit.saturating_mul(2) }))
    };
    if scene.nodes.is_empty() {
        let after = &run.moment.after;
        let why = match (&after.method, after.frame) {
            (Some(_), _) => "There is no graph: clauses without recursion are solved directly.",
            (None, Some(_)) => {
                "There is no graph: this strategy learns lemmas in frames, as the narration tells."
            }
            (None, None) => "The graph has no nodes at this step.",
        };
        return html! {
            <div class="no-counterexample">
                <p class="nothing">{ why }</p>
                <p class="actions">{ for verdict_button(properties) }</p>
            </div>
        };
    }
    html! { <Drawing scene={(*scene).clone()} name={properties.picture_name("reachability-graph")} {select} {raise} room={setter(&room)} /> }
}

/// Takes the room that a drawing tells.
pub(super) fn setter(room: &UseStateHandle<(f64, f64)>) -> Callback<(f64, f64)> {
    let setter = room.setter();
    Callback::from(move |room| setter.set(room))
}

/// A moment as models see it.
pub(super) fn step_of(moment: &Moment) -> Step<'_> {
    Step { number: moment.step, event: moment.event.as_deref(), before: &moment.before, after: &moment.after }
}
