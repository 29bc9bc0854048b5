//! Questions about random runs, with oracles that know the answer in another way.

use hornbook::budget::Budget;
use hornbook::engine::{self, Engine, Event, Settings, Verdict, VerdictText};
use hornbook::inspect::ClauseExport;
use hornbook::lang::{Encoding, Problem};
use hornbook::settings::{Method, RunSettings};
use hornbook::trace::Trace;
use hornbook_random::Random;

use super::*;
use crate::run::narrate::plain;
use crate::state::lesson::testing::run_of;
use crate::text::examples::Example;
use crate::worker::templates;

/// A small problem: facts, steps of a loop or two, and a query.
fn problem(random: &mut Random) -> String {
    let mut text = format!("p(X, Y) :- X = {}, Y >= {}.\n", random.range(-1, 2), random.range(-1, 2));
    for _ in 0..random.count(1, 2) {
        let (a, b) = (random.range(-2, 2), random.range(-2, 2));
        let guard = *random.pick(&["X <= Y", "X < 5", "Y >= 0", "X != Y"]);
        text += &format!("p(X + {a}, Y + {b}) :- p(X, Y), {guard}.\n");
    }
    if random.coin() {
        text += "q(X, Y) :- p(X, Y), X >= Y.\nq(X, Y) :- p(Y, X), p(X, X).\n";
    } else {
        text += "q(X, Y) :- p(X, Y).\n";
    }
    let bound = random.range(-3, 6);
    text += &match random.below(3) {
        0 => format!("false :- q(X, Y), X < {bound}, Y > 2.\n"),
        1 => format!("false :- q(X, Y), X + Y = {bound}.\n"),
        _ => format!("false :- p(X, Y), q(Y, X), X > {bound}.\n"),
    };
    text.replace("+ -", "- ")
}

/// The settings of a method, for short runs.
fn settings(method: &str) -> RunSettings {
    let mut settings = RunSettings { limit: 1, ..RunSettings::default() };
    Method::named(method).unwrap().apply(&mut settings);
    settings
}

/// What a problem comes to, by a run of its own.
fn is_unsafe(problem: Problem) -> Option<bool> {
    let mut engine = Engine::new(problem, Settings::default());
    let mut budget = Budget::steps(2_000_000);
    while engine.verdict().is_none() {
        engine.step(&mut budget);
    }
    match engine.verdict() {
        Some(Verdict::Unsafe(..)) => Some(true),
        Some(Verdict::Safe(_)) => Some(false),
        _ => None,
    }
}

fn parsed(text: &str) -> Problem {
    templates::read(text, Encoding::Standard, &mut Budget::unlimited()).problem
}

/// Judges a question by an oracle; whether there was one that knew.
fn judge(run: Asked<'_>, trace: &Trace, question: &Question) -> bool {
    let right: Vec<usize> =
        (0..question.choices.len()).filter(|index| question.choices[*index].is_right).collect();
    let text = |index: usize| plain(&question.choices[index].text);
    let (before, after) = (trace.state(question.at), trace.state(question.reveals));
    match question.kind {
        // The counterexample as clauses of its own.
        Kind::Real => {
            let problem = parsed(run.text);
            let pipeline = engine::Settings::from(run.settings).pipeline_for(&problem);
            let export = ClauseExport::new(&problem, &pipeline, &mut Budget::unlimited()).unwrap();
            let clauses = export.counterexample(before.counterexample.as_ref().unwrap(), &[]).unwrap();
            let Some(is_real) = is_unsafe(clauses) else { return false };
            assert_eq!(right, [usize::from(!is_real)], "{}", run.text);
        }
        // The problem, solved by our own mix.
        Kind::Verdict => {
            let Some(is_unsafe) = is_unsafe(parsed(run.text)) else { return false };
            assert_eq!(right, [usize::from(is_unsafe)], "{}", run.text);
        }
        Kind::Refinements => {
            let counted = run.events.iter().filter(|event| matches!(event, Event::Refuted)).count();
            let unused = trace.state(trace.len()).refinements - counted;
            assert_eq!(unused, 0);
            let told: usize = text(right[0]).parse().unwrap();
            // The last one refuted may have brought nothing new.
            assert!(told == counted || told + 1 == counted, "{told} of {counted}");
        }
        // What is there afterwards that was not there before.
        Kind::Cover => {
            let is_new = after.nodes.len() > before.nodes.len();
            assert_eq!(text(right[0]) == "A new node.", is_new, "{}", run.text);
        }
        Kind::Clause => {
            let edges = after.edges.iter().filter(|(id, edge)| before.edges.get(*id) != Some(edge));
            let added: Vec<usize> = edges.map(|(_, edge)| edge.clause.number()).collect();
            for clause in &added {
                assert!(text(right[0]).starts_with(&format!("Clause {clause}:")), "{}", run.text);
            }
            return !added.is_empty();
        }
        // What the refinement has taken must be among the right ones.
        Kind::Interpolant => {
            let taken = after.interpolants.iter().find(|found| found.text.truth().is_none()).unwrap();
            let taken = plain(&[Part::Math(taken.text.clone())]);
            assert!(right.iter().any(|index| text(*index) == taken), "{taken}: {}", run.text);
        }
        Kind::Templates => {
            let Some(Event::Explored { frontier, .. }) = &after.explored else { panic!("it was searched") };
            assert!(!frontier.is_empty(), "{}", run.text);
        }
    }
    true
}

