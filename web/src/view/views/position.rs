//! What the views of a position have in common: which position it is, and how the worker is asked about it.

use std::rc::Rc;

use hornbook::engine::PositionId;
use hornbook::inspect::Inspection;
use yew::prelude::*;

use crate::run::Moment;
use crate::run::selection::Selection;
use crate::state::inspection::{Found, InspectionAction};
use crate::state::{Action, Move};
use crate::view::parts::math::math;
use crate::view::views::ViewProperties;
use crate::wire::inspection::{InspectedPosition, Question, Reply};

/// More positions than this are reached by way of the tree.
const POSITIONS_SHOWN: usize = 40;

/// The counterexample at hand and the position of it that is inspected.
#[derive(Clone, PartialEq)]
pub(crate) struct ShownPosition {
    pub(crate) found: Found,
    pub(crate) inspected: InspectedPosition,
}

#[hook]
pub(crate) fn use_shown_position(properties: &ViewProperties) -> Option<ShownPosition> {
    let ViewProperties { run, selection, .. } = properties;
    let found = use_memo((run.moment.clone(), run.log.clone()), |_| Found::at(run));
    let found = (*found).clone()?;
    let position = found.position(*selection)?;
    let inspected = InspectedPosition { run: run.id, step: found.step, position };
    Some(ShownPosition { found, inspected })
}

/// The answer to a question; asks it if need be.
#[hook]
pub(crate) fn use_reply(
    properties: &ViewProperties,
    inspected: Option<InspectedPosition>,
    question: Option<Question>,
) -> Option<Rc<Reply>> {
    let wish = inspected.zip(question);
    let reply =
        wish.as_ref().and_then(|(inspected, question)| properties.inspections.answer(*inspected, question));
    let act = properties.act.clone();
    use_effect_with((wish, reply.is_some()), move |(wish, is_known)| {
        if let (Some((inspected, question)), false) = (wish.clone(), *is_known) {
            act.emit(Action::Inspect(InspectionAction::Want(inspected, question)));
        }
    });
    reply
}

/// The constraints of the counterexample at hand at a moment of the run; asks for them if need be. Also says
/// whether they are still being computed.
#[hook]
pub(crate) fn use_reason(properties: &ViewProperties, moment: &Moment) -> (Option<Rc<Reply>>, bool) {
    let ViewProperties { run, .. } = properties;
    let inspected =
        use_memo((moment.clone(), run.log.clone()), |(moment, _)| Found::contradiction_at(run, moment));
    let inspected = *inspected;
    let reply = use_reply(properties, inspected, inspected.map(|_| Question::Contradiction));
    let is_waiting = inspected.is_some() && reply.is_none();
    (reply, is_waiting)
}

/// The sides and the lattice of the position.
#[hook]
pub(crate) fn use_inspection(
    properties: &ViewProperties,
    shown: Option<&ShownPosition>,
) -> Option<Rc<Reply>> {
    use_reply(properties, shown.map(|shown| shown.inspected), shown.map(|_| Question::Inspect))
}

pub(crate) fn inspection_of(reply: Option<&Reply>) -> Option<&Inspection> {
    match reply {
        Some(Reply::Inspection(inspection)) => Some(inspection),
        _ => None,
    }
}

/// Instead of a view that has nothing to show yet.
pub(crate) fn waiting(reply: Option<&Reply>) -> Html {
    match reply {
        Some(Reply::Unfit(reason)) => {
            html! { <p class="nothing">{ format!("There is nothing to see: {reason}.") }</p> }
        }
        Some(Reply::Stopped(reason)) => html! { <p class="nothing">{ reason.clone() }</p> },
        _ => html! { <p class="nothing" role="status">{ "Computing …" }</p> },
    }
}

