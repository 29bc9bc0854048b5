//! Small things that the page asks of the browser.

use wasm_bindgen::JsCast;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url, Window};

use crate::export::File;

/// What the address of the page asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// The whole page.
    Whole,
    /// Only the solver and its views, as a part of slides or of a course page: `?embed`.
    Embedded {
        /// With the editor: `?embed=editor`.
        has_editor: bool,
    },
}

impl Mode {
    pub(crate) fn asked_for() -> Self {
        let search = web_sys::window().and_then(|window| window.location().search().ok()).unwrap_or_default();
        let mut parts = search.trim_start_matches('?').split('&');
        match parts.find(|part| *part == "embed" || part.starts_with("embed=")) {
            Some(part) => Mode::Embedded { has_editor: part == "embed=editor" },
            None => Mode::Whole,
        }
    }
}

/// The address of the page, without what follows `?` or `#`.
pub(crate) fn address() -> String {
    let location = web_sys::window().as_ref().map(Window::location);
    let part = |part: Option<String>| part.unwrap_or_default();
    part(location.as_ref().and_then(|location| location.origin().ok()))
        + &part(location.as_ref().and_then(|location| location.pathname().ok()))
}

/// What follows the `#` in the address, with it.
pub(crate) fn fragment() -> String {
    web_sys::window().and_then(|window| window.location().hash().ok()).unwrap_or_default()
}

/// Removes the fragment from the address, because the page does not show what it says any more.
pub(crate) fn forget_fragment() {
    let Some(window) = web_sys::window() else { return };
    let search = window.location().search().unwrap_or_default();
    if let Ok(history) = window.history() {
        let address = address() + &search;
        history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&address)).ok();
    }
}

/// Whether an element of the page has this id.
pub(crate) fn has_element(id: &str) -> bool {
    let document = web_sys::window().and_then(|window| window.document());
    document.is_some_and(|document| document.get_element_by_id(id).is_some())
}

/// Puts a text on the clipboard. Whoever forbids this to the page can still select the text.
pub(crate) fn copy(text: &str) {
    if let Some(window) = web_sys::window() {
        let _promise = window.navigator().clipboard().write_text(text);
    }
}

/// Lets the user save a file.
pub(crate) fn download(file: &File) {
    let Some(document) = web_sys::window().and_then(|window| window.document()) else { return };
    let options = BlobPropertyBag::new();
    options.set_type("text/plain;charset=utf-8");
    let parts = js_sys::Array::of1(&file.content.as_str().into());
    let Ok(blob) = Blob::new_with_str_sequence_and_options(&parts, &options) else { return };
    let (Ok(address), Ok(anchor)) = (Url::create_object_url_with_blob(&blob), document.create_element("a"))
    else {
        return;
    };
    if let Ok(anchor) = anchor.dyn_into::<HtmlAnchorElement>() {
        anchor.set_href(&address);
        anchor.set_download(&file.name);
        anchor.click();
    }
    // The browser has begun to read by the time that it is idle.
    gloo_timers::callback::Timeout::new(60_000, move || drop(Url::revoke_object_url(&address))).forget();
}
