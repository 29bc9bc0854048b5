//! Light or dark.

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
    const ALL: [Theme; 3] = [Theme::System, Theme::Light, Theme::Dark];

    /// The one that comes next when the user switches.
    #[must_use]
    pub fn next(self) -> Theme {
        match self {
            Theme::System => Theme::Light,
            Theme::Light => Theme::Dark,
            Theme::Dark => Theme::System,
        }
    }

    /// For the style sheet, and to be kept.
    pub fn name(self) -> &'static str {
        match self {
            Theme::System => "system",
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }

    pub fn named(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }

    pub fn label(self) -> &'static str {
        match self {
            Theme::System => "Colours of the system",
            Theme::Light => "Light colours",
            Theme::Dark => "Dark colours",
        }
    }

    pub fn sentence(self) -> &'static str {
        match self {
            Theme::System => "Light or dark, as your system is set.",
            Theme::Light => "Ink on paper, for bright rooms and projectors.",
            Theme::Dark => "Chalk on slate, for dark rooms.",
        }
    }
}
