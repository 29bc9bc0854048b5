//! `cargo xtask build`: from the sources to a `dist/` that any static host can serve from any path.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::assets::{self, Assets};
use crate::http::CONTENT_SECURITY_POLICY;
use crate::parts::Parts;
use crate::process::{cargo, check, ensure_wasm_target, root, target_directory};
use crate::split::{Split, split};
use crate::{bindings, budget, copies, papers, style};

/// Names of functions with the types that generic ones are made for, by which parts of the module are told.
const NAMES: &str = "target.wasm32-unknown-unknown.rustflags=['-Csymbol-mangling-version=v0']";

/// What is loaded later.
const PARTS: &str = "web/parts.txt";

/// How much time the compiler may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// Small and fast: what visitors get.
    Release,
    /// The same, with compressed copies that are made in a second: for this machine alone, nobody waits for
    /// them to become as small as they can.
    Served,
    /// Compiled in seconds, for looking at a change while working on it.
    Quick,
}

impl Profile {
    fn name(self) -> &'static str {
        match self {
            Profile::Release | Profile::Served => "wasm-release",
            Profile::Quick => "wasm-quick",
        }
    }
}

/// A built page.
#[derive(Debug)]
pub struct Built {
    /// The directory it is in.
    pub dist: PathBuf,
    /// What the list of parts names and is not in the module any more.
    pub stale: Vec<String>,
}

impl Built {
    /// An error if the list of parts names what is not there.
    pub fn check_parts(&self) -> Result<()> {
        ensure!(self.stale.is_empty(), "{PARTS} names what is not in the module: {}", self.stale.join(", "));
        Ok(())
    }
}

/// Builds the page, and prints its size.
pub fn run(profile: Profile) -> Result<Built> {
    let compiled = compile(profile)?;
    let dist = root().join("dist");
    // To look at a change needs no parts, and they take time to make.
    let parts = match profile {
        Profile::Release | Profile::Served => Parts::read(&fs::read_to_string(root().join(PARTS))?)?,
        Profile::Quick => Parts::default(),
    };
    let stale = assemble(&compiled, &parts, &dist)?;
    for path in &stale {
        println!("{PARTS}: there is no {path} in the module any more.");
    }
    match profile {
        Profile::Release => copies::leave(&dist, copies::SMALLEST)?,
        Profile::Served => copies::leave(&dist, copies::SOON)?,
        Profile::Quick => {}
    }
    println!("Built dist/.");
    print!("{}", budget::Payload::measure(&dist)?);
    Ok(Built { dist, stale })
}

/// Compiles page and worker, which are one WebAssembly module.
fn compile(profile: Profile) -> Result<PathBuf> {
    ensure_wasm_target()?;
    check(cargo().args([
        "--config",
        NAMES,
        "build",
        "--package",
        "hornbook-web",
        "--target",
        "wasm32-unknown-unknown",
        "--profile",
        profile.name(),
    ]))?;
    Ok(target_directory().join("wasm32-unknown-unknown").join(profile.name()).join("hornbook_web.wasm"))
}

/// Puts the files of the page together; the order is that of [`Assets`]: what is referred to comes first.
/// Says what of the list of parts is not there.
fn assemble(compiled: &Path, parts: &Parts, dist: &Path) -> Result<Vec<String>> {
    let root = root();
    let read =
        |name: &str| fs::read_to_string(root.join(name)).with_context(|| format!("cannot read {name}"));
    let bindings = bindings::generate(compiled)?;

    let mut assets = Assets::create(dist.to_owned())?;
    let stale = module(&mut assets, parts, &bindings.wasm, compiled)?;
    assets.add("hornbook.js", bindings.js.as_bytes())?;
    let names: Vec<String> = parts.names().map(|name| format!("\n  \"./{name}.wasm\",")).collect();
    let list = names.concat() + if names.is_empty() { "" } else { "\n" };
    assets.add_text("parts.js", &read("web/loader/parts.js")?.replace("/*PARTS*/", &list))?;
    assets.add_text("worker.js", &read("web/loader/worker.js")?)?;
    lessons(&mut assets, &root.join("static/lessons"))?;
    assets.add_text("page.js", &read("web/loader/page.js")?)?;
    assets.add_text("crash.js", &read("static/crash.js")?)?;
    assets.add_text("first.js", &read("web/loader/first.js")?)?;
    for icon in files(&root.join("static/icons"))? {
        assets.add(&format!("icons/{}", file_name(&icon)), &fs::read(&icon)?)?;
    }
    assets.add_text("style.css", &style::sheet(&root.join("static/style.css"))?)?;
    assets.add_text("manifest.webmanifest", &read("static/manifest.webmanifest")?)?;

    let page = read("index.html")?.replace("%CSP%", CONTENT_SECURITY_POLICY);
    let page = page.replace("%FIRST%", &first_sight(&read("static/first.html")?));
    let page = assets.link("index.html", &page)?;
    assets.write("index.html", page.as_bytes())?;
    let frame = papers::FRAME.replace("%CSP%", CONTENT_SECURITY_POLICY);
    let list =
        assets.link(papers::NAME, &frame)?.replace("%TEXT%", &papers::render(&read("docs/papers.md")?));
    assets.write(papers::NAME, list.as_bytes())?;
    assets.write(
        "sw.js",
        service_worker(&read("web/loader/sw.js")?, &(page + &list), &assets.hashed_names()).as_bytes(),
    )?;

    // Other pages refer to it, so it keeps its name.
    assets.write("hornbook-view.js", read("static/hornbook-view.js")?.as_bytes())?;
    // The examples are inside the module as well; these copies are for people, so they keep their names.
    let is_example = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "horn");
    for example in files(&root.join("static/examples"))?.into_iter().filter(is_example) {
        assets.write(&format!("examples/{}", file_name(&example)), &fs::read(&example)?)?;
    }
    Ok(stale)
}

