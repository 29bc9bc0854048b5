//! The state of the page. One reducer changes it; it knows nothing of the browser.

use std::collections::BTreeMap;
use std::rc::Rc;

use hornbook::horn::ClauseId;
use hornbook::lang::{self, Severity};

use crate::drafts::{self, Draft};
use crate::editing::History;
use crate::examples::{EXAMPLES, Example};
use crate::link;
use crate::look::{self, Glance, Look, Question, Spot};
use crate::playback::Playback;
use crate::protocol::{Answer, Call, Description, Message, Progress, Request, RequestId, RunId};
use crate::run::{Place, Run, RunStatus};
use crate::selection::Selection;
use crate::settings::{Choice, RunSettings, Strategy};
use crate::theme::Theme;
use crate::views::View;
use crate::workers::{Role, Speaker, WorkerStatus, Workers};

/// Everything the page shows.
#[derive(Clone, Debug, PartialEq)]
// Each is a switch of its own on the page.
#[allow(clippy::struct_excessive_bools)]
pub struct State {
    /// What is in the editor.
    pub text: Rc<str>,
    /// The user's own text that an example has replaced; it can be brought back.
    pub set_aside: Option<Rc<str>>,
    /// What was done in the editor, and can be undone.
    pub history: History,
    /// Whether the browser lets us keep the text.
    pub saving: bool,
    /// The drafts of other tabs and earlier visits.
    pub drafts: Rc<[Draft]>,
    /// Something that went wrong on the way into the editor, to be told once.
    pub notice: Option<Rc<str>>,
    pub workers: Workers,
    /// What the reader said last, and whether that was about the present text.
    pub description: Option<Rc<Description>>,
    pub description_is_current: bool,
    /// The id of the request about the present text.
    pub current_request: RequestId,
    /// The settings of the next runs: those of the left, and of the right if two are compared.
    pub settings: [RunSettings; 2],
    /// Whether two runs are shown side by side.
    pub compares: bool,
    pub runs: [Option<Run>; 2],
    /// The run that the controls move.
    pub side: Side,
    pub playback: Playback,
    pub selection: Selection,
    /// The views that are open, in their order.
    pub views: Vec<View>,
    /// What is seen of positions of counterexamples.
    pub look: Rc<Look>,
    /// The view that has the stage for itself, if one has.
    pub enlarged: Option<View>,
    /// Large type, and nothing but the controls and the open views.
    pub presents: bool,
    /// Whether the examples and the editor are out of the way.
    pub problem_is_folded: bool,
    pub theme: Theme,
    /// Whether keys without Control or Command do something outside of fields.
    pub single_keys: bool,
    /// Whether the list of keys and terms is open.
    pub help_is_open: bool,
    /// How the user likes the page, by name, from visit to visit.
    pub keepsakes: Rc<BTreeMap<String, String>>,
    /// The id of the run that comes next.
    next_run: RunId,
}

/// Which of two runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    #[default]
    Left,
    Right,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::Left, Side::Right];

    pub fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

