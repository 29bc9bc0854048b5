//! Solves problems in a browser, as a visitor would with everything left as it is, beside the native command;
//! `cargo xtask bench browser FOLDER … [--limit SECONDS]` calls it.
//!
//! The time in the browser is that from the click on *Solve* until the verdict is drawn, so it is a frame or
//! two at least. The page has been open for a while then, as it has been for everybody who pastes a problem.
//! A verdict that contradicts that of the native command is printed as `WRONG`, and the command
//! fails.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::thread::sleep;
use std::time::{Duration, Instant};

use hornbook_bench::problems::files;
use hornbook_tests::browser::page::Page;
use hornbook_tests::browser::run::{Outcome, measure};
use serde_json::json;

/// Between opening the page and pasting a problem.
const ARRIVAL: Duration = Duration::from_secs(3);

/// Seconds for a problem, unless `--limit` says otherwise.
const LIMIT: f64 = 20.0;

fn main() -> ExitCode {
    match Options::read(std::env::args().skip(1)) {
        Ok(options) => options.run(),
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

struct Options {
    hornbook: PathBuf,
    folders: Vec<PathBuf>,
    limit: f64,
}

/// What was said about a problem, and after how many seconds.
#[derive(Clone, Copy, Debug)]
struct Timed {
    verdict: Verdict,
    seconds: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Safe,
    Unsafe,
    Unknown,
}

impl Verdict {
    fn is_answer(self) -> bool {
        self != Verdict::Unknown
    }
}

impl Options {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
        let mut options = Options { hornbook: PathBuf::new(), folders: Vec::new(), limit: LIMIT };
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--hornbook" => {
                    options.hornbook = arguments.next().ok_or("--hornbook wants a program")?.into();
                }
                "--limit" => {
                    let seconds = arguments.next().and_then(|s| s.parse().ok());
                    options.limit = seconds.ok_or("--limit wants seconds")?;
                }
                _ => options.folders.push(PathBuf::from(argument)),
            }
        }
        if options.folders.is_empty() {
            return Err("name the folders with problems (.smt2 or .horn)".to_owned());
        }
        Ok(options)
    }

    fn run(&self) -> ExitCode {
        println!("{:<56}{:>10}{:>10}{:>8}  native, browser", "file", "native s", "browser s", "ratio");
        let mut ratios = Vec::new();
        let mut is_wrong = false;
        for folder in &self.folders {
            for file in files(folder) {
                let Ok(text) = std::fs::read_to_string(&file) else { continue };
                let native = self.natively(&file);
                let browser = self.in_a_browser(&text);
                let name = format!("{}/{}", name(folder), name(&file));
                let ratio = browser.seconds / native.seconds;
                println!(
                    "{name:<56}{:>10.3}{:>10.3}{ratio:>8.1}  {:?}, {:?}",
                    native.seconds, browser.seconds, native.verdict, browser.verdict
                );
                if native.verdict.is_answer() && browser.verdict.is_answer() {
                    ratios.push(ratio);
                    if native.verdict != browser.verdict {
                        println!("WRONG: the verdicts on {name} contradict each other");
                        is_wrong = true;
                    }
                }
            }
        }
        println!(
            "{} files with both verdicts; geometric mean of the ratios {:.2}",
            ratios.len(),
            geometric_mean(&ratios)
        );
        if is_wrong { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }

    fn natively(&self, file: &Path) -> Timed {
        let begin = Instant::now();
        let limit = self.limit.to_string();
        let output = Command::new(&self.hornbook).arg("solve").arg(file).args(["--timeout", &limit]).output();
        let seconds = begin.elapsed().as_secs_f64();
        let answer = output.map(|output| output.stdout).unwrap_or_default();
        let verdict = match answer.split(|b| *b == b'\n').next() {
            Some(b"sat") => Verdict::Safe,
            Some(b"unsat") => Verdict::Unsafe,
            _ => Verdict::Unknown,
        };
        Timed { verdict, seconds }
    }

    /// In a browser of its own, so that a problem that breaks it does no harm to the others.
    fn in_a_browser(&self, text: &str) -> Timed {
        let mut found = Timed { verdict: Verdict::Unknown, seconds: self.limit };
        let attempt = catch_unwind(AssertUnwindSafe(|| {
            measure(async |page| {
                page.open().await?;
                sleep(ARRIVAL);
                solve(page, text, self.limit, &mut found).await
            });
        }));
        if attempt.is_err() {
            found = Timed { verdict: Verdict::Unknown, seconds: self.limit };
        }
        found
    }
}

async fn solve(page: &Page, text: &str, limit: f64, found: &mut Timed) -> Outcome {
    page.long_script(WRITE, vec![text.into()]).await?;
    page.wait_for_answer().await?;
    let said = page.long_script(SOLVE, vec![json!(limit * 1000.0)]).await?;
    found.verdict = match said["verdict"].as_str() {
        Some("Safe") => Verdict::Safe,
        Some("Unsafe") => Verdict::Unsafe,
        _ => Verdict::Unknown,
    };
    found.seconds = said["time"].as_f64().map_or(limit, |milliseconds| milliseconds / 1000.0);
    Ok(())
}

fn geometric_mean(values: &[f64]) -> f64 {
    if values.is_empty() {
        return 1.0;
    }
    #[allow(clippy::cast_precision_loss)]
    let count = values.len() as f64;
    (values.iter().map(|value| value.ln()).sum::<f64>() / count).exp()
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Replaces the text as if it were pasted.
const WRITE: &str = "
    const [text, done] = arguments;
    const editor = document.getElementById(document.querySelector('h2 > label').htmlFor);
    editor.value = text;
    editor.dispatchEvent(new InputEvent('input', { bubbles: true }));
    requestAnimationFrame(() => setTimeout(done));
";

/// Presses *Solve*, and waits until the verdict is drawn or the time is over.
const SOLVE: &str = "
    const [limit, done] = arguments;
    const button = [...document.querySelectorAll('button')].find((b) => b.innerText.trim() === 'Solve');
    const begin = performance.now();
    button.click();
    const look = () => {
        const status = document.getElementById('run-status').innerText.trim();
        const [verdict] = /^(Safe|Unsafe|Paused|Stopped)/.exec(status) ?? [];
        const time = performance.now() - begin;
        if (verdict) {
            requestAnimationFrame(() => setTimeout(() => done({ verdict, time: performance.now() - begin })));
        } else if (time > limit) {
            done({ verdict: 'late', time });
        } else {
            requestAnimationFrame(look);
        }
    };
    requestAnimationFrame(look);
";
