//! `cargo xtask bench …`: builds the solver as it is shipped, and measures it.
//!
//! The generators and the measuring are in `tests/src`; this only builds and starts them, so that xtask stays small.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::process::{cargo, check, root, target_directory};

/// Measures the Presburger solver; the options go to the measuring program.
pub fn presburger(options: &[&str]) -> Result<ExitCode> {
    check(cargo().args(["build", "--release", "--package", "hornbook", "--package", "hornbook-tests"]))?;
    let release = target_directory().join("release");
    let program = |name: &str| release.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let mut measuring = Command::new(program("presburger"));
    measuring
        .current_dir(root())
        .arg("measure")
        .arg(target_directory().join("bench/presburger"))
        .arg("--hornbook")
        .arg(program("hornbook"))
        .args(options);
    // Its status is not an error of ours: it has said what is wrong.
    let status = measuring.status().context("cannot start the measuring program")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Measures interpolation on the recursion-free systems of the given folders.
pub fn interpolation(folders: &[&str]) -> Result<ExitCode> {
    measure("interpolation", folders)
}

/// Counts what each family of templates solves in the given folders.
pub fn abstraction(arguments: &[&str]) -> Result<ExitCode> {
    measure("abstraction", arguments)
}

fn measure(program: &str, arguments: &[&str]) -> Result<ExitCode> {
    check(cargo().args(["build", "--release", "--package", "hornbook-tests"]))?;
    let program =
        target_directory().join("release").join(format!("{program}{}", std::env::consts::EXE_SUFFIX));
    let status =
        Command::new(program).args(arguments).status().context("cannot start the measuring program")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
