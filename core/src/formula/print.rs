//! Formulae as a person would write them: `X + Y ≥ Z`, not `-1*X + -1*Y + Z <= 0`.

use std::fmt::{self, Write};

use super::{Arena, Formula, LinearTerm, Node, Symbol};
use crate::num::Int;

/// Which signs to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// `X ≤ Y ∧ Z ≠ 0`
    Mathematical,
    /// `X <= Y, Z != 0`: the house syntax.
    Ascii,
    /// `2·4 ≤ 9`: mathematical, with numbers in the places of symbols.
    Numeric,
}

/// A formula or term with the arena that knows its names; made by [`Arena::show`] and its kin.
#[derive(Debug)]
pub struct Printed<'a, T> {
    names: Names<'a>,
    what: T,
    notation: Notation,
    abbreviations: Abbreviations<'a>,
}

/// What to write for parts of a formula instead of the parts.
#[derive(Clone, Copy, Default)]
struct Abbreviations<'a>(Option<&'a dyn Fn(Formula) -> Option<String>>);

impl fmt::Debug for Abbreviations<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Abbreviations")
    }
}

/// How symbols are spelled.
#[derive(Clone, Copy)]
struct Names<'a> {
    arena: &'a Arena,
    spelling: Option<&'a dyn Fn(Symbol) -> String>,
}

impl Names<'_> {
    fn write(&self, f: &mut impl Write, symbol: Symbol) -> fmt::Result {
        match self.spelling {
            None => f.write_str(self.arena.name(symbol)),
            Some(spelling) => f.write_str(&spelling(symbol)),
        }
    }
}

impl fmt::Debug for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Names")
    }
}

impl<'a, T> Printed<'a, T> {
    /// Spells symbols in another way than by their bare names, such as with quotes where a language needs them.
    pub fn spelled(mut self, spelling: &'a dyn Fn(Symbol) -> String) -> Printed<'a, T> {
        self.names.spelling = Some(spelling);
        self
    }

    /// Writes names for some parts of the formula, though never for the whole. A formula whose parts are
    /// shared may be exponentially larger as text; a name for each shared part keeps it short.
    pub fn abbreviated(mut self, names: &'a dyn Fn(Formula) -> Option<String>) -> Printed<'a, T> {
        self.abbreviations = Abbreviations(Some(names));
        self
    }

    fn new(arena: &'a Arena, what: T, notation: Notation) -> Printed<'a, T> {
        let names = Names { arena, spelling: None };
        Printed { names, what, notation, abbreviations: Abbreviations(None) }
    }
}

impl Arena {
    pub fn show(&self, formula: Formula) -> Printed<'_, Formula> {
        Printed::new(self, formula, Notation::Mathematical)
    }

    pub fn show_as(&self, formula: Formula, notation: Notation) -> Printed<'_, Formula> {
        Printed::new(self, formula, notation)
    }

    pub fn show_term<'a>(&'a self, term: &'a LinearTerm) -> Printed<'a, &'a LinearTerm> {
        self.show_term_as(term, Notation::Ascii)
    }

    pub fn show_term_as<'a>(
        &'a self,
        term: &'a LinearTerm,
        notation: Notation,
    ) -> Printed<'a, &'a LinearTerm> {
        Printed::new(self, term, notation)
    }
}

impl fmt::Display for Printed<'_, &LinearTerm> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let summands: Vec<(Symbol, Int)> = self.what.summands().to_vec();
        write_sum(f, self.names, &summands, self.what.constant_part(), self.notation)
    }
}

impl fmt::Display for Printed<'_, Formula> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // An explicit stack, since formulae may be nested deeper than the machine's.
        enum Task<'a> {
            Formula(Formula),
            Text(&'a str),
            Name(String),
        }
        let signs = Signs::of(self.notation);
        let mut tasks = vec![Task::Formula(self.what)];
        while let Some(task) = tasks.pop() {
            let formula = match task {
                Task::Text(text) => {
                    f.write_str(text)?;
                    continue;
                }
                Task::Name(name) => {
                    f.write_str(&name)?;
                    continue;
                }
                Task::Formula(formula) => formula,
            };
            let (parts, sign) = match self.names.arena.node(formula) {
                Node::And(parts) => (parts, signs.and),
                Node::Or(parts) => (parts, signs.or),
                literal => {
                    write_literal(f, self.names, literal, self.notation)?;
                    continue;
                }
            };
            for (i, part) in parts.iter().enumerate().rev() {
                if let Some(name) = self.abbreviations.0.and_then(|names| names(*part)) {
                    tasks.push(Task::Name(name));
                } else if self.names.arena.node(*part).is_literal() {
                    tasks.push(Task::Formula(*part));
                } else {
                    tasks.extend([Task::Text(")"), Task::Formula(*part), Task::Text("(")]);
                }
                if i > 0 {
                    tasks.push(Task::Text(sign));
                }
            }
        }
        Ok(())
    }
}

