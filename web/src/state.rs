//! The state of the page. One reducer changes it; it knows nothing of the browser.

use std::collections::BTreeMap;
use std::rc::Rc;

use hornbook::lang;

use crate::drafts::{self, Draft};
use crate::editing::History;
use crate::examples::{EXAMPLES, Example};
use crate::link;
use crate::look::{self, Glance, Look, Question, Spot};
use crate::playback::Playback;
use crate::protocol::{Answer, Call, Description, Message, Request, RequestId, RunId};
use crate::run::{Place, Run, RunStatus};
use crate::selection::Selection;
use crate::settings::RunSettings;
use crate::theme::Theme;
use crate::views::View;
use crate::workers::{Role, Speaker, WorkerStatus, Workers};

mod runs;

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
mod tests;
