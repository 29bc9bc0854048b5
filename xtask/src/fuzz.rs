//! `cargo xtask fuzz`: random inputs for everything, judged by each other.
//!
//! The inputs and their judges are in `tests/src/fuzz`; this only builds and starts them.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::process::{cargo, check, target_directory};

/// Runs the fuzzer; the options go to it.
pub fn run(options: &[&str]) -> Result<ExitCode> {
    check(cargo().args(["build", "--profile", "fuzz", "--package", "hornbook-tests", "--bin", "fuzz"]))?;
    let program = target_directory().join("fuzz").join(format!("fuzz{}", std::env::consts::EXE_SUFFIX));
    let folder = target_directory().join("fuzz/failures");
    let mut fuzzer = Command::new(program);
    fuzzer.arg("--folder").arg(folder).args(options);
    // Its status is not an error of ours: it has said what is wrong.
    let status = fuzzer.status().context("cannot start the fuzzer")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
