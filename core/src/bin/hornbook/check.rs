//! `hornbook check`: is this a solution?

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use hornbook::formula::{Arena, Sort, Symbol, Valuation};
use hornbook::lang::{
    self, Application, Argument, Clause, ClauseId, Language, LineColumn, Problem, Solution,
};
use hornbook::lang::{house, smtlib};
use hornbook::solver::Budget;
use hornbook::validate::{self, ClauseVerdict};

use crate::{BAD_INPUT, input};

/// Check a solution of Horn clauses, whoever found it: is every clause valid?
///
/// Each clause that holds is proved and the proof checked. Each one that does not is printed with numbers
/// that break it. The two files may be in different languages: definitions as in `p(X) := X >= 0.`, or a
/// model of SMT-LIB `define-fun`s.
///
/// The exit code is 0 if all clauses hold, 1 if one does not, 2 for bad input, and 3 if a clause could not be
/// decided with the steps given.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The problem; `-` reads the standard input.
    file: PathBuf,
    /// The solution; `-` reads the standard input.
    solution: PathBuf,
    /// Give up on a clause after so many steps of work.
    #[arg(long, value_name = "N")]
    steps: Option<u64>,
    /// Say it for clauses that hold, too.
    #[arg(long, short)]
    verbose: bool,
}

