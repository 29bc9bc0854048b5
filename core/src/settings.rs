//! What a user can set before a run, described once.
//!
//! [`SETTINGS`] says of each setting what it is called, which values it has, what it does, where to read
//! more, and what it is unless somebody says otherwise. The flags of the command line, the panel of the page,
//! share links, preferences and the comparison of two runs are made from this description.
//! [`METHODS`] are sets of values that were published under a name.
//!
//! A new setting is a field of [`RunSettings`], an entry of [`SETTINGS`] and its use. If it has a few values,
//! these are an enum with a file of its own in this folder, such as `strategy.rs`.

mod abstraction;
mod acceleration;
mod description;
mod encoding;
mod method;
mod named_values;
mod policy;
mod preprocessing;
mod strategy;
pub mod templates;
mod turn;

use serde::{Deserialize, Serialize};

pub use acceleration::{Acceleration, Delay};
pub use description::{Choice, Group, Kind, Preset, Setting, Value};
pub use method::{METHODS, Method};
pub use preprocessing::{AS_TYPED, AS_TYPED_ARGUMENTS, Preprocessing};
pub use strategy::Strategy;
pub use turn::Turn;

use crate::guide::InterpolationAbstraction;
use crate::interpolate::Policy;
use crate::lang::Encoding;
use description::{choose, read, values};

/// The settings of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunSettings {
    pub strategy: Strategy,
    /// How much deeper than minimal the counterexamples may be that DI refutes at once.
    pub deeper: u32,
    pub abstraction: InterpolationAbstraction,
    /// Templates for the abstraction, beside those in the text ([`templates`]).
    pub templates: String,
    /// Which interpolants to prefer.
    pub policy: Policy,
    /// Whether loops are accelerated, and when.
    pub acceleration: Acceleration,
    /// How often a cycle is left alone before it is accelerated.
    pub delay: Delay,
    /// How a model becomes clauses.
    pub encoding: Encoding,
    /// Whether the clauses are simplified before they are solved.
    pub preprocessing: Preprocessing,
    /// Whether derivations beyond those that the strategy asks for are tried from time to time.
    pub look_ahead: bool,
    /// The run pauses after this many million steps of work.
    pub limit: u32,
    /// What a person chooses instead of the solver ([`crate::engine::Choice`]). It belongs to one run and is
    /// therefore none of the [`SETTINGS`].
    pub choices: String,
}

/// The largest limit that can be set, in million steps of work.
pub const LARGEST_LIMIT: u32 = 100_000;

/// DI can be told to take counterexamples that are deeper than minimal by this much, and no more.
pub const LARGEST_DEEPER: u32 = 20;

/// The name of the setting that says how a model becomes clauses.
pub const ENCODING: &str = "encoding";

/// The names of the settings that the page or the command line treats with more than their kind asks for.
pub const ABSTRACTION: &str = "abstraction";
pub const LIMIT: &str = "limit";

