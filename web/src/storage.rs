//! The user's text, kept in the browser as they type.
//!
//! A browser may refuse to store anything (private windows, full disks); the page then works on and says so.

use web_sys::Storage;

use crate::state::State;

const TEXT: &str = "hornbook.text";
const SET_ASIDE: &str = "hornbook.set-aside";

/// The state with what was kept at the last visit.
pub(crate) fn restore() -> State {
    let read = |key| storage()?.get_item(key).ok().flatten();
    State::new(read(TEXT), read(SET_ASIDE))
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
