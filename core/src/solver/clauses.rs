//! The clauses of the search, in one flat vector of literals.

use super::literal::Lit;
use crate::proof::StepId;

/// A clause in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClauseId(u32);

#[derive(Clone, Debug)]
struct Header {
    start: u32,
    length: u32,
    /// The number of decision levels among the literals when learnt; low is good (Audemard and Simon).
    glue: u32,
    learnt: bool,
    deleted: bool,
    /// The step of the proof that derives it, while proofs are kept.
    step: Option<StepId>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Clauses {
    literals: Vec<Lit>,
    headers: Vec<Header>,
    wasted: usize,
}

impl Clauses {
    pub(super) fn add(&mut self, literals: &[Lit], glue: Option<u32>, step: Option<StepId>) -> ClauseId {
        let id = ClauseId(self.headers.len() as u32);
        self.headers.push(Header {
            start: self.literals.len() as u32,
            length: literals.len() as u32,
            glue: glue.unwrap_or(0),
            learnt: glue.is_some(),
            deleted: false,
            step,
        });
        self.literals.extend_from_slice(literals);
        id
    }

    #[inline]
    pub(super) fn literals(&self, id: ClauseId) -> &[Lit] {
        let h = &self.headers[id.0 as usize];
        &self.literals[h.start as usize..(h.start + h.length) as usize]
    }

    #[inline]
    pub(super) fn literals_mut(&mut self, id: ClauseId) -> &mut [Lit] {
        let h = &self.headers[id.0 as usize];
        &mut self.literals[h.start as usize..(h.start + h.length) as usize]
    }

    #[inline]
    pub(super) fn is_deleted(&self, id: ClauseId) -> bool {
        self.headers[id.0 as usize].deleted
    }

    pub(super) fn step(&self, id: ClauseId) -> Option<StepId> {
        self.headers[id.0 as usize].step
    }

    pub(super) fn glue(&self, id: ClauseId) -> u32 {
        self.headers[id.0 as usize].glue
    }

    /// The learnt clauses that are still there, oldest first.
    pub(super) fn learnt(&self) -> impl Iterator<Item = ClauseId> + '_ {
        let live = |(_, h): &(usize, &Header)| h.learnt && !h.deleted;
        self.headers.iter().enumerate().filter(live).map(|(i, _)| ClauseId(i as u32))
    }

    pub(super) fn delete(&mut self, id: ClauseId) {
        let h = &mut self.headers[id.0 as usize];
        h.deleted = true;
        self.wasted += h.length as usize;
    }

    /// Closes the gaps that deleted clauses leave, once they are half of the store. Identities stay.
    pub(super) fn compact(&mut self) {
        if self.wasted * 2 < self.literals.len() {
            return;
        }
        let mut packed = Vec::with_capacity(self.literals.len() - self.wasted);
        for h in &mut self.headers {
            let range = h.start as usize..(h.start + h.length) as usize;
            h.start = packed.len() as u32;
            if h.deleted {
                h.length = 0;
            } else {
                packed.extend_from_slice(&self.literals[range]);
            }
        }
        self.literals = packed;
        self.wasted = 0;
    }
}
