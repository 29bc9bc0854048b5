//! Methods: named sets of settings, each with the publication that it is taken from.
//!
//! A method is data: what it fixes is the list of its values. The settings that it leaves alone are the
//! user's: templates of their own, how a model becomes clauses, and when to pause. So the method of a run
//! need not be kept anywhere: it is the one whose values the settings have. Settings that no method has are
//! custom ones, and are told by the method that they are nearest to:
//!
//! ```
//! use hornbook::settings::{Method, RunSettings, Strategy};
//! let mut settings = RunSettings::default();
//! assert_eq!(settings.method_words(), "Hornbook");
//! Method::named("cav13-di").unwrap().apply(&mut settings);
//! assert_eq!((settings.strategy, settings.look_ahead), (Strategy::Disjunctive, false));
//! settings.look_ahead = true;
//! assert_eq!(settings.method_words(), "Custom (based on CAV'13 with DI)");
//! ```
//!
//! A new method is an entry of [`METHODS`]. A new setting needs a value in each of the published methods
//! (`tests.rs` insists): the one with which the run is as published.

use super::{RunSettings, SETTINGS, Setting};

/// A named set of settings.
#[derive(Debug)]
pub struct Method {
    /// As it is called on the command line and in examples.
    pub name: &'static str,
    /// As it is called on the page.
    pub label: &'static str,
    /// What another publication calls the same settings, by name and label.
    pub also: Option<(&'static str, &'static str)>,
    /// What it does, or of what it is made.
    pub sentence: &'static str,
    /// Where it is from.
    pub reference: &'static str,
    /// Names of settings, with the names of their values.
    pub values: &'static [(&'static str, &'static str)],
    /// The method that its publication compares it with, by name.
    pub against: Option<&'static str>,
}

/// The values of a published method: a strategy, an abstraction, and nothing of ours.
macro_rules! published {
    ($strategy:literal, $abstraction:literal) => {
        &[
            ("strategy", $strategy),
            ("deeper", "0"),
            ("abstraction", $abstraction),
            // Which interpolant a prover returns is not said in any of the papers.
            ("policy", "simplest"),
            ("acceleration", "off"),
            ("delay", "0"),
            ("preprocessing", "false"),
            ("look-ahead", "false"),
        ]
    };
}