/// Everything that can happen.
#[derive(Clone, Debug)]
pub enum Action {
    /// The user has typed.
    Edit(Rc<str>),
    /// The user has picked an example.
    Open(&'static Example),
    /// The user has opened a file or a draft.
    OpenText(Rc<str>),
    /// The user wants the text back that an example has replaced.
    BringBack,
    Undo,
    Redo,
    /// The user has followed a share link, of which this is the fragment.
    OpenLink(Rc<str>),
    /// The cursor has come to another clause of the text.
    SelectSource(lang::ClauseId),
    /// Other tabs have saved these.
    FoundDrafts(Rc<[Draft]>),
    /// Something is to be told, or has been read.
    Notice(Option<Rc<str>>),
    /// The browser has refused to save the text.
    SavingFailed,
    /// A worker has said something.
    Heard(Speaker, Message),
    /// A worker has failed without a word: it could not be loaded, or its stack or memory is exhausted.
    WorkerFailed(Speaker, Rc<str>),
    /// The user wants new workers for those that have failed.
    RestartWorkers,
    /// Solve the text with the settings, on one side or on both.
    Solve,
    /// Stop at once, and keep what there is.
    Stop,
    /// Go on with the runs that have paused.
    Continue,
    Set(Side, RunSettings),
    /// Show two runs, or one.
    Compare(bool),
    /// Let the controls move this run.
    Control(Side),
    /// Move to another moment.
    Move(Move),
    Play(bool),
    SetSpeed(u8),
    Select(Selection),
    /// Unfold the proof of a clause of the problem, or fold it.
    Unfold(Side, lang::ClauseId, bool),
    /// Open a view, or close it.
    Show(View, bool),
    /// Look into a position of a counterexample.
    Look(Glance),
    /// Give a view the stage for itself, or all of them their places.
    Enlarge(Option<View>),
    /// Enter or leave presenter mode.
    Present(bool),
    FoldProblem(bool),
    SetTheme(Theme),
    SetSingleKeys(bool),
    ShowHelp(bool),
    /// Leave what can be left: presenter mode, an enlarged view, or else the selection.
    Leave,
}

impl Action {
    /// Whether this can be a choice of how the page is to be, which lasts: not what a worker says, nor what a link brings.
    fn is_choice(&self) -> bool {
        !matches!(
            self,
            Action::Heard(..)
                | Action::WorkerFailed(..)
                | Action::OpenLink(_)
                | Action::OpenText(_)
                | Action::Edit(_)
                | Action::Look(_)
                | Action::Move(_)
        )
    }
}

/// Where to, in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    To(usize),
    Forward,
    Back,
    /// To a place that all runs have in common.
    ToPlace(Place),
    NextRefinement,
    PreviousRefinement,
    /// To the next step that concerns the selected thing.
    NextChange,
    PreviousChange,
    Start,
    End,
    /// The time for a step has come while playing.
    Tick,
}

impl State {
    /// The state at the start: with the text of the last visit, if there was one.
    pub fn new(saved_text: Option<String>, set_aside: Option<String>) -> Self {
        Self {
            text: saved_text.map_or_else(|| Example::first().text.into(), |text| normalised(text.into())),
            set_aside: set_aside.map(Rc::from),
            history: History::default(),
            saving: true,
            drafts: Rc::default(),
            notice: None,
            workers: Workers::default(),
            description: None,
            description_is_current: false,
            current_request: RequestId(0),
            settings: Default::default(),
            compares: false,
            runs: [None, None],
            side: Side::Left,
            playback: Playback::default(),
            selection: Selection::Nothing,
            views: View::USUAL.to_vec(),
            look: Rc::default(),
            enlarged: None,
            presents: false,
            problem_is_folded: false,
            theme: Theme::System,
            single_keys: true,
            help_is_open: false,
            keepsakes: Rc::default(),
            next_run: RunId(1),
        }
    }

    /// The state after an action.
    pub fn after(&self, action: Action) -> Self {
        let mut next = self.clone();
        let is_choice = action.is_choice();
        match action {
            Action::Edit(text) => {
                next.history.typed(&self.text, &text);
                next.replace_text(text);
            }
            Action::Open(example) => next.open(example.text.into()),
            // What is too long for a link travels as a file.
            Action::OpenText(text) if link::is_fragment(text.trim()) => next.open_link(&text),
            Action::OpenText(text) => next.open(text),
            Action::BringBack => {
                if let Some(text) = next.set_aside.take() {
                    next.open(text);
                }
            }
            Action::Undo => {
                if let Some(text) = next.history.undo(&self.text) {
                    next.replace_text(text.into());
                }
            }
            Action::Redo => {
                if let Some(text) = next.history.redo(&self.text) {
                    next.replace_text(text.into());
                }
            }
            Action::OpenLink(fragment) => next.open_link(&fragment),
            Action::SelectSource(source) => next.select_source(source),
            Action::FoundDrafts(drafts) => next.drafts = drafts,
            Action::Notice(notice) => next.notice = notice,
            Action::SavingFailed => next.saving = false,
            Action::Heard(speaker, message) => {
                if self.workers.is_current(speaker) {
                    next.heard(speaker.role, message);
                }
            }
            Action::WorkerFailed(speaker, message) => {
                if self.workers.is_current(speaker) {
                    next.worker_failed(speaker.role, message);
                }
            }
            Action::Look(glance) => Rc::make_mut(&mut next.look).after(glance),
            Action::Solve => next.solve(),
            Action::Stop => next.restart_solver(),
            Action::RestartWorkers => next.restart_failed(),
            Action::Continue => next.resume(),
            Action::Set(side, settings) => next.settings[side as usize] = settings,
            Action::Compare(compares) => next.compare(compares),
            Action::Control(side) => next.side = side,
            Action::Move(whereto) => next.go(whereto),
            Action::Play(plays) => next.play(plays),
            Action::SetSpeed(speed) => next.playback.set_speed(speed),
            Action::Select(selection) => next.selection = selection,
            Action::Unfold(side, clause, is_open) => {
                if let Some(run) = next.runs[side as usize].as_mut() {
                    run.proofs.unfold(clause, is_open);
                    if run.is_lost {
                        run.proofs.lose();
                    }
                }
            }
            Action::Show(view, is_open) => {
                next.views.retain(|open| *open != view);
                if is_open {
                    next.views.push(view);
                    next.views.sort_unstable();
                }
                // Whoever opens or closes a view wants to see the views.
                next.enlarged = None;
            }
            Action::Enlarge(view) => next.enlarged = view,
            Action::Present(presents) => next.presents = presents,
            Action::FoldProblem(is_folded) => next.problem_is_folded = is_folded,
            Action::SetTheme(theme) => next.theme = theme,
            Action::SetSingleKeys(are_on) => next.single_keys = are_on,
            Action::ShowHelp(is_open) => next.help_is_open = is_open,
            Action::Leave => next.leave(),
        }
        if is_choice {
            next.keep_changes(self);
        }
        next
    }

