//! An interpreter of networks (thesis, Sect. 6.1, operational semantics): it knows no clauses.
//!
//! A state is a location for each automaton, a value for each clock in ticks, and a value for each variable.
//! Time passes while all invariants hold; an edge is taken alone or together with its partner. Guards are
//! evaluated before any update, as in UPPAAL, and the sender's updates come before the receiver's.

use std::cell::RefCell;

use super::network::{AutomatonId, Comparison, Condition, Edge, Network, Pair, Term, Update};

/// A state of a network.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct State {
    pub(super) locations: Vec<usize>,
    /// In ticks.
    pub(super) clocks: Vec<i64>,
    pub(super) variables: Vec<i64>,
}

/// Something that happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Move {
    /// This many ticks pass.
    Delay(i64),
    Edge(AutomatonId, usize),
    Together(Pair),
}

#[derive(Debug)]
pub(super) struct Interpreter<'a> {
    pub(super) network: &'a Network,
    /// How many ticks a time unit has.
    pub(super) unit: i64,
    /// The edges that can be taken together.
    pairs: Vec<Pair>,
    /// How each comparison came out, while that is written down.
    outcomes: RefCell<Option<Vec<Outcome>>>,
}

/// How a comparison came out, so precisely that all comparisons between two that came out the same do so, if
/// their sides change by the same amount from one to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Order(bool),
    Equality(std::cmp::Ordering),
    TooLarge,
}

impl Outcome {
    fn of(comparison: Comparison, left: i64, right: i64) -> Outcome {
        match comparison {
            Comparison::Equal => Outcome::Equality(left.cmp(&right)),
            _ => Outcome::Order(comparison.holds(left, right)),
        }
    }
}

impl<'a> Interpreter<'a> {
    pub(super) fn new(network: &'a Network, unit: i64) -> Interpreter<'a> {
        Interpreter { network, unit, pairs: network.pairs(), outcomes: RefCell::default() }
    }

    pub(super) fn start(&self) -> State {
        State {
            locations: self.network.automata.iter().map(|automaton| automaton.initial).collect(),
            clocks: vec![0; self.network.clocks.len()],
            variables: self.network.variables.iter().map(|variable| variable.initial).collect(),
        }
    }

    pub(super) fn holds(&self, condition: &Condition, state: &State) -> bool {
        self.truth(condition, state) == Some(true)
    }

    /// The state after a move, and how all comparisons came out on the way.
    pub(super) fn observed(&self, state: &State, step: Move) -> Result<(State, Vec<Outcome>), String> {
        self.outcomes.replace(Some(Vec::new()));
        let after = self.after(state, step);
        let outcomes = self.outcomes.take().unwrap_or_default();
        Ok((after?, outcomes))
    }

    fn note(&self, outcome: Outcome) {
        if let Some(outcomes) = &mut *self.outcomes.borrow_mut() {
            outcomes.push(outcome);
        }
    }

    /// The state after a move, or why it is not possible.
    pub(super) fn after(&self, state: &State, step: Move) -> Result<State, String> {
        let next = match step {
            Move::Delay(ticks) => self.delayed(state, ticks)?,
            Move::Edge(automaton, edge) => self.alone(state, automaton, edge)?,
            Move::Together(pair) => self.together(state, pair)?,
        };
        match self.violated(&next) {
            Some(automaton) => Err(format!(
                "the invariant of `{}` would not hold afterwards",
                self.network.automata[automaton].name
            )),
            None => Ok(next),
        }
    }

    /// An automaton whose invariant does not hold.
    fn violated(&self, state: &State) -> Option<AutomatonId> {
        (0..self.network.automata.len()).find(|id| {
            let location = &self.network.automata[*id].locations[state.locations[*id]];
            !self.holds(&location.invariant, state)
        })
    }

    fn delayed(&self, state: &State, ticks: i64) -> Result<State, String> {
        if ticks < 0 {
            return Err("time does not run backwards".to_owned());
        }
        let mut next = state.clone();
        if ticks == 0 {
            return Ok(next);
        }
        for (automaton, location) in self.network.automata.iter().zip(&state.locations) {
            if automaton.locations[*location].stops_time() {
                return Err(format!(
                    "no time passes while `{}` is at `{}`",
                    automaton.name, automaton.locations[*location].name
                ));
            }
        }
        for pair in self.pairs.iter().copied() {
            let sync = self.edge(pair.sender).sync.as_ref();
            if sync.is_some_and(|sync| self.network.channels[sync.channel].is_urgent)
                && self.enabled(state, pair).is_ok()
            {
                return Err("no time passes while an urgent synchronisation is possible".to_owned());
            }
        }
        for clock in &mut next.clocks {
            *clock = clock.checked_add(ticks).ok_or_else(too_large)?;
        }
        Ok(next)
    }

    fn edge(&self, (automaton, edge): (AutomatonId, usize)) -> &'a Edge {
        &self.network.automata[automaton].edges[edge]
    }

