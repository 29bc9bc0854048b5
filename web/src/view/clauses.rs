//! The clauses that the engine works on; the one in use at this step is marked.

use hornbook::engine::ClauseText;
use hornbook::horn::ClauseId;
use yew::prelude::*;

use super::math::math;
use super::stage::ViewProperties;
use crate::model::clause_in_use;
use crate::selection::Selection;
use crate::state::Action;

#[function_component]
pub(crate) fn Clauses(properties: &ViewProperties) -> Html {
    let ViewProperties { run, selection, act, .. } = properties;
    let Some(header) = &run.header else { return Html::default() };
    let in_use = run.moment.event.as_deref().and_then(clause_in_use);
    let entry = |(index, clause): (usize, &ClauseText)| {
        let id = ClauseId(index as u32);
        let onclick = act.reform(move |_: MouseEvent| Action::Select(Selection::Clause(id)));
        let is_in_use = in_use == Some(id);
        html! {
            <li class={classes!(is_in_use.then_some("in-use"))}>
                <button type="button" class="row" {onclick} aria-pressed={(*selection == Selection::Clause(id)).to_string()}>
                    <span class="number">{ format!("{}", id.number()) }</span>
                    { math(&clause.to_string()) }
                    if is_in_use {
                        <span class="badge">{ "in use" }</span>
                    }
                </button>
            </li>
        }
    };
    html! { <ol class="clauses">{ for header.clauses.iter().enumerate().map(entry) }</ol> }
}
