//! What the reader is asked: one question at a time, so that it is known what it is at.
//!
//! Who types or drags asks faster than some questions are answered. While one is answered, the others wait
//! here, and of each kind only the last is still wanted. A reader that is at a question which nobody wants
//! answered any more is replaced if it does not end soon: that gives its memory back, too.

use std::rc::Rc;

use hornbook::lang::{Encoding, Language};
use hornbook::recursion_free::Placement;
use hornbook::settings::RunSettings;

use crate::state::inspection;
use crate::state::own::Claim;
use crate::state::views::View;
use crate::state::workers::Role;
use crate::state::{Side, State};
use crate::wire::goal::{Goal, Judged};
use crate::wire::inspection::{InspectedPosition, Question, Reply};
use crate::wire::protocol::{Answer, Call, Counterexample, Request, RequestId};
use crate::worker::limits::{READER_MEMORY, READER_PATIENCE_IN_MILLISECONDS};

/// The place of a text among the fragments, or why it is not known.
pub type Placed = Result<Rc<Placement>, Rc<str>>;

/// One question.
#[derive(Clone, Debug, PartialEq)]
pub enum ReaderTask {
    /// What the text is, of which this is the request.
    Describe(RequestId),
    Inspect(InspectedPosition, Question),
    CheckTemplates(Rc<str>, Encoding, Rc<str>),
    Translate(Translation),
    /// Where this text lies among the fragments.
    Classify(Rc<str>, Encoding),
    /// What the model of a text is after these moves.
    Play(Rc<str>, Vec<usize>),
    /// What is to be said to a proof of one's own.
    Claim(Box<Claim>),
    /// Whether what was typed meets the goal of a challenge about a text.
    Judge(Rc<str>, Goal, Rc<str>),
}

/// A file with the problem in another language than that of the text, or with a counterexample of a run as
/// clauses.
#[derive(Clone, Debug, PartialEq)]
pub struct Translation {
    pub file_name: Rc<str>,
    pub text: Rc<str>,
    pub language: Language,
    pub counterexample: Option<(RunSettings, Rc<Counterexample>)>,
}

/// What the reader is at, and what it has said about other things than the text and positions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reader {
    task: Option<ReaderTask>,
    /// How many questions were asked; tells each from the next.
    asked: u32,
    /// Whether the present question has taken long already.
    is_slow: bool,
    /// Why the present text has not been described, if it has not and will not be.
    pub unread: Option<Rc<str>>,
    /// Texts that were classified, and their places among the fragments, or why these are not known; the
    /// latest last.
    classified: Vec<(Rc<str>, Encoding, Placed)>,
    /// Templates that were checked, for which text, and what is wrong with them; the latest last.
    checked: Vec<CheckedTemplates>,
    /// The file that is wanted, and the name and content of the one that is there for the user to save.
    wanted_file: Option<Translation>,
    pub file: Option<(Rc<str>, Rc<str>)>,
}

#[derive(Clone, Debug, PartialEq)]
struct CheckedTemplates {
    text: Rc<str>,
    encoding: Encoding,
    templates: Rc<str>,
    faults: Rc<[String]>,
}

/// What is known about this many texts is kept: those of two runs.
const CLASSIFIED_TEXTS: usize = 2;

/// What is known about this many templates is kept: those of two runs, before and after a change.
const CHECKED_TEMPLATES: usize = 4;

impl Reader {
    /// Which question the reader is at; none if it is at none.
    pub fn current(&self) -> Option<u32> {
        self.task.as_ref().map(|_| self.asked)
    }

    /// Whether it has been at its question for long.
    pub fn is_slow(&self) -> bool {
        self.is_slow
    }

    /// What is wrong with templates for a text, if that is known.
    pub fn template_faults(&self, text: &str, encoding: Encoding, templates: &str) -> Option<Rc<[String]>> {
        let is_it = |known: &&CheckedTemplates| {
            *known.text == *text && known.encoding == encoding && *known.templates == *templates
        };
        let known = self.checked.iter().find(is_it);
        known.map(|known| Rc::clone(&known.faults))
    }

