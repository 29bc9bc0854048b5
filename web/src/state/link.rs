//! A moment of the page as a share link, and back.

use std::rc::Rc;

use crate::wire::share::{self, Decoded, ShareError, SharedState};
use hornbook::engine::StopReason;
use hornbook::lang::Language;
use hornbook::order::Map;

use crate::run::narrate::count;
use crate::run::selection::Selection;
use crate::run::{Cut, Run, RunStatus};
use crate::state::address;
use crate::state::lesson;
use crate::state::named_settings::NamedSettings;
use crate::state::{Side, State};
use crate::worker::limits::{LINK_PATIENCE_IN_MILLISECONDS, RunLimits, memory_in_words, steps_in_words};

/// Settings of the page itself, beside those of the runs.
const COMPARES: &str = "compare";
const RIGHT_IS_CONTROLLED: &str = "right";
const RIGHT_STEP: &str = "2.step";

/// What a link to this moment carries: the text in the editor, and with the step the settings of its run.
pub fn shared(state: &State, with_step: bool) -> SharedState {
    let run = |side| state.run_at(side).filter(|run| with_step && run.text == state.text);
    let text = &state.text;
    let mut settings = Map::new();
    for side in Side::BOTH.into_iter().take(1 + usize::from(state.compares)) {
        let of_run = run(side).map_or(&state.settings[side as usize], |run| &run.settings);
        NamedSettings::InLinks.write(side, of_run, &mut settings);
    }
    if state.compares {
        settings.insert(COMPARES.to_owned(), String::new());
        if state.side == Side::Right {
            settings.insert(RIGHT_IS_CONTROLLED.to_owned(), String::new());
        }
        if let Some(run) = run(Side::Right) {
            settings.insert(RIGHT_STEP.to_owned(), shown_step(run).to_string());
        }
    }
    SharedState {
        language: Language::detect(text),
        text: text.to_string(),
        settings,
        step: run(Side::Left).map(|run| shown_step(run) as u64),
        view: state.views_in_words(),
        selection: run(Side::Left)
            .filter(|_| state.selection != Selection::Nothing)
            .map(|_| state.selection.to_string()),
        ..SharedState::default()
    }
}

/// The fragment of a link to this moment, without the `#`: a short address if that says it all.
pub fn fragment(state: &State, with_step: bool) -> Result<String, ShareError> {
    let shared = shared(state, with_step);
    let run = state.run_at(Side::Left).filter(|run| with_step && run.text == state.text);
    let settings = run.map_or(&state.settings[0], |run| &run.settings);
    address::write(&shared, settings).map_or_else(|| share::encode(&shared), Ok)
}

/// Whether a text looks like a fragment of ours: a version, a full stop, and letters without spaces; or a
/// short address.
///
/// ```
/// use hornbook_web::state::link::is_fragment;
/// assert!(is_fragment("#1.Zm9v") && is_fragment("27.x") && is_fragment("#example=gcd"));
/// assert!(!is_fragment("#clauses") && !is_fragment("1. p(X)") && !is_fragment(""));
/// ```
pub fn is_fragment(text: &str) -> bool {
    let text = text.strip_prefix('#').unwrap_or(text);
    if text.starts_with(address::START) || text.starts_with(lesson::START) {
        return !text.contains(char::is_whitespace);
    }
    text.split_once('.').is_some_and(|(version, data)| {
        let is_number = !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit());
        is_number && !data.is_empty() && !data.contains(char::is_whitespace)
    })
}

/// The text that a fragment carries, if it can be read.
pub fn text_of(fragment: &str) -> Option<String> {
    let plain = fragment.trim_start_matches('#');
    if plain.starts_with(address::START) {
        return address::read(plain).ok().map(|decoded| decoded.state.text);
    }
    share::decode(fragment).ok().map(|decoded| decoded.state.text)
}

/// The step that is shown, or will be as soon as the run has got there.
fn shown_step(run: &Run) -> usize {
    run.awaited_step.unwrap_or(run.moment.step)
}

/// Whatever a link to the present moment depends on; cheap to compare.
pub fn summary(state: &State) -> impl PartialEq + use<> {
    let run = |side| state.run_at(side).map(|run| (run.id, shown_step(run), Rc::clone(&run.text)));
    (
        Rc::clone(&state.text),
        state.settings.clone(),
        Side::BOTH.map(run),
        (state.compares, state.side, state.is_link_text()),
        state.views_in_words(),
        state.selection,
    )
}

impl State {
    /// Shows again what this page has shown before: what it ran, it runs again, and the text is the user's.
    pub(crate) fn reopen(&mut self, fragment: &str) {
        self.open_link(fragment);
        if self.notice.is_none() {
            let text = Rc::clone(&self.text);
            self.link_text = None;
            self.open(text);
        }
        for run in self.runs.iter_mut().flatten() {
            run.is_asked_for = true;
        }
    }

