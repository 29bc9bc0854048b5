//! `cargo xtask`: the commands that build, serve and test Hornbook.

use std::process::ExitCode;

use anyhow::{Result, bail};
use xtask::build::{self, Profile};
use xtask::{bench, fuzz, serve, test, tidy};

const HELP: &str = "\
Usage: cargo xtask <command>

Commands:
  serve [--port N]   build the page and serve it on this machine; prints the address
  build [--quick]    build the page into dist/, ready for any static host; quickly for a look while working
  test               run everything: formatting, lints, tests, payload budget, browser
  tidy               check that imports in core point one way
  fuzz [--minutes N] [--seed S] [--only KIND] [--count N] [--first N]
                     random inputs for everything; a failure is left in target/fuzz/failures
  bench presburger [--family F] [--quick] [--no-z3] [--csv OUT] [--limit SECONDS] [--runs N]
                     measure the Presburger solver, beside Z3 where that is installed
  bench interpolation FOLDER …
                     measure interpolation on the recursion-free systems of the folders
  bench abstraction FOLDER … [--limit SECONDS] [--only COLUMN] [--verbose]
                     count what each family of templates solves, one folder for each family of problems
  bench tables FOLDER … [--methods M,N,…] [--steps N] [--prepared] [--plots DIR]
                     what methods of the papers take for each problem, as Markdown, and scatter plots
  bench growth [--steps N] [--to N] [--print DIR]
                     what generated families cost as they grow, as Markdown
  bench browser FOLDER … [--limit SECONDS]
                     solve problems in a browser, beside the native command
  bench first [--rounds N]
                     measure how long the first visit takes until the page is shown and has solved
  bench latency      measure how long keys and clicks take to be seen on the page
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&arguments) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[&str]) -> Result<ExitCode> {
    match arguments {
        [] | ["help" | "--help" | "-h"] => print!("{HELP}"),
        ["serve"] => serve::run(serve::FIRST_PORT)?,
        ["serve", "--port", port] => serve::run(port.parse()?)?,
        ["build"] => {
            build::run(Profile::Release)?;
        }
        ["build", "--quick"] => {
            build::run(Profile::Quick)?;
        }
        ["test"] => return test::run(),
        ["tidy"] => tidy::run()?,
        ["fuzz", options @ ..] => return fuzz::run(options),
        ["bench", "presburger", options @ ..] => return bench::presburger(options),
        ["bench", "interpolation", folders @ ..] => return bench::interpolation(folders),
        ["bench", "abstraction", arguments @ ..] => return bench::abstraction(arguments),
        ["bench", "tables", arguments @ ..] => return bench::tables(arguments),
        ["bench", "growth", arguments @ ..] => return bench::growth(arguments),
        ["bench", "browser", arguments @ ..] => return bench::browser(arguments),
        ["bench", "first", options @ ..] => return bench::first(options),
        ["bench", "latency"] => return bench::latency(),
        other => bail!("unknown command: {}\n\n{HELP}", other.join(" ")),
    }
    Ok(ExitCode::SUCCESS)
}
