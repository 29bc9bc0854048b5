//! `hornbook solve`: are these clauses safe?

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use hornbook::engine::{Engine, Event, Outcome, Settings, Strategy, Verdict};
use hornbook::formula::Value;
use hornbook::guide::Guidance;
use hornbook::horn::Pipeline;
use hornbook::lang::{Language, house, smtlib};
use hornbook::solver::Budget;

use crate::{BAD_INPUT, input};

/// Decide whether Horn clauses derive false.
///
/// The first line is `sat` if they have a solution (safe), `unsat` if they derive false (unsafe), and `unknown`
/// otherwise. Solutions are proved and derivations replayed before they are printed.
///
/// The exit code is 0 whatever the verdict, and 2 for bad input.
#[derive(Args)]
// Each is a switch of its own on the command line.
#[allow(clippy::struct_excessive_bools)]
pub(crate) struct Arguments {
    /// The problem; `-` reads the standard input.
    file: PathBuf,
    /// Which counterexamples to refute at once.
    #[arg(long, value_name = "STRATEGY", default_value = "ti")]
    strategy: Choice,
    /// Which templates guide interpolation at loop heads.
    #[arg(long, value_name = "FAMILY", default_value = "auto")]
    abstraction: Family,
    /// Give up after so many seconds.
    #[arg(long, value_name = "S")]
    timeout: Option<f64>,
    /// Give up after so many steps of work, which is the same on every machine.
    #[arg(long, value_name = "N")]
    steps: Option<u64>,
    /// Work on the clauses as they are typed, without simplifying them first, and by the strategy alone, without looking
    /// ahead for deep derivations.
    #[arg(long)]
    as_typed: bool,
    /// Print the solution or the derivation.
    #[arg(long)]
    model: bool,
    /// Print counts of the work done, as comments.
    #[arg(long)]
    stats: bool,
    /// Print the outcome as JSON, in the place of the first line.
    #[arg(long)]
    json: bool,
    /// Write the events to a file, one JSON object to a line.
    #[arg(long, value_name = "OUT")]
    trace: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Choice {
    /// One derivation tree of minimal depth, by tree interpolation.
    Ti,
    /// All derivations of minimal depth, by disjunctive interpolation.
    Di,
    /// All derivations up to a depth, as a clause-dependence disjoint system.
    Cdd,
    /// One conjunction of predicates for each relation symbol, by disjunctive interpolation.
    Global,
}

#[derive(Clone, Copy, ValueEnum)]
enum Family {
    /// None.
    Off,
    /// All arguments.
    Term,
    /// Arguments, their sums and differences.
    Oct,
    /// Arguments, and differences relative to their strides.
    Releqs,
    /// The same, upper and lower bounds apart.
    Relineqs,
    /// Those that the text gives.
    User,
    /// What an analysis of the loops suggests, and what the text gives.
    Auto,
}

impl From<Family> for Guidance {
    fn from(family: Family) -> Guidance {
        match family {
            Family::Off => Guidance::Off,
            Family::Term => Guidance::Term,
            Family::Oct => Guidance::Oct,
            Family::Releqs => Guidance::RelEqs,
            Family::Relineqs => Guidance::RelIneqs,
            Family::User => Guidance::User,
            Family::Auto => Guidance::Auto,
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let (problem, language) = match input::problem(&arguments.file) {
        Ok(read) => read,
        Err(code) => return code,
    };
    let mut trace = match arguments.trace.as_ref().map(std::fs::File::create).transpose() {
        Ok(file) => file.map(std::io::BufWriter::new),
        Err(error) => {
            eprintln!("{}: {error}", arguments.trace.as_deref().unwrap_or(&arguments.file).display());
            return ExitCode::from(BAD_INPUT);
        }
    };
    let strategy = match arguments.strategy {
        Choice::Ti => Strategy::Tree,
        Choice::Di => Strategy::Disjunctive,
        Choice::Cdd => Strategy::Cdd,
        Choice::Global => Strategy::Global,
    };
    let pipeline = if arguments.as_typed { Pipeline::none() } else { Pipeline::default() };
    let mut engine = Engine::new(
        problem,
        Settings {
            strategy,
            pipeline,
            abstraction: arguments.abstraction.into(),
            probing: !arguments.as_typed,
            ..Settings::default()
        },
    );
    let limit = arguments.timeout.and_then(|s| Duration::try_from_secs_f64(s).ok());
    let start = Instant::now();
    let mut late = || limit.is_some_and(|limit| start.elapsed() >= limit);
    let mut budget =
        arguments.steps.map_or_else(Budget::unlimited, Budget::steps).with_interruption(&mut late);
    let mut last = None;
    while engine.verdict().is_none() {
        let event = engine.step(&mut budget);
        if let Some(out) = trace.as_mut()
            && let Err(error) = write_line(out, &event)
        {
            eprintln!("the trace ends early: {error}");
            trace = None;
        }
        last = Some(event);
    }
    let steps = budget.used();
    // A closed pipe is no reason to stop with a panic.
    let _ = report(arguments, language, &engine, last.as_ref(), steps);
    ExitCode::SUCCESS
}

fn write_line(out: &mut impl Write, event: &Event) -> std::io::Result<()> {
    serde_json::to_writer(&mut *out, event)?;
    out.write_all(b"\n")
}

fn report(
    arguments: &Arguments,
    language: Language,
    engine: &Engine,
    last: Option<&Event>,
    steps: u64,
) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    if arguments.json {
        if let Some(Event::Verdict(outcome)) = last {
            serde_json::to_writer(&mut out, outcome)?;
            writeln!(out)?;
        }
    } else {
        let word = match engine.verdict() {
            Some(Verdict::Safe(_)) => "sat",
            Some(Verdict::Unsafe(..)) => "unsat",
            Some(Verdict::Stopped(_)) | None => "unknown",
        };
        writeln!(out, "{word}")?;
        if let Some(Verdict::Stopped(stopped)) = engine.verdict() {
            eprintln!("{stopped}");
        }
        if arguments.model {
            print_witness(&mut out, language, engine, last)?;
        }
    }
    if arguments.stats {
        let s = engine.statistics();
        writeln!(
            out,
            "; refinements {} predicates {} depth {} nodes {} removed {} edges {} checks {} steps {steps}",
            s.refinements, s.predicates, s.depth, s.nodes_added, s.nodes_removed, s.edges_added, s.checks
        )?;
    }
    out.flush()
}

/// The solution in the language of the problem, or the derivation step by step.
fn print_witness(
    out: &mut impl Write,
    language: Language,
    engine: &Engine,
    last: Option<&Event>,
) -> std::io::Result<()> {
    let problem = engine.problem();
    if let Some(Verdict::Safe(solved)) = engine.verdict() {
        let text = match language {
            Language::House => house::print_solution(solved.solution(), problem),
            Language::SmtLib => smtlib::print_solution(problem, solved.solution()),
        };
        write!(out, "{text}")?;
    }
    if let Some(Event::Verdict(Outcome::Unsafe { derivation })) = last {
        for (i, step) in derivation.iter().enumerate() {
            let values: Vec<String> = step.values.iter().map(value).collect();
            let fact = match step.relation {
                None => "false".to_owned(),
                Some(relation) if values.is_empty() => problem[relation].name.clone(),
                Some(relation) => format!("{}({})", problem[relation].name, values.join(", ")),
            };
            write!(out, "{}. {fact} by clause {}", i + 1, step.clause.number())?;
            let premises: Vec<String> = step.premises.iter().map(|p| (p + 1).to_string()).collect();
            if !premises.is_empty() {
                write!(out, " from {}", premises.join(", "))?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

fn value(value: &Value) -> String {
    match value {
        Value::Int(n) => n.to_string(),
        Value::Bool(b) => b.to_string(),
    }
}
