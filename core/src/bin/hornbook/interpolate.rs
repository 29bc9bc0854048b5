//! `hornbook interpolate`: checked interpolants of named assertions.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use hornbook::interpolate::{Policy, Strength};
use hornbook::lang::Span;
use hornbook::lang::smtlib::InterpolationNode;
use hornbook::lang::smtlib::script::{Command, Script};
use hornbook::script::Options;

use crate::limits::{self, Limits};
use crate::output::complain;
use crate::{BAD_INPUT, script};

/// Print interpolants for the named assertions of an SMT-LIB 2 script, each of them checked.
///
/// `(get-interpolant A B)`, `(get-interpolants A B C)` and trees such as `(get-interpolants A B (C D) E)` say
/// between which assertions. A script without such a command is taken as a sequence of all its named
/// assertions.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The script; `-` reads the standard input.
    file: PathBuf,
    /// Which interpolants to prefer.
    #[arg(long, value_enum, default_value_t = Preference::Simplest)]
    prefer: Preference,
    /// Say in comments which sums of which assertions are behind each interpolant.
    #[arg(long)]
    explain: bool,
    /// Give up on a query after so many steps of work.
    #[arg(long, value_name = "N", value_parser = limits::steps, allow_negative_numbers = true)]
    steps: Option<u64>,
    #[command(flatten)]
    limits: Limits,
    /// Print the work done, as comments.
    #[arg(long)]
    stats: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Preference {
    /// The simplest of several, relations rather than constants.
    Simplest,
    /// The strongest reading of the proof: McMillan's labelling.
    Strong,
    /// The same with inequalities as loose as the conflict allows.
    Relaxed,
    /// The symmetric labelling of the proof.
    Symmetric,
    /// The weakest reading of the proof: the inverse of McMillan's labelling.
    Weak,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let policy = match arguments.prefer {
        Preference::Simplest => Policy::Simplest,
        Preference::Strong => Policy::Proof(Strength::Strong),
        Preference::Relaxed => Policy::Proof(Strength::Relaxed),
        Preference::Symmetric => Policy::Proof(Strength::Symmetric),
        Preference::Weak => Policy::Proof(Strength::Weak),
    };
    let options =
        Options { policy, explain: arguments.explain, steps: arguments.steps, ..Options::default() };
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

/// Asks for a sequence of interpolants where the script asks for none.
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
    script.commands.insert(end, Command::GetInterpolants(nodes));
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
