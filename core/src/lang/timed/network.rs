//! A network of timed automata (thesis, Sect. 6.1): what the encodings and the interpreter start from.
//!
//! Templates are instantiated, constants are numbers, selections are written out: every edge is one edge.
//! Clocks and variables may belong to one automaton or to all.

use super::syntax::Direction;
use crate::lang::Span;

/// Positions in the lists of a [`Network`].
pub(super) type ClockId = usize;
pub(super) type VariableId = usize;
pub(super) type ChannelId = usize;
pub(super) type AutomatonId = usize;
pub(super) type LocationId = usize;

#[derive(Clone, Debug, Default)]
pub(super) struct Network {
    pub(super) clocks: Vec<Clock>,
    pub(super) variables: Vec<Variable>,
    pub(super) channels: Vec<Channel>,
    pub(super) automata: Vec<Automaton>,
}

#[derive(Clone, Debug)]
pub(super) struct Clock {
    pub(super) name: String,
    /// The automaton that it is declared in; none if it is global.
    pub(super) owner: Option<AutomatonId>,
}

#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) owner: Option<AutomatonId>,
    /// The values it may have; an edge that would leave them is not possible.
    pub(super) range: Option<(i64, i64)>,
    pub(super) initial: i64,
    /// Does it stand for a parameter, the identity of a copy?
    pub(super) is_parameter: bool,
    pub(super) is_truth: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Channel {
    pub(super) name: String,
    pub(super) is_urgent: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Automaton {
    pub(super) name: String,
    /// Its template, by position in the text.
    pub(super) template: usize,
    pub(super) locations: Vec<Location>,
    pub(super) initial: LocationId,
    pub(super) edges: Vec<Edge>,
    /// What is declared in it, parameters first.
    pub(super) clocks: Vec<ClockId>,
    pub(super) variables: Vec<VariableId>,
    pub(super) span: Span,
}

#[derive(Clone, Debug)]
pub(super) struct Location {
    pub(super) name: String,
    pub(super) invariant: Condition,
    /// How the invariant is written.
    pub(super) text: String,
    pub(super) is_urgent: bool,
    pub(super) is_committed: bool,
    pub(super) span: Span,
}

impl Location {
    /// No time passes in it.
    pub(super) fn stops_time(&self) -> bool {
        self.is_urgent || self.is_committed
    }
}

#[derive(Clone, Debug)]
pub(super) struct Edge {
    pub(super) from: LocationId,
    pub(super) to: LocationId,
    pub(super) guard: Condition,
    pub(super) sync: Option<Sync>,
    pub(super) updates: Vec<Update>,
    /// Its position among the edges of the text, before selections are written out.
    pub(super) written: usize,
    /// What is written at it.
    pub(super) lines: Vec<String>,
    pub(super) span: Span,
}

#[derive(Clone, Debug)]
pub(super) struct Sync {
    pub(super) channel: ChannelId,
    /// Indices, if it is an array of channels; numbers, except for parameterised systems.
    pub(super) index: Vec<Term>,
    pub(super) direction: Direction,
}

/// An assignment; those of an edge are made one after the other.
#[derive(Clone, Debug)]
pub(super) enum Update {
    Variable(VariableId, Term),
    Clock(ClockId, Term),
}

/// A whole number made of variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Term {
    Constant(i64),
    Variable(VariableId),
    Sum(Box<Term>, Box<Term>),
    /// A multiple.
    Times(i64, Box<Term>),
    /// `condition ? then : otherwise`
    Choice(Box<(Condition, Term, Term)>),
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Less,
    AtMost,
    Equal,
    AtLeast,
    Greater,
}

impl Comparison {
    /// With the sides exchanged.
    pub(super) fn mirrored(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::Greater,
            Comparison::AtMost => Comparison::AtLeast,
            Comparison::Equal => Comparison::Equal,
            Comparison::AtLeast => Comparison::AtMost,
            Comparison::Greater => Comparison::Less,
        }
    }

    pub(super) fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Comparison::Less => left < right,
            Comparison::AtMost => left <= right,
            Comparison::Equal => left == right,
            Comparison::AtLeast => left >= right,
            Comparison::Greater => left > right,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    Constant(bool),
    Compare(Comparison, Term, Term),
    /// A clock, or the difference of two, against a number of time units.
    Clock {
        clock: ClockId,
        minus: Option<ClockId>,
        comparison: Comparison,
        bound: Term,
    },
    /// Is an automaton at a location?
    At(AutomatonId, LocationId),
    Not(Box<Condition>),
    And(Vec<Condition>),
    Or(Vec<Condition>),
}

/// What is asked.
#[derive(Clone, Debug)]
pub(super) struct Question {
    /// How it is written.
    pub(super) text: String,
    pub(super) span: Span,
    /// `A[]`, not `E<>`.
    pub(super) always: bool,
    /// The states that the question is about: those that violate `A[] φ`, or those that `E<> φ` looks for.
    pub(super) target: Condition,
}

impl Term {
    pub(super) fn constant(&self) -> Option<i64> {
        match self {
            Term::Constant(value) => Some(*value),
            _ => None,
        }
    }

    /// Everything that is mentioned.
    pub(super) fn visit(&self, see: &mut dyn FnMut(Mention)) {
        match self {
            Term::Constant(_) => {}
            Term::Variable(variable) => see(Mention::Variable(*variable)),
            Term::Sum(a, b) => {
                a.visit(see);
                b.visit(see);
            }
            Term::Times(_, a) => a.visit(see),
            Term::Choice(parts) => {
                parts.0.visit(see);
                parts.1.visit(see);
                parts.2.visit(see);
            }
        }
    }
}

