//! What a run says about the model that its clauses come from: invariants for a solution, and for a
//! derivation a run of the model, or why there is none.
//!
//! A derivation is a verdict about the model only if the model's own interpreter has replayed it. The worker
//! says so before it tells the verdict, so there is no moment at which the page could claim too much.

use std::rc::Rc;

use hornbook::lang::model::{self, Account, Reading, Row};

use super::{Log, Run};
use crate::run::selection::Selection;
use crate::wire::protocol::Modelled;

/// What is said of a model that has no proof of the form that its encoding asks for.
const NO_PROOF: &str = "No proof of this form";

/// What is said if the interpreter of a model does not accept a derivation.
const REFUSED: &str = "No verdict";

impl Run {
    /// The worker has said what the verdict means for the model.
    pub fn model_is_known(&mut self, modelled: Modelled) {
        if matches!(&modelled, Modelled::Account(Account::NoVerdict(_) | Account::Refused(_))) {
            self.log.leave_open();
        }
        self.modelled = Some(Rc::new(modelled));
    }

    /// What the verdict says about the model, if that is known.
    pub fn modelled(&self) -> Option<Rc<Modelled>> {
        self.modelled.clone()
    }

    /// What a solution says about the model.
    pub fn reading(&self) -> Option<&Reading> {
        match self.modelled.as_deref()? {
            Modelled::Reading(reading) => Some(reading),
            Modelled::Account(_) => None,
        }
    }

    /// What a derivation says about the model.
    pub fn account(&self) -> Option<&Account> {
        match self.modelled.as_deref()? {
            Modelled::Account(account) => Some(account),
            Modelled::Reading(_) => None,
        }
    }

    /// The run of the model that was found and replayed.
    pub fn model_run(&self) -> Option<&model::Run> {
        match self.account()? {
            Account::Real(run) => Some(run),
            Account::Untold(_) | Account::NoVerdict(_) | Account::Refused(_) => None,
        }
    }

    /// The row of the model's run that is looked at: the one that was picked, or else the first. Only the
    /// moment of the verdict has one.
    pub fn current_row(&self) -> Option<(usize, &Row)> {
        let run = self.model_run().filter(|_| self.moment.after.verdict.is_some())?;
        let index = self.row.unwrap_or(0);
        run.rows.get(index).map(|row| (index, row))
    }

    /// Picks the row that is selected, if one is.
    pub fn look_at(&mut self, selection: Selection) {
        let count = self.model_run().map_or(0, |run| run.rows.len());
        if let Selection::Row(row) = selection
            && row < count
        {
            self.row = Some(row);
        }
    }

    /// What a derivation of `false` comes to, in a word or some.
    pub(super) fn unsafe_outcome(&self) -> &'static str {
        match self.account() {
            Some(Account::NoVerdict(_)) => NO_PROOF,
            Some(Account::Refused(_)) => REFUSED,
            Some(Account::Real(_) | Account::Untold(_)) | None => "Unsafe",
        }
    }
}

impl Run {
    /// Why a derivation is no verdict about the model, in a few words.
    pub fn open_sentence(&self) -> String {
        match self.account() {
            Some(Account::NoVerdict(_)) => "Whether there is a run of the model is open.".to_owned(),
            Some(Account::Refused(_)) => "The model does not run like that: a bug in Hornbook.".to_owned(),
            Some(Account::Real(_) | Account::Untold(_)) | None => String::new(),
        }
    }
}

impl Log {
    /// The derivation at the end says nothing about the model.
    fn leave_open(&mut self) {
        self.shared.borrow_mut().is_open = true;
    }

    /// Whether the derivation at the end says nothing about the model that the clauses come from.
    pub fn is_open(&self) -> bool {
        self.shared.borrow().is_open
    }
}
