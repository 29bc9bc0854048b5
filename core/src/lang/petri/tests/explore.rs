//! Random nets: clauses against the interpreter, and verdicts against exploration of all markings.

use super::*;
use crate::engine::{Engine, Settings, Verdict};
use crate::formula::{Sort, Symbol, Valuation};
use crate::guide::InterpolationAbstraction;
use crate::lang::Argument;
use crate::lang::Span;
use crate::lang::model::Account;
use crate::num::Int;
use crate::order::Set;
use crate::settings::Strategy;
use crate::testing::Random;

/// A net with everything that the notations can say.
pub(super) fn random_net(random: &mut Random, count: usize, conservative: bool) -> Net {
    let name = |i: usize| format!("p{}", i + 1);
    let places = (0..count).map(|i| Place { name: name(i), span: Span::default() }).collect();
    let mut actions = Vec::new();
    for i in 0..random.count(1, 4) {
        let mut action = Action { name: format!("a{}", i + 1), ..Action::default() };
        if conservative {
            // As many tokens are put as are taken.
            let mut change = Sum::default();
            for _ in 0..random.count(1, 2) {
                let (from, to) = (random.below(count), random.below(count));
                action.require(from, Bounds::at_least(Int::from(1)));
                change.add(from, &Int::MINUS_ONE);
                change.add(to, &Int::ONE);
            }
            let updates = change.summands.into_iter();
            action.updates = updates.map(|(place, d)| (place, Sum::of_place(place, d))).collect();
        } else {
            for place in 0..count {
                match random.below(9) {
                    0..=2 => {
                        let change = Int::from(random.range(-2, 2));
                        action.updates.push((place, Sum::of_place(place, change)));
                    }
                    3 => {
                        let mut sum = Sum { constant: Int::from(random.range(-1, 2)), ..Sum::default() };
                        sum.add(random.below(count), &Int::ONE);
                        sum.add(random.below(count), &Int::from(random.range(-1, 2)));
                        action.updates.push((place, sum));
                    }
                    4 => action.updates.push((place, Sum::default())),
                    _ => {}
                }
            }
        }
        for place in 0..count {
            match random.below(12) {
                0 => action.require(place, Bounds::at_least(Int::from(random.range(1, 3)))),
                1 => action.require(place, Bounds::exactly(Int::from(random.range(0, 1)))),
                2 => action
                    .require(place, Bounds { low: Int::ZERO, high: Some(Int::from(random.range(1, 3))) }),
                _ => {}
            }
        }
        action.complete();
        actions.push(action);
    }
    let initial = (0..count).map(|_| match random.below(if conservative { 3 } else { 5 }) {
        0 | 1 => Bounds::exactly(Int::ZERO),
        2 => Bounds::exactly(Int::from(random.range(1, 2))),
        3 => Bounds::at_least(Int::from(random.range(0, 1))),
        _ => Bounds { low: Int::ONE, high: Some(Int::from(random.range(2, 3))) },
    });
    let initial = initial.collect();
    let mut targets = Vec::new();
    for _ in 0..random.count(1, 2) {
        let mut region = Region::default();
        let exact = random.coin();
        for place in 0..count {
            let number = Int::from(random.range(0, 2));
            if exact {
                region.require(place, Bounds::exactly(number));
            } else if random.coin() {
                region.require(place, Bounds::at_least(number));
            }
        }
        targets.push(region);
    }
    Net { places, actions, initial, targets }
}

/// Nets without their places in a text.
pub(super) fn without_spans(net: &Net) -> Net {
    let mut net = net.clone();
    net.places.iter_mut().for_each(|place| place.span = Span::default());
    net.actions.iter_mut().for_each(|action| action.span = Span::default());
    net.targets.iter_mut().for_each(|target| target.span = Span::default());
    net
}

