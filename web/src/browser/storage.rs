//! The user's texts, kept in the browser as they type, and how they like the page.
//!
//! What all tabs share (`localStorage`) has one draft per tab; what a tab has for itself (`sessionStorage`)
//! is its name, and its text if that is too large to be shared: a reload must not lose it. A browser may
//! refuse to store anything (private windows, full disks); the page then works on and says so.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Event, Storage, StorageEvent, Window};

use crate::browser::environment::Mode;
use crate::state::{Action, State};
use crate::text::drafts::{self, ASIDE, Draft, Saving};

const DRAFT: &str = "hornbook.draft.";
const NOTE: &str = "hornbook.note.";
const TAB: &str = "hornbook.tab";
/// Present while the page is open in the tab of this storage: whoever finds it at the start is a copy of that
/// tab.
const IS_OPEN: &str = "hornbook.is-open";
/// The text of this tab, if it is too large for a draft; and likewise with [`ASIDE`] the one set aside.
const LARGE: &str = "hornbook.large";

thread_local! {
    static TAB_NAME: TabName = TabName::find();
}

// The name of old, so that nobody loses what is kept there.
const PREFERENCES: &str = "hornbook.keepsakes";
/// Read by `first.js` as well, so that no light flashes up while a dark page loads.
const THEME: &str = "hornbook.theme";

/// The state with what was kept at the last visit.
pub(crate) fn restore() -> State {
    if is_guest() {
        return State::new(None, None);
    }
    let drafts = all_drafts();
    let name = own_name();
    let find = |name: &str| drafts.iter().find(|draft| draft.name == name);
    let origin = TAB_NAME.with(|tab| tab.copied_from.clone()).unwrap_or_default();
    let newest = || drafts.iter().filter(|draft| !draft.name.ends_with(ASIDE)).max_by_key(|draft| draft.time);
    let text = find(&name).or_else(|| find(&origin)).or_else(newest);
    let aside = text.and_then(|draft| find(&format!("{}{ASIDE}", draft.name)));
    let large = |end: &str| session()?.get_item(&format!("{LARGE}{end}")).ok().flatten();
    let (large_text, large_aside) = (large(""), large(ASIDE));
    let is_large = large_text.is_some() || large_aside.is_some();
    let text = large_text.or_else(|| text.map(|draft| draft.text.to_string()));
    let aside = large_aside.or_else(|| aside.map(|draft| draft.text.to_string()));
    let mut state = State::new(text, aside);
    if is_large {
        state = state.after(Action::Saved(Saving::UntilClosed));
    }
    for outdated in drafts::outdated(&drafts, &name) {
        forget(&outdated);
    }
    let preferences = storage().and_then(|storage| storage.get_item(PREFERENCES).ok().flatten());
    let preferences = preferences.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    state.after(Action::FoundDrafts(others())).with_preferences(preferences)
}

/// Keeps how the user likes the page, if that has changed. It is a pity if that fails, but no reason to
/// complain.
pub(crate) fn keep(before: &State, after: &State) {
    if after.preferences != before.preferences
        && !is_guest()
        && let Some(storage) = storage()
        && let Ok(text) = serde_json::to_string(&*after.preferences)
    {
        storage.set_item(PREFERENCES, &text).ok();
        storage.set_item(THEME, after.theme.name()).ok();
    }
}

/// Keeps the user's texts of a state; says whether that worked. What was kept before stays if it did not.
pub(crate) fn save(state: &State) -> Saving {
    if is_guest() {
        return Saving::Saved;
    }
    let (text, aside) = state.kept_texts();
    let aside = keep_own(ASIDE, aside.map(|aside| &**aside));
    keep_own("", Some(text)).and(aside)
}

/// Keeps a text of this tab: with those of the others, or for itself if it is too large for that.
fn keep_own(end: &str, text: Option<&str>) -> Saving {
    let (key, large) = (format!("{DRAFT}{}{end}", own_name()), format!("{LARGE}{end}"));
    if let Some(session) = session() {
        if let Some(text) = text.filter(|text| !drafts::fits(text))
            && session.set_item(&large, text).is_ok()
        {
            return Saving::UntilClosed;
        }
        session.remove_item(&large).ok();
    }
    if let Some(text) = text {
        return keep_as(&key, text);
    }
    remove(&key);
    Saving::Saved
}

