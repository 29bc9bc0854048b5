//! Runs: what is asked of the solver, what it says, and moving along what is known.

use std::rc::Rc;

use hornbook::horn::SystemClauseId;
use hornbook::lang::{self, Severity};

use super::{Move, Side, State};
use crate::run::selection::Selection;
use crate::run::{Cut, Run, RunStatus};
use crate::state::methods::told_apart;
use crate::state::views::View;
use crate::state::workers::Role;
use crate::wire::protocol::{Progress, Request, RunId};
use crate::worker::limits::{REUSED_MEMORY, RUN_MEMORY};

impl State {
    /// The run that the controls move.
    pub fn run(&self) -> Option<&Run> {
        self.run_at(self.side)
    }

    /// The run on a side that is shown.
    pub fn run_at(&self, side: Side) -> Option<&Run> {
        self.runs[side as usize].as_ref().filter(|_| side == Side::Left || self.compares)
    }

    /// The run that the controls move, if it is about the text in the editor. Whatever leaves the page, or
    /// begins on it, is about that text.
    pub fn current_run(&self) -> Option<&Run> {
        self.run().filter(|run| run.text == self.text)
    }

    /// The text of the run that is shown, if the editor has another one by now.
    pub fn retired_text(&self) -> Option<&Rc<str>> {
        self.run().map(|run| &run.text).filter(|text| **text != self.text)
    }

