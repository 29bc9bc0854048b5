//! The style sheet: one file for the browser, one file per component for us.
//!
//! `static/style.css` imports the files of `static/style` in the order in which their rules count:
//!
//! ```text
//! @import "style/base.css";
//! @import "style/parts/buttons.css";
//! ```
//!
//! A file that is not imported, or imported twice, is an error.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// The imported files in one, in their order.
pub fn sheet(list: &Path) -> Result<String> {
    let directory = list.parent().unwrap_or(Path::new("."));
    let text = fs::read_to_string(list).with_context(|| format!("cannot read {}", list.display()))?;
    let mut present = BTreeSet::new();
    style_sheets(&directory.join("style"), &mut present)?;
    let mut sheet = String::new();
    for name in imports(&text)? {
        let path = directory.join(name);
        if !present.remove(&path) {
            bail!("{} imports {name}, which is not there or imported already", list.display());
        }
        sheet += &fs::read_to_string(&path)?;
        sheet.push('\n');
    }
    if let Some(forgotten) = present.first() {
        bail!("{} is not imported by {}", forgotten.display(), list.display());
    }
    Ok(sheet)
}

/// The names of the imported files. Nothing but imports and comments is in a list.
fn imports(list: &str) -> Result<Vec<&str>> {
    let mut names = Vec::new();
    let mut rest = list.trim_start();
    while !rest.is_empty() {
        rest = if let Some(comment) = rest.strip_prefix("/*") {
            comment.split_once("*/").context("a comment has no end")?.1
        } else {
            let import = rest.strip_prefix("@import \"").and_then(|import| import.split_once("\";"));
            let (name, rest) = import
                .with_context(|| format!("not an import: {}", rest.lines().next().unwrap_or_default()))?;
            names.push(name);
            rest
        }
        .trim_start();
    }
    Ok(names)
}

/// The style sheets of a directory and of those inside it.
fn style_sheets(directory: &Path, found: &mut BTreeSet<PathBuf>) -> Result<()> {
    let entries = fs::read_dir(directory).with_context(|| format!("cannot read {}", directory.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            style_sheets(&path, found)?;
        } else {
            found.insert(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::root;

    #[test]
    fn imports_are_read_in_order() {
        let list = "/* General. */\n@import \"style/b.css\";\n@import \"style/a.css\";\n";
        assert_eq!(imports(list).unwrap(), ["style/b.css", "style/a.css"]);
        assert!(imports("p { margin: 0; }").is_err());
        assert!(imports("/* ").is_err());
    }

    #[test]
    fn every_style_sheet_is_imported_once() {
        let sheet = sheet(&root().join("static/style.css")).unwrap();
        assert!(sheet.starts_with("/* Hornbook looks like a textbook"));
        assert!(!sheet.contains("@import"));
    }
}
