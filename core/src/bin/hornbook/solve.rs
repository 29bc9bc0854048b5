//! `hornbook solve`: are these clauses safe?

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use hornbook::budget::{Account, Exhausted};
use hornbook::engine::{Alternation, Engine, Event, Learnt, Run, Settings, Stopped, Verdict, VerdictText};
use hornbook::formula::Value;
use hornbook::lang::{self, Language, model, printable};
use hornbook::settings::{LIMIT, templates};

use crate::export::Exporter;
use crate::input::{Input, Unread};
use crate::limits::Limits;
use crate::output::{Answer, NOT_WRITTEN, Record, complain};
use crate::settings::Flags;
use crate::{BAD_INPUT, input, limits};

/// Decide whether Horn clauses derive false.
///
/// The first line is `sat` if they have a solution (safe), `unsat` if they derive false (unsafe), and
/// `unknown` otherwise. Solutions are proved and derivations replayed before they are printed.
///
/// The exit code is 0 whatever the verdict, and 2 for bad input.
#[derive(Args)]
// Each is a switch of its own on the command line.
#[allow(clippy::struct_excessive_bools)]
pub(crate) struct Arguments {
    /// The problem; `-` reads the standard input.
    file: PathBuf,
    /// What to ask about a network of timed automata: `A[] φ` or `E<> φ`. Without it, the question is in the
    /// `.q` file beside the model, in a comment `// query: …`, or among the queries of an XML file.
    #[arg(long, value_name = "QUERY")]
    query: Option<String>,
    #[command(flatten)]
    flags: Flags,
    /// Choices to make in the place of the solver, as in a link of the page: `@2a2(0)` applies clause 2 to
    /// node 0 after two steps, `@4i1:X >= 0` takes this interpolant at position 1, `@4t1:X - I; J` these
    /// templates, and `@3f0` folds the loops of the counterexample.
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    choices: String,
    #[command(flatten)]
    limits: Limits,
    /// Give up after this many steps of work, which is the same on every machine.
    #[arg(long, value_name = "N", value_parser = limits::steps, allow_negative_numbers = true, conflicts_with = LIMIT)]
    steps: Option<u64>,
    /// Print the solution or the derivation.
    #[arg(long)]
    model: bool,
    /// Print counts of the work done, as comments.
    #[arg(long)]
    stats: bool,
    /// Print the outcome as JSON, in the place of the first line.
    #[arg(long)]
    json: bool,
    /// Keep to one strategy. Without this, `--strategy auto` takes turns with the strategy `global`, by steps
    /// of work; choices, a trace and exported counterexamples are always those of one strategy.
    #[arg(long)]
    single: bool,
    /// Write the events to a file, one JSON object to a line.
    #[arg(long, value_name = "OUT")]
    trace: Option<PathBuf>,
    /// Write every counterexample as recursion-free clauses to a file `NAME-K.smt2` in this directory; its
    /// status says whether it is spurious (sat) or real (unsat).
    #[arg(long, value_name = "DIR")]
    export_counterexamples: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let Flags { settings, limit } = &arguments.flags;
    let watch = arguments.limits.watch();
    let mut look = || watch.look();
    let mut budget = limits::budget(arguments.steps.or(*limit), &mut look);
    let read = input::read(&arguments.file, &mut budget);
    let input = match read
        .and_then(|text| input::asked(&arguments.file, text, arguments.query.as_deref(), &mut budget))
        .and_then(|text| input::understand(&arguments.file, text, settings.encoding, &mut budget))
    {
        Ok(input) => input,
        Err(Unread::Wrong) => return ExitCode::from(BAD_INPUT),
        Err(Unread::Ended(reason)) => return ended(arguments, reason),
    };
    let mut problem = input.problem.clone();
    if let Err(faults) = templates::add(&mut problem, &settings.templates) {
        for fault in faults {
            complain(format_args!("--templates: {fault}"));
        }
        return ExitCode::from(BAD_INPUT);
    }
    let mut trace = None;
    if let Some(path) = &arguments.trace {
        match Record::create(path) {
            Ok(record) => trace = Some((path, record)),
            Err(error) => {
                complain(format_args!("{}: {error}", path.display()));
                return ExitCode::from(BAD_INPUT);
            }
        }
    }
    let settings = Settings { choices: arguments.choices.clone(), ..Settings::from(settings) };
    let mut exporter = None;
    if let Some(directory) = &arguments.export_counterexamples {
        match Exporter::new(directory, &arguments.file, &settings) {
            Ok(made) => exporter = Some(made),
            Err(error) => {
                complain(format_args!("{}: {error}", directory.display()));
                return ExitCode::from(BAD_INPUT);
            }
        }
    }
    let mut last = None;
    let is_single = arguments.single || !arguments.choices.is_empty();
    let run: Box<dyn Run> = if is_single || trace.is_some() || exporter.is_some() {
        let mut engine = Engine::within(problem, settings, &mut budget);
        while engine.verdict().is_none() {
            let event = engine.step(&mut budget);
            if let Some((_, record)) = &mut trace {
                record.write(|out| write_line(out, &event));
            }
            if let Some(exporter) = &mut exporter {
                exporter.see(&event, &engine, &mut budget);
            }
            if let Event::ChoiceUnfit { choice, why } = &event {
                complain(format_args!("--choices: {}: {why}", printable(choice)));
            }
            last = Some(event);
        }
        Box::new(engine)
    } else {
        let mut runs = Alternation::of(&problem, Alternation::by_default(&settings));
        while runs.verdict().is_none() {
            last = Some(runs.step(&mut budget));
        }
        runs.into_run()
    };
    let engine = &*run;
    let work = budget.account();
    let mut code = ExitCode::SUCCESS;
    if exporter.is_some_and(|exporter| exporter.has_failed) {
        code = ExitCode::from(NOT_WRITTEN);
    }
    if let Some((path, record)) = trace
        && let Err(error) = record.finish()
    {
        complain(format_args!("{}: the trace could not be written: {error}", path.display()));
        code = ExitCode::from(NOT_WRITTEN);
    }
    let account = match (&input.model, engine.verdict()) {
        (Some(model), Some(Verdict::Unsafe(derivation, _))) => {
            Some(model::account(&**model, derivation, &mut budget))
        }
        _ => None,
    };
    let mut answer = Answer::begin();
    report(&mut answer, arguments, &input, engine, last.as_ref(), account.as_ref(), &work);
    if arguments.model
        && let (Some(model), Some(Verdict::Safe(solved))) = (&input.model, engine.verdict())
    {
        let reading = model.reading(&mut engine.problem().clone(), solved.solution(), &mut budget);
        comments(&mut answer, &reading.lines(&input.text));
    }
    answer.finish(code)
}

