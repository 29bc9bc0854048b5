//! Rely-guarantee (thesis, Sect. 6.5.2, Fig. 6.3 (a) and (c), Fig. 6.5): an invariant `Pᵢ` for each
//! automaton, and a relation `Eᵢ` between two states for what its environment does.
//!
//! A synchronisation is two steps here: the sender writes its number into a variable of the channel, and a
//! receiver with another number writes 0. Between the two time may pass, and the partner may never come, so a
//! network does less than its clauses say: their solutions are proofs, their derivations need not be runs. So
//! that every run of the network stays one, a receiver's guard is not asked about what its sender has just
//! changed, nor a sender's invariant about what the receiver is about to change.

use super::frame::Frame;
use super::{Draft, Encoder, Group, Happening, Position, Slot};
use crate::formula::{Formula, LinearTerm};
use crate::lang::timed::network::{AutomatonId, ChannelId, Condition, Edge, Mention, Pair, Sync};
use crate::order::Set;

/// A channel with its indices.
type Wire = (ChannelId, Vec<i64>);

fn wire(sync: &Sync) -> Wire {
    (sync.channel, sync.index.iter().map(|index| index.constant().unwrap_or_default()).collect())
}

/// What an edge is in a synchronisation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Alone,
    Sender,
    Receiver,
}

impl Encoder<'_, '_> {
    pub(super) fn rely_guarantee(&mut self) {
        let network = self.network;
        let pairs = network.pairs();
        let mut wires: Set<Wire> = Set::default();
        for pair in &pairs {
            let sync = network.automata[pair.sender.0].edges[pair.sender.1].sync.as_ref();
            wires.extend(sync.map(wire));
        }
        let wires: Vec<Wire> = wires.iter().cloned().collect();
        let mut pending = Vec::new();
        let mut pending_after = Vec::new();
        for (channel, index) in &wires {
            let numbers: Vec<String> = index.iter().map(|i| format!("_{i}")).collect();
            let name = format!("{}{}", network.channels[*channel].name, numbers.concat());
            let name = self.names.fresh(&name);
            pending.push(LinearTerm::symbol(self.symbol(&name)));
            pending_after.push(LinearTerm::symbol(self.symbol(&format!("{name}'"))));
        }
        self.one_for_each(wires.len());
        let mut environments = Vec::new();
        for automaton in &network.automata {
            let layout = self.both_slots(wires.len());
            environments.push(self.relation(&format!("env_{}", automaton.name), layout, automaton.span));
        }

        for (id, automaton) in network.automata.iter().enumerate() {
            if self.report.is_exhausted() {
                return;
            }
            let mut constraint = Vec::new();
            let mut frame = self.start(&mut constraint);
            frame.pending = vec![LinearTerm::zero(); wires.len()];
            let start = Draft {
                group: Group::Start,
                happening: Happening::Start,
                of: Some(id),
                span: automaton.span,
            };
            let head = Some((self.relations[id], self.arguments(&frame)));
            self.clause(&start, head, Vec::new(), constraint);
        }
        self.time_passes_locally(&pending);

        for (id, automaton) in network.automata.iter().enumerate() {
            if self.report.is_exhausted() {
                return;
            }
            // The environment changes anything but the own location.
            let mut before = self.frame("");
            before.pending.clone_from(&pending);
            let mut after = self.frame("'");
            after.pending.clone_from(&pending_after);
            after.locations[id] = before.locations[id].clone();
            let draft = Draft {
                group: Group::Rely,
                happening: Happening::Environment,
                of: Some(id),
                span: automaton.span,
            };
            let head = Some((self.relations[id], self.arguments(&after)));
            let body = vec![
                (self.relations[id], self.arguments(&before)),
                (environments[id], self.both(&before, &after)),
            ];
            self.clause(&draft, head, body, Vec::new());
        }

        for (id, automaton) in network.automata.iter().enumerate() {
            if self.report.is_exhausted() {
                return;
            }
            for (position, edge) in automaton.edges.iter().enumerate() {
                let here = (id, position);
                let mut roles = Vec::new();
                if edge.sync.is_none() {
                    roles.push(Role::Alone);
                }
                if pairs.iter().any(|pair| pair.sender == here) {
                    roles.push(Role::Sender);
                }
                if pairs.iter().any(|pair| pair.receiver == here) {
                    roles.push(Role::Receiver);
                }
                for role in roles {
                    if self.report.is_exhausted() {
                        return;
                    }
                    self.half(here, edge, role, &pairs, (&wires, &pending), &environments);
                }
            }
        }
        self.question(&pending);
    }

