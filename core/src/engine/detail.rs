//! How much the log details. A long run must not make a log that nobody can hold, and it must not end because
//! of it either.
//!
//! Events have a size. When all together exceed [`Settings::detail_limit`](super::Settings), the engine says
//! so once ([`Event::Coarse`]); from then on it counts what it did to the graph, which counterexamples it had
//! and what their interpolants were, and tells the counts ([`Event::Untold`]). Predicates and verdicts are
//! told as before.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::Event;

/// Counts are told when they have come to this many events, so that a page has something to show.
const COUNTED_AT_ONCE: usize = 2_000;

/// What was done and not told one by one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    pub nodes_added: usize,
    pub nodes_removed: usize,
    pub edges_added: usize,
    pub contradictory: usize,
    pub counterexamples: usize,
}

#[derive(Clone, Debug)]
pub(super) struct Detail {
    /// The size that may still be told.
    left: usize,
    coarse: bool,
    counts: Counts,
    counted: usize,
}

impl Detail {
    pub(super) fn new(limit: usize) -> Detail {
        Detail { left: limit, coarse: false, counts: Counts::default(), counted: 0 }
    }

    /// Is every step told?
    pub(super) fn is_full(&self) -> bool {
        !self.coarse && self.left > 0
    }

    /// Passes an event on, in detail or as part of a count.
    pub(super) fn tell(&mut self, event: Event, told: &mut VecDeque<Event>) {
        if !self.coarse {
            let size = size(&event);
            if size <= self.left || !is_detail(&event) {
                self.left = self.left.saturating_sub(size);
                told.push_back(event);
                return;
            }
            self.coarse = true;
            told.push_back(Event::Coarse);
        }
        if !is_detail(&event) {
            self.flush(told);
            told.push_back(event);
            return;
        }
        let Counts { nodes_added, nodes_removed, edges_added, contradictory, counterexamples } =
            &mut self.counts;
        match &event {
            Event::NodeAdded { .. } => *nodes_added += 1,
            Event::EdgeAdded { .. } | Event::Subsumed { .. } => *edges_added += 1,
            Event::Contradictory { .. } => *contradictory += 1,
            Event::NodesRemoved { nodes, .. } => *nodes_removed += nodes.len(),
            Event::CounterexampleFound { .. } | Event::Expanded { .. } => *counterexamples += 1,
            _ => {}
        }
        self.counted += 1;
        if self.counted >= COUNTED_AT_ONCE {
            self.flush(told);
        }
    }

    fn flush(&mut self, told: &mut VecDeque<Event>) {
        if self.counted > 0 {
            self.counted = 0;
            told.push_back(Event::Untold { counts: std::mem::take(&mut self.counts) });
        }
    }
}

/// Is the event one that a count can stand for?
fn is_detail(event: &Event) -> bool {
    match event {
        Event::NodeAdded { .. }
        | Event::EdgeAdded { .. }
        | Event::Subsumed { .. }
        | Event::Covered { .. }
        | Event::Uncovered { .. }
        | Event::Contradictory { .. }
        | Event::NodesRemoved { .. }
        | Event::CounterexampleFound { .. }
        | Event::Expanding { .. }
        | Event::RelationCopied { .. }
        | Event::CopiesMerged { .. }
        | Event::Restructured { .. }
        | Event::SubtreesCopied { .. }
        | Event::Expanded { .. }
        | Event::CopySolved { .. }
        | Event::Collapsed { .. }
        | Event::Explored { .. }
        | Event::Folded { .. }
        | Event::Accelerated { .. }
        | Event::StateAsked { .. }
        | Event::LemmaLearnt { .. }
        | Event::FactReached { .. }
        | Event::InterpolantsFound { .. } => true,
        Event::TooManyCounterexamples { .. }
        | Event::MethodChosen { .. }
        | Event::ExpansionTooLarge { .. }
        | Event::Tried { .. }
        | Event::LookedAhead { .. }
        | Event::FrameOpened { .. }
        | Event::NotFolded { .. }
        | Event::Refuted
        | Event::ProposalRejected
        | Event::PredicatesAdded { .. }
        | Event::TemplatesChosen { .. }
        | Event::Chosen { .. }
        | Event::ChoiceUnfit { .. }
        | Event::Coarse
        | Event::Untold { .. }
        | Event::Verdict(_)
        | Event::Restarted { .. }
        | Event::Resumed => false,
    }
}

/// How large an event is: about this many numbers and words.
fn size(event: &Event) -> usize {
    /// As many letters count as one number.
    const LETTERS: usize = 8;
    let items = match event {
        Event::NodeAdded { predicates, .. } => predicates.len(),
        Event::EdgeAdded { body, .. } | Event::Contradictory { body, .. } => body.len(),
        Event::Subsumed { body, computed, .. } => body.len() + computed.len(),
        Event::Covered { nodes, .. } | Event::Uncovered { nodes } => nodes.len(),
        Event::NodesRemoved { nodes, edges } => nodes.len() + edges.len(),
        Event::CounterexampleFound { tree }
        | Event::Restructured { tree, .. }
        | Event::SubtreesCopied { tree, .. } => {
            let alternatives = tree.positions.iter().flat_map(|p| &p.alternatives);
            tree.positions.len() + alternatives.map(|a| 2 + a.children.len()).sum::<usize>()
        }
        Event::Expanding { expansion } | Event::Expanded { expansion } => {
            expansion.copies.len() + expansion.clauses.iter().map(|c| 2 + c.body.len()).sum::<usize>()
        }
        Event::InterpolantsFound { interpolants: texts } | Event::Collapsed { solution: texts } => {
            texts.iter().map(|t| 1 + t.text.as_str().len() / LETTERS).sum()
        }
        Event::Explored { steps, .. } => 4 * steps.len(),
        Event::Folded { scheme, .. } => scheme.states.iter().map(|s| 2 + 32 * s.loops.len()).sum(),
        Event::CopySolved { interpolant, sides, .. } => {
            let sides = sides.as_ref().map_or(0, |s| s.pre.as_str().len() + s.post.as_str().len());
            (interpolant.text.as_str().len() + sides) / LETTERS
        }
        Event::StateAsked { state: said, .. }
        | Event::LemmaLearnt { lemma: said, .. }
        | Event::FactReached { fact: said } => said.text.as_str().len() / LETTERS,
        Event::PredicatesAdded { predicates } => {
            predicates.iter().map(|p| 1 + p.text.as_str().len() / LETTERS).sum()
        }
        _ => 0,
    };
    4 + items
}
