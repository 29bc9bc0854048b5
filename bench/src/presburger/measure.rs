//! Running a solver on a file: answers, processor time, counted work.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::processor::{self, Of};

/// A program that answers SMT-LIB scripts.
#[derive(Clone, Debug)]
pub struct Program {
    pub path: PathBuf,
    /// What comes before the file on its command line.
    pub arguments: Vec<String>,
    /// Processor seconds for an empty script; to be left out of the account, since nobody starts a program
    /// per query.
    pub start: f64,
}

/// What one program did with one file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// Processor seconds, without those of starting; the minimum of the runs.
    pub seconds: f64,
    pub answers: Vec<Answer>,
    pub timed_out: bool,
    /// What the program said when it failed.
    pub complaint: Option<String>,
    pub work: Work,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Sat,
    Unsat,
    Unknown,
}

/// Work that is the same on every machine, as `--stats` prints it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    pub steps: u64,
    pub decisions: u64,
    pub conflicts: u64,
    pub pivots: u64,
}

impl std::ops::AddAssign for Work {
    fn add_assign(&mut self, other: Work) {
        self.steps += other.steps;
        self.decisions += other.decisions;
        self.conflicts += other.conflicts;
        self.pivots += other.pivots;
    }
}

/// How long and how often.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub seconds: f64,
    /// Runs of a file that takes less than a second; longer ones are run less often.
    pub runs: u32,
}

impl Program {
    /// A program, after a look at how long it takes to start.
    pub fn new(path: PathBuf, arguments: &[&str], directory: &Path) -> io::Result<Program> {
        let empty = directory.join("empty.smt2");
        std::fs::write(&empty, "(set-logic QF_LIA)\n(check-sat)\n")?;
        let arguments = arguments.iter().map(|a| (*a).to_owned()).collect();
        let mut program = Program { path, arguments, start: 0.0 };
        program.start = program.measure(&empty, Limits { seconds: 10.0, runs: 10 })?.seconds;
        Ok(program)
    }

    /// Runs the program on a file several times and takes the fastest.
    pub fn measure(&self, file: &Path, limits: Limits) -> io::Result<Run> {
        let mut best = self.run(file, limits.seconds)?;
        let runs = match best.seconds {
            s if s < 1.0 => limits.runs,
            s if s < 5.0 => limits.runs.min(2),
            _ => 1,
        };
        for _ in 1..runs {
            best.seconds = best.seconds.min(self.run(file, limits.seconds)?.seconds);
        }
        best.seconds = (best.seconds - self.start).max(0.0);
        Ok(best)
    }

    fn run(&self, file: &Path, limit: f64) -> io::Result<Run> {
        // Into a file: a pipe would have to be emptied while waiting.
        let output_path = file.with_extension("out");
        let mut output =
            File::options().read(true).write(true).create(true).truncate(true).open(&output_path)?;
        let before = processor::seconds(Of::Children);
        let begin = Instant::now();
        let mut child = Command::new(&self.path)
            .args(&self.arguments)
            .arg(file)
            .stdin(Stdio::null())
            .stdout(output.try_clone()?)
            .stderr(output.try_clone()?)
            .spawn()?;
        let mut timed_out = false;
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            // The limit is on the clock, which runs ahead of the processor time on a busy machine; hence
            // twice.
            if begin.elapsed().as_secs_f64() > 2.0 * limit {
                timed_out = true;
                child.kill()?;
            }
            std::thread::sleep(Duration::from_millis(1));
        };
        let seconds = match (before, processor::seconds(Of::Children)) {
            (Some(before), Some(after)) => after - before,
            _ => begin.elapsed().as_secs_f64(),
        };
        let mut text = String::new();
        output.rewind()?;
        output.read_to_string(&mut text)?;
        drop(output);
        std::fs::remove_file(&output_path)?;
        timed_out |= seconds > limit;
        let (answers, work) = read(&text);
        let complaint = if timed_out { None } else { complaint(&text, status.success()) };
        // A run that was stopped counts as one that used its limit up.
        let seconds = if timed_out { limit } else { seconds };
        Ok(Run { seconds, answers, timed_out, complaint, work })
    }
}

/// The answers and the counted work in what a program printed.
fn read(text: &str) -> (Vec<Answer>, Work) {
    let mut answers = Vec::new();
    let mut work = Work::default();
    for line in text.lines() {
        match line.trim() {
            "sat" => answers.push(Answer::Sat),
            "unsat" => answers.push(Answer::Unsat),
            "unknown" => answers.push(Answer::Unknown),
            other => {
                if let Some(statistics) = other.strip_prefix("; queries ") {
                    work = read_work(statistics);
                }
            }
        }
    }
    (answers, work)
}

/// Reads `17 steps 120 decisions 3 …`: after the number of queries, names and numbers.
fn read_work(statistics: &str) -> Work {
    let words: Vec<&str> = statistics.split_whitespace().collect();
    let count = |name: &str| {
        let at = words.iter().position(|w| *w == name);
        at.and_then(|at| words.get(at + 1)?.parse().ok()).unwrap_or(0)
    };
    Work {
        steps: count("steps"),
        decisions: count("decisions"),
        conflicts: count("conflicts"),
        pivots: count("pivots"),
    }
}

fn complaint(text: &str, success: bool) -> Option<String> {
    let bad =
        |line: &&str| line.contains("error") || line.contains("panicked") || line.contains("did not pass");
    let line = text.lines().find(bad).map(str::to_owned);
    if success { line } else { line.or_else(|| Some("it failed without a word".to_owned())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_and_work_are_read() {
        let text = "sat\nunsat\n; proof checked: 3 steps\nunknown\n\
                    ; queries 3 steps 120 decisions 7 propagations 9 conflicts 4 restarts 0 pivots 11 cuts 2\n";
        let (answers, work) = read(text);
        assert_eq!(answers, [Answer::Sat, Answer::Unsat, Answer::Unknown]);
        assert_eq!(work, Work { steps: 120, decisions: 7, conflicts: 4, pivots: 11 });
    }

    #[test]
    fn complaints_are_noticed() {
        assert_eq!(complaint("sat\n", true), None);
        assert!(complaint("sat\n(error \"line 3: …\")\n", true).is_some());
        assert!(complaint("sat\n", false).is_some());
    }
}