/// All settings, in the order in which they are shown.
pub const SETTINGS: &[Setting] = &[
    Setting {
        name: "strategy",
        label: "Strategy",
        group: Group::Refinement,
        sentence: "Which counterexamples are refuted at once.",
        reference: "Rümmer, Hojjat, Kuncak, CAV 2013, Sect. 6",
        kind: Kind::Choice { values: values::<Strategy>, lead: "" },
        default: "auto",
        on_command_line: Some("auto"),
        unsaid_in_links: "ti",
        get: |settings| settings.strategy.name().to_owned(),
        set: |settings, text| choose(text, &mut settings.strategy),
    },
    Setting {
        name: "deeper",
        label: "With DI, also counterexamples",
        group: Group::Refinement,
        sentence: "DI refutes all counterexamples of minimal depth at once, and with this also those that are deeper by so \
                   much. With 1, the first one of gcd is the second tree of Example 6 in the paper.",
        reference: "Rümmer, Hojjat, Kuncak, CAV 2013, Example 6",
        kind: Kind::Number { least: 0, most: LARGEST_DEEPER, unit: "levels deeper" },
        default: "0",
        on_command_line: Some("0"),
        unsaid_in_links: "0",
        get: |settings| settings.deeper.to_string(),
        set: |settings, text| read(text, &mut settings.deeper),
    },
    Setting {
        name: ABSTRACTION,
        label: "Abstraction",
        group: Group::Refinement,
        sentence: "Which templates guide interpolation at loop heads.",
        reference: "Leroux, Rümmer, Subotić, Acta Informatica 2016",
        kind: Kind::Choice { values: values::<InterpolationAbstraction>, lead: "abstraction " },
        default: "auto",
        on_command_line: Some("auto"),
        unsaid_in_links: "auto",
        get: |settings| settings.abstraction.name().to_owned(),
        set: |settings, text| choose(text, &mut settings.abstraction),
    },
    Setting {
        name: "templates",
        label: "Templates",
        group: Group::Refinement,
        sentence: "Terms that interpolants should speak of, with costs if you like: one relation symbol to a line, terms \
                   separated by semicolons. Also `inequality X` and `predicate X >= J`.",
        reference: "Leroux, Rümmer, Subotić, Acta Informatica 2016, Def. 4 to 6",
        kind: Kind::Templates { example: templates::EXAMPLE },
        default: "",
        on_command_line: Some(""),
        unsaid_in_links: "",
        get: |settings| settings.templates.clone(),
        set: |settings, text| read(text, &mut settings.templates),
    },
    Setting {
        name: "policy",
        label: "Choice of interpolants",
        group: Group::Refinement,
        sentence: "Which of the interpolants of a counterexample is taken. One proof has several, which differ in strength: \
                   McMillan's implies the symmetric one, and that the inverse one.",
        reference: "D'Silva, Kroening, Purandare, Weissenbacher, VMCAI 2010",
        kind: Kind::Choice { values: values::<Policy>, lead: "interpolants: " },
        default: "simplest",
        on_command_line: Some("simplest"),
        unsaid_in_links: "simplest",
        get: |settings| settings.policy.name().to_owned(),
        set: |settings, text| choose(text, &mut settings.policy),
    },
    Setting {
        name: "acceleration",
        label: "Acceleration",
        group: Group::Refinement,
        sentence: "Whether loops on counterexamples are replaced by what any number of their rounds does.",
        reference: "Hojjat, thesis, EPFL 2013, Chapter 4",
        kind: Kind::Choice { values: values::<Acceleration>, lead: "acceleration " },
        default: "auto",
        on_command_line: Some("auto"),
        // Links are older than this setting.
        unsaid_in_links: "off",
        get: |settings| settings.acceleration.name().to_owned(),
        set: |settings, text| choose(text, &mut settings.acceleration),
    },
    Setting {
        name: "delay",
        label: "Rounds before acceleration",
        group: Group::Refinement,
        sentence: "How many rounds of a loop a counterexample may make before the loop is accelerated.",
        reference: "Hojjat, thesis, EPFL 2013, Sect. 4.4",
        kind: Kind::Choice { values: values::<Delay>, lead: "delay " },
        default: "0",
        on_command_line: Some("0"),
        unsaid_in_links: "0",
        get: |settings| settings.delay.name().to_owned(),
        set: |settings, text| choose(text, &mut settings.delay),
    },
    Setting {
        name: ENCODING,
        label: "Encoding of models",
        group: Group::Work,
        sentence: "How a program or a network of automata becomes clauses. Clauses are as they are typed.",
        reference: "Hojjat, thesis, EPFL 2013, Sect. 2.3",
        kind: Kind::Choice { values: values::<Encoding>, lead: "encoding: " },
        default: "standard",
        on_command_line: Some("standard"),
        unsaid_in_links: "standard",
        get: |settings| settings.encoding.name().to_owned(),
        set: |settings, text| choose(text, &mut settings.encoding),
    },
    Setting {
        name: "preprocessing",
        label: "Simplify the clauses first",
        group: Group::Work,
        sentence: "Removes and joins clauses where that is easy. Answers always speak of the clauses as you typed them.",
        reference: "Tamaki, Sato, ICLP 1984; Leuschel, Sørensen, LOPSTR 1996",
        kind: Kind::Choice { values: values::<Preprocessing>, lead: "" },
        // The page shows every step, about the clauses as they were typed if people can read that many. The
        // command line shows the answer.
        default: "auto",
        on_command_line: Some("true"),
        unsaid_in_links: "false",
        get: |settings| settings.preprocessing.name().to_owned(),
        set: |settings, text| choose(text, &mut settings.preprocessing),
    },
    Setting {
        name: "look-ahead",
        label: "Look ahead for deep faults",
        group: Group::Work,
        sentence: "Now and then all derivations up to a greater depth are tried at once. A fault that shows after a hundred \
                   rounds of a loop is then found without a hundred refinements.",
        reference: "bounded model checking (Biere, Cimatti, Clarke, Zhu, TACAS 1999), with unwindings of our own",
        kind: Kind::Switch { on: "looking ahead", off: "not looking ahead" },
        default: "true",
        on_command_line: Some("true"),
        // Links are older than this setting.
        unsaid_in_links: "false",
        get: |settings| settings.look_ahead.to_string(),
        set: |settings, text| read(text, &mut settings.look_ahead),
    },
    Setting {
        name: LIMIT,
        label: "Pause after",
        group: Group::Work,
        sentence: "A step is the same on every machine. On the page, a run that has paused can be continued.",
        reference: "",
        kind: Kind::Number { least: 1, most: LARGEST_LIMIT, unit: "million steps of work" },
        default: "50",
        // A program that nobody watches runs until it is told to stop.
        on_command_line: None,
        unsaid_in_links: "50",
        get: |settings| settings.limit.to_string(),
        set: |settings, text| read(text, &mut settings.limit),
    },
];

/// Sets of values that have a name on the command line.
pub const PRESETS: &[Preset] = &[Preset {
    name: "as-typed",
    sentence: "Work on the clauses as they are typed, without simplifying them first, and by the strategy alone, without \
               looking ahead for deep faults.",
    values: &[("preprocessing", "false"), ("look-ahead", "false")],
}];

impl RunSettings {
    /// Settings by a value for each.
    fn of(value: impl Fn(&Setting) -> &'static str) -> RunSettings {
        let mut settings = RunSettings {
            strategy: Strategy::Tree,
            deeper: 0,
            abstraction: InterpolationAbstraction::Off,
            templates: String::new(),
            policy: Policy::Simplest,
            acceleration: Acceleration::Off,
            delay: Delay::NONE,
            encoding: Encoding::Standard,
            preprocessing: Preprocessing::Never,
            look_ahead: false,
            limit: 1,
            choices: String::new(),
        };
        for setting in SETTINGS {
            setting.set(&mut settings, value(setting));
        }
        settings
    }

    /// The steps of work before a pause.
    pub fn steps(&self) -> u64 {
        u64::from(self.limit) * 1_000_000
    }
}

#[cfg(test)]
mod tests;
