//! The settings of both runs as names and values, in share links and in preferences.

use hornbook::order::Map;
use hornbook::settings::RunSettings;

use crate::state::Side;

/// The choices of a run, which only links carry.
pub(crate) const CHOICES: &str = "choices";

/// Where settings are written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NamedSettings {
    InLinks,
    InPreferences,
}

impl NamedSettings {
    /// What comes before the names of a run's settings.
    fn prefix(self, side: Side) -> &'static str {
        match (self, side) {
            (NamedSettings::InLinks, Side::Left) => "",
            (NamedSettings::InLinks, Side::Right) => "2.",
            (NamedSettings::InPreferences, Side::Left) => "left.",
            (NamedSettings::InPreferences, Side::Right) => "right.",
        }
    }

    /// What is meant by not saying something.
    fn unsaid(self) -> RunSettings {
        match self {
            NamedSettings::InLinks => RunSettings::unsaid_in_links(),
            NamedSettings::InPreferences => RunSettings::default(),
        }
    }

    /// Writes down the settings of one run.
    pub(crate) fn write(self, side: Side, settings: &RunSettings, map: &mut Map<String, String>) {
        settings.write(self.prefix(side), map, &self.unsaid());
        if self == NamedSettings::InLinks && !settings.choices.is_empty() {
            map.insert(format!("{}{CHOICES}", self.prefix(side)), settings.choices.clone());
        }
    }

    /// Takes the settings of both runs out of a map. What is not understood stays there.
    pub(crate) fn take(self, map: &mut Map<String, String>) -> [RunSettings; 2] {
        Side::BOTH.map(|side| {
            let mut settings = RunSettings::take(self.prefix(side), map, self.unsaid());
            if self == NamedSettings::InLinks {
                let choices = map.remove(&format!("{}{CHOICES}", self.prefix(side)));
                settings.choices = choices.unwrap_or_default();
            }
            settings
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::link::fragment;
    use crate::state::{Action, State};
    use hornbook::settings::SETTINGS;

    #[test]
    fn every_setting_comes_back_from_links_and_preferences() {
        for setting in SETTINGS {
            for (side, value) in Side::BOTH
                .into_iter()
                .flat_map(|side| setting.kind.samples().into_iter().map(move |v| (side, v)))
            {
                let mut settings = RunSettings::default();
                assert!(setting.set(&mut settings, &value));
                // A text of the user's own: what is set for an example is not kept.
                let start = || State::new(Some("mine(X).".to_owned()), None);
                let state = start().after(Action::Compare(true)).after(Action::Set(side, settings));
                let link = fragment(&state, false).unwrap();
                let opened = State::new(None, None).after(Action::OpenLink(link.into()));
                assert_eq!(opened.settings, state.settings, "{} {value}", setting.name);
                assert_eq!(opened.notice, None);
                let kept = start().with_preferences((*state.preferences).clone());
                assert_eq!(kept.settings, state.settings, "{} {value}", setting.name);
            }
        }
    }

    #[test]
    fn preferences_of_earlier_versions_are_read() {
        let kept = [
            ("left.strategy", "di"),
            ("left.abstraction", "relineqs"),
            ("left.templates", "loop(I, X, J): X - I"),
            ("left.preprocessing", "true"),
            ("left.look-ahead", "false"),
            ("left.limit", "7"),
            ("right.strategy", "global"),
            ("theme", "dark"),
        ];
        let mut map = kept.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        let [left, right] = NamedSettings::InPreferences.take(&mut map);
        let mut newer = Vec::new();
        for setting in SETTINGS {
            let name = format!("left.{}", setting.name);
            if let Some((_, value)) = kept.iter().find(|(kept, _)| *kept == name) {
                assert_eq!(setting.get(&left), *value, "{name}");
            } else {
                assert_eq!(setting.get(&left), setting.default, "{name}");
                newer.push(setting.name);
            }
        }
        assert_eq!(
            newer,
            ["deeper", "policy", "acceleration", "delay", "encoding"],
            "what those versions did not have is as usual"
        );
        let mut global = RunSettings::default();
        SETTINGS[0].set(&mut global, "global");
        assert_eq!(right, global);
        assert_eq!(map.keys().collect::<Vec<_>>(), ["theme"]);
    }
}
