//! The derivation of an unsafe problem: a tree with numbers, and its steps in words.

use std::rc::Rc;

use hornbook::engine::{StepText, VerdictText};
use yew::prelude::*;

use crate::draw::Part;
use crate::model::clauses::clause_of;
use crate::model::derivation::{USUAL_LIMIT, fact, more_rounds, places, scene, step_of, values};
use crate::run::Run;
use crate::run::narrate::counted;
use crate::run::selection::Selection;
use crate::state::Action;
use crate::view::parts::drawing::Drawing;
use crate::view::parts::math::math;
use crate::view::parts::sign::{Sign, sign};
use crate::view::views::ViewProperties;

#[function_component]
pub(super) fn Derivation(properties: &ViewProperties) -> Html {
    let ViewProperties { run, header, selection, act, .. } = properties;
    let limit = use_state(|| USUAL_LIMIT);
    let marked =
        run.current_row().filter(|_| matches!(selection, Selection::Row(_))).and_then(|(_, row)| row.step);
    let dependencies = (run.moment.clone(), *selection, *limit, marked);
    let picture = use_memo(dependencies, |(moment, selection, limit, marked)| {
        let Some(VerdictText::Unsafe { derivation, folded }) = &moment.after.verdict else { return None };
        let own = |source| clause_of(header, source);
        Some(Rc::new(scene(derivation, folded, &own, (*selection, *marked), *limit)))
    });
    let (Some(VerdictText::Unsafe { derivation, folded }), Some(picture)) =
        (&run.moment.after.verdict, &*picture)
    else {
        return Html::default();
    };
    let select = {
        let (act, moment, header, limit) = (act.clone(), run.moment.clone(), Rc::clone(header), *limit);
        let run = run.clone();
        Callback::from(move |part: Part| {
            let Some(VerdictText::Unsafe { derivation, .. }) = &moment.after.verdict else { return };
            let index = step_of(part, derivation, limit);
            if let Some(row) = index.and_then(|step| row_of_step(&run, step)) {
                act.emit(Action::Select(Selection::Row(row)));
                return;
            }
            let step = index.and_then(|step| derivation.get(step));
            let own = step.and_then(|step| clause_of(&header, step.clause));
            act.emit(Action::Select(own.map_or(Selection::Nothing, Selection::Clause)));
        })
    };
    let raise = {
        let limit = limit.clone();
        Callback::from(move |all: bool| limit.set(if all { usize::MAX } else { limit.saturating_mul(2) }))
    };
    let all = derivation.len() as u64 + folded.iter().map(|f| f.steps).sum::<u64>();
    let (shown, total) = places(derivation, *limit);
    let mut seen = Vec::new();
    let steps = shown.iter().filter(|place| {
        let is_first = !seen.contains(&place.step);
        seen.push(place.step);
        is_first
    });
    html! {
        <>
            <div class="derivation-views">
                <div class="derivation-picture">
                    <Drawing scene={Rc::clone(picture)} name={properties.picture_name("derivation")} {select} {raise} />
                </div>
                <div>
                    <h3>{ "Step by step" }</h3>
                    <ol class="derivation">{ for steps.map(|place| step(&derivation[place.step], marked == Some(place.step), more_rounds(folded, place.step), properties)) }</ol>
                    if shown.len() < total {
                        <p class="note">{ format!("{} of {total} facts are shown.", shown.len()) }</p>
                    }
                </div>
            </div>
            <p class="checked">
                { sign(Sign::Check) }
                { format!("Replayed by evaluation: {} of the derivation {} true.",
                    counted(all, "step", "steps"), if all == 1 { "is" } else { "are" }) }
            </p>
        </>
    }
}

/// The last row of the model's run that comes from a step of the derivation.
fn row_of_step(run: &Run, step: usize) -> Option<usize> {
    run.model_run()?.rows.iter().rposition(|row| row.step == Some(step))
}

/// A step with the constraint of its clause, evaluated.
fn step(step: &StepText, is_marked: bool, more_rounds: Option<String>, properties: &ViewProperties) -> Html {
    let ViewProperties { header, selection, act, .. } = properties;
    let own = clause_of(header, step.clause).map(Selection::Clause);
    let onclick = act.reform(move |_: MouseEvent| Action::Select(own.unwrap_or_default()));
    let is_selected = is_marked || own == Some(*selection);
    html! {
        <li class={classes!(is_selected.then_some("selected"))}>
            <p class="derived">
                <strong>{ math(&fact(step)) }</strong>
                { " by " }
                <button type="button" class="thing" {onclick}>{ format!("clause {}", step.clause.number()) }</button>
                if !step.instance.values.is_empty() {
                    { " with " }{ math(&values(step)) }
                }
            </p>
            <ul class="checks">
                { for step.instance.constraint.iter().map(|check| html! {
                    <li>
                        <span class="check-formula">{ math(&check.formula) }</span>
                        <span class="check-instance">{ math(&check.instance) }</span>
                        <span class="holds">
                            { sign(if check.holds { Sign::Check } else { Sign::Cross }) }
                            <span class="only-heard">{ if check.holds { "true" } else { "false" } }</span>
                        </span>
                    </li>
                }) }
                { for step.instance.body.iter().map(|application| html! {
                    <li>
                        <span class="check-formula">{ math(&application.formula.text()) }</span>
                        <span class="check-instance">{ math(&application.instance.text()) }</span>
                        <span class="note">{ "derived below" }</span>
                    </li>
                }) }
            </ul>
            if let Some(rounds) = more_rounds {
                <p class="note">{ rounds }</p>
            }
        </li>
    }
}
