//! Proofs as plain text, for the command line and for tests.

use std::fmt::{self, Write};

use super::{Account, ClauseProof, Origin, Premise, Reason, Rule, Summand};

impl fmt::Display for ClauseProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, assumption) in self.assumptions.iter().enumerate() {
            let origin = match &assumption.origin {
                Origin::Constraint => "constraint".to_owned(),
                Origin::Body(application) => application.to_string(),
                Origin::Head(application) => format!("not {application}"),
            };
            let unused = if assumption.is_used { "" } else { ", not needed" };
            writeln!(f, "{:>3}  {}    [{origin}{unused}]", i + 1, assumption.text)?;
        }
        for (i, line) in self.lines.iter().enumerate() {
            let number = self.assumptions.len() + i + 1;
            match &line.reason {
                Reason::Logic { from } => {
                    let from: Vec<String> = from.iter().map(|line| (line + 1).to_string()).collect();
                    writeln!(f, "{number:>3}  {}    [from {}]", line.text, from.join(", "))?;
                }
                Reason::Arithmetic(account) => {
                    writeln!(f, "{number:>3}  {}    [arithmetic]\n{account}", line.text)?;
                }
            }
        }
        if self.omitted > 0 {
            writeln!(f, "     and {} more", self.omitted)?;
        }
        Ok(())
    }
}

impl fmt::Display for Account<Premise> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, row) in self.rows.iter().enumerate() {
            let mut rule = String::new();
            write_rule(&mut rule, &row.rule)?;
            let indent = 2 * row.depth;
            let end = if i + 1 == self.rows.len() { "" } else { "\n" };
            write!(f, "       {:indent$}{}  {}    [{rule}]{end}", "", letter(i), row.fact)?;
        }
        Ok(())
    }
}

fn write_rule(f: &mut impl Write, rule: &Rule<Premise>) -> fmt::Result {
    match rule {
        Rule::Given(Premise::Line(line)) => write!(f, "line {}", line + 1),
        Rule::Sum { summands, divisor } => {
            write_sum(f, summands)?;
            if divisor.is_one() { Ok(()) } else { write!(f, ", divided by {divisor}") }
        }
        Rule::Contradiction { summands, divisor } => {
            write_sum(f, summands)?;
            if divisor.is_zero() || divisor.is_one() {
                f.write_str(": impossible")
            } else {
                write!(f, ": impossible, since {divisor} divides the left side only")
            }
        }
        Rule::Equate { upper, lower } => write!(f, "{} and {}", letter(*upper), letter(*lower)),
        Rule::Strengthen { fact, disequality } => {
            write!(f, "{} and {}", letter(*fact), letter(*disequality))
        }
        Rule::Quotient { definition, of: None } => f.write_str(definition.as_str()),
        Rule::Quotient { definition, of: Some(row) } => write!(f, "{definition}, {}", letter(*row)),
        Rule::Given(Premise::Supposed) => f.write_str("suppose"),
        Rule::Split => f.write_str("either"),
        Rule::Otherwise => f.write_str("or else"),
    }
}

fn write_sum(f: &mut impl Write, summands: &[Summand]) -> fmt::Result {
    for (i, Summand { times, row, .. }) in summands.iter().enumerate() {
        let plus = if i > 0 { " + " } else { "" };
        write!(f, "{plus}{times}·{}", letter(*row))?;
    }
    Ok(())
}

/// Rows of an account are called a, b, …, z, a1, b1, …
pub fn letter(row: usize) -> String {
    let letter = char::from(b'a' + (row % 26) as u8);
    match row / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}
