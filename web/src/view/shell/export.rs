//! Taking things away as files.

use yew::prelude::*;

use crate::browser::download::download;
use crate::out::export::Export;
use crate::state::{Action, State};
use crate::view::shell::dialog::DialogButton;
use crate::view::shell::share::subject;

#[derive(Properties, PartialEq)]
pub(crate) struct ExportDialogProperties {
    pub(crate) state: UseReducerHandle<State>,
}

#[function_component]
pub(crate) fn ExportDialog(properties: &ExportDialogProperties) -> Html {
    let state = properties.state.clone();
    let content = Callback::from(move |()| {
        html! {
            <>
                <p class="small">{ format!("Files of {}.", subject(&state)) }</p>
                <ul class="exports">{ for Export::ALL.into_iter().map(|export| entry(export, &state)) }</ul>
                <p class="small">{ "Each picture has its own menu for SVG, PNG, DOT and TikZ of what it shows." }</p>
            </>
        }
    });
    html! { <DialogButton title="Export" id="export-title" {content} /> }
}

fn entry(export: Export, state: &UseReducerHandle<State>) -> Html {
    let obstacle = export.obstacle(state.current_run());
    let onclick = Callback::from({
        let state = state.clone();
        move |_: MouseEvent| {
            let name = state.open_example().map_or("clauses", |example| example.name);
            if let Some(translation) = export.translation(name, &state.text, state.current_run()) {
                state.dispatch(Action::WantFile(translation));
            } else if let Some(file) = export.file(name, &state.text, state.current_run()) {
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
