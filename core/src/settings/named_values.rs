//! Settings as names and values: what is not said is as in the default settings of the place.

use super::{RunSettings, SETTINGS};
use crate::order::Map;

impl Default for RunSettings {
    /// As on the page before anything is set.
    fn default() -> RunSettings {
        RunSettings::of(|setting| setting.default)
    }
}

impl RunSettings {
    /// As on the command line without flags. What has no effect there is as on the page.
    pub fn on_command_line() -> RunSettings {
        RunSettings::of(|setting| setting.on_command_line.unwrap_or(setting.default))
    }

    /// What a share link means by saying nothing.
    pub fn unsaid_in_links() -> RunSettings {
        RunSettings::of(|setting| setting.unsaid_in_links)
    }

    /// Writes the settings down by name, each name after the prefix, without those that are as `unsaid`.
    pub fn write(&self, prefix: &str, map: &mut Map<String, String>, unsaid: &RunSettings) {
        for setting in SETTINGS {
            let value = setting.get(self);
            if value != setting.get(unsaid) {
                map.insert(format!("{prefix}{}", setting.name), value);
            }
        }
    }

    /// Takes the settings out of a map; what is missing or not understood is as `unsaid`. What is not
    /// understood stays in the map.
    pub fn take(prefix: &str, map: &mut Map<String, String>, unsaid: RunSettings) -> RunSettings {
        let mut settings = unsaid;
        for setting in SETTINGS {
            let name = format!("{prefix}{}", setting.name);
            if map.get(&name).is_some_and(|value| setting.set(&mut settings, value)) {
                map.remove(&name);
            }
        }
        settings
    }

    /// All settings by name.
    pub fn by_name(&self) -> Map<&'static str, String> {
        SETTINGS.iter().map(|setting| (setting.name, setting.get(self))).collect()
    }
}
