//! Certificates: line by line, each new fact follows from earlier ones by arithmetic on integers.
//!
//! That `2x - 2y ≤ 1` and `2x - 2y ≥ 1` contradict each other, by rounding; facts 0 and 1 are given:
//!
//! ```text
//! 2    combine  1·(0), divisor 2    x - y ≤ 0
//! 3    combine  1·(1), divisor 2    y - x + 1 ≤ 0
//!      contradiction  1·(2) + 1·(3): 1 ≤ 0
//! ```
//!
//! A split opens a case. The facts of a case are forgotten when a contradiction closes it, and the other case
//! begins with its own fact under the same number.

use super::Fault;
use crate::formula::{LinearTerm, Node};
use crate::num::Int;
use crate::proof::{Certificate, FactId, Line, Quotient};

/// Something that holds, in the current case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    AtMostZero(LinearTerm),
    Zero(LinearTerm),
    NotZero(LinearTerm),
    Divisible(Int, LinearTerm),
    Indivisible(Int, LinearTerm),
}

impl Fact {
    /// What an arithmetic literal says.
    pub(crate) fn of_literal(literal: &Node) -> Option<Fact> {
        Some(match literal {
            Node::True => Fact::AtMostZero(LinearTerm::zero()),
            Node::False => Fact::AtMostZero(LinearTerm::constant(1)),
            Node::Le(t) => Fact::AtMostZero(t.clone()),
            Node::Eq(t) => Fact::Zero(t.clone()),
            Node::Ne(t) => Fact::NotZero(t.clone()),
            Node::Divides(k, t) => Fact::Divisible(k.clone(), t.clone()),
            Node::NotDivides(k, t) => Fact::Indivisible(k.clone(), t.clone()),
            Node::Bool(_) | Node::NotBool(_) | Node::And(_) | Node::Or(_) => return None,
        })
    }
}

/// Accepts a certificate that the facts contradict each other; otherwise says which line is wrong, and why.
pub(crate) fn check(
    facts: Vec<Fact>,
    quotients: &[Quotient],
    certificate: &Certificate,
) -> Result<(), (Option<usize>, Fault)> {
    let mut reader = Reader { facts, quotients, open: Vec::new(), done: false };
    for (i, line) in certificate.lines.iter().enumerate() {
        reader.line(line).map_err(|fault| (Some(i), fault))?;
    }
    if reader.done { Ok(()) } else { Err((None, Fault::CaseOpen)) }
}

/// What each line of an acceptable certificate says, for those who want to read it: the fact that it derives,
/// or the impossible fact that closes a case.
pub(crate) fn told(facts: Vec<Fact>, quotients: &[Quotient], certificate: &Certificate) -> Option<Vec<Fact>> {
    let mut reader = Reader { facts, quotients, open: Vec::new(), done: false };
    certificate.lines.iter().map(|line| reader.line(line).ok()).collect()
}

struct Reader<'a> {
    facts: Vec<Fact>,
    quotients: &'a [Quotient],
    /// The splits whose first case is not closed: the number of the fact, and the term.
    open: Vec<(usize, &'a LinearTerm)>,
    done: bool,
}

impl<'a> Reader<'a> {
    fn line<'l: 'a>(&mut self, line: &'l Line) -> Result<Fact, Fault> {
        if self.done {
            return Err(Fault::AfterTheEnd);
        }
        let fact = match line {
            Line::Combine { combination, divisor } => divided(self.combined(combination)?, divisor)?,
            Line::Equate { upper, lower } => match (self.fact(*upper)?, self.fact(*lower)?) {
                (Fact::AtMostZero(t), Fact::AtMostZero(s)) if opposite(t, s) => Fact::Zero(t.clone()),
                _ => return Err(Fault::NotOpposite),
            },
            Line::Strengthen { fact, disequality } => match (self.fact(*fact)?, self.fact(*disequality)?) {
                (Fact::AtMostZero(t) | Fact::Zero(t), Fact::NotZero(s)) if t == s || opposite(t, s) => {
                    Fact::AtMostZero(t.plus_constant(&Int::ONE))
                }
                _ => return Err(Fault::NotStrengthened),
            },
            Line::QuotientLower { quotient } => Fact::AtMostZero(-&self.remainder(*quotient)?),
            Line::QuotientUpper { quotient } => {
                let remainder = self.remainder(*quotient)?;
                let divisor = &self.quotients[*quotient].divisor;
                Fact::AtMostZero(remainder.plus_constant(&(Int::ONE - divisor)))
            }
            Line::QuotientExact { quotient, divisibility } => {
                let remainder = self.remainder(*quotient)?;
                let Quotient { divisor, term, .. } = &self.quotients[*quotient];
                match self.fact(*divisibility)? {
                    Fact::Divisible(k, t) if k == divisor && t == term => Fact::Zero(remainder),
                    _ => return Err(Fault::NotThisDivisibility),
                }
            }
            Line::QuotientInexact { quotient, indivisibility } => {
                let remainder = self.remainder(*quotient)?;
                let Quotient { divisor, term, .. } = &self.quotients[*quotient];
                match self.fact(*indivisibility)? {
                    Fact::Indivisible(k, t) if k == divisor && t == term => {
                        Fact::AtMostZero((-&remainder).plus_constant(&Int::ONE))
                    }
                    _ => return Err(Fault::NotThisDivisibility),
                }
            }
            Line::Split { term } => {
                self.open.push((self.facts.len(), term));
                Fact::AtMostZero(term.clone())
            }
            Line::Contradiction { combination, divisor } => {
                let impossible = self.combined(combination)?;
                if !contradictory(&impossible, divisor) {
                    return Err(Fault::NoContradiction);
                }
                match self.open.pop() {
                    None => self.done = true,
                    Some((number, term)) => {
                        self.facts.truncate(number);
                        self.facts.push(Fact::AtMostZero((-term).plus_constant(&Int::ONE)));
                    }
                }
                return Ok(impossible);
            }
        };
        self.facts.push(fact.clone());
        Ok(fact)
    }

