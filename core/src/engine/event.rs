//! The steps of a run, as data. Whoever folds the events knows the state of the engine without having run it.
//!
//! Events name relation symbols, clauses, nodes, edges and predicates by number, and carry formulae as text
//! in the papers' notation ([`FormulaText`]), so that they can be stored and read without the engine's arena.

use serde::{Deserialize, Serialize};

use super::{AndOrTree, Counts, EdgeId, Header, Misfit, NodeId, PositionId, PredicateId, Stopped};
use crate::accelerate::{Class, NotClosed};
use crate::explain::InstanceText;
use crate::formula::{FormulaText, Value};
use crate::guide::{InterpolationAbstraction, SearchStep, TemplateText};
use crate::horn::{Fragment, Method, SystemClauseId, SystemRelationId};
use crate::lang;
use crate::num::Int;
use crate::recursion_free::{ClauseCopyId, CopyId};

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
    /// this is a dag. If there is no graph, these are all ways that the clauses have, whose tree is to be
    /// interpolated.
    CounterexampleFound { tree: AndOrTree },
    /// A counterexample that is a dag is not written out as a tree, which would be too large (CAV'13, Sect.
    /// 6). The positions `factored` are common to alternatives of an `Or` and stay shared; of what one
    /// derivation would use several times, all uses but one are open.
    Restructured { tree: AndOrTree, factored: Vec<PositionId> },
    /// A model of the counterexample as far as it is expanded relies on open positions with values of their
    /// own. So these have copies of what is below them now (CAV'13, Sect. 6, counterexample-guided
    /// expansion).
    SubtreesCopied { tree: AndOrTree, copied: Vec<PositionId> },
    /// All counterexamples of minimal depth together need more clause instances than this, or the unwinding
    /// has more clauses; one derivation is taken instead.
    TooManyCounterexamples { limit: usize },
    /// The clauses are recursion-free and in this fragment, and are solved by the method that is made for it
    /// (thesis, Fig. 5.3; SHARA, Fig. 4).
    MethodChosen { fragment: Fragment, method: Method },
    /// EXPAND (SHARA, Algorithm 3) begins with a recursion-free system in which siblings share something.
    /// Copies of relation symbols follow, each a step.
    Expanding { expansion: ExpansionText },
    /// COPYREL: in the body of a clause, by its place in the expansion, a copy of a relation symbol takes the
    /// place of one that two siblings depend on. If its number is the next one, it is new, with clauses like
    /// those of what it is a copy of.
    RelationCopied { clause: ClauseCopyId, position: usize, shared: CopyId, copy: CopyId },
    /// Two copies are one again, since the expansion is clause-dependence disjoint all the same.
    CopiesMerged { kept: CopyId, gone: CopyId },
    /// A recursion-free system is about to be solved, symbol by symbol: the clauses themselves or an
    /// unwinding, expanded until it is clause-dependence disjoint, if that is what the method asks for.
    Expanded { expansion: ExpansionText },
    /// The expansion needs more clauses than this; the clauses are solved by predicate abstraction instead.
    ExpansionTooLarge { limit: usize },
    /// A copy of a relation symbol has its formula, an interpolant. They come from the bottom up.
    CopySolved { copy: CopyId, interpolant: InterpolantText, sides: Option<SidesText> },
    /// What the copies of a relation symbol mean together, their conjunction (SHARA, COLLAPSE), for each that
    /// has copies.
    Collapsed { solution: Vec<InterpolantText> },
    /// What was collapsed from an unwinding was tried as a solution of the clauses, which are recursive
    /// (SHARA, Sect. 5). Either this clause does not hold, or all do.
    Tried { failing: Option<SystemClauseId> },
    /// All derivations up to this depth were looked at at once. A real one is the verdict, which comes next.
    LookedAhead { depth: usize },
    /// A state may lead to `false`, and the frames below are asked whether it is derived (GPDR, SAT'12).
    StateAsked { state: InterpolantText, frame: usize },
    /// The clauses do not lead from what the frames allow to some state that leads to `false`. This lemma
    /// says why, and holds in all frames up to this one.
    LemmaLearnt { lemma: InterpolantText, frame: usize },
    /// All of this is derived (Komuravelli, Gurfinkel, Chaki, CAV'14).
    FactReached { fact: InterpolantText },
    /// No frame leads to `false`. There is one frame more, and this many lemmas hold further up.
    FrameOpened { frame: usize, moved: usize },
    /// No derivation in the counterexample has values.
    Refuted,
    /// The loops were analysed, and these are the templates at their heads. What an analysis that is
    /// incomplete did not find out counts as an arbitrary change.
    TemplatesChosen { family: InterpolationAbstraction, loops: Vec<LoopText>, incomplete: bool },
    /// The search for the cheapest sets of templates that refute the counterexample. A set is a list of
    /// positions among the templates of these loop heads, in their order. If none was chosen, refinement goes
    /// on without guidance. If there are abstraction points, positions of the counterexample, each has a
    /// lattice of its own, and the heads are those of the points; otherwise what is chosen for a head holds
    /// wherever it occurs.
    Explored {
        relations: Vec<SystemRelationId>,
        points: Vec<PositionId>,
        steps: Vec<SearchStep<Vec<usize>>>,
        frontier: Vec<Vec<usize>>,
        chosen: Vec<Vec<usize>>,
        stopped: Option<String>,
    },
    /// A counterexample that is a path was folded into a trace scheme (thesis, Sect. 4.4).
    Folded { delay: usize, scheme: SchemeText },
    /// A scheme was decided, with closures in the places of its loops (thesis, Fig. 4.2 and 4.4).
    Accelerated { precision: Precision, outcome: SchemeOutcome },
    /// A counterexample with loops is not folded, for this reason. It is told once.
    NotFolded { reason: NotFolded },
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
    /// What comes next was chosen by a person ([`Choice`](super::Choice)), and not by the solver.
    Chosen { choice: String },
    /// A person's choice can't be followed. The run stops there, unless it has come to a verdict without it.
    ChoiceUnfit { choice: String, why: Misfit },
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

