//! The user's text, kept in the browser as they type, and how they like the page.
//!
//! A browser may refuse to store anything (private windows, full disks); the page then works on and says so.

use web_sys::Storage;

use crate::settings::Choice;
use crate::state::State;

const TEXT: &str = "hornbook.text";
const SET_ASIDE: &str = "hornbook.set-aside";
const KEEPSAKES: &str = "hornbook.keepsakes";
/// Read by `page.js` as well, so that no light flashes up while a dark page loads.
const THEME: &str = "hornbook.theme";

/// The state with what was kept at the last visit.
pub(crate) fn restore() -> State {
    let read = |key| storage()?.get_item(key).ok().flatten();
    let keepsakes = read(KEEPSAKES).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    State::new(read(TEXT), read(SET_ASIDE)).with_keepsakes(&keepsakes)
}

/// Keeps how the user likes the page, if that has changed. It is a pity if that fails, but no reason to complain.
pub(crate) fn keep(before: &State, after: &State) {
    let keepsakes = after.keepsakes();
    if keepsakes != before.keepsakes()
        && let Some(storage) = storage()
        && let Ok(text) = serde_json::to_string(&keepsakes)
    {
        storage.set_item(KEEPSAKES, &text).ok();
        storage.set_item(THEME, after.theme.name()).ok();
    }
}

/// Keeps the texts of a state; says whether that worked.
pub(crate) fn save(state: &State) -> bool {
    let Some(storage) = storage() else { return false };
    let aside = match &state.set_aside {
        Some(text) => storage.set_item(SET_ASIDE, text),
        None => storage.remove_item(SET_ASIDE),
    };
    aside.and_then(|()| storage.set_item(TEXT, &state.text)).is_ok()
}

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}