/// Is a target reachable? All markings are looked at; `None` if they are more than this.
fn explored(net: &Net, limit: usize) -> Option<bool> {
    let first = net.least_initial();
    assert!(net.initial.iter().all(|bounds| bounds.exact().is_some()));
    let mut seen: Set<Marking> = Set::new();
    let mut open = vec![first];
    while let Some(marking) = open.pop() {
        if net.target(&marking).is_some() {
            return Some(true);
        }
        if !seen.insert(marking.clone()) {
            continue;
        }
        if seen.len() > limit {
            return None;
        }
        open.extend(net.actions.iter().filter_map(|action| action.fire(&marking)));
    }
    Some(false)
}

/// Is an upward-closed target coverable from some first marking? By what leads to it, backwards, for nets of
/// plain actions; this ends for every net (Abdulla and others, LICS 1996).
fn coverable(net: &Net) -> bool {
    let count = net.places.len();
    let mut minimal: Vec<Marking> = Vec::new();
    let mut open: Vec<Marking> = Vec::new();
    for target in &net.targets {
        let mut least = vec![Int::ZERO; count];
        for (place, bounds) in &target.bounds {
            assert!(bounds.high.is_none());
            least[*place] = bounds.low.clone();
        }
        open.push(least);
    }
    let covers = |one: &Marking, other: &Marking| one.iter().zip(other).all(|(a, b)| a >= b);
    while let Some(marking) = open.pop() {
        if minimal.iter().any(|other| covers(&marking, other)) {
            continue;
        }
        for action in &net.actions {
            assert!(action.is_plain());
            let mut before = marking.clone();
            for (place, change) in action.effect().unwrap() {
                before[place] = &marking[place] - &change;
            }
            for (place, tokens) in before.iter_mut().enumerate() {
                let needed = action.bounds(place).map_or(Int::ZERO, |bounds| bounds.low.clone());
                if *tokens < needed {
                    *tokens = needed;
                }
            }
            open.push(before);
        }
        minimal.retain(|other| !covers(other, &marking));
        minimal.push(marking);
    }
    let initial = |marking: &Marking| {
        marking
            .iter()
            .zip(&net.initial)
            .all(|(tokens, bounds)| bounds.high.as_ref().is_none_or(|high| tokens <= high))
    };
    minimal.iter().any(initial)
}

/// The verdict of the engine, with a run that the net has replayed: is a target reachable?
pub(super) fn solved(model: &NetModel, settings: Settings, steps: u64) -> Option<bool> {
    let mut engine = Engine::new(model.problem().clone(), settings);
    let mut budget = Budget::steps(steps);
    while engine.verdict().is_none() {
        engine.step(&mut budget);
    }
    match engine.verdict() {
        Some(Verdict::Safe(solved)) => {
            let mut problem = engine.problem().clone();
            let reading = model.reading(&mut problem, solved.solution(), &mut Budget::unlimited());
            assert!(reading.notes.iter().any(|note| note.title.starts_with("invariant")));
            Some(false)
        }
        Some(Verdict::Unsafe(derivation, _)) => {
            match model.account(derivation, &mut Budget::unlimited()) {
                Account::Real(run) => replayed(model.net(), &run),
                other => panic!("{other:?}"),
            }
            Some(true)
        }
        _ => None,
    }
}

/// Fires a run again, from what is written in it.
fn replayed(net: &Net, run: &crate::lang::model::Run) {
    let marking = |row: &crate::lang::model::Row| -> Marking {
        row.values
            .iter()
            .map(|value| match value {
                Some(crate::formula::Value::Int(n)) => n.clone(),
                _ => panic!("no number"),
            })
            .collect()
    };
    let mut now = marking(&run.rows[0]);
    assert!(net.is_initial(&now));
    let fire = |now: &mut Marking, name: &str| {
        let action = net.actions.iter().find(|action| action.name == name).unwrap();
        *now = action.fire(now).expect("the action is enabled");
    };
    let last = run.rows.len() - 1;
    for (i, row) in run.rows.iter().enumerate().take(last).skip(1) {
        fire(&mut now, &row.label);
        assert_eq!(now, marking(row));
        if let Some((rows, times)) = &row.repeated {
            for _ in 0..times.to_i64().unwrap() {
                run.rows[i + 1 - rows..=i].iter().for_each(|row| fire(&mut now, &row.label));
            }
        }
    }
    assert_eq!(now, marking(&run.rows[last]));
    assert!(net.target(&now).is_some());
}

