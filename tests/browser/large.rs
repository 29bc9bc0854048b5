//! Large problems: what is drawn of them stays small, something is always in sight, and work is counted.

use std::fmt::Write as _;
use std::fs;

use hornbook_web::state::views::View;

use crate::driver::scratch;
use crate::page::{END, HOME, Page, eventually};
use crate::run::{Outcome, browse, string};

/// Opens a text as a file; typing it would take long.
async fn open(page: &Page, name: &str, text: &str) -> Outcome {
    fs::create_dir_all(scratch()).expect("the target directory is writable");
    let path = scratch().join(name);
    fs::write(&path, text).expect("the target directory is writable");
    page.find("//input[@type='file']").await?.send_keys(&path.display().to_string()).await?;
    let length = text.len();
    let is_open = format!("return document.querySelector('#clauses').value.length === {length}");
    eventually("it is open", async || Ok(page.script(&is_open).await? == true)).await?;
    page.wait_for_answer().await
}

async fn number(page: &Page, script: &str) -> u64 {
    page.script(&format!("return {script}")).await.ok().and_then(|found| found.as_u64()).unwrap_or_default()
}

/// A chain of relation symbols with many arguments, and a fault that is none.
fn chain(clauses: usize) -> String {
    let arguments =
        |letter: char| (0..12).map(|i| format!("{letter}{i}")).collect::<Vec<String>>().join(", ");
    let (before, after) = (arguments('X'), arguments('Y'));
    let mut text = format!("p0({before}) :- X0 = 0.\n");
    for i in 2..clauses {
        let _ = writeln!(text, "p{}({after}) :- p{}({before}), Y0 = X0 + 1, Y1 = X0.", i - 1, i - 2);
    }
    let _ = writeln!(text, "false :- p{}({before}), X0 < 0.", clauses - 2);
    text
}

/// Relation symbols in a row with ways back, so that graphs are large and their parts lie far apart.
fn web(count: usize) -> String {
    let mut text = "p0(X, Y) :- X = 0, Y = 0.\n".to_owned();
    for i in 0..count {
        let (next, back) = (i + 1, i * 7 % count);
        let _ = writeln!(text, "p{next}(X1, Y1) :- p{i}(X, Y), X1 = X + {}, Y1 = Y + {}.", i % 3, i % 5);
        let _ = writeln!(text, "p{back}(X, Y) :- p{i}(X, Y), X > Y + {i}.");
    }
    let _ = writeln!(text, "false :- p{count}(X, Y), X < 0.");
    text
}

#[test]
fn three_thousand_clauses_are_drawn_in_part() {
    browse(async |page| {
        page.resize(1440, 900).await?;
        page.open().await?;
        open(page, "chain.horn", &chain(3_000)).await?;
        page.set_limit(2).await?;
        page.button("Solve").await?.click().await?;
        page.find("//*[@id='run-status']/strong[.='Safe' or .='Paused']").await?;
        for view in [View::Clauses, View::Predicates, View::Verdict, View::Statistics] {
            page.show(view).await?;
            let elements = number(page, "document.querySelectorAll('*').length").await;
            assert!((100..20_000).contains(&elements), "{elements} with {view:?}");
        }
        page.show(View::Clauses).await?;
        let told = "document.querySelector('.view-clauses').innerText";
        eventually("it says how much there is", async || {
            Ok(string(&page.script(&format!("return {told}")).await?).contains("of 3000"))
        })
        .await
    });
}

/// Also where nothing has changed, and where the part that is shown is far from what was seen before.
#[test]
fn something_of_a_large_graph_is_always_in_sight() {
    const IN_SIGHT: &str = "(() => {
        const canvas = document.querySelector('.view-graph .canvas').getBoundingClientRect();
        return [...document.querySelectorAll('.view-graph .picture .node')].filter((node) => {
            const box = node.getBoundingClientRect();
            return box.left < canvas.right && box.right > canvas.left && box.top < canvas.bottom && box.bottom > canvas.top;
        }).length;
    })()";
    browse(async |page| {
        page.resize(1280, 720).await?;
        page.open().await?;
        open(page, "web.horn", &web(300)).await?;
        page.set("Abstraction", "Off").await?;
        page.set("Acceleration", "Off").await?;
        page.set("Simplify the clauses first", "As typed").await?;
        page.set_limit(1).await?;
        page.button("Solve").await?.click().await?;
        page.find("//*[@id='run-status']/strong[.='Safe' or .='Paused']").await?;
        page.blur().await?;
        let is_part = "document.querySelectorAll('.view-graph .omission').length";
        eventually("it is large", async || Ok(number(page, is_part).await == 1)).await?;
        for key in [END, HOME, "n", "n", "p", END] {
            page.press(key).await?;
            if key == HOME {
                continue;
            }
            eventually("something is in sight", async || Ok(number(page, IN_SIGHT).await > 0)).await?;
        }
        Ok(())
    });
}

/// One clause with more pigeons than holes: to find that it never applies is one step of much work.
#[test]
fn work_is_counted_while_one_step_is_long() {
    const PIGEONS: usize = 13;
    let mut body: Vec<String> = (0..PIGEONS).map(|i| format!("1 <= X{i}, X{i} < {PIGEONS}")).collect();
    for i in 0..PIGEONS {
        body.extend((0..i).map(|j| format!("X{i} != X{j}")));
    }
    let text = format!("p(X0) :- {}.\nfalse :- p(X), X > 0.\n", body.join(", "));
    browse(async |page| {
        page.resize(1440, 900).await?;
        page.open().await?;
        open(page, "pigeons.horn", &text).await?;
        page.set_limit(10_000).await?;
        page.button("Solve").await?.click().await?;
        let done = "Math.round(1000000 * (document.querySelector('.run-line progress')?.position ?? 0))";
        eventually("it is at work", async || Ok(number(page, done).await > 0)).await?;
        let before = number(page, done).await;
        eventually("the work grows", async || Ok(number(page, done).await > before)).await?;
        page.find("//*[contains(., 'thousand steps of work')]").await?;
        page.button("Stop").await?.click().await?;
        page.status("Stopped").await
    });
}
