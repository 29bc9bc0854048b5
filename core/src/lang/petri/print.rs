//! Nets as text, in both notations. What is printed reads back as the same net, but for two things: rules of
//! mist have no names, and a place that is called like one of its sections gets another name.

use std::fmt::Write as _;

use super::net::{Action, Bounds, Net, Region, Sum};
use crate::num::Int;

/// A net in the short notation.
pub fn print_short(net: &Net) -> String {
    let mut text = String::new();
    let name = |place: usize| net.places[place].name.as_str();
    if !net.places.is_empty() {
        let names: Vec<&str> = net.places.iter().map(|place| &*place.name).collect();
        let _ = writeln!(text, "places {}", names.join(", "));
    }
    for action in &net.actions {
        let _ = writeln!(text, "{}: {}", action.name, short_action(net, action));
    }
    let initial: Vec<String> = (0..net.places.len())
        .filter(|place| net.initial[*place] != Bounds::exactly(Int::ZERO))
        .map(|place| condition(name(place), &net.initial[place]))
        .collect();
    if !initial.is_empty() {
        let _ = writeln!(text, "init {}", initial.join(", "));
    }
    for target in &net.targets {
        let _ = writeln!(text, "{}", short_region(net, target));
    }
    text
}

/// `target p1 = 1` or `cover p1 >= 1`.
fn short_region(net: &Net, region: &Region) -> String {
    let is_marking = region.bounds.len() == net.places.len()
        && region.bounds.iter().all(|(_, bounds)| bounds.exact().is_some());
    let word = if is_marking { "target" } else { "cover" };
    let empty = Bounds::exactly(Int::ZERO);
    let shown = region.bounds.iter().filter(|(_, bounds)| !is_marking || *bounds != empty);
    let mut parts: Vec<String> =
        shown.map(|(place, bounds)| condition(&net.places[*place].name, bounds)).collect();
    if parts.is_empty() {
        // All places are empty, or there is no condition at all.
        let any = if is_marking { empty } else { Bounds::at_least(Int::ZERO) };
        parts.extend(net.places.first().map(|place| condition(&place.name, &any)));
    }
    format!("{word} {}", parts.join(", "))
}

/// The conditions of a target, for sentences.
pub(super) fn region(net: &Net, region: &Region) -> String {
    short_region(net, region)
        .split_once(' ')
        .map_or_else(String::new, |(_, conditions)| conditions.to_owned())
}

/// An action without its name.
pub(super) fn short_action(net: &Net, action: &Action) -> String {
    let name = |place: usize| net.places[place].name.as_str();
    let change = |place: usize| match action.update(place) {
        None => Some(Int::ZERO),
        Some(sum) => sum.change_of(place).cloned(),
    };
    let (mut taken, mut put, mut conditions, mut assigned) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (place, bounds) in &action.guard {
        match change(*place) {
            // Tokens that are taken and put back are a test.
            Some(change) if bounds.high.is_none() => {
                taken.push(multiple(&bounds.low, name(*place)));
                let left = &bounds.low + &change;
                if left.is_positive() {
                    put.push(multiple(&left, name(*place)));
                }
            }
            _ => conditions.push(condition(name(*place), bounds)),
        }
    }
    for (place, sum) in &action.updates {
        let bounds = action.bounds(*place);
        match sum.change_of(*place) {
            Some(change) if bounds.is_none() => put.push(multiple(change, name(*place))),
            Some(_) if bounds.is_some_and(|bounds| bounds.high.is_none()) => {}
            _ => assigned.push(format!("{} := {}", name(*place), sum_text(net, sum))),
        }
    }
    let mut left: Vec<String> = Vec::new();
    if !taken.is_empty() {
        left.push(taken.join(" + "));
    }
    left.extend(conditions);
    let mut right: Vec<String> = Vec::new();
    if !put.is_empty() {
        right.push(put.join(" + "));
    }
    right.extend(assigned);
    format!("{} -> {}", left.join(", "), right.join(", ")).trim().to_owned()
}

/// A net in the format of mist.
pub fn print_spec(net: &Net) -> String {
    let names = spec_names(net);
    let mut text = String::from("vars\n ");
    for name in &names {
        let _ = write!(text, " {name}");
    }
    text.push_str("\n\nrules\n");
    for action in &net.actions {
        let guard: Vec<String> =
            action.guard.iter().map(|(place, bounds)| condition(&names[*place], bounds)).collect();
        let updates: Vec<String> = action
            .updates
            .iter()
            .map(|(place, sum)| format!("{}' = {}", names[*place], sum_with(sum, &names)))
            .collect();
        let _ =
            writeln!(text, "  #{}\n  {} ->\n    {};", action.name, guard.join(", "), updates.join(",\n    "));
    }
    text.push_str("\ninit\n  ");
    let initial: Vec<String> =
        net.initial.iter().zip(&names).map(|(bounds, name)| condition(name, bounds)).collect();
    text.push_str(&initial.join(", "));
    text.push('\n');
    if !net.targets.is_empty() {
        text.push_str("\ntarget\n");
    }
    for target in &net.targets {
        let mut parts: Vec<String> =
            target.bounds.iter().map(|(place, bounds)| condition(&names[*place], bounds)).collect();
        if parts.is_empty() {
            parts.extend(names.first().map(|name| format!("{name} >= 0")));
        }
        let _ = writeln!(text, "  {}", parts.join(", "));
    }
    text
}

/// The names of places, none of them a word of the format.
fn spec_names(net: &Net) -> Vec<String> {
    let mut names: Vec<String> = net.places.iter().map(|place| place.name.clone()).collect();
    for i in 0..names.len() {
        while ["vars", "rules", "init", "target", "invariants", "in"].contains(&&*names[i])
            || names[..i].contains(&names[i])
        {
            names[i].push('_');
        }
    }
    names
}

fn condition(name: &str, bounds: &Bounds) -> String {
    match (&bounds.high, bounds.exact()) {
        (_, Some(number)) => format!("{name} = {number}"),
        (None, _) => format!("{name} >= {}", bounds.low),
        (Some(high), _) if bounds.low.is_zero() => format!("{name} <= {high}"),
        (Some(high), _) => format!("{name} in [{}, {high}]", bounds.low),
    }
}

fn multiple(factor: &Int, name: &str) -> String {
    if factor.is_one() { name.to_owned() } else { format!("{factor} {name}") }
}

/// A new number of tokens.
pub(super) fn sum_text(net: &Net, sum: &Sum) -> String {
    let names: Vec<String> = net.places.iter().map(|place| place.name.clone()).collect();
    sum_with(sum, &names)
}

fn sum_with(sum: &Sum, names: &[String]) -> String {
    let mut text = String::new();
    let mut add = |number: &Int, what: &str| {
        let sign = match (text.is_empty(), number.is_negative()) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        text.push_str(sign);
        text.push_str(what);
    };
    for (place, factor) in &sum.summands {
        add(factor, &multiple(&factor.abs(), &names[*place]));
    }
    if !sum.constant.is_zero() || sum.summands.is_empty() {
        add(&sum.constant, &sum.constant.abs().to_string());
    }
    text
}
