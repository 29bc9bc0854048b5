//! Whether loops are accelerated, and after how many rounds (thesis, Chapter 4).

use serde::{Deserialize, Serialize};

use super::{Choice, Value};

/// Whether loops are replaced by what any number of their rounds does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Acceleration {
    Off,
    /// Those on counterexamples, as they are met.
    Dynamic,
    /// All loops of relation symbols, before the run.
    Static,
    /// Those on counterexamples that templates do not refute, and from time to time on others.
    Auto,
}

const CEGAAR: &str = "Hojjat, thesis, EPFL 2013, Chapter 4, Fig. 4.2";

impl Choice for Acceleration {
    const ALL: &'static [Acceleration] =
        &[Acceleration::Off, Acceleration::Auto, Acceleration::Dynamic, Acceleration::Static];

    fn value(self) -> &'static Value {
        match self {
            Acceleration::Off => &Value {
                name: "off",
                label: "Off",
                sentence: "Refutes counterexamples with exactly as many rounds as they have.",
                reference: CEGAAR,
            },
            Acceleration::Auto => &Value {
                name: "auto",
                label: "Auto",
                sentence: "Folds a counterexample as Dynamic does if no templates refute it, and from the fifth refinement \
                           on every other as long as that pays. With the strategy Auto, a run with Static takes turns.",
                reference: "Hornbook's own, after the thesis, Chapter 4",
            },
            Acceleration::Static => &Value {
                name: "static",
                label: "Static",
                sentence: "Replaces each loop of a relation symbol by any number of its rounds before the run, where the \
                           closure is known.",
                reference: "Hojjat, thesis, EPFL 2013, Sect. 4.6",
            },
            Acceleration::Dynamic => &Value {
                name: "dynamic",
                label: "Dynamic",
                sentence: "Folds the rounds of a counterexample into loops, and refutes all numbers of rounds at once, by \
                           interpolants that are inductive: CEGAAR. For counterexamples that are paths.",
                reference: CEGAAR,
            },
        }
    }
}

/// How often a cycle may be made before it is accelerated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delay(Option<u8>);

impl Delay {
    /// At once.
    pub const NONE: Delay = Delay(Some(0));

    /// The number of rounds; `None` is for ever.
    pub fn rounds(self) -> Option<usize> {
        self.0.map(usize::from)
    }
}

const fn value(name: &'static str, sentence: &'static str) -> Value {
    Value { name, label: name, sentence, reference: "Hojjat, thesis, EPFL 2013, Sect. 4.4" }
}

const NEVER: Value = value("never", "Loops are not accelerated at all.");

const ROUNDS: [Value; 6] = [
    value("0", "The first round that comes back to a relation symbol is a loop."),
    value("1", "One round is left alone, the second is a loop."),
    value("2", "Two rounds are left alone, as in the example of the thesis."),
    value("3", "Three rounds are left alone."),
    value("4", "Four rounds are left alone."),
    value("5", "Five rounds are left alone."),
];

impl Choice for Delay {
    const ALL: &'static [Delay] = &[
        Delay(Some(0)),
        Delay(Some(1)),
        Delay(Some(2)),
        Delay(Some(3)),
        Delay(Some(4)),
        Delay(Some(5)),
        Delay(None),
    ];

    fn value(self) -> &'static Value {
        self.0.and_then(|rounds| ROUNDS.get(usize::from(rounds))).unwrap_or(&NEVER)
    }
}
