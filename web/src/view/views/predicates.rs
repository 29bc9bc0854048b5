//! The predicates of each relation symbol; those that this step has added are marked.

use hornbook::horn::SystemRelationId;
use yew::prelude::*;

use crate::model::excerpt::{ROWS, excerpt};
use crate::model::predicates::{Group, Row, part, row_that_matters, table};
use crate::run::narrate::count;
use crate::run::selection::Selection;
use crate::state::Action;
use crate::view::parts::math::math;
use crate::view::parts::more::more_rows;
use crate::view::views::ViewProperties;

#[function_component]
pub(crate) fn Predicates(properties: &ViewProperties) -> Html {
    let ViewProperties { run, selection, act, .. } = properties;
    let most = use_state(|| ROWS);
    let dependencies = (run.moment.clone(), run.log.clone(), *selection);
    let groups = use_memo(dependencies, |(_, _, selection)| table(run, *selection));
    if groups.is_empty() {
        return html! {
            <p class="nothing">{ "No predicates yet: the graph can tell nothing about arguments. The first refinement will add some." }</p>
        };
    }
    let count_of = |relation: SystemRelationId| {
        groups.iter().find(|group| group.relation == relation).map_or(0, |group| group.rows.len())
    };
    let group = |group: &Group| {
        let relation = group.relation;
        let onclick = act.reform(move |_: MouseEvent| Action::Select(Selection::Relation(relation)));
        let is_selected = *selection == Selection::Relation(relation);
        let has_node = group.rows.iter().any(|row| row.at_selected.is_some());
        html! {
            <table key={relation.0} class="predicate-table">
                <caption>
                    <button type="button" class="entry" {onclick} aria-pressed={is_selected.to_string()}>
                        { math(&if is_selected { properties.names().whole_atom(relation) } else { properties.names().atom(relation) }) }
                        <span class="note">{ count(count_of(relation), "predicate", "predicates") }</span>
                    </button>
                </caption>
                <thead class="only-heard">
                    <tr>
                        <th scope="col">{ "Predicate" }</th>
                        <th scope="col">{ "Found by" }</th>
                        <th scope="col">{ "Nodes" }</th>
                        if has_node {
                            <th scope="col">{ "At the selected node" }</th>
                        }
                    </tr>
                </thead>
                <tbody>{ for group.rows.iter().map(|row| predicate(row, *selection, act)) }</tbody>
            </table>
        }
    };
    let all = groups.iter().map(|group| group.rows.len()).sum();
    let range = excerpt(all, row_that_matters(&groups, *selection), *most);
    let shown = part(&groups, &range);
    html! {
        <>
            { more_rows("predicates", &range, all, &most) }
            <div class="predicate-tables">{ for shown.iter().map(group) }</div>
        </>
    }
}

fn predicate(row: &Row, selection: Selection, act: &Callback<Action>) -> Html {
    let id = row.id;
    let is_selected = selection == Selection::Predicate(id);
    let target = if is_selected { Selection::Nothing } else { Selection::Predicate(id) };
    let onclick = act.reform(move |_: MouseEvent| Action::Select(target));
    let since = row.since.map_or_else(|| "given".to_owned(), |refinement| format!("refinement {refinement}"));
    let class = classes!(
        row.is_new.then_some("added"),
        (row.at_selected == Some(true)).then_some("holds"),
        (row.at_selected == Some(false)).then_some("unknown"),
    );
    html! {
        <tr key={id.0} {class}>
            <td>
                <button type="button" class="entry" {onclick} aria-pressed={is_selected.to_string()}>
                    { math(&row.text) }
                    if row.is_new {
                        <span class="badge new">{ "+ new" }</span>
                    }
                </button>
            </td>
            <td class="note">{ since }</td>
            <td class="note">{ count(row.nodes, "node", "nodes") }</td>
            if let Some(holds) = row.at_selected {
                <td class="note">{ if holds { "✓ known" } else { "– unknown" } }</td>
            }
        </tr>
    }
}
