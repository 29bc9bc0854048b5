//! Lists the example problems, so that a new file in `static/examples` appears on the page without further ado.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
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
        let path = file.canonicalize().expect("the file exists");
        let path = path.to_str().expect("the path is Unicode");
        writeln!(list, "    Example::new({name:?}, include_str!({path:?})),").expect("strings are writable");
    }
    list.push(']');
    let output = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    fs::write(output.join("examples.rs"), list).expect("OUT_DIR is writable");
}
