//! `cargo xtask tidy`: imports in core and web point one way, and comments fit into the columns that rustfmt
//! gives to code.
//!
//! In the `lib.rs` of both, modules are listed in the order of dependency: a module may use only modules
//! listed above it. With
//!
//! ```text
//! pub mod lang;
//! pub mod horn;
//! ```
//!
//! `use crate::lang::Problem` is fine inside `horn`, and `use crate::horn::…` inside `lang` is an error.
//! Tests may look anywhere: an engine is best tested together with the checker behind it. So `#[cfg(test)]`
//! at the start of a line exempts the rest of the file, and files called `tests.rs` or in folders `tests` are
//! exempt as a whole. So are the programs in `src/bin`, which stand outside of the flow, and comments.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::process::root;

/// The packages whose modules are ordered.
const ORDERED: [&str; 2] = ["core", "web"];

/// The packages whose comments are looked at.
const COMMENTED: [&str; 7] = ["core", "web", "tests", "bench", "random", "memory", "xtask"];

/// `max_width` of rustfmt.toml, which rustfmt applies to code alone.
const COLUMNS: usize = 110;

/// Checks the ordered packages and all comments; an error lists every place.
pub fn run() -> Result<()> {
    let mut wide = Vec::new();
    for package in COMMENTED {
        for file in rust_files(&root().join(package))? {
            let text =
                fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
            let shown = file.strip_prefix(root()).unwrap_or(&file).display();
            wide.extend(wide_comments(&text).map(|line| format!("{shown}:{line}")));
        }
    }
    if !wide.is_empty() {
        bail!("comments must fit into {COLUMNS} columns\n{}", wide.join("\n"));
    }
    let mut complaints = Vec::new();
    for package in ORDERED {
        complaints.extend(wrong_imports(&root().join(package).join("src"))?);
    }
    if !complaints.is_empty() {
        bail!("imports must point up the list in lib.rs\n{}", complaints.join("\n"));
    }
    Ok(())
}

/// All Rust files below a directory, build products aside.
fn rust_files(directory: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut directories = vec![directory.to_owned()];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(&directory)? {
            let path = entry?.path();
            if path.is_dir() && path.file_name().is_none_or(|name| name != "target") {
                directories.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The numbers of the lines that are comments and too wide; rows of tables can't be broken.
fn wide_comments(text: &str) -> impl Iterator<Item = usize> {
    let wide = |line: &str| {
        let comment = line.trim_start();
        comment.starts_with("//") && !comment.contains(" | ") && line.chars().count() > COLUMNS
    };
    text.lines().enumerate().filter(move |(_, line)| wide(line)).map(|(i, _)| i + 1)
}

/// The imports in a package that point down the list of its `lib.rs`.
fn wrong_imports(source: &Path) -> Result<Vec<String>> {
    let library = source.join("lib.rs");
    let library =
        fs::read_to_string(&library).with_context(|| format!("cannot read {}", library.display()))?;
    let modules = listed_modules(&library);
    let mut complaints = Vec::new();
    for (position, module) in modules.iter().enumerate() {
        for (file, depth) in files_of(source, module)? {
            let text =
                fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
            let shown = file.strip_prefix(root()).unwrap_or(&file).display();
            for (line, used) in uses(&text, depth) {
                if modules.iter().skip(position + 1).any(|later| *later == used) {
                    complaints
                        .push(format!("{shown}:{line}: `{module}` uses `{used}`, which is listed below it"));
                }
            }
        }
    }
    Ok(complaints)
}

/// The modules that `lib.rs` declares, in order, without those that exist for tests only.
fn listed_modules(library: &str) -> Vec<&str> {
    let mut modules = Vec::new();
    let mut previous = "";
    for line in library.lines() {
        let line = line.trim();
        let declaration =
            line.strip_prefix("pub ").or_else(|| line.strip_prefix("pub(crate) ")).unwrap_or(line);
        if let Some(name) = declaration.strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';'))
            && previous != "#[cfg(test)]"
        {
            modules.push(name);
        }
        previous = line;
    }
    modules
}

/// The files of a module, each with its depth: 1 for the module itself, 2 for its children, and so on.
fn files_of(source: &Path, module: &str) -> Result<Vec<(PathBuf, usize)>> {
    let mut files = vec![(source.join(format!("{module}.rs")), 1)];
    let mut directories = vec![(source.join(module), 1)];
    while let Some((directory, depth)) = directories.pop() {
        let Ok(entries) = fs::read_dir(&directory) else { continue };
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                if path.file_name().is_none_or(|name| name != "tests") {
                    directories.push((path, depth + 1));
                }
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let is_the_directory_itself = path.file_stem().is_some_and(|stem| stem == "mod");
                files.push((path, if is_the_directory_itself { depth } else { depth + 1 }));
            }
        }
    }
    files.retain(|(path, _)| path.is_file() && path.file_stem().is_none_or(|stem| stem != "tests"));
    files.sort();
    Ok(files)
}

