//! The native command-line program.
#![forbid(unsafe_code)]

mod convert;
mod input;
mod sat;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Solve constrained Horn clauses over Presburger arithmetic, and check every answer.
#[derive(Parser)]
#[command(name = "hornbook", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Convert(convert::Arguments),
    Sat(sat::Arguments),
}

/// Bad input or bad arguments.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    match Arguments::parse().command {
        Command::Convert(arguments) => convert::run(&arguments),
        Command::Sat(arguments) => sat::run(&arguments),
    }
}