    /// The place of a text among the fragments, or why it is not known; nothing if nobody has asked yet.
    pub fn placement(&self, text: &str, encoding: Encoding) -> Option<Placed> {
        let is_it = |(of, by, _): &&(Rc<str>, Encoding, Placed)| **of == *text && *by == encoding;
        self.classified.iter().find(is_it).map(|(.., known)| known.clone())
    }

    fn classified(&mut self, text: Rc<str>, encoding: Encoding, known: Placed) {
        if self.classified.len() == CLASSIFIED_TEXTS {
            drop(self.classified.remove(0));
        }
        self.classified.push((text, encoding, known));
    }

    fn take(&mut self) -> Option<ReaderTask> {
        self.is_slow = false;
        self.task.take()
    }

    fn checked(&mut self, text: Rc<str>, encoding: Encoding, templates: Rc<str>, faults: Vec<String>) {
        if self.checked.len() == CHECKED_TEMPLATES {
            self.checked.remove(0);
        }
        self.checked.push(CheckedTemplates { text, encoding, templates, faults: faults.into() });
    }
}

impl State {
    /// What to ask the reader now, if anything: what is said about the text comes first.
    pub fn question(&self) -> Option<(ReaderTask, Call)> {
        if !self.workers.is_ready(Role::Reader) || self.reader.task.is_some() {
            return None;
        }
        self.description_question()
            .or_else(|| self.translation_question())
            .or_else(|| self.game_question())
            .or_else(|| self.claim_question())
            .or_else(|| self.challenge_question())
            .or_else(|| self.inspection_question())
            .or_else(|| self.template_question())
            .or_else(|| self.classification_question())
            .map(|(task, request)| {
                let id = match task {
                    ReaderTask::Describe(id) => id,
                    _ => RequestId::default(),
                };
                (task, Call { id, request })
            })
    }

    fn description_question(&self) -> Option<(ReaderTask, Request)> {
        let question = || {
            let request = Request::Describe { text: self.text.to_string() };
            (ReaderTask::Describe(self.current_request), request)
        };
        (!self.description_is_current).then(question)
    }

    fn translation_question(&self) -> Option<(ReaderTask, Request)> {
        let wanted = self.reader.wanted_file.clone()?;
        let (text, language) = (wanted.text.to_string(), wanted.language);
        let request = match wanted.counterexample.clone() {
            None => Request::Translate { text, language },
            Some((settings, counterexample)) => {
                Request::Clauses { text, settings, counterexample: (*counterexample).clone(), language }
            }
        };
        Some((ReaderTask::Translate(wanted), request))
    }

    fn challenge_question(&self) -> Option<(ReaderTask, Request)> {
        let (text, goal, typed) = self.answer_to_judge()?;
        let request = Request::Judge { text: text.to_string(), goal, typed: typed.to_string() };
        Some((ReaderTask::Judge(text, goal, typed), request))
    }

    fn inspection_question(&self) -> Option<(ReaderTask, Request)> {
        let (inspected, question) = self.inspections.pending()?;
        let run = self.runs.iter().flatten().find(|run| run.id == inspected.run)?;
        let request = inspection::request(run, *inspected, question)?;
        Some((ReaderTask::Inspect(*inspected, question.clone()), request))
    }

    fn template_question(&self) -> Option<(ReaderTask, Request)> {
        let is_unknown = |(encoding, templates): &(Encoding, &str)| {
            self.reader.template_faults(&self.text, *encoding, templates).is_none()
        };
        let (encoding, templates) = self.typed_templates().find(is_unknown)?;
        let (text, typed) = (self.text.to_string(), templates.to_owned());
        let request = Request::CheckTemplates { text, encoding, templates: typed };
        Some((ReaderTask::CheckTemplates(Rc::clone(&self.text), encoding, templates.into()), request))
    }

