//! Certificates in the making: what does not lead to the contradiction is left out as cases close.
//!
//! When a case is closed, the facts that its contradiction goes back to are known. If the assumption of the
//! case is not among them, the contradiction did not need the split at all: it closes the whole
//! split, and the other case is never looked at (the same idea as backjumping after a conflict).
//!
//! ```text
//! 0: x ≤ 0, 1: x ≥ 1      split y ≤ 0;  contradiction 0 + 1    becomes    contradiction 0 + 1
//! ```
//!
//! While a certificate grows, facts have numbers that are never used twice; [`UnfinishedCertificate::finish`]
//! gives them those of the format.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Certificate, Combination, FactId, Line};
use crate::formula::LinearTerm;
use crate::num::Int;

/// A certificate that is not finished.
#[derive(Clone, Debug)]
pub(crate) struct UnfinishedCertificate {
    hypotheses: u32,
    next: u32,
    /// Since the beginning, without the lines of closed cases. A split stands where it was made.
    lines: Vec<(FactId, Line)>,
    open: Vec<Open>,
    /// The proof without its splits' loose ends, once everything is closed.
    closed: Option<Part>,
}

/// A split that is not closed.
#[derive(Clone, Debug)]
struct Open {
    /// The number of lines before the split.
    start: usize,
    term: LinearTerm,
    /// The assumption of the case that is open, which is the second if the first is closed.
    assumption: FactId,
    first: Option<(FactId, Part)>,
}

/// The proof of a closed case.
#[derive(Clone, Debug)]
struct Part {
    /// The facts from outside that it uses.
    needed: FxHashSet<FactId>,
    /// In reverse.
    lines: Vec<Kept>,
}

#[derive(Clone, Debug)]
enum Kept {
    Line(FactId, Line),
    /// The assumptions of both cases.
    Split(FactId, FactId, LinearTerm),
}

/// What a contradiction has closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Closed {
    /// Up to and including the first case of the split at this depth; its second case now holds this fact.
    Case {
        depth: usize,
        assumption: FactId,
    },
    Everything,
}

impl UnfinishedCertificate {
    pub(crate) fn new(hypotheses: usize) -> UnfinishedCertificate {
        let hypotheses = hypotheses as u32;
        UnfinishedCertificate {
            hypotheses,
            next: hypotheses,
            lines: Vec::new(),
            open: Vec::new(),
            closed: None,
        }
    }

    /// Adds a line that derives a fact.
    pub(crate) fn derive(&mut self, line: Line) -> FactId {
        let fact = self.fresh();
        self.lines.push((fact, line));
        fact
    }

    /// Opens the case `term ≤ 0`.
    pub(crate) fn split(&mut self, term: LinearTerm) -> FactId {
        let assumption = self.fresh();
        self.open.push(Open { start: self.lines.len(), term, assumption, first: None });
        assumption
    }

    /// The lines so far, to come back to with [`UnfinishedCertificate::rewind`] before a case is opened or
    /// closed.
    pub(crate) fn mark(&self) -> usize {
        self.lines.len()
    }

    /// Forgets the lines since a mark.
    pub(crate) fn rewind(&mut self, mark: usize) {
        self.lines.truncate(mark);
    }

    /// Closes the current case, and every case that the contradiction closes as well.
    pub(crate) fn contradiction(&mut self, combination: Combination, divisor: Int) -> Closed {
        let needed = combination.iter().map(|(fact, _)| *fact).collect();
        let line = Line::Contradiction { combination, divisor };
        let mut part = Part { needed, lines: vec![Kept::Line(FactId(u32::MAX), line)] };
        loop {
            let start = self.open.last().map_or(0, |open| open.start);
            while self.lines.len() > start {
                if let Some((fact, line)) = self.lines.pop()
                    && part.needed.remove(&fact)
                {
                    part.needed.extend(uses(&line));
                    part.lines.push(Kept::Line(fact, line));
                }
            }
            let Some(open) = self.open.last_mut() else {
                self.closed = Some(part);
                return Closed::Everything;
            };
            if part.needed.contains(&open.assumption) {
                match open.first.take() {
                    None => {
                        open.first = Some((open.assumption, part));
                        open.assumption = FactId(self.next);
                        self.next += 1;
                        let assumption = open.assumption;
                        return Closed::Case { depth: self.open.len() - 1, assumption };
                    }
                    Some((assumption, first)) => part = both(first, assumption, part, open),
                }
            }
            self.open.pop();
        }
    }

    /// The certificate, once everything is closed. Facts below the number of hypotheses keep their numbers.
    pub(crate) fn finish(self) -> Certificate {
        let mut numbers: FxHashMap<FactId, FactId> =
            (0..self.hypotheses).map(|i| (FactId(i), FactId(i))).collect();
        let mut next = self.hypotheses;
        let mut lines = Vec::new();
        // The numbers to go on with in the second cases.
        let mut open = Vec::new();
        for kept in self.closed.into_iter().flat_map(|part| part.lines.into_iter().rev()) {
            match kept {
                Kept::Line(fact, mut line) => {
                    renumber(&mut line, &numbers);
                    numbers.insert(fact, FactId(next));
                    next += 1;
                    if matches!(line, Line::Contradiction { .. })
                        && let Some(second) = open.pop()
                    {
                        next = second;
                    }
                    lines.push(line);
                }
                Kept::Split(first, second, term) => {
                    numbers.insert(first, FactId(next));
                    numbers.insert(second, FactId(next));
                    next += 1;
                    open.push(next);
                    lines.push(Line::Split { term });
                }
            }
        }
        Certificate { lines }
    }