    fn alone(&self, state: &State, automaton: AutomatonId, position: usize) -> Result<State, String> {
        let edge = self.edge((automaton, position));
        if edge.sync.is_some() {
            return Err("an edge that synchronises is not taken alone".to_owned());
        }
        self.possible(state, automaton, edge)?;
        self.respects_commitment(state, &[automaton])?;
        let mut next = state.clone();
        self.take(&mut next, automaton, edge)?;
        Ok(next)
    }

    fn together(&self, state: &State, pair: Pair) -> Result<State, String> {
        self.enabled(state, pair)?;
        self.respects_commitment(state, &[pair.sender.0, pair.receiver.0])?;
        let mut next = state.clone();
        self.take(&mut next, pair.sender.0, self.edge(pair.sender))?;
        self.take(&mut next, pair.receiver.0, self.edge(pair.receiver))?;
        Ok(next)
    }

    /// Do the locations, the guards and the indices of two edges allow them to be taken together?
    fn enabled(&self, state: &State, pair: Pair) -> Result<(), String> {
        if pair.sender.0 == pair.receiver.0 || !self.network.fits(pair.sender, pair.receiver) {
            return Err("the two edges do not synchronise".to_owned());
        }
        let (sender, receiver) = (self.edge(pair.sender), self.edge(pair.receiver));
        self.possible(state, pair.sender.0, sender)?;
        self.possible(state, pair.receiver.0, receiver)?;
        if let (Some(a), Some(b)) = (&sender.sync, &receiver.sync) {
            let equal = |(a, b): (&Term, &Term)| {
                let values = self.value(a, state).zip(self.value(b, state));
                let outcome = values.map_or(Outcome::TooLarge, |(a, b)| Outcome::of(Comparison::Equal, a, b));
                self.note(outcome);
                outcome == Outcome::Equality(std::cmp::Ordering::Equal)
            };
            if !a.index.iter().zip(&b.index).all(equal) {
                return Err("the two edges use different channels".to_owned());
            }
        }
        Ok(())
    }

    fn possible(&self, state: &State, automaton: AutomatonId, edge: &Edge) -> Result<(), String> {
        let name = &self.network.automata[automaton].name;
        if state.locations[automaton] != edge.from {
            return Err(format!("`{name}` is not where the edge starts"));
        }
        if !self.holds(&edge.guard, state) {
            return Err(format!("the guard of the edge of `{name}` does not hold"));
        }
        Ok(())
    }

    /// While an automaton is at a committed location, the next edge leaves such a location.
    fn respects_commitment(&self, state: &State, takers: &[AutomatonId]) -> Result<(), String> {
        let committed =
            |id: &AutomatonId| self.network.automata[*id].locations[state.locations[*id]].is_committed;
        let waiting = (0..self.network.automata.len()).find(committed);
        match waiting {
            Some(id) if !takers.iter().any(committed) => {
                Err(format!("`{}` is at a committed location and goes first", self.network.automata[id].name))
            }
            _ => Ok(()),
        }
    }

