//! The state of the page. One reducer changes it; it knows nothing of the browser.

use std::rc::Rc;

use crate::drafts::{self, Draft};
use crate::editing::History;
use crate::examples::{EXAMPLES, Example};
use crate::protocol::{Answer, Call, Description, Message, Request, RequestId};

/// Everything the page shows.
#[derive(Clone, Debug, PartialEq)]
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
    pub worker: WorkerStatus,
    /// How many workers came before the present one. A new number calls for a new worker.
    pub worker_generation: u32,
    /// What the worker said last, and whether that was about the present text.
    pub description: Option<Description>,
    pub description_is_current: bool,
    /// The id of the request about the present text.
    pub current_request: RequestId,
}

/// How the worker is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkerStatus {
    Starting,
    Ready,
    Failed { message: Rc<str> },
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
    /// Other tabs have saved these.
    FoundDrafts(Rc<[Draft]>),
    /// Something is to be told, or has been read.
    Notice(Option<Rc<str>>),
    /// The browser has refused to save the text.
    SavingFailed,
    /// The worker has said something.
    Heard(Message),
    /// The worker has failed without a word: it could not be loaded, or its stack or memory is exhausted.
    WorkerFailed(Rc<str>),
    /// The user wants a new worker.
    RestartWorker,
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
            worker: WorkerStatus::Starting,
            worker_generation: 0,
            description: None,
            description_is_current: false,
            current_request: RequestId(0),
        }
    }

    /// The state after an action.
    pub fn after(&self, action: Action) -> Self {
        let mut next = self.clone();
        match action {
            Action::Edit(text) => {
                next.history.typed(&self.text, &text);
                next.replace_text(text);
            }
            Action::Open(example) => next.open(example.text.into()),
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
            Action::FoundDrafts(drafts) => next.drafts = drafts,
            Action::Notice(notice) => next.notice = notice,
            Action::SavingFailed => next.saving = false,
            Action::Heard(Message::Ready) => next.worker = WorkerStatus::Ready,
            Action::Heard(Message::Answer { id, answer: Answer::Description(description) }) => {
                // An answer about a text that has changed since is of no use.
                if id == self.current_request {
                    next.description = Some(description);
                    next.description_is_current = true;
                }
            }
            Action::Heard(Message::Panicked { message }) => next.worker_failed(message.into()),
            Action::WorkerFailed(message) => next.worker_failed(message),
            Action::RestartWorker => {
                next.worker = WorkerStatus::Starting;
                next.worker_generation += 1;
            }
        }
        next
    }

    /// What to ask the worker now, if anything.
    pub fn pending_call(&self) -> Option<Call> {
        (self.worker == WorkerStatus::Ready && !self.description_is_current).then(|| Call {
            id: self.current_request,
            request: Request::Describe { text: self.text.to_string() },
        })
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
    fn open(&mut self, text: Rc<str>) {
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

    fn worker_failed(&mut self, message: Rc<str>) {
        // The first report is about the cause; what follows are consequences.
        if !matches!(self.worker, WorkerStatus::Failed { .. }) {
            self.worker = WorkerStatus::Failed { message };
        }
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
        State::new(None, None).after(Action::Heard(Message::Ready))
    }

    fn answer(id: RequestId, clauses: usize) -> Action {
        let answer = Answer::Description(Description { clauses, ..Description::default() });
        Action::Heard(Message::Answer { id, answer })
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
        assert_eq!(edited.after(answer(call.id, 1)), edited);
        let answered = edited.after(answer(edited.current_request, 2));
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
        let failed = state().after(Action::Heard(Message::Panicked { message: "cause".to_owned() }));
        let failed = failed.after(Action::WorkerFailed("consequence".into()));
        assert_eq!(failed.worker, WorkerStatus::Failed { message: "cause".into() });
        assert_eq!(failed.pending_call(), None);
        let restarted = failed.after(Action::RestartWorker).after(Action::Heard(Message::Ready));
        assert_eq!(restarted.worker_generation, 1);
        assert!(restarted.pending_call().is_some());
        assert_eq!(restarted.text, failed.text);
    }
}
