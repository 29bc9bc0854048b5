//! The panel of lessons: the list of them, the one that is read, its page, and what was answered there.
//!
//! What a page shows beside it belongs to the lesson: it is not kept as a preference, and the user's own text
//! stays the user's. How far a lesson was read is kept in the browser, and nowhere else.

use std::rc::Rc;

use hornbook::settings::RunSettings;

use super::place::Place;
use super::{Lesson, Page, parse};
use crate::run::goal;
use crate::run::question::{self, Asked, Question};
use crate::run::{Run, RunStatus};
use crate::state::named_settings::NamedSettings;
use crate::state::views::View;
use crate::state::{Side, State};
use crate::wire::goal::{Goal, Judged};
use crate::wire::protocol::RunId;
use crate::wire::share::{self, Decoded, ShareError, SharedState};

/// How the address of a lesson begins, behind the `#`.
pub const START: &str = "lesson=";

/// What links call the parts of a lesson.
const LESSON: &str = "lesson";
const PAGE: &str = "lesson-page";
const ANSWER: &str = "lesson-answer";

/// Under this name, and a full stop, preferences have how far a lesson was read.
const PROGRESS: &str = "lesson.";

/// The panel.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lessons {
    pub is_open: bool,
    /// The lessons that there are, or why they are not known.
    pub list: Option<Result<Rc<[Entry]>, Rc<str>>>,
    /// The lesson that is read.
    pub open: Option<Open>,
    /// What is to be fetched, the page to begin with, and whether the user has asked for it.
    wanted: Option<(Source, usize, bool)>,
    /// Whether the lesson comes back from an earlier visit, so that what is beside it stays as it is.
    is_restored: bool,
    /// What comes with a link: an answer to the challenge of the page.
    brought: Option<(Rc<str>, Option<RunSettings>)>,
    /// Why there is no lesson, or what is wrong with it.
    pub trouble: Option<Rc<str>>,
    /// Steps that were marked, of the run with this id.
    marks: Option<(RunId, Vec<usize>)>,
}

/// A lesson in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub name: Rc<str>,
    pub title: Rc<str>,
    pub minutes: u32,
    /// Where its file is.
    address: Rc<str>,
}

impl Entry {
    /// `"address" name minutes title`, as the build of the page writes it.
    fn read(line: &str) -> Option<Entry> {
        let (address, rest) = line.strip_prefix('"')?.split_once("\" ")?;
        let (name, rest) = rest.split_once(' ')?;
        let (minutes, title) = rest.split_once(' ')?;
        let minutes = minutes.parse().ok()?;
        Some(Entry { name: name.into(), title: title.into(), minutes, address: address.into() })
    }
}

/// Where a lesson is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// One of those in the list, by name.
    Listed(Rc<str>),
    /// A file on this host.
    Path(Rc<str>),
    /// A file of the user's, or a link that carries it.
    Own,
}

/// A lesson that is read.
#[derive(Clone, Debug, PartialEq)]
pub struct Open {
    pub source: Source,
    pub text: Rc<str>,
    pub lesson: Rc<Lesson>,
    pub page: usize,
    /// The step that the page waits for.
    awaited: Option<Place>,
    /// The question of the page, once the run is there.
    pub question: Option<Answered>,
    /// What was typed for the challenge of the page, and what was said to it.
    pub typed: Option<(Rc<str>, Option<Judged>)>,
}

/// A question with the answer that was chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    pub question: Rc<Question>,
    pub chosen: Option<usize>,
    pub hint_is_shown: bool,
}

impl Open {
    pub fn shown_page(&self) -> Option<&Page> {
        self.lesson.pages.get(self.page)
    }

    /// What progress is kept under.
    fn name(&self) -> String {
        match &self.source {
            Source::Listed(name) | Source::Path(name) => format!("{PROGRESS}{name}"),
            Source::Own => format!("{PROGRESS}own {}", self.lesson.title),
        }
    }
}

/// What is to be fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    List,
    /// The lesson that is wanted, at this address.
    Lesson(Rc<str>),
}

/// What can happen to lessons.
#[derive(Clone, Debug)]
pub enum LessonAction {
    /// Open the panel, or close it.
    Show(bool),
    /// The list of lessons is there, or is not.
    Listed(Result<Rc<str>, Rc<str>>),
    /// Read a lesson.
    Want(Source),
    /// The text of the lesson that is wanted is there, or is not.
    Fetched(Result<Rc<str>, Rc<str>>),
    /// Read a text as a lesson.
    OpenText(Rc<str>),
    /// Go back to the list.
    Leave,
    /// Turn to a page.
    Turn(usize),
    /// Choose an answer to the question of the page.
    Answer(usize),
    Hint,
    /// Submit what was typed for the challenge of the page.
    Submit(Rc<str>),
    /// Mark the step that is shown, or take the mark away.
    Mark(bool),
}

