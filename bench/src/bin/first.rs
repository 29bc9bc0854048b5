//! How long the first visit takes until the page is seen, until it works, and until it says that gcd is safe
//! if *Solve* is pressed as soon as it is there, beside an empty page; `cargo xtask bench first` calls it.
//!
//! Each round has a browser of its own with a fresh profile, which opens the empty page, then ours, and then
//! ours once more. Times begin with the navigation and end with a frame; the table has their medians.

use std::fs;
use std::net::TcpListener;
use std::process::ExitCode;
use std::thread::sleep;
use std::time::Duration;

use hornbook_tests::browser::driver::measurements;
use hornbook_tests::browser::page::Page;
use hornbook_tests::browser::run::{Outcome, measure};
use serde_json::{Value, json};
use xtask::http::Server;

/// Browsers that are started, unless `--rounds` says otherwise.
const ROUNDS: usize = 5;

/// The rows of the table.
const ROWS: [&str; 1 + 2 * MARKS.len()] = [
    "an empty page",
    "seen",
    "works",
    "gcd is safe",
    "second visit: seen",
    "second visit: works",
    "second visit: gcd is safe",
];

/// What `WATCH` notes of a visit, in the order of the rows.
const MARKS: [&str; 3] = ["seen", "works", "safe"];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let rounds = match arguments.as_slice() {
        [] => Some(ROUNDS),
        [flag, count] if flag == "--rounds" => count.parse().ok().filter(|count| *count > 0),
        _ => None,
    };
    let Some(rounds) = rounds else {
        eprintln!("error: the only option is --rounds N");
        return ExitCode::FAILURE;
    };
    let mut times: [Vec<f64>; ROWS.len()] = Default::default();
    for _ in 0..rounds {
        measure(async |page| round(page, &mut times).await);
    }
    print!("{}", table(&mut times));
    ExitCode::SUCCESS
}

async fn round(page: &Page, times: &mut [Vec<f64>; ROWS.len()]) -> Outcome {
    let directory = measurements().join("empty");
    let empty = fs::create_dir_all(&directory)
        .and_then(|()| fs::write(directory.join("index.html"), EMPTY))
        .and_then(|()| TcpListener::bind("127.0.0.1:0"))
        .and_then(|listener| Server::start(listener, directory, "/"))
        .expect("an empty page is served");
    page.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": WATCH })).await?;
    page.leave_for(&format!("http://{}/", empty.address())).await?;
    let said = page.long_script(ASK, vec![Value::from(false)]).await?;
    times[0].extend(said["seen"].as_f64());
    for visit in 0..2 {
        page.leave_for(page.address()).await?;
        let said = page.long_script(ASK, vec![Value::from(true)]).await?;
        for (row, mark) in MARKS.iter().enumerate() {
            times[1 + MARKS.len() * visit + row].extend(said[*mark].as_f64());
        }
        // The second visit finds the files that the first has left, once it was quiet.
        sleep(Duration::from_secs(4));
    }
    Ok(())
}

fn table(times: &mut [Vec<f64>; ROWS.len()]) -> String {
    let medians: Vec<f64> = times.iter_mut().map(|times| median(times)).collect();
    let mut table = format!("{:<28}{:>14}{:>16}\n", "", "milliseconds", "of an empty page");
    for (row, median) in ROWS.iter().zip(&medians) {
        table += &format!("{row:<28}{median:>14.0}{:>16.1}\n", median / medians[0]);
    }
    table
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}

const EMPTY: &str = "<!doctype html><html lang=en><title>Empty</title><link rel=icon href=data:,><main>Nothing.</main></html>";

/// Runs before anything of a page does: notes when its main part has been drawn, be it the first sight of it
/// or the page itself, when the page itself has been drawn, presses *Solve* at once, and notes when the
/// verdict has been drawn.
const WATCH: &str = "
    window.first = {};
    const drawn = (name) => requestAnimationFrame(() => setTimeout(() => { first[name] = performance.now(); }));
    const solved = () => {
        const status = document.getElementById('run-status')?.innerText.trim();
        if (status?.startsWith('Safe')) drawn('safe'); else requestAnimationFrame(solved);
    };
    const press = () => {
        const button = [...document.querySelectorAll('button')].find((b) => b.innerText.trim() === 'Solve');
        if (button && !button.disabled) { button.click(); solved(); } else requestAnimationFrame(press);
    };
    const look = () => {
        if (document.querySelector('main')) { drawn('seen'); press(); } else requestAnimationFrame(look);
    };
    const wait = () => {
        const itself = [...document.querySelectorAll('main')].some((main) => !main.closest('#ahead'));
        if (itself) drawn('works'); else requestAnimationFrame(wait);
    };
    requestAnimationFrame(look);
    requestAnimationFrame(wait);
";

/// Waits until what is asked for has been noted.
const ASK: &str = "
    const [solves, done] = arguments;
    const look = () => 'seen' in first && (!solves || 'safe' in first) ? done(first) : setTimeout(look, 20);
    look();
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_medians_and_ratios() {
        let mut times: [Vec<f64>; ROWS.len()] = Default::default();
        (times[0], times[3]) = (vec![50.0, 90.0, 60.0], vec![300.0, 310.0]);
        let table = table(&mut times);
        let safe = table.lines().nth(4).expect("a row");
        assert!(safe.starts_with("gcd is safe") && safe.ends_with("310             5.2"), "{safe}");
    }
}
