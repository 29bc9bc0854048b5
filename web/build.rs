//! Lists the example problems, so that a new file in `static/examples` appears on the page without further
//! ado, looks after what lessons refer to, and limits the memory of the module.

#[path = "build/lessons.rs"]
mod lessons;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The memory that a worker or the page can have, whatever it does. The limits of `worker::limits` are below
/// it; this is for what they do not see. Whoever wants more fails, and the page puts a new worker in its
/// place.
const MOST_MEMORY: u32 = 1 << 30;

/// How comments begin in the languages of examples.
const COMMENTS: [&str; 4] = ["%", "//", "#", ";"];

/// How the comment of an example begins that names its method.
const METHOD: &str = "method:";

fn main() {
    if env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|architecture| architecture == "wasm32") {
        println!("cargo::rustc-cdylib-link-arg=--max-memory={MOST_MEMORY}");
        // By these, `xtask` knows which data only a part of the module needs (`xtask/src/data.rs`).
        println!("cargo::rustc-cdylib-link-arg=--emit-relocs");
    }
    let examples = list_examples();
    check_lessons(&examples);
}

/// A directory of `static`; the build is repeated when something in it changes.
fn directory(name: &str) -> PathBuf {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let directory = Path::new(&root).join("../static").join(name);
    println!("cargo::rerun-if-changed={}", directory.display());
    directory
}

fn write(name: &str, text: &str) {
    let output = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    fs::write(output.join(name), text).expect("OUT_DIR is writable");
}

/// What lessons name is there: looked up by the compiler, in `state::lesson::references`.
fn check_lessons(examples: &[String]) {
    let directory = directory("lessons");
    println!("cargo::rerun-if-changed=build/lessons.rs");
    let read =
        |file: String| fs::read_to_string(directory.join(&file)).unwrap_or_else(|e| panic!("{file}: {e}"));
    let order = read("order.txt".to_owned());
    let texts: Vec<lessons::Named> =
        order.lines().map(|name| (name.to_owned(), read(format!("{name}.md")))).collect();
    match lessons::assertions(&texts, examples) {
        Ok(assertions) => write("references.rs", &assertions),
        Err(message) => panic!("{message}"),
    }
}

/// The names of the examples.
fn list_examples() -> Vec<String> {
    let directory = directory("examples");
    let mut files: Vec<PathBuf> = fs::read_dir(&directory)
        .expect("static/examples exists")
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension != "txt"))
        .collect();
    // By name, not by path: `gcd` comes before `gcd-bug`, although `gcd-bug.horn` comes before `gcd.horn`.
    files.sort_by_key(|path| name(path));

    let mut list = String::from("&[\n");
    let mut names = Vec::new();
    for file in files {
        let name = name(&file);
        let text = fs::read_to_string(&file).expect("the file is text");
        // The method is for the table of examples; the text on the page is without that line.
        let method = text.lines().find_map(method_of).unwrap_or_default();
        let text: String = text.split_inclusive('\n').filter(|line| method_of(line).is_none()).collect();
        writeln!(list, "    Example {{ name: {name:?}, text: {text:?}, method: {method:?} }},")
            .expect("strings are writable");
        names.push(name);
    }
    list.push(']');
    write("examples.rs", &list);
    names
}

/// The name of an example: that of its file, without the `.horn` of clauses.
fn name(file: &Path) -> String {
    let name = file.file_name().expect("a file has a name").to_string_lossy();
    name.strip_suffix(".horn").unwrap_or(&name).to_owned()
}

/// The method that a line names.
fn method_of(line: &str) -> Option<&str> {
    let comment = COMMENTS.iter().find_map(|start| line.strip_prefix(start))?;
    comment.trim().strip_prefix(METHOD).map(str::trim)
}