    /// Whether a worker is to be there. The reader is at once; the solver starts when the reader has, so that the first
    /// description does not wait for it, or when there is something to run.
    pub fn wants(&self, role: Role) -> bool {
        match role {
            Role::Reader => true,
            Role::Solver => *self.workers.status(Role::Reader) != WorkerStatus::Starting || self.is_running(),
        }
    }

    /// What to ask the reader now, if anything.
    pub fn pending_call(&self) -> Option<Call> {
        (self.workers.is_ready(Role::Reader) && !self.description_is_current).then(|| Call {
            id: self.current_request,
            request: Request::Describe { text: self.text.to_string() },
        })
    }

    /// The question about a position that the reader must be asked.
    pub fn pending_look(&self) -> Option<(Spot, Question)> {
        let (spot, question) = self.look.pending()?;
        self.workers.is_ready(Role::Reader).then(|| (*spot, question.clone()))
    }

    /// How to ask it.
    pub fn look_request(&self) -> Option<Request> {
        let (spot, question) = self.pending_look()?;
        let run = self.runs.iter().flatten().find(|run| run.id == spot.run)?;
        look::request(run, spot, &question)
    }

    /// The example that is open, if the text is one to the letter.
    pub fn open_example(&self) -> Option<&'static Example> {
        EXAMPLES.iter().find(|example| *example.text == *self.text)
    }

    /// The drafts of other tabs and earlier visits that this tab does not show already.
    pub fn offered_drafts(&self) -> Vec<Draft> {
        let mut present = vec![&*self.text];
        present.extend(self.set_aside.as_deref());
        drafts::offered(&self.drafts, &present)
    }

    /// Whether the text would be lost if it were replaced.
    fn is_own_work(&self) -> bool {
        drafts::is_own_work(&self.text)
    }

    /// Another text takes the place of the present one, which is set aside if it would be lost.
    pub(crate) fn open(&mut self, text: Rc<str>) {
        let text = normalised(text);
        if self.is_own_work() && text != self.text {
            self.set_aside = Some(Rc::clone(&self.text));
        }
        self.notice = None;
        self.history.replaced(&self.text, &text);
        self.replace_text(text);
    }

    fn replace_text(&mut self, text: Rc<str>) {
        if text != self.text {
            self.text = text;
            self.description_is_current = false;
            self.current_request = self.current_request.next();
        }
    }

    /// The run that the controls move.
    pub fn run(&self) -> Option<&Run> {
        self.run_at(self.side)
    }

    /// The run on a side that is shown.
    pub fn run_at(&self, side: Side) -> Option<&Run> {
        self.runs[side as usize].as_ref().filter(|_| side == Side::Left || self.compares)
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
        Some(Request::Solve { run: run.id, text, settings, keep })
    }

    /// The proof that the solver must be asked for.
    pub fn pending_proof(&self) -> Option<Request> {
        let pending = |run: &Run| Some(Request::Prove { run: run.id, clause: run.proofs.pending()? });
        self.runs.iter().flatten().find_map(pending).filter(|_| self.workers.is_ready(Role::Solver))
    }

    pub(crate) fn solve(&mut self) {
        if self.is_running() {
            self.restart_solver();
        }
        self.playback.plays = false;
        self.selection = Selection::Nothing;
        Rc::make_mut(&mut self.look).forget();
        for side in Side::BOTH {
            let is_wanted = side == Side::Left || self.compares;
            self.runs[side as usize] = is_wanted.then(|| self.new_run(side, Rc::clone(&self.text)));
        }
    }

    fn new_run(&mut self, side: Side, text: Rc<str>) -> Run {
        let id = self.next_run;
        self.next_run = RunId(id.0.wrapping_add(1));
        Run::new(id, text, self.settings[side as usize].clone())
    }

    /// Shows two runs, or one. If the left one is there already, the right one is begun on the same text.
    fn compare(&mut self, compares: bool) {
        self.compares = compares;
        self.side = Side::Left;
        if !compares {
            return;
        }
        if self.settings[0] == self.settings[1] {
            // Two equal runs tell nothing.
            let other = Strategy::ALL.iter().find(|strategy| **strategy != self.settings[0].strategy);
            self.settings[1].strategy = other.copied().unwrap_or_default();
        }
        let Some(left) = &self.runs[0] else { return };
        let (text, settings) = (Rc::clone(&left.text), &self.settings[1]);
        let has_right =
            self.runs[1].as_ref().is_some_and(|run| run.text == text && run.settings == *settings);
        if !has_right {
            self.runs[1] = Some(self.new_run(Side::Right, text));
        }
    }

    fn leave(&mut self) {
        if self.presents {
            self.presents = false;
        } else if self.enlarged.is_some() {
            self.enlarged = None;
        } else {
            self.selection = Selection::Nothing;
        }
    }

    /// Selects the clause of the run that comes from a clause of the text, if the text is still that of the run.
    fn select_source(&mut self, source: lang::ClauseId) {
        let header = self.run().filter(|run| run.text == self.text).and_then(|run| run.header.as_ref());
        let found = header
            .and_then(|header| header.clauses.iter().position(|clause| clause.sources.contains(&source)));
        if let Some(index) = found {
            self.selection = Selection::Clause(ClauseId(index as u32));
        }
    }

    fn resume(&mut self) {
        for run in self.runs.iter_mut().flatten() {
            if run.can_be_continued() {
                run.status = RunStatus::Waiting;
                run.continued += 1;
                run.follows = true;
            }
        }
    }

    fn run_got_on(&mut self, id: RunId, progress: Progress) {
        // What a worker said before it was ended may arrive after.
        let known = self.runs.iter_mut().flatten().find(|run| run.id == id && !run.is_lost);
        let Some(run) = known else { return };
        match progress {
            Progress::Began { header } => run.begin(*header),
            Progress::Solved(solution) => run.solution = Some(Rc::new(solution)),
            Progress::Refused { reason } => run.status = RunStatus::Refused(reason.into()),
            Progress::Events { events, statistics, milliseconds, is_over } => {
                run.statistics = statistics;
                run.milliseconds = run.milliseconds.saturating_add(milliseconds);
                run.extend(events);
                if is_over {
                    run.end(RunStatus::Ended);
                } else {
                    run.status = RunStatus::Running;
                }
            }
            Progress::Proof { clause, proof } => run.proofs.answered(clause, proof),
        }
        self.note_missing_steps();
    }

    fn go(&mut self, whereto: Move) {
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
        let is_over = !self.is_running() && !self.can_go_on();
        if whereto != Move::Tick || is_over {
            self.playback.plays = false;
        }
    }

    /// Of two runs, the one that a move is about; the other is then shown at the same refinement, as far into it, or
    /// at its end. That is the run which the controls move, unless only the other has further to go.
    fn leader(&self, whereto: Move) -> Side {
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

    fn play(&mut self, plays: bool) {
        self.playback.plays = plays;
        // At the end there is nothing to play but all of it again.
        if plays && !self.can_go_on() {
            self.go(Move::Start);
            self.playback.plays = true;
        }
    }

    fn restart_solver(&mut self) {
        self.workers.replace(Role::Solver);
        self.cut_runs();
    }

    fn restart_failed(&mut self) {
        for role in Role::BOTH {
            if matches!(self.workers.status(role), WorkerStatus::Failed { .. }) {
                self.workers.replace(role);
            }
        }
    }

    /// The solver that was at them is gone.
    fn cut_runs(&mut self) {
        for run in self.runs.iter_mut().flatten() {
            if run.status.is_active() {
                run.end(RunStatus::Cut);
            }
            run.is_lost = true;
            run.proofs.lose();
        }
    }

    fn worker_failed(&mut self, role: Role, message: Rc<str>) {
        if role == Role::Solver {
            self.cut_runs();
        }
        self.workers.fail(role, message);
    }

    fn heard(&mut self, role: Role, message: Message) {
        match message {
            Message::Ready => self.workers.listens(role),
            Message::Panicked { message } => self.worker_failed(role, message.into()),
            Message::Run { run, progress } => self.run_got_on(run, progress),
            Message::Answer { id, answer: Answer::Description(description) } => {
                // An answer about a text that has changed since is of no use.
                if id == self.current_request {
                    self.description = Some(Rc::new(description));
                    self.description_is_current = true;
                }
            }
            Message::Answer { answer: Answer::Seen { spot, question, sight }, .. } => {
                Rc::make_mut(&mut self.look).heard(spot, question, *sight);
            }
        }
    }
}