impl Lessons {
    /// What the page has to fetch.
    pub fn pending(&self) -> Option<Shown> {
        let has_list = matches!(self.list, Some(Ok(_)));
        match &self.wanted {
            Some((Source::Path(address), ..)) => Some(Shown::Lesson(Rc::clone(address))),
            Some((Source::Listed(name), ..)) if has_list => {
                self.entry(name).map(|entry| Shown::Lesson(Rc::clone(&entry.address)))
            }
            _ => (self.is_open && self.list.is_none()).then_some(Shown::List),
        }
    }

    pub fn entry(&self, name: &str) -> Option<&Entry> {
        let Some(Ok(list)) = &self.list else { return None };
        list.iter().find(|entry| *entry.name == *name)
    }

    /// The marked steps of a run, in order.
    pub fn marked(&self, run: RunId) -> &[usize] {
        self.marks.as_ref().filter(|(of, _)| *of == run).map_or(&[], |(_, steps)| steps)
    }
}

impl State {
    /// The furthest page of a lesson that was read, and how many it has.
    pub fn progress(&self, name: &str) -> Option<(usize, usize)> {
        let kept = self.preferences.get(&format!("{PROGRESS}{name}"))?;
        let (page, pages) = kept.split_once('/')?;
        Some((page.parse().ok()?, pages.parse().ok()?))
    }

    pub(in crate::state) fn teach(&mut self, action: LessonAction) {
        match action {
            LessonAction::Show(is_open) => {
                self.lessons.is_open = is_open;
                // To open the panel is to try again.
                if is_open && matches!(self.lessons.list, Some(Err(_))) {
                    self.lessons.list = None;
                }
                self.keep_lesson();
            }
            LessonAction::Listed(Ok(text)) => {
                let list: Rc<[Entry]> = text.lines().filter_map(Entry::read).collect();
                self.lessons.list = Some(Ok(list));
                self.check_wanted();
            }
            LessonAction::Listed(Err(reason)) => {
                self.lessons.list = Some(Err(Rc::clone(&reason)));
                if self.lessons.wanted.take().is_some() {
                    self.lessons.trouble = Some(reason);
                }
            }
            LessonAction::Want(source) => self.want_lesson(source, 0, true),
            LessonAction::Fetched(text) => {
                let Some((source, page, is_asked_for)) = self.lessons.wanted.take() else { return };
                match text {
                    Ok(text) => self.open_lesson(source, text, page, is_asked_for),
                    Err(reason) => self.lessons.trouble = Some(reason),
                }
            }
            LessonAction::OpenText(text) => self.open_lesson(Source::Own, text, 0, true),
            LessonAction::Leave => {
                self.lessons.open = None;
                self.lessons.trouble = None;
                self.reveal();
                self.keep_lesson();
            }
            LessonAction::Turn(page) => {
                if self.lessons.open.as_ref().is_some_and(|open| page < open.lesson.pages.len()) {
                    self.turn_to(page, true);
                }
            }
            LessonAction::Answer(choice) => {
                if let Some(answered) = self.lessons.open.as_mut().and_then(|open| open.question.as_mut())
                    && choice < answered.question.choices.len()
                {
                    answered.chosen.get_or_insert(choice);
                    self.reveal();
                }
            }
            LessonAction::Hint => {
                if let Some(answered) = self.lessons.open.as_mut().and_then(|open| open.question.as_mut()) {
                    answered.hint_is_shown = true;
                }
            }
            LessonAction::Submit(typed) => {
                if let Some(open) = &mut self.lessons.open {
                    open.typed = Some((typed, None));
                }
            }
            LessonAction::Mark(is_marked) => self.mark(is_marked),
        }
    }

    fn want_lesson(&mut self, source: Source, page: usize, is_asked_for: bool) {
        self.lessons.is_open = true;
        self.lessons.trouble = None;
        self.lessons.is_restored = false;
        self.lessons.wanted = Some((source, page, is_asked_for));
        self.check_wanted();
    }