    fn classification_question(&self) -> Option<(ReaderTask, Request)> {
        let is_unknown =
            |(text, encoding): &(&Rc<str>, Encoding)| self.reader.placement(text, *encoding).is_none();
        let (text, encoding) = self.texts_to_classify().find(is_unknown)?;
        let request = Request::Classify { text: text.to_string(), encoding };
        Some((ReaderTask::Classify(Rc::clone(text), encoding), request))
    }

    /// The texts of the runs that are shown, if their places among the fragments are.
    fn texts_to_classify(&self) -> impl Iterator<Item = (&Rc<str>, Encoding)> {
        let is_shown = self.views.contains(&View::Fragments);
        let runs = self.runs.iter().take(1 + usize::from(self.compares)).flatten();
        runs.filter(move |_| is_shown).map(|run| (&run.text, run.settings.encoding))
    }

    /// The templates of the settings that are shown, as far as there are any.
    fn typed_templates(&self) -> impl Iterator<Item = (Encoding, &str)> {
        let sides = self.settings.iter().take(1 + usize::from(self.compares));
        sides
            .map(|settings| (settings.encoding, &*settings.templates))
            .filter(|(_, templates)| !templates.trim().is_empty())
    }

    /// What is wrong with the templates of a side, as far as the reader has said.
    pub fn template_faults(&self, side: Side) -> Rc<[String]> {
        let settings = &self.settings[side as usize];
        self.reader.template_faults(&self.text, settings.encoding, &settings.templates).unwrap_or_default()
    }

    /// The reader has been asked.
    pub(super) fn asked(&mut self, task: ReaderTask) {
        self.reader.task = Some(task);
        self.reader.asked = self.reader.asked.wrapping_add(1);
        self.reader.is_slow = false;
    }

    /// Whether nobody waits for the answer any more.
    fn is_outdated(&self, task: &ReaderTask) -> bool {
        match task {
            ReaderTask::Describe(id) => *id != self.current_request,
            ReaderTask::Inspect(inspected, question) => !self.inspections.wants(*inspected, question),
            ReaderTask::CheckTemplates(text, encoding, templates) => {
                let wanted = (*encoding, &**templates);
                *text != self.text || !self.typed_templates().any(|typed| typed == wanted)
            }
            ReaderTask::Translate(_) => false,
            ReaderTask::Classify(text, encoding) => {
                !self.texts_to_classify().any(|wanted| wanted == (text, *encoding))
            }
            ReaderTask::Play(text, moves) => !self.wants_play(text, moves),
            ReaderTask::Claim(claim) => !self.wants_claim(claim),
            ReaderTask::Judge(_, _, typed) => {
                self.answer_to_judge().is_none_or(|(_, _, wanted)| wanted != *typed)
            }
        }
    }

    /// The reader has answered what it was asked last.
    pub(super) fn reader_answered(&mut self, id: RequestId, answer: Answer) {
        let task = self.reader.take();
        match (answer, task) {
            (Answer::Description(description), _) => {
                // An answer about a text that has changed since is of no use.
                if id == self.current_request {
                    self.description = Some(Rc::new(description));
                    self.description_is_current = true;
                }
            }
            (Answer::Inspected { inspected, question, reply }, _) => {
                Rc::make_mut(&mut self.inspections).heard(inspected, question, *reply);
            }
            (Answer::TemplateFaults(faults), Some(ReaderTask::CheckTemplates(text, encoding, templates))) => {
                self.reader.checked(text, encoding, templates, faults);
            }
            (Answer::Translation(content), Some(ReaderTask::Translate(Translation { file_name, .. }))) => {
                self.reader.wanted_file = None;
                self.reader.file = Some((file_name, content.into()));
            }
            (Answer::Classified(placement), Some(ReaderTask::Classify(text, encoding))) => {
                self.reader.classified(text, encoding, Ok(Rc::from(placement)));
            }
            (Answer::Played(play), Some(ReaderTask::Play(text, moves))) => {
                let play = play.map(Rc::from).ok_or_else(|| "This model can't be played by hand.".into());
                self.played(&text, moves, play);
            }
            (Answer::Claimed(claimed), Some(ReaderTask::Claim(claim))) => {
                self.claimed(*claim, Ok(Rc::from(claimed)));
            }
            (Answer::Judged(judged), Some(ReaderTask::Judge(_, _, typed))) => {
                self.answer_is_judged(&typed, judged);
            }
            (Answer::Stopped { reason }, Some(task)) => self.give_up(task, &reason),
            (
                Answer::TemplateFaults(_)
                | Answer::Translation(_)
                | Answer::Classified(_)
                | Answer::Played(_)
                | Answer::Claimed(_)
                | Answer::Judged(_)
                | Answer::Stopped { .. },
                _,
            ) => {}
        }
    }

