//! The counterexample at hand as an and/or tree, with its interpolants once they are found. Until there is
//! another one it stays in sight.

use std::rc::Rc;

use hornbook::engine::{ClosureText, Event, InterpolantText, Precision, SidesText};
use hornbook::horn::SystemRelationId;
use hornbook::trace::State;
use yew::prelude::*;

use crate::draw::{Part, Role, Scene};
use crate::model::Names;
use crate::model::expansion::{self, Coming};
use crate::model::scheme::{self, clauses};
use crate::model::tree::{self, USUAL_LIMIT};
use crate::run::{Log, Moment, Run};
use crate::state::inspection::contradiction_of;
use crate::state::views::View;
use crate::state::{Action, Move};
use crate::view::parts::drawing::Drawing;
use crate::view::parts::math::math;
use crate::view::views::ViewProperties;
use crate::view::views::graph::{setter, step_of};
use crate::view::views::position::use_reason;

#[function_component]
pub(crate) fn Tree(properties: &ViewProperties) -> Html {
    let ViewProperties { run, header, selection, act, .. } = properties;
    let limit = use_state(|| USUAL_LIMIT);
    let past = use_past(run);
    let moment = past.as_ref().as_ref().map_or(&run.moment, |(_, moment)| moment);
    let (reason, is_waiting) = use_reason(properties, moment);
    let room = use_state_eq(|| (0.0, 0.0));
    let dependencies = (moment.clone(), run.log.clone(), *selection, *limit, reason, (*room, past.is_some()));
    let scene = use_memo(dependencies, |(moment, log, selection, limit, reason, (room, is_past))| {
        if moment.is_expanded() {
            let coming = log.with_events(|events| Coming::of(events.get(moment.step..).unwrap_or_default()));
            return expansion::scene(step_of(moment), coming, Names(header), *selection, *limit).map(Rc::new);
        }
        let coming = interpolants_to_come(log, moment.step);
        let reason = contradiction_of(reason.as_deref());
        let mut scene = tree::scene_with(
            step_of(moment),
            &coming,
            reason,
            Names(header),
            *selection,
            *limit,
            Some(*room),
        )?;
        if *is_past {
            scene.legend.push((Role::Plain, "a counterexample that was refuted".to_owned()));
        }
        Some(Rc::new(scene))
    });
    let folded = use_memo(moment.clone(), |moment| {
        let scheme = moment.after.folded.as_ref()?;
        Some(Rc::new(scheme::scene(scheme, moment.after.accelerated.as_ref(), Names(header))))
    });
    let Some(scene) = &*scene else { return no_counterexample(properties) };
    let select = {
        let (act, moment, selection) = (act.clone(), moment.clone(), *selection);
        Callback::from(move |part: Part| {
            let step = step_of(&moment);
            let on = if moment.is_expanded() {
                expansion::selected(part, &step)
            } else {
                tree::selected(part, &step)
            };
            act.emit(Action::Select(selection.clicked(on)));
        })
    };
    let raise = {
        let limit = limit.clone();
        Callback::from(move |all: bool| limit.set(if all { usize::MAX } else { limit.saturating_mul(2) }))
    };
    html! {
        <div class="tree-and-sides" aria-busy={is_waiting.to_string()}>
            <Drawing
                scene={Rc::clone(scene)}
                name={properties.picture_name("counterexample")}
                {select}
                {raise}
                room={setter(&room)}
                aside={past.as_ref().as_ref().map(|(found, _)| way_back(*found, act)).unwrap_or_default()}
            />
            if run.moment.is_expanded() {
                { interpolation_problems(properties) }
            } else if let Some(folded) = &*folded {
                { path_with_loops(properties, &moment.after, folded) }
            }
        </div>
    }
}

/// The last counterexample with the step that found it, if the run has gone on since.
#[hook]
fn use_past(run: &Run) -> Rc<Option<(usize, Moment)>> {
    let has_own = run.moment.after.counterexample.is_some() || run.moment.is_expanded();
    let found = if has_own { None } else { run.log.standing_counterexample(run.moment.step) };
    use_memo((run.id, run.log.clone(), found), |(id, log, found)| {
        let found = (*found)?;
        Some((found, log.last_of_counterexample(*id, found)?))
    })
}

/// The way to the step that found a counterexample which is shown although the run has gone on.
fn way_back(found: usize, act: &Callback<Action>) -> Html {
    let onclick = act.reform(move |_: MouseEvent| Action::Move(Move::To(found)));
    html! { <button type="button" class="quiet" {onclick}>{ format!("Back to step {found}") }</button> }
}

