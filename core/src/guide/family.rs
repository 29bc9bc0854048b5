//! Families of templates, chosen by what the analysis of a loop says (Acta'16, Sect. 8.2).
//!
//! | family | templates | costs |
//! |---|---|---|
//! | term, ABS (1) | every argument | 1 unchanged, 9 incremented by 1, 4 other |
//! | oct, ABS (2) | arguments, `x - c`, `x + c` for changing `x`, one changing `c` | 1 unchanged, 6, 2, 7 |
//! | releqs, ABS (3) | arguments, `αc·x - αx·c` for strides αx, αc | 1 unchanged, 6 changing, 2 |
//! | relineqs, ABS (4) | the same, upper and lower bounds apart | as before |
//! | auto | what no round changes; what holds in every round or in a phase; remainders | 1 to 3 |
//! | | relative bounds; bounds of arguments | 10 to 15 |
//!
//! The first four are the paper's. *Auto* is our own mix; [`crate::analysis`] says what is after whom.
//!
//! What *auto* has for little is finite, or known to hold: refinement with such templates alone comes to an
//! end. Bounds whose constants have to be found can go on for ever, so a few of the others together are still
//! cheaper than one of them.
//!
//! Where derivations fork, arguments change in ways that say little about the next round, and *auto* leaves
//! their bounds out. Then its templates may not be enough for a counterexample, and plain interpolation takes
//! over.
//!
//! ```text
//! loop(I1, X1, J) :- loop(I, X, J), I < 50, I1 = I + 1, X1 = X + 1.
//! releqs: I (6), X (6), J (1), X - I (2)
//! ```

use serde::{Deserialize, Serialize};

use super::{Kind, Template};
use crate::analysis::{Change, Loop};
use crate::formula::{Arena, LinearTerm, Symbol};
use crate::num::Int;
use crate::order::sort_by_key;

/// Whether and by which templates interpolation is guided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InterpolationAbstraction {
    /// Not at all.
    Off,
    /// ABS (1)
    #[serde(rename = "term")]
    Terms,
    /// ABS (2)
    #[serde(rename = "oct")]
    Octagons,
    /// ABS (3)
    #[serde(rename = "releqs")]
    RelativeEquations,
    /// ABS (4)
    #[serde(rename = "relineqs")]
    RelativeInequalities,
    /// ABS (1) for Petri nets: vectors orthogonal to all effects, completed to a basis (Sect. 9.3).
    #[serde(rename = "petri1")]
    PetriOrthogonal,
    /// ABS (2) for Petri nets: accelerated actions (Sect. 9.3).
    #[serde(rename = "petri2")]
    PetriAccelerated,
    /// ABS (3) for Petri nets: increasing sequences (Sect. 9.3).
    #[serde(rename = "petri3")]
    PetriIncreasing,
    /// The three for Petri nets together (Sect. 9.4, ABS-all).
    #[serde(rename = "petri-all")]
    PetriAll,
    /// The templates that the user gives.
    User,
    /// What the analysis suggests, and the templates that the user gives.
    Auto,
}

impl InterpolationAbstraction {
    /// Is it one of ABS (1) to (4)? Then the loops are analysed and the templates used as in the paper.
    pub fn is_published(self) -> bool {
        matches!(
            self,
            InterpolationAbstraction::Terms
                | InterpolationAbstraction::Octagons
                | InterpolationAbstraction::RelativeEquations
                | InterpolationAbstraction::RelativeInequalities
        )
    }

    /// Is it one of those for Petri nets (Sect. 9.3)?
    pub fn is_for_nets(self) -> bool {
        self.is_orthogonal() || self.is_accelerated() || self.is_increasing()
    }

    /// Does it have ABS (1) of Sect. 9.3?
    pub fn is_orthogonal(self) -> bool {
        matches!(self, InterpolationAbstraction::PetriOrthogonal | InterpolationAbstraction::PetriAll)
    }

    /// Does it have ABS (2) of Sect. 9.3?
    pub fn is_accelerated(self) -> bool {
        matches!(self, InterpolationAbstraction::PetriAccelerated | InterpolationAbstraction::PetriAll)
    }

    /// Does it have ABS (3) of Sect. 9.3?
    pub fn is_increasing(self) -> bool {
        matches!(self, InterpolationAbstraction::PetriIncreasing | InterpolationAbstraction::PetriAll)
    }
}

/// A template and the reason why it is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    pub template: Template,
    pub why: String,
}

/// The templates of a loop in order, with those that were too many.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suggestions {
    pub all: Vec<Suggestion>,
    /// How many were left out beyond [`TEMPLATE_LIMIT`], the dearest first.
    pub left_out: usize,
}

/// A loop has at most this many templates.
pub const TEMPLATE_LIMIT: usize = 64;
/// Among at most this many changing arguments every pair is related; among more, each with one of them.
const PAIR_LIMIT: usize = 4;
/// A loop has at most this many templates for what holds after some of its rounds.
const PHASE_LIMIT: usize = 16;

