//! The two workers of the page, as its state knows them.
//!
//! The solver runs, and a run can be inside one step for a long time. The reader answers everything else:
//! what the text says, and what there is to see at a position of a counterexample. So an error is shown while
//! a run goes on, and whoever stops the run loses no answer. Both are the same module; the browser compiles
//! it once.
//!
//! A worker that fails is ended, which gives its memory back, and another takes its place. What it was at is
//! not tried again by itself: that would fail again. One that fails before it listens is not replaced either,
//! for the same reason.

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkerStatus {
    Starting,
    Ready,
    /// It could not be started; there is none until the user asks for one.
    Gone,
}

/// Who says something. What a worker said before it was replaced may arrive after, and must not be taken for
/// a word of the new one.
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
    /// The memory that it has taken, as far as it has told.
    memory: u64,
    /// Why the one before it, or this one if it is gone, has failed; until the user has read it.
    failure: Option<Rc<str>>,
}

impl Default for Worker {
    fn default() -> Worker {
        Worker { status: WorkerStatus::Starting, generation: 0, memory: 0, failure: None }
    }
}

impl Workers {
    pub fn status(&self, role: Role) -> WorkerStatus {
        self.0[role as usize].status
    }

    /// Whether a worker listens.
    pub fn is_ready(&self, role: Role) -> bool {
        self.status(role) == WorkerStatus::Ready
    }

    /// The worker that has this role now.
    pub fn speaker(&self, role: Role) -> Speaker {
        Speaker { role, generation: self.0[role as usize].generation }
    }

    /// Whether someone is not yet replaced.
    pub fn is_current(&self, speaker: Speaker) -> bool {
        self.speaker(speaker.role) == speaker
    }

    /// A role in which a worker has failed, and why.
    pub fn failure(&self) -> Option<(Role, &Rc<str>)> {
        Role::BOTH.into_iter().find_map(|role| Some((role, self.0[role as usize].failure.as_ref()?)))
    }

    /// The memory that a worker has taken, as far as it has told.
    pub fn memory(&self, role: Role) -> u64 {
        self.0[role as usize].memory
    }

    pub(crate) fn set_memory(&mut self, role: Role, bytes: u64) {
        self.0[role as usize].memory = bytes;
    }

    pub(crate) fn listens(&mut self, role: Role) {
        let worker = &mut self.0[role as usize];
        if worker.status == WorkerStatus::Starting {
            worker.status = WorkerStatus::Ready;
        }
    }

    /// A new worker is to take the place of this one.
    pub(crate) fn replace(&mut self, role: Role) {
        let worker = &mut self.0[role as usize];
        let (generation, failure) = (worker.generation + 1, worker.failure.take());
        *worker = Worker { generation, failure, ..Worker::default() };
    }

    /// A worker has failed: another takes its place, unless it could not even be started.
    pub(crate) fn fail(&mut self, role: Role, message: Rc<str>) {
        let worker = &mut self.0[role as usize];
        worker.failure = Some(message);
        match worker.status {
            WorkerStatus::Ready => self.replace(role),
            WorkerStatus::Starting | WorkerStatus::Gone => worker.status = WorkerStatus::Gone,
        }
    }

    /// The user has read why a worker has failed.
    pub(crate) fn forget_failure(&mut self, role: Role) {
        self.0[role as usize].failure = None;
    }
}
