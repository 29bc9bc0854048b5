//! Formulae as SMT-LIB terms.
//!
//! A formula is a graph whose parts may be shared many times. Where the tree of its text would be much larger
//! than the graph, shared parts are bound by `let`, in an order in which each mentions only earlier ones.

use std::fmt::Write;

use rustc_hash::FxHashMap;

use crate::formula::{Arena, Formula, LinearTerm, Node, Sharing, Symbol};
use crate::num::Int;

/// Shared parts are bound by `let` when the text would be this many times larger than the formula.
const GROWTH: u64 = 4;

/// Writes formulae over symbols that have names.
#[derive(Debug)]
pub(super) struct FormulaWriter<'a, F: Fn(Symbol) -> &'a str> {
    pub(super) arena: &'a Arena,
    /// The name of a symbol, quoted as needed.
    pub(super) name: F,
}

enum Task<'a> {
    Text(&'a str),
    Formula(Formula),
}

impl<'a, F: Fn(Symbol) -> &'a str> FormulaWriter<'a, F> {
    pub(super) fn formula(&self, out: &mut String, formula: Formula) {
        let sharing = Sharing::of(self.arena, &[formula], GROWTH);
        let mut names: FxHashMap<Formula, String> = FxHashMap::default();
        if !sharing.parts().is_empty() {
            let prefix = self.free_prefix(formula);
            for (i, part) in sharing.parts().iter().enumerate() {
                let name = format!("{prefix}{i}");
                let _ = write!(out, "(let (({name} ");
                self.tree(out, *part, &names);
                out.push_str(")) ");
                names.insert(!*part, format!("(not {name})"));
                names.insert(*part, name);
            }
        }
        self.tree(out, formula, &names);
        out.extend(std::iter::repeat_n(')', sharing.parts().len()));
    }

    /// A beginning that no symbol's name has.
    fn free_prefix(&self, formula: Formula) -> String {
        let symbols = self.arena.symbols_of(formula);
        let mut prefix = "part!".to_owned();
        while symbols.iter().any(|s| (self.name)(*s).trim_start_matches('|').starts_with(&prefix)) {
            prefix.push('!');
        }
        prefix
    }

    fn tree(&self, out: &mut String, formula: Formula, names: &FxHashMap<Formula, String>) {
        let mut tasks = vec![Task::Formula(formula)];
        while let Some(task) = tasks.pop() {
            let formula = match task {
                Task::Text(text) => {
                    out.push_str(text);
                    continue;
                }
                Task::Formula(formula) => formula,
            };
            if let Some(name) = names.get(&formula) {
                out.push_str(name);
                continue;
            }
            let (operator, parts) = match self.arena.node(formula) {
                Node::And(parts) => ("(and", parts),
                Node::Or(parts) => ("(or", parts),
                literal => {
                    self.literal(out, literal);
                    continue;
                }
            };
            out.push_str(operator);
            tasks.push(Task::Text(")"));
            for part in parts.iter().rev() {
                tasks.push(Task::Formula(*part));
                tasks.push(Task::Text(" "));
            }
        }
    }

    fn literal(&self, out: &mut String, literal: &Node) {
        match literal {
            Node::True => out.push_str("true"),
            Node::False | Node::And(_) | Node::Or(_) => out.push_str("false"),
            Node::Bool(symbol) => out.push_str((self.name)(*symbol)),
            Node::NotBool(symbol) => {
                let _ = write!(out, "(not {})", (self.name)(*symbol));
            }
            Node::Le(term) => self.comparison(out, "<=", term),
            Node::Eq(term) => self.comparison(out, "=", term),
            Node::Ne(term) => {
                out.push_str("(not ");
                self.comparison(out, "=", term);
                out.push(')');
            }
            Node::Divides(divisor, term) => self.divisibility(out, divisor, term),
            Node::NotDivides(divisor, term) => {
                out.push_str("(not ");
                self.divisibility(out, divisor, term);
                out.push(')');
            }
        }
    }

    /// `term ⋈ 0`, with everything on the side where it is positive.
    fn comparison(&self, out: &mut String, sign: &str, term: &LinearTerm) {
        let _ = write!(out, "({sign} ");
        let constant = term.constant_part();
        let (left, right) =
            if constant.is_negative() { (Int::ZERO, constant.abs()) } else { (constant.clone(), Int::ZERO) };
        let side = |positive: bool| {
            let kept = term.summands().iter().filter(move |(_, a)| a.is_positive() == positive);
            kept.map(|(s, a)| (*s, a.abs())).collect::<Vec<_>>()
        };
        self.sum(out, &side(true), &left);
        out.push(' ');
        self.sum(out, &side(false), &right);
        out.push(')');
    }

    fn divisibility(&self, out: &mut String, divisor: &Int, term: &LinearTerm) {
        out.push_str("(= (mod ");
        self.term(out, term);
        let _ = write!(out, " {divisor}) 0)");
    }

    pub(super) fn term(&self, out: &mut String, term: &LinearTerm) {
        self.sum(out, term.summands(), term.constant_part());
    }

    fn sum(&self, out: &mut String, summands: &[(Symbol, Int)], constant: &Int) {
        let has_constant = !constant.is_zero() || summands.is_empty();
        let several = summands.len() + usize::from(has_constant) > 1;
        if several {
            out.push_str("(+");
        }
        for (symbol, coefficient) in summands {
            if several {
                out.push(' ');
            }
            let name = (self.name)(*symbol);
            if coefficient.is_one() {
                out.push_str(name);
            } else {
                out.push_str("(* ");
                number(out, coefficient);
                let _ = write!(out, " {name})");
            }
        }
        if has_constant {
            if several {
                out.push(' ');
            }
            number(out, constant);
        }
        if several {
            out.push(')');
        }
    }
}

/// Negative numbers have no numerals: `(- 3)`.
pub(super) fn number(out: &mut String, value: &Int) {
    let _ = if value.is_negative() { write!(out, "(- {})", value.abs()) } else { write!(out, "{value}") };
}
