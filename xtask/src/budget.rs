//! What a visitor downloads, and how much of it we allow.

use std::fmt;
use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::copies;

/// What may be downloaded until the page is there and has solved clauses, in bytes after gzip. Raising it is
/// a decision (ADR 12), not an accident.
pub const FIRST: usize = 900_000;

/// What may be downloaded in all, for use offline.
pub const ALL: usize = 1_810_000;

/// The kinds of file that count.
const KINDS: [&str; 4] = ["html", "js", "wasm", "css"];

/// Pages and scripts that the page does not load before it solves.
const LATER: [&str; 3] = ["papers.html", "sw.js", "hornbook-view.js"];

/// The gzipped sizes of the files of a built page.
#[derive(Debug)]
pub struct Payload {
    files: Vec<(String, usize)>,
    /// What hosts send at once and in all that serve the compressed copies, if these are there.
    copies: Option<(usize, usize)>,
}

impl Payload {
    /// Measures the page in `dist`.
    pub fn measure(dist: &Path) -> Result<Self> {
        let mut files = Vec::new();
        let mut copies = None;
        for entry in fs::read_dir(dist)? {
            let path = entry?.path();
            if path.extension().is_some_and(|kind| KINDS.iter().any(|known| kind == *known)) {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                if let Ok(copy) = fs::metadata(copies::copy_of(&path)) {
                    let (first, all) = copies.get_or_insert((0, 0));
                    *first += if is_first(&name) { copy.len() as usize } else { 0 };
                    *all += copy.len() as usize;
                }
                files.push((name, gzipped_size(&fs::read(&path)?)?));
            }
        }
        files.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
        Ok(Self { files, copies })
    }

    /// What is downloaded at once.
    pub fn first(&self) -> usize {
        self.files.iter().filter(|(name, _)| is_first(name)).map(|(_, size)| size).sum()
    }

    /// The size of the whole page.
    pub fn total(&self) -> usize {
        self.files.iter().map(|(_, size)| size).sum()
    }

    /// An error if the page is over its budget.
    pub fn check(&self) -> Result<()> {
        for (what, size, budget) in
            [("what is loaded at once", self.first(), FIRST), ("the page", self.total(), ALL)]
        {
            if size > budget {
                bail!("{what} is {} over its budget of {}", Kilobytes(size - budget), Kilobytes(budget));
            }
        }
        Ok(())
    }
}

/// Whether a file is loaded before clauses are solved. Of the modules, that is the one that is not a part.
fn is_first(name: &str) -> bool {
    let is_module = Path::new(name).extension().is_some_and(|kind| kind == "wasm");
    let is_part = is_module && !name.starts_with("hornbook-");
    !is_part && !LATER.contains(&name)
}

impl fmt::Display for Payload {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, size) in &self.files {
            let when = if is_first(name) { "" } else { " (later)" };
            writeln!(formatter, "{:>10}  {name}{when}", Kilobytes(*size).to_string())?;
        }
        for (what, size, budget) in [("at once", self.first(), FIRST), ("in all", self.total(), ALL)] {
            let size = Kilobytes(size).to_string();
            writeln!(formatter, "{size:>10}  {what} after gzip, of a budget of {}", Kilobytes(budget))?;
        }
        if let Some((first, all)) = self.copies {
            let [first, all] = [first, all].map(|size| Kilobytes(size).to_string());
            writeln!(formatter, "{first:>10}  at once, and {all} in all, where Brotli copies are served")?;
        }
        Ok(())
    }
}

/// A size in bytes, shown in kB.
struct Kilobytes(usize);

impl fmt::Display for Kilobytes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{} kB", self.0 / 1000, self.0 % 1000 / 100)
    }
}

fn gzipped_size(content: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content)?;
    Ok(encoder.finish()?.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_budgets_are_limits() {
        let payload = |size, part| Payload {
            files: vec![
                ("hornbook-0.wasm".to_owned(), size),
                ("nets-0.wasm".to_owned(), part),
                ("sw.js".to_owned(), 1),
            ],
            copies: None,
        };
        assert!(payload(FIRST, 1).check().is_ok());
        assert!(payload(FIRST + 1, 1).check().is_err());
        assert_eq!(payload(FIRST, 1).total(), FIRST + 2);
        assert!(payload(1, ALL).check().is_err());
        assert_eq!(Kilobytes(123_456).to_string(), "123.4 kB");
    }
}
