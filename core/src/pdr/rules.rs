//! The clauses with one and the same head, in one solver that lives as long as the search.
//!
//! Every clause has a tag, from which its constraint follows. In a question about a frame, some tag is true,
//! a tag makes use of the slots of its body, and for a slot in use hold the lemmas of all frames that are
//! assumed. So a question is a list of assumptions, and nothing is ever retracted.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::frames::{ALWAYS, Frames};
use super::shape::Shape;
use crate::budget::Budget;
use crate::formula::{Arena, Formula, Sort, Substitution, Symbol, Valuation};
use crate::horn::{Atom, Clause, ClauseSystem, SystemClauseId, SystemRelationId, unchanged};
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
    /// With the head's arguments as they are called here.
    constraint: Formula,
    pub(super) shape: Shape,
}

/// Heads have arguments of their own here, so what is renamed for them is told apart from what is renamed for
/// other heads by the number of their slot.
const HEAD_SLOT: u32 = u32::MAX;

/// The clauses with the same head.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    /// Arguments that are handed on unchanged are called as they are in bodies.
    pub(super) head: Option<Atom>,
    pub(super) all: Vec<Rule>,
    /// The slots of all bodies, each once.
    slots: Vec<Atom>,
    /// By relation symbol, its place in the order; and that of the head.
    ranks: Rc<[usize]>,
    rank: usize,
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
        ranks: &Rc<[usize]>,
        clauses: Vec<SystemClauseId>,
    ) -> Rules {
        let some = arena.fresh_symbol("some", Sort::Bool);
        let some = arena.boolean(some);
        let mut head = clauses.first().and_then(|clause| system[*clause].head.clone());
        let rank = head.as_ref().map_or(usize::MAX, |head| ranks[head.relation.index()]);
        let written: Vec<&Clause> = clauses.iter().map(|clause| &system[*clause]).collect();
        let (above, below): (Vec<Symbol>, Vec<Symbol>) = unchanged(arena, &written).into_iter().unzip();
        if let Some(head) = &mut head {
            head.slot = HEAD_SLOT;
            head.rename(&above, &below);
        }
        let renaming = Substitution::renaming(arena, &above, &below);
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
            let constraint = renaming.apply(arena, system[clause].constraint);
            rules.push(Rule { clause, tag, constraint, shape: Shape::of(arena, constraint) });
        }
        let solver = Solver::with_proofs();
        let ranks = Rc::clone(ranks);
        let mut made = Rules { head, all: rules, slots, ranks, rank, some, solver, asked: 0, needed: 0 };
        made.assert_clauses(arena, system, marks);
        made
    }

    pub(super) fn rule(&self, clause: SystemClauseId) -> Option<&Rule> {
        self.all.iter().find(|rule| rule.clause == clause)
    }

    /// How many frames lie between the head and this relation symbol in a body: none if it comes before, and
    /// one otherwise.
    pub(super) fn frames_to(&self, relation: SystemRelationId) -> usize {
        usize::from(self.ranks[relation.index()] >= self.rank)
    }

    pub(super) fn solver(&mut self) -> &mut Solver {
        &mut self.solver
    }

    fn assert_clauses(&mut self, arena: &mut Arena, system: &ClauseSystem, marks: &mut Marks) {
        let tags = self.all.iter().map(|rule| rule.tag).chain([!self.some]);
        let one = arena.or(tags.collect::<Vec<_>>());
        self.solver.assert(arena, one);
        for Rule { clause, tag, constraint, .. } in &self.all {
            let constraint = arena.or([!*tag, *constraint]);
            self.solver.assert(arena, constraint);
            for atom in &system[*clause].body {
                let slot = marks.slot(arena, atom);
                let used = arena.or([!self.some, !*tag, slot]);
                self.solver.assert(arena, used);
            }
        }
    }

    /// Tells the solver of a lemma, for all slots of its relation symbol. Questions name the frame below that
    /// of the head, so where no frame lies between, the lemma goes with the mark before its own.
    pub(super) fn assert_lemma(
        &mut self,
        arena: &mut Arena,
        system: &mut ClauseSystem,
        marks: &mut Marks,
        (relation, lemma, frame): (SystemRelationId, Formula, usize),
    ) {
        let below_mark = if frame < ALWAYS {
            let mark = frame + self.frames_to(relation) - 1;
            !marks.frame(arena, mark)
        } else {
            arena.false_()
        };
        for atom in &self.slots {
            if atom.relation == relation {
                let slot = marks.slot(arena, atom);
                let there = system.at(arena, atom, lemma);
                let guarded = arena.or([below_mark, !slot, there]);
                self.solver.assert(arena, guarded);
                self.needed += 1;
            }
        }
    }

    /// Do the frames at and below `frame` lead to all of these formulae, over the parameters of the head?
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
            if question.frame <= self.frames_to(atom.relation) {
                // Nothing is derived without any clause.
                assumed.push(!slot);
            } else if let (Some(known), Some(head)) = (question.inductive, &self.head)
                && head.relation == atom.relation
            {
                let there = system.at(arena, atom, known);
                assumed.push(arena.or([!slot, there]));
            }
        }
        for frame in question.frame.saturating_sub(1)..=question.last {
            assumed.push(marks.frame(arena, frame));
        }
        if let Some(head) = &self.head {
            assumed.extend(question.cube.iter().map(|literal| system.at(arena, head, *literal)));
        }
        self.check(arena, &assumed, budget)
    }

    /// From which of some facts, by relation symbol, does one about the head follow, beside the lemmas of all
    /// frames?
    pub(super) fn support(
        &mut self,
        arena: &mut Arena,
        system: &mut ClauseSystem,
        marks: &mut Marks,
        fact: Formula,
        facts: &[&[Formula]],
        budget: &mut Budget,
    ) -> Result<Vec<(SystemRelationId, Formula)>, Unknown> {
        let Some(head) = &self.head else { return Ok(Vec::new()) };
        let question = vec![self.some, system.at(arena, head, !fact)];
        let mut given = Vec::new();
        for atom in &self.slots {
            let slot = marks.slot(arena, atom);
            for known in facts[atom.relation.index()] {
                let there = system.at(arena, atom, *known);
                given.push((arena.or([!slot, there]), (atom.relation, *known)));
            }
        }
        let all: Vec<Formula> = question.iter().copied().chain(given.iter().map(|(f, _)| *f)).collect();
        for assumed in [question, all] {
            match self.check(arena, &assumed, budget) {
                Answer::Unknown(reason) => return Err(reason),
                Answer::Sat(_) => {}
                Answer::Unsat(core) => {
                    given.retain(|(formula, _)| core.contains(formula));
                    return Ok(given.into_iter().map(|(_, known)| known).collect());
                }
            }
        }
        Err(Unknown::Unchecked)
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