    /// The arguments of an environment: what does not change, and then each part before and after.
    fn both_slots(&self, pending: usize) -> Vec<Position> {
        let mut layout = Vec::new();
        for slot in self.slots(pending) {
            layout.push(Position { slot, is_after: false });
            if !matches!(slot, Slot::Unit | Slot::Time) {
                layout.push(Position { slot, is_after: true });
            }
        }
        layout
    }

    fn both(&self, before: &Frame, after: &Frame) -> Vec<LinearTerm> {
        let positions = self.both_slots(before.pending.len()).into_iter();
        positions.map(|position| if position.is_after { after } else { before }.get(position.slot)).collect()
    }

    /// An edge, alone or as one half of a synchronisation: what it does, and what the others learn of it.
    fn half(
        &mut self,
        (id, position): (AutomatonId, usize),
        edge: &Edge,
        role: Role,
        pairs: &[Pair],
        (wires, pending): (&[Wire], &[LinearTerm]),
        environments: &[crate::lang::RelationId],
    ) {
        let network = self.network;
        let takers = [(id, position)];
        let mut constraint = Vec::new();
        let mut before = self.before(&takers);
        before.pending = pending.to_vec();
        // What the partners may have changed just before, or are about to change.
        let partners = pairs.iter().filter_map(|pair| match role {
            Role::Alone => None,
            Role::Sender => (pair.sender == (id, position)).then_some(pair.receiver),
            Role::Receiver => (pair.receiver == (id, position)).then_some(pair.sender),
        });
        let partners: Vec<(AutomatonId, usize)> = partners.collect();
        let is_unsure = |mention: &Mention| {
            partners.iter().any(|(partner, edge)| network.automata[*partner].edges[*edge].assigns(*mention))
        };
        for part in edge.guard.conjuncts() {
            if role != Role::Receiver || !part.mentions().iter().any(is_unsure) {
                let guard = self.condition(part, &before, &mut constraint);
                constraint.push(guard);
            }
        }
        match role {
            Role::Alone => self.commitment(&before, &takers, &mut constraint),
            Role::Sender => {
                // The receiver may be the one who is committed.
                let committed = partners.iter().any(|(partner, edge)| {
                    let automaton = &network.automata[*partner];
                    automaton.locations[automaton.edges[*edge].from].is_committed
                });
                if !committed {
                    self.commitment(&before, &takers, &mut constraint);
                }
            }
            // It was looked at when the sender went ahead.
            Role::Receiver => {}
        }
        let mut after = self.updated(&before, id, edge, true, &mut constraint);
        if let (Some(sync), true) = (&edge.sync, role != Role::Alone) {
            let wire = wire(sync);
            if let Some(slot) = wires.iter().position(|other| *other == wire) {
                let own = LinearTerm::constant(id as u64 + 1);
                let zero = LinearTerm::zero();
                let (is_free, is_own) = (
                    self.problem.arena.equal(&before.pending[slot], &zero),
                    self.problem.arena.equal(&before.pending[slot], &own),
                );
                if role == Role::Sender {
                    constraint.push(is_free);
                    after.pending[slot] = own;
                } else {
                    constraint.extend([!is_free, !is_own]);
                    after.pending[slot] = zero;
                }
            }
        }
        self.own_invariant(
            &after,
            id,
            edge,
            &|mention| role == Role::Sender && is_unsure(mention),
            &mut constraint,
        );
        let (head, body) = (self.arguments(&after), self.arguments(&before));
        let happening = Happening::Edge(id, position);
        let draft = Draft { group: Group::Edge, happening, of: Some(id), span: edge.span };
        let relation = self.relations[id];
        self.clause(&draft, Some((relation, head)), vec![(relation, body.clone())], constraint.clone());
        let both = self.both(&before, &after);
        for (of, environment) in environments.iter().enumerate().filter(|(of, _)| *of != id) {
            if self.report.is_exhausted() {
                return;
            }
            let draft = Draft { group: Group::Guarantee, happening, of: Some(of), span: edge.span };
            let head = Some((*environment, both.clone()));
            self.clause(&draft, head, vec![(relation, body.clone())], constraint.clone());
        }
    }

    /// The invariant of the target, without what is unsure.
    fn own_invariant(
        &mut self,
        frame: &Frame,
        id: AutomatonId,
        edge: &Edge,
        is_unsure: &dyn Fn(&Mention) -> bool,
        constraint: &mut Vec<Formula>,
    ) {
        let network = self.network;
        let target: &Condition = &network.automata[id].locations[edge.to].invariant;
        for part in target.conjuncts() {
            if !part.mentions().iter().any(is_unsure) {
                let invariant = self.condition(part, frame, constraint);
                constraint.push(invariant);
            }
        }
    }
}
