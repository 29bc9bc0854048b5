//! Options that a script sets for the interpolants that it asks for.
//!
//! | option | values |
//! |---|---|
//! | `:interpolant-kind` | how a plain list of partitions is taken: `sequence`, `tree`, `symmetric`, `dag` |
//! | `:interpolant-policy` | `simplest`, or a labelling: `mcmillan`, `relaxed`, `symmetric`, `inverse` |
//! | `:explain-interpolants` | `true`: comments say which sums are behind each interpolant |
//! | `:interpolant-lattice` | `true`: comments show the lattice between two partitions |
//! | `:interpolation-clauses` | `horn` or `smt2`: print problems as recursion-free clauses instead; `false` |
//!
//! All other options are of no consequence.

use super::{Options, error};
use crate::interpolate::Policy;
use crate::lang::Language;
use crate::settings::Choice;

/// How a plain list of partitions is taken. A query that gives a shape of its own keeps it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InterpolantKind {
    /// Each formula with the interpolant before it implies the next interpolant (thesis, Sect. 5.3.2).
    #[default]
    Sequence,
    /// A list is a tree without branches (thesis, Sect. 5.3.3).
    Tree,
    /// One interpolant for each formula; together they are contradictory (thesis, Sect. 5.3.3).
    Symmetric,
    /// The formulae are the edges of a path (thesis, Sect. 5.3.4).
    Dag,
}

impl InterpolantKind {
    const NAMES: [(&'static str, InterpolantKind); 4] = [
        ("sequence", InterpolantKind::Sequence),
        ("tree", InterpolantKind::Tree),
        ("symmetric", InterpolantKind::Symmetric),
        ("dag", InterpolantKind::Dag),
    ];

    pub fn from_name(name: &str) -> Option<InterpolantKind> {
        InterpolantKind::NAMES.into_iter().find(|(known, _)| *known == name).map(|(_, kind)| kind)
    }
}

impl Options {
    /// What a script sets; an error response if the value is none.
    pub(super) fn set(&mut self, keyword: &str, value: &str) -> Result<(), String> {
        let switch = || match value {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        };
        let (set, values) = match keyword {
            ":interpolant-kind" => {
                let kind = InterpolantKind::from_name(value);
                (kind.map(|kind| self.kind = kind), "sequence, tree, symmetric or dag")
            }
            ":interpolant-policy" => {
                let policy = Policy::named(value);
                (
                    policy.map(|policy| self.policy = policy),
                    "simplest, mcmillan, relaxed, symmetric or inverse",
                )
            }
            ":explain-interpolants" => (switch().map(|on| self.explain = on), "true or false"),
            ":interpolant-lattice" => (switch().map(|on| self.lattice = on), "true or false"),
            ":interpolation-clauses" => {
                let language = match value {
                    "false" => Some(None),
                    name => Language::from_name(name).map(Some),
                };
                (language.map(|language| self.clauses = language), "horn, smt2 or false")
            }
            _ => return Ok(()),
        };
        set.ok_or_else(|| error(&format!("the value of {keyword} is {values}")))
    }
}