/// The outcome as JSON, where the clauses derive `false` and the model has no such run.
#[derive(serde::Serialize)]
enum NoVerdict<'a> {
    /// There is no proof of this form, and whether there is a run is open.
    NoVerdict { sentence: &'a str },
    /// The interpreter of the model refuses the derivation.
    Refused { sentence: &'a str },
}

/// The answer if a limit was reached before there was anything to solve.
fn ended(arguments: &Arguments, reason: Exhausted) -> ExitCode {
    let mut answer = Answer::begin();
    if arguments.json {
        let stopped = Stopped { reason: reason.into(), learnt: Learnt::default() };
        answer.json(&VerdictText::Stopped(stopped));
    } else {
        answer.line("unknown");
    }
    complain(arguments.limits.reason(reason));
    answer.finish(ExitCode::SUCCESS)
}

fn write_line(mut out: &mut dyn std::io::Write, event: &Event) -> std::io::Result<()> {
    serde_json::to_writer(&mut out, event)?;
    out.write_all(b"\n")
}

fn report(
    out: &mut Answer,
    arguments: &Arguments,
    input: &Input,
    engine: &dyn Run,
    last: Option<&Event>,
    account: Option<&model::Account>,
    work: &Account,
) {
    if arguments.json {
        match (account, last) {
            // A derivation that is no run says nothing about the model.
            (Some(model::Account::NoVerdict(sentence)), _) => out.json(&NoVerdict::NoVerdict { sentence }),
            (Some(model::Account::Refused(sentence)), _) => out.json(&NoVerdict::Refused { sentence }),
            (_, Some(Event::Verdict(outcome))) => out.json(outcome),
            _ => {}
        }
    } else {
        let word = match engine.verdict() {
            Some(Verdict::Safe(_)) => "sat",
            Some(Verdict::Unsafe(..))
                if matches!(account, Some(model::Account::NoVerdict(_) | model::Account::Refused(_))) =>
            {
                "unknown"
            }
            Some(Verdict::Unsafe(..)) => "unsat",
            Some(Verdict::Stopped(_)) | None => "unknown",
        };
        out.line(word);
        if let Some(Verdict::Stopped(stopped)) = engine.verdict() {
            if let Some(ended) = stopped.reason.exhausted() {
                complain(arguments.limits.reason(ended));
            }
            complain(stopped);
        }
        match account {
            Some(model::Account::Real(run)) if arguments.model => comments(out, &run.lines(&input.text)),
            Some(model::Account::NoVerdict(sentence) | model::Account::Untold(sentence)) => {
                complain(sentence);
            }
            Some(model::Account::Refused(sentence)) => {
                complain(format_args!(
                    "the derivation is no run, which is a mistake of the encoding: {sentence}"
                ));
            }
            _ => {}
        }
        if arguments.model {
            print_witness(out, input.language, engine, last);
        }
    }
    if arguments.stats {
        let (s, steps) = (engine.statistics(), work.total());
        out.line(format_args!(
            "; refinements {} predicates {} depth {} nodes {} removed {} edges {} checks {} steps {steps}",
            s.refinements, s.predicates, s.depth, s.nodes_added, s.nodes_removed, s.edges_added, s.checks
        ));
        let shares = work.iter().map(|(kind, steps)| {
            let share = work.permille(kind);
            format!("{} {steps} ({}.{} %)", kind.name(), share / 10, share % 10)
        });
        out.line(format_args!("; steps for {}", shares.collect::<Vec<_>>().join(", ")));
    }
}

/// The solution in the language of the problem, or the derivation step by step.
fn print_witness(out: &mut Answer, language: Language, engine: &dyn Run, last: Option<&Event>) {
    let problem = engine.problem();
    if let Some(Verdict::Safe(solved)) = engine.verdict() {
        let text = lang::print_solution(problem, solved.solution(), language);
        out.text(&text);
    }
    if let Some(Event::Verdict(VerdictText::Unsafe { derivation, folded })) = last {
        // Steps that are not printed have numbers, too.
        let mut left_out = 0_u64;
        let mut numbers = Vec::with_capacity(derivation.len());
        for (i, step) in derivation.iter().enumerate() {
            for rounds in folded.iter().filter(|rounds| rounds.before == i) {
                left_out += rounds.steps;
                out.line(format_args!("… {} more rounds", grouped(rounds.rounds)));
            }
            let is_after = |premise: &usize| *premise + 1 == i && folded.iter().any(|f| f.before == i);
            let own = i as u64 + left_out + 1;
            numbers.push(own);
            let values: Vec<String> = step.values.iter().map(value).collect();
            let fact = match step.relation {
                None => "false".to_owned(),
                Some(relation) if values.is_empty() => printable(&problem[relation].name).into_owned(),
                Some(relation) => format!("{}({})", printable(&problem[relation].name), values.join(", ")),
            };
            let mut line = format!("{own}. {fact} by clause {}", step.clause.number());
            let number = |p: &usize| if is_after(p) { own - 1 } else { numbers[*p] };
            let premises: Vec<String> = step.premises.iter().map(|p| number(p).to_string()).collect();
            if !premises.is_empty() {
                line += &format!(" from {}", premises.join(", "));
            }
            out.line(line);
        }
    }
}

/// `99,998`
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// What is said about the model, as comments.
fn comments(out: &mut Answer, lines: &[String]) {
    for line in lines {
        out.line(format_args!("; {}", printable(line)));
    }
}

fn value(value: &Value) -> String {
    match value {
        Value::Int(n) => n.to_string(),
        Value::Bool(b) => b.to_string(),
    }
}
