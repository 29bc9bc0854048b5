//! Questions about how things end: real or spurious, how many refinements, safe or unsafe.

use hornbook::engine::{Event, VerdictText};
use hornbook::trace;

use super::{Asked, Choice, Made, after, told_at, words};
use crate::run::narrate::{Part, count};

/// Is the counterexample that was just found real?
pub(super) fn real(run: Asked<'_>, at: usize, state: &trace::State) -> Option<Made> {
    let Event::CounterexampleFound { tree } = &run.events[at.checked_sub(1)?] else { return None };
    let later = run.events.get(at..)?.iter().position(|event| {
        matches!(
            event,
            Event::Refuted
                | Event::Verdict(_)
                | Event::CounterexampleFound { .. }
                | Event::NodeAdded { .. }
                | Event::LookedAhead { .. }
                | Event::Restarted { .. }
                | Event::Coarse
        )
    })?;
    let is_real = match run.events[at + later] {
        Event::Refuted => false,
        Event::Verdict(VerdictText::Unsafe { .. }) => true,
        _ => return None,
    };
    let reveals = at + later + 1;
    let told = without_answer(told_at(run, at, state, reveals));
    let choice = |text: &str, says_real: bool| Choice {
        text: words(text),
        is_right: says_real == is_real,
        why: told.clone(),
    };
    let is_one = tree.is_single();
    let prompt =
        if is_one { "Is this counterexample real?" } else { "Is one of these counterexamples real?" };
    let choices = vec![
        choice("Real: there are numbers with which false is derived this way.", true),
        choice("Spurious: no numbers satisfy all constraints on the way.", false),
    ];
    Some((reveals, words(prompt), choices))
}

/// What is told, without the word that answers whether a counterexample is real: here that is not always
/// what was asked.
fn without_answer(mut told: Vec<Part>) -> Vec<Part> {
    if let Some(Part::Text(text)) = told.first_mut() {
        if let Some(rest) = text.strip_prefix("No. ") {
            *text = rest.to_owned();
        } else if let Some(rest) = text.strip_prefix("Yes, it is real: ") {
            *text = format!("There is a real counterexample: {rest}");
        }
    }
    told
}

/// The steps at which refinements are complete.
fn refinements_of(events: &[Event]) -> Vec<usize> {
    let mut is_refining = false;
    let mut steps = Vec::new();
    for (index, event) in events.iter().enumerate() {
        match event {
            Event::Refuted => is_refining = true,
            Event::PredicatesAdded { .. } if is_refining => {
                is_refining = false;
                steps.push(index + 1);
            }
            _ => {}
        }
    }
    steps
}

/// How many refinements until the verdict? Asked at the first counterexample.
pub(super) fn refinements(run: Asked<'_>, at: usize, state: &trace::State) -> Option<Made> {
    let is_found = |event: &Event| matches!(event, Event::CounterexampleFound { .. });
    let is_first = run.events.iter().position(is_found).is_some_and(|index| index + 1 == at);
    let is_over = matches!(
        run.events.last(),
        Some(Event::Verdict(VerdictText::Safe { .. } | VerdictText::Unsafe { .. }))
    );
    if !is_first || !is_over || run.events.iter().any(|event| matches!(event, Event::Coarse)) {
        return None;
    }
    let steps = refinements_of(run.events);
    let right = steps.len();
    let last = run.events.len();
    let mut numbers = vec![right, right + 1];
    numbers.push(if right > 1 { 1 } else { right + 2 });
    numbers.push(if right > 4 { right / 2 } else { right + 5 });
    numbers.sort_unstable();
    numbers.dedup();
    let all = count(right, "refinement", "refinements");
    let choice = |number: usize| {
        let is_right = number == right;
        let why = if let Some(step) = steps.get(number) {
            // The counterexample that needs one more.
            let found = run.events[..*step].iter().rposition(is_found).map_or(*step, |index| index + 1);
            let after_so_many = format!(
                "The run needs {all}. With {} it is not done at step {found}: ",
                count(number, "refinement", "refinements")
            );
            after(&after_so_many, told_at(run, at, state, found))
        } else {
            after(&format!("The run needs {all}. "), without_answer(told_at(run, at, state, last)))
        };
        Choice { text: words(number.to_string()), is_right, why }
    };
    let prompt = words("How many refinements does the run need until its verdict?");
    Some((last, prompt, numbers.into_iter().map(choice).collect()))
}

/// Safe or unsafe? Asked at the start.
pub(super) fn verdict(run: Asked<'_>, at: usize) -> Option<Made> {
    let is_safe = match run.events.last()? {
        Event::Verdict(VerdictText::Safe { .. }) if at == 0 => true,
        Event::Verdict(VerdictText::Unsafe { .. }) if at == 0 => false,
        _ => return None,
    };
    let reveals = run.events.len();
    let told = without_answer(told_at(run, 0, &trace::State::default(), reveals));
    let choice = |text: &str, says_safe: bool| Choice {
        text: words(text),
        is_right: says_safe == is_safe,
        why: told.clone(),
    };
    let choices = vec![
        choice("Safe: there is a solution, so false can't be derived.", true),
        choice("Unsafe: false can be derived.", false),
    ];
    Some((reveals, words("What will the verdict be?"), choices))
}
