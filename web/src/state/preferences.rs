//! What the page keeps of how the user likes it, from visit to visit: names and values, as in share links.
//!
//! Only what the user changes is kept. A share link may bring other settings and views along; these last as
//! long as the page is open. Whatever is missing, or was written by another version of the page, or by nobody
//! knows whom, is as usual.

use std::rc::Rc;

use crate::state::layout::Layout;
use crate::state::named_settings::NamedSettings;
use crate::state::playback::Playback;
use crate::state::theme::Theme;
use crate::state::views::View;
use crate::state::{Side, State};
use hornbook::order::Map;

const THEME: &str = "theme";
const VIEWS: &str = "views";
const SPEED: &str = "speed";
const SINGLE_KEYS: &str = "single-keys";
const COMPARES: &str = "compares";
const FOLDED: &str = "folded";
const LAYOUT: &str = "layout";
const STORY: &str = "story";
const WRAPS: &str = "wraps";
const HIDE_LATER: &str = "hide-later";
const OWN_VIEWS: &str = "own-views";
const OWN_LAYOUT: &str = "own-layout";

impl State {
    /// Keeps what is different from the state before, because the user has changed it.
    pub(crate) fn keep_changes(&mut self, before: &State) {
        let (old, new) = (before.preferences_now(), self.preferences_now());
        if old == new {
            return;
        }
        let kept = Rc::make_mut(&mut self.preferences);
        kept.retain(|key, _| new.contains_key(key) || !old.contains_key(key));
        kept.extend(new.into_iter().filter(|(key, value)| old.get(key) != Some(value)));
    }

    /// How the page is now, in terms of what can be kept.
    fn preferences_now(&self) -> Map<String, String> {
        let mut map = Map::new();
        for (side, settings) in Side::BOTH.into_iter().zip(&self.settings_to_keep()) {
            NamedSettings::InPreferences.write(side, settings, &mut map);
        }
        let mut put = |key: &str, value: String| map.insert(key.to_owned(), value);
        put(VIEWS, names(&self.views));
        put(THEME, self.theme.name().to_owned());
        put(SPEED, self.playback.speed().to_string());
        put(SINGLE_KEYS, self.single_keys.to_string());
        put(COMPARES, self.compares.to_string());
        put(FOLDED, self.problem_is_folded.to_string());
        put(LAYOUT, self.layout.to_words());
        put(STORY, self.story_is_open.to_string());
        put(WRAPS, self.wraps.to_string());
        put(HIDE_LATER, self.hide_later.to_string());
        if let Some((views, layout)) = &self.own_arrangement {
            put(OWN_VIEWS, names(views));
            put(OWN_LAYOUT, layout.to_words());
        }
        map
    }

    /// The state as the user likes it.
    #[must_use]
    pub fn with_preferences(mut self, map: Map<String, String>) -> State {
        let get = |key: &str| map.get(key).map(String::as_str);
        if let Some(names) = get(VIEWS) {
            self.views = views_of(names);
        }
        self.layout = get(LAYOUT).map(Layout::from_words).unwrap_or_default();
        self.own_arrangement = get(OWN_VIEWS)
            .map(|views| (views_of(views), get(OWN_LAYOUT).map(Layout::from_words).unwrap_or_default()));
        self.theme = get(THEME).and_then(Theme::named).unwrap_or_default();
        let speed = get(SPEED).and_then(|speed| speed.parse().ok());
        self.playback.set_speed(speed.unwrap_or(Playback::default().speed()));
        let is = |key: &str, usual: bool| get(key).and_then(|value| value.parse().ok()).unwrap_or(usual);
        self.single_keys = is(SINGLE_KEYS, true);
        self.compares = is(COMPARES, false);
        self.problem_is_folded = is(FOLDED, false);
        self.story_is_open = is(STORY, false);
        self.wraps = is(WRAPS, true);
        self.hide_later = is(HIDE_LATER, false);
        self.preferences = Rc::new(map);
        self.settings = self.opening_settings();
        self.restore_lesson();
        self
    }
}

/// The names of views, with spaces between them.
fn names(views: &[View]) -> String {
    let names: Vec<&str> = views.iter().map(|view| view.name()).collect();
    names.join(" ")
}

/// The views with these names, in their order.
fn views_of(names: &str) -> Vec<View> {
    let mut views: Vec<View> = names.split_whitespace().filter_map(View::named).collect();
    views.sort_unstable();
    views.dedup();
    views
}

#[cfg(test)]
mod tests {
    use hornbook::settings::{RunSettings, Strategy};

    use super::*;
    use crate::state::Action;

    #[test]
    fn preferences_come_back() {
        let disjunctive = RunSettings { strategy: Strategy::Disjunctive, ..RunSettings::default() };
        let start = || State::new(Some("mine(X).".to_owned()), None);
        let state = start()
            .after(Action::Set(Side::Left, disjunctive))
            .after(Action::Show(View::Tree, false))
            .after(Action::SetTheme(Theme::Dark))
            .after(Action::SetSingleKeys(false))
            .after(Action::SetSpeed(4))
            .after(Action::HideLater(true))
            .after(Action::Wrap(false))
            .after(Action::FoldProblem(true));
        assert_eq!(start().with_preferences((*state.preferences).clone()), state);
        let back = state.after(Action::Set(Side::Left, RunSettings::default()));
        let again = start().with_preferences((*back.preferences).clone());
        assert_eq!(again.settings, start().settings);
    }

    #[test]
    fn what_a_link_brings_is_not_kept() {
        let cdd = RunSettings { strategy: Strategy::Cdd, limit: 9, ..RunSettings::default() };
        let sender = State::new(None, None)
            .after(Action::Set(Side::Left, cdd.clone()))
            .after(Action::Show(View::Tree, false))
            .after(Action::Compare(true));
        let link = crate::state::link::fragment(&sender, false).unwrap();
        let own = State::new(None, None).after(Action::SetTheme(Theme::Dark));
        let opened = own.after(Action::OpenLink(link.as_str().into()));
        assert_eq!(opened.settings, sender.settings);
        assert_eq!(opened.preferences, own.preferences);
        // A link that travels as a file is a link.
        assert_eq!(own.after(Action::OpenText(link.into())).preferences, own.preferences);
        // What is changed then is kept, and nothing else.
        let changed = opened.after(Action::Set(Side::Left, RunSettings { limit: 10, ..cdd }));
        let again = State::new(None, None).with_preferences((*changed.preferences).clone());
        assert_eq!(
            (again.settings[0].limit, again.settings[0].strategy),
            (10, Strategy::Tree),
            "as gcd opens"
        );
        assert_eq!((again.theme, again.compares), (Theme::Dark, false));
    }

    #[test]
    fn garbage_is_as_usual() {
        let garbage = [(THEME, "plaid"), (SPEED, "-1"), (SINGLE_KEYS, "perhaps"), ("left.limit", "NaN")];
        let garbage: Map<_, _> = garbage.map(|(key, value)| (key.to_owned(), value.to_owned())).into();
        let state = State::new(None, None).with_preferences(garbage.clone());
        let mut usual = State::new(None, None);
        usual.preferences = Rc::new(garbage);
        assert_eq!(state, usual);
        let views = Map::from([(VIEWS.to_owned(), "verdict graph pie graph".to_owned())]);
        assert_eq!(State::new(None, None).with_preferences(views).views, [View::Graph, View::Verdict]);
    }
}
