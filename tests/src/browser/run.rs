//! Runs one test in a browser of its own, and judges what the browser saw.

use std::fs;
use std::net::TcpListener;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::Duration;

use fantoccini::ClientBuilder;
use fantoccini::error::CmdError;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;
use xtask::http::Server;

use super::HANG_GUARD;
use super::driver::{Driver, dist, failures};
use super::page::Page;

/// What goes wrong in a browser test is always the driver's complaint.
pub type Outcome = Result<(), CmdError>;

/// A test waits for several things, one after the other.
const GUARD_OF_A_TEST: Duration = HANG_GUARD.saturating_mul(5);

/// How often a browser is started before the test gives up.
const ATTEMPTS: usize = 5;

/// Which errors in the console are part of the test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Console {
    /// None.
    Clean,
    /// Those that contain this text.
    Mentions(&'static str),
    /// Those that contain one of these texts.
    MentionsAny(&'static [&'static str]),
}

/// Runs a test with the page at the top of its server.
pub fn browse(test: impl AsyncFnOnce(&mut Page) -> Outcome) {
    browse_at("/", Console::Clean, test);
}

/// Runs a test with the page at a path of its server.
pub fn browse_at<T: AsyncFnOnce(&mut Page) -> Outcome>(base: &str, console: Console, test: T) {
    run(base, console, GUARD_OF_A_TEST, test);
}

/// Runs a measurement, which takes the time that it takes.
pub fn measure<T: AsyncFnOnce(&mut Page) -> Outcome>(measurement: T) {
    run("/", Console::Clean, Duration::MAX, measurement);
}

fn run<T: AsyncFnOnce(&mut Page) -> Outcome>(base: &str, console: Console, guard: Duration, test: T) {
    let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    let (_driver, mut page) = started(&runtime, base);

    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let in_time = runtime.block_on(async { timeout(guard, test(&mut page)).await });
        in_time.expect("nothing hangs").expect("the browser does what it is told");
        let log = runtime.block_on(page.console()).expect("the console can be read");
        let errors: Vec<&String> = log.iter().filter(|line| is_unexpected(line, console)).collect();
        assert!(errors.is_empty(), "the console shows errors: {errors:#?}");
        let foreign = runtime.block_on(page.foreign_requests()).expect("the requests can be read");
        assert!(foreign.is_empty(), "requests left the origin: {foreign:#?}");
    }));

    if outcome.is_err() {
        leave_traces(&runtime, &page, test_name::<T>());
    }
    runtime.block_on(page.close());
    if let Err(panic) = outcome {
        resume_unwind(panic);
    }
}

/// A driver with a browser. A driver gives its browser a minute to start, which a busy machine may need for
/// other things; then another one is started.
fn started(runtime: &Runtime, base: &str) -> (Driver, Page) {
    let mut complaint = None;
    for _ in 0..ATTEMPTS {
        let driver = Driver::start();
        let connected = runtime.block_on(
            ClientBuilder::new(HttpConnector::new())
                .capabilities(driver.capabilities())
                .connect(&driver.url()),
        );
        match connected {
            Ok(client) => {
                let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
                let server = Server::start(listener, dist(), base).expect("the server starts");
                return (driver, Page::new(client, server, base));
            }
            Err(error) => complaint = Some(error),
        }
    }
    panic!("no browser starts: {complaint:?}");
}

fn is_unexpected(line: &str, console: Console) -> bool {
    let expected = match console {
        Console::Clean => false,
        Console::Mentions(text) => line.contains(text),
        Console::MentionsAny(texts) => texts.iter().any(|text| line.contains(text)),
    };
    line.starts_with("SEVERE") && !expected
}

/// The path of the test function, from the type of the closure in it.
fn test_name<T>() -> String {
    let name = std::any::type_name::<T>();
    let name = name.split("::{{closure}}").next().unwrap_or(name);
    name.trim_start_matches("browser::").replace("::", "-")
}

fn leave_traces(runtime: &Runtime, page: &Page, test: String) {
    let directory = failures().join(test);
    fs::create_dir_all(&directory).ok();
    if let Ok(picture) = runtime.block_on(page.screenshot()) {
        fs::write(directory.join("screenshot.png"), picture).ok();
    }
    fs::write(directory.join("console.log"), runtime.block_on(page.whole_console()).join("\n")).ok();
    eprintln!("A screenshot and the console log are in {}", directory.display());
}

/// A value from a script that must have produced one.
pub fn string(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
