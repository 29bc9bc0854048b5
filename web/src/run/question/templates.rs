//! Which set of templates is feasible? The search of the run has tried some.

use hornbook::engine::Event;
use hornbook::guide::{SearchStep, TemplateText};
use hornbook::trace;

use super::{Asked, Choice, Made, math, words};
use crate::run::narrate::{Part, templates_at};

/// At most this many wrong answers.
const WRONG: usize = 3;

pub(super) fn templates(run: Asked<'_>, at: usize, state: &trace::State) -> Option<Made> {
    let Event::Explored { relations, steps, .. } = run.events.get(at)? else { return None };
    let known = templates_at(relations, state);
    let mut right = None;
    let mut wrong: Vec<&[usize]> = Vec::new();
    for step in steps {
        match step {
            SearchStep::Tried { element, feasible: true } if !element.is_empty() => {
                right = Some(right.map_or(
                    element,
                    |best: &Vec<usize>| {
                        if element.len() < best.len() { element } else { best }
                    },
                ));
            }
            SearchStep::Tried { element, feasible: false } if !wrong.contains(&&**element) => {
                wrong.push(element);
            }
            _ => {}
        }
    }
    let right = right?;
    // The largest of those that don't do say the most.
    wrong.sort_by_key(|set| std::cmp::Reverse(set.len()));
    let choice = |set: &[usize], is_right: bool| {
        let why = if is_right {
            "The search has found it feasible: the counterexample is refuted by speaking of these alone."
        } else {
            "The search has found it infeasible: told in terms of these alone, the counterexample could be real."
        };
        Choice { text: set_text(set, &known), is_right, why: words(why) }
    };
    let mut choices = vec![choice(right, true)];
    choices.extend(wrong.into_iter().take(WRONG).map(|set| choice(set, false)));
    let prompt = words("Which of these sets of templates is feasible: enough to refute the counterexample?");
    Some((at + 1, prompt, choices))
}

fn set_text(set: &[usize], known: &[&TemplateText]) -> Vec<Part> {
    if set.is_empty() {
        return words("the empty set");
    }
    let mut parts = Vec::new();
    for (index, place) in set.iter().enumerate() {
        parts.extend(words(if index > 0 { ", " } else { "{" }));
        match known.get(*place) {
            Some(template) => parts.push(math(&template.text())),
            None => parts.extend(words(format!("template {}", place + 1))),
        }
    }
    parts.extend(words("}"));
    parts
}