/// The top-level modules that a file names, with line numbers: after `crate::`, after as many `super::` as
/// lead to the top, and in a group such as `crate::{lang, horn::Clause}`.
fn uses(text: &str, depth: usize) -> Vec<(usize, String)> {
    let code = code_only(text);
    let to_the_top = "super::".repeat(depth);
    let mut uses = Vec::new();
    for top in ["crate::", &to_the_top] {
        for (start, _) in code.match_indices(top) {
            if code[..start]
                .ends_with(|before: char| before.is_alphanumeric() || before == '_' || before == ':')
            {
                continue;
            }
            for (offset, name) in names_after(&code[start + top.len()..]) {
                let line = code[..start + top.len() + offset].matches('\n').count() + 1;
                uses.push((line, name.to_owned()));
            }
        }
    }
    uses.sort();
    uses.dedup();
    uses
}

/// The first segment of a path, or of every path in a group, with its offset.
fn names_after(path: &str) -> Vec<(usize, &str)> {
    let identifier = |start: usize| {
        let rest = &path[start..];
        let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
        (start, &rest[..end])
    };
    if !path.starts_with('{') {
        return vec![identifier(0)];
    }
    let mut names = Vec::new();
    let mut depth = 0;
    let mut expecting = false;
    for (offset, letter) in path.char_indices() {
        match letter {
            '{' => {
                depth += 1;
                expecting = depth == 1;
            }
            '}' => {
                depth -= 1;
                if depth == 0 {
                    break;
                }
            }
            ',' => expecting = depth == 1,
            _ if expecting && !letter.is_whitespace() => {
                names.push(identifier(offset));
                expecting = false;
            }
            _ => {}
        }
    }
    names
}

/// The text with comments blanked out and the tests at its end cut off; line numbers stay.
fn code_only(text: &str) -> String {
    let lines = text.lines().take_while(|line| *line != "#[cfg(test)]");
    lines.map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_comments_are_found() {
        let long = "word ".repeat(30);
        let text =
            format!("// short\n/// {long}\nlet code = \"{long}\";\n    // {long}\n//! | {long} | {long} |\n");
        assert_eq!(wide_comments(&text).collect::<Vec<_>>(), [2, 4]);
    }

    #[test]
    fn modules_are_read_in_order() {
        let library = "//! pub mod no;\npub mod lang;\n/// Clauses.\npub mod horn;\n#[cfg(test)]\nmod tests;\nmod check;\n";
        assert_eq!(listed_modules(library), ["lang", "horn", "check"]);
    }

    #[test]
    fn every_way_to_name_a_module_is_seen() {
        let text = "use crate::horn::Clause;\n// use crate::comment;\nuse crate::{\n    lang,\n    engine::{Step, trace},\n};\n\
                    fn f() { super::check::f(); super::super::outside(); notcrate::x; }\n\
                    #[cfg(test)]\nmod tests { use crate::later; }";
        let seen: Vec<(usize, String)> =
            uses(text, 1).into_iter().filter(|(_, name)| name != "super").collect();
        let expected = [(1, "horn"), (4, "lang"), (5, "engine"), (7, "check")];
        assert_eq!(seen, expected.map(|(line, name)| (line, name.to_owned())));
        assert_eq!(uses("super::super::check::f()", 2), [(1, "check".to_owned())]);
    }
}
