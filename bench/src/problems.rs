//! Problems on disk.

use std::path::{Path, PathBuf};

use hornbook::lang::Language;

/// The files of a folder that are problems by their names, sorted.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.to_str().is_some_and(|name| Language::of_file(name).is_some()))
        .collect();
    files.sort();
    files
}
