//! What a user can set before a run, in the words of the page and of share links.

use std::collections::BTreeMap;

use hornbook::engine;
use hornbook::guide::Guidance;
use hornbook::horn::Pipeline;
use serde::{Deserialize, Serialize};

/// The settings of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunSettings {
    pub strategy: Strategy,
    pub abstraction: Abstraction,
    /// Templates for the abstraction, beside those in the text ([`crate::templates`]).
    pub templates: String,
    /// Whether the clauses are simplified before they are solved.
    pub preprocessing: bool,
    /// Whether derivations beyond those that the strategy asks for are tried from time to time.
    pub look_ahead: bool,
    /// The run pauses after so many million steps of work.
    pub limit: u32,
}

/// A setting with a few values, each with a name for links, a label, and a sentence.
pub trait Choice: Copy + PartialEq + 'static {
    const ALL: &'static [Self];
    /// Short, for links.
    fn name(self) -> &'static str;
    fn label(self) -> &'static str;
    /// What it does, in a sentence.
    fn sentence(self) -> &'static str;
    /// Where to read more, if there is something to read.
    fn reference(self) -> &'static str {
        ""
    }

    fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|choice| choice.name() == name)
    }
}

/// Which counterexamples are refuted at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Strategy {
    #[default]
    Tree,
    Disjunctive,
    Cdd,
    Global,
}

impl Choice for Strategy {
    const ALL: &'static [Strategy] =
        &[Strategy::Tree, Strategy::Disjunctive, Strategy::Cdd, Strategy::Global];

    fn name(self) -> &'static str {
        match self {
            Strategy::Tree => "ti",
            Strategy::Disjunctive => "di",
            Strategy::Cdd => "cdd",
            Strategy::Global => "global",
        }
    }

    fn label(self) -> &'static str {
        match self {
            Strategy::Tree => "TI: one tree",
            Strategy::Disjunctive => "DI: all trees at once",
            Strategy::Cdd => "CDD: unwinding",
            Strategy::Global => "Global",
        }
    }

    fn sentence(self) -> &'static str {
        match self {
            Strategy::Tree => "Refutes one counterexample of minimal depth at a time, by tree interpolation.",
            Strategy::Disjunctive => {
                "Refutes all counterexamples of minimal depth at once, by disjunctive interpolation: \
                 fewer refinements, and more work for each."
            }
            Strategy::Cdd => {
                "Writes out all derivations up to the depth of the counterexample as clauses without recursion, and solves these \
                 with few copies of relation symbols."
            }
            Strategy::Global => {
                "Keeps a single conjunction of predicates for each relation symbol: a small graph, and all derivations that led \
                 to it are refuted at once."
            }
        }
    }

    fn reference(self) -> &'static str {
        match self {
            Strategy::Tree => "Rümmer, Hojjat, Kuncak, CAV 2013, Sect. 6",
            Strategy::Disjunctive => "Rümmer, Hojjat, Kuncak, CAV 2013, Sect. 5 and 6",
            Strategy::Cdd => "Zhou, Heath, Harris, HCVS 2018",
            Strategy::Global => "Hojjat, thesis, Fig. 5.9",
        }
    }
}

/// How interpolants are guided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Abstraction {
    #[default]
    Auto,
    Off,
    Term,
    Octagon,
    RelativeEquations,
    RelativeInequalities,
    User,
}

impl Abstraction {
    fn guidance(self) -> Guidance {
        match self {
            Abstraction::Auto => Guidance::Auto,
            Abstraction::Off => Guidance::Off,
            Abstraction::Term => Guidance::Term,
            Abstraction::Octagon => Guidance::Oct,
            Abstraction::RelativeEquations => Guidance::RelEqs,
            Abstraction::RelativeInequalities => Guidance::RelIneqs,
            Abstraction::User => Guidance::User,
        }
    }
}

