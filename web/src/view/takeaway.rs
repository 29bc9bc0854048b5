//! Taking things away as files.

use yew::prelude::*;

use super::dialog::Dialog;
use crate::browser::download;
use crate::export::Export;
use crate::state::State;

#[derive(Properties, PartialEq)]
pub(crate) struct TakeawayProperties {
    pub(crate) state: UseReducerHandle<State>,
}

#[function_component]
pub(crate) fn Takeaway(properties: &TakeawayProperties) -> Html {
    let is_open = use_state_eq(|| false);
    let open = Callback::from({
        let is_open = is_open.setter();
        move |_: MouseEvent| is_open.set(true)
    });
    let close = use_callback((), {
        let is_open = is_open.setter();
        move |(), ()| is_open.set(false)
    });
    html! {
        <>
            <button type="button" class="quiet" onclick={open} aria-haspopup="dialog">{ "Export" }</button>
            <Dialog title="Export" id="export-title" is_open={*is_open} {close}>
                if *is_open {
                    <ul class="exports">{ for Export::ALL.into_iter().map(|export| entry(export, &properties.state)) }</ul>
                    <p class="small">{ "Each picture has its own menu for SVG and PNG, and for DOT of what it shows." }</p>
                }
            </Dialog>
        </>
    }
}

fn entry(export: Export, state: &UseReducerHandle<State>) -> Html {
    let obstacle = export.obstacle(state.run());
    let onclick = Callback::from({
        let state = state.clone();
        move |_: MouseEvent| {
            let name = state.open_example().map_or("clauses", |example| example.name);
            if let Some(file) = export.file(name, &state.text, state.run()) {
                download(&file);
            }
        }
    });
    html! {
        <li>
            <button type="button" class="quiet" {onclick} disabled={obstacle.is_some()}>{ export.title() }</button>
            <p>{ obstacle.unwrap_or(export.sentence()) }</p>
        </li>
    }
}
