//! `cargo xtask bench …`: builds what is to be measured as it is shipped, and measures it.
//!
//! The generators and the measuring are in `bench`; this only builds and starts them, so that xtask stays
//! small.

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::browser;
use crate::build::{self, Profile};
use crate::process::{cargo, check, root, target_directory};

/// Measures the Presburger solver; the options go to the measuring program.
pub fn presburger(options: &[&str]) -> Result<ExitCode> {
    check(cargo().args(["build", "--release", "--package", "hornbook", "--package", "hornbook-bench"]))?;
    let mut measuring = Command::new(program("release", "presburger"));
    measuring
        .current_dir(root())
        .arg("measure")
        .arg(target_directory().join("bench/presburger"))
        .arg("--hornbook")
        .arg(program("release", "hornbook"))
        .args(options);
    run(&mut measuring)
}

/// Measures interpolation on the recursion-free systems of the given folders.
pub fn interpolation(folders: &[&str]) -> Result<ExitCode> {
    in_process("interpolation", folders)
}

/// Counts what each family of templates solves in the given folders.
pub fn abstraction(arguments: &[&str]) -> Result<ExitCode> {
    in_process("abstraction", arguments)
}

/// Lays out what methods of the papers take for the problems of the given folders.
pub fn tables(arguments: &[&str]) -> Result<ExitCode> {
    in_process("tables", arguments)
}

/// Lays out what generated families cost as they grow.
pub fn growth(arguments: &[&str]) -> Result<ExitCode> {
    in_process("growth", arguments)
}

/// Solves the problems of the given folders in a browser and by the native command.
pub fn browser(arguments: &[&str]) -> Result<ExitCode> {
    check(cargo().args(["build", "--release", "--package", "hornbook"]))?;
    run(page_measurement("browser")?.arg("--hornbook").arg(program("release", "hornbook")).args(arguments))
}

/// Measures how long keys and clicks take to be seen on the page.
pub fn latency() -> Result<ExitCode> {
    run(&mut page_measurement("latency")?)
}

/// Measures how long the first visit takes until the page is shown and has solved.
pub fn first(options: &[&str]) -> Result<ExitCode> {
    run(page_measurement("first")?.args(options))
}

/// A program that links the solver and measures it.
fn in_process(name: &str, arguments: &[&str]) -> Result<ExitCode> {
    check(cargo().args(["build", "--release", "--package", "hornbook-bench", "--bin", name]))?;
    run(Command::new(program("release", name)).args(arguments))
}

/// A program that drives a browser with the page as it is shipped. How the program itself is compiled does
/// not matter.
fn page_measurement(name: &str) -> Result<Command> {
    let dist = build::run(Profile::Release)?.dist;
    let found = browser::ensure()?;
    check(cargo().args(["build", "--package", "hornbook-bench", "--features", "browser", "--bin", name]))?;
    let mut measuring = Command::new(program("debug", name));
    measuring
        .env("HORNBOOK_CHROMIUM", found.chromium)
        .env("HORNBOOK_CHROMEDRIVER", found.driver)
        .env("HORNBOOK_DIST", dist);
    Ok(measuring)
}

fn program(profile: &str, name: &str) -> PathBuf {
    target_directory().join(profile).join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// Runs a measuring program. Its status is not an error of ours: it has said what is wrong.
fn run(measuring: &mut Command) -> Result<ExitCode> {
    let status = measuring.status().context("cannot start the measuring program")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