impl Suggestions {
    /// The templates that a family has for a loop. Those of the user, and none for `Off`, come from
    /// elsewhere.
    pub fn of(arena: &mut Arena, family: InterpolationAbstraction, of: &Loop) -> Suggestions {
        let mut found = Suggestions::default();
        match family {
            // Those for nets are made by the engine, since they depend on the counterexample.
            InterpolationAbstraction::Off
            | InterpolationAbstraction::User
            | InterpolationAbstraction::PetriOrthogonal
            | InterpolationAbstraction::PetriAccelerated
            | InterpolationAbstraction::PetriIncreasing
            | InterpolationAbstraction::PetriAll => {}
            InterpolationAbstraction::Terms => found.terms(arena, of, |c| if counts(c) { 9 } else { 4 }),
            InterpolationAbstraction::Octagons => {
                found.terms(arena, of, |_| 6);
                for (x, c) in pairs_with_one(of) {
                    found.add(Kind::Term(&symbol(x) - &symbol(c)), 2, "differences often stay the same");
                    found.add(Kind::Term(&symbol(x) + &symbol(c)), 7, "sums sometimes stay the same");
                }
            }
            InterpolationAbstraction::RelativeEquations => {
                found.terms(arena, of, |_| 6);
                for term in relative(of, pairs_with_one(of), &ARBITRARY) {
                    found.add(Kind::Term(term), 2, RELATIVE);
                }
            }
            InterpolationAbstraction::RelativeInequalities => {
                for (x, change) in &of.changes {
                    let (cost, why) = if *change == Change::Never { (1, UNCHANGED) } else { (6, CHANGES) };
                    found.bounds(&symbol(*x), cost, cost, why);
                }
                found.booleans(arena, of);
                for term in relative(of, pairs_with_one(of), &ARBITRARY) {
                    found.bounds(&term, 2, 2, RELATIVE);
                }
            }
            InterpolationAbstraction::Auto => found.auto(arena, of),
        }
        found.limited()
    }

    /// With templates from elsewhere before these.
    #[must_use]
    pub fn with(self, given: Vec<Suggestion>) -> Suggestions {
        let mut all = Suggestions { all: given, left_out: self.left_out };
        self.all.into_iter().for_each(|s| all.add(s.template.kind, s.template.cost, &s.why));
        all.limited()
    }

    fn auto(&mut self, arena: &mut Arena, of: &Loop) {
        for term in &of.invariants {
            if term.as_symbol().is_some() {
                self.add(Kind::Term(term.clone()), 1, UNCHANGED);
            } else {
                self.add(Kind::Term(positive(term)), 2, "no round changes it");
            }
        }
        self.booleans(arena, of);
        for term in &of.bounds {
            let bound = arena.le(&-term);
            self.add(Kind::Predicate(bound), 1, "it holds in every round");
        }
        for term in &of.equations {
            let equation = arena.eq(term);
            let why = "it holds in every round";
            self.add(Kind::Predicate(equation), 1, why);
            self.add(Kind::Term(positive(&term.with_constant(Int::ZERO))), 2, why);
        }
        for property in &of.properties {
            self.add(Kind::Predicate(*property), 2, "a query asks for it, and every round keeps it");
        }
        for phase in of.phases.iter().take(PHASE_LIMIT) {
            self.add(Kind::Predicate(*phase), 2, "it holds after some of the rounds");
        }
        self.left_out += of.phases.len().saturating_sub(PHASE_LIMIT);
        for (x, change) in &of.changes {
            if let Change::By(strides) = change {
                let modulus = strides.iter().fold(Int::ZERO, |g, s| g.gcd(s));
                if modulus > Int::ONE {
                    let why = format!("it changes by multiples of {modulus}");
                    self.add(Kind::Remainder(symbol(*x), modulus), 2, &why);
                }
            }
            if *change != Change::Never {
                for divisor in &of.divisors {
                    let why = format!("the loop asks for divisibility by {divisor}");
                    self.add(Kind::Remainder(symbol(*x), divisor.clone()), 3, &why);
                }
            }
        }
        let pairs = if changing(of).count() <= PAIR_LIMIT { all_pairs(of) } else { pairs_with_one(of) };
        for term in relative(of, pairs, &[]) {
            self.bounds(&term, 10, 10, RELATIVE);
        }
        for (x, change) in &of.changes {
            match direction(change) {
                _ if *change == Change::Never => {}
                Some(true) => {
                    self.add(Kind::Inequality(symbol(*x)), 11, "it never falls");
                    if of.is_linear {
                        self.add(Kind::Inequality(-&symbol(*x)), 15, "it never falls, but may be bounded");
                    }
                }
                Some(false) => {
                    self.add(Kind::Inequality(-&symbol(*x)), 11, "it never rises");
                    if of.is_linear {
                        self.add(Kind::Inequality(symbol(*x)), 15, "it never rises, but may be bounded");
                    }
                }
                None if of.is_linear => self.bounds(&symbol(*x), 13, 13, CHANGES),
                None => {}
            }
        }
    }