    /// Shows what a link carries, or says what is wrong with it. The user's own text is set aside.
    pub(crate) fn open_link(&mut self, fragment: &str) {
        let plain = fragment.trim().trim_start_matches('#');
        if plain.starts_with(lesson::START) {
            self.open_lesson_address(plain);
            return;
        }
        if plain.starts_with(address::START) {
            match address::read(plain) {
                Err(words) => self.notice = Some(format!("{words} Here is your own text instead.").into()),
                Ok(decoded) => self.show_shared(&decoded),
            }
            return;
        }
        match share::decode(fragment) {
            Err(ShareError::Empty) => {}
            Err(error) => self.notice = Some(format!("{error} Here is your own text instead.").into()),
            Ok(decoded) if self.open_lesson_link(&decoded) => {}
            Ok(decoded) => self.show_shared(&decoded),
        }
    }

    fn show_shared(&mut self, Decoded { state, damage }: &Decoded) {
        // Without its text a damaged link is only good for its settings.
        if !state.text.is_empty() || damage.is_empty() {
            self.open_link_text(state.text.as_str().into());
        }
        let mut rest = state.settings.clone();
        self.compares = rest.remove(COMPARES).is_some();
        let right_is_controlled = rest.remove(RIGHT_IS_CONTROLLED).is_some();
        let right_step = rest.remove(RIGHT_STEP).and_then(|step| step.parse().ok());
        self.settings = NamedSettings::InLinks.take(&mut rest);
        let left_out = rest.len() + state.unknown.len() + self.show_views(state.view.as_deref());
        self.runs = [None, None];
        self.side = Side::Left;
        // The choices are those of the link's run, not of the runs that come after.
        let of_link = self.settings.clone();
        self.settings.iter_mut().for_each(|settings| settings.choices.clear());
        if let Some(step) = state.step {
            self.solve();
            let steps = [usize::try_from(step).ok(), right_step];
            for ((run, step), settings) in self.runs.iter_mut().zip(steps).zip(of_link) {
                if let Some(run) = run {
                    run.settings = settings;
                    run.is_asked_for = false;
                    run.awaited_step = step;
                    run.follows &= step.is_none();
                }
            }
            if self.compares && right_is_controlled {
                self.side = Side::Right;
            }
        }
        self.selection = state.selection.as_deref().and_then(|name| name.parse().ok()).unwrap_or_default();
        let mut words: Vec<String> = damage.iter().map(ToString::to_string).collect();
        if left_out > 0 {
            let parts = count(left_out, "part of it is", "parts of it are");
            words.push(format!(
                "The link was made by a newer version of Hornbook: {parts} not known here and left out. Reload the page to get \
                 that version."
            ));
        }
        if !words.is_empty() {
            self.notice = Some(words.join(" ").into());
        }
    }

    /// Says so if the run of a link has ended before the step that the link leads to, or has paused because
    /// nobody has asked for more.
    pub(crate) fn note_link_runs(&mut self) {
        for run in self.runs.iter_mut().flatten() {
            if run.status.is_active() {
                continue;
            }
            let (last, can_go_on) = (run.log.len(), run.can_be_continued());
            let Some(step) = run.awaited_step else { continue };
            let last = count(last, "step", "steps");
            let words = match pause_of_link(run) {
                Some(why) if can_go_on => {
                    format!(
                        "The link leads to step {step}; its run has paused after {last}. {why} Continue it to get there."
                    )
                }
                _ if can_go_on => {
                    format!(
                        "The link leads to step {step}; the run has paused after {last}. Continue it to get there."
                    )
                }
                _ if !run.log.is_empty() => {
                    run.awaited_step = None;
                    format!(
                        "The link leads to step {step}, but this run has only {last}. The link may be damaged, or come \
                         from another version of Hornbook."
                    )
                }
                _ => continue,
            };
            // What was said about the link itself comes first; nothing is said twice.
            self.notice = match self.notice.take() {
                Some(said) if said.contains(&words) => Some(said),
                Some(said) => Some(format!("{said} {words}").into()),
                None => Some(words.into()),
            };
        }
    }
}

/// Why the run of a link has paused, if that is because nobody has asked for more.
fn pause_of_link(run: &Run) -> Option<String> {
    if run.is_asked_for {
        return None;
    }
    let allowance = RunLimits::of(&run.settings, false);
    let limit = match (&run.status, run.pause()) {
        (RunStatus::Cut(Cut::TooSlow), _) => format!("{} seconds", LINK_PATIENCE_IN_MILLISECONDS / 1000),
        (_, Some(StopReason::Budget)) => steps_in_words(allowance.steps),
        (_, Some(StopReason::Memory)) => memory_in_words(allowance.memory),
        _ => return None,
    };
    Some(format!("It needs more than the {limit} that a link gets until you ask for more."))
}

#[cfg(test)]
mod tests;
