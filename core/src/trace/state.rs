//! What the events say about the engine: graph, predicates, and the counterexample at hand.

use crate::engine::{
    AndOrTree, ClauseCopy, Counts, EdgeId, Event, ExpansionText, InterpolantText, LoopText, NodeId,
    PredicateId, PredicateText, SchemeText, SidesText, VerdictText,
};
use crate::formula::FormulaText;
use crate::horn::{Fragment, Method, SystemClauseId, SystemRelationId};
use crate::order::Map;
use crate::recursion_free::{ClauseCopyId, CopyId};

/// The state of a run after some events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    pub nodes: Map<NodeId, NodeState>,
    pub edges: Map<EdgeId, EdgeState>,
    /// By number.
    pub predicates: Vec<PredicateText>,
    /// The counterexample that was found last, until the exploration goes on.
    pub counterexample: Option<AndOrTree>,
    /// Whether it is known to be spurious.
    pub is_refuted: bool,
    /// Its interpolants, once there are some.
    pub interpolants: Vec<InterpolantText>,
    /// The templates at loop heads, once they are chosen.
    pub templates: Vec<LoopText>,
    /// The search that the counterexample led to ([`Event::Explored`]).
    pub explored: Option<Event>,
    /// The scheme that the counterexample was folded into, with the event that told what became of it
    /// ([`Event::Folded`], [`Event::Accelerated`]).
    pub folded: Option<SchemeText>,
    pub accelerated: Option<Event>,
    /// The expansion that is being made or solved, or was solved last, until the exploration goes on.
    pub expansion: Option<ExpansionState>,
    /// The fragment of the clauses and the method that solves them, if they are solved without a graph.
    pub method: Option<(Fragment, Method)>,
    /// The highest frame, if lemmas are learnt in frames and there is no graph.
    pub frame: Option<usize>,
    pub refinements: usize,
    pub verdict: Option<VerdictText>,
    /// What was done without being told one by one, if the log has become coarse. Graph and counterexample
    /// are empty then.
    pub untold: Option<Counts>,
}

/// Copies of relation symbols, and what is known about them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpansionState {
    pub expansion: ExpansionText,
    /// For each copy its formula, once it has one.
    pub formulae: Vec<Option<FormulaText>>,
    /// For each copy the interpolation problem that gave its formula, if that is told.
    pub sides: Vec<Option<SidesText>>,
    /// What the copies of a relation symbol mean together, once all have formulae.
    pub collapsed: Vec<InterpolantText>,
}

impl ExpansionState {
    fn new(expansion: ExpansionText) -> ExpansionState {
        let count = expansion.copies.len();
        ExpansionState {
            expansion,
            formulae: vec![None; count],
            sides: vec![None; count],
            collapsed: Vec::new(),
        }
    }

    /// COPYREL, as [`Event::RelationCopied`] tells it.
    fn copy(&mut self, clause: ClauseCopyId, position: usize, shared: CopyId, copy: CopyId) {
        let ExpansionText { copies, clauses, .. } = &mut self.expansion;
        if copy.index() == copies.len()
            && let Some(relation) = copies.get(shared.index()).copied()
        {
            copies.push(relation);
            self.formulae.push(None);
            self.sides.push(None);
            let own: Vec<ClauseCopy> = clauses.iter().filter(|c| c.head == Some(shared)).cloned().collect();
            clauses.extend(own.into_iter().map(|clause| ClauseCopy { head: Some(copy), ..clause }));
        }
        if let Some(place) = clauses.get_mut(clause.index()).and_then(|clause| clause.body.get_mut(position))
        {
            *place = copy;
        }
    }

    /// Two copies as one. The number of the one that goes is not used again.
    fn merge(&mut self, kept: CopyId, gone: CopyId) {
        let mut clauses: Vec<ClauseCopy> = Vec::with_capacity(self.expansion.clauses.len());
        for mut clause in std::mem::take(&mut self.expansion.clauses) {
            for copy in clause.head.iter_mut().chain(&mut clause.body).filter(|copy| **copy == gone) {
                *copy = kept;
            }
            if !clauses.contains(&clause) {
                clauses.push(clause);
            }
        }
        self.expansion.clauses = clauses;
    }
}

/// A node of the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeState {
    pub relation: SystemRelationId,
    pub predicates: Vec<PredicateId>,
    pub covered_by: Option<NodeId>,
}

/// An edge of the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeState {
    pub clause: SystemClauseId,
    pub body: Vec<NodeId>,
    pub head: NodeId,
    /// The predicates that it computed when it was found to be subsumed; none if it computes those of its
    /// node.
    pub subsumed: Option<Vec<PredicateId>>,
}

