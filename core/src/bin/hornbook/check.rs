//! `hornbook check`: is this a solution?

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use hornbook::formula::{Arena, Sort, Symbol, Valuation};
use hornbook::lang::{
    self, Application, Argument, Clause, ClauseId, Encoding, Language, Problem, Solution, Span,
};
use hornbook::lang::{house, printable};
use hornbook::settings::Choice as _;
use hornbook::solver::Budget;
use hornbook::validate::{self, ClauseVerdict};

use crate::convert::encodings;
use crate::input::Unread;
use crate::limits::{self, Limits};
use crate::output::{Answer, complain};
use crate::{BAD_INPUT, input};

/// Check a solution of Horn clauses, whoever found it: is every clause valid?
///
/// Each clause that holds is proved and the proof checked. Each one that does not is printed with numbers
/// that break it. The two files may be in different languages: definitions as in `p(X) := X >= 0.`, or a
/// model of SMT-LIB `define-fun`s.
///
/// The exit code is 0 if all clauses hold, 1 if one does not, 2 for bad input, and 3 if a clause could not be
/// decided within the limits.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The problem; `-` reads the standard input.
    file: PathBuf,
    /// The solution; `-` reads the standard input.
    solution: PathBuf,
    /// How a model becomes clauses.
    #[arg(long, value_name = "ENCODING", value_parser = encodings(), default_value = Encoding::Standard.name())]
    encoding: Encoding,
    /// What to ask about a network of timed automata, as for `solve`.
    #[arg(long, value_name = "QUERY")]
    query: Option<String>,
    /// Give up on a clause after this many steps of work.
    #[arg(long, value_name = "N", value_parser = limits::steps, allow_negative_numbers = true)]
    steps: Option<u64>,
    #[command(flatten)]
    limits: Limits,
    /// Say it for clauses that hold, too.
    #[arg(long, short)]
    verbose: bool,
}

const FAILS: u8 = 1;
const UNDECIDED: u8 = 3;

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let watch = arguments.limits.watch();
    let mut look = || watch.look();
    let mut budget = limits::budget(None, &mut look);
    let read = read(arguments, &mut budget);
    if let Err(reason) = budget.take(0) {
        return arguments.limits.unread(Unread::Ended(reason));
    }
    match read {
        Ok((problem, solution, text)) => judge(arguments, problem, &solution, &text, &mut budget),
        Err(unread) => arguments.limits.unread(unread),
    }
}

/// The problem with its text, and the solution; what is wrong is printed.
fn read(arguments: &Arguments, budget: &mut Budget) -> Result<(Problem, Solution, String), Unread> {
    let Arguments { file, solution: claim, .. } = arguments;
    let wrong = |message: String| {
        complain(message);
        Unread::Wrong
    };
    if file == Path::new("-") && claim == Path::new("-") {
        return Err(wrong("only one of the two files can be the standard input".to_owned()));
    }
    let text = input::asked(file, input::read(file, budget)?, arguments.query.as_deref(), budget)?;
    let claim_text = without_verdict(input::read(claim, budget)?);
    let input::Input { mut problem, text, .. } = input::understand(file, text, arguments.encoding, budget)?;
    let found = Language::detect_solution(&claim_text);
    // A name can announce several languages.
    let announced = language_of(claim).filter(|_| !language_of_name(claim, found));
    let language = announced.unwrap_or(found);
    let (solution, diagnostics) = lang::parse_solution_within(&claim_text, &mut problem, language, budget);
    if input::report(claim, &claim_text, &diagnostics) {
        return Err(Unread::Wrong);
    }
    let missing: Vec<&str> = solution.missing(&problem).iter().map(|r| problem[*r].name.as_str()).collect();
    if !missing.is_empty() {
        return Err(wrong(format!("{}: no definition of {}", claim.display(), missing.join(", "))));
    }
    Ok((problem, solution, text))
}

/// What `solve --model` prints begins with a verdict, and lines with `;` say what a solution means for the
/// model. Places in the text stay as they are.
fn without_verdict(text: String) -> String {
    if text.lines().next() != Some("sat") {
        return text;
    }
    let line = |(i, line): (usize, &str)| {
        let is_left_out = i == 0 || line.starts_with(';');
        if is_left_out { " ".repeat(line.len()) } else { line.to_owned() }
    };
    text.split('\n').enumerate().map(line).collect::<Vec<_>>().join("\n")
}

/// The language that the name of a file tells.
fn language_of(file: &Path) -> Option<Language> {
    file.to_str().and_then(Language::of_file)
}

/// Does the name of a file announce a language, maybe among others?
fn language_of_name(file: &Path, language: Language) -> bool {
    let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    language.front_end().extensions.contains(&extension.to_ascii_lowercase().as_str())
}

