//! Copying a text, also where a page has no clipboard: on plain http, or without the permission.
//!
//! A browser gives its clipboard to pages from https or loopback only. Elsewhere the text is selected where
//! it is shown and copied by the old command; if that is refused as well, it stays selected and the user
//! copies it.

use gloo_utils::{document, window};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Clipboard, Element, HtmlDocument, HtmlInputElement};
use yew::Callback;

/// What has become of a text that was to be copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Copied {
    /// It is on the clipboard.
    ToClipboard,
    /// It is selected, for the user to copy it by key.
    Selected,
}

impl Copied {
    /// What is written on the button then.
    pub(crate) fn label(self) -> &'static str {
        match self {
            Copied::ToClipboard => "Copied",
            Copied::Selected => "Selected: copy it with Ctrl C",
        }
    }
}

/// Puts a text, which an element shows, on the clipboard.
pub(crate) fn copy(text: &str, shown_in: Option<Element>, done: Callback<Copied>) {
    let Some(clipboard) = clipboard() else {
        done.emit(copy_shown(shown_in.as_ref()));
        return;
    };
    let promise = clipboard.write_text(text);
    spawn_local(async move {
        done.emit(match JsFuture::from(promise).await {
            Ok(_) => Copied::ToClipboard,
            Err(_) => copy_shown(shown_in.as_ref()),
        });
    });
}

/// The clipboard is absent outside of secure contexts, whatever its type in the bindings says.
fn clipboard() -> Option<Clipboard> {
    let clipboard = js_sys::Reflect::get(&window().navigator(), &"clipboard".into()).ok()?;
    clipboard.is_object().then(|| clipboard.unchecked_into())
}

fn copy_shown(element: Option<&Element>) -> Copied {
    if let Some(element) = element {
        select(element);
    }
    match document().dyn_into::<HtmlDocument>().map(|document| document.exec_command("copy")) {
        Ok(Ok(true)) => Copied::ToClipboard,
        _ => Copied::Selected,
    }
}

/// Selects all that an element shows, and lets it be seen.
fn select(element: &Element) {
    if let Ok(Some(details)) = element.closest("details") {
        details.set_attribute("open", "").ok();
    }
    if let Some(field) = element.dyn_ref::<HtmlInputElement>() {
        field.focus().ok();
        field.select();
    } else if let Ok(Some(selection)) = window().get_selection() {
        selection.select_all_children(element).ok();
    }
}
