//! What the page keeps of how the user likes it, from visit to visit: names and values, as in share links.
//!
//! Whatever is missing, or was written by another version of the page, or by nobody knows whom, is as usual.

use std::collections::BTreeMap;

use crate::playback::Playback;
use crate::settings::RunSettings;
use crate::state::{Side, State};
use crate::theme::Theme;
use crate::views::View;

const THEME: &str = "theme";
const VIEWS: &str = "views";
const SPEED: &str = "speed";
const SINGLE_KEYS: &str = "single-keys";
const COMPARES: &str = "compares";
const FOLDED: &str = "folded";

impl State {
    /// What to keep.
    pub fn keepsakes(&self) -> BTreeMap<String, String> {
        let mut map = BTreeMap::new();
        for side in Side::BOTH {
            self.settings[side as usize].write(prefix(side), &mut map);
        }
        let mut put = |key: &str, value: String| map.insert(key.to_owned(), value);
        let views: Vec<&str> = self.views.iter().map(|view| view.name()).collect();
        put(VIEWS, views.join(" "));
        put(THEME, self.theme.name().to_owned());
        put(SPEED, self.playback.speed().to_string());
        put(SINGLE_KEYS, self.single_keys.to_string());
        put(COMPARES, self.compares.to_string());
        put(FOLDED, self.problem_is_folded.to_string());
        map
    }

    /// The state as the user likes it.
    #[must_use]
    pub fn with_keepsakes(mut self, map: &BTreeMap<String, String>) -> State {
        let get = |key: &str| map.get(key).map(String::as_str);
        for side in Side::BOTH {
            self.settings[side as usize] = RunSettings::read(prefix(side), map);
        }
        if let Some(names) = get(VIEWS) {
            self.views = names.split_whitespace().filter_map(View::named).collect();
            self.views.sort_unstable();
            self.views.dedup();
        }
        self.theme = get(THEME).and_then(Theme::named).unwrap_or_default();
        let speed = get(SPEED).and_then(|speed| speed.parse().ok());
        self.playback.set_speed(speed.unwrap_or(Playback::default().speed()));
        let is = |key: &str, usual: bool| get(key).and_then(|value| value.parse().ok()).unwrap_or(usual);
        self.single_keys = is(SINGLE_KEYS, true);
        self.compares = is(COMPARES, false);
        self.problem_is_folded = is(FOLDED, false);
        self
    }
}

/// Tells the settings of the two runs apart.
fn prefix(side: Side) -> &'static str {
    match side {
        Side::Left => "left.",
        Side::Right => "right.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Strategy;
    use crate::state::Action;

    #[test]
    fn keepsakes_come_back() {
        let disjunctive = RunSettings { strategy: Strategy::Disjunctive, ..RunSettings::default() };
        let state = State::new(None, None)
            .after(Action::Set(Side::Left, disjunctive))
            .after(Action::Show(View::Tree, false))
            .after(Action::SetTheme(Theme::Dark))
            .after(Action::SetSingleKeys(false))
            .after(Action::SetSpeed(4))
            .after(Action::FoldProblem(true));
        assert_eq!(State::new(None, None).with_keepsakes(&state.keepsakes()), state);
    }

    #[test]
    fn garbage_is_as_usual() {
        let garbage = [(THEME, "plaid"), (SPEED, "-1"), (SINGLE_KEYS, "perhaps"), ("left.limit", "NaN")];
        let garbage = garbage.map(|(key, value)| (key.to_owned(), value.to_owned())).into();
        assert_eq!(State::new(None, None).with_keepsakes(&garbage), State::new(None, None));
        let views = BTreeMap::from([(VIEWS.to_owned(), "verdict graph pie graph".to_owned())]);
        assert_eq!(State::new(None, None).with_keepsakes(&views).views, [View::Graph, View::Verdict]);
    }
}
