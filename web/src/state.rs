//! The state of the page. One reducer changes it; it knows nothing of the browser.

use std::rc::Rc;

use hornbook::lang;
use hornbook::order::Map;
use hornbook::settings::RunSettings;

use crate::run::selection::Selection;
use crate::run::{Cut, Place, Run};
use crate::state::by_hand::{Game, HandAction};
use crate::state::inspection::{InspectionAction, Inspections};
use crate::state::layout::{Edge, Layout, Pane};
use crate::state::lesson::{LessonAction, Lessons};
use crate::state::own::{Own, OwnAction};
use crate::state::playback::Playback;
use crate::state::prediction::{Prediction, PredictionAction};
use crate::state::reader::{Reader, ReaderTask, Translation};
use crate::state::texts::LinkText;
use crate::state::theme::Theme;
use crate::state::views::View;
use crate::state::workers::{Role, Speaker, WorkerStatus, Workers};
use crate::text::drafts::{Draft, Saving};
use crate::text::editing::History;
use crate::text::examples::{EXAMPLES, Example};
use crate::wire::protocol::{Description, Message, RequestId, RunId};

pub mod address;
pub mod by_hand;
pub mod inspection;
pub mod keys;
mod later;
pub mod layout;
pub mod lesson;
pub mod link;
mod methods;
mod named_settings;
pub mod notes;
pub mod own;
pub mod playback;
pub mod prediction;
pub mod preferences;
pub mod reader;
mod runs;
pub mod texts;
pub mod theme;
pub mod views;
pub mod workers;

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
    /// The text of a link, while it is in the editor as it came.
    link_text: Option<LinkText>,
    /// Whether the browser lets us keep the text.
    pub saving: Saving,
    /// The drafts of other tabs and earlier visits.
    pub drafts: Rc<[Draft]>,
    /// The user's texts that the browser did not let us keep.
    unkept: Rc<[Draft]>,
    /// Something that went wrong on the way into the editor, to be told once.
    pub notice: Option<Rc<str>>,
    pub workers: Workers,
    /// What the reader is at.
    pub reader: Reader,
    /// What the reader said last about a text, and whether that was about the present text.
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
    /// Where they stand.
    pub layout: Layout,
    /// The views and the layout that an arrangement has replaced.
    pub own_arrangement: Option<(Vec<View>, Layout)>,
    /// What is seen of positions of counterexamples.
    pub inspections: Rc<Inspections>,
    /// The user's own choices and proof.
    pub own: Rc<Own>,
    /// The model that somebody plays with, if anybody does.
    pub game: Option<Game>,
    /// Whether the user has closed a view of models, so that none opens by itself any more.
    closes_model_views: bool,
    /// The views of models that have opened by themselves.
    opened_model_views: Vec<View>,
    /// The lesson that is read, if one is.
    pub lessons: Lessons,
    /// What is guessed about a run, while what comes later is hidden.
    pub prediction: Option<Prediction>,
    /// The view that is shown alone, if one is.
    pub enlarged: Option<View>,
    /// Large type, and nothing but the controls and the open views.
    pub presents: bool,
    /// Whether the examples and the editor are out of the way.
    pub problem_is_folded: bool,
    /// Whether the drawer with the examples is open.
    pub examples_are_open: bool,
    /// Whether the narration is more than a line.
    pub story_is_open: bool,
    pub theme: Theme,
    /// Whether long lines of the text are wrapped.
    pub wraps: bool,
    /// Whether what comes after the step that is shown is hidden, such as the verdict.
    pub hide_later: bool,
    /// Whether keys without Control or Command do something outside of fields.
    pub single_keys: bool,
    /// Whether the list of keys and terms is open.
    pub help_is_open: bool,
    /// How the user likes the page, by name, from visit to visit.
    pub preferences: Rc<Map<String, String>>,
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
    /// The user has come back to what this page has shown before, of which this is the fragment.
    Reopen(Rc<str>),
    /// The cursor has come to another clause of the text.
    SelectSource(lang::ClauseId),
    /// Other tabs have saved these.
    FoundDrafts(Rc<[Draft]>),
    /// Something is to be told, or has been read.
    Notice(Option<Rc<str>>),
    /// The browser has saved the text, or has refused to.
    Saved(Saving),
    /// The browser has refused to keep a text that this tab gives up.
    CouldNotKeep(Draft),
    /// A worker has said something.
    Heard(Speaker, Message),
    /// A worker has failed without a word: it could not be loaded, or its stack or memory is exhausted.
    WorkerFailed(Speaker, Rc<str>),
    /// The user wants a new worker for one that is gone.
    RestartWorker(Role),
    /// The user has read why a worker has failed.
    ForgetFailure(Role),
    /// The reader has been asked this.
    Asked(ReaderTask),
    /// The reader has been at the question with this number for some time.
    ReaderIsSlow(u32),
    /// The reader has been at it for too long.
    ReaderIsTooSlow(u32),
    /// The user wants the reader to end what it is at.
    StopReader,
    /// The user wants the text to be described after all.
    ReadAgain,
    /// The user wants a file in another language.
    WantFile(Translation),
    /// The file has been handed to the user.
    FileIsSaved,
    /// A run that nobody has asked for has gone on for too long.
    LinkRunIsTooSlow(RunId),
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
    /// Open a view and bring it into sight, or close it.
    Show(View, bool),
    /// Put a view into another pane.
    MoveView(View, Pane),
    /// Move an edge of a pane, to a part of the room in thousandths.
    Resize(Edge, u16),
    /// Unfold the pane below, or fold it.
    UnfoldBelow(bool),
    /// Choose an arrangement of views; the one after all others is one's own.
    Arrange(usize),
    /// Open the drawer with the examples, or close it.
    ShowExamples(bool),
    /// Tell the steps around the present one, too.
    UnfoldStory(bool),
    /// Look into a position of a counterexample.
    Inspect(InspectionAction),
    /// Take the place of the solver.
    Own(OwnAction),
    /// Play with the model by hand.
    ByHand(HandAction),
    /// Read a lesson.
    Lesson(LessonAction),
    /// Guess what comes next.
    Predict(PredictionAction),
    /// Show one view alone, or all of those that are open.
    Enlarge(Option<View>),
    /// Enter or leave presenter mode.
    Present(bool),
    FoldProblem(bool),
    SetTheme(Theme),
    /// Wrap long lines of the text, or let them be scrolled.
    Wrap(bool),
    /// Hide what comes after the step that is shown, or show it.
    HideLater(bool),
    SetSingleKeys(bool),
    ShowHelp(bool),
    /// Leave what can be left: presenter mode, an enlarged view, or else the selection.
    Leave,
}

