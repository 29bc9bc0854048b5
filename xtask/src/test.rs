//! `cargo xtask test`: everything, in one go.
//!
//! A step that fails does not keep the later ones from running. The last line is `N passed, M failed`: every
//! test counts, and so does every other step, as one.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result};

use crate::process::{cargo, check, describe, ensure_component, ensure_wasm_target, target_directory};
use crate::{browser, budget, build, tidy};

/// Where random cases start.
const CASES: &str = "2013";

/// Runs all steps; the exit code says whether all of them passed.
pub fn run() -> Result<ExitCode> {
    let mut tally = Tally::default();

    tally.step("Formatting", || {
        ensure_component("rustfmt", "fmt")?;
        check(cargo().args(["fmt", "--all", "--check"]))
    });
    tally.step("Imports point one way", tidy::run);
    tally.step("Clippy, native", || {
        ensure_component("clippy", "clippy")?;
        check(cargo().args([
            "clippy",
            "--workspace",
            "--all-targets",
            "--all-features",
            "--",
            "-D",
            "warnings",
        ]))
    });
    tally.step("Clippy, wasm32", || {
        ensure_wasm_target()?;
        let target = ["--target", "wasm32-unknown-unknown"];
        check(
            cargo().args(["clippy", "--package", "hornbook-web"]).args(target).args(["--", "-D", "warnings"]),
        )
    });
    // The same cases in every run, so that what fails here was not a matter of luck; `cargo test` alone goes
    // on looking for others.
    let tests = ["test", "--workspace", "--no-fail-fast"];
    tally.tests("Tests", cargo().args(tests).env("PROPTEST_RNG_SEED", CASES));

    let mut built = None;
    tally.step("Page", || {
        built = Some(build::run(build::Profile::Release)?);
        Ok(())
    });
    if let Some(built) = built {
        tally.step("List of parts", || built.check_parts());
        let dist = built.dist;
        tally.step("Payload budget", || budget::Payload::measure(&dist)?.check());
        browser_tests(&mut tally, &dist);
    }
    Ok(tally.finish())
}

fn browser_tests(tally: &mut Tally, dist: &Path) {
    let mut found = None;
    tally.step("Browser", || {
        found = Some(browser::ensure()?);
        Ok(())
    });
    if let Some(found) = found {
        // What an interrupted or failed run has left behind.
        for leftovers in ["browser-tests", "browser-failures"] {
            fs::remove_dir_all(target_directory().join(leftovers)).ok();
        }
        tally.tests(
            "Browser tests",
            cargo()
                .args(["test", "--workspace", "--features", "hornbook-tests/browser", "--test", "browser"])
                .env("HORNBOOK_CHROMIUM", found.chromium)
                .env("HORNBOOK_CHROMEDRIVER", found.driver)
                .env("HORNBOOK_DIST", dist),
        );
    }
}

/// How much has passed and failed so far.
#[derive(Debug, Default)]
struct Tally {
    passed: usize,
    failed: usize,
    complaints: Vec<String>,
}

impl Tally {
    /// A step that passes or fails as a whole.
    fn step(&mut self, name: &str, step: impl FnOnce() -> Result<()>) {
        println!("\n== {name}");
        match step() {
            Ok(()) => self.passed += 1,
            Err(error) => self.fail(format!("{name}: {error:#}")),
        }
    }

    /// A run of `cargo test`, whose tests are counted one by one.
    fn tests(&mut self, name: &str, command: &mut Command) {
        println!("\n== {name}");
        let failed_before = self.failed;
        match self.count_tests(name, command) {
            // Cargo itself can fail, say because a test does not compile.
            Ok(false) if self.failed == failed_before => {
                self.fail(format!("{name}: {} failed", describe(command)));
            }
            Ok(_) => {}
            Err(error) => self.fail(format!("{name}: {error:#}")),
        }
    }

    /// Shows the output while reading the counts from it; says whether the command succeeded.
    fn count_tests(&mut self, name: &str, command: &mut Command) -> Result<bool> {
        let mut child = command.stdout(Stdio::piped()).spawn().context("cannot start cargo")?;
        if let Some(output) = child.stdout.take() {
            for line in BufReader::new(output).lines() {
                let line = line?;
                println!("{line}");
                if let Some((passed, failed)) = counts(&line) {
                    self.passed += passed;
                    self.failed += failed;
                } else if let Some(test) = failed_test(&line) {
                    self.complaints.push(format!("{name}: {test}"));
                }
            }
        }
        Ok(child.wait()?.success())
    }

    fn fail(&mut self, complaint: String) {
        println!("{complaint}");
        self.failed += 1;
        self.complaints.push(complaint);
    }

    fn finish(&self) -> ExitCode {
        if !self.complaints.is_empty() {
            println!("\n== Failed");
            for complaint in &self.complaints {
                println!("{complaint}");
            }
        }
        println!("\n{} passed, {} failed", self.passed, self.failed);
        if self.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

/// The counts in a line such as `test result: ok. 12 passed; 0 failed; 1 ignored; …`.
fn counts(line: &str) -> Option<(usize, usize)> {
    let (_, counts) = line.strip_prefix("test result: ")?.split_once(". ")?;
    let count = |kind: &str| counts.split("; ").find_map(|part| part.strip_suffix(kind)?.trim().parse().ok());
    Some((count(" passed")?, count(" failed")?))
}

/// The name in a line such as `test lang::tests::comments ... FAILED`.
fn failed_test(line: &str) -> Option<&str> {
    line.strip_prefix("test ")?.strip_suffix(" ... FAILED")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read() {
        let line = "test result: FAILED. 12 passed; 3 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s";
        assert_eq!(counts(line), Some((12, 3)));
        assert_eq!(counts("test result is fine"), None);
        assert_eq!(failed_test("test a::b ... FAILED"), Some("a::b"));
        assert_eq!(failed_test("test a::b ... ok"), None);
    }

    #[test]
    fn a_failing_step_is_counted_and_named() {
        let mut tally = Tally::default();
        tally.step("Good", || Ok(()));
        tally.step("Bad", || anyhow::bail!("it rains"));
        assert_eq!((tally.passed, tally.failed), (1, 1));
        assert_eq!(tally.complaints, ["Bad: it rains"]);
    }
}
