//! What a person chooses in a run, as short text (CAV'13, Fig. 3: every `pick` may be somebody's).
//!
//! A run is determined by its problem, its settings and the choices that differ from the default. A choice
//! has the number of steps before it, a letter for its kind, and what was chosen:
//!
//! ```
//! use hornbook::engine::{Choice, Taken};
//! let text = "@2a2(0)@3a3(0)@4r0,1(0),2(0)@7i1:M = N -> M >= R@8k1,2@10f0@12t1,2:M - N; R";
//! let choices = Choice::read_all(text).unwrap();
//! assert!(matches!(choices[3].taken, Taken::Interpolant { .. }));
//! assert_eq!(Choice::write_all(&choices), text);
//! ```
//!
//! - `a2(0)`: apply clause 2 to node 0 next;
//! - `r0,1(0),2(0)`: refute the derivations that end with edge 0, with edge 1 after edge 0, or with edge 2
//!   after edge 0; those for the atoms of a body are separated by `;`, and where nothing is said it is up to
//!   the strategy;
//! - `i1:M = N`: this is the interpolant of position 1;
//! - `k1,2`: of the new predicates, keep the first and the second;
//! - `f2`: fold the loops of this counterexample with a delay of 2, and `f-`: fold none;
//! - `t1,2:M - N; R`: positions 1 and 2 tell the rest no more than these templates.
//!
//! An `@` within a formula or a template is written twice.

use std::fmt;

use super::{EdgeId, NodeId, PositionId};
use crate::horn::SystemClauseId;

/// What somebody chose instead of the solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// How many steps came before.
    pub step: usize,
    pub taken: Taken,
}

/// What was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taken {
    /// The clause to apply next, and the nodes for its body.
    Work { clause: SystemClauseId, body: Vec<NodeId> },
    /// The derivations to refute, for each atom of the query.
    Counterexample { body: Vec<Ways> },
    /// The interpolant of a position, as typed.
    Interpolant { position: PositionId, formula: String },
    /// The new predicates that are kept, by their places among them.
    Keep { predicates: Vec<usize> },
    /// When loops are folded (Hojjat, thesis, Sect. 4.4): the delay, or never.
    Fold { delay: Option<usize> },
    /// The abstraction at positions of one relation symbol, by templates as typed (Acta'16, Sect. 6).
    Templates { positions: Vec<PositionId>, templates: String },
}

/// The ways to derive a node: edges, with the ways for their bodies. Without any it is up to the strategy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ways(pub Vec<(EdgeId, Vec<Ways>)>);

/// Ways within ways deeper than this are not read.
pub const DEEPEST_WAYS: usize = 100;

impl Choice {
    /// All choices of a text, or the part that is none.
    pub fn read_all(text: &str) -> Result<Vec<Choice>, String> {
        let mut parts: Vec<String> = Vec::new();
        let mut letters = text.trim().chars().peekable();
        while let Some(letter) = letters.next() {
            if letter == '@' && letters.peek() != Some(&'@') {
                parts.push(String::new());
                continue;
            }
            if letter == '@' {
                letters.next();
            }
            match parts.last_mut() {
                Some(part) => part.push(letter),
                None => return Err(text.to_owned()),
            }
        }
        parts.into_iter().map(|part| Choice::read(part.trim()).ok_or(part)).collect()
    }

    /// The text of choices, to be read by [`Choice::read_all`].
    pub fn write_all(choices: &[Choice]) -> String {
        choices.iter().map(ToString::to_string).collect()
    }

