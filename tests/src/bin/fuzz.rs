//! Runs random inputs until the time is over or something contradicts itself; `cargo xtask fuzz` calls it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use hornbook_tests::fuzz::{self, Kind};

/// Deep formulae need a deep stack nowhere; this is what the main thread of a program has.
const STACK: usize = 8 << 20;

/// How often what is running is written down, in cases, so that a case that ends the program can be found.
const CASES_BETWEEN_NOTES: u64 = 100;

struct Options {
    seed: u64,
    minutes: f64,
    /// This many cases of one kind, instead of a time.
    count: Option<u64>,
    only: Option<Kind>,
    first: u64,
    /// Where failures go.
    folder: PathBuf,
}

fn main() -> ExitCode {
    let options = match Options::read(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("error: {message}");
            return ExitCode::FAILURE;
        }
    };
    // What a panic says is in the report.
    std::panic::set_hook(Box::new(|_| {}));
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(move || options.run());
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        _ => ExitCode::FAILURE,
    }
}

impl Options {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
        let mut options = Options {
            seed: 1,
            minutes: 1.0,
            count: None,
            only: None,
            first: 0,
            folder: PathBuf::from("target/fuzz"),
        };
        while let Some(option) = arguments.next() {
            let value = arguments.next().ok_or(format!("{option} wants a value"))?;
            let number = || value.parse::<u64>().map_err(|_| format!("{option} wants a number, not {value}"));
            match option.as_str() {
                "--seed" => options.seed = number()?,
                "--first" => options.first = number()?,
                "--count" => options.count = Some(number()?),
                "--folder" => options.folder = PathBuf::from(value),
                "--minutes" => {
                    options.minutes =
                        value.parse().map_err(|_| format!("{option} wants minutes, not {value}"))?;
                }
                "--only" => {
                    let names = Kind::ALL.map(Kind::name).join(", ");
                    let kind = Kind::from_name(&value);
                    options.only = Some(kind.ok_or(format!("no kind {value}; there are {names}"))?);
                }
                _ => return Err(format!("unknown option {option}")),
            }
        }
        Ok(options)
    }

    fn run(&self) -> ExitCode {
        let begin = Instant::now();
        let limit = Duration::try_from_secs_f64(self.minutes * 60.0).unwrap_or(Duration::MAX);
        let kinds: Vec<Kind> = self.only.map_or(Kind::ALL.to_vec(), |kind| vec![kind]);
        let mut tally = Tally::default();
        if let Err(error) = std::fs::create_dir_all(&self.folder) {
            eprintln!("error: {}: {error}", self.folder.display());
            return ExitCode::FAILURE;
        }
        let mut round = self.first;
        loop {
            for kind in &kinds {
                let share = if self.only.is_some() { 1 } else { kind.share() };
                for number in round * share..(round + 1) * share {
                    self.case(*kind, number, &mut tally);
                }
            }
            round += 1;
            let is_over = match self.count {
                Some(count) => round - self.first >= count,
                None => begin.elapsed() >= limit,
            };
            if is_over {
                break;
            }
        }
        print!("{}", tally.report());
        println!("{:.1} s, seed {}", begin.elapsed().as_secs_f64(), self.seed);
        if tally.failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    fn case(&self, kind: Kind, number: u64, tally: &mut Tally) {
        if number.is_multiple_of(CASES_BETWEEN_NOTES) || kind == Kind::Systems {
            let note = format!("--seed {} --only {} --first {number}\n", self.seed, kind.name());
            let _ = std::fs::write(self.folder.join("running"), note);
        }
        match fuzz::case(kind, self.seed, number) {
            Ok(case) => tally.add(kind, &case.events),
            Err(failure) => {
                tally.add(kind, &["FAILED"]);
                tally.failures += 1;
                let file = self.folder.join(format!("{}-{}-{number}.txt", kind.name(), self.seed));
                println!("FAILED: {}", failure.message.lines().next().unwrap_or_default());
                match std::fs::write(&file, failure.report()) {
                    Ok(()) => println!("  see {}", file.display()),
                    Err(error) => println!("  {}: {error}\n{}", file.display(), failure.report()),
                }
            }
        }
    }
}

/// How many inputs of each kind there were, and what came of them.
#[derive(Default)]
struct Tally {
    cases: BTreeMap<&'static str, u64>,
    events: BTreeMap<(&'static str, &'static str), u64>,
    failures: u64,
}

impl Tally {
    fn add(&mut self, kind: Kind, events: &[&'static str]) {
        *self.cases.entry(kind.name()).or_default() += 1;
        for event in events {
            *self.events.entry((kind.name(), event)).or_default() += 1;
        }
    }

    fn report(&self) -> String {
        let mut text = String::new();
        for (kind, count) in &self.cases {
            let events: Vec<String> = self
                .events
                .iter()
                .filter(|((of, _), _)| of == kind)
                .map(|((_, event), count)| format!("{event} {count}"))
                .collect();
            text += &format!("{kind:<16}{count:>10}   {}\n", events.join(", "));
        }
        text
    }
}
