//! Trace schemes in words: loops, closures, and interpolants that are inductive (thesis, Chapter 4).

use hornbook::engine::{ClosureText, Header, Precision, SchemeOutcome, SchemeText};
use hornbook::horn::SystemClauseId;
use hornbook::num::Int;

use super::{Telling, count};
use crate::run::glossary::Term;

impl Telling {
    /// `clause 2`, `clauses 2 and 3`.
    pub(super) fn clauses(&mut self, clauses: &[SystemClauseId]) -> &mut Telling {
        for (i, clause) in clauses.iter().enumerate() {
            self.text(super::separator(i, clauses.len())).clause(*clause);
        }
        self
    }

    fn closure(&mut self, closure: &ClosureText) -> &mut Telling {
        self.math(&closure.round).text(format!(" ({})", closure.class.name()));
        match &closure.closure {
            Some(formula) => self.text(", and any number of rounds ").math(formula),
            None => self.text(", whose closure is too large to be shown"),
        }
    }
}

/// A counterexample is folded.
pub(super) fn tell_scheme(t: &mut Telling, header: &Header, delay: usize, scheme: &SchemeText) {
    t.text("The ").term(Term::Counterexample, "counterexample").text(" comes back to where it was");
    if delay > 0 {
        t.text(format!(" more than {}", count(delay, "time", "times")));
    }
    t.text(", so it is folded into a path with loops.");
    for state in &scheme.states {
        let Some(relation) = state.relation else { continue };
        for closure in &state.loops {
            t.text(" At ").relation(header, relation).text(", a round by ").clauses(&closure.clauses);
            t.text(if closure.is_around { " has no closure, but is within " } else { " does " });
            t.closure(closure).text(".");
        }
    }
}

/// What became of a scheme.
pub(super) fn tell_outcome(t: &mut Telling, header: &Header, precision: &Precision, outcome: &SchemeOutcome) {
    match precision {
        Precision::Exact => {
            t.text("With the closures in the places of the loops, ");
        }
        Precision::Over { hulls } => {
            t.text("Several loops are at one place. With an octagon around them, ");
            for hull in hulls {
                t.closure(hull).text(", ");
            }
        }
        Precision::Under => {
            t.text("With one loop after the other, in the order of the counterexample, ");
        }
    }
    match outcome {
        SchemeOutcome::Infeasible { inductive } => {
            t.text("no number of rounds leads to the query. ");
            for found in inductive {
                t.text("At ").relation(header, found.relation).text(" the inductive ");
                t.term(Term::Interpolant, "interpolant").text(" ").math(&found.taken).text(" is taken");
                if let Some(sp) = found.sp.as_ref().filter(|sp| **sp != found.taken) {
                    t.text("; the strongest postcondition is ").math(sp);
                }
                if let Some(wp) = found.wp.as_ref().filter(|wp| **wp != found.taken) {
                    t.text("; the weakest precondition is ").math(wp);
                }
                t.text(". ");
            }
        }
        SchemeOutcome::Feasible { rounds } => {
            t.text(format!("it has values with this many rounds: {}.", listed(rounds)));
        }
        SchemeOutcome::TooManyRounds { rounds } => {
            t.text(format!(
                "it has values, but these rounds are too many to be written down: {}.",
                listed(rounds)
            ));
        }
        SchemeOutcome::Undecided => {
            t.text("nothing could be decided. The counterexample is refuted as it is.");
        }
    }
}

fn listed(rounds: &[Int]) -> String {
    let rounds: Vec<String> = rounds.iter().map(ToString::to_string).collect();
    rounds.join(", ")
}