fn judge(
    arguments: &Arguments,
    mut problem: Problem,
    solution: &Solution,
    text: &str,
    budget: &mut Budget,
) -> ExitCode {
    let mut answer = Answer::begin();
    let (mut failing, mut undecided) = (0, 0);
    let total = problem.clauses.len();
    let places = Places::of(&problem, text);
    for i in 0..total {
        if !answer.is_heard() {
            break;
        }
        let id = ClauseId(i as u32);
        let steps = arguments.steps.unwrap_or(u64::MAX);
        let verdict = match budget.within(steps, |part| validate::clause(&mut problem, solution, id, part)) {
            Err(ended) => {
                undecided += total - i;
                complain(arguments.limits.reason(ended));
                break;
            }
            Ok(Ok(verdict)) => verdict,
            Ok(Err(error)) => {
                complain(format_args!("{}: {error}", arguments.solution.display()));
                return ExitCode::from(BAD_INPUT);
            }
        };
        let clause = &problem[id];
        let line = places.line(clause);
        let place = format!("clause {} ({}:{line})", id.number(), arguments.file.display());
        match verdict {
            ClauseVerdict::Proved(..) if arguments.verbose => answer.line(format_args!("{place} holds")),
            ClauseVerdict::Proved(..) => {}
            ClauseVerdict::Refuted(model) => {
                failing += 1;
                let shown = shown(&problem, clause, text, places.is_shared(clause));
                let reasons = failure(&problem, clause, model.valuation());
                answer.line(format_args!("{place} does not hold:\n    {shown}\n{reasons}"));
            }
            ClauseVerdict::Unknown(reason) => {
                undecided += 1;
                answer.line(format_args!("{place} is undecided: {reason}"));
            }
            ClauseVerdict::Rejected(reason) => {
                undecided += 1;
                answer.line(format_args!(
                    "{place} is undecided: an answer of the solver was rejected: {reason}"
                ));
            }
        }
    }
    let clauses = |n: usize| if n == 1 { "1 clause".to_owned() } else { format!("{n} clauses") };
    let code = match (failing, undecided) {
        (0, 0) => {
            answer.line(format_args!("a solution: {} proved and checked", clauses(total)));
            ExitCode::SUCCESS
        }
        (0, _) => {
            answer.line(format_args!("undecided: {} of {}", undecided, clauses(total)));
            ExitCode::from(UNDECIDED)
        }
        _ => {
            answer.line(format_args!(
                "not a solution: {failing} of {} fail{}",
                clauses(total),
                if failing == 1 { "s" } else { "" }
            ));
            ExitCode::from(FAILS)
        }
    };
    answer.finish(code)
}

/// Where the clauses of a text are; looked up once, since there may be many.
struct Places {
    /// Where lines end.
    ends: Vec<usize>,
    /// How many clauses were made of a part of the text.
    clauses: BTreeMap<Span, usize>,
}

impl Places {
    fn of(problem: &Problem, text: &str) -> Places {
        let mut clauses = BTreeMap::new();
        for clause in &problem.clauses {
            *clauses.entry(clause.span).or_default() += 1;
        }
        Places { ends: text.match_indices('\n').map(|(end, _)| end).collect(), clauses }
    }

    /// The line on which a clause begins, from 1.
    fn line(&self, clause: &Clause) -> usize {
        self.ends.partition_point(|end| *end < clause.span.start as usize) + 1
    }

    fn is_shared(&self, clause: &Clause) -> bool {
        self.clauses.get(&clause.span).is_some_and(|count| *count > 1)
    }
}

/// The clause as it was typed, if that is one clause and fits on a line.
fn shown(problem: &Problem, clause: &Clause, text: &str, is_shared: bool) -> String {
    let typed = text.get(clause.span.start as usize..clause.span.end as usize).unwrap_or("").trim();
    let fits = typed.ends_with('.') && !typed.contains(['\n', '%']) && typed.len() <= 120;
    if fits && !is_shared { typed.to_owned() } else { house::print_clause(problem, clause) }
}

/// The numbers that break a clause, and what they make of its relation symbols.
fn failure(problem: &Problem, clause: &Clause, valuation: &Valuation) -> String {
    let arena = &problem.arena;
    let mut text = String::new();
    let values: Vec<String> = symbols(arena, clause)
        .into_iter()
        .map(|s| format!("{} = {}", printable(arena.name(s)), value(arena, s, valuation)))
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
    let name = printable(&problem[application.relation].name);
    if values.is_empty() { name.into_owned() } else { format!("{name}({})", values.join(", ")) }
}
