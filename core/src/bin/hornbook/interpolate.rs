//! `hornbook interpolate`: checked interpolants of named assertions.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use hornbook::interpolate::{Policy, Strength};
use hornbook::lang::smtlib::script::{Command, Script};
use hornbook::lang::smtlib::{InterpolationNode, InterpolationQuery};
use hornbook::lang::{Language, Span};
use hornbook::script::{InterpolantKind, Options};
use hornbook::settings::Choice;

use crate::convert::languages;
use crate::limits::{self, Limits};
use crate::output::complain;
use crate::{BAD_INPUT, script};

/// Print interpolants for the named assertions of an SMT-LIB 2 script, each of them checked.
///
/// `(get-interpolant A B)`, `(get-interpolants A B C)` and trees such as `(get-interpolants A B (C D) E)` say
/// between which assertions. `(get-interpolants :symmetric A B C)` asks for one interpolant for each of them,
/// which are contradictory together. `(get-interpolants :dag (en u A) (en v B) (u ex C) (v ex D))` asks for
/// one for each vertex of a dag with these edges; `(u E)` beside the edges labels the vertex `u`. A symbol
/// means the same on two sides of a vertex only if edges on both sides of it have it.
/// `(get-interpolants :disjunctive (and D (! (or (and A B) C) :named p)))` asks for one for each position of
/// the formula that is marked with a name.
///
/// A script without such a command is taken as a list of all its named assertions. A script can set what the
/// flags set, too: `(set-option :interpolant-kind symmetric)`, `:interpolant-policy`,
/// `:explain-interpolants true`, `:interpolant-lattice true` and `:interpolation-clauses horn`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The script; `-` reads the standard input.
    file: PathBuf,
    /// How a plain list of assertions is taken; a query with a shape of its own keeps it.
    #[arg(long, value_enum, default_value_t = Kind::Sequence)]
    kind: Kind,
    /// Which interpolants to prefer.
    #[arg(long, alias = "prefer", value_name = "NAME", default_value = "simplest", value_parser = policies())]
    policy: Policy,
    /// Say in comments which labelling and which sums of which assertions are behind each interpolant, and
    /// where there is no sum but a projection.
    #[arg(long)]
    explain: bool,
    /// Show the lattice of interpolants between two assertions in comments, and which proof and labelling
    /// gave which point.
    #[arg(long)]
    lattice: bool,
    /// Print the problem as recursion-free Horn clauses instead, whose solutions are the interpolants.
    #[arg(long, value_name = "LANGUAGE", value_parser = languages())]
    clauses: Option<Language>,
    /// Give up on a query after this many steps of work.
    #[arg(long, value_name = "N", value_parser = limits::steps, allow_negative_numbers = true)]
    steps: Option<u64>,
    #[command(flatten)]
    limits: Limits,
    /// Print the work done, as comments.
    #[arg(long)]
    stats: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// Each assertion with the interpolant before it implies the next interpolant.
    Sequence,
    /// The same: a list is a tree without branches.
    Tree,
    /// One interpolant for each assertion; together they are contradictory.
    Symmetric,
    /// The assertions are the edges of a path.
    Dag,
}

/// The names of all policies, and those that labellings had here before.
fn policies() -> impl TypedValueParser<Value = Policy> {
    let value = |policy: &Policy| {
        let former = match policy {
            Policy::Proof(Strength::Strong) => Some("strong"),
            Policy::Proof(Strength::Weak) => Some("weak"),
            _ => None,
        };
        let described = policy.value();
        PossibleValue::new(described.name)
            .aliases(former)
            .help(format!("{} ({})", described.sentence, described.reference))
    };
    let values = PossibleValuesParser::new(Policy::ALL.iter().map(value));
    values.map(|name| match name.as_str() {
        "strong" => Policy::Proof(Strength::Strong),
        "weak" => Policy::Proof(Strength::Weak),
        name => Policy::named(name).unwrap_or_default(),
    })
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let kind = match arguments.kind {
        Kind::Sequence => InterpolantKind::Sequence,
        Kind::Tree => InterpolantKind::Tree,
        Kind::Symmetric => InterpolantKind::Symmetric,
        Kind::Dag => InterpolantKind::Dag,
    };
    let options = Options {
        policy: arguments.policy,
        kind,
        explain: arguments.explain,
        lattice: arguments.lattice,
        clauses: arguments.clauses,
        steps: arguments.steps,
        ..Options::default()
    };
    let watch = arguments.limits.watch();
    let mut look = || watch.look();
    let mut budget = limits::budget(None, &mut look);
    match script::read(&arguments.file, &mut budget) {
        Ok(mut script) => match complete(&mut script) {
            Ok(()) => script::run(&mut script, options, arguments.stats, &mut budget),
            Err(message) => {
                complain(format_args!("{}: {message}", arguments.file.display()));
                ExitCode::from(BAD_INPUT)
            }
        },
        Err(unread) => arguments.limits.unread(unread),
    }
}

/// Asks for the interpolants of all named assertions where the script asks for none.
fn complete(script: &mut Script) -> Result<(), &'static str> {
    if script.commands.iter().any(|c| matches!(c, Command::GetInterpolants(_))) {
        return Ok(());
    }
    let end =
        script.commands.iter().position(|c| matches!(c, Command::Exit)).unwrap_or(script.commands.len());
    let nodes: Vec<InterpolationNode> = names_in_force(&script.commands[..end])
        .into_iter()
        .enumerate()
        .map(|(i, name)| InterpolationNode {
            names: vec![name],
            children: i.checked_sub(1).into_iter().collect(),
            span: Span::default(),
        })
        .collect();
    if nodes.len() < 2 {
        return Err("interpolation needs two named assertions at least: (assert (! … :named A))");
    }
    script.commands.insert(end, Command::GetInterpolants(InterpolationQuery::Tree(nodes)));
    Ok(())
}

/// The names of the assertions that the commands leave in force.
fn names_in_force(commands: &[Command]) -> Vec<String> {
    let mut names = Vec::new();
    let mut levels = Vec::new();
    for command in commands {
        match command {
            Command::Assert { name: Some(name), .. } => names.push(name.clone()),
            Command::Push(count) => levels.extend((0..*count).map(|_| names.len())),
            Command::Pop(count) => {
                for _ in 0..*count {
                    names.truncate(levels.pop().unwrap_or(0));
                }
            }
            Command::Reset | Command::ResetAssertions => {
                names.clear();
                levels.clear();
            }
            _ => {}
        }
    }
    names
}
