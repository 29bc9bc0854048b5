//! How long a key press or a click takes to be seen while the solver is at work, beside long tasks and shifts
//! of the layout; `cargo xtask bench latency` calls it.
//!
//! The table is printed and left in `target/measurements`. A row with a lost key is marked, and the command
//! fails.

use std::fs;
use std::process::ExitCode;
use std::time::Duration;

use hornbook_tests::browser::driver::measurements;
use hornbook_tests::browser::page::{ENTER, LEFT, Page, RIGHT};
use hornbook_tests::browser::run::{Outcome, measure};
use tokio::time::sleep;

/// The number of keys or clicks for each row of the table.
const PRESSES: u8 = 24;

/// About as fast as a quick typist.
const PAUSE: Duration = Duration::from_millis(70);

/// A loop of this many rounds keeps the solver busy with many short steps, unless it is guided.
const MANY_STEPS: &str = "loop(I, X) :- I = 0, X = 0.\nloop(I1, X1) :- loop(I, X), I < 9000, I1 = I + 1, X1 = X + 1.\n\
                          false :- loop(I, X), I >= 9000, X < 9000.";

fn main() -> ExitCode {
    let mut table = Table::default();
    measure(async |page| {
        page.open().await?;
        page.become_a_desktop().await?;
        page.start_long_run().await?;
        table.typing(page, "typing, few long steps").await?;
        table.stepping(page, "stepping, few long steps").await?;
        page.button("Stop").await?.click().await?;

        page.set("Abstraction", "Off").await?;
        page.write(MANY_STEPS).await?;
        page.wait_for_answer().await?;
        page.button("Solve").await?.click().await?;
        page.find("//ul[@aria-label='So far']").await?;
        table.typing(page, "typing, many short steps").await?;
        table.stepping(page, "stepping, many short steps").await?;
        table.scrubbing(page, "scrubbing, many short steps").await?;
        page.status("Running").await?;
        page.button("Stop").await?.click().await?;
        table.typing(page, "typing, stopped").await?;
        table.stepping(page, "stepping, stopped").await?;
        table.scrubbing(page, "scrubbing, stopped").await?;
        page.example("gcd").await?.click().await?;
        page.solve("gcd", "Safe").await?;
        table.stepping(page, "stepping, gcd").await
    });
    print!("{}", table.text);
    let written = fs::create_dir_all(measurements())
        .and_then(|()| fs::write(measurements().join("latency.txt"), &table.text));
    if let Err(error) = written {
        eprintln!("error: the table could not be kept: {error}");
        return ExitCode::FAILURE;
    }
    if table.has_lost_keys { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Rows of times in milliseconds.
#[derive(Debug, Default)]
struct Table {
    text: String,
    has_lost_keys: bool,
}

impl Table {
    /// Types a comment at the end of the text.
    async fn typing(&mut self, page: &Page, name: &str) -> Outcome {
        let before = page.text().await?.len();
        page.editor().await?.send_keys(&format!("\u{e009}\u{e010}\u{e000}{ENTER}%")).await?;
        page.script(WATCH).await?;
        for _ in 0..PRESSES {
            page.press("x").await?;
            sleep(PAUSE).await;
        }
        let typed = page.text().await?.len();
        if typed != before + 2 + usize::from(PRESSES) {
            self.has_lost_keys = true;
            self.text += &format!("{name}: {typed} characters after {before}\n");
        }
        self.row(page, name).await
    }

    /// Goes back and forth by keys.
    async fn stepping(&mut self, page: &Page, name: &str) -> Outcome {
        page.blur().await?;
        page.script(WATCH).await?;
        for i in 0..PRESSES {
            page.press(if i < PRESSES / 2 { LEFT } else { RIGHT }).await?;
            sleep(PAUSE).await;
        }
        self.row(page, name).await
    }

    /// Clicks here and there on the line of the run.
    async fn scrubbing(&mut self, page: &Page, name: &str) -> Outcome {
        page.script("document.querySelector('.scrub').scrollIntoView({ block: 'center' })").await?;
        page.script(WATCH).await?;
        for i in 0..PRESSES {
            page.click_within(".scrub", f64::from(i * 7 % PRESSES) / f64::from(PRESSES)).await?;
            sleep(PAUSE).await;
        }
        self.row(page, name).await
    }

    async fn row(&mut self, page: &Page, name: &str) -> Outcome {
        sleep(Duration::from_millis(300)).await;
        let seen = page.script("return window.seen").await?;
        let times = |name: &str| serde_json::from_value::<Vec<f64>>(seen[name].clone()).expect("times");
        let frames = times("frames");
        if frames.len() < usize::from(PRESSES) {
            self.has_lost_keys = true;
            self.text += &format!("{name}: {} of {PRESSES} were seen\n", frames.len());
        }
        if self.text.is_empty() {
            self.text = format!(
                "{:<30}{:>24}{:>24}{:>24}{:>8}\n",
                "milliseconds: median, 95 %, max",
                "to the next frame",
                "event timing above 16",
                "long tasks",
                "shift"
            );
        }
        self.text += &format!(
            "{name:<30}{:>24}{:>24}{:>24}{:>8.3}\n",
            summary(frames),
            summary(times("events")),
            summary(times("tasks")),
            seen["shift"].as_f64().unwrap_or_default()
        );
        Ok(())
    }
}

fn summary(mut times: Vec<f64>) -> String {
    times.sort_by(f64::total_cmp);
    let at = |part: usize| times[(times.len() - 1) * part / 100];
    if times.is_empty() {
        return "none".to_owned();
    }
    format!("{}: {:.0} {:.0} {:.0}", times.len(), at(50), at(95), at(100))
}

/// Watches keys and clicks from now on: the time from each to the end of the next frame, the same as the
/// browser reports it if it took longer than 16 ms, the long tasks, and how much of the page moved by itself.
const WATCH: &str = "
    const seen = { frames: [], events: [], tasks: [], shift: 0 };
    window.seen = seen;
    window.watching?.abort();
    window.watching = new AbortController();
    const options = { capture: true, signal: window.watching.signal };
    for (const kind of ['keydown', 'pointerdown']) {
        addEventListener(kind, ({ timeStamp }) => requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => seen.frames.push(performance.now() - timeStamp);
            port2.postMessage(0);
        }), options);
    }
    window.observers?.forEach((observer) => observer.disconnect());
    const observe = (type, look, more) => {
        const observer = new PerformanceObserver((list) => list.getEntries().forEach(look));
        observer.observe({ type, ...more });
        return observer;
    };
    const names = ['keydown', 'keypress', 'input', 'keyup', 'pointerdown', 'pointerup', 'click'];
    window.observers = [
        observe('event', ({ name, duration }) => names.includes(name) && seen.events.push(duration), { durationThreshold: 16 }),
        observe('longtask', ({ duration }) => seen.tasks.push(duration)),
        observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.shift += value; }),
    ];
";