/// PRE and POST of the copies that are selected, or of the one that the step has solved. There is room for
/// them as long as there are copies, so that the picture does not move.
fn interpolation_problems(properties: &ViewProperties) -> Html {
    let ViewProperties { run, selection, .. } = properties;
    let step = step_of(&run.moment);
    let problem = |(relation, number, sides): (SystemRelationId, Option<usize>, &SidesText)| {
        let name = properties.names().relation(relation).to_owned();
        let name = number.map_or_else(|| name.clone(), |number| format!("copy {number} of {name}"));
        html! {
            <dl>
                <dt>{ format!("PRE of {name}") }</dt>
                <dd class="side-a">{ math(&sides.pre) }</dd>
                <dt>{ format!("POST of {name}") }</dt>
                <dd class="side-b">{ math(&sides.post) }</dd>
            </dl>
        }
    };
    let problems = expansion::sides(&step, *selection);
    html! {
        <div class="copy-sides" role="region" aria-label="Interpolation problems of copies" tabindex="0">
            if problems.is_empty() {
                <p class="note">{ "PRE and POST of a copy are shown at the step that solves it, and if it is selected." }</p>
            }
            { for problems.into_iter().map(problem) }
        </div>
    }
}

/// The counterexample folded into a path with loops, and what is known of each loop.
fn path_with_loops(properties: &ViewProperties, after: &State, folded: &Rc<Scene>) -> Html {
    let mut told: Vec<&ClosureText> = Vec::new();
    let states = after.folded.iter().flat_map(|scheme| &scheme.states);
    let hulls = match &after.accelerated {
        Some(Event::Accelerated { precision: Precision::Over { hulls }, .. }) => &hulls[..],
        _ => &[],
    };
    for closure in states.flat_map(|state| &state.loops).chain(hulls) {
        if !told.contains(&closure) {
            told.push(closure);
        }
    }
    let entry = |closure: &&ClosureText| {
        let round = match &closure.clauses[..] {
            [] => "An octagon around the loops".to_owned(),
            own if closure.is_around => format!("An octagon around a round by {}", clauses(own)),
            own => format!("A round by {}", clauses(own)),
        };
        html! {
            <dl>
                <dt>{ format!("{round} ({})", closure.class.name()) }</dt>
                <dd>{ math(&closure.round) }</dd>
                <dt>{ format!("{} rounds", closure.number) }</dt>
                <dd>{ math(&closure.rounds) }</dd>
                <dt>{ "Any number" }</dt>
                <dd>{ closure.closure.as_ref().map_or_else(|| html! { "too large to be shown" }, math) }</dd>
            </dl>
        }
    };
    html! {
        <div class="folded-path" role="region" aria-label="Path with loops" tabindex="0">
            <h3 class="heading">{ "As a path with loops" }</h3>
            <Drawing scene={Rc::clone(folded)} name={properties.picture_name("path")} select={Callback::noop()} raise={Callback::noop()} />
            <div class="copy-sides">
                { for told.iter().map(entry) }
                <p class="checked">{ "✓ Proved and checked: no rounds change nothing, and n rounds and one more are n + 1 rounds." }</p>
            </div>
        </div>
    }
}

/// The interpolants that the following steps find for the counterexample at hand.
fn interpolants_to_come(log: &Log, step: usize) -> Vec<InterpolantText> {
    let goes_on = |event: &Event| {
        matches!(
            event,
            Event::NodeAdded { .. }
                | Event::EdgeAdded { .. }
                | Event::Contradictory { .. }
                | Event::Verdict(_)
        ) || event.counterexample().is_some()
    };
    log.with_events(|events| {
        let coming = events.get(step..).unwrap_or_default().iter().take_while(|event| !goes_on(event));
        let found = coming.filter_map(|event| match event {
            Event::InterpolantsFound { interpolants } => Some(interpolants.clone()),
            _ => None,
        });
        found.last().unwrap_or_default()
    })
}

/// Leads to the verdict at the end of a run whose pictures have nothing to show.
pub(super) fn verdict_button(properties: &ViewProperties) -> Option<Html> {
    let ViewProperties { run, act, .. } = properties;
    let label = match run.outcome() {
        _ if !run.is_at_end() || run.status.is_active() => return None,
        "Unsafe" => "Show the derivation",
        "Safe" => "Show the solution",
        _ => "Show the verdict",
    };
    let onclick = act.reform(|_: MouseEvent| Action::Show(View::Verdict, true));
    Some(html! { <button type="button" class="quiet" {onclick}>{ label }</button> })
}

/// Says so, and leads to the next one.
fn no_counterexample(properties: &ViewProperties) -> Html {
    let ViewProperties { run, act, .. } = properties;
    let step = run.moment.step;
    let counterexamples = run.log.counterexamples();
    let next = counterexamples.iter().copied().find(|found| *found > step);
    let previous = counterexamples.iter().copied().rev().find(|found| *found < step);
    let lead = |to: Option<usize>, label: &str| {
        to.map(|step| {
            let onclick = act.reform(move |_: MouseEvent| Action::Move(Move::To(step)));
            html! { <button type="button" class="quiet" {onclick}>{ label }</button> }
        })
    };
    html! {
        <div class="no-counterexample">
            <p class="nothing">{ "No counterexample at this step." }</p>
            <p class="actions">
                { lead(previous, "Previous counterexample") }
                { lead(next, "Next counterexample") }
                { for verdict_button(properties) }
            </p>
        </div>
    }
}
