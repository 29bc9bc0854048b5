//! The driver of the browser: one process per test, on a port that the system picks.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, thread};

use serde_json::{Map, Value, json};
use xtask::process::target_directory;

use super::HANG_GUARD;

/// How often a driver is started before the test gives up.
const ATTEMPTS: usize = 10;

/// A running chromedriver with a browser profile for its session; both go away when dropped.
#[derive(Debug)]
pub struct Driver {
    process: Child,
    port: u16,
    profile: PathBuf,
}

impl Driver {
    /// Starts a driver. It binds the port that it was given for IPv4 for IPv6 as well, and gives up when
    /// another process was faster there; then another one is started.
    pub fn start() -> Self {
        (0..ATTEMPTS).find_map(|_| Self::attempt()).expect("chromedriver says which port it listens on")
    }

    fn attempt() -> Option<Self> {
        let mut process = Command::new(variable("HORNBOOK_CHROMEDRIVER"))
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts");
        let mut output = BufReader::new(process.stdout.take().expect("its output is piped"));
        let Some(port) = port_in(&mut output) else {
            process.wait().ok();
            return None;
        };
        // Keep reading, lest the driver gets stuck on a full pipe.
        thread::spawn(move || output.lines().for_each(drop));
        Some(Self { process, port, profile: new_profile() })
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// What kind of browser to start.
    pub fn capabilities(&self) -> Map<String, Value> {
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--window-size=1280,900",
            // The browser's own chatter with its makers leads nowhere: all that is not for this machine goes
            // to a port that nobody listens on.
            "--proxy-server=127.0.0.1:9",
            // Over a pipe, the browser ends when its driver does, however that comes about.
            "--remote-debugging-pipe",
            &format!("--user-data-dir={}", self.profile.display()),
        ];
        let guard = u64::try_from(HANG_GUARD.as_millis()).unwrap_or(u64::MAX);
        let capabilities = json!({
            "browserName": "chrome",
            "timeouts": { "script": guard, "pageLoad": guard },
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
            "goog:chromeOptions": { "binary": variable("HORNBOOK_CHROMIUM"), "args": arguments },
        });
        match capabilities {
            Value::Object(map) => map,
            _ => unreachable!("an object was written above"),
        }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
        // The browser may still be writing its last files.
        for _ in 0..20 {
            if fs::remove_dir_all(&self.profile).is_ok() || !self.profile.exists() {
                break;
            }
            thread::sleep(std::time::Duration::from_millis(100));
        }
    }
}

/// The built page.
pub fn dist() -> PathBuf {
    PathBuf::from(variable("HORNBOOK_DIST"))
}

/// Where a failing test leaves what it saw.
pub fn failures() -> PathBuf {
    target_directory().join("browser-failures")
}

/// Where pictures of the page go, for people to look at.
pub fn screenshots() -> PathBuf {
    target_directory().join("screenshots")
}

/// Where measurements go, for people to look at.
pub fn measurements() -> PathBuf {
    target_directory().join("measurements")
}

/// Where a test may put files of its own; `cargo xtask test` empties it at the start.
pub fn scratch() -> PathBuf {
    target_directory().join("browser-tests")
}

fn variable(name: &str) -> String {
    env::var(name)
        .unwrap_or_else(|_| panic!("{name} is not set; run the browser tests with `cargo xtask test`"))
}

/// The port that the driver announces, unless it ends before.
fn port_in(output: &mut impl BufRead) -> Option<u16> {
    let mut line = String::new();
    while output.read_line(&mut line).expect("chromedriver's output is readable") > 0 {
        if let Some((_, port)) = line.split_once("successfully on port ") {
            return Some(port.trim().trim_end_matches('.').parse().expect("a port is a number"));
        }
        line.clear();
    }
    None
}

fn new_profile() -> PathBuf {
    static COUNTER: AtomicU32 = AtomicU32::new(0);
    let number = COUNTER.fetch_add(1, Ordering::Relaxed);
    let profile = scratch().join(format!("profile-{}-{number}", std::process::id()));
    fs::create_dir_all(&profile).expect("the target directory is writable");
    profile
}
