//! Random clause systems, solved with several settings each.

mod clauses;

use hornbook::budget::Budget;
use hornbook::check;
use hornbook::engine::{Engine, Settings, Strategy, Verdict};
use hornbook::guide::InterpolationAbstraction;
use hornbook::horn::Pipeline;
use hornbook::interpolate::{Policy, Strength};
use hornbook::lang::{Language, Problem, Severity, Solution, parse, parse_solution, print, print_solution};
use hornbook::validate;
use hornbook_random::Random;

use super::{Case, points};

pub use clauses::system;

/// Steps of work for one run; beyond, it has no verdict.
const STEPS: u64 = 60_000;

/// Steps of work for proving a solution once more.
const PROVING_STEPS: u64 = 2_000_000;

/// How many settings each system is solved with.
const RUNS: usize = 5;

/// The languages that say all that clauses do.
const LANGUAGES: &[Language] = &[Language::House, Language::SmtLib];

pub(super) fn judge(random: &mut Random, case: &mut Case) -> Result<(), String> {
    let language = *random.pick(LANGUAGES);
    case.input = system(language, random);
    let problem = read(&case.input, language).map_err(|e| format!("the text is refused: {e}"))?;
    for &language in LANGUAGES {
        let text = print(&problem, language);
        let again = read(&text, language)
            .map_err(|e| format!("what was printed for {} is refused: {e}\n{text}", language.name()))?;
        if !problem.same_as(&again) {
            return Err(format!("what was printed for {} means something else:\n{text}", language.name()));
        }
    }
    let mut known: Option<(bool, Settings)> = None;
    for _ in 0..RUNS {
        let settings = settings(random);
        let Some(is_safe) = run(problem.clone(), &settings, random, case)
            .map_err(|message| format!("{message}\n{settings:?}"))?
        else {
            continue;
        };
        match &known {
            Some((other, with)) if *other != is_safe => {
                return Err(format!("safe = {is_safe} with {settings:?}\nsafe = {other} with {with:?}"));
            }
            _ => known = Some((is_safe, settings)),
        }
    }
    Ok(())
}

/// The problem of a text without errors.
fn read(text: &str, language: Language) -> Result<Problem, String> {
    let (problem, diagnostics) = parse(text, language);
    match diagnostics.iter().find(|d| d.severity == Severity::Error) {
        None => Ok(problem),
        Some(error) => Err(error.message.clone()),
    }
}

fn settings(random: &mut Random) -> Settings {
    let families = [
        InterpolationAbstraction::Off,
        InterpolationAbstraction::Off,
        InterpolationAbstraction::Terms,
        InterpolationAbstraction::Octagons,
        InterpolationAbstraction::RelativeEquations,
        InterpolationAbstraction::RelativeInequalities,
        InterpolationAbstraction::User,
        InterpolationAbstraction::Auto,
    ];
    let policies = [Policy::Simplest, Policy::Proof(Strength::Strong), Policy::Proof(Strength::Weak)];
    Settings {
        strategy: *random.pick(&Strategy::ALL),
        pipeline: if random.coin() { Pipeline::default() } else { Pipeline::none() },
        policy: *random.pick(&policies),
        abstraction: *random.pick(&families),
        look_ahead: random.coin(),
        ..Settings::default()
    }
}

/// Whether the problem is safe, if the run says so; its witness is verified in several ways.
fn run(
    problem: Problem,
    settings: &Settings,
    random: &mut Random,
    case: &mut Case,
) -> Result<Option<bool>, String> {
    let mut engine = Engine::new(problem, settings.clone());
    let mut budget = Budget::steps(STEPS);
    while engine.verdict().is_none() {
        engine.step(&mut budget);
    }
    match engine.verdict() {
        Some(Verdict::Safe(solved)) => {
            case.events.push("safe");
            points::solution(engine.problem(), solved.solution(), random)?;
            prove_again(engine.problem().clone(), solved.solution())?;
            Ok(Some(true))
        }
        Some(Verdict::Unsafe(derivation, _)) => {
            case.events.push("unsafe");
            points::derivation(engine.problem(), derivation)?;
            check::derivation(engine.problem(), derivation)
                .map_err(|error| format!("the derivation is rejected: {error}"))?;
            Ok(Some(false))
        }
        Some(Verdict::Stopped(stopped)) if !stopped.reason.is_resumable() => {
            Err(format!("stopped: {stopped}"))
        }
        Some(Verdict::Stopped(_)) | None => {
            case.events.push("stopped");
            Ok(None)
        }
    }
}

/// Proves a solution once more, and the same after it has been text in each language.
fn prove_again(mut problem: Problem, solution: &Solution) -> Result<(), String> {
    let mut budget = Budget::steps(PROVING_STEPS);
    if validate::checked(&mut problem, solution, &mut budget).is_none() && budget.remaining() > 0 {
        return Err("the solution cannot be proved again".to_owned());
    }
    for &language in LANGUAGES {
        let text = print_solution(&problem, solution, language);
        let mut reader = problem.clone();
        let (again, diagnostics) = parse_solution(&text, &mut reader, language);
        if let Some(error) = diagnostics.iter().find(|d| d.severity == Severity::Error) {
            return Err(format!("a printed solution is refused: {}\n{text}", error.message));
        }
        let mut budget = Budget::steps(PROVING_STEPS);
        if validate::checked(&mut reader, &again, &mut budget).is_none() && budget.remaining() > 0 {
            return Err(format!("a printed solution is none when it is read again:\n{text}"));
        }
    }
    Ok(())
}
