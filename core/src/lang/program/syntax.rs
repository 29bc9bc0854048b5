//! The syntax tree of programs. Names are resolved: a variable is an index into all variables of the program,
//! a procedure one into its procedures.
//!
//! Sums, conjunctions and `else if` are lists, so that the tree is as deep as the text is nested, which is
//! limited ([`NESTING_LIMIT`](crate::lang::limits::NESTING_LIMIT)).

use crate::formula::Sort;
use crate::lang::Span;
use crate::num::Int;

#[derive(Clone, Debug, Default)]
pub struct Program {
    pub variables: Vec<VariableInfo>,
    /// The global variables, with their initial values; without one the value is arbitrary.
    pub globals: Vec<(usize, Option<Expr>)>,
    pub procedures: Vec<ProgramProcedure>,
    pub main: Option<usize>,
}

#[derive(Clone, Debug)]
pub struct VariableInfo {
    /// Unique among the global variables and those of its procedure.
    pub name: String,
    pub sort: Sort,
    /// Values from outside are not negative.
    pub is_unsigned: bool,
    pub is_global: bool,
    /// The value of a `const` variable, if that is a number.
    pub constant: Option<Int>,
    pub span: Span,
}

#[derive(Clone, Debug, Default)]
pub struct ProgramProcedure {
    pub name: String,
    pub span: Span,
    pub parameters: Vec<usize>,
    pub results: Vec<usize>,
    /// Do the results have names in the text, so that they can be assigned to?
    pub has_named_results: bool,
    /// Parameters, results and all variables that are declared inside.
    pub variables: Vec<usize>,
    pub body: Vec<Statement>,
    /// Is it written as in thesis, Fig. 2.1, where labels say what the control states are?
    pub is_labelled: bool,
}

#[derive(Clone, Debug)]
pub struct Statement {
    pub kind: StatementKind,
    pub span: Span,
    pub label: Option<String>,
}

#[derive(Clone, Debug)]
pub enum StatementKind {
    Skip,
    /// All right-hand sides are evaluated first.
    Assign(Vec<(usize, Expr)>),
    /// A call, and the variables that its results go to.
    Call(Vec<usize>, usize, Vec<Expr>),
    /// The value of an expression is of no interest, its calls are.
    Evaluate(Expr),
    Havoc(Vec<usize>, Option<Expr>),
    Declare(usize),
    Assume(Expr),
    Assert(Expr),
    /// The place that must not be reached.
    Error,
    /// The program ends here, without an error.
    Halt,
    Block(Vec<Statement>),
    /// Conditions with what is done, the first that holds; and what is done if none does.
    If(Vec<(Expr, Vec<Statement>)>, Vec<Statement>),
    While(Expr, Vec<Statement>),
    DoWhile(Vec<Statement>, Expr),
    /// Each group has the values it is for, and goes on with the next one.
    Switch(Expr, Vec<Case>),
    /// Condition, step and body; the beginning is a statement before it.
    For(Option<Expr>, Vec<Statement>, Vec<Statement>),
    Break,
    Continue,
    Return(Vec<Expr>),
    Goto(String),
}

/// Where a `switch` leads for some values.
#[derive(Clone, Debug, Default)]
pub struct Case {
    pub values: Vec<Int>,
    /// Is it for all values that no other is for?
    pub is_default: bool,
    pub body: Vec<Statement>,
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub sort: Sort,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    Different,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Number(Int),
    Truth(bool),
    Variable(usize),
    /// A value from outside.
    Nondet {
        is_unsigned: bool,
    },
    Call(usize, Vec<Expr>),
    /// An assignment inside of an expression: the variable and its new value. What it is worth is that value,
    /// less a number: 1 for `x++`.
    Update(usize, Box<Expr>, Int),
    /// `a, b` as in C: one after the other, with the value of the last.
    Sequence(Vec<Expr>),
    /// Summands, each with whether it is subtracted.
    Sum(Vec<(bool, Expr)>),
    Product(Box<Expr>, Box<Expr>),
    /// Towards zero, as in C.
    Quotient(Box<Expr>, Box<Expr>),
    /// With the sign of the dividend, as in C.
    Remainder(Box<Expr>, Box<Expr>),
    Compare(Comparison, Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    /// From left to right, as far as needed.
    And(Vec<Expr>),
    Or(Vec<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// 1 for true, 0 for false.
    ToNumber(Box<Expr>),
    /// Different from 0.
    ToTruth(Box<Expr>),
}

impl Comparison {
    pub fn holds(self, a: &Int, b: &Int) -> bool {
        match self {
            Comparison::Equal => a == b,
            Comparison::Different => a != b,
            Comparison::Less => a < b,
            Comparison::AtMost => a <= b,
            Comparison::Greater => a > b,
            Comparison::AtLeast => a >= b,
        }
    }
}

/// 1 for true, 0 for false.
fn number_of(truth: bool) -> Int {
    if truth { Int::ONE } else { Int::ZERO }
}

impl Expr {
    /// The parts of an expression.
    pub fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Number(_) | ExprKind::Truth(_) | ExprKind::Variable(_) | ExprKind::Nondet { .. } => {
                Vec::new()
            }
            ExprKind::Call(_, parts)
            | ExprKind::And(parts)
            | ExprKind::Or(parts)
            | ExprKind::Sequence(parts) => parts.iter().collect(),
            ExprKind::Sum(parts) => parts.iter().map(|(_, part)| part).collect(),
            ExprKind::Product(a, b)
            | ExprKind::Quotient(a, b)
            | ExprKind::Remainder(a, b)
            | ExprKind::Compare(_, a, b) => vec![a, b],
            ExprKind::Update(_, a, _) | ExprKind::Not(a) | ExprKind::ToNumber(a) | ExprKind::ToTruth(a) => {
                vec![a]
            }
            ExprKind::Conditional(a, b, c) => vec![a, b, c],
        }
    }

