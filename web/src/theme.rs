//! Light or dark.

use crate::settings::Choice;

/// Which colours the page has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Those that the user's system asks for.
    #[default]
    System,
    Light,
    Dark,
}

impl Theme {
    /// The one that comes next when the user switches.
    #[must_use]
    pub fn next(self) -> Theme {
        match self {
            Theme::System => Theme::Light,
            Theme::Light => Theme::Dark,
            Theme::Dark => Theme::System,
        }
    }
}

impl Choice for Theme {
    const ALL: &'static [Theme] = &[Theme::System, Theme::Light, Theme::Dark];

    fn name(self) -> &'static str {
        match self {
            Theme::System => "system",
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }

    fn label(self) -> &'static str {
        match self {
            Theme::System => "Colours of the system",
            Theme::Light => "Light colours",
            Theme::Dark => "Dark colours",
        }
    }

    fn sentence(self) -> &'static str {
        match self {
            Theme::System => "Light or dark, as your system asks for.",
            Theme::Light => "Ink on paper, for bright rooms and projectors.",
            Theme::Dark => "Chalk on slate, for dark rooms.",
        }
    }
}