/// The first sight of the page (`static/first.html`), which is written with line breaks inside of its tags
/// only: between them they would be seen.
pub fn first_sight(written: &str) -> String {
    written.trim_end().replace("\n>", ">")
}

/// Adds the module and its parts; says what of the list is not there.
fn module(assets: &mut Assets, parts: &Parts, whole: &[u8], compiled: &Path) -> Result<Vec<String>> {
    let linked = fs::read(compiled).with_context(|| format!("cannot read {}", compiled.display()))?;
    let Split { first, parts: pieces, stale } = split(whole, &linked, parts)?;
    assets.add("hornbook.wasm", &first)?;
    for (name, piece) in parts.names().zip(&pieces) {
        assets.add(&format!("{name}.wasm"), piece)?;
    }
    Ok(stale)
}

/// Adds the lessons, and the list of them in the order of `order.txt`: address, name, minutes, title. They
/// are fetched when somebody reads one, and are there offline. That what they name is there is seen to when
/// the module is compiled (`web/build/lessons.rs`).
fn lessons(assets: &mut Assets, directory: &Path) -> Result<()> {
    let read = |name: &str| {
        let path = directory.join(name);
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let mut list = String::new();
    for name in read("order.txt")?.lines() {
        let text = read(&format!("{name}.md"))?;
        let after = |start: &str| text.lines().find_map(|line| line.strip_prefix(start)).unwrap_or_default();
        list += &format!("\"./lessons/{name}.md\" {name} {} {}\n", after("@minutes "), after("# "));
        assets.add(&format!("lessons/{name}.md"), text.as_bytes())?;
        // For teachers, who begin with what there is.
        assets.write(&format!("lessons/{name}.md"), text.as_bytes())?;
    }
    assets.add_text("lessons.txt", &list)
}

/// Fills in what the service worker stores, and a name for this build that changes with any file of it. The
/// pages are those whose names stay.
fn service_worker(source: &str, pages: &str, names: &[&str]) -> String {
    let build = assets::hash(format!("{pages}\n{}\n{source}", names.join("\n")).as_bytes());
    let files: Vec<String> = names.iter().map(|name| format!("\n  \"./{name}\",")).collect();
    source.replace("%BUILD%", &build).replace("/*FILES*/", &(files.concat() + "\n"))
}

/// The files of a directory, sorted by name.
fn files(directory: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(directory).with_context(|| format!("cannot read {}", directory.display()))?;
    let mut files: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    files.sort();
    Ok(files)
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_service_worker_is_renamed_by_any_change() {
        let source = "const BUILD = \"%BUILD%\"; const FILES = [/*FILES*/];";
        let one = service_worker(source, "<html>", &["a-1.js", "b-2.css"]);
        assert!(one.contains("[\n  \"./a-1.js\",\n  \"./b-2.css\",\n]"), "{one}");
        assert_ne!(one, service_worker(source, "<html lang=en>", &["a-1.js", "b-2.css"]));
        assert_ne!(one, service_worker(source, "<html>", &["a-1.js", "b-3.css"]));
    }
}
