//! Reads back what the printer wrote: pieces that know what they are need no lexer, and names no quotes.
//!
//! A text of which something was left out is refused, so whatever is read is the very formula that was
//! printed.

use std::fmt;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::{Arena, Formula, FormulaText, LinearTerm, Piece, PieceKind, Sort, Symbol};
use crate::num::Int;

/// Why a text is not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NotRead {
    /// It does not say all.
    Omission,
    /// It speaks of something that is not known here.
    Unknown(String),
    /// It is no formula.
    NoFormula,
}

impl fmt::Display for NotRead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotRead::Omission => f.write_str("the formula is too large to be written out"),
            NotRead::Unknown(name) => write!(f, "nothing is called {name} here"),
            NotRead::NoFormula => f.write_str("this is no formula"),
        }
    }
}

impl FormulaText {
    /// The formula that was printed, over these symbols.
    pub fn read(&self, arena: &mut Arena, symbols: &[Symbol]) -> Result<Formula, NotRead> {
        if !self.is_whole() {
            return Err(NotRead::Omission);
        }
        let mut known = FxHashMap::default();
        for symbol in symbols {
            known.insert((arena.name(*symbol).to_owned(), arena.sort(*symbol)), *symbol);
        }
        let mut reader = Reader { arena, known, pieces: self.pieces().collect(), at: 0 };
        let whole = reader.formula()?;
        let mut definitions = Definitions::default();
        while reader.skip(PieceKind::Word, "where") || reader.skip(PieceKind::Word, ";") {
            let name = reader.next(PieceKind::Definition).ok_or(NotRead::NoFormula)?;
            if !reader.skip(PieceKind::Sign, ":=") {
                return Err(NotRead::NoFormula);
            }
            definitions.add(name, reader.formula()?);
        }
        if reader.at < reader.pieces.len() {
            return Err(NotRead::NoFormula);
        }
        definitions.formula(arena, &whole)
    }
}

/// A step of building a formula from the inside out.
enum Step<'a> {
    Literal(Formula),
    /// A name, and whether it is negated.
    Mention(&'a str, bool),
    /// This many of the last formulae, together.
    All(usize),
    Any(usize),
}

/// What names mean.
#[derive(Default)]
struct Definitions<'a> {
    positions: FxHashMap<&'a str, usize>,
    steps: Vec<Vec<Step<'a>>>,
}

impl<'a> Definitions<'a> {
    fn add(&mut self, name: &'a str, steps: Vec<Step<'a>>) {
        self.positions.insert(name, self.steps.len());
        self.steps.push(steps);
    }

    fn position(&self, name: &str) -> Result<usize, NotRead> {
        self.positions.get(name).copied().ok_or_else(|| NotRead::Unknown(name.to_owned()))
    }

    /// Builds whatever a formula mentions before the formula itself.
    fn formula(&self, arena: &mut Arena, whole: &[Step]) -> Result<Formula, NotRead> {
        let mut built: Vec<Option<Formula>> = vec![None; self.steps.len()];
        let mut is_begun = vec![false; self.steps.len()];
        let mut open: Vec<usize> = (0..self.steps.len()).rev().collect();
        while let Some(&position) = open.last() {
            if built[position].is_some() {
                open.pop();
                continue;
            }
            let mut missing = Vec::new();
            for step in &self.steps[position] {
                if let Step::Mention(name, _) = step {
                    missing.extend(Some(self.position(name)?).filter(|other| built[*other].is_none()));
                }
            }
            if missing.is_empty() {
                built[position] = Some(self.build(arena, &self.steps[position], &built)?);
            } else if is_begun[position] {
                // It is still not built after all that it mentions has been tried: it mentions itself.
                return Err(NotRead::NoFormula);
            } else {
                is_begun[position] = true;
                open.extend(missing);
            }
        }
        self.build(arena, whole, &built)
    }

    fn build(
        &self,
        arena: &mut Arena,
        steps: &[Step],
        built: &[Option<Formula>],
    ) -> Result<Formula, NotRead> {
        let mut stack: Vec<Formula> = Vec::new();
        for step in steps {
            let formula = match step {
                Step::Literal(literal) => *literal,
                Step::Mention(name, is_negated) => {
                    let part = built[self.position(name)?].ok_or(NotRead::NoFormula)?;
                    if *is_negated { !part } else { part }
                }
                Step::All(count) => {
                    let parts = stack.split_off(stack.len().saturating_sub(*count));
                    arena.and(parts)
                }
                Step::Any(count) => {
                    let parts = stack.split_off(stack.len().saturating_sub(*count));
                    arena.or(parts)
                }
            };
            stack.push(formula);
        }
        stack.pop().ok_or(NotRead::NoFormula)
    }
}

struct Reader<'a, 'b> {
    arena: &'b mut Arena,
    known: FxHashMap<(String, Sort), Symbol>,
    pieces: Vec<Piece<'a>>,
    at: usize,
}

/// The parts of a conjunction or disjunction that is being read.
#[derive(Default)]
struct Junction<'a> {
    connective: Option<&'a str>,
    parts: usize,
}

