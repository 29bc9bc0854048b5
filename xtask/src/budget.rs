//! What a visitor downloads, and how much of it we allow.

use std::fmt;
use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};
use flate2::Compression;
use flate2::write::GzEncoder;

/// The budget in bytes after gzip: 1,650 kB. Raising it is a decision (ADR 12), not an accident.
pub const BUDGET: usize = 1_650_000;

/// The kinds of file that count.
const KINDS: [&str; 4] = ["html", "js", "wasm", "css"];

/// The gzipped sizes of the files of a built page.
#[derive(Debug)]
pub struct Payload {
    files: Vec<(String, usize)>,
}

impl Payload {
    /// Measures the page in `dist`.
    pub fn measure(dist: &Path) -> Result<Self> {
        let mut files = Vec::new();
        for entry in fs::read_dir(dist)? {
            let path = entry?.path();
            if path.extension().is_some_and(|kind| KINDS.iter().any(|known| kind == *known)) {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                files.push((name, gzipped_size(&fs::read(&path)?)?));
            }
        }
        files.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
        Ok(Self { files })
    }

    /// The size of the whole page.
    pub fn total(&self) -> usize {
        self.files.iter().map(|(_, size)| size).sum()
    }

    /// An error if the page is over its budget.
    pub fn check(&self) -> Result<()> {
        let total = self.total();
        if total > BUDGET {
            bail!("the page is {} over its budget of {}", Kilobytes(total - BUDGET), Kilobytes(BUDGET));
        }
        Ok(())
    }
}

impl fmt::Display for Payload {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, size) in &self.files {
            writeln!(formatter, "{:>10}  {name}", Kilobytes(*size).to_string())?;
        }
        writeln!(
            formatter,
            "{:>10}  payload after gzip, of a budget of {}",
            Kilobytes(self.total()).to_string(),
            Kilobytes(BUDGET)
        )
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
    fn the_budget_is_a_limit() {
        let payload = |size| Payload { files: vec![("a.wasm".to_owned(), size), ("b.js".to_owned(), 1)] };
        assert!(payload(BUDGET - 1).check().is_ok());
        assert!(payload(BUDGET).check().is_err());
        assert_eq!(Kilobytes(123_456).to_string(), "123.4 kB");
    }
}