    /// The hypotheses that the closed proof uses, sorted.
    fn hypotheses_used(&self) -> Vec<usize> {
        let mut used: Vec<usize> =
            self.closed.iter().flat_map(|part| &part.needed).map(|fact| fact.index()).collect();
        used.sort_unstable();
        used
    }

    fn fresh(&mut self) -> FactId {
        let fact = FactId(self.next);
        self.next += 1;
        fact
    }
}

/// Joins the proofs of two cases, each of which uses its assumption.
fn both(first: Part, assumption: FactId, second: Part, open: &Open) -> Part {
    let Part { mut needed, lines: first_lines } = first;
    let Part { needed: second_needed, mut lines } = second;
    needed.remove(&assumption);
    needed.extend(second_needed.into_iter().filter(|fact| *fact != open.assumption));
    lines.extend(first_lines);
    lines.push(Kept::Split(assumption, open.assumption, open.term.clone()));
    Part { needed, lines }
}

/// The facts that a line refers to.
fn uses(line: &Line) -> Vec<FactId> {
    match line {
        Line::Combine { combination, .. } | Line::Contradiction { combination, .. } => {
            combination.iter().map(|(fact, _)| *fact).collect()
        }
        Line::Equate { upper: a, lower: b } | Line::Strengthen { fact: a, disequality: b } => vec![*a, *b],
        Line::QuotientExact { divisibility: a, .. } | Line::QuotientInexact { indivisibility: a, .. } => {
            vec![*a]
        }
        Line::QuotientLower { .. } | Line::QuotientUpper { .. } | Line::Split { .. } => Vec::new(),
    }
}

fn renumber(line: &mut Line, numbers: &FxHashMap<FactId, FactId>) {
    let change = |fact: &mut FactId| {
        if let Some(new) = numbers.get(fact) {
            *fact = *new;
        }
    };
    match line {
        Line::Combine { combination, .. } | Line::Contradiction { combination, .. } => {
            for (fact, _) in combination {
                change(fact);
            }
        }
        Line::Equate { upper: a, lower: b } | Line::Strengthen { fact: a, disequality: b } => {
            change(a);
            change(b);
        }
        Line::QuotientExact { divisibility: a, .. } | Line::QuotientInexact { indivisibility: a, .. } => {
            change(a);
        }
        Line::QuotientLower { .. } | Line::QuotientUpper { .. } | Line::Split { .. } => {}
    }
}

impl Certificate {
    /// The hypotheses that the certificate uses, and the certificate for these alone: fact `i` of the new one
    /// is hypothesis `used[i]`. Lines and splits that do not matter are left out.
    ///
    /// A certificate that is not well-formed comes back as it is.
    pub fn restricted(&self, hypotheses: usize) -> (Vec<usize>, Certificate) {
        let Some(derivation) = replayed(&self.lines, hypotheses) else {
            return ((0..hypotheses).collect(), self.clone());
        };
        let used = derivation.hypotheses_used();
        let mut numbers: FxHashMap<FactId, FactId> =
            used.iter().zip(0..).map(|(old, new)| (FactId(*old as u32), FactId(new))).collect();
        // What is derived moves down by as many places as hypotheses are left out.
        let Certificate { mut lines } = derivation.finish();
        for old in hypotheses..=hypotheses + lines.len() {
            numbers.insert(FactId(old as u32), FactId((old - hypotheses + used.len()) as u32));
        }
        for line in &mut lines {
            renumber(line, &numbers);
        }
        (used, Certificate { lines })
    }
}

/// The lines derived anew, without those that do not matter; `None` if they are not well-formed.
fn replayed(lines: &[Line], hypotheses: usize) -> Option<UnfinishedCertificate> {
    let mut derivation = UnfinishedCertificate::new(hypotheses);
    // The facts by their numbers in the lines.
    let mut facts: Vec<FactId> = (0..hypotheses).map(|i| FactId(i as u32)).collect();
    // The splits whose first case is open in the lines: the number of facts before, and the depth of the
    // split in the derivation. Lines of a case that turned out not to matter are skipped until its end.
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut skip_until: Option<(usize, FactId)> = None;
    for line in lines {
        if let Some((depth, assumption)) = skip_until {
            match line {
                Line::Split { .. } => open.push((0, usize::MAX)),
                Line::Contradiction { .. } => {
                    let (number, closed) = open.pop()?;
                    if closed == depth {
                        facts.truncate(number);
                        facts.push(assumption);
                        skip_until = None;
                    }
                }
                _ => {}
            }
            continue;
        }
        let mut line = line.clone();
        if uses(&line).iter().any(|fact| fact.index() >= facts.len()) {
            return None;
        }
        let numbers = uses(&line).into_iter().map(|fact| (fact, facts[fact.index()])).collect();
        renumber(&mut line, &numbers);
        match line {
            Line::Split { term } => {
                open.push((facts.len(), derivation.open.len()));
                facts.push(derivation.split(term));
            }
            Line::Contradiction { combination, divisor } => {
                match derivation.contradiction(combination, divisor) {
                    Closed::Everything => return Some(derivation),
                    Closed::Case { depth, assumption } => {
                        let (number, closed) = open.pop()?;
                        if closed == depth {
                            facts.truncate(number);
                            facts.push(assumption);
                        } else {
                            skip_until = Some((depth, assumption));
                        }
                    }
                }
            }
            line => facts.push(derivation.derive(line)),
        }
    }
    None
}
