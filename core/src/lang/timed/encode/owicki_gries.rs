//! Owicki-Gries (thesis, Sect. 6.5.1, Fig. 6.3 (a) and (b)): an invariant for each automaton, over the whole
//! state, that the edges of the others preserve.
//!
//! Time passes for each automaton as long as its own invariant allows it, so the invariant of one may hold at
//! times that another has left already. All of them hold together only where the network can be.

use super::steps::edges_of;
use super::{Draft, Encoder, Group, Happening, layout};

impl Encoder<'_, '_> {
    /// A relation symbol for each automaton.
    pub(super) fn one_for_each(&mut self, pending: usize) {
        let network = self.network;
        for automaton in &network.automata {
            let layout = layout(self.slots(pending));
            let relation = self.relation(&automaton.name, layout, automaton.span);
            self.relations.push(relation);
        }
    }

    pub(super) fn owicki_gries(&mut self) {
        let network = self.network;
        self.one_for_each(0);
        for (id, automaton) in network.automata.iter().enumerate() {
            let mut constraint = Vec::new();
            let frame = self.start(&mut constraint);
            let start = Draft {
                group: Group::Start,
                happening: Happening::Start,
                of: Some(id),
                span: automaton.span,
            };
            let head = Some((self.relations[id], self.arguments(&frame)));
            self.clause(&start, head, Vec::new(), constraint);
        }
        self.time_passes_locally(&[]);
        for (id, position) in self.local_edges() {
            if self.report.is_exhausted() {
                return;
            }
            let (before, after, constraint) = self.alone(id, position);
            let span = network.automata[id].edges[position].span;
            let (head, body) = (self.arguments(&after), self.arguments(&before));
            for (of, relation) in self.relations.clone().into_iter().enumerate() {
                if self.report.is_exhausted() {
                    return;
                }
                let group = if of == id { Group::Edge } else { Group::Interference };
                let draft = Draft { group, happening: Happening::Edge(id, position), of: Some(of), span };
                let mut premises = vec![(relation, body.clone())];
                if of != id {
                    premises.push((self.relations[id], body.clone()));
                }
                self.clause(&draft, Some((relation, head.clone())), premises, constraint.clone());
            }
        }
        for pair in network.pairs() {
            if self.report.is_exhausted() {
                return;
            }
            let (before, after, constraint) = self.together(pair);
            let span = edges_of(network, pair).0.span;
            let (head, body) = (self.arguments(&after), self.arguments(&before));
            let takers = [pair.sender.0, pair.receiver.0];
            for (of, relation) in self.relations.clone().into_iter().enumerate() {
                if self.report.is_exhausted() {
                    return;
                }
                let group =
                    if takers.contains(&of) { Group::Synchronisation } else { Group::InterferenceOfPairs };
                let draft = Draft { group, happening: Happening::Together(pair), of: Some(of), span };
                let mut premises = vec![(relation, body.clone())];
                for taker in takers.into_iter().filter(|taker| *taker != of) {
                    premises.push((self.relations[taker], body.clone()));
                }
                self.clause(&draft, Some((relation, head.clone())), premises, constraint.clone());
            }
        }
        self.question(&[]);
    }
}
