//! Differential fuzzing: random inputs whose answers check each other. Nothing here knows the right answer,
//! and no other solver is asked; whatever contradicts itself is a failure, and so is a panic.
//!
//! - *systems*: random clauses, solved with random settings. Verdicts must not contradict each other,
//!   solutions must hold at random points and be proved again, derivations must replay, and all texts read
//!   back as what they say.
//! - *interpolation*: random formulae. Models must satisfy them, interpolants must separate random points.
//! - *models*: models with other numbers and signs. Encodings must agree, and the model's own interpreter
//!   must accept what its clauses derive.
//! - *parsers*: damaged texts of all languages through everything that reads text.
//! - *links*: damaged share links.
//!
//! A case is determined by the seed, its kind and its number, so each can be run again alone.
//! `cargo xtask fuzz` runs many, and the tests a few hundred.

pub mod damage;
pub mod interpolation;
pub mod links;
pub mod models;
pub mod parsers;
pub mod points;
pub mod systems;

use std::panic::{AssertUnwindSafe, catch_unwind};

use hornbook_random::Random;

/// A kind of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Systems,
    Interpolation,
    Parsers,
    Links,
    Models,
}

impl Kind {
    pub const ALL: [Kind; 5] = [Kind::Systems, Kind::Interpolation, Kind::Parsers, Kind::Links, Kind::Models];

    pub fn name(self) -> &'static str {
        match self {
            Kind::Systems => "systems",
            Kind::Interpolation => "interpolation",
            Kind::Models => "models",
            Kind::Parsers => "parsers",
            Kind::Links => "links",
        }
    }

    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// How many inputs of this kind go with one of the slowest, so that each kind has its share of the time.
    pub fn share(self) -> u64 {
        match self {
            Kind::Systems | Kind::Models => 1,
            Kind::Interpolation => 3,
            Kind::Parsers => 60,
            Kind::Links => 20,
        }
    }

    fn judge(self, random: &mut Random, case: &mut Case) -> Result<(), String> {
        match self {
            Kind::Systems => systems::judge(random, case),
            Kind::Interpolation => interpolation::judge(random, case),
            Kind::Models => models::judge(random, case),
            Kind::Parsers => parsers::judge(random, case),
            Kind::Links => links::judge(random, case),
        }
    }
}

/// One input and what came of it.
#[derive(Clone, Debug, Default)]
pub struct Case {
    /// The input as text, for a person to run again.
    pub input: String,
    /// What happened, by names that are counted.
    pub events: Vec<&'static str>,
}

/// An input that contradicts itself, or panics.
#[derive(Clone, Debug)]
pub struct Failure {
    pub kind: Kind,
    pub seed: u64,
    pub number: u64,
    pub input: String,
    pub message: String,
}

impl Failure {
    /// The failure as a file: what is wrong, how to run it again, and the input below.
    pub fn report(&self) -> String {
        let Failure { kind, seed, number, input, message } = self;
        let message = message.replace('\n', "\n  ");
        format!(
            "{message}\n\nAgain: cargo xtask fuzz --seed {seed} --only {} --first {number} --count 1\n\n{input}",
            kind.name()
        )
    }
}

/// Runs one case. Panics count as failures.
pub fn case(kind: Kind, seed: u64, number: u64) -> Result<Case, Box<Failure>> {
    let mut case = Case::default();
    // Neighbouring numbers must not have overlapping streams.
    let mut mixed = Random(seed ^ (kind as u64 + 1).wrapping_mul(0x1000_0000_01b3));
    let start = mixed.next();
    let mut random = Random(Random(start.wrapping_add(number)).next());
    let judged = catch_unwind(AssertUnwindSafe(|| kind.judge(&mut random, &mut case)));
    let message = match judged {
        Ok(Ok(())) => return Ok(case),
        Ok(Err(message)) => message,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
            format!("a panic: {text}")
        }
    };
    Err(Box::new(Failure { kind, seed, number, input: case.input, message }))
}
