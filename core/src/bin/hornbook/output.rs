//! What the program says: answers on the standard output, complaints on the standard error.
//!
//! An answer that could not be written, because the disk is full or nobody reads the pipe any more, is an
//! error with an exit code of its own, and never a panic. A complaint that could not be written is lost:
//! there is nobody left to tell. All commands print through this module, because `print!` and `eprint!`
//! panic. What is printed may come from a file, so nothing of it reaches a terminal that would do something
//! there.
//!
//! A standard stream that is closed from the start is not noticed: before `main` runs, Rust opens `/dev/null`
//! in its place, so that no file opened later is taken for it. Output then goes where `> /dev/null` sends it.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use hornbook::lang::{printable_json, printable_lines};
use serde::Serialize;

/// The exit code when an answer or a trace could not be written.
pub(crate) const NOT_WRITTEN: u8 = 4;

/// Says on the standard error what is wrong.
pub(crate) fn complain(message: impl Display) {
    complain_text(&format!("{message}\n"));
}

/// The same for a text of whole lines.
pub(crate) fn complain_text(lines: &str) {
    let mut err = io::stderr().lock();
    let _ = err.write_all(printable_lines(lines).as_bytes()).and_then(|()| err.flush());
}

/// Prints the help that was asked for.
pub(crate) fn help(help: &clap::Error) -> ExitCode {
    let written = help.print().and_then(|()| io::stdout().flush());
    Answer { out: io::stdout().lock(), written }.finish(ExitCode::SUCCESS)
}

/// An answer that is printed while it is being found. After a failure it is silent, and remembers the reason.
pub(crate) struct Answer {
    out: io::StdoutLock<'static>,
    written: io::Result<()>,
}

impl Answer {
    pub(crate) fn begin() -> Answer {
        Answer { out: io::stdout().lock(), written: Ok(()) }
    }

    /// Prints a line, at once.
    pub(crate) fn line(&mut self, line: impl Display) {
        self.text(&format!("{line}\n"));
    }

    /// Prints a text, at once.
    pub(crate) fn text(&mut self, text: &str) {
        self.raw(&printable_lines(text));
    }

    fn raw(&mut self, text: &str) {
        if self.is_heard() {
            self.written = self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush());
        }
    }

    /// Prints a value as JSON on one line.
    pub(crate) fn json(&mut self, value: &impl Serialize) {
        self.serialized(serde_json::to_string(value));
    }

    /// Prints a value as JSON on many lines.
    pub(crate) fn indented_json(&mut self, value: &impl Serialize) {
        self.serialized(serde_json::to_string_pretty(value));
    }

    fn serialized(&mut self, json: serde_json::Result<String>) {
        match json {
            Ok(json) => self.raw(&format!("{}\n", printable_json(&json))),
            Err(error) => self.written = Err(error.into()),
        }
    }

    /// Whether all has been written so far: if not, there is no point in looking for more to say.
    pub(crate) fn is_heard(&self) -> bool {
        self.written.is_ok()
    }

    /// The exit code: the one given, unless something could not be written.
    pub(crate) fn finish(self, code: ExitCode) -> ExitCode {
        match self.written {
            Ok(()) => code,
            Err(error) => {
                complain(format_args!("the answer could not be written: {error}"));
                ExitCode::from(NOT_WRITTEN)
            }
        }
    }
}

/// A file that is written while its contents are being found; the command goes on without it after a failure.
pub(crate) struct Record {
    file: io::BufWriter<std::fs::File>,
    written: io::Result<()>,
}

impl Record {
    pub(crate) fn create(path: &Path) -> io::Result<Record> {
        let file = io::BufWriter::new(std::fs::File::create(path)?);
        Ok(Record { file, written: Ok(()) })
    }

    /// Writes something, unless an earlier part is missing.
    pub(crate) fn write(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        if self.written.is_ok() {
            self.written = write(&mut self.file);
        }
    }

    /// Writes what is left; whether all of it is in the file.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.written?;
        self.file.flush()
    }
}