const FAILS: u8 = 1;
const UNDECIDED: u8 = 3;

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match read(arguments) {
        Ok((problem, solution, text)) => judge(arguments, problem, &solution, &text),
        Err(messages) => {
            eprint!("{messages}");
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// The problem with its text, and the solution; or what to complain about.
fn read(arguments: &Arguments) -> Result<(Problem, Solution, String), String> {
    let Arguments { file, solution: claim, .. } = arguments;
    let lines = |message: String| message + "\n";
    if file == Path::new("-") && claim == Path::new("-") {
        return Err(lines("only one of the two files can be the standard input".to_owned()));
    }
    let text = input::read(file).map_err(lines)?;
    let claim_text = input::read(claim).map_err(lines)?;
    let (mut problem, diagnostics) = lang::parse(&text, language(file, &text));
    if input::report(file, &text, &diagnostics) {
        return Err(String::new());
    }
    let (solution, diagnostics) = match language(claim, &claim_text) {
        Language::House => house::parse_solution(&claim_text, &mut problem),
        Language::SmtLib => smtlib::parse_model(&claim_text, &mut problem),
    };
    if input::report(claim, &claim_text, &diagnostics) {
        return Err(String::new());
    }
    let missing: Vec<&str> = solution.missing(&problem).iter().map(|r| problem[*r].name.as_str()).collect();
    if !missing.is_empty() {
        return Err(lines(format!("{}: no definition of {}", claim.display(), missing.join(", "))));
    }
    Ok((problem, solution, text))
}

fn language(file: &Path, text: &str) -> Language {
    let named = file.to_str().and_then(Language::of_file);
    // Solvers print `sat` above their models, which looks like the start of a clause.
    let below = text.trim_start().strip_prefix("sat").filter(|rest| rest.trim_start().starts_with('('));
    named.unwrap_or_else(|| Language::detect(below.unwrap_or(text)))
}

fn judge(arguments: &Arguments, mut problem: Problem, solution: &Solution, text: &str) -> ExitCode {
    let mut out = std::io::stdout().lock();
    let mut say = |message: &str| {
        // A closed pipe is no reason to stop with a panic.
        let _ = writeln!(out, "{message}").and_then(|()| out.flush());
    };
    let (mut failing, mut undecided) = (0, 0);
    let total = problem.clauses.len();
    for i in 0..total {
        let id = ClauseId(i as u32);
        let mut budget = arguments.steps.map_or_else(Budget::unlimited, Budget::steps);
        let verdict = match validate::clause(&mut problem, solution, id, &mut budget) {
            Ok(verdict) => verdict,
            Err(error) => {
                eprintln!("{}: {error}", arguments.solution.display());
                return ExitCode::from(BAD_INPUT);
            }
        };
        let clause = &problem[id];
        let line = LineColumn::of(text, clause.span.start).line;
        let place = format!("clause {} ({}:{line})", id.number(), arguments.file.display());
        match verdict {
            ClauseVerdict::Proved(..) if arguments.verbose => say(&format!("{place} holds")),
            ClauseVerdict::Proved(..) => {}
            ClauseVerdict::Refuted(model) => {
                failing += 1;
                let shown = shown(&problem, clause, text);
                let reasons = failure(&problem, clause, model.valuation());
                say(&format!("{place} does not hold:\n    {shown}\n{reasons}"));
            }
            ClauseVerdict::Unknown(reason) => {
                undecided += 1;
                say(&format!("{place} is undecided: {reason}"));
            }
            ClauseVerdict::Rejected(reason) => {
                undecided += 1;
                say(&format!("{place} is undecided: an answer of the solver was rejected: {reason}"));
            }
        }
    }
    let clauses = |n: usize| if n == 1 { "1 clause".to_owned() } else { format!("{n} clauses") };
    match (failing, undecided) {
        (0, 0) => {
            say(&format!("a solution: {} proved and checked", clauses(total)));
            ExitCode::SUCCESS
        }
        (0, _) => {
            say(&format!("undecided: {} of {}", undecided, clauses(total)));
            ExitCode::from(UNDECIDED)
        }
        _ => {
            say(&format!(
                "not a solution: {failing} of {} fail{}",
                clauses(total),
                if failing == 1 { "s" } else { "" }
            ));
            ExitCode::from(FAILS)
        }
    }
}

/// The clause as it was typed, if that is one clause and fits on a line.
fn shown(problem: &Problem, clause: &Clause, text: &str) -> String {
    let typed = text.get(clause.span.start as usize..clause.span.end as usize).unwrap_or("").trim();
    let is_shared = problem.clauses.iter().filter(|c| c.span == clause.span).count() > 1;
    let fits = typed.ends_with('.') && !typed.contains(['\n', '%']) && typed.len() <= 120;
    if fits && !is_shared { typed.to_owned() } else { house::print_clause(problem, clause) }
}

/// The numbers that break a clause, and what they make of its relation symbols.
fn failure(problem: &Problem, clause: &Clause, valuation: &Valuation) -> String {
    let arena = &problem.arena;
    let mut text = String::new();
    let values: Vec<String> = symbols(arena, clause)
        .into_iter()
        .map(|s| format!("{} = {}", arena.name(s), value(arena, s, valuation)))
        .collect();
    if !values.is_empty() {
        let _ = writeln!(text, "  with {}", values.join(", "));
    }
    let body: Vec<String> = clause.body.iter().map(|a| applied(problem, a, valuation)).collect();
    if !body.is_empty() {
        let _ = writeln!(text, "  the solution says {}", body.join(" and "));
    }
    match &clause.head {
        Some(head) => {
            let _ =
                write!(text, "  {}", if body.is_empty() { "the solution denies " } else { "but denies " });
            text += &applied(problem, head, valuation);
        }
        None => text += "  so it allows what the clause forbids",
    }
    text
}

/// The symbols of a clause in the order in which one meets them.
fn symbols(arena: &Arena, clause: &Clause) -> Vec<Symbol> {
    let mut found: Vec<Symbol> = Vec::new();
    let arguments = clause.head.iter().chain(&clause.body).flat_map(|a| &a.arguments);
    for argument in arguments {
        match argument {
            Argument::Int(term) => found.extend(term.symbols()),
            Argument::Bool(formula) => found.extend(arena.symbols_of(*formula)),
        }
    }
    found.extend(arena.symbols_of(clause.constraint));
    let mut seen = std::collections::BTreeSet::new();
    found.retain(|s| seen.insert(*s));
    found
}

fn value(arena: &Arena, symbol: Symbol, valuation: &Valuation) -> String {
    match arena.sort(symbol) {
        Sort::Int => valuation.int(symbol).to_string(),
        Sort::Bool => valuation.bool(symbol).to_string(),
    }
}

fn applied(problem: &Problem, application: &Application, valuation: &Valuation) -> String {
    let values: Vec<String> = application
        .arguments
        .iter()
        .map(|argument| match argument {
            Argument::Int(term) => term.evaluate(valuation).to_string(),
            Argument::Bool(formula) => problem.arena.evaluate(*formula, valuation).to_string(),
        })
        .collect();
    let name = &problem[application.relation].name;
    if values.is_empty() { name.clone() } else { format!("{name}({})", values.join(", ")) }
}
