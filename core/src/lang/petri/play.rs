//! Nets that somebody plays with: a click on an enabled action fires it.
//!
//! If the first marking is not given in full, the play begins with the fewest tokens, and before the first
//! firing a click on such a place adds one.

use super::account::{columns, fired, row};
use super::net::{Marking, Net};
use super::picture::{action_part, place_part};
use super::print;
use crate::lang::model::{Move, Play, Run};
use crate::num::Int;

/// What can be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Fire(usize),
    Add(usize),
}

/// The net after some moves, each the position of one among those that were possible.
pub(super) fn play(net: &Net, moves: &[usize]) -> Play {
    let mut marking = net.least_initial();
    let mut rows = vec![row("initial marking".to_owned(), &marking, Vec::new())];
    let mut is_fresh = true;
    for choice in moves {
        let possible = steps(net, &marking, is_fresh);
        let Some(step) = possible.get(*choice) else { break };
        match *step {
            Step::Fire(action) => {
                let Some(after) = net.actions[action].fire(&marking) else { break };
                marking = after;
                is_fresh = false;
                rows.push(fired(net, action, &marking));
            }
            Step::Add(place) => {
                marking[place] += &Int::ONE;
                let label = format!("one more token in {}", net.places[place].name);
                rows.push(row(label, &marking, vec![place_part(place)]));
            }
        }
    }
    let possible = steps(net, &marking, is_fresh);
    let remark = match net.target(&marking) {
        Some(target) => Some(format!("Target reached: {}.", print::region(net, &net.targets[target]))),
        None if !possible.iter().any(|step| matches!(step, Step::Fire(_))) => {
            Some("No action is enabled: a deadlock.".to_owned())
        }
        None => None,
    };
    let named = |step: &Step| match *step {
        Step::Fire(action) => {
            Move { label: net.actions[action].name.clone(), part: Some(action_part(net, action)) }
        }
        Step::Add(place) => Move {
            label: format!("one more token in {}", net.places[place].name),
            part: Some(place_part(place)),
        },
    };
    let moves = possible.iter().map(named).collect();
    Play { run: Run { sentence: String::new(), columns: columns(net), rows }, moves, remark }
}

fn steps(net: &Net, marking: &Marking, is_fresh: bool) -> Vec<Step> {
    let enabled = (0..net.actions.len()).filter(|action| net.actions[*action].fire(marking).is_some());
    let mut steps: Vec<Step> = enabled.map(Step::Fire).collect();
    if is_fresh {
        let room = |place: &usize| {
            let high = net.initial[*place].high.as_ref();
            high.is_none_or(|high| marking[*place] < *high)
        };
        steps.extend((0..net.places.len()).filter(room).map(Step::Add));
    }
    steps
}