struct Signs {
    and: &'static str,
    or: &'static str,
    not: &'static str,
    le: &'static str,
    ge: &'static str,
    ne: &'static str,
    truth: &'static str,
    falsity: &'static str,
    minus: char,
    times: &'static str,
}

impl Signs {
    fn of(notation: Notation) -> Signs {
        match notation {
            Notation::Mathematical => Signs {
                and: " ∧ ",
                or: " ∨ ",
                not: "¬",
                le: "≤",
                ge: "≥",
                ne: "≠",
                truth: "true",
                falsity: "false",
                minus: '-',
                times: "",
            },
            Notation::Numeric => Signs { times: "·", ..Signs::of(Notation::Mathematical) },
            Notation::Ascii => Signs {
                and: ", ",
                or: "; ",
                not: "!",
                le: "<=",
                ge: ">=",
                ne: "!=",
                truth: "true",
                falsity: "false",
                minus: '-',
                times: "*",
            },
        }
    }
}

fn write_literal(f: &mut impl Write, names: Names, node: &Node, notation: Notation) -> fmt::Result {
    let signs = Signs::of(notation);
    match node {
        Node::True => f.write_str(signs.truth),
        Node::False => f.write_str(signs.falsity),
        Node::Bool(b) => names.write(f, *b),
        Node::NotBool(b) => {
            f.write_str(signs.not)?;
            names.write(f, *b)
        }
        Node::Le(t) => write_inequality(f, names, t, notation),
        Node::Eq(t) => write_equation(f, names, t, "=", notation),
        Node::Ne(t) => write_equation(f, names, t, signs.ne, notation),
        Node::Divides(k, t) => {
            write!(f, "{k} | ")?;
            write_sum(f, names, t.summands(), t.constant_part(), notation)
        }
        Node::NotDivides(k, t) => {
            write!(f, "{}({k} | ", signs.not)?;
            write_sum(f, names, t.summands(), t.constant_part(), notation)?;
            f.write_char(')')
        }
        Node::And(_) | Node::Or(_) => Ok(()),
    }
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

fn write_inequality(f: &mut impl Write, names: Names, t: &LinearTerm, notation: Notation) -> fmt::Result {
    let signs = Signs::of(notation);
    let sides = Sides::of(t);
    let c = t.constant_part();
    // positive + c ≤ negative; between two terms a difference of one is a strict inequality.
    let strict = c.is_one() && !sides.positive.is_empty() && !sides.negative.is_empty();
    if sides.negative_first() {
        write_sum(f, names, &sides.negative, &Int::ZERO, notation)?;
        write!(f, " {} ", if strict { ">" } else { signs.ge })?;
        write_sum(f, names, &sides.positive, if strict { &Int::ZERO } else { c }, notation)
    } else {
        write_sum(f, names, &sides.positive, &Int::ZERO, notation)?;
        write!(f, " {} ", if strict { "<" } else { signs.le })?;
        write_sum(f, names, &sides.negative, &if strict { Int::ZERO } else { -c }, notation)
    }
}

fn write_equation(
    f: &mut impl Write,
    names: Names,
    t: &LinearTerm,
    sign: &str,
    notation: Notation,
) -> fmt::Result {
    let sides = Sides::of(t);
    let c = t.constant_part();
    if sides.negative_defined(c) {
        write_sum(f, names, &sides.negative, &Int::ZERO, notation)?;
        write!(f, " {sign} ")?;
        write_sum(f, names, &sides.positive, c, notation)
    } else {
        write_sum(f, names, &sides.positive, &Int::ZERO, notation)?;
        write!(f, " {sign} ")?;
        write_sum(f, names, &sides.negative, &-c, notation)
    }
}

fn write_sum(
    f: &mut impl Write,
    names: Names,
    summands: &[(Symbol, Int)],
    constant: &Int,
    notation: Notation,
) -> fmt::Result {
    let signs = Signs::of(notation);
    for (i, (symbol, a)) in summands.iter().enumerate() {
        match (i, a.is_negative()) {
            (0, false) => {}
            (0, true) => f.write_char(signs.minus)?,
            (_, false) => f.write_str(" + ")?,
            (_, true) => write!(f, " {} ", signs.minus)?,
        }
        let size = a.abs();
        if !size.is_one() {
            write!(f, "{size}{}", signs.times)?;
        }
        names.write(f, *symbol)?;
    }
    if summands.is_empty() {
        write!(f, "{constant}")
    } else if constant.is_negative() {
        write!(f, " {} {}", signs.minus, constant.abs())
    } else if constant.is_zero() {
        Ok(())
    } else {
        write!(f, " + {constant}")
    }
}
