//! Uses of defined functions.
//!
//! A definition is elaborated once, over symbols that stand for its parameters; a use substitutes. So the
//! names in a definition mean what they meant where it was written, and a use of a use of a use costs no more
//! than the formula that it builds. Quotients, conditional terms and relation symbols inside are copied for
//! each use.

use super::arithmetic::remainder;
use super::elaborate::{Elaborator, counted};
use super::scope::Macro;
use super::sexpr::NodeId;
use super::special::{Purpose, Special};
use super::value::{Sum, Value};
use crate::formula::{LinearTerm, Sort, Substitution, Symbol};
use crate::lang::common::definition::Meaning;
use crate::lang::common::limits::FORMULA_COST;
use crate::lang::{Application, Argument, Diagnostic};

impl Elaborator<'_, '_> {
    pub(super) fn apply_macro(&mut self, index: u32, node: NodeId, values: Vec<Value>) -> Option<Value> {
        let used = self.scope.macro_(index);
        let span = used.span;
        if used.parameters.len() != values.len() {
            let expected = counted(used.parameters.len(), "argument");
            let message = format!("this function takes {expected}, found {}", values.len());
            let place = self.tree.span(node);
            self.report.push(Diagnostic::error(place, message).with_related(span, "defined here"));
            return None;
        }
        if used.parameters.is_empty() && used.specials.is_empty() {
            return Some(used.value.clone());
        }
        let used = used.clone();
        let sorts: Vec<Sort> = used.parameters.iter().map(|p| self.arena.sort(*p)).collect();
        let arguments = self.arguments(node, values, &sorts)?;
        let work = used.size.saturating_add(used.specials.len() as u64).saturating_mul(FORMULA_COST);
        if !self.charge(work, node) {
            return None;
        }
        let mut substitution = Substitution::new();
        for (parameter, argument) in used.parameters.iter().zip(arguments) {
            match argument {
                Argument::Int(term) => substitution.term(*parameter, term),
                Argument::Bool(formula) => substitution.formula(*parameter, formula),
            };
        }
        self.copy_specials(&used, &mut substitution, node);
        Some(self.substituted_value(&substitution, &used.value))
    }

    /// Gives every special symbol of a definition a copy of its own.
    fn copy_specials(&mut self, used: &Macro, substitution: &mut Substitution, node: NodeId) {
        // What stands under a quantifier mentions its variables, so these come first.
        for symbol in &used.specials {
            if let Special::Quantified { variables, .. } = &self.specials[symbol] {
                for variable in variables.clone() {
                    self.rename(variable, substitution);
                }
            }
        }
        let span = self.tree.span(node);
        for symbol in &used.specials {
            let special = self.specials[symbol].clone();
            let (purpose, copy) = match special {
                Special::Defined(Meaning::Quotient { term, divisor }) => {
                    let term = substitution.apply_to_term(&term);
                    (Purpose::Quotient, Special::Defined(Meaning::Quotient { term, divisor }))
                }
                Special::Defined(Meaning::Choice { condition, then, otherwise }) => {
                    let condition = substitution.apply(&mut self.arena, condition);
                    let then = substitution.apply_to_term(&then);
                    let otherwise = substitution.apply_to_term(&otherwise);
                    (Purpose::Choice, Special::Defined(Meaning::Choice { condition, then, otherwise }))
                }
                Special::Applied(Application { relation, arguments, .. }) => {
                    let image = |argument| match argument {
                        Argument::Int(term) => Argument::Int(substitution.apply_to_term(&term)),
                        Argument::Bool(f) => Argument::Bool(substitution.apply(&mut self.arena, f)),
                    };
                    let arguments = arguments.into_iter().map(image).collect();
                    (Purpose::Placeholder, Special::Applied(Application { relation, arguments, span }))
                }
                Special::Distinct { terms, node } => {
                    let terms = terms.iter().map(|term| substitution.apply_to_term(term)).collect();
                    (Purpose::Placeholder, Special::Distinct { terms, node })
                }
                Special::Quantified { universal, variables, body, span } => {
                    let body = substitution.apply(&mut self.arena, body);
                    let image = |v: Symbol| self.image(v, substitution);
                    let variables = variables.into_iter().map(image).collect();
                    (Purpose::Placeholder, Special::Quantified { universal, variables, body, span })
                }
            };
            let copy = self.introduce(purpose, copy);
            match purpose {
                Purpose::Placeholder => {
                    let formula = self.arena.boolean(copy);
                    substitution.formula(*symbol, formula);
                }
                Purpose::Quotient | Purpose::Choice => {
                    substitution.term(*symbol, LinearTerm::symbol(copy));
                }
            }
        }
    }

    fn rename(&mut self, variable: Symbol, substitution: &mut Substitution) {
        let hint = self.arena.name(variable).to_owned();
        let sort = self.arena.sort(variable);
        let copy = self.fresh_symbol(&hint, sort);
        match sort {
            Sort::Int => substitution.term(variable, LinearTerm::symbol(copy)),
            Sort::Bool => {
                let formula = self.arena.boolean(copy);
                substitution.formula(variable, formula)
            }
        };
    }

    /// The symbol that a renamed variable became.
    fn image(&mut self, variable: Symbol, substitution: &Substitution) -> Symbol {
        match self.arena.sort(variable) {
            Sort::Int => substitution.apply_to_term(&LinearTerm::symbol(variable)).as_symbol(),
            Sort::Bool => {
                let formula = self.arena.boolean(variable);
                let image = substitution.apply(&mut self.arena, formula);
                self.arena.symbols_of(image).first().copied()
            }
        }
        .unwrap_or(variable)
    }

    fn substituted_value(&mut self, substitution: &Substitution, value: &Value) -> Value {
        match value {
            Value::Bool(formula) => Value::Bool(substitution.apply(&mut self.arena, *formula)),
            Value::Int(sum) => {
                let term = substitution.apply_to_term(&sum.clone().into_term());
                Value::Int(Sum::from(term))
            }
            Value::Remainder(parts) => remainder(substitution.apply_to_term(&parts.0), parts.1.clone()),
            Value::Poison => Value::Poison,
        }
    }

    /// How many nodes a substitution into the value visits.
    pub(super) fn size_of_value(&self, value: &Value) -> u64 {
        match value {
            Value::Bool(formula) => self.arena.reachable([*formula]).len() as u64,
            Value::Int(sum) => 1 + sum.len() as u64,
            Value::Remainder(parts) => 1 + parts.0.summands().len() as u64,
            Value::Poison => 1,
        }
    }
}
