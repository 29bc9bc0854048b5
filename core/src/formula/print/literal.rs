//! Literals and terms, with everything on the side where it is positive.

use std::fmt;

use super::{Notation, TOKEN_LIMIT};
use crate::formula::{Arena, FormulaText, LinearTerm, Node, PieceKind, Sort, Symbol, Valuation};
use crate::num::Int;

/// How formulae are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style<'a> {
    pub(super) arena: &'a Arena,
    pub(super) notation: Notation,
    pub(super) names: Names<'a>,
    /// In bytes.
    pub(super) limit: usize,
}

/// What is written for symbols.
#[derive(Clone, Copy)]
pub(super) enum Names<'a> {
    Own,
    Spelled(&'a dyn Fn(Symbol) -> String),
    Values(&'a Valuation),
}

impl fmt::Debug for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Names")
    }
}

pub(super) struct Signs {
    pub(super) and: &'static str,
    pub(super) or: &'static str,
    pub(super) not: &'static str,
    le: &'static str,
    ge: &'static str,
    ne: &'static str,
    times: &'static str,
}

impl Style<'_> {
    pub(super) fn signs(&self) -> Signs {
        let times = if matches!(self.names, Names::Values(_)) { "·" } else { "" };
        match self.notation {
            Notation::Mathematical => {
                Signs { and: " ∧ ", or: " ∨ ", not: "¬", le: " ≤ ", ge: " ≥ ", ne: " ≠ ", times }
            }
            Notation::Ascii => {
                Signs { and: ", ", or: "; ", not: "!", le: " <= ", ge: " >= ", ne: " != ", times: "*" }
            }
            Notation::Prolog => {
                Signs { and: ", ", or: "; ", not: "\\+", le: " =< ", ge: " >= ", ne: " =\\= ", times: "*" }
            }
            Notation::Program => {
                Signs { and: " && ", or: " || ", not: "!", le: " <= ", ge: " >= ", ne: " != ", times: "*" }
            }
        }
    }

    /// How a symbol is spelled, though not what its value is.
    pub(super) fn name(&self, symbol: Symbol) -> String {
        match self.names {
            Names::Spelled(spelling) => spelling(symbol),
            Names::Own | Names::Values(_) => self.arena.name(symbol).to_owned(),
        }
    }

    pub(super) fn literal(&self, text: &mut FormulaText, literal: &Node) {
        let signs = self.signs();
        match literal {
            Node::True => text.push(PieceKind::True, "true"),
            Node::False => text.push(PieceKind::False, "false"),
            Node::Bool(b) => self.symbol(text, *b),
            Node::NotBool(b) => {
                text.push(PieceKind::Sign, signs.not);
                self.symbol(text, *b);
            }
            Node::Le(t) => self.inequality(text, t),
            Node::Eq(t) => self.equation(text, t, " = "),
            Node::Ne(t) => self.equation(text, t, signs.ne),
            Node::Divides(k, t) => self.divisibility(text, k, t),
            Node::NotDivides(k, t) => {
                text.push(PieceKind::Sign, signs.not);
                text.push(PieceKind::Punctuation, "(");
                self.divisibility(text, k, t);
                text.push(PieceKind::Punctuation, ")");
            }
            Node::And(_) | Node::Or(_) => {}
        }
    }

    fn divisibility(&self, text: &mut FormulaText, divisor: &Int, t: &LinearTerm) {
        if let Some(modulo) = self.notation.modulo() {
            text.push(PieceKind::Punctuation, "(");
            self.sum(text, t.summands(), t.constant_part());
            text.push(PieceKind::Punctuation, ")");
            text.push(PieceKind::Sign, modulo);
            self.number(text, divisor);
            text.push(PieceKind::Sign, " = ");
            return self.number(text, &Int::ZERO);
        }
        self.number(text, divisor);
        text.push(PieceKind::Sign, " | ");
        self.sum(text, t.summands(), t.constant_part());
    }

    fn inequality(&self, text: &mut FormulaText, t: &LinearTerm) {
        let signs = self.signs();
        let sides = Sides::of(t);
        let c = t.constant_part();
        // positive + c ≤ negative; between two terms a difference of one is a strict inequality.
        let strict = c.is_one() && !sides.positive.is_empty() && !sides.negative.is_empty();
        if sides.negative_first() {
            self.sum(text, &sides.negative, &Int::ZERO);
            text.push(PieceKind::Sign, if strict { " > " } else { signs.ge });
            self.sum(text, &sides.positive, if strict { &Int::ZERO } else { c });
        } else {
            self.sum(text, &sides.positive, &Int::ZERO);
            text.push(PieceKind::Sign, if strict { " < " } else { signs.le });
            self.sum(text, &sides.negative, &if strict { Int::ZERO } else { -c });
        }
    }

    fn equation(&self, text: &mut FormulaText, t: &LinearTerm, sign: &str) {
        let sides = Sides::of(t);
        let c = t.constant_part();
        if sides.negative_defined(c) {
            self.sum(text, &sides.negative, &Int::ZERO);
            text.push(PieceKind::Sign, sign);
            self.sum(text, &sides.positive, c);
        } else {
            self.sum(text, &sides.positive, &Int::ZERO);
            text.push(PieceKind::Sign, sign);
            self.sum(text, &sides.negative, &-c);
        }
    }

    pub(super) fn sum(&self, text: &mut FormulaText, summands: &[(Symbol, Int)], constant: &Int) {
        for (i, (symbol, a)) in summands.iter().enumerate() {
            match (i, a.is_negative()) {
                (0, false) => {}
                (0, true) => text.push(PieceKind::Sign, "-"),
                (_, false) => text.push(PieceKind::Sign, " + "),
                (_, true) => text.push(PieceKind::Sign, " - "),
            }
            if text.as_str().len() >= self.limit {
                let rest = summands.len() - i + usize::from(!constant.is_zero());
                text.push(PieceKind::Omission, &omission(rest as u64, "summand"));
                return;
            }
            let size = a.abs();
            if !size.is_one() {
                self.number(text, &size);
                text.push(PieceKind::Sign, self.signs().times);
            }
            self.symbol(text, *symbol);
        }
        if summands.is_empty() {
            self.number(text, constant);
        } else if !constant.is_zero() {
            text.push(PieceKind::Sign, if constant.is_negative() { " - " } else { " + " });
            self.number(text, &constant.abs());
        }
    }

    fn number(&self, text: &mut FormulaText, number: &Int) {
        if number.is_negative() {
            text.push(PieceKind::Sign, "-");
        }
        self.token(text, PieceKind::Number, &number.abs().to_string(), "digit");
    }

    fn symbol(&self, text: &mut FormulaText, symbol: Symbol) {
        match self.names {
            Names::Values(valuation) if self.arena.sort(symbol) == Sort::Int => {
                let value = valuation.int(symbol);
                if value.is_negative() {
                    text.push(PieceKind::Punctuation, "(");
                    self.number(text, value);
                    text.push(PieceKind::Punctuation, ")");
                } else {
                    self.number(text, value);
                }
            }
            Names::Values(valuation) => text.append(&FormulaText::constant(valuation.bool(symbol))),
            _ => self.token(text, PieceKind::Variable, &self.name(symbol), "letter"),
        }
    }

    /// A name or a number, its end left out if it is too long.
    fn token(&self, text: &mut FormulaText, kind: PieceKind, token: &str, unit: &str) {
        let is_limited = self.limit < usize::MAX;
        match token.char_indices().nth(TOKEN_LIMIT) {
            Some((end, _)) if is_limited => {
                text.push(kind, &token[..end]);
                text.push(PieceKind::Omission, &omission(token[end..].chars().count() as u64, unit));
            }
            _ => text.push(kind, token),
        }
    }
}

