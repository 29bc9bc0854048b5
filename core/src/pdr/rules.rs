//! The clauses with one and the same head, in one solver that lives as long as the search.
//!
//! Every clause has a tag, from which its constraint follows. In a question about a frame, some tag is true,
//! a tag makes use of the slots of its body, and for a slot in use hold the lemmas of all frames that are
//! assumed. So a question is a list of assumptions, and nothing is ever retracted.

use rustc_hash::FxHashMap;

use super::frames::Frames;
use super::shape::Shape;
use crate::budget::Budget;
use crate::formula::{Arena, Formula, Sort, Valuation};
use crate::horn::{Atom, ClauseSystem, SystemClauseId, SystemRelationId};
use crate::solver::{Answer, Solver, Unknown};

/// What stands for frames and slots, the same in all solvers.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    frames: Vec<Formula>,
    slots: FxHashMap<(SystemRelationId, u32), Formula>,
}

impl Marks {
    /// The lemmas of this frame, and no higher ones.
    pub(super) fn frame(&mut self, arena: &mut Arena, frame: usize) -> Formula {
        while self.frames.len() <= frame {
            let symbol = arena.fresh_symbol("frame", Sort::Bool);
            self.frames.push(arena.boolean(symbol));
        }
        self.frames[frame]
    }

    /// The lemmas of the frames that are assumed hold for this atom of a body.
    pub(super) fn slot(&mut self, arena: &mut Arena, atom: &Atom) -> Formula {
        *self.slots.entry((atom.relation, atom.slot)).or_insert_with(|| {
            let symbol = arena.fresh_symbol("use", Sort::Bool);
            arena.boolean(symbol)
        })
    }
}

/// A clause, and the tag that stands for it.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) clause: SystemClauseId,
    pub(super) tag: Formula,
    pub(super) shape: Shape,
}

/// The clauses with the same head.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) head: Option<Atom>,
    pub(super) all: Vec<Rule>,
    /// The slots of all bodies, each once.
    slots: Vec<Atom>,
    /// Some tag is true.
    some: Formula,
    solver: Solver,
    /// How many formulae the solver was asked about since it was made, and how many it needs.
    asked: usize,
    needed: usize,
}

/// A solver is made anew when it was asked about more formulae than this, and more than twice what it needs.
const ASKED_LIMIT: usize = 4_000;

impl Rules {
    pub(super) fn new(
        arena: &mut Arena,
        system: &ClauseSystem,
        marks: &mut Marks,
        clauses: Vec<SystemClauseId>,
    ) -> Rules {
        let some = arena.fresh_symbol("some", Sort::Bool);
        let some = arena.boolean(some);
        let head = clauses.first().and_then(|clause| system[*clause].head.clone());
        let mut slots: Vec<Atom> = Vec::new();
        let mut rules = Vec::with_capacity(clauses.len());
        for clause in clauses {
            let tag = arena.fresh_symbol("clause", Sort::Bool);
            let tag = arena.boolean(tag);
            for atom in &system[clause].body {
                if !slots.contains(atom) {
                    slots.push(atom.clone());
                }
            }
            rules.push(Rule { clause, tag, shape: Shape::of(arena, system[clause].constraint) });
        }
        let mut made =
            Rules { head, all: rules, slots, some, solver: Solver::with_proofs(), asked: 0, needed: 0 };
        made.assert_clauses(arena, system, marks);
        made
    }

    pub(super) fn rule(&self, clause: SystemClauseId) -> Option<&Rule> {
        self.all.iter().find(|rule| rule.clause == clause)
    }

    pub(super) fn solver(&mut self) -> &mut Solver {
        &mut self.solver
    }