#[cfg(test)]
impl State {
    /// A page whose workers listen.
    pub(crate) fn ready() -> State {
        let start = State::new(None, None);
        Role::BOTH.into_iter().fold(start, |state, role| state.hears(role, Message::Ready))
    }

    /// The state after a word of the present worker.
    #[must_use]
    pub(crate) fn hears(&self, role: Role, message: Message) -> State {
        self.after(Action::Heard(self.workers.speaker(role), message))
    }
}

/// A text with the ends of lines that a `<textarea>` has.
fn normalised(text: Rc<str>) -> Rc<str> {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n").into() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state() -> State {
        State::ready()
    }

    fn answer(id: RequestId, clauses: usize) -> Message {
        let answer = Answer::Description(Description { clauses, ..Description::default() });
        Message::Answer { id, answer }
    }

    #[test]
    fn the_saved_text_comes_back() {
        assert_eq!(&*State::new(Some("p(X).".to_owned()), None).text, "p(X).");
        assert_eq!(&*State::new(None, None).text, Example::first().text);
    }

    #[test]
    fn an_answer_about_an_older_text_is_ignored() {
        let first = state();
        let call = first.pending_call().unwrap();
        let edited = first.after(Action::Edit("q(X).".into()));
        assert_eq!(edited.hears(Role::Reader, answer(call.id, 1)), edited);
        let answered = edited.hears(Role::Reader, answer(edited.current_request, 2));
        assert_eq!(answered.description.as_ref().unwrap().clauses, 2);
        assert_eq!(answered.pending_call(), None);
    }

    #[test]
    fn nothing_is_asked_before_the_worker_listens() {
        assert_eq!(State::new(None, None).pending_call(), None);
    }

    #[test]
    fn an_example_does_not_destroy_the_users_work() {
        let own = state().after(Action::Edit("mine(X).".into()));
        let opened = own.after(Action::Open(&EXAMPLES[0]));
        assert_eq!(&*opened.text, EXAMPLES[0].text);
        let further = opened.after(Action::Open(&EXAMPLES[1]));
        let back = further.after(Action::BringBack);
        assert_eq!(&*back.text, "mine(X).");
        assert_eq!(back.set_aside, None);
    }

    fn solved(state: &State, side: Side) -> State {
        let mut runner = crate::runner::Runner::default();
        let Some(Request::Solve { run, text, settings, keep }) = state.run_request(side) else {
            panic!("nothing to solve");
        };
        let progress = runner.begin(run, &text, &settings, &keep);
        let mut state = state.hears(Role::Solver, Message::Run { run, progress });
        while runner.active().is_some() {
            let events = runner.step(run).into_iter().collect();
            let progress = runner.progress(run, events, 1);
            state = state.hears(Role::Solver, Message::Run { run, progress });
        }
        state
    }

    #[test]
    fn every_step_is_reached_in_both_directions() {
        let asked = state().after(Action::Solve);
        assert_eq!(asked.pending_run(Side::Left), Some((RunId(1), 0)));
        let state = solved(&asked, Side::Left);
        let run = state.run().unwrap();
        assert_eq!((run.status.clone(), run.outcome()), (RunStatus::Ended, "Safe"));
        assert_eq!(run.moment.step, run.log.len());
        let mut back = state.clone();
        for step in (0..run.log.len()).rev() {
            back = back.after(Action::Move(Move::Back));
            let moment = &back.run().unwrap().moment;
            assert_eq!((moment.step, &*moment.after), (step, &run.log.state(step)));
        }
        let mut forward = back;
        while forward.run().unwrap().moment.step < run.log.len() {
            forward = forward.after(Action::Move(Move::Forward));
        }
        assert_eq!(forward.run().unwrap().moment.after, run.moment.after);
    }

    #[test]
    fn refinements_are_stations() {
        let state = solved(&state().after(Action::Solve), Side::Left);
        let mut at = state.after(Action::Move(Move::Start));
        for step in state.run().unwrap().log.refinements() {
            at = at.after(Action::Move(Move::NextRefinement));
            assert_eq!(at.run().unwrap().moment.step, step);
        }
        assert!(at.run().unwrap().refinement() > 0);
    }

    #[test]
    fn two_runs_are_shown_at_the_same_refinement() {
        let disjunctive =
            RunSettings { strategy: crate::settings::Strategy::Disjunctive, ..RunSettings::default() };
        let asked = state()
            .after(Action::Compare(true))
            .after(Action::Set(Side::Right, disjunctive))
            .after(Action::Solve);
        let state = solved(&solved(&asked, Side::Left), Side::Right);
        let at = state.after(Action::Move(Move::Start)).after(Action::Move(Move::NextRefinement));
        let [left, right] = Side::BOTH.map(|side| at.run_at(side).unwrap().refinement());
        assert_eq!((left, right), (1, 1));
        let end = at.after(Action::Move(Move::End));
        let right = end.run_at(Side::Right).unwrap();
        assert_eq!(right.moment.step, right.log.len());
    }

    /// The figure of CAV'13: one run needs fewer refinements, the other goes on without it.
    #[test]
    fn the_shorter_of_two_runs_waits_at_its_end() {
        let asked = state().after(Action::Solve);
        let state = solved(&asked, Side::Left).after(Action::Compare(true));
        assert_ne!(state.settings[0], state.settings[1]);
        let state = solved(&state, Side::Right).after(Action::Move(Move::Start));
        let count = |state: &State, side| state.run_at(side).unwrap().log.refinements().len();
        let shorter =
            if count(&state, Side::Left) < count(&state, Side::Right) { Side::Left } else { Side::Right };
        let mut at = state.after(Action::Control(shorter));
        let mut steps = 0;
        while at.can_go_on() {
            at = at.after(Action::Move(Move::Forward));
            steps += 1;
            let [this, other] = [shorter, shorter.other()].map(|side| at.run_at(side).unwrap());
            assert!(this.is_at_end() || this.refinement() == other.refinement(), "at step {steps}");
        }
        while at.can_go_back() {
            at = at.after(Action::Move(Move::Back));
            steps -= 1;
        }
        assert_eq!(steps, 0);
    }

    #[test]
    fn changes_of_the_selected_thing_are_stations() {
        let state = solved(&state().after(Action::Solve), Side::Left);
        let selected = Selection::Relation(hornbook::horn::RelId(0));
        let start = state.after(Action::Select(selected)).after(Action::Move(Move::Start));
        let mut at = start.clone();
        let mut stations = Vec::new();
        while let Some(step) = at.run().unwrap().next_change(selected) {
            at = at.after(Action::Move(Move::NextChange));
            assert_eq!(at.run().unwrap().moment.step, step);
            stations.push(step);
        }
        assert!(stations.len() > 1);
        while let Some(step) = at.run().unwrap().previous_change(selected) {
            stations.pop();
            assert_eq!(stations.last(), Some(&step));
            at = at.after(Action::Move(Move::PreviousChange));
        }
        assert_eq!(stations.len(), 1);
    }

    #[test]
    fn escape_leaves_one_thing_after_another() {
        let state = state()
            .after(Action::Select(Selection::Position(1)))
            .after(Action::Enlarge(Some(View::Graph)))
            .after(Action::Present(true))
            .after(Action::Leave);
        assert_eq!((state.presents, state.enlarged), (false, Some(View::Graph)));
        let state = state.after(Action::Leave);
        assert_eq!((state.enlarged, state.selection), (None, Selection::Position(1)));
        assert_eq!(state.after(Action::Leave).selection, Selection::Nothing);
    }

    #[test]
    fn stopping_keeps_what_there_is() {
        let asked = state().after(Action::Solve);
        let stopped = asked.after(Action::Stop);
        assert_eq!(stopped.run().unwrap().status, RunStatus::Cut);
        let late = Progress::Events {
            events: Vec::new(),
            statistics: hornbook::engine::Statistics::default(),
            milliseconds: 1,
            is_over: false,
        };
        let late = stopped.hears(Role::Solver, Message::Run { run: RunId(1), progress: late });
        assert_eq!(late.run().unwrap().status, RunStatus::Cut);
        let [before, after] =
            [&asked, &stopped].map(|state| Role::BOTH.map(|role| state.workers.speaker(role)));
        assert_eq!((after[0], after[1].generation), (before[0], before[1].generation + 1));
        assert_eq!(stopped.pending_run(Side::Left), None);
    }

    #[test]
    fn opening_an_example_can_be_undone() {
        let own = state().after(Action::Edit("mine(X).".into()));
        let opened = own.after(Action::Open(&EXAMPLES[0]));
        let undone = opened.after(Action::Undo);
        assert_eq!(undone.text, own.text);
        assert_eq!(undone.after(Action::Redo).text, opened.text);
        assert_eq!(undone.after(Action::Undo).text, state().text);
        assert!(undone.pending_call().is_some());
    }

    #[test]
    fn files_have_the_ends_of_lines_of_the_editor() {
        let opened = state().after(Action::OpenText("p(X).\r\nq(X).\rr(X).\n".into()));
        assert_eq!(&*opened.text, "p(X).\nq(X).\nr(X).\n");
    }

    #[test]
    fn the_first_failure_is_kept_until_a_restart() {
        let failed = state().hears(Role::Reader, Message::Panicked { message: "cause".to_owned() });
        let speaker = failed.workers.speaker(Role::Reader);
        let failed = failed.after(Action::WorkerFailed(speaker, "consequence".into()));
        assert_eq!(failed.workers.failure(), Some((Role::Reader, &"cause".into())));
        assert_eq!(failed.pending_call(), None);
        let restarted = failed.after(Action::RestartWorkers);
        // The last words of the old worker are not those of the new one.
        assert_eq!(restarted.after(Action::Heard(speaker, Message::Ready)), restarted);
        assert_eq!(restarted.pending_call(), None);
        let restarted = restarted.hears(Role::Reader, Message::Ready);
        assert!(restarted.pending_call().is_some());
        assert_eq!(restarted.text, failed.text);
    }

    #[test]
    fn a_run_and_the_text_have_a_worker_each() {
        let running = state().after(Action::Solve);
        let failed = running.hears(Role::Reader, Message::Panicked { message: "cause".to_owned() });
        assert_eq!(failed.run().unwrap().status, RunStatus::Waiting);
        let failed = running.hears(Role::Solver, Message::Panicked { message: "cause".to_owned() });
        assert_eq!(failed.run().unwrap().status, RunStatus::Cut);
        assert!(failed.pending_call().is_some());
        // At first there is only the reader, unless a run waits.
        let start = State::new(None, None);
        assert_eq!(Role::BOTH.map(|role| start.wants(role)), [true, false]);
        assert!(start.after(Action::Solve).wants(Role::Solver));
        assert!(start.hears(Role::Reader, Message::Ready).wants(Role::Solver));
    }
}