#[test]
fn clauses_say_what_the_interpreter_does() {
    let mut random = Random(20);
    for _ in 0..300 {
        let net = random_net(&mut random, 3, false);
        let model = super::net(&print_short(&net));
        let problem = model.problem();
        let net = model.net();
        let symbols: Vec<Symbol> =
            net.places.iter().map(|p| problem.arena.find_symbol(&p.name, Sort::Int).unwrap()).collect();
        for _ in 0..20 {
            let marking: Marking = net.places.iter().map(|_| Int::from(random.range(0, 4))).collect();
            let mut valuation = Valuation::new();
            symbols.iter().zip(&marking).for_each(|(s, n)| valuation.set_int(*s, n.clone()));
            let holds =
                |clause: usize| problem.arena.evaluate(problem.clauses[clause].constraint, &valuation);
            assert_eq!(holds(0), net.is_initial(&marking));
            for (i, action) in net.actions.iter().enumerate() {
                let after = action.fire(&marking);
                assert_eq!(holds(1 + i), after.is_some(), "{}", print_short(net));
                if let Some(after) = after {
                    let head = problem.clauses[1 + i].head.as_ref().unwrap();
                    let values: Marking = head
                        .arguments
                        .iter()
                        .map(|argument| match argument {
                            Argument::Int(term) => term.evaluate(&valuation),
                            Argument::Bool(_) => panic!("a Boolean place"),
                        })
                        .collect();
                    assert_eq!(values, after);
                }
            }
            for (i, target) in net.targets.iter().enumerate() {
                assert_eq!(holds(1 + net.actions.len() + i), target.contains(&marking));
            }
        }
    }
}

/// The settings that nets are tried with.
fn all_settings() -> Vec<Settings> {
    use InterpolationAbstraction as A;
    let of = |abstraction| Settings { abstraction, strategy: Strategy::Tree, ..Settings::default() };
    let all = [A::Off, A::Auto, A::PetriOrthogonal, A::PetriAccelerated, A::PetriIncreasing, A::PetriAll];
    all.map(of).into()
}

#[test]
fn bounded_nets_have_the_verdicts_of_their_markings() {
    let mut random = Random(7);
    let (mut reachable, mut unreachable, mut decided) = (0, 0, 0);
    for _ in 0..30 {
        let net = random_net(&mut random, 4, true);
        let model = super::net(&print_short(&net));
        let truth = explored(model.net(), 5_000).expect("the number of tokens stays the same");
        *(if truth { &mut reachable } else { &mut unreachable }) += 1;
        for settings in all_settings() {
            if let Some(found) = solved(&model, settings.clone(), 1_000_000) {
                assert_eq!(found, truth, "{settings:?}\n{}", print_short(&net));
                decided += 1;
            }
        }
    }
    assert!(reachable >= 8 && unreachable >= 8, "{reachable} {unreachable}");
    assert!(decided >= 30 * all_settings().len() / 2, "{decided}");
}

#[test]
fn unbounded_nets_have_the_verdicts_of_backward_search() {
    let mut random = Random(8);
    let (mut yes, mut no, mut decided) = (0, 0, 0);
    for _ in 0..40 {
        let mut net = random_net(&mut random, 3, false);
        net.actions.retain(Action::is_plain);
        for target in &mut net.targets {
            target.bounds.iter_mut().for_each(|(_, bounds)| bounds.high = None);
        }
        if net.actions.is_empty() {
            continue;
        }
        let truth = coverable(&net);
        *(if truth { &mut yes } else { &mut no }) += 1;
        let model = super::net(&print_short(&net));
        for settings in all_settings() {
            if let Some(found) = solved(&model, settings.clone(), 1_000_000) {
                assert_eq!(found, truth, "{settings:?}\n{}", print_short(&net));
                decided += 1;
            }
        }
    }
    assert!(yes >= 5 && no >= 5, "{yes} {no}");
    assert!(decided >= (yes + no) * all_settings().len() / 2, "{decided} of {}", yes + no);
}
