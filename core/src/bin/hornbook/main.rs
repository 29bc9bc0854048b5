//! The native command-line program.

use clap::Parser;

/// Solve constrained Horn clauses over Presburger arithmetic, and check every answer.
#[derive(Parser)]
#[command(name = "hornbook", version)]
struct Arguments {}

fn main() {
    let Arguments {} = Arguments::parse();
}
