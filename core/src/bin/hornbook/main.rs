//! The native command-line program.
#![forbid(unsafe_code)]
// They panic when a stream is closed or full; `output` does not.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod check;
mod classify;
mod convert;
mod encode;
mod export;
mod input;
mod interpolate;
mod lattice;
mod limits;
mod output;
mod sat;
mod script;
mod settings;
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
    Encode(encode::Arguments),
    Interpolate(interpolate::Arguments),
    Lattice(lattice::Arguments),
    Sat(sat::Arguments),
    Solve(solve::Arguments),
}

/// Counts the memory in use, for `--memory`.
#[global_allocator]
static ALLOCATOR: hornbook_memory::Counting = hornbook_memory::Counting;

/// Bad input or bad arguments.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        // Help is asked for and counts as an answer; anything else is a complaint.
        Err(message) if message.use_stderr() => {
            let _ = message.print();
            return ExitCode::from(BAD_INPUT);
        }
        Err(help) => return output::help(&help),
    };
    match arguments.command {
        Command::Check(arguments) => check::run(&arguments),
        Command::Classify(arguments) => classify::run(&arguments),
        Command::Convert(arguments) => convert::run(&arguments),
        Command::Encode(arguments) => encode::run(&arguments),
        Command::Interpolate(arguments) => interpolate::run(&arguments),
        Command::Lattice(arguments) => lattice::run(&arguments),
        Command::Sat(arguments) => sat::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
    }
}
