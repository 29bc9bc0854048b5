//! Chromium and its driver: found, or installed where that is possible without asking.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process::check;

/// A browser and the program that drives it.
#[derive(Debug)]
pub struct Browser {
    pub chromium: PathBuf,
    pub driver: PathBuf,
}

/// Names under which Chromium and its relatives are installed.
const CHROMIUM_NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const ADVICE: &str = "The browser tests need Chromium and chromedriver, of the same version. Debian: \
    `apt-get install chromium chromium-driver`. Elsewhere: install both and put them on the PATH, or name them in \
    the environment variables HORNBOOK_CHROMIUM and HORNBOOK_CHROMEDRIVER.";

/// The browser to test with. On Debian, as root, missing packages are installed.
pub fn ensure() -> Result<Browser> {
    if let Some(browser) = find() {
        return Ok(browser);
    }
    if !is_root() || on_path("apt-get").is_none() {
        bail!("no browser to test with. {ADVICE}");
    }
    println!("Installing Debian's chromium and chromium-driver …");
    install().context(ADVICE)?;
    find().with_context(|| format!("installed, but still not found. {ADVICE}"))
}

fn find() -> Option<Browser> {
    let named = |variable: &str| std::env::var_os(variable).map(PathBuf::from);
    let chromium =
        named("HORNBOOK_CHROMIUM").or_else(|| CHROMIUM_NAMES.iter().find_map(|name| on_path(name)))?;
    let driver = named("HORNBOOK_CHROMEDRIVER").or_else(|| on_path("chromedriver"))?;
    Some(Browser { chromium, driver })
}

fn install() -> Result<()> {
    let apt = |arguments: &[&str]| {
        check(Command::new("apt-get").env("DEBIAN_FRONTEND", "noninteractive").arg("--quiet").args(arguments))
    };
    apt(&["update"])?;
    apt(&["install", "--yes", "--no-install-recommends", "chromium", "chromium-driver"])
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn on_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|directory: PathBuf| directory.join(program))
        .find(|file: &PathBuf| is_program(file))
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(file: &Path) -> bool {
    file.is_file()
}