    /// Says so if the lesson that is wanted is not in the list.
    fn check_wanted(&mut self) {
        if let Some((Source::Listed(name), ..)) = &self.lessons.wanted
            && matches!(self.lessons.list, Some(Ok(_)))
            && self.lessons.entry(name).is_none()
        {
            self.lessons.trouble = Some(format!("There is no lesson called “{name}” here.").into());
            self.lessons.wanted = None;
        }
    }

    /// Reads a text as a lesson and shows a page of it. What is wrong with it is told, with the lines.
    fn open_lesson(&mut self, source: Source, text: Rc<str>, page: usize, is_asked_for: bool) {
        let (lesson, faults) = parse(&text);
        self.lessons.is_open = true;
        self.lessons.trouble = (!faults.is_empty()).then(|| {
            let lines: Vec<String> =
                faults.iter().map(|fault| format!("Line {}: {}.", fault.line, fault.message)).collect();
            lines.join("\n").into()
        });
        if lesson.pages.is_empty() {
            return;
        }
        // Whoever comes back goes on where they were.
        let page = page.min(lesson.pages.len() - 1);
        let lesson = Rc::new(lesson);
        self.lessons.open =
            Some(Open { source, text, lesson, page, awaited: None, question: None, typed: None });
        if !std::mem::take(&mut self.lessons.is_restored) {
            self.turn_to(page, is_asked_for);
        }
    }

    fn turn_to(&mut self, page: usize, is_asked_for: bool) {
        let Some(open) = &mut self.lessons.open else { return };
        open.page = page;
        (open.awaited, open.question, open.typed) = (None, None, None);
        let (name, pages) = (open.name(), open.lesson.pages.len());
        let is_challenge = open.shown_page().is_some_and(|page| page.challenge().is_some());
        let furthest = self.progress(&name[PROGRESS.len()..]).map_or(0, |(furthest, _)| furthest);
        let kept = format!("{}/{pages}", furthest.max(page + 1));
        Rc::make_mut(&mut self.preferences).insert(name, kept);
        self.keep_lesson();
        self.show_scene(is_asked_for);
        if let Some((typed, settings)) = self.lessons.brought.take_if(|_| is_challenge) {
            self.show_answer(typed, settings, is_asked_for);
        }
    }

    /// Keeps which lesson is open, so that it is after a reload.
    fn keep_lesson(&mut self) {
        let kept = self.lessons.open.as_ref().filter(|_| self.lessons.is_open);
        let kept = kept.and_then(|open| match &open.source {
            Source::Listed(name) | Source::Path(name) => Some(format!("{} {name}", open.page)),
            Source::Own => None,
        });
        let preferences = Rc::make_mut(&mut self.preferences);
        match kept {
            Some(kept) => drop(preferences.insert(LESSON.to_owned(), kept)),
            None => drop(preferences.remove(LESSON)),
        }
    }

    /// The lesson that was open at the last visit is read on. What is beside it comes with the address.
    pub(in crate::state) fn restore_lesson(&mut self) {
        let kept = self.preferences.get(LESSON).and_then(|kept| kept.split_once(' '));
        if let Some((Ok(page), name)) = kept.map(|(page, name)| (page.parse(), name.to_owned())) {
            self.want_lesson(source_of(&name), page, false);
            self.lessons.is_restored = true;
        }
    }

    /// Shows what the page asks for. What is there already stays as it is.
    fn show_scene(&mut self, is_asked_for: bool) {
        let Some(open) = &self.lessons.open else { return };
        let Some(page) = open.shown_page() else { return };
        let Some(scene) = page.scene.clone() else { return };
        let hides_rest = page.question().is_some() || page.hides;
        self.prediction = None;
        if self.text != scene.text {
            self.open_link_text(Rc::clone(&scene.text));
        }
        self.settings[0] = scene.settings.clone();
        self.compares = scene.other.is_some();
        self.side = Side::Left;
        if let Some(other) = &scene.other {
            self.settings[1] = other.clone();
        }
        if let Some(views) = &scene.views {
            // What happens is told beside every lesson, in one line.
            self.show_views(Some(&format!("{} {views}", View::Narration.name())));
        }
        self.enlarged = None;
        let is_there = |side: Side| {
            let fits = |run: &Run| {
                let is_fit = matches!(run.status, RunStatus::Waiting | RunStatus::Running | RunStatus::Ended);
                run.text == self.text && run.settings == self.settings[side as usize] && is_fit
            };
            self.runs[side as usize].as_ref().is_some_and(fits)
        };
        let are_there = is_there(Side::Left) && (!self.compares || is_there(Side::Right));
        let Some(place) = scene.step else {
            if !are_there {
                self.runs = [None, None];
            }
            self.reveal();
            return;
        };
        if !are_there {
            self.solve();
        }
        for run in self.runs.iter_mut().flatten() {
            run.follows = false;
            run.is_asked_for |= is_asked_for;
            if !are_there {
                run.is_asked_for = is_asked_for;
            }
            run.set_horizon(hides_rest.then_some(0));
        }
        if let Some(open) = &mut self.lessons.open {
            open.awaited = Some(place);
        }
        self.selection = scene.selection.as_deref().and_then(|name| name.parse().ok()).unwrap_or_default();
        self.lesson_goes_on();
    }

