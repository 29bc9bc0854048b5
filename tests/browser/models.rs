//! Models: drawn, run, and played by hand; and what a verdict says about them in the margin of the text.

use std::fs;

use hornbook_web::state::views::View;

use crate::driver::screenshots;
use crate::page::{DOWN, END, ENTER, Page, eventually};
use crate::run::{Outcome, browse};

/// A token doubles on its way round.
const NET: &str = "a1: p1 -> p2\na2: p2 -> 2 p1\ninit p1 = 1\ncover p1 >= 3\n";

/// A procedure that calls itself, and an assertion about its result.
const PROGRAM: &str = "int up(int n) {\n  if (n > 2) return n - 1;\n  return up(n + 2);\n}\nint main() {\n  int x = nondet();\n\
  int y = up(x);\n  assert(y != 3);\n}\n";

/// Writes a text, solves it, and waits for the verdict.
async fn solve(page: &Page, text: &str, verdict: &str) -> Outcome {
    page.open().await?;
    page.write(text).await?;
    page.wait_for_answer().await?;
    page.button("Solve").await?.click().await?;
    page.status(verdict).await?;
    page.show(View::Model).await
}

/// The text alternative of a picture, line by line.
async fn in_words(page: &Page, view: &str) -> Result<Vec<String>, fantoccini::error::CmdError> {
    let script = format!(
        "return [...document.querySelectorAll('.view-{view} [role=treeitem]')].map(item => item.textContent)"
    );
    let lines = page.script(&script).await?;
    let lines = lines.as_array().cloned().unwrap_or_default();
    Ok(lines.iter().map(|line| line.as_str().unwrap_or_default().to_owned()).collect())
}

async fn says(page: &Page, view: &str, line: &str) -> Outcome {
    eventually(&format!("{view} says {line}"), async || {
        let rest = |told: &String| told.strip_prefix(line).map(str::to_owned);
        Ok(in_words(page, view)
            .await?
            .iter()
            .filter_map(rest)
            .any(|rest| rest.is_empty() || rest.starts_with(", ")))
    })
    .await
}

async fn picture(page: &Page, name: &str) -> Outcome {
    fs::create_dir_all(screenshots()).expect("the target directory is writable");
    fs::write(screenshots().join(format!("{name}.png")), page.screenshot().await?).expect("it is writable");
    Ok(())
}

/// The same moment on a desktop and on a phone, in light and in dark.
async fn pictures(page: &Page, name: &str) -> Outcome {
    for is_dark in [false, true] {
        page.darken(is_dark).await?;
        let colours = if is_dark { "dark" } else { "light" };
        page.become_a_desktop().await?;
        picture(page, &format!("{name}-desktop-{colours}")).await?;
        page.become_a_phone().await?;
        page.script("document.querySelector('.view-model').scrollIntoView()").await?;
        picture(page, &format!("{name}-phone-{colours}")).await?;
    }
    page.darken(false).await?;
    page.become_a_desktop().await
}

#[test]
fn a_net_is_fired_by_hand() {
    browse(async |page| {
        page.become_a_desktop().await?;
        solve(page, NET, "Unsafe").await?;
        page.button("Play by hand").await?.click().await?;
        says(page, "model", "p1, a place, 1 token").await?;
        says(page, "model", "a1, an action, can be played").await?;
        // By a button.
        page.find("//*[@aria-label='What can happen next']//button[1]").await?.send_keys(ENTER).await?;
        says(page, "model", "p1, a place, 0 tokens").await?;
        // By a click on what can be played.
        let item =
            "//*[contains(@class, 'view-model')]//*[@role='treeitem'][starts-with(., 'a2, an action')]";
        page.script("document.querySelector('.view-model [aria-pressed=false].toggle').click()").await?;
        page.find(item).await?.click().await?;
        says(page, "model", "p1, a place, 2 tokens").await?;
        pictures(page, "net-by-hand").await?;
        page.button("Undo the move").await?.click().await?;
        says(page, "model", "p2, a place, 1 token").await?;
        page.button("Start again").await?.click().await?;
        says(page, "model", "p1, a place, 1 token").await?;
        page.button("Stop playing").await?.click().await?;
        page.button("Play by hand").await.map(drop)
    });
}

#[test]
fn a_derivation_is_walked_as_a_run() {
    browse(async |page| {
        page.become_a_desktop().await?;
        solve(page, NET, "Unsafe").await?;
        page.show(View::Verdict).await?;
        let verdict = page.script("return document.querySelector('.view-verdict').innerText").await?;
        assert!(verdict.as_str().unwrap_or_default().contains("knows no clauses"), "{verdict}");
        page.show(View::Run).await?;
        let row = |number: usize| {
            format!("//table[@role='grid']//tr[@data-row='{number}' and @aria-selected='true']")
        };
        page.find(&row(0)).await?.click().await?;
        says(page, "model", "p1, a place, 1 token").await?;
        page.find(&row(0)).await?.send_keys(DOWN).await?;
        page.find(&row(1)).await?;
        says(page, "model", "p1, a place, 0 tokens").await?;
        assert!(page.focused_text().await?.starts_with('2'), "the focus goes along");
        page.press(END).await?;
        says(page, "model", "p1, a place, 3 tokens").await?;
        pictures(page, "net-run").await
    });
}