impl Action {
    /// Whether this can be a choice of how the page is to be, which lasts: not what a worker says, nor what a
    /// link brings.
    fn is_choice(&self) -> bool {
        !matches!(
            self,
            Action::Heard(..)
                | Action::WorkerFailed(..)
                | Action::Asked(_)
                | Action::ReaderIsSlow(_)
                | Action::ReaderIsTooSlow(_)
                | Action::LinkRunIsTooSlow(_)
                | Action::OpenLink(_)
                | Action::Reopen(_)
                | Action::OpenText(_)
                | Action::Edit(_)
                | Action::Inspect(_)
                | Action::Own(_)
                | Action::ByHand(_)
                | Action::Lesson(_)
                | Action::Predict(_)
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
        let mut start = Self {
            text: saved_text
                .map_or_else(|| Example::first().text.into(), |text| texts::normalised(text.into())),
            set_aside: set_aside.map(Rc::from),
            history: History::default(),
            link_text: None,
            saving: Saving::Saved,
            drafts: Rc::default(),
            unkept: Rc::default(),
            notice: None,
            workers: Workers::default(),
            reader: Reader::default(),
            description: None,
            description_is_current: false,
            current_request: RequestId(0),
            settings: Default::default(),
            compares: false,
            runs: [None, None],
            side: Side::Left,
            playback: Playback::default(),
            selection: Selection::Nothing,
            views: State::usual_views().0,
            layout: State::usual_views().1,
            own_arrangement: None,
            inspections: Rc::default(),
            own: Rc::default(),
            game: None,
            closes_model_views: false,
            opened_model_views: Vec::new(),
            lessons: Lessons::default(),
            prediction: None,
            enlarged: None,
            presents: false,
            problem_is_folded: false,
            examples_are_open: false,
            story_is_open: false,
            theme: Theme::System,
            wraps: true,
            hide_later: false,
            single_keys: true,
            help_is_open: false,
            preferences: Rc::default(),
            next_run: RunId(1),
        };
        start.settings = start.opening_settings();
        start
    }

    /// The state after an action.
    pub fn after(&self, action: Action) -> Self {
        let mut next = self.clone();
        let is_choice = action.is_choice();
        match action {
            Action::Edit(text) => {
                next.history.typed(&self.text, &text);
                next.change_text(text);
            }
            Action::Open(example) => {
                next.open(example.text.into());
                next.examples_are_open = false;
                // Also if it was open, with other settings.
                next.settings = next.opening_settings();
            }
            // What is too long for a link travels as a file.
            Action::OpenText(text) if link::is_fragment(text.trim()) => next.open_link(&text),
            Action::OpenText(text) => {
                next.open(text);
                next.examples_are_open = false;
            }
            Action::BringBack => next.bring_back(),
            Action::Undo => {
                if let Some(text) = next.history.undo(&self.text) {
                    next.change_text(text.into());
                }
            }
            Action::Redo => {
                if let Some(text) = next.history.redo(&self.text) {
                    next.change_text(text.into());
                }
            }
            Action::OpenLink(fragment) => next.open_link(&fragment),
            Action::Reopen(fragment) => next.reopen(&fragment),
            Action::SelectSource(source) => next.select_source(source),
            Action::FoundDrafts(drafts) => next.drafts = drafts,
            Action::Notice(notice) => next.notice = notice,
            Action::Saved(saving) => next.saving = saving,
            Action::CouldNotKeep(draft) => next.could_not_keep(draft),
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
            Action::Inspect(action) => Rc::make_mut(&mut next.inspections).after(action),
            Action::Own(action) => next.own_action(action),
            Action::ByHand(action) => next.play_by_hand(action),
            Action::Lesson(action) => next.teach(action),
            Action::Predict(action) => next.predict(action),
            Action::Solve => next.solve(),
            Action::Stop => next.stop_runs(Cut::Stopped),
            Action::RestartWorker(role) => next.restart(role),
            Action::ForgetFailure(role) => next.workers.forget_failure(role),
            Action::Asked(task) => next.asked(task),
            Action::ReaderIsSlow(question) => next.reader_is_slow(question),
            Action::ReaderIsTooSlow(question) => next.reader_is_too_slow(question),
            Action::StopReader => next.stop_reader("You have stopped the reader."),
            Action::ReadAgain => next.read_again(),
            Action::WantFile(translation) => next.want_file(translation),
            Action::FileIsSaved => next.reader.file = None,
            Action::LinkRunIsTooSlow(run) => next.link_run_is_too_slow(run),
            Action::Continue => next.resume(),
            Action::Set(side, settings) => next.settings[side as usize] = settings,
            Action::Compare(compares) => {
                next.compare(compares);
                next.arrange_for_comparison(compares);
            }
            Action::Control(side) => next.side = side,
            Action::Move(whereto) => next.go(whereto),
            Action::Play(plays) => next.play(plays),
            Action::SetSpeed(speed) => next.playback.set_speed(speed),
            Action::Select(selection) => next.select(selection),
            Action::Unfold(side, clause, is_open) => {
                if let Some(run) = next.runs[side as usize].as_mut() {
                    run.proofs.unfold(clause, is_open);
                    if run.is_lost {
                        run.proofs.lose();
                    }
                }
            }
            Action::Show(view, is_open) => {
                next.closes_model_views |= !is_open && view.is_of_models();
                next.opened_model_views.retain(|opened| *opened != view);
                next.show_view(view, is_open);
            }
            Action::MoveView(view, pane) => next.move_view(view, pane),
            Action::Resize(edge, size) => next.layout.resize(edge, size),
            Action::UnfoldBelow(is_open) => next.layout.below_is_open = is_open,
            Action::Arrange(index) => next.arrange(index),
            Action::ShowExamples(are_open) => next.examples_are_open = are_open,
            Action::UnfoldStory(is_open) => next.story_is_open = is_open,
            Action::Enlarge(view) => next.enlarged = view,
            Action::Present(presents) => next.presents = presents,
            Action::FoldProblem(is_folded) => next.problem_is_folded = is_folded,
            Action::SetTheme(theme) => next.theme = theme,
            Action::Wrap(wraps) => next.wraps = wraps,
            Action::HideLater(hides) => next.hide_later = hides,
            Action::SetSingleKeys(are_on) => next.single_keys = are_on,
            Action::ShowHelp(is_open) => next.help_is_open = is_open,
            Action::Leave => next.leave(),
        }
        next.lesson_goes_on();
        next.prediction_goes_on();
        next.free_reader();
        next.free_solver();
        if is_choice {
            next.keep_changes(self);
        }
        next
    }

    /// Whether a worker is to be there. The reader is at once; the solver starts when the reader has, so that
    /// the first description does not wait for it, or when there is something to run.
    pub fn wants(&self, role: Role) -> bool {
        match role {
            Role::Reader => true,
            Role::Solver => self.workers.status(Role::Reader) != WorkerStatus::Starting || self.is_running(),
        }
    }

    /// The example that is open, if the text is one to the letter.
    pub fn open_example(&self) -> Option<&'static Example> {
        EXAMPLES.iter().find(|example| *example.text == *self.text)
    }

    /// The user wants a new worker for one that is gone.
    fn restart(&mut self, role: Role) {
        self.workers.forget_failure(role);
        if self.workers.status(role) == WorkerStatus::Gone {
            self.workers.replace(role);
        }
    }

    fn worker_failed(&mut self, role: Role, message: Rc<str>) {
        match role {
            Role::Reader => self.reader_lost("The reader has failed at this."),
            Role::Solver => self.cut_runs(Cut::Failed),
        }
        self.workers.fail(role, message);
    }

    fn heard(&mut self, role: Role, message: Message) {
        match message {
            Message::Ready => self.workers.listens(role),
            Message::Panicked { message } => self.worker_failed(role, message.into()),
            Message::Run { run, progress } => self.run_got_on(run, progress),
            Message::Answer { id, answer } => self.reader_answered(id, answer),
            Message::Memory { bytes } => self.workers.set_memory(role, bytes),
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

#[cfg(test)]
mod tests;
