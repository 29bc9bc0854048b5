//! "Make a lesson of these steps": the text of a lesson that leads through a run as somebody has walked
//! through it, with what was told at each step. It is a beginning: its author writes on.

use std::rc::Rc;

use hornbook::engine::Event;

use super::place::Place;
use crate::run::Run;
use crate::run::narrate::{plain, tell};
use crate::state::{Side, State};
use crate::text::examples::Example;
use crate::wire::goal::Goal;

/// If no step is marked, this many telling ones are taken.
const TELLING_STEPS: usize = 12;

/// The text of a lesson about the run that is shown; none if there is none.
pub fn lesson_of(state: &State) -> Option<String> {
    let run = state.run_at(Side::Left)?;
    let mut steps = state.lessons.marked(run.id).to_vec();
    if steps.is_empty() {
        steps = telling(run);
    }
    let example = Example::behind(&run.text).filter(|example| *example.text == *run.text);
    let name = example.map_or_else(|| "A problem of my own".to_owned(), |example| example.name.to_owned());
    let mut text = format!("# {name}\n@minutes 10\n\nWhat this lesson is about.\n");
    let views = state.views_in_words();
    for (index, step) in steps.into_iter().enumerate() {
        let place = run.log.with_events(|events| Place::of(step, events));
        text += &format!("\n## Step {step}: {place}\n");
        if index == 0 {
            text += &problem(&run.text, example);
            text += &settings(run, example);
        }
        text += &format!("@step {place}\n");
        if let Some(views) = views.as_ref().filter(|_| index == 0) {
            text += &format!("@views {views}\n");
        }
        text += &format!("\n{}\n", escaped(&told(run, step)));
    }
    Some(text)
}

/// The text of a challenge: the problem that is in the editor, the goal, and some words.
pub fn challenge_of(state: &State, goal: Goal, words: &str) -> String {
    let example = state.open_example();
    let mut text = "# Challenge\n".to_owned() + &problem(&state.text, example);
    let settings = &state.settings[0];
    if let Some(method) = settings.method() {
        text += &format!("@method {}\n", method.name);
    }
    text += &format!("\n{}\n\n@challenge {goal}\n", escaped(words.trim()));
    text
}

/// What a person wrote, as words of a lesson: no line of it is taken for a directive or a heading.
fn escaped(words: &str) -> String {
    let line = |line: &str| {
        let is_markup = line.starts_with(['@', '#']) || line.starts_with("```");
        if is_markup { format!(" {line}") } else { line.to_owned() }
    };
    words.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn problem(text: &str, example: Option<&Example>) -> String {
    match example {
        Some(example) => format!("@example {}\n", example.name),
        None => format!("@problem\n```\n{}\n```\n", text.trim_end()),
    }
}

/// What differs from the settings that the problem opens with in a lesson.
fn settings(run: &Run, example: Option<&Example>) -> String {
    let method = run.settings.method().or_else(|| example.map(Example::method));
    let mut text = String::new();
    let mut opened = hornbook::settings::RunSettings::default();
    if let Some(method) = method {
        text += &format!("@method {}\n", method.name);
        method.apply(&mut opened);
    }
    let mut differences = hornbook::order::Map::new();
    run.settings.write("", &mut differences, &opened);
    for (name, value) in differences.into_iter().filter(|(_, value)| !value.contains('\n')) {
        text += &format!("@set {name}={value}\n");
    }
    text
}

/// Counterexamples, refinements and the verdict.
fn telling(run: &Run) -> Vec<usize> {
    run.log.with_events(|events| {
        let is_telling = |event: &Event| {
            matches!(
                event,
                Event::CounterexampleFound { .. }
                    | Event::PredicatesAdded { .. }
                    | Event::InterpolantsFound { .. }
            )
        };
        let steps = (1..=events.len()).filter(|step| is_telling(&events[step - 1]));
        let mut steps: Vec<usize> = steps.take(TELLING_STEPS).collect();
        if !events.is_empty() {
            steps.push(events.len());
        }
        steps
    })
}

fn told(run: &Run, step: usize) -> String {
    let event = run.log.event(step).map(Rc::new);
    match (event, run.first_header()) {
        (Some(event), Some(header)) => plain(&tell(&event, &header, &run.log.state(step))),
        _ => "Before the first step there are only the clauses.".to_owned(),
    }
}
