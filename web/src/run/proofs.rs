//! The proofs that the user has asked for: why the clauses of a run hold under its solution.

use std::rc::Rc;

use hornbook::explain::ClauseProof;
use hornbook::lang::ClauseId;
use hornbook::order::Map;

/// The proofs of a run, by clause of the user's problem.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Proofs {
    entries: Map<ClauseId, Entry>,
}

#[derive(Clone, Debug, PartialEq)]
struct Entry {
    proof: Proof,
    is_open: bool,
}

/// How a proof is.
#[derive(Clone, Debug, PartialEq)]
pub enum Proof {
    /// The worker has been asked.
    Asked,
    Known(Rc<ClauseProof>),
    /// There is none to show, for this reason.
    Missing(Rc<str>),
}

impl Proofs {
    /// Unfolds the proof of a clause, or folds it.
    pub fn unfold(&mut self, clause: ClauseId, is_open: bool) {
        let asked = Entry { proof: Proof::Asked, is_open };
        self.entries.get_or_insert_with(clause, || asked).is_open = is_open;
    }

    /// The worker has answered.
    pub fn answered(&mut self, clause: ClauseId, proof: Result<Box<ClauseProof>, String>) {
        let proof = match proof {
            Ok(proof) => Proof::Known(Rc::from(proof)),
            Err(reason) => Proof::Missing(reason.into()),
        };
        let is_open = self.entries.get(&clause).is_some_and(|entry| entry.is_open);
        self.entries.insert(clause, Entry { proof, is_open });
    }

    /// The worker that was asked is gone.
    pub fn lose(&mut self) {
        for entry in self.entries.values_mut().filter(|entry| entry.proof == Proof::Asked) {
            entry.proof = Proof::Missing("The worker that found the solution is gone; solve again.".into());
        }
    }

    /// What to ask the worker for next.
    pub fn pending(&self) -> Option<ClauseId> {
        self.entries.iter().find(|(_, entry)| entry.proof == Proof::Asked).map(|(clause, _)| *clause)
    }

    /// The proof of a clause, if it is unfolded.
    pub fn open(&self, clause: ClauseId) -> Option<&Proof> {
        self.entries.get(&clause).filter(|entry| entry.is_open).map(|entry| &entry.proof)
    }
}
