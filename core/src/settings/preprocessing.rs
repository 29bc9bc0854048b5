//! Whether clauses are simplified before a run.
//!
//! A run about the clauses as they were typed is the one to learn from, and that of simplified clauses is
//! faster. By default the page does the former for as many clauses as people read, and the latter for more.

use serde::{Deserialize, Serialize};

use super::description::{Choice, Value};

/// With [`Preprocessing::Large`], problems of at most this many clauses are solved as they were typed,
pub const AS_TYPED: usize = 40;

/// if their relation symbols have at most this many arguments in all. Clauses that people have written have
/// less; those of translated programs often have all variables at each control location, which costs many
/// times more than the number of clauses says.
pub const AS_TYPED_ARGUMENTS: usize = 160;

/// Which clauses are simplified first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Preprocessing {
    /// None: the run speaks of the clauses as they were typed.
    Never,
    /// Those of problems with more than [`AS_TYPED`] clauses or [`AS_TYPED_ARGUMENTS`] arguments.
    Large,
    Always,
}

const ORIGIN: &str = "Tamaki, Sato, ICLP 1984; Leuschel, Sørensen, LOPSTR 1996";

impl Choice for Preprocessing {
    const ALL: &'static [Preprocessing] =
        &[Preprocessing::Never, Preprocessing::Large, Preprocessing::Always];

    fn value(self) -> &'static Value {
        match self {
            Preprocessing::Never => &Value {
                name: "false",
                label: "As typed",
                sentence: "The run speaks of the clauses as you typed them.",
                reference: ORIGIN,
            },
            Preprocessing::Large => &Value {
                name: "auto",
                label: "Simplified if there are many",
                sentence: "Up to 40 clauses, and 160 arguments of relation symbols in all, are taken as you typed them. Larger \
                           problems are simplified first, which is many times faster.",
                reference: ORIGIN,
            },
            Preprocessing::Always => &Value {
                name: "true",
                label: "Simplified",
                sentence: "The run speaks of the simplified clauses.",
                reference: ORIGIN,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_tells_the_numbers() {
        let sentence = Preprocessing::Large.value().sentence;
        assert!(
            sentence.contains(&AS_TYPED.to_string()) && sentence.contains(&AS_TYPED_ARGUMENTS.to_string())
        );
    }
}
