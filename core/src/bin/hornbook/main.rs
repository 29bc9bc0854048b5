//! The native command-line program.
#![forbid(unsafe_code)]

mod check;
mod classify;
mod convert;
mod input;
mod interpolate;
mod lattice;
mod sat;
mod script;
mod solve;

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
    Check(check::Arguments),
    Classify(classify::Arguments),
    Convert(convert::Arguments),
    Interpolate(interpolate::Arguments),
    Lattice(lattice::Arguments),
    Sat(sat::Arguments),
    Solve(solve::Arguments),
}

/// Bad input or bad arguments.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    match Arguments::parse().command {
        Command::Check(arguments) => check::run(&arguments),
        Command::Classify(arguments) => classify::run(&arguments),
        Command::Convert(arguments) => convert::run(&arguments),
        Command::Interpolate(arguments) => interpolate::run(&arguments),
        Command::Lattice(arguments) => lattice::run(&arguments),
        Command::Sat(arguments) => sat::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
    }
}
