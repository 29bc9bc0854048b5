//! What the built-in lessons refer to by name, as assertions for the compiler: a lesson that names a method,
//! a setting, a step, a view, a question or a goal which is not there stops the build of the page, with file
//! and line. Examples and lessons are files, so these are looked up here.
//!
//! ```text
//! assert!(is_method("cav13-tea"), "static/lessons/gcd.md, line 14: no method is called “cav13-tea”");
//! ```
//!
//! That a run has the step which a page asks for is known after the run only: a test walks through each
//! lesson.

use std::fmt::Write as _;

/// A lesson: its name and its text.
pub(crate) type Named = (String, String);

/// The assertions for all lessons, to be included where the tables are known; or what is wrong already.
pub(crate) fn assertions(lessons: &[Named], examples: &[String]) -> Result<String, String> {
    let mut all = String::from("{\n");
    for (lesson, text) in lessons {
        let mut is_code = false;
        for (index, line) in text.lines().enumerate() {
            let place = format!("static/lessons/{lesson}.md, line {}", index + 1);
            if line.starts_with("```") {
                is_code = !is_code;
            } else if let Some(directive) = line.strip_prefix('@').filter(|_| !is_code) {
                for (table, name) in named(directive.trim_end()) {
                    if table == "example" {
                        is_file(&place, table, name, examples.iter())?;
                        continue;
                    }
                    let message = format!("{place}: no {table} is called “{name}”");
                    writeln!(all, "    assert!(is_{table}({name:?}), {message:?});")
                        .expect("strings are writable");
                }
            } else if !is_code {
                for (table, name) in linked(line) {
                    match table {
                        "lesson" => is_file(&place, table, name, lessons.iter().map(|(name, _)| name))?,
                        _ => is_file(&place, table, name, examples.iter())?,
                    }
                }
            }
        }
    }
    all.push('}');
    Ok(all)
}

fn is_file<'a>(
    place: &str,
    table: &str,
    name: &str,
    mut files: impl Iterator<Item = &'a String>,
) -> Result<(), String> {
    let is_there = files.any(|file| file == name);
    is_there.then_some(()).ok_or_else(|| format!("{place}: no {table} is called “{name}”"))
}

/// What a directive names, each with its table.
fn named(directive: &str) -> Vec<(&'static str, &str)> {
    let (word, rest) = directive.split_once(' ').unwrap_or((directive, ""));
    let rest = rest.trim();
    let first = rest.split_whitespace().next().unwrap_or_default();
    match word {
        "example" => vec![("example", rest)],
        "method" | "compare" => vec![("method", rest)],
        "set" => vec![("setting", rest.split('=').next().unwrap_or_default().trim())],
        "step" => match rest.strip_prefix("last ").map_or(first, str::trim) {
            "start" | "end" => Vec::new(),
            kind => vec![("step", kind)],
        },
        "views" => {
            let names = rest.split_whitespace().filter(|name| *name != "-");
            names.map(|name| ("view", name.split('.').next().unwrap_or_default())).collect()
        }
        "question" => vec![("question", rest)],
        "challenge" => vec![("goal", first)],
        "expect" => rest.strip_prefix("met method ").map(|name| ("method", name)).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// The lessons and examples that links of a line lead to.
fn linked(line: &str) -> Vec<(&'static str, &str)> {
    let mut found = Vec::new();
    for (table, start) in [("lesson", "](#lesson="), ("example", "](#example=")] {
        for rest in line.split(start).skip(1) {
            found.push((table, rest.split([')', '&']).next().unwrap_or_default()));
        }
    }
    found
}