impl<'a> Reader<'a, '_> {
    fn peek(&self) -> Option<(PieceKind, &'a str)> {
        let Piece { kind, text } = *self.pieces.get(self.at)?;
        // Signs and words have spaces around them; a name has those that are its own.
        Some((kind, if kind == PieceKind::Variable { text } else { text.trim() }))
    }

    fn next(&mut self, kind: PieceKind) -> Option<&'a str> {
        let (_, text) = self.peek().filter(|(found, _)| *found == kind)?;
        self.at += 1;
        Some(text)
    }

    fn skip(&mut self, kind: PieceKind, text: &str) -> bool {
        let is_there = self.peek() == Some((kind, text));
        self.at += usize::from(is_there);
        is_there
    }

    /// A formula up to the end or a word. An explicit stack, since it may be nested deeper than the
    /// machine's.
    fn formula(&mut self) -> Result<Vec<Step<'a>>, NotRead> {
        let mut steps = Vec::new();
        let mut open: Vec<Junction> = vec![Junction::default()];
        'part: loop {
            if self.skip(PieceKind::Punctuation, "(") {
                open.push(Junction::default());
                continue;
            }
            let step = self.literal()?;
            steps.push(step);
            loop {
                let depth = open.len();
                let junction = open.last_mut().ok_or(NotRead::NoFormula)?;
                junction.parts += 1;
                if let Some(connective) = self.next(PieceKind::Connective) {
                    if *junction.connective.get_or_insert(connective) != connective {
                        return Err(NotRead::NoFormula);
                    }
                    continue 'part;
                }
                match junction.connective {
                    None => {}
                    Some("∧") => steps.push(Step::All(junction.parts)),
                    Some("∨") => steps.push(Step::Any(junction.parts)),
                    Some(_) => return Err(NotRead::NoFormula),
                }
                if depth == 1 {
                    return Ok(steps);
                }
                if !self.skip(PieceKind::Punctuation, ")") {
                    return Err(NotRead::NoFormula);
                }
                open.pop();
            }
        }
    }

    fn literal(&mut self) -> Result<Step<'a>, NotRead> {
        let is_negated = self.skip(PieceKind::Sign, "¬");
        if let Some(name) = self.next(PieceKind::Definition) {
            return Ok(Step::Mention(name, is_negated));
        }
        let is_enclosed = is_negated && self.skip(PieceKind::Punctuation, "(");
        let literal = self.positive()?;
        if is_enclosed && !self.skip(PieceKind::Punctuation, ")") {
            return Err(NotRead::NoFormula);
        }
        Ok(Step::Literal(if is_negated { !literal } else { literal }))
    }

    fn positive(&mut self) -> Result<Formula, NotRead> {
        if self.next(PieceKind::True).is_some() {
            return Ok(self.arena.true_());
        }
        if self.next(PieceKind::False).is_some() {
            return Ok(self.arena.false_());
        }
        let after = self.pieces.get(self.at + 1).filter(|piece| piece.kind == PieceKind::Sign);
        let sign = after.map(|piece| piece.text.trim());
        if sign.is_none()
            && let Some(name) = self.next(PieceKind::Variable)
        {
            let symbol = self.symbol(name, Sort::Bool)?;
            return Ok(self.arena.boolean(symbol));
        }
        if sign == Some("|") {
            let divisor = self.number()?;
            self.at += 1;
            let term = self.sum()?;
            return Ok(self.arena.divides(&divisor, &term));
        }
        let left = self.sum()?;
        let sign = self.next(PieceKind::Sign).ok_or(NotRead::NoFormula)?;
        let right = self.sum()?;
        match sign {
            "≤" => Ok(self.arena.at_most(&left, &right)),
            "≥" => Ok(self.arena.at_most(&right, &left)),
            "<" => Ok(self.arena.less(&left, &right)),
            ">" => Ok(self.arena.less(&right, &left)),
            "=" => Ok(self.arena.equal(&left, &right)),
            "≠" => Ok(!self.arena.equal(&left, &right)),
            _ => Err(NotRead::NoFormula),
        }
    }

    fn sum(&mut self) -> Result<LinearTerm, NotRead> {
        let mut sum = LinearTerm::zero();
        let mut is_negative = self.skip(PieceKind::Sign, "-");
        loop {
            let times = match self.peek() {
                Some((PieceKind::Number, _)) => Some(self.number()?),
                _ => None,
            };
            let summand = match self.next(PieceKind::Variable) {
                Some(name) => LinearTerm::symbol(self.symbol(name, Sort::Int)?)
                    .scaled(times.as_ref().unwrap_or(&Int::ONE)),
                None => LinearTerm::constant(times.ok_or(NotRead::NoFormula)?),
            };
            sum = if is_negative { &sum - &summand } else { &sum + &summand };
            if self.skip(PieceKind::Sign, "+") {
                is_negative = false;
            } else if self.skip(PieceKind::Sign, "-") {
                is_negative = true;
            } else {
                return Ok(sum);
            }
        }
    }

    fn number(&mut self) -> Result<Int, NotRead> {
        let digits = self.next(PieceKind::Number).ok_or(NotRead::NoFormula)?;
        digits.parse().map_err(|_| NotRead::NoFormula)
    }

    fn symbol(&self, name: &str, sort: Sort) -> Result<Symbol, NotRead> {
        let symbol = self.known.get(&(name.to_owned(), sort)).copied();
        symbol.ok_or_else(|| NotRead::Unknown(name.to_owned()))
    }
}

#[cfg(test)]
mod tests;
