//! Responses in SMT-LIB syntax.

use crate::formula::{Arena, Sort, Symbol, Valuation};
use crate::lang::Argument;
use crate::lang::smtlib::print_symbol;
use crate::num::Int;

pub(super) fn model(arena: &Arena, constants: &[Symbol], valuation: &Valuation) -> String {
    let mut text = String::from("(");
    for constant in constants {
        let (sort, value) = match arena.sort(*constant) {
            Sort::Int => ("Int", integer(valuation.int(*constant))),
            Sort::Bool => ("Bool", valuation.bool(*constant).to_string()),
        };
        text += &format!("\n  (define-fun {} () {sort} {value})", print_symbol(arena.name(*constant)));
    }
    text + "\n)"
}

pub(super) fn argument(arena: &Arena, value: &Argument, valuation: &Valuation) -> String {
    match value {
        Argument::Int(term) => integer(&term.evaluate(valuation)),
        Argument::Bool(formula) => arena.evaluate(*formula, valuation).to_string(),
    }
}

pub(super) fn list<'a>(items: impl Iterator<Item = &'a str>) -> String {
    format!("({})", items.collect::<Vec<_>>().join(" "))
}

fn integer(value: &Int) -> String {
    if value.is_negative() { format!("(- {})", value.abs()) } else { value.to_string() }
}
