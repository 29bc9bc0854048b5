//! The predicates of each relation symbol; those that this step has added are marked.

use yew::prelude::*;

use super::math::math;
use super::stage::ViewProperties;
use crate::narrate::relation_name;
use crate::selection::Selection;
use crate::state::Action;

#[function_component]
pub(crate) fn Predicates(properties: &ViewProperties) -> Html {
    let ViewProperties { run, selection, act, .. } = properties;
    let Some(header) = &run.header else { return Html::default() };
    let (before, after) = (&run.moment.before.predicates, &run.moment.after.predicates);
    if after.is_empty() {
        return html! { <p class="nothing">{ "No predicates yet: the graph can tell nothing about arguments." }</p> };
    }
    let mut relations: Vec<_> = after.iter().map(|predicate| predicate.relation).collect();
    relations.sort_unstable();
    relations.dedup();
    let row = |index: usize| {
        let predicate = &after[index];
        let id = predicate.id;
        let is_new = index >= before.len();
        let onclick = act.reform(move |_: MouseEvent| Action::Select(Selection::Predicate(id)));
        html! {
            <li class={classes!(is_new.then_some("added"))}>
                <button type="button" class="row" {onclick} aria-pressed={(*selection == Selection::Predicate(id)).to_string()}>
                    { math(&predicate.text) }
                    if is_new {
                        <span class="badge">{ "new" }</span>
                    }
                </button>
            </li>
        }
    };
    html! {
        <dl class="predicate-table">
            { for relations.into_iter().map(|relation| html! {
                <div>
                    <dt>{ math(&relation_name(header, relation)) }</dt>
                    <dd><ul>{ for (0..after.len()).filter(|i| after[*i].relation == relation).map(row) }</ul></dd>
                </div>
            }) }
        </dl>
    }
}