    fn fact(&self, fact: FactId) -> Result<&Fact, Fault> {
        self.facts.get(fact.index()).ok_or(Fault::NoSuchFact(fact.index()))
    }

    /// `t - k·q` for the quotient `q = ⌊t/k⌋`: a value from 0 to k - 1.
    fn remainder(&self, quotient: usize) -> Result<LinearTerm, Fault> {
        let Quotient { symbol, divisor, term } =
            self.quotients.get(quotient).ok_or(Fault::NoSuchQuotient(quotient))?;
        Ok(term.plus_scaled(&-divisor, &LinearTerm::symbol(*symbol)))
    }

    /// The sum of multiples of facts: an inequality if one of the facts is, else an equation.
    fn combined(&self, combination: &[(FactId, Int)]) -> Result<Fact, Fault> {
        let mut summands = Vec::new();
        let mut constant = Int::ZERO;
        let mut inequality = false;
        for (id, multiplier) in combination {
            let term = match self.fact(*id)? {
                Fact::AtMostZero(_) if !multiplier.is_positive() => {
                    return Err(Fault::BadMultiplier(id.index()));
                }
                Fact::AtMostZero(t) => {
                    inequality = true;
                    t
                }
                Fact::Zero(_) if multiplier.is_zero() => return Err(Fault::BadMultiplier(id.index())),
                Fact::Zero(t) => t,
                _ => return Err(Fault::NotCombinable(id.index())),
            };
            summands.extend(term.summands().iter().map(|(s, a)| (*s, a * multiplier)));
            constant.add_mul(term.constant_part(), multiplier);
        }
        let sum = LinearTerm::new(summands, constant);
        Ok(if inequality { Fact::AtMostZero(sum) } else { Fact::Zero(sum) })
    }
}

/// Divides a combination: the coefficients without remainder, the constant of an inequality rounded up.
fn divided(fact: Fact, divisor: &Int) -> Result<Fact, Fault> {
    if divisor.is_one() {
        return Ok(fact);
    }
    let (Fact::AtMostZero(t) | Fact::Zero(t)) = &fact else { return Err(Fault::BadDivisor) };
    if !divisor.is_positive() || !t.summands().iter().all(|(_, a)| divisor.divides(a)) {
        return Err(Fault::BadDivisor);
    }
    let constant = t.constant_part();
    if matches!(fact, Fact::Zero(_)) {
        return if divisor.divides(constant) {
            Ok(Fact::Zero(t.div_exact(divisor)))
        } else {
            Err(Fault::BadDivisor)
        };
    }
    let rounded = constant.div_ceil(divisor);
    Ok(Fact::AtMostZero(t.with_constant(&rounded * divisor).div_exact(divisor)))
}

/// Does no integer satisfy the combination? An equation whose coefficients are multiples of the divisor has a
/// constant that is one, too.
fn contradictory(fact: &Fact, divisor: &Int) -> bool {
    match fact {
        Fact::AtMostZero(t) => t.is_constant() && t.constant_part().is_positive(),
        Fact::Zero(t) => {
            t.summands().iter().all(|(_, a)| divisor.divides(a)) && !divisor.divides(t.constant_part())
        }
        _ => false,
    }
}

fn opposite(t: &LinearTerm, s: &LinearTerm) -> bool {
    t.summands().len() == s.summands().len() && *t == -s
}

#[cfg(test)]
mod tests;
