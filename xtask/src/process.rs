//! Running other programs, and where the workspace is.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

/// The top directory of the workspace.
pub fn root() -> PathBuf {
    // Asked at run time: the sources may have moved since the program was compiled.
    let xtask = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    xtask.parent().map_or_else(|| xtask.clone(), PathBuf::from)
}

/// Where cargo puts what it builds.
pub fn target_directory() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root().join("target"), |directory| root().join(directory))
}

/// The cargo that started us, in the workspace.
pub fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Runs a program to its end; an error unless it succeeds.
pub fn check(command: &mut Command) -> Result<()> {
    let status =
        command.status().with_context(|| format!("cannot start {}", command.get_program().display()))?;
    if !status.success() {
        bail!("{} ended with {status}", describe(command));
    }
    Ok(())
}

/// Adds the WebAssembly target to the Rust toolchain unless it is there.
pub fn ensure_wasm_target() -> Result<()> {
    const TARGET: &str = "wasm32-unknown-unknown";
    // The target is there if and only if its standard library is; this also holds without rustup.
    let directory = Command::new("rustc")
        .current_dir(root())
        .args(["--print", "target-libdir", "--target", TARGET])
        .output()
        .context("cannot start rustc")?;
    let directory = PathBuf::from(String::from_utf8_lossy(&directory.stdout).trim());
    if directory.is_dir() {
        return Ok(());
    }
    println!("Adding the Rust target {TARGET} …");
    check(Command::new("rustup").current_dir(root()).args(["target", "add", TARGET])).with_context(|| {
        format!("the Rust target {TARGET} is missing; `rustup target add {TARGET}` installs it")
    })
}

/// Adds a component to the Rust toolchain unless it is there; rustup's minimal profile leaves out some.
pub fn ensure_component(component: &str, subcommand: &str) -> Result<()> {
    if cargo().args([subcommand, "--version"]).output().is_ok_and(|output| output.status.success()) {
        return Ok(());
    }
    println!("Adding the Rust component {component} …");
    check(Command::new("rustup").current_dir(root()).args(["component", "add", component])).with_context(
        || {
            format!(
                "the Rust component {component} is missing; `rustup component add {component}` installs it"
            )
        },
    )
}

/// The command as one would type it.
pub fn describe(command: &Command) -> String {
    let program = PathBuf::from(command.get_program());
    let mut words = vec![program.file_stem().unwrap_or_default().to_string_lossy().into_owned()];
    words.extend(command.get_args().map(|argument| argument.to_string_lossy().into_owned()));
    words.join(" ")
}
