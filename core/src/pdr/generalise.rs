//! From a state that a frame does not lead to, to a lemma that excludes many.
//!
//! The core of the contradiction comes first, then the sums that its proof makes of bounds, and then one
//! literal after the other is left out, as long as what remains is excluded by induction: the frame and the
//! lemma itself, taken for the bodies, do not lead to it. Facts are clauses like all others, so there is no
//! initial state to look out for.

use super::farkas;
use super::frames::Frames;
use super::rules::{Marks, Question, Rules};
use crate::budget::Budget;
use crate::formula::{Arena, Formula, Substitution};
use crate::horn::ClauseSystem;
use crate::solver::{Answer, Unknown};

/// A cube is left alone after this many literals that could not be left out, in a row.
const FAILURES: usize = 12;

/// Everything that questions about a frame need.
pub(super) struct Context<'a> {
    pub(super) arena: &'a mut Arena,
    pub(super) system: &'a mut ClauseSystem,
    pub(super) marks: &'a mut Marks,
    pub(super) rules: &'a mut Rules,
    pub(super) frames: &'a Frames,
    /// The highest frame that there is.
    pub(super) last: usize,
}

impl Context<'_> {
    /// Is the cube excluded from the frame? If so, which of its literals does it take?
    pub(super) fn excluded(
        &mut self,
        cube: &[Formula],
        frame: usize,
        by_induction: bool,
        budget: &mut Budget,
    ) -> Result<Result<Vec<Formula>, crate::formula::Valuation>, Unknown> {
        let Context { arena, system, marks, rules, frames, last } = self;
        rules.tidy(arena, system, marks, frames);
        let inductive = by_induction.then(|| {
            let all = arena.and(cube.iter().copied());
            !all
        });
        let question = Question { cube, frame, last: *last, inductive };
        match rules.may_lead_to(arena, system, marks, &question, budget) {
            Answer::Unknown(reason) => Err(reason),
            Answer::Sat(model) => Ok(Err(model)),
            Answer::Unsat(core) => {
                let Some(head) = &rules.head else { return Ok(Ok(Vec::new())) };
                let mut kept = cube.to_vec();
                kept.retain(|literal| core.contains(&system.at(arena, head, *literal)));
                Ok(Ok(kept))
            }
        }
    }

    /// A cube with fewer literals, or weaker ones, that is excluded as well. The question of this cube was
    /// the last one, and these are the literals that its answer took.
    pub(super) fn generalised(
        &mut self,
        cube: &[Formula],
        core: Vec<Formula>,
        frame: usize,
        budget: &mut Budget,
    ) -> Result<Vec<Formula>, Unknown> {
        let mut cube = self.with_sums(cube, core, frame, budget)?;
        cube.sort_unstable();
        let mut at = 0;
        let mut failures = 0;
        while at < cube.len() && cube.len() > 1 && failures < FAILURES {
            let mut fewer = cube.clone();
            fewer.remove(at);
            if let Ok(core) = self.excluded(&fewer, frame, true, budget)? {
                // What comes before was found to be needed for the larger cube. A core is excluded by
                // induction as well: that it does not hold says more than that the cube does not.
                at = cube[..at].iter().filter(|l| core.contains(l)).count();
                cube = core;
                failures = 0;
            } else {
                failures += 1;
                at += 1;
            }
        }
        Ok(cube)
    }

    /// The core, with sums in the place of bounds if these are enough.
    fn with_sums(
        &mut self,
        cube: &[Formula],
        core: Vec<Formula>,
        frame: usize,
        budget: &mut Budget,
    ) -> Result<Vec<Formula>, Unknown> {
        let Some(head) = self.rules.head.clone() else { return Ok(core) };
        if core.len() < 2 {
            return Ok(core);
        }
        let Some(proof) = self.rules.solver().proof() else { return Ok(core) };
        budget.take(proof.steps.len() as u64)?;
        let there: Vec<Formula> =
            cube.iter().map(|literal| self.system.at(self.arena, &head, *literal)).collect();
        let Some(sums) = farkas::sums(self.arena, &proof, &there) else { return Ok(core) };
        let back =
            Substitution::renaming(self.arena, &head.arguments, self.system[head.relation].parameters());
        let mut sums: Vec<Formula> = sums.into_iter().map(|sum| back.apply(self.arena, sum)).collect();
        sums.retain(|literal| !cube.contains(literal) || core.contains(literal));
        Ok(match self.excluded(&sums, frame, true, budget)? {
            Ok(fewer) => fewer,
            Err(_) => core,
        })
    }
}
