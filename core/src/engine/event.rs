//! The steps of a run, as data. Whoever folds the events knows the state of the engine without having run it.
//!
//! Events name relation symbols, clauses, nodes, edges and predicates by number, and carry formulae as text
//! in the papers' notation ([`FormulaText`]), so that they can be stored and read without the engine's arena.

use serde::{Deserialize, Serialize};

use super::{AndOrTree, Counts, EdgeId, Header, NodeId, PredicateId, Stopped};
use crate::explain::InstanceText;
use crate::formula::{FormulaText, Value};
use crate::guide::{InterpolationAbstraction, SearchStep, TemplateText};
use crate::horn::{SystemClauseId, SystemRelationId};
use crate::lang;

/// A step of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// A relation symbol is reached with a set of predicates that no node allows yet.
    NodeAdded { node: NodeId, relation: SystemRelationId, predicates: Vec<PredicateId> },
    /// A clause applied to nodes derives a node. It computes the very predicates of the node.
    EdgeAdded { edge: EdgeId, clause: SystemClauseId, body: Vec<NodeId>, head: NodeId },
    /// A clause applied to nodes computes these predicates, and the node already allows all that they allow.
    /// For an edge that exists, it computes these predicates from now on.
    Subsumed {
        edge: EdgeId,
        clause: SystemClauseId,
        body: Vec<NodeId>,
        computed: Vec<PredicateId>,
        by: NodeId,
    },
    /// Nodes need not be followed any more, since a new one allows all that they allow.
    Covered { nodes: Vec<NodeId>, by: NodeId },
    /// The constraint of a clause contradicts the predicates of these nodes.
    Contradictory { clause: SystemClauseId, body: Vec<NodeId> },
    /// A query has a consistent body, so the graph derives `false` in these ways. If they have much in common
    /// this is a dag.
    CounterexampleFound { tree: AndOrTree },
    /// A counterexample that is a dag is not written out as a tree, which would be too large (CAV'13, Sect.
    /// 6). The positions `factored` are common to alternatives of an `Or` and stay shared; of what one
    /// derivation would use several times, all uses but one are open.
    Restructured { tree: AndOrTree, factored: Vec<usize> },
    /// A model of the counterexample as far as it is expanded relies on open positions with values of their
    /// own. So these have copies of what is below them now (CAV'13, Sect. 6, counterexample-guided
    /// expansion).
    SubtreesCopied { tree: AndOrTree, copied: Vec<usize> },
    /// All counterexamples of minimal depth together need more clause instances than this, or the unwinding
    /// has more clauses; one derivation is taken instead.
    TooManyCounterexamples { limit: usize },
    /// An unwinding, or the system itself if it is recursion-free, with copies of relation symbols: expanded
    /// until it is clause-dependence disjoint (SHARA, EXPAND).
    Expanded { expansion: ExpansionText },
    /// A copy of a relation symbol has its formula (SHARA, SOLVECDD), an interpolant. They come from the
    /// bottom up.
    CopySolved { copy: usize, interpolant: InterpolantText },
    /// What the copies of a relation symbol mean together, their conjunction (SHARA, COLLAPSE), for each that
    /// has copies.
    Collapsed { solution: Vec<InterpolantText> },
    /// All derivations up to this depth were looked at at once. A real one is the verdict, which comes next.
    LookedAhead { depth: usize },
    /// No derivation in the counterexample has values.
    Refuted,
    /// The loops were analysed, and these are the templates at their heads. What an analysis that is
    /// incomplete did not find out counts as an arbitrary change.
    TemplatesChosen { family: InterpolationAbstraction, loops: Vec<LoopText>, incomplete: bool },
    /// The search for the cheapest sets of templates that refute the counterexample. A set is a list of
    /// positions among the templates of these loop heads, in their order. If none was chosen, refinement goes
    /// on without guidance.
    Explored {
        relations: Vec<SystemRelationId>,
        steps: Vec<SearchStep<Vec<usize>>>,
        frontier: Vec<Vec<usize>>,
        chosen: Option<Vec<usize>>,
        stopped: Option<String>,
    },
    /// The chooser's interpolants are none; the computed ones are used.
    ProposalRejected,
    /// The interpolants of the positions of the counterexample, in their order; the root has none.
    InterpolantsFound { interpolants: Vec<InterpolantText> },
    /// Parts of interpolants that say something new, or predicates that the user gave.
    PredicatesAdded { predicates: Vec<PredicateText> },
    /// What the new predicates no longer support.
    NodesRemoved { nodes: Vec<NodeId>, edges: Vec<EdgeId> },
    /// Nodes must be followed again, since what covered them has gone.
    Uncovered { nodes: Vec<NodeId> },
    /// The log is as large as [`Settings::detail_limit`](super::Settings) allows. From here on it no longer
    /// tells of nodes, edges, counterexamples and interpolants one by one, but how many there were.
    /// Predicates and verdicts are told as ever.
    Coarse,
    /// What happened since the last such event, in numbers.
    Untold { counts: Counts },
    /// The end, at least for now: the last event, however often one asks, unless the run stopped and is
    /// resumed.
    Verdict(VerdictText),
    /// The run goes on where it had stopped, as if it had not.
    Resumed,
    /// The run begins again on clauses that were not inlined, since the solution that it found could not be
    /// carried back to the user's clauses. From here on, events speak of the clauses of this header.
    Restarted { header: Header },
}