    fn assert_clauses(&mut self, arena: &mut Arena, system: &ClauseSystem, marks: &mut Marks) {
        let tags = self.all.iter().map(|rule| rule.tag).chain([!self.some]);
        let one = arena.or(tags.collect::<Vec<_>>());
        self.solver.assert(arena, one);
        for Rule { clause, tag, .. } in &self.all {
            let clause = &system[*clause];
            let constraint = arena.or([!*tag, clause.constraint]);
            self.solver.assert(arena, constraint);
            for atom in &clause.body {
                let slot = marks.slot(arena, atom);
                let used = arena.or([!self.some, !*tag, slot]);
                self.solver.assert(arena, used);
            }
        }
    }

    /// Tells the solver of a lemma, for all slots of its relation symbol.
    pub(super) fn assert_lemma(
        &mut self,
        arena: &mut Arena,
        system: &mut ClauseSystem,
        marks: &mut Marks,
        (relation, lemma, frame): (SystemRelationId, Formula, usize),
    ) {
        for atom in &self.slots {
            if atom.relation == relation {
                let (in_frame, slot) = (marks.frame(arena, frame), marks.slot(arena, atom));
                let there = system.at(arena, atom, lemma);
                let guarded = arena.or([!in_frame, !slot, there]);
                self.solver.assert(arena, guarded);
                self.needed += 1;
            }
        }
    }

    /// Does the frame below `frame` lead to all of these formulae, over the parameters of the head?
    /// `inductive` is also taken to hold of the head's relation symbol in bodies.
    pub(super) fn may_lead_to(
        &mut self,
        arena: &mut Arena,
        system: &mut ClauseSystem,
        marks: &mut Marks,
        question: &Question,
        budget: &mut Budget,
    ) -> Answer {
        let mut assumed = vec![self.some];
        for atom in &self.slots {
            let slot = marks.slot(arena, atom);
            if question.frame <= 1 {
                // Nothing is derived without any clause.
                assumed.push(!slot);
            } else if let (Some(known), Some(head)) = (question.inductive, &self.head)
                && head.relation == atom.relation
            {
                let there = system.at(arena, atom, known);
                assumed.push(arena.or([!slot, there]));
            }
        }
        for frame in question.frame.saturating_sub(1).max(1)..=question.last {
            assumed.push(marks.frame(arena, frame));
        }
        if let Some(head) = &self.head {
            assumed.extend(question.cube.iter().map(|literal| system.at(arena, head, *literal)));
        }
        self.check(arena, &assumed, budget)
    }

    /// Asks the solver.
    pub(super) fn check(&mut self, arena: &mut Arena, assumed: &[Formula], budget: &mut Budget) -> Answer {
        self.asked += 1;
        self.solver.check(arena, assumed, budget)
    }

    /// Makes the solver anew if it has seen much that it does not need any more.
    pub(super) fn tidy(
        &mut self,
        arena: &mut Arena,
        system: &mut ClauseSystem,
        marks: &mut Marks,
        frames: &Frames,
    ) {
        if self.asked < ASKED_LIMIT.max(2 * self.needed) {
            return;
        }
        (self.solver, self.asked, self.needed) = (Solver::with_proofs(), 0, 0);
        self.assert_clauses(arena, system, marks);
        let mut relations: Vec<SystemRelationId> = self.slots.iter().map(|atom| atom.relation).collect();
        relations.sort_unstable();
        relations.dedup();
        for relation in relations {
            for lemma in frames.about(relation) {
                self.assert_lemma(arena, system, marks, (relation, lemma.formula, lemma.frame));
            }
        }
    }

    /// The clause that a model takes.
    pub(super) fn taken(&self, arena: &Arena, model: &Valuation) -> Result<&Rule, Unknown> {
        self.all.iter().find(|rule| arena.evaluate(rule.tag, model)).ok_or(Unknown::Unchecked)
    }
}

/// A question about a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question<'a> {
    pub(super) cube: &'a [Formula],
    pub(super) frame: usize,
    /// The highest frame that there is.
    pub(super) last: usize,
    pub(super) inductive: Option<Formula>,
}
