//! Lists the example problems, so that a new file in `static/examples` appears on the page without further
//! ado, and limits the memory of the module.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The memory that a worker or the page can have, whatever it does. The limits of `worker::limits` are below
/// it; this is for what they do not see. Whoever wants more fails, and the page puts a new worker in its
/// place.
const MOST_MEMORY: u32 = 1 << 30;

/// How the line of an example begins that names its method.
const METHOD: &str = "% method:";

fn main() {
    if env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|architecture| architecture == "wasm32") {
        println!("cargo::rustc-cdylib-link-arg=--max-memory={MOST_MEMORY}");
    }
    list_examples();
}

fn list_examples() {
    let directory =
        Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../static/examples");
    println!("cargo::rerun-if-changed={}", directory.display());
    let mut files: Vec<PathBuf> = fs::read_dir(&directory)
        .expect("static/examples exists")
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "horn"))
        .collect();
    // By name, not by path: `gcd` comes before `gcd-bug`, although `gcd-bug.horn` comes before `gcd.horn`.
    files.sort_by_key(|path| path.file_stem().map(ToOwned::to_owned));

    let mut list = String::from("&[\n");
    for file in files {
        let name = file.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&file).expect("the file is text");
        // The method is for the table of examples; the text on the page is without that line.
        let is_method = |line: &&str| line.starts_with(METHOD);
        let method = text.lines().find(is_method).map_or("", |line| line[METHOD.len()..].trim());
        let text: String = text.split_inclusive('\n').filter(|line| !is_method(line)).collect();
        writeln!(list, "    Example {{ name: {name:?}, text: {text:?}, method: {method:?} }},")
            .expect("strings are writable");
    }
    list.push(']');
    let output = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    fs::write(output.join("examples.rs"), list).expect("OUT_DIR is writable");
}