    /// Goes to the step that the page waits for, once it is there.
    pub(in crate::state) fn lesson_goes_on(&mut self) {
        let Some(open) = &mut self.lessons.open else { return };
        let Some(place) = open.awaited else { return };
        let kind = open.shown_page().and_then(Page::question);
        // A question is judged by what comes later, and two runs are compared when both are there.
        let must_end = self.compares || kind.is_some();
        let runs = || self.runs.iter().take(1 + usize::from(self.compares)).flatten();
        if must_end && runs().any(|run| run.status.is_active()) {
            return;
        }
        let Some(run) = &mut self.runs[0] else { return };
        let is_over = !run.status.is_active();
        let Some(step) = run.log.with_all(|events| place.find(events, is_over)) else {
            if is_over {
                open.awaited = None;
                run.set_horizon(None);
                let words = format!("The lesson leads to the step “{place}”, which this run does not have.");
                self.notice = Some(words.into());
            }
            return;
        };
        open.awaited = None;
        if let Some(kind) = kind {
            let question = run.ask(|asked| question::question(asked, kind, step)).flatten();
            open.question = question.map(|question| Answered {
                question: Rc::new(question),
                chosen: None,
                hint_is_shown: false,
            });
        }
        let hides = open.question.is_some() || open.shown_page().is_some_and(|page| page.hides);
        run.set_horizon(hides.then_some(step));
        run.catch_up();
        run.follows = false;
        run.go_to(step);
        if self.compares
            && let Some(other) = &mut self.runs[1]
        {
            let step = other.log.with_all(|events| place.find(events, true));
            other.set_horizon(hides.then_some(0));
            other.catch_up();
            other.go_to(step.unwrap_or(other.log.len()));
        }
    }

    /// Hides nothing any more.
    pub(in crate::state) fn reveal(&mut self) {
        for run in self.runs.iter_mut().flatten() {
            run.set_horizon(None);
        }
    }

    fn mark(&mut self, is_marked: bool) {
        let Some((run, step)) = self.run().map(|run| (run.id, run.moment.step)) else { return };
        let mut steps = self.lessons.marked(run).to_vec();
        steps.retain(|marked| *marked != step);
        if is_marked {
            steps.push(step);
            steps.sort_unstable();
        }
        self.lessons.marks = Some((run, steps));
    }

    /// The goal of the challenge on the page, with its problem.
    pub fn challenge(&self) -> Option<(Goal, &Rc<str>)> {
        let page = self.lessons.open.as_ref().filter(|_| self.lessons.is_open)?.shown_page()?;
        Some((page.challenge()?, &page.scene.as_ref()?.text))
    }

    /// What is said to the challenge of the page: about the run that is there, or about what was typed.
    pub fn challenge_judgement(&self) -> Option<Judged> {
        let (goal, text) = self.challenge()?;
        if goal.is_typed() {
            return self.lessons.open.as_ref()?.typed.as_ref()?.1.clone();
        }
        let run = self.run_at(Side::Left).filter(|run| run.horizon().is_none());
        run.and_then(|run| goal::judge(goal, text, run))
    }

    /// The answer that the reader is to judge: the problem, the goal, and what was typed.
    pub(in crate::state) fn answer_to_judge(&self) -> Option<(Rc<str>, Goal, Rc<str>)> {
        let (goal, text) = self.challenge()?;
        match &self.lessons.open.as_ref()?.typed {
            Some((typed, None)) => Some((Rc::clone(text), goal, Rc::clone(typed))),
            _ => None,
        }
    }

    /// The reader has judged what was typed.
    pub(in crate::state) fn answer_is_judged(&mut self, typed: &Rc<str>, judged: Judged) {
        if let Some(open) = &mut self.lessons.open
            && let Some((submitted, judgement @ None)) = &mut open.typed
            && submitted == typed
        {
            *judgement = Some(judged);
        }
    }

