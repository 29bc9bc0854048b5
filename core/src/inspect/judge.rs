//! A person's own interpolant, judged at once: accepted with its explanation, or refused with a point that
//! shows why.
//!
//! For `A: X = 1` and `B: X < 0`, `X > 1` is refused because of `X = 1`, which is in A and not in it;
//! `X > -5` because of `X = -1`, which is in it and in B.

use serde::{Deserialize, Serialize};

use super::{EXPLANATION_STEPS, ExplanationText, Inspector};
use crate::check;
use crate::formula::{Formula, FormulaText, NotRead, Sort, Symbol, Valuation, Value};
use crate::interpolate::refute;
use crate::lang::Diagnostic;
use crate::solver::{Budget, Unknown};

/// What is said to a typed formula.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judgement {
    /// The formula in the papers' notation, if it is one.
    pub text: Option<FormulaText>,
    pub opinion: Opinion,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Opinion {
    /// It could not be read. Places count within the typed text.
    Unreadable(Vec<Diagnostic>),
    /// It was shown before, and could not be read back.
    NotRead(NotRead),
    /// It speaks of arguments that the two sides do not share.
    Foreign(Vec<String>),
    Interpolant(ExplanationText),
    NotInterpolant {
        /// A point of A that is not in it.
        outside: Option<Witness>,
        /// A point of B that is in it.
        inside: Option<Witness>,
    },
    Unknown(Unknown),
}

/// Values for the arguments of the relation symbol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Witness {
    pub values: Vec<(String, Value)>,
}

impl Inspector {
    /// Is the typed formula an interpolant?
    pub fn judge(&mut self, text: &str, budget: &mut Budget) -> Judgement {
        let formula = match self.formula(text) {
            Ok(formula) => formula,
            Err(findings) => return Judgement { text: None, opinion: Opinion::Unreadable(findings) },
        };
        let opinion = self.opinion(formula, budget).unwrap_or_else(Opinion::Unknown);
        Judgement { text: Some(self.show(formula)), opinion }
    }

    /// Is a formula that was shown before an interpolant, and why?
    pub fn explain(&mut self, text: &FormulaText, budget: &mut Budget) -> Judgement {
        let opinion = match self.read(text) {
            Ok(formula) => self.opinion(formula, budget).unwrap_or_else(Opinion::Unknown),
            Err(reason) => Opinion::NotRead(reason),
        };
        Judgement { text: Some(text.clone()), opinion }
    }

    fn opinion(&mut self, formula: Formula, budget: &mut Budget) -> Result<Opinion, Unknown> {
        let mentioned = self.arena.symbols_of(formula);
        let shared: Vec<String> =
            self.parameters().into_iter().filter(|p| p.common).map(|p| p.name).collect();
        let names = mentioned.iter().map(|s| self.arena.name(*s).to_owned());
        let foreign: Vec<String> = names.filter(|name| !shared.contains(name)).collect();
        if !foreign.is_empty() {
            return Ok(Opinion::Foreign(foreign));
        }
        let (a, b) = (self.a.formulae.clone(), self.b.formulae.clone());
        let arena = &mut self.arena;
        let (left, right) = budget.within(EXPLANATION_STEPS, |part| {
            let left = refute(arena, &a, !formula, part);
            (left, refute(arena, &b, formula, part))
        })?;
        match (left?, right?) {
            (Ok(left), Ok(right)) => {
                check::interpolant_within(arena, &a, &b, formula, (&left, &right), budget)
                    .map_err(|error| error.unfinished().map_or(Unknown::Unchecked, Unknown::from))?;
                Ok(Opinion::Interpolant(self.explanation(formula, budget)))
            }
            (left, right) => Ok(Opinion::NotInterpolant {
                outside: left.err().map(|model| self.witness(&a, !formula, &model)).transpose()?,
                inside: right.err().map(|model| self.witness(&b, formula, &model)).transpose()?,
            }),
        }
    }

    /// The point of a model, which is checked.
    fn witness(&self, side: &[Formula], formula: Formula, model: &Valuation) -> Result<Witness, Unknown> {
        let formulae: Vec<Formula> = side.iter().copied().chain([formula]).collect();
        let arena = &self.arena;
        let checked = check::model(arena, &formulae, model).map_err(|_| Unknown::Unchecked)?;
        let value = |symbol: Symbol| match arena.sort(symbol) {
            Sort::Int => Value::Int(checked.valuation().int(symbol).clone()),
            Sort::Bool => Value::Bool(checked.valuation().bool(symbol)),
        };
        let values = self.parameters.iter().map(|p| (arena.name(*p).to_owned(), value(*p)));
        Ok(Witness { values: values.collect() })
    }
}
