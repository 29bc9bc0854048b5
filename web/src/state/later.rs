//! Hiding what comes later, so that whoever walks through a run can wonder how it goes on.
//!
//! It is a preference of the user. While it is on, a run stays at its start instead of following the solver,
//! and nothing tells of steps after the one that is shown: neither marks on the line, nor the verdict.

use crate::run::Run;
use crate::state::State;

impl State {
    /// Whether a run has steps after the one that is shown which nobody is to see yet.
    pub fn hides_rest_of(&self, run: &Run) -> bool {
        self.hide_later && (run.status.is_active() || !run.is_at_end())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::state::workers::Role;
    use crate::state::{Action, Move};
    use crate::wire::protocol::{Message, Progress};
    use crate::worker::runner::Runner;

    /// The page after a run of the first example.
    pub(in crate::state) fn solved(start: &State) -> State {
        let mut state = start.after(Action::Solve);
        let run = state.run().unwrap().clone();
        let mut runner = Runner::default();
        let began = runner.begin(run.id, &run.text, &run.settings, &[]);
        state = state.hears(Role::Solver, Message::Run { run: run.id, progress: began });
        let events: Vec<_> = std::iter::from_fn(|| runner.step(run.id)).collect();
        let statistics = hornbook::engine::Statistics::default();
        let progress = Progress::Events { events, statistics, milliseconds: 1, is_over: true };
        state.hears(Role::Solver, Message::Run { run: run.id, progress })
    }

    #[test]
    fn a_run_is_shown_from_its_start_if_what_comes_later_is_hidden() {
        let state = solved(&State::ready().after(Action::HideLater(true)));
        let run = state.run().unwrap();
        assert_eq!((run.moment.step, run.outcome()), (0, "Safe"));
        assert!(state.hides_rest_of(run));
        let end = state.after(Action::Move(Move::End));
        assert!(!end.hides_rest_of(end.run().unwrap()), "at the verdict nothing comes later");
        assert!(end.after(Action::Move(Move::Back)).run().is_some_and(|run| state.hides_rest_of(run)));
    }

    #[test]
    fn otherwise_a_run_is_followed_to_its_end() {
        let state = solved(&State::ready());
        let run = state.run().unwrap();
        assert!(run.is_at_end() && !state.hides_rest_of(run));
        let back = state.after(Action::Move(Move::Start));
        assert!(!back.hides_rest_of(back.run().unwrap()));
    }
}
