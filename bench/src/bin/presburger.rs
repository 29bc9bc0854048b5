//! Writes the files of the Presburger benchmark, and measures solvers on them; `cargo xtask bench presburger`
//! calls it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use hornbook_bench::presburger::measure::{Limits, Program};
use hornbook_bench::presburger::table::{Entry, csv, table};
use hornbook_bench::presburger::{FAMILIES, Family, Size};

const HELP: &str = "\
Usage: presburger write DIRECTORY [--family F] [--quick]
       presburger measure DIRECTORY --hornbook PROGRAM [--family F] [--quick] [--no-z3] [--csv OUT]
                          [--limit SECONDS] [--runs N]
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match Options::read(&arguments).and_then(|options| options.run().map_err(|error| error.to_string())) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("error: {message}\n\n{HELP}");
            ExitCode::FAILURE
        }
    }
}

#[derive(Debug)]
struct Options {
    /// The solver to measure; without one, files are only written.
    hornbook: Option<PathBuf>,
    directory: PathBuf,
    families: Vec<Family>,
    size: Size,
    z3: bool,
    csv: Option<PathBuf>,
    limits: Limits,
}

impl Options {
    fn read(arguments: &[String]) -> Result<Options, String> {
        let mut arguments = arguments.iter().map(String::as_str);
        let command = arguments.next().ok_or("no command")?;
        let directory = arguments.next().ok_or("no directory")?;
        let mut options = Options {
            hornbook: None,
            directory: directory.into(),
            families: FAMILIES.to_vec(),
            size: Size::Full,
            z3: true,
            csv: None,
            limits: Limits { seconds: 20.0, runs: 3 },
        };
        while let Some(option) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{option} wants a value"));
            match option {
                "--hornbook" => options.hornbook = Some(value()?.into()),
                "--family" => {
                    let name = value()?;
                    options.families.retain(|family| family.name.starts_with(name));
                    if options.families.is_empty() {
                        let names: Vec<&str> = FAMILIES.iter().map(|family| family.name).collect();
                        return Err(format!("no family {name}; there are {}", names.join(", ")));
                    }
                }
                "--quick" => {
                    options.size = Size::Quick;
                    options.limits.runs = 1;
                }
                "--no-z3" => options.z3 = false,
                "--csv" => options.csv = Some(value()?.into()),
                "--limit" => {
                    options.limits.seconds = value()?.parse().map_err(|_| "--limit wants seconds")?;
                }
                "--runs" => options.limits.runs = value()?.parse().map_err(|_| "--runs wants a number")?,
                _ => return Err(format!("unknown option {option}")),
            }
        }
        match (command, &options.hornbook) {
            ("write", None) | ("measure", Some(_)) => Ok(options),
            ("measure", None) => Err("measure wants --hornbook PROGRAM".to_owned()),
            _ => Err(format!("unknown command {command}")),
        }
    }

    fn run(&self) -> io::Result<ExitCode> {
        fs::create_dir_all(&self.directory)?;
        let ours = match &self.hornbook {
            Some(path) => Some(Program::new(path.clone(), &["sat", "--stats"], &self.directory)?),
            None => None,
        };
        let z3 = if ours.is_some() && self.z3 { self.find_z3() } else { None };
        let mut entries = Vec::new();
        for family in &self.families {
            // To the side: the table alone is the result.
            eprintln!("{} …", family.name);
            let folder = self.directory.join(family.name);
            // Files of an older version of the generator would only confuse.
            if folder.exists() {
                fs::remove_dir_all(&folder)?;
            }
            fs::create_dir_all(&folder)?;
            for instance in (family.generate)(self.size) {
                let file = folder.join(&instance.name).with_added_extension("smt2");
                fs::write(&file, &instance.script)?;
                let Some(ours) = &ours else { continue };
                let run = ours.measure(&file, self.limits)?;
                let z3 = z3.as_ref().map(|z3| z3.measure(&file, self.limits)).transpose()?;
                let entry = Entry::new(family.name, family.kind, &instance, run, z3);
                if let Some(wrong) = &entry.wrong {
                    println!("WRONG {}/{}: {wrong}", family.name, instance.name);
                }
                entries.push(entry);
            }
        }
        if ours.is_none() {
            println!("Written to {}", self.directory.display());
            return Ok(ExitCode::SUCCESS);
        }
        print!("{}", table(&entries));
        if let Some(path) = &self.csv {
            fs::write(path, csv(&entries))?;
        }
        let wrong = entries.iter().any(|entry| entry.wrong.is_some());
        Ok(if wrong { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    fn find_z3(&self) -> Option<Program> {
        let found = on_path("z3").and_then(|path| Program::new(path, &[], &self.directory).ok());
        match &found {
            Some(z3) => println!("Z3 is {}", z3.path.display()),
            None => println!("There is no z3 on the PATH, so its columns stay empty."),
        }
        found
    }
}

/// The first program of this name on the path that is a program itself: a script that looks for one costs
/// time.
fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let found: Vec<PathBuf> =
        std::env::split_paths(&path).map(|folder| folder.join(name)).filter(|file| file.is_file()).collect();
    let is_script = |file: &Path| fs::read(file).is_ok_and(|bytes| bytes.starts_with(b"#!"));
    found.iter().find(|file| !is_script(file)).or(found.first()).cloned()
}
