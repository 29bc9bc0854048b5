//! Lemmas, and in which frames they hold.
//!
//! A lemma is the negation of a cube, and is kept once, with the highest frame in which it holds: it holds in
//! all lower ones as well.

use crate::formula::Formula;
use crate::horn::SystemRelationId;

/// The frame of what is known to hold in all frames.
pub(super) const ALWAYS: usize = usize::MAX / 2;

/// A lemma over the parameters of its relation symbol.
#[derive(Clone, Debug)]
pub(super) struct Lemma {
    pub(super) relation: SystemRelationId,
    /// What it excludes: a conjunction, sorted.
    pub(super) cube: Vec<Formula>,
    pub(super) formula: Formula,
    pub(super) frame: usize,
    /// Does another lemma say the same or more?
    is_gone: bool,
}

/// All lemmas.
#[derive(Clone, Debug, Default)]
pub(super) struct Frames {
    lemmas: Vec<Lemma>,
    /// By relation symbol, those that still count.
    of: Vec<Vec<usize>>,
}

impl Frames {
    pub(super) fn new(relations: usize) -> Frames {
        Frames { lemmas: Vec::new(), of: vec![Vec::new(); relations] }
    }

    /// The lemmas about a relation symbol, in the order in which they were learnt.
    pub(super) fn about(&self, relation: SystemRelationId) -> impl Iterator<Item = &Lemma> {
        self.of[relation.index()].iter().map(|i| &self.lemmas[*i])
    }

    /// The lemmas that hold up to this frame and no further.
    pub(super) fn up_to(&self, frame: usize) -> Vec<usize> {
        let counts = |(i, lemma): (usize, &Lemma)| (!lemma.is_gone && lemma.frame == frame).then_some(i);
        self.lemmas.iter().enumerate().filter_map(counts).collect()
    }

    pub(super) fn get(&self, position: usize) -> &Lemma {
        &self.lemmas[position]
    }

    /// Moves a lemma to a higher frame.
    pub(super) fn lift(&mut self, position: usize, frame: usize) {
        self.lemmas[position].frame = frame;
    }

    /// Does a lemma of this frame exclude the cube, as far as can be seen by comparing literals?
    pub(super) fn exclude(
        &self,
        relation: SystemRelationId,
        cube: &[Formula],
        frame: usize,
    ) -> Option<usize> {
        let excluding = self.about(relation).filter(|l| l.frame >= frame && is_subset(&l.cube, cube));
        excluding.map(|lemma| lemma.frame).max()
    }

    /// Adds a lemma; those that say no more are gone.
    pub(super) fn add(
        &mut self,
        relation: SystemRelationId,
        cube: Vec<Formula>,
        formula: Formula,
        frame: usize,
    ) {
        let Frames { lemmas, of } = self;
        of[relation.index()].retain(|i| {
            let lemma = &mut lemmas[*i];
            lemma.is_gone = lemma.frame <= frame && is_subset(&cube, &lemma.cube);
            !lemma.is_gone
        });
        of[relation.index()].push(lemmas.len());
        lemmas.push(Lemma { relation, cube, formula, frame, is_gone: false });
    }
}

/// Both are sorted.
fn is_subset(some: &[Formula], all: &[Formula]) -> bool {
    let mut rest = all.iter();
    some.len() <= all.len() && some.iter().all(|wanted| rest.any(|found| found == wanted))
}
