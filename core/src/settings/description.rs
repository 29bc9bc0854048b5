//! What there is to say about a setting, and how its value is read and written.

use std::str::FromStr;

use super::RunSettings;

/// A setting.
#[derive(Debug)]
pub struct Setting {
    /// As it is called in links, in preferences and on the command line.
    pub name: &'static str,
    /// As it is called on the page.
    pub label: &'static str,
    /// With which others it is listed.
    pub group: Group,
    /// What it does.
    pub sentence: &'static str,
    /// Where to read more; empty if there is nothing to read.
    pub reference: &'static str,
    pub kind: Kind,
    /// What it is on the page, unless the user sets something else.
    pub default: &'static str,
    /// What it is on the command line without its flag; `None` if it then has no effect.
    pub on_command_line: Option<&'static str>,
    /// What a share link means by not saying it. Links last; so this stays as it is, whatever becomes the
    /// default.
    pub unsaid_in_links: &'static str,
    pub(super) get: fn(&RunSettings) -> String,
    pub(super) set: fn(&mut RunSettings, &str) -> bool,
}

/// There is one of each name.
impl PartialEq for Setting {
    fn eq(&self, other: &Setting) -> bool {
        self.name == other.name
    }
}

/// Settings that are listed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// How counterexamples are refuted.
    Refinement,
    /// What is done beside refinement, and for how long.
    Work,
}

/// Which values a setting has.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// One of a few.
    Choice {
        values: fn() -> Vec<&'static Value>,
        /// What goes before the label of a value where the label alone would not say which setting it is
        /// about.
        lead: &'static str,
    },
    /// `true` or `false`, with words for both.
    Switch { on: &'static str, off: &'static str },
    /// A whole number.
    Number { least: u32, most: u32, unit: &'static str },
    /// Templates, to be read with the problem that they are about.
    Templates { example: &'static str },
}

/// One of a few values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// As it is called in links, in preferences and on the command line.
    pub name: &'static str,
    /// As it is called on the page.
    pub label: &'static str,
    /// What it does.
    pub sentence: &'static str,
    /// Where to read more.
    pub reference: &'static str,
}

/// An enum whose variants are the values of a setting.
pub trait Choice: Copy + PartialEq + 'static {
    /// In the order in which they are shown.
    const ALL: &'static [Self];

    fn value(self) -> &'static Value;

    fn name(self) -> &'static str {
        self.value().name
    }

    fn label(self) -> &'static str {
        self.value().label
    }

    /// The value with this name.
    fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|choice| choice.name() == name)
    }
}

/// Values for some settings, under one name.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    pub name: &'static str,
    /// What it does.
    pub sentence: &'static str,
    /// Names of settings, with the names of their values.
    pub values: &'static [(&'static str, &'static str)],
}

impl Setting {
    /// The value by name.
    pub fn get(&self, settings: &RunSettings) -> String {
        (self.get)(settings)
    }

    /// Sets the value by name. A number that is out of range is replaced by the nearest within. Returns
    /// whether the text was understood; if not, the value stays as it is.
    pub fn set(&self, settings: &mut RunSettings, text: &str) -> bool {
        if let Kind::Number { least, most, .. } = self.kind {
            let Ok(number) = text.parse::<u32>() else { return false };
            return (self.set)(settings, &number.clamp(least, most).to_string());
        }
        (self.set)(settings, text)
    }

    /// The value in words that can stand alone, such as "abstraction off" or "50 million steps of work".
    pub fn words(&self, settings: &RunSettings) -> String {
        let name = self.get(settings);
        match self.kind {
            Kind::Choice { values, lead } => {
                let label =
                    values().into_iter().find(|value| value.name == name).map_or("", |value| value.label);
                if lead.is_empty() { label.to_owned() } else { format!("{lead}{}", label.to_lowercase()) }
            }
            Kind::Switch { on, off } => if name == "true" { on } else { off }.to_owned(),
            Kind::Number { unit, .. } => format!("{name} {unit}"),
            Kind::Templates { .. } if name.is_empty() => "no templates".to_owned(),
            Kind::Templates { .. } => format!("templates {name}"),
        }
    }
}

impl Kind {
    /// Values to try out, for tests of what derives from the description: all values if there are few, else
    /// some.
    pub fn samples(&self) -> Vec<String> {
        match self {
            Kind::Choice { values, .. } => values().iter().map(|value| value.name.to_owned()).collect(),
            Kind::Switch { .. } => [true, false].map(|is_on| is_on.to_string()).into(),
            Kind::Number { least, most, .. } => [least, most].map(ToString::to_string).into(),
            Kind::Templates { example } => ["", example].map(str::to_owned).into(),
        }
    }
}

impl Group {
    pub fn label(self) -> &'static str {
        match self {
            Group::Refinement => "Refinement",
            Group::Work => "Work",
        }
    }
}

impl Preset {
    /// Sets what the preset has a value for.
    pub fn apply(&self, settings: &mut RunSettings) {
        for (name, value) in self.values {
            if let Some(setting) = super::SETTINGS.iter().find(|setting| setting.name == *name) {
                setting.set(settings, value);
            }
        }
    }
}

/// The values of an enum.
pub(super) fn values<C: Choice>() -> Vec<&'static Value> {
    C::ALL.iter().map(|choice| choice.value()).collect()
}

/// Replaces a choice by the one with this name, if there is one.
pub(super) fn choose<C: Choice>(name: &str, chosen: &mut C) -> bool {
    let found = C::named(name);
    *chosen = found.unwrap_or(*chosen);
    found.is_some()
}

/// Replaces a value by what the text says, if it says one.
pub(super) fn read<T: FromStr>(text: &str, value: &mut T) -> bool {
    text.parse().map(|read| *value = read).is_ok()
}
