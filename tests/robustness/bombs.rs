//! What is made of a small text stays small: nodes, clauses, bytes and steps grow hardly faster than the
//! text.

use hornbook::budget::Budget;
use hornbook::engine::{Engine, Settings, Strategy, Verdict};
use hornbook::guide::InterpolationAbstraction;
use hornbook::horn::Pipeline;
use hornbook::lang::smtlib::script;
use hornbook::lang::{Encoding, Language, Problem, Severity, parse, parse_model, print};
use hornbook::script::{Options, run as run_script};
use hornbook_tests::bombs::{BOMBS, Bomb, MODELS, SCRIPTS};

/// The smaller of the two sizes that are compared.
const SIZE: usize = 16;

/// How many times larger the other one is.
const FACTOR: usize = 4;

/// What becomes four times larger may become ten times larger, as n·log n and a little more do, but not
/// sixteen times, as n² does, or millions of times.
const GROWTH: usize = 10;

/// The same for what is quadratic by itself.
const QUADRATIC_GROWTH: usize = 24;

/// Counts of small things are dominated by what does not grow; differences below this are ignored.
const SMALL: usize = 400;

/// Steps of work for a run.
const STEPS: u64 = 100_000;

/// The most that a run of this many steps may tell, in bytes.
const BYTES_OF_EVENTS: usize = 4_000_000;

/// A step of work is counted before or after a small piece of it, so the budget may be passed by one such
/// piece.
const PIECE: u64 = 20_000;

/// Fails if something has grown faster than the text.
fn compare(bomb: &Bomb, what: &str, small: usize, large: usize) -> Result<(), String> {
    let growth = if bomb.is_quadratic { QUADRATIC_GROWTH } else { GROWTH };
    if large <= SMALL.max(growth * small) {
        return Ok(());
    }
    Err(format!("{}: {small} {what} at size {SIZE}, {large} at size {}", bomb.name, SIZE * FACTOR))
}

fn read(bomb: &Bomb, size: usize) -> (Problem, usize) {
    let (problem, diagnostics) = parse(&(bomb.text)(size), bomb.language);
    (problem, diagnostics.iter().filter(|d| d.severity == Severity::Error).count())
}

