//! The product: one relation symbol for the states of all automata together. It says exactly what the network
//! does, so it is what the other encodings are compared with.

use super::steps::edges_of;
use super::{Draft, Encoder, Group, Happening, layout};
use crate::lang::Span;

impl Encoder<'_, '_> {
    pub(super) fn product(&mut self) {
        let network = self.network;
        let layout = layout(self.slots(0));
        let relation = self.relation("network", layout, Span::default());
        self.relations = vec![relation; network.automata.len()];
        let draft = |group, happening, span| Draft { group, happening, of: None, span };

        let mut constraint = Vec::new();
        let frame = self.start(&mut constraint);
        let span = network.automata.first().map_or(Span::default(), |automaton| automaton.span);
        let head = Some((relation, self.arguments(&frame)));
        self.clause(&draft(Group::Start, Happening::Start, span), head, Vec::new(), constraint);

        let mut constraint = Vec::new();
        let before = self.frame("");
        let after = self.later(&before, &mut constraint);
        self.no_urgency(&before, None, &mut constraint);
        for (id, automaton) in network.automata.iter().enumerate() {
            for (position, location) in automaton.locations.iter().enumerate() {
                if !location.invariant.is_true() {
                    let at = self.at(&after.locations[id], position);
                    let invariant = self.condition(&location.invariant, &after, &mut constraint);
                    constraint.push(self.problem.arena.implies(at, invariant));
                }
            }
        }
        let (head, body) = (self.arguments(&after), self.arguments(&before));
        let time = draft(Group::Time, Happening::Time, span);
        self.clause(&time, Some((relation, head)), vec![(relation, body)], constraint);

        for (id, position) in self.local_edges() {
            if self.report.is_exhausted() {
                return;
            }
            let (before, after, constraint) = self.alone(id, position);
            let span = network.automata[id].edges[position].span;
            let (head, body) = (self.arguments(&after), self.arguments(&before));
            let edge = draft(Group::Edge, Happening::Edge(id, position), span);
            self.clause(&edge, Some((relation, head)), vec![(relation, body)], constraint);
        }
        for pair in network.pairs() {
            if self.report.is_exhausted() {
                return;
            }
            let (before, after, constraint) = self.together(pair);
            let span = edges_of(network, pair).0.span;
            let (head, body) = (self.arguments(&after), self.arguments(&before));
            let both = draft(Group::Synchronisation, Happening::Together(pair), span);
            self.clause(&both, Some((relation, head)), vec![(relation, body)], constraint);
        }
        self.question(&[]);
    }
}