    /// Shows an answer that came with a link.
    fn show_answer(&mut self, typed: Rc<str>, settings: Option<RunSettings>, is_asked_for: bool) {
        if let Some(settings) = settings {
            self.settings[0] = settings;
            self.solve();
            for run in self.runs.iter_mut().flatten() {
                run.is_asked_for = is_asked_for;
            }
        }
        if !typed.is_empty()
            && let Some(open) = &mut self.lessons.open
        {
            open.typed = Some((typed, None));
        }
    }

    /// The fragment of a link to the page of the lesson.
    pub fn lesson_link(&self) -> Result<String, ShareError> {
        let Some(open) = &self.lessons.open else { return Err(ShareError::Empty) };
        match &open.source {
            Source::Listed(name) | Source::Path(name) => Ok(format!("{START}{name}&page={}", open.page + 1)),
            Source::Own => share::encode(&shared_page(open)),
        }
    }

    /// The fragment of a link that carries the answer to the challenge of the page.
    pub fn answer_link(&self) -> Result<String, ShareError> {
        let Some(open) = &self.lessons.open else { return Err(ShareError::Empty) };
        let mut shared = shared_page(open);
        let typed = open.typed.as_ref().map(|(typed, _)| typed.to_string());
        if let Some(run) = self.run_at(Side::Left).filter(|_| typed.is_none()) {
            NamedSettings::InLinks.write(Side::Left, &run.settings, &mut shared.settings);
        }
        shared.settings.insert(ANSWER.to_owned(), typed.unwrap_or_default());
        share::encode(&shared)
    }

    /// Opens a lesson by its address: `lesson=gcd&page=2`.
    pub(in crate::state) fn open_lesson_address(&mut self, address: &str) {
        let mut parts = address.split('&');
        let name = parts.next().and_then(|part| part.strip_prefix(START)).unwrap_or_default();
        let page = parts.find_map(|part| part.strip_prefix("page=")?.parse().ok()).unwrap_or(1_usize);
        let source = source_of(name);
        // What is in the list comes with the page, so a link can't make more work by it than a reader does.
        let is_asked_for = matches!(source, Source::Listed(_));
        self.want_lesson(source, page.saturating_sub(1), is_asked_for);
    }

    /// Opens the lesson that a link carries; says whether it carries one.
    pub(in crate::state) fn open_lesson_link(&mut self, Decoded { state, .. }: &Decoded) -> bool {
        let mut rest = state.settings.clone();
        let Some(lesson) = rest.remove(LESSON) else { return false };
        let page = rest.remove(PAGE).and_then(|page| page.parse().ok()).unwrap_or(0);
        if let Some(typed) = rest.remove(ANSWER) {
            let settings = typed.is_empty().then(|| NamedSettings::InLinks.take(&mut rest)[0].clone());
            self.lessons.brought = Some((typed.into(), settings));
        }
        match lesson.strip_prefix('@') {
            Some(name) => self.want_lesson(source_of(name), page, false),
            None => self.open_lesson(Source::Own, lesson.into(), page, false),
        }
        true
    }
}

/// What a link to a page of a lesson carries.
fn shared_page(open: &Open) -> SharedState {
    let mut shared = SharedState::default();
    let lesson = match &open.source {
        Source::Listed(name) | Source::Path(name) => format!("@{name}"),
        Source::Own => open.text.to_string(),
    };
    shared.settings.insert(LESSON.to_owned(), lesson);
    if open.page > 0 {
        shared.settings.insert(PAGE.to_owned(), open.page.to_string());
    }
    shared
}

/// A name is one of the list; anything with a slash or a full stop is a file on this host.
fn source_of(name: &str) -> Source {
    if name.contains(['/', '.']) {
        // An address of another host becomes a path on this one, and is not found there.
        let path = name.trim_start_matches('/').split("://").last().unwrap_or_default();
        Source::Path(path.into())
    } else {
        Source::Listed(name.into())
    }
}

/// A run and all of its events, those included that are not shown.
impl Run {
    /// Asks something about the whole run, if it has begun.
    pub(crate) fn ask<T>(&self, ask: impl FnOnce(Asked<'_>) -> T) -> Option<T> {
        let header = self.first_header()?;
        Some(self.log.with_all(|events| {
            ask(Asked { header: &header, events, text: &self.text, settings: &self.settings })
        }))
    }
}
