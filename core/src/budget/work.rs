//! What steps of work are for. The papers report it in shares of the time: CAV'13, Sect. 6.2, gives 31 % to
//! interpolation with TI and 42 % with DI. Here it is counted in steps, so it is the same on every machine.

use serde::{Deserialize, Serialize};

/// A kind of work of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    Preparing,
    Exploration,
    FeasibilitySearch,
    Interpolation,
    Simplification,
    Pruning,
    Checking,
    LookAhead,
    Acceleration,
}

/// Steps of each kind of work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account([u64; Work::ALL.len()]);

impl Work {
    /// In the order in which they are shown, which is that of the variants.
    pub const ALL: [Work; 9] = [
        Work::Preparing,
        Work::Exploration,
        Work::FeasibilitySearch,
        Work::Interpolation,
        Work::Simplification,
        Work::Pruning,
        Work::Checking,
        Work::LookAhead,
        Work::Acceleration,
    ];

    /// As it is called on the page and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Work::Preparing => "preparing",
            Work::Exploration => "exploration",
            Work::FeasibilitySearch => "feasibility search",
            Work::Interpolation => "interpolation",
            Work::Simplification => "simplification",
            Work::Pruning => "pruning",
            Work::Checking => "checking",
            Work::LookAhead => "look-ahead",
            Work::Acceleration => "acceleration",
        }
    }

    /// What is done.
    pub fn sentence(self) -> &'static str {
        match self {
            Work::Preparing => "Clauses are read and simplified, and loops analysed for templates.",
            Work::Exploration => {
                "Clauses are applied to nodes of the graph, and counterexamples taken out of it."
            }
            Work::FeasibilitySearch => {
                "The cheapest templates that refute a counterexample are searched for."
            }
            Work::Interpolation => "Counterexamples are decided, and refuted by interpolants.",
            Work::Simplification => {
                "Interpolants and solutions are made short, and predicates that say nothing new are dropped."
            }
            Work::Pruning => "What new predicates no longer support is removed from the graph.",
            Work::Checking => "Interpolants and solutions are proved against the clauses.",
            Work::LookAhead => "Derivations beyond those of the strategy are tried.",
            Work::Acceleration => {
                "Counterexamples are folded into schemes with loops, whose closures are computed."
            }
        }
    }
}

impl Account {
    pub fn of(&self, work: Work) -> u64 {
        self.0[work as usize]
    }

    pub(crate) fn add(&mut self, work: Work, steps: u64) {
        self.0[work as usize] += steps;
    }

    /// Adds what has come to an account between two moments.
    pub(crate) fn add_since(&mut self, before: &Account, after: &Account) {
        for work in Work::ALL {
            self.add(work, after.of(work) - before.of(work));
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (Work, u64)> + '_ {
        Work::ALL.into_iter().map(|work| (work, self.of(work)))
    }

    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The share of a kind of work, in thousandths of all steps, rounded to the nearest.
    pub fn permille(&self, work: Work) -> u64 {
        let total = u128::from(self.total()).max(1);
        let share = (u128::from(self.of(work)) * 1000 + total / 2) / total;
        u64::try_from(share).unwrap_or(1000)
    }
}
