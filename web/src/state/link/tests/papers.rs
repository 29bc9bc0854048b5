//! `docs/papers.md` says where the papers are: its places, tests and links exist, and so do the steps.

use std::fs;
use std::path::{Path, PathBuf};

use hornbook::order::Map;

use super::*;
use crate::run::selection::Selection;

const TEXT: &str = include_str!("../../../../../docs/papers.md");

const STATUSES: [&str; 4] = ["faithful", "corrected", "partly", "not there"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The rows of the tables with this many columns, without their heads.
fn rows(columns: usize) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = TEXT.lines().filter(|line| line.starts_with("| "));
    let rows = lines.map(|line| line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>());
    rows.filter(move |cells| cells.len() == columns && !["item", "status"].contains(&cells[0]))
}

/// What stands in backquotes.
fn quoted(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn every_item_has_a_status_and_they_are_counted() {
    let mut counts = STATUSES.map(|status| (status.to_owned(), 0));
    for cells in rows(5) {
        let [item, place, _, status, _] = cells[..] else { panic!("{cells:?}") };
        let Some(known) = counts.iter_mut().find(|(known, _)| status.starts_with(known.as_str())) else {
            panic!("{item}: {status}")
        };
        known.1 += 1;
        assert!(status.starts_with("not there") || !place.is_empty(), "{item}");
        assert!(!["partly", "not there"].contains(&status), "{item}: what is missing?");
    }
    let told = rows(3).map(|cells| (cells[0].to_owned(), cells[1].parse().unwrap()));
    assert_eq!(told.collect::<Vec<_>>(), counts);
}

#[test]
fn every_place_exists() {
    let mut places = 0;
    for cells in rows(5) {
        let mut file = String::new();
        for word in quoted(cells[1]).filter(|word| !word.contains(' ')) {
            if word.contains('/') {
                file = fs::read_to_string(root().join(word)).unwrap_or_else(|e| panic!("{word}: {e}"));
                places += 1;
            } else {
                assert!(file.contains(&format!(" {word}")), "{}: no {word} there", cells[0]);
            }
        }
    }
    assert!(places > 100, "{places}");
}

#[test]
fn every_test_exists() {
    let mut tests = 0;
    for name in quoted(TEXT).filter(|word| word.contains("::tests::")) {
        let (source, path) = name.strip_prefix("web::").map_or(("core/src", name), |path| ("web/src", path));
        let (modules, function) = path.rsplit_once("::").unwrap();
        let modules: Vec<&str> = modules.split("::").collect();
        let files =
            (1..=modules.len()).rev().map(|n| root().join(source).join(modules[..n].join("/") + ".rs"));
        let file = files.into_iter().find_map(|file| fs::read_to_string(file).ok()).unwrap_or_default();
        let is_test = |(i, _): (usize, &str)| file[..i].trim_end().ends_with("#[test]");
        assert!(file.match_indices(&format!("fn {function}()")).any(is_test), "no test {name}");
        tests += 1;
    }
    assert!(tests > 100, "{tests}");
}

/// What has to happen at the step of a link, by the words of the link.
const PROMISES: [(&str, &str); 23] = [
    ("(1)(2')(4')", "CounterexampleFound"),
    ("I^sp and I^wp in the lattice", "InterpolantsFound"),
    ("M ≥ R", "InterpolantsFound"),
    ("PRE and POST", "CopySolved"),
    ("POST of l6", "CopySolved"),
    ("Z ≤ X + Y", "InterpolantsFound"),
    ("a search", "Explored"),
    ("abstraction", "NodeAdded"),
    ("added", "PredicatesAdded"),
    ("all hold", "Tried"),
    ("clause 2 fails", "Tried"),
    ("conjunction", "Collapsed"),
    ("copied", "SubtreesCopied"),
    ("COPYREL", "RelationCopied"),
    ("covered", "Covered"),
    ("deleted", "NodesRemoved"),
    ("i − j = x − y", "InterpolantsFound"),
    ("restructured", "Restructured"),
    ("templates", "TemplatesChosen"),
    ("the path with its loop", "Folded"),
    ("three points", "Explored"),
    ("tree₁", "CounterexampleFound"),
    ("tree₂", "CounterexampleFound"),
];

/// A run as far as a link asks for it.
struct Followed {
    state: State,
    furthest: u64,
    /// What its steps are to be, by their numbers.
    promises: Vec<(u64, &'static str)>,
}

#[test]
fn every_link_leads_to_its_step() {
    // One run serves all links with the same text and settings.
    let mut runs: Map<String, Followed> = Map::new();
    let (mut links, mut kept_promises) = (0, 0);
    let mut before = "";
    for rest in TEXT.split("](#") {
        let (link, words) = (rest.split(')').next().unwrap_or_default(), before);
        before = rest.rsplit('[').next().unwrap_or_default();
        if links == 0 && words.is_empty() || link == "errata" {
            continue;
        }
        links += 1;
        let read = address::read(link).unwrap_or_else(|words| panic!("{link}: {words}")).state;
        assert!(read.selection.is_none_or(|name| name.parse::<Selection>().is_ok()), "{link}");
        let state = opened(link);
        assert_eq!(state.notice, None, "{link}");
        if let Some(step) = read.step {
            let kept = [read.text.as_str(), &format!("{:?}", read.settings)].concat();
            if runs.get(&kept).is_none() {
                let followed = Followed { state, furthest: step, promises: Vec::new() };
                runs.insert(kept.clone(), followed);
            }
            let Some(followed) = runs.get_mut(&kept) else { continue };
            followed.furthest = followed.furthest.max(step);
            if let Some((_, event)) = PROMISES.iter().find(|(promise, _)| *promise == words) {
                followed.promises.push((step, *event));
            }
        }
    }
    assert!(links > 80, "{links}");
    for Followed { state, furthest, promises } in runs.values() {
        let told = &state.text[..state.text.find('\n').unwrap_or_default()];
        let Some(Request::Solve { run, text, settings, keep, is_asked_for }) = state.run_request(Side::Left)
        else {
            panic!("{told}: no run")
        };
        let mut runner = Runner::default();
        runner.begin_within(RunLimits::of(&settings, is_asked_for), run, &text, &settings, &keep);
        let mut steps = 0;
        while steps < *furthest && runner.active().is_some() {
            let Some(event) = runner.step(run) else { continue };
            steps += 1;
            for (_, promised) in promises.iter().filter(|(step, _)| *step == steps) {
                let event = format!("{event:?}");
                let name = event.split(|c: char| !c.is_alphanumeric()).next();
                assert_eq!(name, Some(*promised), "{told} with {}, step {steps}", settings.method_words());
                kept_promises += 1;
            }
        }
        assert_eq!(steps, *furthest, "{told} with {}", settings.method_words());
    }
    assert!(kept_promises >= PROMISES.len(), "{kept_promises}");
}
