//! Small things that the page asks of the browser.

use gloo_utils::{document, window};

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
        let search = search();
        let mut parts = search.trim_start_matches('?').split('&');
        match parts.find(|part| *part == "embed" || part.starts_with("embed=")) {
            Some(part) => Mode::Embedded { has_editor: part == "embed=editor" },
            None => Mode::Whole,
        }
    }
}

/// The name of the page whose notes this window is to show, if it is such a window: `?notes=name`.
pub(crate) fn notes_of() -> Option<String> {
    search().strip_prefix("?notes=").map(str::to_owned)
}

/// The address of the page, without what follows `?` or `#`.
pub(crate) fn address() -> String {
    let location = window().location();
    location.origin().unwrap_or_default() + &location.pathname().unwrap_or_default()
}

/// What follows the `?` in the address, with it.
pub(crate) fn search() -> String {
    window().location().search().unwrap_or_default()
}

/// What follows the `#` in the address, with it.
pub(crate) fn fragment() -> String {
    window().location().hash().unwrap_or_default()
}

/// Removes the fragment from the address, because the page does not show what it says any more.
pub(crate) fn forget_fragment() {
    if let Ok(history) = window().history() {
        let address = address() + &search();
        history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&address)).ok();
    }
}

/// A new entry of the history, which says nothing yet.
pub(crate) fn begin_entry() {
    if let Ok(history) = window().history() {
        let address = address() + &search();
        history.push_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&address)).ok();
    }
}

/// Writes a fragment into the address, with a mark that stays with this entry of the history; as a new entry
/// if it is about something else.
pub(crate) fn write_fragment(fragment: &str, mark: &str, is_new: bool) {
    if let Ok(history) = window().history() {
        let address = format!("{}{}#{fragment}", address(), search());
        let mark = wasm_bindgen::JsValue::from_str(mark);
        // Browsers refuse to do this very often; then the address stays as it was.
        if is_new {
            history.push_state_with_url(&mark, "", Some(&address)).ok();
        } else {
            history.replace_state_with_url(&mark, "", Some(&address)).ok();
        }
    }
}

/// The mark of the present entry of the history, if it has one.
pub(crate) fn entry_mark() -> Option<String> {
    window().history().ok()?.state().ok()?.as_string()
}

/// Whether an element of the page has this id.
pub(crate) fn has_element(id: &str) -> bool {
    document().get_element_by_id(id).is_some()
}

/// How high the window is, in pixels.
pub(crate) fn window_height() -> Option<f64> {
    window().inner_height().ok()?.as_f64()
}

/// Whether the window fulfils a media query.
pub(crate) fn matches_media(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|query| query.matches())
}
