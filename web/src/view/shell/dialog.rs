//! Dialogs: the browser's own, which keep the focus inside, close on Escape and give the focus back.

use web_sys::HtmlDialogElement;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct DialogButtonProperties {
    /// What is on the button, and the heading of the dialog.
    pub(super) title: &'static str,
    /// The id of the heading.
    pub(super) id: &'static str,
    /// What is in the dialog while it is open.
    pub(super) content: Callback<(), Html>,
}

/// A button that opens a dialog.
#[function_component]
pub(super) fn DialogButton(properties: &DialogButtonProperties) -> Html {
    let DialogButtonProperties { title, id, content } = properties;
    let is_open = use_state_eq(|| false);
    let dialog = use_modal(*is_open);
    let set = |open: bool| {
        let is_open = is_open.setter();
        Callback::from(move |()| is_open.set(open))
    };
    let open = set(true).reform(|_: MouseEvent| ());
    let close = set(false).reform(|_: MouseEvent| ());
    let onclose = set(false).reform(|_: Event| ());
    html! {
        <>
            <button type="button" class="quiet" onclick={open} aria-haspopup="dialog">{ *title }</button>
            <dialog ref={dialog} class="dialog" aria-labelledby={*id} {onclose}>
                if *is_open {
                    <header>
                        <h2 id={*id}>{ *title }</h2>
                        <button type="button" class="quiet" onclick={close}>{ "Close" }</button>
                    </header>
                    { content.emit(()) }
                }
            </dialog>
        </>
    }
}

/// A dialog that is open if and only if this says so. The reference is for the element of the dialog.
#[hook]
pub(super) fn use_modal(is_open: bool) -> NodeRef {
    let dialog = use_node_ref();
    use_effect_with((dialog.clone(), is_open), |(dialog, is_open)| {
        let Some(dialog) = dialog.cast::<HtmlDialogElement>() else { return };
        match (*is_open, dialog.open()) {
            // This fails only for a dialog that is open already, or not in the page.
            (true, false) => drop(dialog.show_modal()),
            (false, true) => dialog.close(),
            _ => {}
        }
    });
    dialog
}
