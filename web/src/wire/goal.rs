//! What a challenge asks for, as it is written in lessons and links.
//!
//! ```
//! use hornbook_web::wire::goal::Goal;
//! let goal: Goal = "invariant 2".parse().unwrap();
//! assert_eq!((goal, goal.to_string()), (Goal::Invariant(2), "invariant 2".to_owned()));
//! assert!("invariant".parse::<Goal>().is_err() && "bug 3".parse::<Goal>().is_err());
//! ```

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// What a challenge asks for. The first four are judged from a run on the problem, the others from what is
/// typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Goal {
    /// A run that proves the problem safe with at most this many refinements.
    Refinements(u32),
    /// A run with at least this many refinements and no verdict.
    Diverge(u32),
    /// A run that ends with a derivation of at most this many steps.
    Derivation(u32),
    /// A run that proves the problem safe with one's own templates, which cost at most this much together.
    Templates(u32),
    /// A solution with at most this many atoms.
    Invariant(u32),
    /// A fact that the clauses derive and that a query forbids.
    Bug,
}

/// The goals by name, each with what it asks for in a sentence. `N` is its number.
pub const GOALS: [(&str, &str); 6] = [
    ("refinements", "Choose settings such that the run proves it safe with at most N refinements."),
    ("diverge", "Choose settings such that the run makes N refinements and still has no verdict."),
    ("derivation", "Choose settings such that the run derives false in at most N steps."),
    ("templates", "Type templates that cost at most N together, such that the run proves it safe with them."),
    ("invariant", "Type a solution with at most N atoms: one definition for each relation symbol."),
    ("bug", "Type a fact that the clauses derive and that should not be, such as p(1, 2)."),
];

impl Goal {
    fn parts(self) -> (usize, Option<u32>) {
        match self {
            Goal::Refinements(number) => (0, Some(number)),
            Goal::Diverge(number) => (1, Some(number)),
            Goal::Derivation(number) => (2, Some(number)),
            Goal::Templates(number) => (3, Some(number)),
            Goal::Invariant(number) => (4, Some(number)),
            Goal::Bug => (5, None),
        }
    }

    /// Whether the answer is typed, and not a run.
    pub fn is_typed(self) -> bool {
        matches!(self, Goal::Invariant(_) | Goal::Bug)
    }

    /// What it asks for, in a sentence.
    pub fn sentence(self) -> String {
        let (index, number) = self.parts();
        let number = number.map(|number| number.to_string()).unwrap_or_default();
        GOALS[index].1.replace(" N ", &format!(" {number} "))
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (index, number) = self.parts();
        f.write_str(GOALS[index].0)?;
        number.map_or(Ok(()), |number| write!(f, " {number}"))
    }
}

impl FromStr for Goal {
    type Err = String;

    fn from_str(text: &str) -> Result<Goal, String> {
        let (name, number) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        if name == "bug" {
            return if number.is_empty() { Ok(Goal::Bug) } else { Err("“bug” has no number".to_owned()) };
        }
        let make = match name {
            "refinements" => Goal::Refinements,
            "diverge" => Goal::Diverge,
            "derivation" => Goal::Derivation,
            "templates" => Goal::Templates,
            "invariant" => Goal::Invariant,
            _ => {
                let names: Vec<&str> = GOALS.iter().map(|(name, _)| *name).collect();
                return Err(format!("there is no goal called “{name}”; there are {}", names.join(", ")));
            }
        };
        let number = number.trim().parse();
        number.map(make).map_err(|_| format!("“{name}” needs a number, as in “{name} 2”"))
    }
}

/// What is said to an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judged {
    pub is_met: bool,
    /// Why, in sentences.
    pub words: String,
}

impl Judged {
    pub fn met(words: impl Into<String>) -> Judged {
        Judged { is_met: true, words: words.into() }
    }

    pub fn missed(words: impl Into<String>) -> Judged {
        Judged { is_met: false, words: words.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_read_as_they_are_written() {
        for (name, _) in GOALS {
            let text = if name == "bug" { name.to_owned() } else { format!("{name} 7") };
            let goal: Goal = text.parse().unwrap();
            assert_eq!(goal.to_string(), text);
            assert_eq!(goal.sentence().contains('7'), name != "bug", "{}", goal.sentence());
            assert!(!goal.sentence().contains(" N "));
        }
        assert!("fly".parse::<Goal>().unwrap_err().contains("no goal called “fly”"));
    }
}