impl State {
    /// The state after one more event.
    pub fn apply(&mut self, event: &Event) {
        if matches!(
            event,
            Event::NodeAdded { .. }
                | Event::EdgeAdded { .. }
                | Event::Contradictory { .. }
                | Event::CounterexampleFound { .. }
        ) {
            self.counterexample = None;
            self.interpolants.clear();
            self.is_refuted = false;
            self.explored = None;
            (self.folded, self.accelerated) = (None, None);
            self.expansion = None;
        }
        match event {
            Event::NodeAdded { node, relation, predicates } => {
                let predicates = predicates.clone();
                self.nodes.insert(*node, NodeState { relation: *relation, predicates, covered_by: None });
            }
            Event::EdgeAdded { edge, clause, body, head } => {
                let body = body.clone();
                self.edges.insert(*edge, EdgeState { clause: *clause, body, head: *head, subsumed: None });
            }
            Event::Subsumed { edge, clause, body, computed, by } => {
                let (body, subsumed) = (body.clone(), Some(computed.clone()));
                self.edges.insert(*edge, EdgeState { clause: *clause, body, head: *by, subsumed });
            }
            Event::Covered { nodes, by } => self.cover(nodes, Some(*by)),
            Event::Uncovered { nodes } => self.cover(nodes, None),
            Event::CounterexampleFound { tree }
            | Event::Restructured { tree, .. }
            | Event::SubtreesCopied { tree, .. } => self.counterexample = Some(tree.clone()),
            Event::MethodChosen { fragment, method } => self.method = Some((*fragment, *method)),
            Event::ExpansionTooLarge { .. } => self.method = None,
            Event::Expanding { expansion } | Event::Expanded { expansion } => {
                self.expansion = Some(ExpansionState::new(expansion.clone()));
            }
            Event::RelationCopied { clause, position, shared, copy } => {
                if let Some(state) = &mut self.expansion {
                    state.copy(*clause, *position, *shared, *copy);
                }
            }
            Event::CopiesMerged { kept, gone } => {
                if let Some(state) = &mut self.expansion {
                    state.merge(*kept, *gone);
                }
            }
            Event::CopySolved { copy, interpolant, sides } => {
                if let Some(state) = &mut self.expansion
                    && copy.index() < state.formulae.len()
                {
                    state.formulae[copy.index()] = Some(interpolant.text.clone());
                    state.sides[copy.index()].clone_from(sides);
                }
            }
            Event::Collapsed { solution } => {
                if let Some(state) = &mut self.expansion {
                    state.collapsed.clone_from(solution);
                }
            }
            Event::Refuted => {
                self.refinements += 1;
                self.is_refuted = true;
            }
            Event::InterpolantsFound { interpolants } => self.interpolants.clone_from(interpolants),
            Event::PredicatesAdded { predicates } => self.predicates.extend(predicates.iter().cloned()),
            Event::NodesRemoved { nodes, edges } => {
                self.nodes.retain(|id, _| !nodes.contains(id));
                self.edges.retain(|id, _| !edges.contains(id));
            }
            Event::Verdict(outcome) => self.verdict = Some(outcome.clone()),
            Event::Resumed => self.verdict = None,
            Event::TemplatesChosen { loops, .. } => self.templates.clone_from(loops),
            Event::Explored { .. } => self.explored = Some(event.clone()),
            Event::Folded { scheme, .. } => {
                (self.folded, self.accelerated) = (Some(scheme.clone()), None);
            }
            Event::Accelerated { .. } => self.accelerated = Some(event.clone()),
            Event::StateAsked { frame, .. } | Event::FrameOpened { frame, .. } => {
                self.frame = self.frame.max(Some(*frame));
            }
            Event::Restarted { .. } => {
                *self = State { refinements: self.refinements, untold: self.untold, ..State::default() }
            }
            Event::Coarse => {
                // What is no longer told is no longer known.
                let known = std::mem::take(self);
                *self = State {
                    predicates: known.predicates,
                    refinements: known.refinements,
                    frame: known.frame,
                    verdict: known.verdict,
                    untold: Some(Counts::default()),
                    ..State::default()
                };
            }
            Event::Untold { counts } => {
                if let Some(untold) = &mut self.untold {
                    untold.nodes_added += counts.nodes_added;
                    untold.nodes_removed += counts.nodes_removed;
                    untold.edges_added += counts.edges_added;
                    untold.contradictory += counts.contradictory;
                    untold.counterexamples += counts.counterexamples;
                }
            }
            Event::LemmaLearnt { frame, .. } => {
                self.frame = self.frame.max(Some(*frame));
                self.refinements += 1;
            }
            Event::Contradictory { .. }
            | Event::Tried { .. }
            | Event::LookedAhead { .. }
            | Event::FactReached { .. }
            | Event::NotFolded { .. }
            | Event::TooManyCounterexamples { .. }
            | Event::Chosen { .. }
            | Event::ChoiceUnfit { .. }
            | Event::ProposalRejected => {}
        }
    }

    fn cover(&mut self, nodes: &[NodeId], by: Option<NodeId>) {
        for id in nodes {
            if let Some(node) = self.nodes.get_mut(id) {
                node.covered_by = by;
            }
        }
    }
}