/// A path with loops (thesis, Def. 4.3.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SchemeText {
    /// The position of the counterexample where the path begins; none if it begins with a fact.
    pub pivot: Option<usize>,
    pub states: Vec<SchemeStateText>,
}

/// A state of a scheme.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SchemeStateText {
    /// The clause whose step leads here; none at the beginning.
    pub clause: Option<SystemClauseId>,
    /// None before the first fact, and for `false`.
    pub relation: Option<SystemRelationId>,
    pub loops: Vec<ClosureText>,
}

/// A loop, or a case of it, and what any number of its rounds does. Values after it have a prime.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClosureText {
    /// The clauses of a round.
    pub clauses: Vec<SystemClauseId>,
    pub round: FormulaText,
    pub class: Class,
    /// The relation of any number of rounds, with what their number is called.
    pub rounds: FormulaText,
    pub number: String,
    /// None if it would take too long to write it down without the number of rounds.
    pub closure: Option<FormulaText>,
    /// The loop itself has no closure; this is an octagon around it.
    pub is_around: bool,
}

/// How the loops of a scheme were taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Precision {
    /// As they are: there is one at each state.
    Exact,
    /// Several at a state, as an octagon around them (thesis, Sect. 4.5.2).
    Over { hulls: Vec<ClosureText> },
    /// Several at a state, one after the other in the order of the path (thesis, Sect. 4.5.3).
    Under,
}

/// What became of a scheme.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SchemeOutcome {
    /// No number of rounds has values; these interpolants are inductive.
    Infeasible { inductive: Vec<InductiveText> },
    /// It has values for these numbers of rounds, in order.
    Feasible { rounds: Vec<Int> },
    /// It has values for these numbers of rounds, but they are too many to be written down, and not regular
    /// enough to be left out.
    TooManyRounds { rounds: Vec<Int> },
    /// It was not decided within its part of the budget, or the interpolants could not be made inductive.
    Undecided,
}

/// The interpolants at a loop (thesis, Sect. 4.5.1), over the parameters of its relation symbol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InductiveText {
    pub relation: SystemRelationId,
    /// `sp(I', L*)` and `wp(I'', L*)`, as far as they were found.
    pub sp: Option<FormulaText>,
    pub wp: Option<FormulaText>,
    /// The one that was taken, without parts that are not needed.
    pub taken: FormulaText,
}

/// Why a counterexample with loops is not folded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NotFolded {
    /// It is no path: a clause has several relation symbols in its body, or there is a choice of clauses.
    Forks,
    /// The round by these clauses has no closure.
    NotClosed { clauses: Vec<SystemClauseId>, reason: NotClosed },
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

/// The interpolation problem of a copy (SHARA, Sect. 4.2.2 and 4.2.3). The arguments of the copy are called
/// as in its interpolant, those of other copies have their names added, and `b_r` says that `r` is used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SidesText {
    /// PRE: what derives the copy from copies that are solved.
    pub pre: FormulaText,
    /// POST: what leads from the copy to `false`.
    pub post: FormulaText,
}

/// What is written out with copies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    /// The clauses as they are.
    #[default]
    Clauses,
    /// All derivations up to a depth.
    Unwinding { depth: usize },
}

/// Copies of relation symbols and clauses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExpansionText {
    pub subject: Subject,
    /// Is it known to be a minimal clause-dependence disjoint expansion of the subject (SHARA, Def. 7)?
    pub is_minimal: bool,
    /// For each copy the relation symbol. Copies of the same symbol are told apart by their places here.
    pub copies: Vec<SystemRelationId>,
    pub clauses: Vec<ClauseCopy>,
}

impl ExpansionText {
    /// The relation symbol that this is a copy of.
    pub fn relation(&self, copy: CopyId) -> Option<SystemRelationId> {
        self.copies.get(copy.index()).copied()
    }

    /// Which copy of its relation symbol this is, counted from 1.
    pub fn ordinal(&self, copy: CopyId) -> usize {
        let relation = self.relation(copy);
        self.copies.iter().take(copy.index() + 1).filter(|of| Some(**of) == relation).count()
    }
}

/// A clause with copies in its head and body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClauseCopy {
    pub clause: SystemClauseId,
    /// `None` is `false`.
    pub head: Option<CopyId>,
    pub body: Vec<CopyId>,
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
        /// Rounds that are left out, since they are like the one before and the one after.
        folded: Vec<FoldedRounds>,
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

/// Rounds of a derivation that are not written out. They were checked like all other steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoldedRounds {
    /// The step that comes after them. Its premise stands for the last of them.
    pub before: usize,
    pub rounds: u64,
    /// How many steps these rounds have together.
    pub steps: u64,
}

/// A step of a derivation, which derives a relation symbol with values, or `false`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepText {
    pub clause: lang::ClauseId,
    /// `None` is `false`.
    pub relation: Option<lang::RelationId>,
    pub values: Vec<Value>,
    /// Earlier steps.
    pub premises: Vec<usize>,
    /// The clause with its values.
    pub instance: InstanceText,
}
