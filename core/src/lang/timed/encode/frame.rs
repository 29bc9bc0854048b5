//! A state as terms, and conditions and terms of a network as formulae over them.

use super::{Encoder, Slot};
use crate::formula::{Formula, LinearTerm};
use crate::lang::timed::network::{Comparison, Condition, Network, Term};
use crate::lang::timed::time::Unit;
use crate::num::Int;
use crate::order::Set;

/// A state of a network, as terms over the symbols of a clause.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// How many ticks a unit has, if that is not one.
    pub(super) unit: Option<LinearTerm>,
    pub(super) time: LinearTerm,
    /// For each clock when it was 0.
    pub(super) clocks: Vec<LinearTerm>,
    pub(super) variables: Vec<LinearTerm>,
    /// For rely-guarantee, for each channel who waits for a partner.
    pub(super) pending: Vec<LinearTerm>,
    pub(super) locations: Vec<LinearTerm>,
}

impl Frame {
    pub(super) fn get(&self, slot: Slot) -> LinearTerm {
        match slot {
            Slot::Unit => self.unit.clone().unwrap_or_else(|| LinearTerm::constant(1)),
            Slot::Time => self.time.clone(),
            Slot::Clock(clock) => self.clocks[clock].clone(),
            Slot::Variable(variable) => self.variables[variable].clone(),
            Slot::Pending(channel) => self.pending[channel].clone(),
            Slot::Location(automaton) => self.locations[automaton].clone(),
        }
    }
}

/// The names of the symbols.
#[derive(Clone, Debug)]
pub(super) struct Names {
    pub(super) unit: String,
    pub(super) time: String,
    pub(super) clocks: Vec<String>,
    pub(super) variables: Vec<String>,
    pub(super) locations: Vec<String>,
    used: Set<String>,
}

impl Names {
    pub(super) fn of(network: &Network) -> Names {
        let mut used = Set::default();
        let unit = fresh(&mut used, "U");
        let time = fresh(&mut used, "C");
        let named = |used: &mut Set<String>, name: &str, owner: Option<usize>| {
            let name = match owner {
                Some(owner) => format!("{}_{name}", network.automata[owner].name),
                None => name.to_owned(),
            };
            fresh(used, &name)
        };
        let clocks = network.clocks.iter().map(|clock| named(&mut used, &clock.name, clock.owner)).collect();
        let variables = network.variables.iter();
        let variables = variables.map(|variable| named(&mut used, &variable.name, variable.owner)).collect();
        let locations = network.automata.iter().map(|automaton| fresh(&mut used, &automaton.name)).collect();
        Names { unit, time, clocks, variables, locations, used }
    }

    /// A further name.
    pub(super) fn fresh(&mut self, name: &str) -> String {
        fresh(&mut self.used, name)
    }
}

/// A name of a variable that needs no quotes and is not in use.
fn fresh(used: &mut Set<String>, name: &str) -> String {
    let plain: String = name.chars().filter(|c| c.is_alphanumeric() || *c == '_').collect();
    let mut letters = plain.chars();
    let mut name: String = match letters.next() {
        Some(first) if first.is_alphabetic() => first.to_uppercase().chain(letters).collect(),
        _ => format!("V{plain}"),
    };
    while !used.insert(name.clone()) {
        name.push('_');
    }
    name
}

impl Encoder<'_, '_> {
    /// A state whose symbols have a mark after their names.
    pub(super) fn frame(&mut self, mark: &str) -> Frame {
        let names = self.names.clone();
        let mut marked = |name: &String| LinearTerm::symbol(self.symbol(&format!("{name}{mark}")));
        let clocks = names.clocks.iter().map(&mut marked).collect();
        let variables = names.variables.iter().map(&mut marked).collect();
        let locations = names.locations.iter().map(&mut marked).collect();
        let unit = (self.unit == Unit::Any).then(|| LinearTerm::symbol(self.symbol(&names.unit)));
        let time = LinearTerm::symbol(self.symbol(&names.time));
        Frame { unit, time, clocks, variables, pending: Vec::new(), locations }
    }