    /// All arguments.
    fn terms(&mut self, arena: &mut Arena, of: &Loop, changing: impl Fn(&Change) -> u64) {
        for (x, change) in &of.changes {
            match change {
                Change::Never => self.add(Kind::Term(symbol(*x)), 1, UNCHANGED),
                _ if counts(change) => {
                    self.add(Kind::Term(symbol(*x)), changing(change), "it counts the rounds");
                }
                _ => self.add(Kind::Term(symbol(*x)), changing(change), CHANGES),
            }
        }
        self.booleans(arena, of);
    }

    fn booleans(&mut self, arena: &mut Arena, of: &Loop) {
        for b in &of.booleans {
            let formula = arena.boolean(*b);
            self.add(Kind::Truth(formula), 1, "it is true or false");
        }
    }

    fn bounds(&mut self, term: &LinearTerm, below: u64, above: u64, why: &str) {
        self.add(Kind::Inequality(term.clone()), below, why);
        self.add(Kind::Inequality(-term), above, why);
    }

    /// Adds a template unless there is the same already.
    fn add(&mut self, kind: Kind, cost: u64, why: &str) {
        if !self.all.iter().any(|s| s.template.kind == kind) {
            self.all.push(Suggestion { template: Template { kind, cost }, why: why.to_owned() });
        }
    }

    fn limited(mut self) -> Suggestions {
        let mut cheapest: Vec<usize> = (0..self.all.len()).collect();
        sort_by_key(&mut cheapest, |i| (self.all[*i].template.cost, *i));
        if let Some(dearer) = cheapest.get(TEMPLATE_LIMIT..) {
            let mut is_left_out = vec![false; self.all.len()];
            for i in dearer {
                is_left_out[*i] = true;
            }
            self.left_out += dearer.len();
            let mut left_out = is_left_out.into_iter();
            self.all.retain(|_| !left_out.next().unwrap_or(false));
        }
        self
    }
}

/// By convention of ABS (3).
const ARBITRARY: [Int; 2] = [Int::ONE, Int::MINUS_ONE];
const UNCHANGED: &str = "no round changes it";
const CHANGES: &str = "it changes";
const RELATIVE: &str = "relative to how fast the two change, it may stay the same";

fn symbol(symbol: Symbol) -> LinearTerm {
    LinearTerm::symbol(symbol)
}

/// The term or its negation, whichever begins with a positive coefficient.
fn positive(term: &LinearTerm) -> LinearTerm {
    match term.summands().first() {
        Some((_, a)) if a.is_negative() => -term,
        _ => term.clone(),
    }
}

/// Incremented by 1 in each round.
fn counts(change: &Change) -> bool {
    matches!(change, Change::By(strides) if *strides == [Int::ONE])
}

/// Does it never fall (true), or never rise (false)?
fn direction(change: &Change) -> Option<bool> {
    match change {
        Change::By(strides) if strides.iter().all(|s| !s.is_negative()) => Some(true),
        Change::By(strides) if strides.iter().all(|s| !s.is_positive()) => Some(false),
        _ => None,
    }
}

fn changing(of: &Loop) -> impl Iterator<Item = Symbol> + '_ {
    of.changes.iter().filter(|(_, change)| *change != Change::Never).map(|(x, _)| *x)
}

/// Each changing argument with one of them, a counter if there is one.
fn pairs_with_one(of: &Loop) -> Vec<(Symbol, Symbol)> {
    let counter = of.changes.iter().find(|(_, change)| counts(change)).map(|(x, _)| *x);
    let Some(c) = counter.or_else(|| changing(of).next()) else { return Vec::new() };
    changing(of).filter(|x| *x != c).map(|x| (x, c)).collect()
}

fn all_pairs(of: &Loop) -> Vec<(Symbol, Symbol)> {
    let all: Vec<Symbol> = changing(of).collect();
    let mut pairs = Vec::new();
    for (i, c) in all.iter().enumerate() {
        pairs.extend(all[i + 1..].iter().map(|x| (*x, *c)));
    }
    pairs
}

/// `αc·x - αx·c` for all strides of the pairs, those that are 0 left out; primitive and without repetitions.
/// What changes otherwise counts as having these strides.
fn relative(of: &Loop, pairs: Vec<(Symbol, Symbol)>, arbitrary: &[Int]) -> Vec<LinearTerm> {
    let strides = |x: Symbol| -> Vec<Int> {
        let change = of.changes.iter().find(|(y, _)| *y == x).map(|(_, change)| change);
        let mut found: Vec<Int> = match change {
            Some(Change::By(strides)) => strides.clone(),
            Some(Change::Otherwise(strides)) => strides.iter().chain(arbitrary).cloned().collect(),
            _ => Vec::new(),
        };
        found.retain(|s| !s.is_zero());
        found.sort_unstable();
        found.dedup();
        found
    };
    let mut terms: Vec<LinearTerm> = Vec::new();
    for (x, c) in pairs {
        for of_x in strides(x) {
            for of_c in strides(c) {
                let term = symbol(x).scaled(&of_c).plus_scaled(&-&of_x, &symbol(c));
                let term = positive(&term.div_exact(&term.content()));
                if !terms.contains(&term) {
                    terms.push(term);
                }
            }
        }
    }
    terms
}