impl Choice for Abstraction {
    const ALL: &'static [Abstraction] = &[
        Abstraction::Auto,
        Abstraction::Off,
        Abstraction::Term,
        Abstraction::Octagon,
        Abstraction::RelativeEquations,
        Abstraction::RelativeInequalities,
        Abstraction::User,
    ];

    fn name(self) -> &'static str {
        match self {
            Abstraction::Auto => "auto",
            Abstraction::Off => "off",
            Abstraction::Term => "term",
            Abstraction::Octagon => "oct",
            Abstraction::RelativeEquations => "releqs",
            Abstraction::RelativeInequalities => "relineqs",
            Abstraction::User => "user",
        }
    }

    fn label(self) -> &'static str {
        match self {
            Abstraction::Auto => "Auto",
            Abstraction::Off => "Off",
            Abstraction::Term => "Terms",
            Abstraction::Octagon => "Octagons",
            Abstraction::RelativeEquations => "Relative equations",
            Abstraction::RelativeInequalities => "Relative inequalities",
            Abstraction::User => "Mine only",
        }
    }

    fn sentence(self) -> &'static str {
        match self {
            Abstraction::Auto => {
                "Looks at what the loops change, and prefers interpolants about what stays the same. \
                 Your templates, if there are any, come first."
            }
            Abstraction::Off => "Takes interpolants as the prover finds them.",
            Abstraction::Term => "Prefers interpolants about few arguments: each argument is a template.",
            Abstraction::Octagon => "Templates are arguments, and sums and differences of two.",
            Abstraction::RelativeEquations => {
                "Templates are arguments, and differences that cancel how fast two arguments change."
            }
            Abstraction::RelativeInequalities => {
                "Bounds on arguments, and on differences that cancel how fast two arguments change."
            }
            Abstraction::User => "Only the templates that you give, here or in the text.",
        }
    }

    fn reference(self) -> &'static str {
        match self {
            Abstraction::Auto => "Leroux, Rümmer, Subotić, Acta Informatica 2016, Sect. 7 and 8",
            Abstraction::Off => "Rümmer, Hojjat, Kuncak, CAV 2013",
            Abstraction::Term => "Leroux, Rümmer, Subotić, Acta Informatica 2016, Sect. 8.2, (1)",
            Abstraction::Octagon => "Leroux, Rümmer, Subotić, Acta Informatica 2016, Sect. 8.2, (2)",
            Abstraction::RelativeEquations => {
                "Leroux, Rümmer, Subotić, Acta Informatica 2016, Sect. 8.2, (3)"
            }
            Abstraction::RelativeInequalities => {
                "Leroux, Rümmer, Subotić, Acta Informatica 2016, Sect. 8.2, (4)"
            }
            Abstraction::User => "Leroux, Rümmer, Subotić, Acta Informatica 2016, Def. 4 to 6",
        }
    }
}

/// How many million steps a run may take before it pauses, unless the user sets another limit.
pub const USUAL_LIMIT: u32 = 50;

/// The largest limit that can be set.
pub const LARGEST_LIMIT: u32 = 100_000;

impl Default for RunSettings {
    fn default() -> RunSettings {
        RunSettings {
            strategy: Strategy::default(),
            abstraction: Abstraction::default(),
            templates: String::new(),
            preprocessing: false,
            look_ahead: true,
            limit: USUAL_LIMIT,
        }
    }
}

impl RunSettings {
    /// What a share link means by not saying something. Links last; so this stays as it is, whatever becomes usual.
    pub fn unsaid_in_links() -> RunSettings {
        RunSettings {
            strategy: Strategy::Tree,
            abstraction: Abstraction::Auto,
            templates: String::new(),
            preprocessing: false,
            look_ahead: false,
            limit: 50,
        }
    }

    /// The settings in the engine's terms.
    pub fn engine(&self) -> engine::Settings {
        engine::Settings {
            strategy: match self.strategy {
                Strategy::Tree => engine::Strategy::Tree,
                Strategy::Disjunctive => engine::Strategy::Disjunctive,
                Strategy::Cdd => engine::Strategy::Cdd,
                Strategy::Global => engine::Strategy::Global,
            },
            abstraction: self.abstraction.guidance(),
            pipeline: if self.preprocessing { Pipeline::default() } else { Pipeline::none() },
            probing: self.look_ahead,
            ..engine::Settings::default()
        }
    }

