//! Somebody who chooses at random: never a wrong verdict, and never a run without an end.
//!
//! A bold person also makes choices that do not fit, which ends a run; a prudent one makes none, so that most
//! of those runs come to a verdict in another way than the solver's.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::choices_text::Person;
use super::random::system;
use super::*;
use crate::lang::{Encoding, Language};
use crate::testing::Random;

/// How often which verdict was found.
type Words = BTreeMap<&'static str, usize>;

/// Runs to the end with random choices, twice: what the log says was chosen gives the same log again. Says
/// what the verdict is.
fn played(
    problem: &Problem,
    settings: &Settings,
    person: &mut Person,
    steps: u64,
    what: &str,
) -> &'static str {
    let begin = |settings: Settings| Engine::within(problem.clone(), settings, &mut Budget::steps(2_000_000));
    let mut engine = begin(settings.clone());
    let events = person.play(&mut engine, steps);
    assert!(matches!(events.last(), Some(Event::Verdict(_))), "{what}");
    let choices = Choice::write_all(&person.all);
    let mut again = begin(Settings { choices: choices.clone(), ..settings.clone() });
    assert_eq!(run(&mut again, steps), events, "{what} {choices}");
    word(&engine)
}

/// Every kind of choice is made often, and right and wrong ones among them.
#[test]
fn random_choices_never_change_a_verdict() {
    let mut made = [0; 6];
    let mut words = Words::new();
    for (seed, (name, text)) in examples::SAFE.into_iter().chain(examples::UNSAFE).enumerate() {
        let expected = if seed < examples::SAFE.len() { "safe" } else { "unsafe" };
        for round in 0..6 {
            let strategy = [Strategy::Tree, Strategy::Disjunctive, Strategy::Global][round % 3];
            let mut person = Person::bold(31 * seed as u64 + round as u64 + 1);
            let what = format!("{name} {strategy:?} {round}");
            let found = played(&problem(text), &settings(strategy), &mut person, 400_000, &what);
            for (all, own) in made.iter_mut().zip(person.made) {
                *all += own;
            }
            *words.entry(found).or_default() += 1;
            assert!(found == expected || found == "stopped", "{what}: {found}");
        }
    }
    assert!(made.iter().all(|count| *count > 20), "{made:?}");
    assert!(words["safe"] > 20 && words["unsafe"] > 5 && words["stopped"] > 5, "{words:?}");
}

/// The problem of a text in any language, as the page reads it.
fn read(text: &str) -> Problem {
    let mut budget = Budget::steps(5_000_000);
    let language = Language::detect(text);
    match crate::lang::parse_model(text, language, Encoding::default(), &mut budget) {
        Some((model, _)) => model.problem().clone(),
        None => crate::lang::parse_within(text, language, &mut budget).0,
    }
}

/// The files of a folder and of those in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut open = vec![folder.to_owned()];
    let mut files = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { open.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}

/// Examples in which `false` can be derived; of [`WITHOUT_VERDICT`] nothing is known, and all others are
/// safe.
const UNSAFE_EXAMPLES: [&str; 9] = [
    "beaver.turing",
    "deep-bug.horn",
    "fischer-wrong.xta",
    "gcd-bug.horn",
    "merge-bug.horn",
    "pairs.qbf",
    "pedestrian-faulty.xta",
    "readers-writers-bug.net",
    "rounds-bug.horn",
];

/// Their solutions, if they have any, are no Presburger formulae.
const WITHOUT_VERDICT: [&str; 2] = ["mult.horn", "squares.horn"];

/// Every example of the page, in whatever language, by bold and by prudent people.
#[test]
fn random_choices_in_every_example_never_give_a_wrong_verdict() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../static/examples");
    let mut words = Words::new();
    let mut decided = 0;
    for (seed, path) in
        files(Path::new(folder)).iter().filter(|path| !path.ends_with("topics.txt")).enumerate()
    {
        let problem = read(&fs::read_to_string(path).unwrap());
        let is_in = |names: &[&str]| names.iter().any(|name| path.ends_with(name));
        let mut is_decided = false;
        for round in 0..4 {
            let strategy = ON_GRAPHS[(seed + round) % ON_GRAPHS.len()];
            let mut person = Person::new(7 * seed as u64 + round as u64 + 1, round > 0);
            let what = format!("{} {strategy:?} {round}", path.display());
            let found = played(&problem, &settings(strategy), &mut person, 60_000, &what);
            *words.entry(found).or_default() += 1;
            is_decided |= found != "stopped";
            let expected = if is_in(&UNSAFE_EXAMPLES) { "unsafe" } else { "safe" };
            let is_open = is_in(&WITHOUT_VERDICT);
            assert!(found == "stopped" || (found == expected && !is_open), "{what}: {found}");
        }
        decided += usize::from(is_decided);
    }
    assert!(words["safe"] > 40 && words["unsafe"] > 5 && words["stopped"] > 10, "{words:?}");
    assert!(decided > 25, "{decided} {words:?}");
}

/// Small random systems, whose verdicts are those of the solver without choices.
#[test]
fn random_choices_in_random_systems_never_give_another_verdict() {
    let mut random = Random(16);
    let (mut plain, mut words) = (Words::new(), Words::new());
    for seed in 0..80 {
        let text = system(&mut random);
        let mut solver = Engine::new(problem(&text), settings(Strategy::Tree));
        run(&mut solver, 60_000);
        let expected = word(&solver);
        *plain.entry(expected).or_default() += 1;
        for round in 0..3 {
            let strategy = ON_GRAPHS[(seed + round) % ON_GRAPHS.len()];
            let mut person = Person::new(3 * seed as u64 + round as u64 + 1, round > 0);
            let what = format!("{text}{strategy:?} {round}");
            let found = played(&problem(&text), &settings(strategy), &mut person, 30_000, &what);
            *words.entry(found).or_default() += 1;
            let is_known = expected != "stopped" && found != "stopped";
            assert!(!is_known || found == expected, "{what}: {found}, not {expected}");
        }
    }
    assert!(words["safe"] > 40 && words["unsafe"] > 40, "{words:?} {plain:?}");
}