    /// Why the text can't be solved, if it can't.
    pub fn obstacle(&self) -> Option<&'static str> {
        let description = self.description.as_ref().filter(|_| self.description_is_current)?;
        let has_errors =
            description.findings.iter().any(|finding| finding.diagnostic.severity == Severity::Error);
        if has_errors {
            Some("The text has errors; see the list below the editor.")
        } else if description.responses.is_some() {
            Some("This is a script, not a system of clauses; its responses are shown with the text.")
        } else if description.clauses == 0 {
            Some("There are no clauses to solve.")
        } else {
            None
        }
    }

    /// Whether the solver is at a run, or about to be.
    pub fn is_running(&self) -> bool {
        self.runs.iter().flatten().any(|run| run.status.is_active())
    }

    /// The run on a side that the solver must be told about, and how often it has been continued.
    pub fn pending_run(&self, side: Side) -> Option<(RunId, u32)> {
        let run = self.runs[side as usize].as_ref()?;
        let is_pending = self.workers.is_ready(Role::Solver) && run.status == RunStatus::Waiting;
        is_pending.then_some((run.id, run.continued))
    }

    /// What to tell the worker about it.
    pub fn run_request(&self, side: Side) -> Option<Request> {
        let run = self.runs[side as usize].as_ref()?;
        if run.continued > 0 {
            return Some(Request::Continue { run: run.id });
        }
        let keep = self.runs.iter().flatten().map(|run| run.id).collect();
        let (text, settings) = (run.text.to_string(), run.settings.clone());
        Some(Request::Solve { run: run.id, text, settings, keep, is_asked_for: run.is_asked_for })
    }

    /// The proof that the solver must be asked for.
    pub fn pending_proof(&self) -> Option<Request> {
        let pending = |run: &Run| Some(Request::Prove { run: run.id, clause: run.proofs.pending()? });
        self.runs.iter().flatten().find_map(pending).filter(|_| self.workers.is_ready(Role::Solver))
    }

    pub(crate) fn solve(&mut self) {
        if self.is_running() || self.workers.memory(Role::Solver) > REUSED_MEMORY {
            self.stop_runs(Cut::Stopped);
        }
        self.playback.plays = false;
        self.selection = Selection::Nothing;
        Rc::make_mut(&mut self.inspections).forget();
        for side in Side::BOTH {
            let is_wanted = side == Side::Left || self.compares;
            self.runs[side as usize] = is_wanted.then(|| self.new_run(side, Rc::clone(&self.text)));
        }
    }

    /// Ends the solver, and with it what it is at.
    pub(super) fn stop_runs(&mut self, why: Cut) {
        self.workers.replace(Role::Solver);
        self.cut_runs(why);
    }

    /// The solver that was at them is gone.
    pub(super) fn cut_runs(&mut self, why: Cut) {
        for run in self.runs.iter_mut().flatten() {
            if run.status.is_active() {
                run.end(RunStatus::Cut(why));
                // Whoever stops a run that a link has begun wants no more of it.
                run.is_asked_for |= why != Cut::TooSlow;
            }
            run.is_lost = true;
            run.proofs.lose();
        }
    }

    /// Puts a new solver in the place of one that has taken too much memory, once its runs have said so.
    pub(super) fn free_solver(&mut self) {
        if self.workers.memory(Role::Solver) > RUN_MEMORY && !self.is_running() {
            self.stop_runs(Cut::Stopped);
        }
    }

    /// A run that a link has begun has neither ended nor paused for long: it is ended, and the user is asked.
    pub(super) fn link_run_is_too_slow(&mut self, id: RunId) {
        let is_unasked = |run: &Run| run.id == id && run.status.is_active() && !run.is_asked_for;
        if self.runs.iter().flatten().any(is_unasked) {
            self.stop_runs(Cut::TooSlow);
            self.note_link_runs();
        }
    }

    /// The runs that nobody has asked for and that go on.
    pub fn link_run(&self) -> Option<RunId> {
        let mut runs = self.runs.iter().flatten();
        let run = runs.find(|run| run.status.is_active() && !run.is_asked_for)?;
        self.workers.is_ready(Role::Solver).then_some(run.id)
    }

    pub(super) fn new_run(&mut self, side: Side, text: Rc<str>) -> Run {
        let id = self.next_run;
        self.next_run = RunId(id.0.wrapping_add(1));
        let mut run = Run::new(id, text, self.settings[side as usize].clone());
        run.follows = !self.hide_later;
        run
    }

    /// Shows two runs, or one. If the left one is there already, the right one is begun on the same text; if
    /// it is about another text than that in the editor, both are begun anew.
    pub(super) fn compare(&mut self, compares: bool) {
        self.compares = compares;
        self.side = Side::Left;
        if !compares {
            return;
        }
        if self.settings[0] == self.settings[1] {
            self.settings[1] = told_apart(&self.settings[0]);
        }
        if self.retired_text().is_some() && self.obstacle().is_none() {
            self.solve();
            return;
        }
        let Some(left) = &self.runs[0] else { return };
        let (text, settings) = (Rc::clone(&left.text), &self.settings[1]);
        let has_right =
            self.runs[1].as_ref().is_some_and(|run| run.text == text && run.settings == *settings);
        if !has_right {
            self.runs[1] = Some(self.new_run(Side::Right, text));
        }
    }

    pub(super) fn leave(&mut self) {
        if self.examples_are_open {
            self.examples_are_open = false;
        } else if self.presents {
            self.presents = false;
        } else if self.enlarged.is_some() {
            self.enlarged = None;
        } else {
            self.selection = Selection::Nothing;
        }
    }

    /// Selects the clause of the run that comes from a clause of the text, if the text is still that of the
    /// run.
    pub(super) fn select_source(&mut self, source: lang::ClauseId) {
        let header = self.current_run().and_then(|run| run.header.as_ref());
        // By place: another encoding of a model has other clauses than those that were described.
        let place = self.description.as_ref().and_then(|about| about.spans.get(source.index()).copied());
        let found = header.and_then(|header| {
            let is_here = |own: &lang::ClauseId| match place {
                Some(place) => header.sources.get(own.index()).is_some_and(|own| own.span == place),
                None => *own == source,
            };
            header.clauses.iter().position(|clause| clause.sources.iter().any(is_here))
        });
        if let Some(index) = found {
            self.selection = Selection::Clause(SystemClauseId(index as u32));
        }
    }

    pub(super) fn resume(&mut self) {
        for side in Side::BOTH {
            self.ask_for_link_run(side);
        }
        for run in self.runs.iter_mut().flatten() {
            if run.can_be_continued() {
                run.status = RunStatus::Waiting;
                run.continued += 1;
                run.follows = !self.hide_later;
            }
        }
    }

    /// Begins a run again that its solver does not know any more: that of a link, now that the user has asked
    /// for it, and one that was stopped.
    fn ask_for_link_run(&mut self, side: Side) {
        let begun = self.runs[side as usize].as_ref();
        let is_gone = |run: &&Run| !run.is_asked_for || run.status == RunStatus::Cut(Cut::Stopped);
        let Some(begun) = begun.filter(is_gone).filter(|run| run.can_be_continued()) else { return };
        let (text, settings, step) = (Rc::clone(&begun.text), begun.settings.clone(), begun.awaited_step);
        let shown = (!begun.follows).then_some(begun.moment.step);
        if !self.is_running() && self.workers.memory(Role::Solver) > REUSED_MEMORY {
            self.workers.replace(Role::Solver);
        }
        let mut run = self.new_run(side, text);
        run.settings = settings;
        run.awaited_step = step.or(shown);
        run.follows &= run.awaited_step.is_none();
        self.runs[side as usize] = Some(run);
        self.notice = None;
    }

    pub(super) fn run_got_on(&mut self, id: RunId, progress: Progress) {
        // What a worker said before it was ended may arrive after.
        let known = self.runs.iter_mut().flatten().find(|run| run.id == id && !run.is_lost);
        let Some(run) = known else { return };
        match progress {
            Progress::Began { header } => run.begin(*header),
            Progress::Solved(solution) => run.solution = Some(Rc::new(solution)),
            Progress::Refused { reason } => run.status = RunStatus::Refused(reason.into()),
            Progress::Events { events, statistics, milliseconds, is_over } => {
                let has_model = run.picture.is_some();
                run.statistics = statistics;
                run.milliseconds = run.milliseconds.saturating_add(milliseconds);
                run.extend(events);
                if is_over {
                    run.end(RunStatus::Ended);
                } else {
                    run.status = RunStatus::Running;
                }
                if let Some(misfit) = run.misfit().filter(|_| is_over) {
                    run.awaited_step = None;
                    run.catch_up();
                    self.notice = Some(misfit.into());
                }
                if !has_model {
                    self.close_model_views();
                }
            }
            Progress::Turned { turn } => run.turned(turn),
            Progress::Working { steps } => {
                run.working = steps;
                return;
            }
            Progress::Proof { clause, proof } => run.proofs.answered(clause, proof),
            Progress::Pictured(picture) => {
                run.picture = Some(Rc::from(picture));
                self.open_model_view(View::Model);
            }
            Progress::Modelled(modelled) => {
                run.model_is_known(*modelled);
                run.look_at(self.selection);
                // A view that opens by itself would tell the verdict.
                if run.model_run().is_some() && !self.hide_later {
                    self.open_model_view(View::Run);
                }
            }
        }
        self.note_link_runs();
        self.remember_runs();
    }

    /// What is shown of a model opens by itself, until the user closes it.
    fn open_model_view(&mut self, view: View) {
        if self.closes_model_views || self.views.contains(&view) {
            return;
        }
        let below_was_open = self.layout.below_is_open;
        self.show_view(view, true);
        self.layout.below_is_open = below_was_open;
        self.opened_model_views.push(view);
    }

    /// What has opened by itself closes when a run begins that has no model.
    fn close_model_views(&mut self) {
        let below_was_open = self.layout.below_is_open;
        for view in std::mem::take(&mut self.opened_model_views) {
            if self.views.contains(&view) {
                self.show_view(view, false);
            }
        }
        self.layout.below_is_open = below_was_open;
    }

    /// Whether a person can play with the model of a text, as far as the reader has said.
    pub fn can_play(&self, text: &Rc<str>) -> bool {
        let description = self.description.as_ref().filter(|_| self.description_is_current);
        *text == self.text && description.is_some_and(|description| description.can_be_played)
    }

    /// Selects something in all views; a row of a model's run is looked at from then on.
    pub(super) fn select(&mut self, selection: Selection) {
        self.selection = selection;
        for run in self.runs.iter_mut().flatten() {
            run.look_at(selection);
        }
        // A row is about the run that was found, which there is at the end.
        if matches!(selection, Selection::Row(_)) && self.run().is_some_and(|run| !run.is_at_end()) {
            self.go(Move::End);
        }
    }

    pub(super) fn go(&mut self, whereto: Move) {
        let seen = self.widen_horizon(whereto);
        let side = self.leader(whereto);
        let selection = self.selection;
        if whereto == Move::End {
            self.runs.iter_mut().flatten().for_each(Run::catch_up);
        }
        let Some(run) = self.runs[side as usize].as_mut() else { return };
        let step = run.moment.step;
        let target = match whereto {
            Move::To(step) => step,
            Move::ToPlace(place) => run.log.at(place),
            Move::Forward | Move::Tick => step + 1,
            Move::Back => step.saturating_sub(1),
            Move::NextRefinement => run.next_refinement(),
            Move::PreviousRefinement => run.previous_refinement(),
            Move::NextChange => run.next_change(selection).unwrap_or(step),
            Move::PreviousChange => run.previous_change(selection).unwrap_or(step),
            Move::Start => 0,
            Move::End => run.log.len(),
        };
        run.awaited_step = None;
        run.follows = whereto == Move::End;
        run.go_to(target);
        let place = match whereto {
            Move::ToPlace(place) => place,
            _ => run.log.place(run.moment.step),
        };
        let has_tree = run.moment.after.counterexample.is_some();
        if matches!(self.selection, Selection::Position(_)) && !has_tree {
            self.selection = Selection::Nothing;
        }
        if self.compares
            && let Some(other) = self.runs[side.other() as usize].as_mut()
        {
            other.follows = whereto == Move::End;
            other.go_to(if whereto == Move::End { other.log.len() } else { other.log.at(place) });
        }
        self.narrow_horizon(seen);
        let is_over = !self.is_running() && !self.can_go_on();
        if whereto != Move::Tick || is_over {
            self.playback.plays = false;
        }
    }

    /// Of two runs, the one that a move is about; the other is then shown at the same refinement, as far into
    /// it, or at its end. That is the run which the controls move, unless only the other has further to go.
    pub(super) fn leader(&self, whereto: Move) -> Side {
        let (Some(this), Some(other)) = (self.run(), self.run_at(self.side.other())) else {
            return self.side;
        };
        let number = |run: &Run| run.log.place(run.moment.step).number();
        let other_leads = match whereto {
            Move::Forward | Move::Tick | Move::NextRefinement => this.is_at_end() && !other.is_at_end(),
            Move::Back | Move::PreviousRefinement => this.is_at_end() && number(other) > number(this),
            _ => false,
        };
        if other_leads { self.side.other() } else { self.side }
    }

    /// Whether there is a step after the present one, in any of the runs that are shown.
    pub fn can_go_on(&self) -> bool {
        Side::BOTH.into_iter().filter_map(|side| self.run_at(side)).any(|run| !run.is_at_end())
    }

    /// Whether there is a step before the present one.
    pub fn can_go_back(&self) -> bool {
        Side::BOTH.into_iter().filter_map(|side| self.run_at(side)).any(|run| run.moment.step > 0)
    }

    pub(super) fn play(&mut self, plays: bool) {
        self.playback.plays = plays;
        // At the end there is nothing to play but all of it again.
        if plays && !self.can_go_on() {
            self.go(Move::Start);
            self.playback.plays = true;
        }
    }
}