    /// A term; what conditional terms stand for is added to the constraint.
    pub(super) fn term(&mut self, term: &Term, frame: &Frame, constraint: &mut Vec<Formula>) -> LinearTerm {
        match term {
            Term::Constant(value) => LinearTerm::constant(*value),
            Term::Variable(variable) => frame.variables[*variable].clone(),
            Term::Sum(a, b) => {
                let (a, b) = (self.term(a, frame, constraint), self.term(b, frame, constraint));
                &a + &b
            }
            Term::Times(k, a) => self.term(a, frame, constraint).scaled(&Int::from(*k)),
            Term::Choice(parts) => {
                let condition = self.condition(&parts.0, frame, constraint);
                let then = self.term(&parts.1, frame, constraint);
                let otherwise = self.term(&parts.2, frame, constraint);
                let value =
                    LinearTerm::symbol(self.problem.arena.fresh_symbol("Chosen", crate::formula::Sort::Int));
                let arena = &mut self.problem.arena;
                let (first, second) = (arena.equal(&value, &then), arena.equal(&value, &otherwise));
                constraint.push(arena.implies(condition, first));
                constraint.push(arena.implies(!condition, second));
                value
            }
        }
    }

    /// A condition; what conditional terms stand for is added to the constraint.
    pub(super) fn condition(
        &mut self,
        condition: &Condition,
        frame: &Frame,
        constraint: &mut Vec<Formula>,
    ) -> Formula {
        match condition {
            Condition::Constant(truth) => self.problem.arena.constant(*truth),
            Condition::Compare(comparison, a, b) => {
                let (a, b) = (self.term(a, frame, constraint), self.term(b, frame, constraint));
                self.compared(*comparison, &a, &b)
            }
            Condition::Clock { clock, minus, comparison, bound } => {
                // The value of a clock is the time since it was 0.
                let left = match minus {
                    Some(minus) => &frame.clocks[*minus] - &frame.clocks[*clock],
                    None => &frame.time - &frame.clocks[*clock],
                };
                let bound = self.units(bound, frame, constraint);
                self.compared(*comparison, &left, &bound)
            }
            Condition::At(automaton, location) => self.at(&frame.locations[*automaton], *location),
            Condition::Not(inner) => !self.condition(inner, frame, constraint),
            Condition::And(parts) => {
                let parts: Vec<Formula> =
                    parts.iter().map(|part| self.condition(part, frame, constraint)).collect();
                self.problem.arena.and(parts)
            }
            Condition::Or(parts) => {
                let parts: Vec<Formula> =
                    parts.iter().map(|part| self.condition(part, frame, constraint)).collect();
                self.problem.arena.or(parts)
            }
        }
    }

    /// A number of time units, in ticks.
    pub(super) fn units(&mut self, bound: &Term, frame: &Frame, constraint: &mut Vec<Formula>) -> LinearTerm {
        match (&frame.unit, bound) {
            (Some(unit), Term::Constant(value)) => unit.scaled(&Int::from(*value)),
            _ => self.term(bound, frame, constraint),
        }
    }

    /// Is the number of a location this one?
    pub(super) fn at(&mut self, place: &LinearTerm, location: usize) -> Formula {
        self.problem.arena.equal(place, &LinearTerm::constant(location as u64))
    }

    fn compared(&mut self, comparison: Comparison, a: &LinearTerm, b: &LinearTerm) -> Formula {
        let arena = &mut self.problem.arena;
        match comparison {
            Comparison::Less => arena.less(a, b),
            Comparison::AtMost => arena.at_most(a, b),
            Comparison::Equal => arena.equal(a, b),
            Comparison::AtLeast => arena.at_most(b, a),
            Comparison::Greater => arena.less(b, a),
        }
    }
}
