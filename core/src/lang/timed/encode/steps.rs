//! What may happen in one step: the start, a delay, an edge, a synchronisation. All encodings are made of
//! these.

use super::frame::Frame;
use super::{Draft, Encoder, Group, Happening};
use crate::formula::{Formula, LinearTerm};
use crate::lang::timed::network::{AutomatonId, Condition, Edge, Mention, Network, Pair, Update};
use crate::num::Int;

impl<'a> Encoder<'a, '_> {
    /// The initial state: all clocks are 0, whatever the time is.
    pub(super) fn start(&mut self, constraint: &mut Vec<Formula>) -> Frame {
        let mut frame = self.frame("");
        self.at_least_one(&frame, constraint);
        frame.clocks.iter_mut().for_each(|clock| *clock = frame.time.clone());
        for (term, variable) in frame.variables.iter_mut().zip(&self.network.variables) {
            *term = LinearTerm::constant(variable.initial);
        }
        for (term, automaton) in frame.locations.iter_mut().zip(&self.network.automata) {
            *term = LinearTerm::constant(automaton.initial as u64);
        }
        frame
    }

    /// A unit has at least one tick.
    pub(super) fn at_least_one(&mut self, frame: &Frame, constraint: &mut Vec<Formula>) {
        if let Some(unit) = &frame.unit {
            constraint.push(self.problem.arena.at_most(&LinearTerm::constant(1), unit));
        }
    }

    /// The same state at a later time.
    pub(super) fn later(&mut self, frame: &Frame, constraint: &mut Vec<Formula>) -> Frame {
        let name = format!("{}'", self.names.time);
        let time = LinearTerm::symbol(self.symbol(&name));
        constraint.push(self.problem.arena.at_most(&frame.time, &time));
        Frame { time, ..frame.clone() }
    }

    /// No automaton but `except` is where time stands still, and no urgent synchronisation is possible.
    pub(super) fn no_urgency(
        &mut self,
        frame: &Frame,
        except: Option<AutomatonId>,
        constraint: &mut Vec<Formula>,
    ) {
        let network = self.network;
        for (id, automaton) in network.automata.iter().enumerate().filter(|(id, _)| Some(*id) != except) {
            for (location, _) in automaton.locations.iter().enumerate().filter(|(_, l)| l.stops_time()) {
                let at = self.at(&frame.locations[id], location);
                constraint.push(!at);
            }
        }
        for pair in network.pairs() {
            let (sender, receiver) = edges_of(network, pair);
            let is_urgent = sender.sync.as_ref().is_some_and(|sync| network.channels[sync.channel].is_urgent);
            if is_urgent {
                let mut parts = vec![
                    self.at(&frame.locations[pair.sender.0], sender.from),
                    self.at(&frame.locations[pair.receiver.0], receiver.from),
                ];
                parts.push(self.condition(&sender.guard, frame, constraint));
                parts.push(self.condition(&receiver.guard, frame, constraint));
                parts.extend(self.same_channel(pair, frame, frame, constraint));
                let possible = self.problem.arena.and(parts);
                constraint.push(!possible);
            }
        }
    }

    /// The indices of the channels of two edges are equal.
    pub(super) fn same_channel(
        &mut self,
        pair: Pair,
        sender: &Frame,
        receiver: &Frame,
        constraint: &mut Vec<Formula>,
    ) -> Vec<Formula> {
        let (one, other) = edges_of(self.network, pair);
        let (Some(a), Some(b)) = (&one.sync, &other.sync) else { return Vec::new() };
        let mut equal = Vec::new();
        for (a, b) in a.index.iter().zip(&b.index) {
            if a.constant().is_none() || b.constant().is_none() {
                let (a, b) = (self.term(a, sender, constraint), self.term(b, receiver, constraint));
                equal.push(self.problem.arena.equal(&a, &b));
            }
        }
        equal
    }

    /// While an automaton is at a committed location, edges leave such a location.
    pub(super) fn commitment(
        &mut self,
        frame: &Frame,
        takers: &[(AutomatonId, usize)],
        constraint: &mut Vec<Formula>,
    ) {
        let network = self.network;
        let leaves_committed = |(id, edge): &(AutomatonId, usize)| {
            let automaton = &network.automata[*id];
            automaton.locations[automaton.edges[*edge].from].is_committed
        };
        if takers.iter().any(leaves_committed) {
            return;
        }
        for (id, automaton) in network.automata.iter().enumerate() {
            if takers.iter().any(|(taker, _)| *taker == id) {
                continue;
            }
            for (location, _) in automaton.locations.iter().enumerate().filter(|(_, l)| l.is_committed) {
                let at = self.at(&frame.locations[id], location);
                constraint.push(!at);
            }
        }
    }

    /// The state after the updates of an edge, with what they demand.
    pub(super) fn updated(
        &mut self,
        frame: &Frame,
        automaton: AutomatonId,
        edge: &Edge,
        with_ranges: bool,
        constraint: &mut Vec<Formula>,
    ) -> Frame {
        let mut next = frame.clone();
        for update in &edge.updates {
            match update {
                Update::Variable(variable, term) => {
                    let value = self.term(term, &next, constraint);
                    if let Some((low, high)) = self.range(*variable).filter(|_| with_ranges) {
                        let arena = &mut self.problem.arena;
                        constraint.push(arena.at_most(&LinearTerm::constant(low), &value));
                        constraint.push(arena.at_most(&value, &LinearTerm::constant(high)));
                    }
                    next.variables[*variable] = value;
                }
                Update::Clock(clock, term) => {
                    let value = self.units(term, &next, constraint);
                    constraint.push(self.problem.arena.at_most(&LinearTerm::zero(), &value));
                    next.clocks[*clock] = next.time.plus_scaled(&Int::MINUS_ONE, &value);
                }
            }
        }
        next.locations[automaton] = LinearTerm::constant(edge.to as u64);
        next
    }

    fn range(&self, variable: usize) -> Option<(i64, i64)> {
        self.network.variables.get(variable).and_then(|variable| variable.range)
    }

    /// The invariants after edges were taken: those of their targets, and of the others if the edges change
    /// what these mention.
    pub(super) fn invariants(
        &mut self,
        frame: &Frame,
        takers: &[(AutomatonId, usize)],
        constraint: &mut Vec<Formula>,
    ) {
        let network = self.network;
        for (id, automaton) in network.automata.iter().enumerate() {
            if let Some((_, edge)) = takers.iter().find(|(taker, _)| *taker == id) {
                let target = &automaton.locations[automaton.edges[*edge].to];
                let invariant = self.condition(&target.invariant, frame, constraint);
                constraint.push(invariant);
                continue;
            }
            for (position, location) in automaton.locations.iter().enumerate() {
                let is_changed = |mention: &Mention| {
                    takers.iter().any(|(taker, edge)| network.automata[*taker].edges[*edge].assigns(*mention))
                };
                if location.invariant.mentions().iter().any(is_changed) {
                    let at = self.at(&frame.locations[id], position);
                    let invariant = self.condition(&location.invariant, frame, constraint);
                    constraint.push(self.problem.arena.implies(at, invariant));
                }
            }
        }
    }

    /// A state in which some automata are where their edges start.
    pub(super) fn before(&mut self, takers: &[(AutomatonId, usize)]) -> Frame {
        let mut frame = self.frame("");
        for (id, edge) in takers {
            let from = self.network.automata[*id].edges[*edge].from;
            frame.locations[*id] = LinearTerm::constant(from as u64);
        }
        frame
    }

    /// An edge that needs no partner: before, after, and the constraint between the two (`τᵢ`).
    pub(super) fn alone(&mut self, id: AutomatonId, position: usize) -> (Frame, Frame, Vec<Formula>) {
        let mut constraint = Vec::new();
        let takers = [(id, position)];
        let before = self.before(&takers);
        let edge = &self.network.automata[id].edges[position];
        let guard = self.condition(&edge.guard, &before, &mut constraint);
        constraint.push(guard);
        self.commitment(&before, &takers, &mut constraint);
        let after = self.updated(&before, id, edge, true, &mut constraint);
        self.invariants(&after, &takers, &mut constraint);
        (before, after, constraint)
    }

    /// Two edges that are taken together.
    pub(super) fn together(&mut self, pair: Pair) -> (Frame, Frame, Vec<Formula>) {
        let mut constraint = Vec::new();
        let takers = [pair.sender, pair.receiver];
        let before = self.before(&takers);
        let (sender, receiver) = edges_of(self.network, pair);
        for edge in [sender, receiver] {
            let guard = self.condition(&edge.guard, &before, &mut constraint);
            constraint.push(guard);
        }
        let equal = self.same_channel(pair, &before, &before, &mut constraint);
        constraint.extend(equal);
        self.commitment(&before, &takers, &mut constraint);
        let between = self.updated(&before, pair.sender.0, sender, true, &mut constraint);
        let after = self.updated(&between, pair.receiver.0, receiver, true, &mut constraint);
        self.invariants(&after, &takers, &mut constraint);
        (before, after, constraint)
    }

    /// The edges that need no partner.
    pub(super) fn local_edges(&self) -> Vec<(AutomatonId, usize)> {
        let automata = self.network.automata.iter().enumerate();
        let edges = automata.flat_map(|(id, automaton)| {
            let edges = automaton.edges.iter().enumerate().filter(|(_, edge)| edge.sync.is_none());
            edges.map(move |(position, _)| (id, position))
        });
        edges.collect()
    }

    /// For each automaton the clauses of `HC_te` (Fig. 6.2): one for each location with an invariant, and one
    /// for all others.
    pub(super) fn time_passes_locally(&mut self, pending: &[LinearTerm]) {
        let network: &'a Network = self.network;
        for (id, automaton) in network.automata.iter().enumerate() {
            let is_bounded = |location: &&(usize, &crate::lang::timed::network::Location)| {
                !location.1.invariant.is_true() && !location.1.stops_time()
            };
            let all: Vec<_> = automaton.locations.iter().enumerate().collect();
            for (position, location) in all.iter().filter(is_bounded) {
                let mut constraint = Vec::new();
                let mut before = self.frame("");
                before.pending = pending.to_vec();
                before.locations[id] = LinearTerm::constant(*position as u64);
                let after = self.later(&before, &mut constraint);
                let invariant = self.condition(&location.invariant, &after, &mut constraint);
                constraint.push(invariant);
                self.no_urgency(&before, Some(id), &mut constraint);
                self.elapse(id, &before, &after, constraint, location.span);
            }
            let others: Vec<usize> =
                all.iter().filter(|l| l.1.invariant.is_true() && !l.1.stops_time()).map(|l| l.0).collect();
            if others.is_empty() {
                continue;
            }
            let mut constraint = Vec::new();
            let mut before = self.frame("");
            before.pending = pending.to_vec();
            if automaton.locations.len() > 1 && others.len() == 1 {
                before.locations[id] = LinearTerm::constant(others[0] as u64);
            } else {
                for (position, _) in all.iter().filter(|l| !others.contains(&l.0)) {
                    let at = self.at(&before.locations[id], *position);
                    constraint.push(!at);
                }
            }
            let after = self.later(&before, &mut constraint);
            self.no_urgency(&before, Some(id), &mut constraint);
            self.elapse(id, &before, &after, constraint, automaton.span);
        }
    }

    fn elapse(
        &mut self,
        id: AutomatonId,
        before: &Frame,
        after: &Frame,
        constraint: Vec<Formula>,
        span: crate::lang::Span,
    ) {
        let relation = self.relations[id];
        let draft = Draft { group: Group::Time, happening: Happening::Time, of: Some(id), span };
        let head = Some((relation, self.arguments(after)));
        let body = vec![(relation, self.arguments(before))];
        self.clause(&draft, head, body, constraint);
    }

    /// `false` wherever all automata agree on a state that the question is about (`HC_err`).
    pub(super) fn question(&mut self, pending: &[LinearTerm]) {
        let mut constraint = Vec::new();
        let mut frame = self.frame("");
        frame.pending = pending.to_vec();
        let question = self.question;
        let target: &Condition = &question.target;
        let target = self.condition(target, &frame, &mut constraint);
        constraint.push(target);
        let draft =
            Draft { group: Group::Question, happening: Happening::Question, of: None, span: question.span };
        let mut relations = self.relations.clone();
        relations.dedup();
        let body = relations.into_iter().map(|relation| (relation, self.arguments(&frame))).collect();
        self.clause(&draft, None, body, constraint);
    }
}

/// The edges of a pair.
pub(super) fn edges_of(network: &Network, pair: Pair) -> (&Edge, &Edge) {
    let edge = |(automaton, edge): (AutomatonId, usize)| &network.automata[automaton].edges[edge];
    (edge(pair.sender), edge(pair.receiver))
}
