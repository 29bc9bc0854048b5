//! The two workers of the page, as its state knows them.
//!
//! The solver runs, and a run can be inside one step for a long time. The reader answers everything else: what the text
//! says, and what there is to see at a position of a counterexample. So an error is shown while a run goes on, and whoever
//! stops the run loses no answer. Both are the same module; the browser compiles it once.

use std::rc::Rc;

/// What a worker is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Describes texts and looks into positions.
    Reader,
    /// Runs, and proves what its runs have found.
    Solver,
}

impl Role {
    pub const BOTH: [Role; 2] = [Role::Reader, Role::Solver];
}

/// How a worker is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkerStatus {
    Starting,
    Ready,
    Failed { message: Rc<str> },
}

/// Who says something. What a worker said before it was replaced may arrive after, and must not be taken for a word of the
/// new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speaker {
    pub role: Role,
    pub generation: u32,
}

/// The reader and the solver.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Workers([Worker; 2]);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Worker {
    status: WorkerStatus,
    /// How many came before it. A new number calls for a new worker.
    generation: u32,
}

impl Default for Worker {
    fn default() -> Worker {
        Worker { status: WorkerStatus::Starting, generation: 0 }
    }
}

impl Workers {
    pub fn status(&self, role: Role) -> &WorkerStatus {
        &self.0[role as usize].status
    }

    /// Whether a worker listens.
    pub fn is_ready(&self, role: Role) -> bool {
        *self.status(role) == WorkerStatus::Ready
    }

    /// The worker that has this role now.
    pub fn speaker(&self, role: Role) -> Speaker {
        Speaker { role, generation: self.0[role as usize].generation }
    }

    /// Whether someone is not yet replaced.
    pub fn is_current(&self, speaker: Speaker) -> bool {
        self.speaker(speaker.role) == speaker
    }

    /// A worker that has failed, and why.
    pub fn failure(&self) -> Option<(Role, &Rc<str>)> {
        Role::BOTH.into_iter().find_map(|role| match self.status(role) {
            WorkerStatus::Failed { message } => Some((role, message)),
            WorkerStatus::Starting | WorkerStatus::Ready => None,
        })
    }

    pub(crate) fn listens(&mut self, role: Role) {
        self.0[role as usize].status = WorkerStatus::Ready;
    }

    /// A new worker is to take the place of this one.
    pub(crate) fn replace(&mut self, role: Role) {
        let worker = &mut self.0[role as usize];
        *worker = Worker { status: WorkerStatus::Starting, generation: worker.generation + 1 };
    }

    /// The first report is about the cause; what follows are consequences.
    pub(crate) fn fail(&mut self, role: Role, message: Rc<str>) {
        let status = &mut self.0[role as usize].status;
        if !matches!(status, WorkerStatus::Failed { .. }) {
            *status = WorkerStatus::Failed { message };
        }
    }
}