/// Something that an expression mentions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mention {
    Variable(VariableId),
    Clock(ClockId),
    Location(AutomatonId),
}

impl Condition {
    pub(super) fn and(parts: impl IntoIterator<Item = Condition>) -> Condition {
        let mut kept = Vec::new();
        for part in parts {
            match part {
                Condition::Constant(true) => {}
                Condition::Constant(false) => return part,
                Condition::And(inner) => kept.extend(inner),
                _ => kept.push(part),
            }
        }
        match kept.len() {
            0 => Condition::Constant(true),
            1 => kept.swap_remove(0),
            _ => Condition::And(kept),
        }
    }

    pub(super) fn or(parts: impl IntoIterator<Item = Condition>) -> Condition {
        let mut kept = Vec::new();
        for part in parts {
            match part {
                Condition::Constant(false) => {}
                Condition::Constant(true) => return part,
                Condition::Or(inner) => kept.extend(inner),
                _ => kept.push(part),
            }
        }
        match kept.len() {
            0 => Condition::Constant(false),
            1 => kept.swap_remove(0),
            _ => Condition::Or(kept),
        }
    }

    pub(super) fn not(self) -> Condition {
        match self {
            Condition::Constant(value) => Condition::Constant(!value),
            Condition::Not(inner) => *inner,
            other => Condition::Not(Box::new(other)),
        }
    }

    pub(super) fn is_true(&self) -> bool {
        *self == Condition::Constant(true)
    }

    /// The parts of a conjunction, or the condition itself.
    pub(super) fn conjuncts(&self) -> &[Condition] {
        match self {
            Condition::And(parts) => parts,
            other => std::slice::from_ref(other),
        }
    }

    pub(super) fn visit(&self, see: &mut dyn FnMut(Mention)) {
        match self {
            Condition::Constant(_) => {}
            Condition::Compare(_, a, b) => {
                a.visit(see);
                b.visit(see);
            }
            Condition::Clock { clock, minus, bound, .. } => {
                see(Mention::Clock(*clock));
                if let Some(minus) = minus {
                    see(Mention::Clock(*minus));
                }
                bound.visit(see);
            }
            Condition::At(automaton, _) => see(Mention::Location(*automaton)),
            Condition::Not(inner) => inner.visit(see),
            Condition::And(parts) | Condition::Or(parts) => parts.iter().for_each(|part| part.visit(see)),
        }
    }

    /// Every comparison of clocks, and whether an odd number of negations is around it.
    pub(super) fn clock_bounds(&self, negated: bool, see: &mut dyn FnMut(&Condition, bool)) {
        match self {
            Condition::Clock { .. } => see(self, negated),
            Condition::Not(inner) => inner.clock_bounds(!negated, see),
            Condition::And(parts) | Condition::Or(parts) => {
                for part in parts {
                    part.clock_bounds(negated, see);
                }
            }
            Condition::Constant(_) | Condition::Compare(..) | Condition::At(..) => {}
        }
    }

    pub(super) fn mentions(&self) -> Vec<Mention> {
        let mut found = Vec::new();
        self.visit(&mut |mention| found.push(mention));
        found
    }
}

impl Edge {
    /// Does it assign to something?
    pub(super) fn assigns(&self, mention: Mention) -> bool {
        self.updates.iter().any(|update| match (update, mention) {
            (Update::Variable(variable, _), Mention::Variable(other)) => *variable == other,
            (Update::Clock(clock, _), Mention::Clock(other)) => *clock == other,
            _ => false,
        })
    }
}

/// Two edges that are taken together: the sender's and the receiver's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) sender: (AutomatonId, usize),
    pub(super) receiver: (AutomatonId, usize),
}

impl Network {
    /// Can two edges of different automata synchronise, the first as the sender, if their indices are equal?
    pub(super) fn fits(&self, sender: (AutomatonId, usize), receiver: (AutomatonId, usize)) -> bool {
        let sync =
            |(automaton, edge): (AutomatonId, usize)| self.automata[automaton].edges[edge].sync.as_ref();
        let (Some(a), Some(b)) = (sync(sender), sync(receiver)) else { return false };
        let directions = match (a.direction, b.direction) {
            (Direction::Send, Direction::Receive) => true,
            (Direction::Undirected, Direction::Undirected) => sender.0 <= receiver.0,
            _ => false,
        };
        let differ =
            |(a, b): (&Term, &Term)| matches!((a.constant(), b.constant()), (Some(a), Some(b)) if a != b);
        directions
            && a.channel == b.channel
            && a.index.len() == b.index.len()
            && !a.index.iter().zip(&b.index).any(differ)
    }

    /// All pairs of edges of different automata that can synchronise.
    pub(super) fn pairs(&self) -> Vec<Pair> {
        let mut pairs = Vec::new();
        for (i, one) in self.automata.iter().enumerate() {
            for (e, edge) in one.edges.iter().enumerate() {
                if edge.sync.as_ref().is_none_or(|sync| sync.direction == Direction::Receive) {
                    continue;
                }
                for (j, other) in self.automata.iter().enumerate().filter(|(j, _)| *j != i) {
                    for f in 0..other.edges.len() {
                        if self.fits((i, e), (j, f)) {
                            pairs.push(Pair { sender: (i, e), receiver: (j, f) });
                        }
                    }
                }
            }
        }
        pairs
    }

    /// A name for a clock or a variable that tells whose it is.
    pub(super) fn full_name(&self, name: &str, owner: Option<AutomatonId>) -> String {
        match owner {
            Some(owner) => format!("{}.{name}", self.automata[owner].name),
            None => name.to_owned(),
        }
    }
}