    /// A question remains without an answer, and is not asked again by itself.
    fn give_up(&mut self, task: ReaderTask, reason: &str) {
        match task {
            ReaderTask::Describe(id) => {
                if id == self.current_request {
                    self.description = None;
                    self.description_is_current = true;
                    self.reader.unread = Some(reason.into());
                }
            }
            ReaderTask::Inspect(inspected, question) => {
                let reply = Reply::Stopped(reason.to_owned());
                Rc::make_mut(&mut self.inspections).heard(inspected, question, reply);
            }
            ReaderTask::CheckTemplates(text, encoding, templates) => {
                let fault = format!("The templates could not be checked. {reason}");
                self.reader.checked(text, encoding, templates, vec![fault]);
            }
            ReaderTask::Classify(text, encoding) => {
                self.reader.classified(text, encoding, Err(reason.into()));
            }
            ReaderTask::Play(text, moves) => self.played(&text, moves, Err(reason.into())),
            ReaderTask::Claim(claim) => self.claimed(*claim, Err(reason.into())),
            ReaderTask::Judge(_, _, typed) => {
                self.answer_is_judged(&typed, Judged::missed(format!("It could not be decided. {reason}")));
            }
            ReaderTask::Translate(translation) => {
                self.reader.wanted_file = None;
                self.notice = Some(format!("{} can't be written. {reason}", translation.file_name).into());
            }
        }
    }

    /// The reader has failed, or is ended: its question remains without an answer.
    pub(super) fn reader_lost(&mut self, reason: &str) {
        if let Some(task) = self.reader.take() {
            self.give_up(task, reason);
        }
    }

    /// Ends the reader amid its question, and tells why there is no answer.
    pub(super) fn stop_reader(&mut self, reason: &str) {
        if self.reader.task.is_some() {
            self.reader_lost(reason);
            self.workers.replace(Role::Reader);
        }
    }

    /// The reader has been at a question for some time.
    pub(super) fn reader_is_slow(&mut self, question: u32) {
        self.reader.is_slow |= self.reader.current() == Some(question);
    }

    /// The reader has been at a question for so long that it is ended.
    pub(super) fn reader_is_too_slow(&mut self, question: u32) {
        if self.reader.current() == Some(question) {
            let seconds = READER_PATIENCE_IN_MILLISECONDS / 1000;
            self.stop_reader(&format!("Too large: stopped after {seconds} seconds."));
        }
    }

    /// The user wants the present text to be described after all.
    pub(super) fn read_again(&mut self) {
        self.description_is_current = false;
        self.current_request = self.current_request.next();
        self.reader.unread = None;
    }

    /// The user wants a file in another language.
    pub(super) fn want_file(&mut self, translation: Translation) {
        self.reader.wanted_file = Some(translation);
    }

    /// Puts a new reader in the place of one that is at a question which nobody wants answered any more, or
    /// that has taken much memory. What is still wanted is asked again.
    pub(super) fn free_reader(&mut self) {
        let task = self.reader.task.as_ref();
        let is_idle = self.reader.is_slow && task.is_some_and(|task| self.is_outdated(task));
        if is_idle || self.workers.memory(Role::Reader) > READER_MEMORY {
            self.reader.take();
            self.workers.replace(Role::Reader);
        }
    }
}