fn report(failures: &[String]) {
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn what_is_read_stays_small() {
    let mut failures = Vec::new();
    for bomb in &BOMBS {
        let ((small, _), (large, errors)) = (read(bomb, SIZE), read(bomb, SIZE * FACTOR));
        let nodes = |problem: &Problem| problem.arena.formula_count();
        failures.extend(compare(bomb, "nodes", nodes(&small), nodes(&large)).err());
        failures.extend(compare(bomb, "clauses", small.clauses.len(), large.clauses.len()).err());
        failures.extend(compare(bomb, "errors", 1, errors).err());
    }
    report(&failures);
}

#[test]
fn what_is_printed_stays_small() {
    let mut failures = Vec::new();
    for bomb in &BOMBS {
        for language in [Language::House, Language::SmtLib] {
            let bytes = |size: usize| print(&read(bomb, size).0, language).len();
            let what = format!("bytes of {}", language.name());
            failures.extend(compare(bomb, &what, bytes(SIZE), bytes(SIZE * FACTOR)).err());
        }
    }
    report(&failures);
}

#[test]
fn runs_keep_to_their_steps_and_tell_little() {
    let mut failures = Vec::new();
    for bomb in &BOMBS {
        for strategy in Strategy::ALL {
            for is_prepared in [false, true] {
                let (problem, errors) = read(bomb, SIZE * FACTOR);
                if errors > 0 {
                    continue;
                }
                let pipeline = if is_prepared { Pipeline::default() } else { Pipeline::none() };
                let abstraction =
                    if is_prepared { InterpolationAbstraction::Auto } else { InterpolationAbstraction::Off };
                let settings = Settings {
                    strategy,
                    pipeline,
                    abstraction,
                    look_ahead: is_prepared,
                    ..Settings::default()
                };
                failures.extend(run(problem, settings).err().map(|message| {
                    format!("{} with {strategy:?}, prepared = {is_prepared}: {message}", bomb.name)
                }));
            }
        }
    }
    report(&failures);
}

fn run(problem: Problem, settings: Settings) -> Result<(), String> {
    let mut engine = Engine::new(problem, settings);
    let mut budget = Budget::steps(STEPS);
    let mut bytes = 0;
    while engine.verdict().is_none() {
        let event = engine.step(&mut budget);
        bytes += serde_json::to_string(&event).map_err(|error| error.to_string())?.len();
    }
    if let Some(Verdict::Stopped(stopped)) = engine.verdict()
        && !stopped.reason.is_resumable()
    {
        return Err(format!("stopped: {stopped}"));
    }
    if budget.used() > STEPS + PIECE {
        return Err(format!("{} steps for a budget of {STEPS}", budget.used()));
    }
    if bytes > BYTES_OF_EVENTS {
        return Err(format!("{bytes} bytes of events"));
    }
    Ok(())
}

/// Which of n choices are made follows from one number: halving its range refutes them in log n rounds.
#[test]
fn sums_of_choices_are_decided_by_halving() {
    let steps = |size: usize| {
        let bomb = SCRIPTS.iter().find(|bomb| bomb.name == "an equation of ifs").unwrap();
        let (mut script, _) = script::parse(&(bomb.text)(size));
        let (mut budget, mut answer) = (Budget::unlimited(), String::new());
        run_script(&mut script, Options::default(), &mut budget, |line| answer = line.to_owned());
        assert_eq!(answer, "unsat", "{size} choices");
        usize::try_from(budget.used()).unwrap()
    };
    let (small, large) = (steps(200), steps(800));
    assert!(large < GROWTH * small, "{small} steps for 200 choices, {large} for 800");
}

/// What is read and drawn of a model, what it says in other languages, and a run of its clauses.
#[test]
fn models_stay_small() {
    let mut failures = Vec::new();
    for bomb in &MODELS {
        let measured = |size: usize| -> Result<[usize; 4], String> {
            let text = (bomb.text)(size);
            let read = parse_model(&text, bomb.language, Encoding::Standard, &mut Budget::unlimited());
            let (model, diagnostics) = read.ok_or("it is no model")?;
            if let Some(error) = diagnostics.iter().find(|d| d.severity == Severity::Error) {
                return Err(format!("{}: {}", bomb.name, error.message));
            }
            let picture = serde_json::to_string(&model.picture()).map_err(|error| error.to_string())?.len();
            let said = Language::ALL.iter().filter_map(|language| model.translated(*language));
            let problem = model.problem();
            let nodes = problem.arena.formula_count();
            Ok([nodes, usize::try_from(problem.arguments()).unwrap(), picture, said.map(|t| t.len()).sum()])
        };
        match (measured(SIZE), measured(SIZE * FACTOR)) {
            (Ok(small), Ok(large)) => {
                let names = ["nodes", "arguments", "bytes of the picture", "bytes in other languages"];
                for ((name, small), large) in names.iter().zip(small).zip(large) {
                    failures.extend(compare(bomb, name, small, large).err());
                }
            }
            (small, large) => failures.extend([small.err(), large.err()].into_iter().flatten()),
        }
        let (problem, _) = read(bomb, SIZE);
        failures.extend(run(problem, Settings::default()).err().map(|why| format!("{}: {why}", bomb.name)));
    }
    report(&failures);
}

/// Models whose clauses would be the product of what they have.
#[test]
fn models_that_multiply_are_refused() {
    let list = |n: usize, part: &dyn Fn(usize) -> String| (0..n).map(part).collect::<Vec<_>>().join(" ");
    let quantifiers = list(1_500, &|i| format!("forall x{i}. exists y{i}."));
    let clauses = (0..1_500).map(|i| format!("(x{i} or y{i})")).collect::<Vec<_>>().join(" and ");
    let transitions = list(2_000, &|i| format!("s -> t{i} {{ x0' = {i} }}"));
    let variables = (0..2_000).map(|i| format!("x{i}")).collect::<Vec<_>>().join(", ");
    let declarations = list(2_000, &|i| format!("int x{i};"));
    let texts = [
        (Language::Qbf, format!("{quantifiers} {clauses}")),
        (Language::Nts, format!("nts a; main {{ {variables} : int; initial s; error e; {transitions} }}")),
        (
            Language::Program,
            format!("void main() {{ {declarations} {} assert(x0 > 0); }}", "x1 = x0 + 1; ".repeat(2_000)),
        ),
    ];
    for (language, text) in texts {
        let (problem, diagnostics) = parse(&text, language);
        let errors: Vec<&str> = diagnostics
            .iter()
            .filter(|d| d.severity == Severity::Error)
            .map(|d| d.message.as_str())
            .collect();
        assert!(errors.iter().any(|message| message.contains("arguments altogether")), "{errors:?}");
        assert!(problem.arguments() < 1_000, "{language:?}: {}", problem.arguments());
    }
}