/// Clauses have no model: its view, which has opened by itself, gives way to the counterexample again.
#[test]
fn views_of_models_close_for_clauses() {
    browse(async |page| {
        page.resize(1440, 900).await?;
        page.open().await?;
        page.solve("gcd.imp", "Safe").await?;
        page.find("//section[contains(@class, 'view-model')]").await?;
        page.solve("gcd", "Safe").await?;
        page.find("//section[contains(@class, 'view-tree')]").await?;
        eventually("the model is gone", async || {
            Ok(page.find_all("//button[@role='tab' and .='Model']").await?.is_empty())
        })
        .await?;
        let list = page.find("//select[@aria-label='Arrangement of the views']").await?;
        assert_eq!(list.prop("value").await?.as_deref(), Some("0"), "as before");
        Ok(())
    });
}

/// What is written beside the lines of the text, with a class.
async fn margin(page: &Page, class: &str) -> Result<String, fantoccini::error::CmdError> {
    let script = format!(
        "return [...document.querySelectorAll('.margin-note.{class}')].map(note => note.textContent).join('; ')"
    );
    Ok(page.script(&script).await?.as_str().unwrap_or_default().to_owned())
}

#[test]
fn a_program_has_a_graph_a_run_and_notes_beside_its_lines() {
    browse(async |page| {
        page.become_a_desktop().await?;
        solve(page, PROGRAM, "Unsafe").await?;
        let told = in_words(page, "model").await?;
        let starts_with = |words: &str| told.iter().any(|line| line.starts_with(words));
        assert!(starts_with("l6, in main, the start") && starts_with("err, in main, an error"), "{told:?}");
        assert!(told.iter().any(|line| line.contains("up(n + 2)")), "{told:?}");
        assert!(margin(page, "failing").await?.starts_with("The assertion in line 8 fails"));

        // A run through the calls, nested, which marks the line that it is at.
        page.show(View::Run).await?;
        let row = |number: usize| {
            format!("//table[@role='grid']//tr[@data-row='{number}' and @aria-selected='true']")
        };
        page.find(&row(0)).await?.click().await?;
        page.find(&row(0)).await?.send_keys(DOWN).await?;
        page.find(&row(1)).await?;
        page.press(END).await?;
        eventually("the last row is about the assertion", async || {
            let line = "return [...document.querySelectorAll('.layer .in-use')].map(part => part.textContent).join(' ')";
            Ok(page.script(line).await?.as_str().is_some_and(|line| line.contains("assert(y != 3)")))
        })
        .await?;
        let table = page.script("return document.querySelector('.view-run table').innerText").await?;
        let table = table.as_str().unwrap_or_default().to_owned();
        assert!(table.contains("return to main") && table.contains("up begins"), "{table}");
        assert!(!margin(page, "values").await?.is_empty(), "the row has its values");
        pictures(page, "program-run").await?;

        // Invariants at the lines, and a contract of the procedure.
        page.become_a_desktop().await?;
        solve(page, &PROGRAM.replace("y != 3", "y >= 2"), "Safe").await?;
        eventually("there are invariants in the margin", async || {
            let notes = margin(page, "invariant").await?;
            Ok(notes.contains("ensures of up") && notes.contains("invariant at l8"))
        })
        .await?;
        pictures(page, "program-invariants").await
    });
}

#[test]
fn a_counterexample_is_drawn_as_a_path_with_loops() {
    browse(async |page| {
        page.become_a_desktop().await?;
        page.open_with("#example=even&method=thesis-cegaar&step=18&views=tree+narration").await?;
        let text = async || {
            let script = "return document.querySelector('.view-tree').innerText";
            Ok::<_, fantoccini::error::CmdError>(
                page.script(script).await?.as_str().unwrap_or_default().to_owned(),
            )
        };
        eventually("the closure of the loop is told with its class", async || {
            let told = text().await?;
            Ok(told.contains("translation")
                && told.contains("any number of")
                && told.contains("Proved and checked"))
        })
        .await?;
        picture(page, "folded-path").await?;
        page.open_with("#example=even&method=thesis-cegaar&step=18&views=interpolants+narration").await?;
        eventually("the inductive interpolants are in the lattice", async || {
            let script = "return document.querySelector('.view-interpolants')?.innerText ?? ''";
            Ok(page
                .script(script)
                .await?
                .as_str()
                .is_some_and(|told| told.contains("strongest postcondition of any number of rounds")))
        })
        .await?;
        picture(page, "inductive-interpolants").await
    });
}

/// In a narrow pane the automata stand below each other, and a picture of which not all is seen says so.
#[test]
fn automata_stand_below_each_other_in_a_narrow_pane() {
    browse(async |page| {
        page.open().await?;
        // The view opens by itself when the run begins.
        page.solve("train-gate.xta", "Safe").await?;
        page.show(View::Model).await?;
        let frames = "return JSON.stringify([...document.querySelectorAll('.model-picture .group-frame')]\
             .map((frame) => Math.round(frame.getBBox().x)))";
        // A half of the window, all of it, and a phone.
        for (width, is_enlarged) in [(1600, false), (1600, true), (500, true)] {
            page.resize(width, 900).await?;
            if is_enlarged && width == 1600 {
                page.labelled("Enlarge Model").await?.click().await?;
            }
            eventually("the automata have their places", async || {
                let places = page.script(frames).await?;
                let places: Vec<i64> =
                    serde_json::from_str(places.as_str().unwrap_or("[]")).unwrap_or_default();
                let is_below = places.windows(2).all(|two| two[0] == two[1]);
                Ok(places.len() > 1 && is_below != (is_enlarged && width == 1600))
            })
            .await?;
            let told = "//*[contains(@class, 'model-picture')]//*[@class='in-part'][.='Shown in part']";
            page.find(told).await?;
            picture(page, &format!("model-{width}-{is_enlarged}")).await?;
        }
        Ok(())
    });
}