/// `… (12,345 more parts)`
pub(super) fn omission(count: u64, unit: &str) -> String {
    let digits = count.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("… ({grouped} more {unit}{})", if count == 1 { "" } else { "s" })
}

/// A term as `positive - negative + constant`, both parts with positive coefficients.
struct Sides {
    positive: Vec<(Symbol, Int)>,
    negative: Vec<(Symbol, Int)>,
}

impl Sides {
    fn of(t: &LinearTerm) -> Sides {
        let (positive, negative): (Vec<_>, Vec<_>) =
            t.summands().iter().cloned().partition(|(_, a)| a.is_positive());
        Sides { positive, negative: negative.into_iter().map(|(s, a)| (s, -a)).collect() }
    }

    /// The negative part goes to the left of an inequality when it names the first symbol.
    fn negative_first(&self) -> bool {
        match (self.positive.first(), self.negative.first()) {
            (None, _) => true,
            (_, None) => false,
            (Some(p), Some(n)) => n.0 < p.0,
        }
    }

    /// The same for equations, which read best as definitions: a single symbol goes to the left. Of two such
    /// symbols it is the one that is more, so that the constant is added: `X1 = J + 1`.
    fn negative_defined(&self, constant: &Int) -> bool {
        let single = |side: &[(Symbol, Int)]| side.len() == 1 && side[0].1.is_one();
        match (single(&self.positive), single(&self.negative)) {
            (true, false) => false,
            (false, true) => true,
            (true, true) if !constant.is_zero() => constant.is_positive(),
            _ => self.negative_first(),
        }
    }
}