#[test]
fn the_oracles_answer_is_right_and_all_others_are_wrong_with_reasons() {
    let mut random = Random(2026);
    let mut asked = [0; Kind::ALL.len()];
    let mut known = [0; Kind::ALL.len()];
    for round in 0..48 {
        let text = problem(&mut random);
        let settings = settings(["cav13-ti", "cav13-di", "hornbook", "acta16-abs2"][round % 4]);
        let (header, events) = run_of(&text, &settings);
        let trace: Trace = events.iter().cloned().collect();
        let run = Asked { header: &header, events: &events, text: &text, settings: &settings };
        let questions = questions(run);
        assert!(questions.is_sorted_by_key(|question| question.at));
        for question in &questions {
            assert!(question.at < question.reveals && question.reveals <= events.len());
            assert!(!plain(&question.prompt).is_empty() && !question.hint.is_empty());
            let right = question.choices.iter().filter(|choice| choice.is_right).count();
            assert!(right > 0 && right < question.choices.len() && question.choices.len() <= 6, "{text}");
            for choice in &question.choices {
                let why = plain(&choice.why);
                assert!(why.len() > 10 && !plain(&choice.text).is_empty(), "{question:?}");
                let same = |other: &&Choice| plain(&other.text) == plain(&choice.text);
                assert_eq!(question.choices.iter().filter(same).count(), 1, "{question:?}");
            }
            assert_eq!(super::question(run, question.kind, question.at).as_ref(), Some(question));
            let index = Kind::ALL.iter().position(|kind| *kind == question.kind).unwrap();
            asked[index] += 1;
            known[index] += usize::from(judge(run, &trace, question));
        }
    }
    let counts: Vec<(&str, usize, usize)> = Kind::ALL
        .iter()
        .zip(asked)
        .zip(known)
        .map(|((kind, asked), known)| (kind.name(), asked, known))
        .collect();
    assert!(known.iter().all(|known| *known >= 5), "asked and known by an oracle: {counts:?}");
}

#[test]
fn gcd_is_asked_about() {
    let settings = settings("cav13-ti");
    let text = Example::named("gcd").unwrap().text;
    let (header, events) = run_of(text, &settings);
    let questions = questions(Asked { header: &header, events: &events, text, settings: &settings });
    let kinds: Vec<&str> = questions.iter().map(|question| question.kind.name()).collect();
    for kind in ["verdict", "clause", "cover", "real", "refinements", "interpolant"] {
        assert!(kinds.contains(&kind), "{kinds:?}");
    }
    let refinements = questions.iter().find(|question| question.kind == Kind::Refinements).unwrap();
    let right = refinements.choices.iter().find(|choice| choice.is_right).unwrap();
    assert_eq!(plain(&right.text), "3");
    let interpolant = questions.iter().find(|question| question.kind == Kind::Interpolant).unwrap();
    let is_true = |choice: &&Choice| plain(&choice.text) == "true";
    let why = plain(&interpolant.choices.iter().find(is_true).unwrap().why);
    assert!(why.contains("from where the rest of the tree derives false"), "{why}");
    let is_verdict = matches!(events.last(), Some(Event::Verdict(VerdictText::Safe { .. })));
    assert!(is_verdict);
}