fn keep_as(key: &str, text: &str) -> Saving {
    if !drafts::fits(text) {
        return Saving::TooLarge;
    }
    match storage().map(|storage| storage.set_item(key, &Draft::write(now(), text))) {
        Some(Ok(())) => Saving::Saved,
        _ => Saving::Refused,
    }
}

fn remove(key: &str) {
    if let Some(storage) = storage() {
        storage.remove_item(key).ok();
    }
}

/// The drafts of other tabs and earlier visits.
pub(crate) fn others() -> Rc<[Draft]> {
    let own = own_name();
    all_drafts().into_iter().filter(|draft| !draft.name.starts_with(&own)).collect()
}

/// Whether another tab has saved or forgotten a draft.
pub(crate) fn is_about_drafts(event: &Event) -> bool {
    let key = event.dyn_ref::<StorageEvent>().and_then(StorageEvent::key);
    key.is_none_or(|key| key.starts_with(DRAFT))
}

/// Keeps a text that this tab gives up as a draft of its own; hands it back if that does not work.
pub(crate) fn keep_text(text: &Rc<str>) -> Result<(), Draft> {
    let name = new_name();
    if is_guest() || keep_as(&format!("{DRAFT}{name}"), text) == Saving::Saved {
        return Ok(());
    }
    Err(Draft { name, time: now(), text: Rc::clone(text) })
}

/// A page that is part of another shows what that asks for, and leaves nothing behind.
fn is_guest() -> bool {
    Mode::asked_for() != Mode::Whole
}

/// Forgets a draft at the user's wish.
pub(crate) fn forget(draft: &str) {
    remove(&format!("{DRAFT}{draft}"));
}

/// The page is about to be left or reloaded: whoever comes next in this tab is not a copy of it.
pub(crate) fn leave() {
    if let Some(session) = session() {
        session.remove_item(IS_OPEN).ok();
    }
}

/// The page is here (again).
pub(crate) fn enter() {
    if let Some(session) = session() {
        session.set_item(IS_OPEN, "yes").ok();
    }
}

fn all_drafts() -> Vec<Draft> {
    let Some(storage) = storage() else { return Vec::new() };
    let keys =
        (0..storage.length().unwrap_or_default()).filter_map(|index| storage.key(index).ok().flatten());
    keys.filter_map(|key| {
        let stored = storage.get_item(&key).ok().flatten()?;
        Draft::read(key.strip_prefix(DRAFT)?, &stored)
    })
    .collect()
}

/// What a teacher has written about something, in all windows of this browser.
pub(crate) fn note(about: &str) -> String {
    storage()
        .and_then(|storage| storage.get_item(&format!("{NOTE}{about}")).ok().flatten())
        .unwrap_or_default()
}

pub(crate) fn keep_note(about: &str, text: &str) {
    let key = format!("{NOTE}{about}");
    if text.trim().is_empty() {
        remove(&key);
    } else if let Some(storage) = storage() {
        storage.set_item(&key, text).ok();
    }
}

/// The name of this tab.
pub(crate) fn own_name() -> String {
    TAB_NAME.with(|tab| tab.name.clone())
}

/// A name that no other draft has.
fn new_name() -> String {
    let chance = js_sys::Math::random().to_bits();
    format!("{:x}-{chance:x}", now())
}

/// What this tab is called.
struct TabName {
    name: String,
    /// A duplicate of a tab starts with a copy of its storage, but needs a name of its own.
    copied_from: Option<String>,
}

impl TabName {
    fn find() -> Self {
        let session = session();
        let read = |key| session.as_ref()?.get_item(key).ok().flatten();
        let (known, copied_from) = match read(IS_OPEN) {
            None => (read(TAB), None),
            Some(_) => (None, read(TAB)),
        };
        let name = known.unwrap_or_else(new_name);
        if let Some(session) = &session {
            session.set_item(TAB, &name).ok();
        }
        Self { name, copied_from }
    }
}

/// In milliseconds since 1970.
#[allow(clippy::cast_sign_loss, reason = "that was before any draft")]
fn now() -> u64 {
    js_sys::Date::now() as u64
}

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}

fn session() -> Option<Storage> {
    web_sys::window().as_ref().map(Window::session_storage)?.ok().flatten()
}