/// All methods, in the order in which they are shown. The first is that of one's own problems.
pub const METHODS: &[Method] = &[
    Method {
        name: "hornbook",
        label: "Hornbook",
        also: None,
        sentence: "Our own mix, for your own problems: clauses without recursion by the method of their fragment, others by TI, \
                   guided by templates after Acta'16 that come from an analysis of the \
                   loops (affine hulls, bounds with thresholds, phases, properties that all rounds keep, remainders), \
                   folding counterexamples into loops where that pays (CEGAAR), and \
                   looking ahead for deep faults from time to time. Your templates come first.",
        reference: "see Strategy, Abstraction and looking ahead for the origin of each part",
        // Whether clauses are simplified first is up to the place: the page shows them as they were typed.
        values: &[
            ("strategy", "auto"),
            ("deeper", "0"),
            ("abstraction", "auto"),
            ("policy", "simplest"),
            ("acceleration", "auto"),
            ("delay", "0"),
            ("look-ahead", "true"),
        ],
        against: None,
    },
    Method {
        name: "cav13-ti",
        label: "CAV'13 with TI",
        also: Some(("acta16", "Acta'16 without abstraction")),
        sentence: "Predicate abstraction; one counterexample of minimal depth at a time is refuted, by tree interpolation.",
        reference: "Rümmer, Hojjat, Kuncak, CAV 2013, Fig. 3 and Sect. 6; Leroux, Rümmer, Subotić, Acta Informatica 2016, \
                    Table 1, first column",
        values: published!("ti", "off"),
        against: Some("cav13-di"),
    },
    Method {
        name: "cav13-di",
        label: "CAV'13 with DI",
        also: None,
        sentence: "Predicate abstraction; all counterexamples of minimal depth are refuted at once, by disjunctive \
                   interpolation.",
        reference: "Rümmer, Hojjat, Kuncak, CAV 2013, Fig. 3 and Sect. 6",
        values: published!("di", "off"),
        against: Some("cav13-ti"),
    },
    Method {
        name: "thesis-global",
        label: "Thesis, global",
        also: None,
        sentence: "One conjunction of predicates for each relation symbol; all derivations that led to it are refuted at once.",
        reference: "Hojjat, thesis, EPFL 2013, Sect. 5.8.2, Fig. 5.9",
        values: published!("global", "off"),
        against: Some("cav13-di"),
    },
    Method {
        name: "thesis-cegaar",
        label: "Thesis, CEGAAR",
        also: None,
        sentence: "TI, with the rounds of a counterexample folded into loops: the closures of the loops make interpolants that \
                   are inductive, and rule out any number of rounds at once.",
        reference: "Hojjat, thesis, EPFL 2013, Chapter 4, Fig. 4.2",
        values: &[
            ("strategy", "ti"),
            ("deeper", "0"),
            ("abstraction", "off"),
            ("policy", "simplest"),
            ("acceleration", "dynamic"),
            ("delay", "0"),
            ("preprocessing", "false"),
            ("look-ahead", "false"),
        ],
        against: Some("cav13-ti"),
    },
    Method {
        name: "shara",
        label: "SHARA",
        also: None,
        sentence: "Clauses without recursion, or deeper and deeper unwindings of those with, are expanded until they are \
                   clause-dependence disjoint, and solved with one interpolant for each copy; the solution of an unwinding \
                   is tried on the clauses themselves.",
        reference: "Zhou, Heath, Harris, HCVS 2018, Algorithms 1 to 3 and Sect. 5",
        values: published!("unwind", "off"),
        against: Some("cav13-di"),
    },
    Method {
        name: "acta16-abs1",
        label: "Acta'16 with ABS (1)",
        also: None,
        sentence: "TI, with interpolants about few arguments: templates are the arguments of loop heads.",
        reference: "Leroux, Rümmer, Subotić, Acta Informatica 2016, Sect. 8.2, (1)",
        values: published!("ti", "term"),
        against: Some("cav13-ti"),
    },
    Method {
        name: "acta16-abs2",
        label: "Acta'16 with ABS (2)",
        also: None,
        sentence: "TI, with templates for arguments of loop heads, and for sums and differences of two.",
        reference: "Leroux, Rümmer, Subotić, Acta Informatica 2016, Sect. 8.2, (2)",
        values: published!("ti", "oct"),
        against: Some("cav13-ti"),
    },
    Method {
        name: "acta16-abs3",
        label: "Acta'16 with ABS (3)",
        also: None,
        sentence: "TI, with templates for arguments of loop heads, and for differences that cancel how fast two of them change.",
        reference: "Leroux, Rümmer, Subotić, Acta Informatica 2016, Sect. 8.2, (3)",
        values: published!("ti", "releqs"),
        against: Some("cav13-ti"),
    },
    Method {
        name: "acta16-abs4",
        label: "Acta'16 with ABS (4)",
        also: None,
        sentence: "TI, with the templates of ABS (3) as bounds: upper and lower ones apart.",
        reference: "Leroux, Rümmer, Subotić, Acta Informatica 2016, Sect. 8.2, (4)",
        values: published!("ti", "relineqs"),
        against: Some("cav13-ti"),
    },
    Method {
        name: "acta16-petri1",
        label: "Acta'16 for nets with ABS (1)",
        also: None,
        sentence: "TI, with bounds on a basis of vectors: place invariants of the net for little, others for much.",
        reference: "Leroux, Rümmer, Subotić, Acta Informatica 2016, Sect. 9.3, ABS (1)",
        values: published!("ti", "petri1"),
        against: Some("cav13-ti"),
    },
    Method {
        name: "acta16-petri2",
        label: "Acta'16 for nets with ABS (2)",
        also: None,
        sentence: "TI, with interpolants of sequences in which each action may fire any number of times in a row.",
        reference: "Leroux, Rümmer, Subotić, Acta Informatica 2016, Sect. 9.3, ABS (2)",
        values: published!("ti", "petri2"),
        against: Some("cav13-ti"),
    },
    Method {
        name: "acta16-petri3",
        label: "Acta'16 for nets with ABS (3)",
        also: None,
        sentence: "TI, with bounds on what the increasing sequences of a counterexample leave as it is.",
        reference: "Leroux, Rümmer, Subotić, Acta Informatica 2016, Sect. 9.3, ABS (3)",
        values: published!("ti", "petri3"),
        against: Some("cav13-ti"),
    },
    Method {
        name: "acta16-petri-all",
        label: "Acta'16 for nets with ABS-all",
        also: None,
        sentence: "TI, with the product of the three lattices for nets.",
        reference: "Leroux, Rümmer, Subotić, Acta Informatica 2016, Sect. 9.4",
        values: published!("ti", "petri-all"),
        against: Some("cav13-ti"),
    },
];

impl Method {
    /// The method with a name, or with another name for the same.
    pub fn named(name: &str) -> Option<&'static Method> {
        METHODS.iter().find(|method| method.name == name || method.also.is_some_and(|(also, _)| also == name))
    }

    /// Sets what the method has a value for.
    pub fn apply(&self, settings: &mut RunSettings) {
        for (setting, value) in self.fixed() {
            setting.set(settings, value);
        }
    }

    /// Whether it has a value for a setting.
    pub fn fixes(&self, setting: &Setting) -> bool {
        self.values.iter().any(|(name, _)| *name == setting.name)
    }

    /// What is not as the method has it.
    pub fn differences(&self, settings: &RunSettings) -> Vec<&'static Setting> {
        let differs = |(setting, value): &(&'static Setting, &str)| setting.get(settings) != *value;
        self.fixed().filter(differs).map(|(setting, _)| setting).collect()
    }

    /// The method with the fewest differences; of several, the first.
    pub fn nearest(settings: &RunSettings) -> &'static Method {
        METHODS.iter().min_by_key(|method| method.differences(settings).len()).unwrap_or(&METHODS[0])
    }

    fn fixed(&self) -> impl Iterator<Item = (&'static Setting, &'static str)> + '_ {
        self.values.iter().filter_map(|(name, value)| {
            SETTINGS.iter().find(|setting| setting.name == *name).map(|setting| (setting, *value))
        })
    }
}

/// There is one of each name.
impl PartialEq for Method {
    fn eq(&self, other: &Method) -> bool {
        self.name == other.name
    }
}

impl RunSettings {
    /// The method whose values these settings have.
    pub fn method(&self) -> Option<&'static Method> {
        Some(Method::nearest(self)).filter(|method| method.differences(self).is_empty())
    }

    /// The method in words, also if it is a custom one.
    pub fn method_words(&self) -> String {
        let nearest = Method::nearest(self);
        if nearest.differences(self).is_empty() {
            nearest.label.to_owned()
        } else {
            format!("Custom (based on {})", nearest.label)
        }
    }
}
