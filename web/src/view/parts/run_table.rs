//! A run of a model as a table of values over time, which can be walked with the keys.

use std::rc::Rc;

use hornbook::lang::model::{self, Account, Play};
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use crate::model::run_table::{Entry, entries, is_changed, value_text};
use crate::wire::protocol::Modelled;

/// At most this many lines are shown at first.
const USUAL_LIMIT: usize = 200;

/// Calls are indented up to this depth.
const DEEPEST: u32 = 8;

/// Where the rows come from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TableSource {
    /// A run that the solver has found.
    Found(Rc<Modelled>),
    /// A run that somebody plays.
    Played(Rc<Play>),
}

impl TableSource {
    fn run(&self) -> Option<&model::Run> {
        match self {
            TableSource::Found(modelled) => match &**modelled {
                Modelled::Account(Account::Real(run)) => Some(run),
                _ => None,
            },
            TableSource::Played(play) => Some(&play.run),
        }
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct RunTableProperties {
    pub(crate) source: TableSource,
    /// The row that is looked at.
    pub(crate) current: Option<usize>,
    pub(crate) pick: Callback<usize>,
}

#[function_component]
pub(crate) fn RunTable(properties: &RunTableProperties) -> Html {
    let RunTableProperties { source, current, pick } = properties;
    let table = use_node_ref();
    let unfolded = use_state(Vec::<usize>::new);
    let limit = use_state(|| USUAL_LIMIT);
    // Whether the keys have moved to the current row, which then gets the focus.
    let walks = use_mut_ref(|| false);
    use_effect_with(*current, {
        let (table, walks) = (table.clone(), Rc::clone(&walks));
        move |current| {
            let row = current.filter(|_| walks.replace(false));
            if let Some(row) = row.and_then(|row| row_element(&table, row)) {
                row.focus().ok();
            }
        }
    });
    let Some(run) = source.run() else { return Html::default() };
    let (lines, more) = entries(run, &unfolded, *current, *limit);
    let shown: Vec<usize> = lines
        .iter()
        .filter_map(|line| match line {
            Entry::Row(row) => Some(*row),
            _ => None,
        })
        .collect();
    let onkeydown = {
        let (pick, walks, shown, current) = (pick.clone(), Rc::clone(&walks), shown.clone(), *current);
        let last = run.rows.len().checked_sub(1);
        Callback::from(move |event: KeyboardEvent| {
            let at = current.unwrap_or(0);
            let target = match event.key().as_str() {
                "ArrowDown" | "ArrowRight" => Some(at + 1).filter(|row| Some(*row) <= last),
                "ArrowUp" | "ArrowLeft" => at.checked_sub(1),
                "PageDown" => shown.iter().copied().filter(|row| *row > at).take(10).last(),
                "PageUp" => shown.iter().copied().rev().filter(|row| *row < at).take(10).last(),
                "Home" => Some(0),
                "End" => last,
                _ => return,
            };
            event.prevent_default();
            event.stop_propagation();
            if let Some(target) = target {
                *walks.borrow_mut() = true;
                pick.emit(target);
            }
        })
    };
    let row = |index: usize| {
        let onclick = pick.reform(move |_: MouseEvent| index);
        let row = &run.rows[index];
        let is_current = *current == Some(index);
        let is_reached = is_current || (current.is_none_or(|row| !shown.contains(&row)) && index == 0);
        html! {
            <tr
                key={index}
                class={classes!(is_current.then_some("current"))}
                data-row={index.to_string()}
                tabindex={if is_reached { "0" } else { "-1" }}
                aria-selected={is_current.to_string()}
                {onclick}
            >
                <td class="ordinal">{ index + 1 }</td>
                <th scope="row" class={format!("depth-{}", row.depth.min(DEEPEST))}>{ &row.label }</th>
                if let Some(time) = &row.time {
                    <td>{ time.to_string() }</td>
                }
                { for (0..run.columns.len()).map(|column| {
                    let is_new = is_changed(run, index, column);
                    let value = value_text(row.values.get(column).and_then(Option::as_ref));
                    html! { <td class={classes!(is_new.then_some("new"))}>{ value }</td> }
                }) }
            </tr>
        }
    };
    let has_time = run.rows.iter().any(|row| row.time.is_some());
    let width = (2 + usize::from(has_time) + run.columns.len()).to_string();
    let note = |content: Html| html! { <tr class="fold"><td colspan={width.clone()}>{ content }</td></tr> };
    let line = |line: &Entry| match line {
        Entry::Row(index) => row(*index),
        Entry::Repeated { rows, times } => note(html! {
            { if *rows == 1 { format!("… this row {times} more times") } else { format!("… the last {rows} rows {times} more times") } }
        }),
        Entry::Folded { from, rounds, rows } => {
            let (from, unfolded) = (*from, unfolded.clone());
            let onclick = Callback::from(move |_: MouseEvent| {
                unfolded.set([&unfolded[..], &[from]].concat());
            });
            let words = if *rows == 1 { "1 row".to_owned() } else { format!("{rows} rows") };
            note(html! {
                <button type="button" class="quiet" {onclick}>{ format!("… {rounds} more rounds of {words}") }</button>
            })
        }
    };
    let raise = Callback::from({
        let limit = limit.clone();
        move |_: MouseEvent| limit.set(limit.saturating_mul(4))
    });
    html! {
        <div class="run-table">
            <table ref={table} role="grid" aria-label="Run of the model" {onkeydown}>
                <thead>
                    <tr>
                        <th scope="col" class="ordinal">{ "#" }</th>
                        <th scope="col">{ "What happens" }</th>
                        if has_time {
                            <th scope="col">{ "Time" }</th>
                        }
                        { for run.columns.iter().map(|column| html! { <th scope="col">{ column }</th> }) }
                    </tr>
                </thead>
                <tbody>{ for lines.iter().map(line) }</tbody>
            </table>
            if more > 0 {
                <p class="omission">
                    { format!("{more} more rows.") }
                    <button type="button" class="quiet" onclick={raise}>{ "Show more" }</button>
                </p>
            }
        </div>
    }
}

fn row_element(table: &NodeRef, row: usize) -> Option<HtmlElement> {
    let table = table.cast::<Element>()?;
    let row = table.query_selector(&format!("[data-row='{row}']")).ok()??;
    wasm_bindgen::JsCast::dyn_into(row).ok()
}