    fn take(&self, state: &mut State, automaton: AutomatonId, edge: &Edge) -> Result<(), String> {
        for update in &edge.updates {
            match update {
                Update::Variable(variable, term) => {
                    let new = self.value(term, state).ok_or_else(too_large)?;
                    let declared = &self.network.variables[*variable];
                    if declared.range.is_some_and(|(low, high)| new < low || new > high) {
                        return Err(format!("`{}` would leave its range", declared.name));
                    }
                    state.variables[*variable] = new;
                }
                Update::Clock(clock, term) => {
                    let new = self
                        .value(term, state)
                        .and_then(|new| new.checked_mul(self.unit))
                        .ok_or_else(too_large)?;
                    if new < 0 {
                        return Err(format!(
                            "the clock `{}` would be negative",
                            self.network.clocks[*clock].name
                        ));
                    }
                    state.clocks[*clock] = new;
                }
            }
        }
        state.locations[automaton] = edge.to;
        Ok(())
    }

    /// All edges that are possible, alone or together, in the order of the text.
    pub(super) fn edges(&self, state: &State) -> Vec<(Move, State)> {
        let mut found = Vec::new();
        for (id, automaton) in self.network.automata.iter().enumerate() {
            for (position, edge) in automaton.edges.iter().enumerate() {
                if edge.sync.is_none() && edge.from == state.locations[id] {
                    let step = Move::Edge(id, position);
                    found.extend(self.after(state, step).ok().map(|next| (step, next)));
                }
            }
        }
        for pair in &self.pairs {
            let step = Move::Together(*pair);
            found.extend(self.after(state, step).ok().map(|next| (step, next)));
        }
        found
    }

    /// The value of a term; `None` if it is too large.
    fn value(&self, term: &Term, state: &State) -> Option<i64> {
        match term {
            Term::Constant(value) => Some(*value),
            Term::Variable(variable) => state.variables.get(*variable).copied(),
            Term::Sum(a, b) => self.value(a, state)?.checked_add(self.value(b, state)?),
            Term::Times(k, a) => self.value(a, state)?.checked_mul(*k),
            Term::Choice(parts) => {
                let chosen = if self.truth(&parts.0, state)? { &parts.1 } else { &parts.2 };
                self.value(chosen, state)
            }
        }
    }

    /// Does a condition hold? `None` if a number is too large.
    fn truth(&self, condition: &Condition, state: &State) -> Option<bool> {
        match condition {
            Condition::Constant(truth) => Some(*truth),
            Condition::Compare(comparison, a, b) => {
                self.compared(*comparison, self.value(a, state).zip(self.value(b, state)))
            }
            Condition::Clock { clock: clock_id, minus, comparison, bound } => {
                let clock = |id: &usize| state.clocks.get(*id).copied();
                let left = match minus {
                    None => clock(clock_id),
                    Some(minus) => {
                        clock(clock_id).zip(clock(minus)).and_then(|(clock, minus)| clock.checked_sub(minus))
                    }
                };
                let right = self.value(bound, state).and_then(|bound| bound.checked_mul(self.unit));
                self.compared(*comparison, left.zip(right))
            }
            Condition::At(automaton, location) => Some(state.locations.get(*automaton)? == location),
            Condition::Not(inner) => self.truth(inner, state).map(|truth| !truth),
            Condition::And(parts) => {
                for part in parts {
                    if !self.truth(part, state)? {
                        return Some(false);
                    }
                }
                Some(true)
            }
            Condition::Or(parts) => {
                for part in parts {
                    if self.truth(part, state)? {
                        return Some(true);
                    }
                }
                Some(false)
            }
        }
    }

    fn compared(&self, comparison: Comparison, sides: Option<(i64, i64)>) -> Option<bool> {
        let Some((left, right)) = sides else {
            self.note(Outcome::TooLarge);
            return None;
        };
        self.note(Outcome::of(comparison, left, right));
        Some(comparison.holds(left, right))
    }
}

fn too_large() -> String {
    "the numbers are too large".to_owned()
}