/// Says that there is no counterexample yet, and leads to the first one.
pub(crate) fn no_counterexample(properties: &ViewProperties) -> Html {
    let onclick = properties.act.reform(|_: MouseEvent| Action::Move(Move::NextRefinement));
    html! {
        <div class="no-counterexample">
            <p class="nothing">{ "There is no counterexample before this step." }</p>
            <p class="actions"><button type="button" class="quiet" {onclick}>{ "Go to the next refinement" }</button></p>
        </div>
    }
}

/// Which position of which counterexample this is, to be chosen from a list.
pub(crate) fn positions(properties: &ViewProperties, shown: &ShownPosition) -> Html {
    let act = &properties.act;
    let names = properties.names();
    let Found { step, tree, interpolants, is_current } = &shown.found;
    let count = tree.positions.len().saturating_sub(1);
    let position = shown.inspected.position.index();
    let entry = |i: usize| {
        let onclick = act.reform(move |_: MouseEvent| Action::Select(Selection::Position(PositionId::at(i))));
        let clauses: Vec<String> =
            tree.positions[i].alternatives.iter().map(|way| way.clause.number().to_string()).collect();
        let interpolant = interpolants.get(i);
        let name = interpolant.map(|found| names.atom(found.relation));
        html! {
            <li>
                <button type="button" class="row" aria-pressed={(i == position).to_string()} {onclick}>
                    <span class="place">{ format!("{}", i + 1) }</span>
                    if let Some(name) = name {
                        { math(&name) }
                    }
                    <span class="by">{ format!("by clause {}", clauses.join(" or ")) }</span>
                    if let Some(found) = interpolant {
                        <span class="found">{ math(&found.text) }</span>
                    }
                </button>
            </li>
        }
    };
    // The place that is looked at is always among those listed.
    let first = position.saturating_sub(POSITIONS_SHOWN / 2).min(count.saturating_sub(POSITIONS_SHOWN));
    let last = (first + POSITIONS_SHOWN).min(count);
    html! {
        <div class="positions">
            <p class="caption">
                if *is_current {
                    { format!("The counterexample found by step {step}") }
                } else {
                    { format!("The last counterexample, found by step {step}") }
                }
                { if count == 1 { ", 1 position:".to_owned() } else { format!(", {count} positions, from the leaves to the query:") } }
            </p>
            <ol class="rows" aria-label="Positions">{ for (first..last).map(entry) }</ol>
            if last - first < count {
                <p class="omission">{ format!("Showing {} of {count} positions around the chosen one; choose others in the counterexample.", last - first) }</p>
            }
        </div>
    }
}

/// The same in a line, for views that have little room.
pub(crate) fn position_choice(properties: &ViewProperties, shown: &ShownPosition) -> Html {
    let act = &properties.act;
    let names = properties.names();
    let Found { step, tree, interpolants, .. } = &shown.found;
    let count = tree.positions.len().saturating_sub(1);
    let position = shown.inspected.position.index();
    let onchange = act.reform(|event: web_sys::Event| {
        let field: web_sys::HtmlSelectElement = event.target_unchecked_into();
        Action::Select(
            field.value().parse().map_or(Selection::Nothing, |i| Selection::Position(PositionId(i))),
        )
    });
    let option = |i: usize| {
        let clauses: Vec<String> =
            tree.positions[i].alternatives.iter().map(|way| way.clause.number().to_string()).collect();
        let name = interpolants.get(i).map(|found| format!("{}: ", names.relation(found.relation)));
        let text = interpolants.get(i).map(|found| format!(" ({})", found.text)).unwrap_or_default();
        html! {
            <option value={i.to_string()} selected={i == position}>
                { format!("{}. {}clause {}{text}", i + 1, name.unwrap_or_default(), clauses.join(" or ")) }
            </option>
        }
    };
    let first = position.saturating_sub(POSITIONS_SHOWN / 2).min(count.saturating_sub(POSITIONS_SHOWN));
    let last = (first + POSITIONS_SHOWN).min(count);
    html! {
        <div class="choices">
            <label>{ format!("Counterexample of step {step}, position ") }
                <select {onchange}>{ for (first..last).map(option) }</select>
            </label>
        </div>
    }
}