    /// The steps of work before a pause.
    pub fn steps(&self) -> u64 {
        u64::from(self.limit) * 1_000_000
    }

    /// Writes the settings down by name, for a share link or for the next visit, without those that are as `unsaid`.
    pub fn write(&self, prefix: &str, map: &mut BTreeMap<String, String>, unsaid: &RunSettings) {
        let mut put = |key: &str, value: String, is_unsaid: bool| {
            if !is_unsaid {
                map.insert(format!("{prefix}{key}"), value);
            }
        };
        put("strategy", self.strategy.name().to_owned(), self.strategy == unsaid.strategy);
        put("abstraction", self.abstraction.name().to_owned(), self.abstraction == unsaid.abstraction);
        put("templates", self.templates.clone(), self.templates == unsaid.templates);
        put("preprocessing", self.preprocessing.to_string(), self.preprocessing == unsaid.preprocessing);
        put("look-ahead", self.look_ahead.to_string(), self.look_ahead == unsaid.look_ahead);
        put("limit", self.limit.to_string(), self.limit == unsaid.limit);
    }

    /// Takes the settings out of a map; what is missing or not understood is as `unsaid`. What is not understood stays in the
    /// map.
    pub fn take(prefix: &str, map: &mut BTreeMap<String, String>, unsaid: RunSettings) -> RunSettings {
        let mut settings = unsaid;
        let mut take = |key: &str, set: &mut dyn FnMut(&str) -> Option<()>| {
            let key = format!("{prefix}{key}");
            if map.get(&key).is_some_and(|value| set(value).is_some()) {
                map.remove(&key);
            }
        };
        take("strategy", &mut |name| Choice::named(name).map(|value| settings.strategy = value));
        take("abstraction", &mut |name| Choice::named(name).map(|value| settings.abstraction = value));
        take("templates", &mut |text| {
            text.clone_into(&mut settings.templates);
            Some(())
        });
        take("preprocessing", &mut |word| word.parse().ok().map(|value| settings.preprocessing = value));
        take("look-ahead", &mut |word| word.parse().ok().map(|value| settings.look_ahead = value));
        take("limit", &mut |number| {
            let limit: u32 = number.parse().ok()?;
            settings.limit = limit.clamp(1, LARGEST_LIMIT);
            Some(())
        });
        settings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_back_from_a_link() {
        let settings = RunSettings {
            strategy: Strategy::Disjunctive,
            preprocessing: true,
            limit: 7,
            templates: "X - Y".to_owned(),
            ..RunSettings::default()
        };
        for unsaid in [RunSettings::default(), RunSettings::unsaid_in_links()] {
            let mut map = BTreeMap::new();
            settings.write("2.", &mut map, &unsaid);
            let mut other = map.clone();
            assert_eq!(RunSettings::take("2.", &mut map, unsaid.clone()), settings);
            assert!(map.is_empty(), "{map:?}");
            assert_eq!(RunSettings::take("", &mut other, unsaid.clone()), unsaid);
            other.insert("2.limit".to_owned(), "0".to_owned());
            assert_eq!(RunSettings::take("2.", &mut other, unsaid).limit, 1);
        }
    }

    #[test]
    fn what_is_not_understood_is_left() {
        let pairs = [("strategy", "magic"), ("limit", "7"), ("colour", "blue")];
        let mut map = pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).into();
        let settings = RunSettings::take("", &mut map, RunSettings::default());
        assert_eq!((settings.strategy, settings.limit), (Strategy::Tree, 7));
        assert_eq!(map.into_keys().collect::<Vec<_>>(), ["colour", "strategy"]);
    }

    #[test]
    fn usual_settings_take_no_room() {
        let mut map = BTreeMap::new();
        RunSettings::default().write("", &mut map, &RunSettings::default());
        assert!(map.is_empty());
    }
}
