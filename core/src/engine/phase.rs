//! What the engine is about to do: one piece of work, with all that it needs; and what such a piece leads to.
//!
//! ```text
//! Start → Learn → Prune → List → Explore ─ counterexample → Examine → Judge → Learn → …
//!                                │                          └─ a model needs copies → Examine → …
//!                                ├─ unwinding → Solve → Learn → …
//!                                └─ nothing left, or a real counterexample: the verdict
//! Start ─ recursion-free → Interpolate or Solve: the verdict
//! Start ─ unwinding → Unwind → Solve → Try ─ a clause fails → Unwind, deeper → …
//! ```
//!
//! A piece of work changes nothing unless it succeeds. If it does not, for lack of budget, it can be done
//! again.

use super::cdd::CddRun;
use super::partial::{Expanded, PartialExpansion};
use super::unfolding::Unfolding;
use super::{Event, Item, PredicateId, Proposal, StopReason, Verdict};
use crate::budget::Work;
use crate::formula::Formula;
use crate::horn::{Assignment, Method, SystemRelationId};
use crate::pdr::Reachability;

#[derive(Debug)]
pub(super) enum Phase {
    /// Run the passes over the clauses, and begin.
    Prepare,
    /// Take the predicates that the user gave.
    Start,
    /// Apply one clause to nodes.
    Explore,
    /// Decide whether a counterexample is real.
    Examine(Examination),
    /// Solve an unwinding, or the clauses themselves, as a system of clauses.
    Solve(Box<CddRun>),
    /// Solve a recursion-free system by the interpolation that is made for its fragment.
    Interpolate(Method),
    /// Write out all derivations up to a depth, to be solved.
    Unwind(usize),
    /// Try what was collapsed from the unwinding to a depth as a solution.
    Try(usize, Assignment),
    /// Treat an obligation, or open a frame.
    Reach(Box<Reachability>),
    /// Look for a derivation up to a depth.
    LookAhead(usize),
    /// Prove a solution, clause by clause.
    Conclude(Assignment),
    /// Choose the interpolants of a spurious counterexample.
    Judge(Refutation),
    /// Make predicates of formulae.
    Learn(Lesson),
    /// Remove what these predicates no longer support.
    Prune(Vec<PredicateId>),
    /// List what remains to be done.
    List,
}

impl Phase {
    /// What its steps are for, unless a part of it is for something else ([`crate::budget::Budget::on`]).
    pub(super) fn work(&self) -> Work {
        match self {
            Phase::Prepare | Phase::Start => Work::Preparing,
            Phase::Explore | Phase::List | Phase::Reach(_) => Work::Exploration,
            Phase::Examine(_) | Phase::Solve(_) | Phase::Interpolate(_) | Phase::Unwind(_) => {
                Work::Interpolation
            }
            Phase::LookAhead(_) => Work::LookAhead,
            Phase::Judge(_) | Phase::Try(..) | Phase::Conclude(_) => Work::Checking,
            // It compares formulae, to drop those that say nothing new.
            Phase::Learn(_) => Work::Simplification,
            Phase::Prune(_) => Work::Pruning,
        }
    }
}

/// What a piece of work led to: what there is to tell of it, and what comes next.
#[derive(Debug)]
pub(super) struct Worked {
    pub(super) events: Vec<Event>,
    pub(super) next: Next,
}

/// What comes after a piece of work.
#[derive(Debug)]
pub(super) enum Next {
    /// More of the same.
    Again,
    Go(Phase),
    /// The run stops; should it be resumed, it goes on with this, or with more of the same.
    Stop(StopReason, Option<Phase>),
    End(Verdict),
}

impl Worked {
    pub(super) fn new(events: Vec<Event>, next: Next) -> Worked {
        Worked { events, next }
    }

    /// Nothing to tell.
    pub(super) fn quietly(next: Next) -> Worked {
        Worked { events: Vec::new(), next }
    }

    pub(super) fn go(events: Vec<Event>, phase: Phase) -> Worked {
        Worked { events, next: Next::Go(phase) }
    }

    /// The same with events that come before.
    pub(super) fn after(mut self, mut earlier: Vec<Event>) -> Worked {
        earlier.append(&mut self.events);
        Worked { events: earlier, next: self.next }
    }
}

/// A counterexample, and what is needed to look at more of it.
#[derive(Debug)]
pub(super) struct Examination {
    pub(super) unfolding: Unfolding,
    pub(super) query: Item,
    /// The dag that it is a part of, unless it is all there is.
    pub(super) partial: Option<Box<(PartialExpansion, Expanded)>>,
}

/// A spurious counterexample, the interpolants that were computed, and what the chooser says about them.
#[derive(Debug)]
pub(super) struct Refutation {
    pub(super) unfolding: Unfolding,
    pub(super) found: Vec<Formula>,
    /// The same from abstract problems.
    pub(super) further: Vec<Vec<Formula>>,
    pub(super) proposal: Proposal,
}

/// Formulae that become predicates, one after the other.
#[derive(Debug)]
pub(super) struct Lesson {
    pub(super) formulae: Vec<(SystemRelationId, Formula)>,
    /// How many of them are done.
    pub(super) next: usize,
    /// What they said that was new.
    pub(super) added: Vec<PredicateId>,
    /// Are these interpolants? Then one of them must say something new.
    pub(super) refines: bool,
    /// Has a person chosen among them already?
    pub(super) is_chosen: bool,
}

impl Lesson {
    pub(super) fn new(formulae: Vec<(SystemRelationId, Formula)>, refines: bool) -> Lesson {
        Lesson { formulae, next: 0, added: Vec::new(), refines, is_chosen: false }
    }
}