    fn read(text: &str) -> Option<Choice> {
        let mut rest = Rest(text);
        let step = rest.number()?;
        let kind = rest.letter()?;
        let taken = match kind {
            'a' => {
                let clause = SystemClauseId(u32::try_from(rest.number()?.checked_sub(1)?).ok()?);
                let mut body = Vec::new();
                if rest.takes('(') {
                    body = rest.list()?.into_iter().map(|node| NodeId(node as u32)).collect();
                    rest.takes(')').then_some(())?;
                }
                Taken::Work { clause, body }
            }
            'r' => Taken::Counterexample { body: rest.body(0)? },
            'i' => {
                let position = PositionId::at(rest.number()?.checked_sub(1)?);
                Taken::Interpolant { position, formula: rest.typed()? }
            }
            'k' => Taken::Keep { predicates: rest.places()? },
            'f' if rest.takes('-') => Taken::Fold { delay: None },
            'f' => Taken::Fold { delay: Some(rest.number()?) },
            't' => {
                let positions = rest.places()?.into_iter().map(PositionId::at).collect();
                Taken::Templates { positions, templates: rest.typed()? }
            }
            _ => return None,
        };
        rest.0.trim().is_empty().then_some(Choice { step, taken })
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}", self.step)?;
        match &self.taken {
            Taken::Work { clause, body } => {
                write!(f, "a{}", clause.number())?;
                if !body.is_empty() {
                    write!(f, "({})", numbers(body.iter().map(|node| node.0 as usize)))?;
                }
                Ok(())
            }
            Taken::Counterexample { body } => write!(f, "r{}", written(body)),
            Taken::Interpolant { position, formula } => {
                write!(f, "i{}:{}", position.number(), formula.replace('@', "@@"))
            }
            Taken::Keep { predicates } => write!(f, "k{}", numbers(predicates.iter().map(|place| place + 1))),
            Taken::Fold { delay: None } => f.write_str("f-"),
            Taken::Fold { delay: Some(delay) } => write!(f, "f{delay}"),
            Taken::Templates { positions, templates } => {
                let positions = numbers(positions.iter().map(|position| position.number()));
                write!(f, "t{positions}:{}", templates.replace('@', "@@"))
            }
        }
    }
}

fn numbers(all: impl Iterator<Item = usize>) -> String {
    all.map(|n| n.to_string()).collect::<Vec<_>>().join(",")
}

/// Nested no deeper than what was read or built from a counterexample that was shown.
fn written(body: &[Ways]) -> String {
    let ways = |ways: &Ways| {
        let way = |(edge, body): &(EdgeId, Vec<Ways>)| {
            let below = written(body);
            if below.is_empty() { edge.0.to_string() } else { format!("{}({below})", edge.0) }
        };
        ways.0.iter().map(way).collect::<Vec<_>>().join(",")
    };
    body.iter().map(ways).collect::<Vec<_>>().join(";")
}

/// What is left to read.
struct Rest<'a>(&'a str);

impl Rest<'_> {
    fn letter(&mut self) -> Option<char> {
        let letter = self.0.chars().next()?;
        self.0 = &self.0[letter.len_utf8()..];
        Some(letter)
    }

    fn takes(&mut self, letter: char) -> bool {
        let rest = self.0.trim_start().strip_prefix(letter);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    /// A number that fits into 32 bits.
    fn number(&mut self) -> Option<usize> {
        let text = self.0.trim_start();
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let number: u32 = text[..end].parse().ok()?;
        self.0 = &text[end..];
        Some(number as usize)
    }

    fn list(&mut self) -> Option<Vec<usize>> {
        let mut all = vec![self.number()?];
        while self.takes(',') {
            all.push(self.number()?);
        }
        Some(all)
    }

    /// What is counted from one.
    fn places(&mut self) -> Option<Vec<usize>> {
        self.list()?.into_iter().map(|n| n.checked_sub(1)).collect()
    }

    /// What somebody has typed, which goes on to the end.
    fn typed(&mut self) -> Option<String> {
        self.takes(':').then(|| std::mem::take(&mut self.0).trim().to_owned())
    }

    fn body(&mut self, depth: usize) -> Option<Vec<Ways>> {
        (depth < DEEPEST_WAYS).then_some(())?;
        let mut body = vec![self.ways(depth)?];
        while self.takes(';') {
            body.push(self.ways(depth)?);
        }
        Some(body)
    }

    fn ways(&mut self, depth: usize) -> Option<Ways> {
        let mut ways = Vec::new();
        while let Some(edge) = self.number() {
            let mut body = Vec::new();
            if self.takes('(') {
                body = self.body(depth + 1)?;
                self.takes(')').then_some(())?;
            }
            ways.push((EdgeId(edge as u32), body));
            if !self.takes(',') {
                break;
            }
        }
        Some(Ways(ways))
    }
}
