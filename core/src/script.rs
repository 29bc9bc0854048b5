//! Runs SMT-LIB scripts: satisfiability queries with models, cores and proofs, and interpolation queries,
//! answered as SMT-LIB does. Every model and every proof is checked before it is told of.
//!
//! ```
//! use hornbook::{budget::Budget, lang::smtlib::script::parse, script::{Options, run}};
//! let (mut script, _) = parse("(declare-const x Int) (assert (= (* 2 x) 6)) (check-sat) (get-model)");
//! let mut lines = Vec::new();
//! run(&mut script, Options::default(), &mut Budget::unlimited(), |line| lines.push(line.to_owned()));
//! assert_eq!(lines, ["sat", "(\n  (define-fun x () Int 3)\n)"]);
//! ```

mod explained;
mod interpolants;
mod options;
mod print;

pub use options::InterpolantKind;

use rustc_hash::FxHashSet;

use crate::check;
use crate::formula::{Formula, Symbol, Valuation};
use crate::interpolate::Policy;
use crate::lang::Language;
use crate::lang::smtlib::print_symbol;
use crate::lang::smtlib::script::{Assumption, Command, Requested, Script};
use crate::solver::{Answer, Budget, Solver, Statistics, Unknown};

/// How to run a script.
#[derive(Clone, Copy, Debug, Default)]
// Each is a switch of its own.
#[allow(clippy::struct_excessive_bools)]
pub struct Options {
    /// Say in comments how long the proofs of unsat answers are that have been checked.
    pub proofs: bool,
    /// Make unsat cores subset-minimal.
    pub minimal_cores: bool,
    /// Steps for each query; `None` is no limit.
    pub steps: Option<u64>,
    /// Which interpolants to prefer.
    pub policy: Policy,
    /// How plain lists of partitions are taken.
    pub kind: InterpolantKind,
    /// Say in comments where each interpolant comes from.
    pub explain: bool,
    /// Show the lattice of interpolants of two partitions, in comments.
    pub lattice: bool,
    /// Print interpolation problems as recursion-free clauses in this language, instead of solving them.
    pub clauses: Option<Language>,
}

/// What happened in a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    pub queries: u64,
    pub steps: u64,
    pub statistics: Statistics,
    /// Models and proofs that were checked.
    pub checked: u64,
    /// Models and proofs that did not pass their check. Anything but 0 is a bug of the solver.
    pub rejected: u64,
}

/// Runs all commands of a script; every response goes to `respond`. When the budget ends, the rest of the
/// script is left alone, and a comment says so.
pub fn run(
    script: &mut Script,
    options: Options,
    budget: &mut Budget,
    mut respond: impl FnMut(&str),
) -> Summary {
    let commands = std::mem::take(&mut script.commands);
    let mut runner = Runner {
        script,
        options,
        solver: Solver::with_proofs(),
        assertions: Vec::new(),
        levels: Vec::new(),
        constants: Vec::new(),
        last: Last::Nothing,
        summary: Summary::default(),
    };
    for command in &commands {
        if matches!(command, Command::Exit) {
            break;
        }
        if let Err(reason) = budget.take(runner.work(command)) {
            respond(&format!("; stopped: {reason}"));
            break;
        }
        if let Some(response) = runner.command(command, budget) {
            respond(&response);
        }
    }
    runner.retire_solver();
    let summary = runner.summary;
    script.commands = commands;
    summary
}

struct Assertion {
    formula: Formula,
    name: Option<String>,
}

/// Why a query has no answer.
enum NoAnswer {
    Unknown(Unknown),
    /// This answer did not pass its check.
    Rejected(&'static str, String),
}

/// The state in which a query left the solver.
enum Last {
    Nothing,
    Sat(Valuation),
    Unsat { core: Vec<Formula>, assumptions: Vec<(Formula, String)> },
    Unknown(Unknown),
}

struct Runner<'a> {
    script: &'a mut Script,
    options: Options,
    solver: Solver,
    assertions: Vec<Assertion>,
    /// For each open level, the numbers of assertions and constants below it.
    levels: Vec<(usize, usize)>,
    constants: Vec<Symbol>,
    last: Last,
    summary: Summary,
}

