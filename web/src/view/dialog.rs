//! A dialog: the browser's own, which keeps the focus inside, closes on Escape and gives the focus back.

use web_sys::HtmlDialogElement;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct DialogProperties {
    /// Its name, and the id of its heading.
    pub(crate) title: AttrValue,
    pub(crate) id: &'static str,
    pub(crate) is_open: bool,
    pub(crate) close: Callback<()>,
    pub(crate) children: Html,
}

#[function_component]
pub(crate) fn Dialog(properties: &DialogProperties) -> Html {
    let DialogProperties { title, id, is_open, close, children } = properties;
    let dialog = use_node_ref();
    use_effect_with((dialog.clone(), *is_open), |(dialog, is_open)| {
        let Some(dialog) = dialog.cast::<HtmlDialogElement>() else { return };
        match (*is_open, dialog.open()) {
            // This fails only for a dialog that is open already.
            (true, false) => drop(dialog.show_modal()),
            (false, true) => dialog.close(),
            _ => {}
        }
    });
    let onclose = close.reform(|_: Event| ());
    let onclick = close.reform(|_: MouseEvent| ());
    html! {
        <dialog ref={dialog} class="dialog" aria-labelledby={*id} {onclose}>
            if *is_open {
                <header>
                    <h2 id={*id}>{ title }</h2>
                    <button type="button" class="quiet" {onclick}>{ "Close" }</button>
                </header>
                { children.clone() }
            }
        </dialog>
    }
}