impl Event {
    /// The counterexample as it is from this step on, if the step finds or changes one.
    pub fn counterexample(&self) -> Option<&AndOrTree> {
        match self {
            Event::CounterexampleFound { tree }
            | Event::Restructured { tree, .. }
            | Event::SubtreesCopied { tree, .. } => Some(tree),
            _ => None,
        }
    }
}

/// The templates at a loop head.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoopText {
    pub relation: SystemRelationId,
    /// Over the parameters of the relation symbol.
    pub templates: Vec<TemplateText>,
    /// How many were left out since there are too many.
    pub left_out: usize,
}

/// An interpolant, over the parameters of its relation symbol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InterpolantText {
    pub relation: SystemRelationId,
    pub text: FormulaText,
}

/// Copies of relation symbols and clauses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExpansionText {
    /// The depth of an unwinding; none if the clauses are expanded as they are.
    pub depth: Option<usize>,
    /// For each copy the relation symbol. Copies of the same symbol are told apart by their places here.
    pub copies: Vec<SystemRelationId>,
    pub clauses: Vec<ClauseCopy>,
}

/// A clause with copies in its head and body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClauseCopy {
    pub clause: SystemClauseId,
    /// `None` is `false`.
    pub head: Option<usize>,
    pub body: Vec<usize>,
}

/// A predicate, over the parameters of its relation symbol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PredicateText {
    pub id: PredicateId,
    pub relation: SystemRelationId,
    pub text: FormulaText,
}

/// A verdict as data; [`super::Engine::verdict`] has the checked one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum VerdictText {
    /// A definition for each relation symbol of the problem, in order.
    Safe {
        solution: Vec<DefinitionText>,
    },
    Unsafe {
        derivation: Vec<StepText>,
    },
    Stopped(Stopped),
}

/// The meaning of a relation symbol of the problem: `gcd(M, N, R) := M = N → R ≤ M`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DefinitionText {
    pub name: String,
    pub parameters: Vec<String>,
    /// Over the parameters, as it reads best ([`crate::explain::reading`]).
    pub text: FormulaText,
}

/// A step of a derivation, which derives a relation symbol with values, or `false`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepText {
    pub clause: lang::ClauseId,
    /// `None` is `false`.
    pub relation: Option<lang::RelId>,
    pub values: Vec<Value>,
    /// Earlier steps.
    pub premises: Vec<usize>,
    /// The clause with its values.
    pub instance: InstanceText,
}