impl Runner<'_> {
    /// The steps that a command takes besides those of its query: a short one may have a long response, and
    /// be repeated as often as the text is long.
    fn work(&self, command: &Command) -> u64 {
        let size = match command {
            Command::Push(count) | Command::Pop(count) => usize::try_from(*count).unwrap_or(usize::MAX),
            Command::GetModel => self.constants.len(),
            Command::GetValue(requested) => {
                let terms = requested.iter().map(|r| 1 + r.text.len() + r.definitions.len());
                terms.sum::<usize>() + self.extended_model(requested).map_or(0, Valuation::len)
            }
            Command::GetUnsatCore => self.assertions.len() + self.core().len(),
            Command::GetUnsatAssumptions => self.core().len(),
            Command::CheckSat | Command::CheckSatAssuming(_) => self.assertions.len() / 8,
            Command::GetInterpolants(query) => query.size() + self.assertions.len(),
            Command::Echo(text) => text.len() / 8,
            _ => 0,
        };
        size as u64
    }

    /// The model, if it has to be extended for terms with definitions.
    fn extended_model(&self, requested: &[Requested]) -> Option<&Valuation> {
        match &self.last {
            Last::Sat(model) if requested.iter().any(|r| !r.definitions.is_empty()) => Some(model),
            _ => None,
        }
    }

    fn core(&self) -> &[Formula] {
        if let Last::Unsat { core, .. } = &self.last { core } else { &[] }
    }

    fn command(&mut self, command: &Command, budget: &mut Budget) -> Option<String> {
        match command {
            Command::Assert { formula, name, .. } => {
                // What can neither be taken back nor be part of a core is asserted for good.
                if self.levels.is_empty() && name.is_none() {
                    self.solver.assert(&mut self.script.arena, *formula);
                }
                self.assertions.push(Assertion { formula: *formula, name: name.clone() });
                None
            }
            Command::Declare(symbol) => {
                self.constants.push(*symbol);
                None
            }
            Command::Push(count) => {
                for _ in 0..*count {
                    self.levels.push((self.assertions.len(), self.constants.len()));
                }
                None
            }
            Command::Pop(count) => {
                for _ in 0..*count {
                    if let Some((assertions, constants)) = self.levels.pop() {
                        self.assertions.truncate(assertions);
                        self.constants.truncate(constants);
                    }
                }
                None
            }
            Command::Reset | Command::ResetAssertions => {
                self.retire_solver();
                self.assertions.clear();
                self.levels.clear();
                self.constants.clear();
                self.last = Last::Nothing;
                None
            }
            Command::CheckSat => Some(self.check(&[], budget)),
            Command::CheckSatAssuming(assumptions) => Some(self.check(assumptions, budget)),
            Command::GetModel => Some(match &self.last {
                Last::Sat(model) => print::model(&self.script.arena, &self.constants, model),
                _ => error("no model: the last query was not answered sat"),
            }),
            Command::GetValue(requested) => Some(self.values(requested)),
            Command::GetUnsatCore => Some(self.unsat_core()),
            Command::GetUnsatAssumptions => Some(match &self.last {
                Last::Unsat { core, assumptions } => {
                    let texts = first_of_each(core, assumptions.iter().cloned());
                    print::list(texts.iter().map(String::as_str))
                }
                _ => error("no core: the last query was not answered unsat"),
            }),
            Command::GetInfo(keyword) => Some(self.info(keyword)),
            Command::Echo(text) => Some(format!("\"{}\"", text.replace('"', "\"\""))),
            Command::GetAssertions | Command::GetOption(_) => Some("unsupported".to_owned()),
            Command::GetInterpolants(query) => Some(self.interpolants(query, budget)),
            Command::SetOption { keyword, value } => self.options.set(keyword, value).err(),
            Command::SetLogic(_) | Command::SetInfo { .. } | Command::Exit => None,
        }
    }

    fn retire_solver(&mut self) {
        let old = std::mem::replace(&mut self.solver, Solver::with_proofs());
        self.summary.statistics = self.summary.statistics + old.statistics();
    }

    /// The assertions that the solver must be told of with every query.
    fn active(&self) -> impl Iterator<Item = &Assertion> {
        let permanent = self.levels.first().map_or(self.assertions.len(), |(a, _)| *a);
        self.assertions
            .iter()
            .enumerate()
            .filter(move |(i, a)| *i >= permanent || a.name.is_some())
            .map(|(_, a)| a)
    }

    fn check(&mut self, assumptions: &[Assumption], budget: &mut Budget) -> String {
        self.summary.queries += 1;
        let mut assumed: Vec<Formula> = self.active().map(|a| a.formula).collect();
        assumed.extend(assumptions.iter().map(|a| a.formula));
        let before = budget.used();
        let steps = self.options.steps.unwrap_or(u64::MAX);
        let answer = budget
            .within(steps, |part| self.checked(&assumed, part))
            .unwrap_or_else(|ended| Err(NoAnswer::Unknown(ended.into())));
        self.summary.steps += budget.used() - before;
        let (word, comment) = match answer {
            Ok((Answer::Sat(model), _)) => {
                self.last = Last::Sat(model);
                ("sat", None)
            }
            Ok((Answer::Unsat(core), size)) => {
                let assumptions = assumptions.iter().map(|a| (a.formula, a.text.clone())).collect();
                self.last = Last::Unsat { core, assumptions };
                ("unsat", self.options.proofs.then(|| format!("proof checked: {size} steps")))
            }
            Ok((Answer::Unknown(reason), _)) | Err(NoAnswer::Unknown(reason)) => {
                self.last = Last::Unknown(reason);
                ("unknown", Some(reason.to_string()))
            }
            Err(NoAnswer::Rejected(word, message)) => {
                self.summary.rejected += 1;
                self.last = Last::Nothing;
                ("unknown", Some(format!("the answer {word} did not pass its check: {message}")))
            }
        };
        match comment {
            Some(comment) => format!("{word}\n; {comment}"),
            None => word.to_owned(),
        }
    }

    /// The answer to a query, once its model or proof has passed the check, and how many steps the proof has.
    fn checked(&mut self, assumed: &[Formula], budget: &mut Budget) -> Result<(Answer, usize), NoAnswer> {
        let arena = &mut self.script.arena;
        let mut answer = self.solver.check(arena, assumed, budget);
        let mut proof = self.solver.proof();
        if let Answer::Unsat(core) = &mut answer
            && self.options.minimal_cores
            && let Ok(smaller) = self.solver.minimise_core(arena, core, budget)
        {
            *core = smaller;
            proof = self.solver.proof();
        }
        let inputs: Vec<Formula> =
            self.assertions.iter().map(|a| a.formula).chain(assumed.iter().copied()).collect();
        let mut size = 0;
        match &answer {
            Answer::Sat(model) => {
                check::model(arena, &inputs, model)
                    .map_err(|error| NoAnswer::Rejected("sat", error.to_string()))?;
            }
            Answer::Unsat(_) => {
                let missing = || NoAnswer::Rejected("unsat", "there is no proof".to_owned());
                let proof = proof.ok_or_else(missing)?;
                check::refutation_within(arena, &inputs, &proof, budget).map_err(|error| {
                    let rejected = || NoAnswer::Rejected("unsat", error.to_string());
                    error.unfinished().map_or_else(rejected, |reason| NoAnswer::Unknown(reason.into()))
                })?;
                size = proof.steps.len();
            }
            Answer::Unknown(_) => return Ok((answer, size)),
        }
        self.summary.checked += 1;
        Ok((answer, size))
    }

    fn values(&self, requested: &[Requested]) -> String {
        let Last::Sat(model) = &self.last else {
            return error("no model: the last query was not answered sat");
        };
        let mut extended = self.extended_model(requested).cloned();
        if let Some(model) = &mut extended {
            for definition in requested.iter().flat_map(|r| &r.definitions) {
                definition.extend(&self.script.arena, model);
            }
        }
        let model = extended.as_ref().unwrap_or(model);
        let pairs: Vec<String> = requested
            .iter()
            .map(|r| format!("({} {})", r.text, print::argument(&self.script.arena, &r.value, model)))
            .collect();
        print::list(pairs.iter().map(String::as_str))
    }

    fn unsat_core(&self) -> String {
        let Last::Unsat { core, .. } = &self.last else {
            return error("no core: the last query was not answered unsat");
        };
        let named =
            self.assertions.iter().filter_map(|a| Some((a.formula, print_symbol(a.name.as_deref()?))));
        print::list(first_of_each(core, named).iter().map(String::as_str))
    }

    fn info(&self, keyword: &str) -> String {
        match (keyword, &self.last) {
            (":name", _) => "(:name \"hornbook\")".to_owned(),
            (":version", _) => format!("(:version \"{}\")", env!("CARGO_PKG_VERSION")),
            (":reason-unknown", Last::Unknown(reason)) => format!("(:reason-unknown \"{reason}\")"),
            _ => "unsupported".to_owned(),
        }
    }
}

/// The texts of the formulae in a core. One formula may have several; the first will do.
fn first_of_each(core: &[Formula], texts: impl Iterator<Item = (Formula, String)>) -> Vec<String> {
    let mut open: FxHashSet<Formula> = core.iter().copied().collect();
    texts.filter(|(formula, _)| open.remove(formula)).map(|(_, text)| text).collect()
}

fn error(message: &str) -> String {
    format!("(error \"{message}\")")
}

#[cfg(test)]
mod tests;
