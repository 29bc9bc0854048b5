//! The run of the model that a derivation is: values over time, and a timing diagram where time passes.

use std::rc::Rc;

use yew::prelude::*;

use crate::draw::Part;
use crate::model::timing;
use crate::run::selection::Selection;
use crate::state::{Action, Move};
use crate::view::parts::drawing::Drawing;
use crate::view::parts::prose::prose;
use crate::view::parts::run_table::{RunTable, TableSource};
use crate::view::parts::sign::{Sign, sign};
use crate::view::views::ViewProperties;

#[function_component]
pub(crate) fn RunOfModel(properties: &ViewProperties) -> Html {
    let ViewProperties { run, act, .. } = properties;
    let current = run.current_row().map(|(index, _)| index);
    let diagram = use_memo((run.picture.clone(), run.modelled(), current), {
        let run = run.clone();
        move |(picture, _, current)| {
            let (picture, found) = (picture.as_ref()?, run.model_run()?);
            timing::scene(picture, found, *current).map(Rc::new)
        }
    });
    let (Some(found), Some(modelled)) = (run.model_run(), run.modelled()) else {
        let words = if run.picture.is_some() {
            "There is a run here once one is found that goes wrong."
        } else {
            "These are clauses. Programs, nets and automata have runs."
        };
        return html! { <p class="nothing">{ words }</p> };
    };
    if run.moment.after.verdict.is_none() {
        let end = act.reform(|_: MouseEvent| Action::Move(Move::End));
        return html! {
            <>
                <p class="nothing">{ "The run is found with the verdict." }</p>
                <p class="actions"><button type="button" class="quiet" onclick={end}>{ "Show the verdict" }</button></p>
            </>
        };
    }
    let pick = act.reform(|row: usize| Action::Select(Selection::Row(row)));
    let select = {
        let pick = pick.clone();
        Callback::from(move |part: Part| {
            if let Some(row) = timing::row_of(part) {
                pick.emit(row);
            }
        })
    };
    html! {
        <div class="run-of-model">
            <p class="lead">{ sign(Sign::Cross) }{ " " }{ prose(&found.sentence) }</p>
            if let Some(scene) = &*diagram {
                <div class="timing">
                    <Drawing scene={Rc::clone(scene)} name="timing" {select} raise={Callback::noop()} />
                    if found.rows.len() > timing::MOST_ROWS {
                        <p class="note">{ format!("The diagram has the first {} rows.", timing::MOST_ROWS) }</p>
                    }
                </div>
            }
            <RunTable source={TableSource::Found(modelled)} {current} {pick} />
        </div>
    }
}