    /// Does something in it satisfy a condition?
    pub fn any(&self, condition: &dyn Fn(&Expr) -> bool) -> bool {
        condition(self) || self.parts().into_iter().any(|part| part.any(condition))
    }

    /// Does it call, or assign?
    pub fn has_effects(&self) -> bool {
        self.any(&|part| matches!(part.kind, ExprKind::Call(..) | ExprKind::Update(..)))
    }

    /// Is a value from outside asked for?
    pub fn asks(&self) -> bool {
        self.any(&|part| matches!(part.kind, ExprKind::Nondet { .. }))
    }

    /// Are some of its parts evaluated only if they are needed, and does that make a difference?
    pub fn is_lazy(&self) -> bool {
        match &self.kind {
            ExprKind::And(parts) | ExprKind::Or(parts) => {
                self.has_effects() || parts.iter().skip(1).any(Expr::asks)
            }
            ExprKind::Conditional(_, a, b) => self.has_effects() || a.asks() || b.asks(),
            ExprKind::Sequence(_) => true,
            _ => false,
        }
    }

    /// Does its evaluation take steps, before there is a value?
    pub fn has_steps(&self) -> bool {
        self.has_effects() || self.any(&|part| part.is_lazy())
    }

    /// The value of an expression of numbers.
    pub fn folded(&self) -> Option<Int> {
        match &self.kind {
            ExprKind::Number(number) => Some(number.clone()),
            ExprKind::Truth(truth) => Some(number_of(*truth)),
            ExprKind::ToNumber(inner) => inner.folded(),
            ExprKind::Sum(parts) => {
                let mut sum = Int::ZERO;
                for (is_negative, part) in parts {
                    sum.add_mul(&part.folded()?, if *is_negative { &Int::MINUS_ONE } else { &Int::ONE });
                }
                Some(sum)
            }
            ExprKind::Product(a, b) => Some(&a.folded()? * &b.folded()?),
            ExprKind::Compare(comparison, a, b) => {
                Some(number_of(comparison.holds(&a.folded()?, &b.folded()?)))
            }
            ExprKind::Not(inner) => Some(number_of(inner.folded()?.is_zero())),
            ExprKind::ToTruth(inner) => Some(number_of(!inner.folded()?.is_zero())),
            ExprKind::And(parts) | ExprKind::Or(parts) => {
                let is_and = matches!(self.kind, ExprKind::And(_));
                for part in parts {
                    if part.folded()?.is_zero() == is_and {
                        return Some(number_of(!is_and));
                    }
                }
                Some(number_of(is_and))
            }
            ExprKind::Conditional(condition, a, b) => {
                if condition.folded()?.is_zero() {
                    b.folded()
                } else {
                    a.folded()
                }
            }
            ExprKind::Quotient(a, b) | ExprKind::Remainder(a, b) => {
                let (a, b) = (a.folded()?, b.folded()?);
                if b.is_zero() {
                    return None;
                }
                let (quotient, remainder) = super::lower::truncated(&a, &b);
                Some(if matches!(self.kind, ExprKind::Quotient(..)) { quotient } else { remainder })
            }
            _ => None,
        }
    }

    /// As a truth value.
    #[must_use]
    pub fn truth(self) -> Expr {
        match (self.sort, &self.kind) {
            (Sort::Bool, _) => self,
            (Sort::Int, ExprKind::Number(n)) => {
                Expr { kind: ExprKind::Truth(!n.is_zero()), sort: Sort::Bool, span: self.span }
            }
            (Sort::Int, _) => {
                let span = self.span;
                if let ExprKind::ToNumber(inner) = self.kind {
                    return *inner;
                }
                Expr { kind: ExprKind::ToTruth(Box::new(self)), sort: Sort::Bool, span }
            }
        }
    }

    /// As a number.
    #[must_use]
    pub fn number(self) -> Expr {
        match (self.sort, &self.kind) {
            (Sort::Int, _) => self,
            (Sort::Bool, ExprKind::Truth(truth)) => {
                Expr { kind: ExprKind::Number(number_of(*truth)), sort: Sort::Int, span: self.span }
            }
            (Sort::Bool, _) => {
                let span = self.span;
                Expr { kind: ExprKind::ToNumber(Box::new(self)), sort: Sort::Int, span }
            }
        }
    }

    #[must_use]
    pub fn of_sort(self, sort: Sort) -> Expr {
        match sort {
            Sort::Int => self.number(),
            Sort::Bool => self.truth(),
        }
    }
}
