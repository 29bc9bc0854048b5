//! A run belongs to the text it was made from: another text retires it, and whatever leaves the page is about
//! what the editor shows.

use fantoccini::error::CmdError;
use hornbook_web::text::examples::Example;

use crate::page::{ESCAPE, HOME, LEFT, Page, eventually};
use crate::run::{browse, string};
use crate::walking::steps;

async fn text(page: &Page, selector: &str) -> Result<String, CmdError> {
    let script = format!("return document.querySelector(`{selector}`)?.innerText ?? ''");
    Ok(string(&page.script(&script).await?))
}

#[test]
fn a_verdict_that_says_little_has_a_warning_beside_it() {
    browse(async |page| {
        page.open().await?;
        for (clauses, warning) in [
            ("count(X) :- X = 1.", "There is no query"),
            (
                "count(X) :- X = 0.\ncount(X) :- count(X), X = X + 1.\nfalse :- count(X), X > 5.",
                "never applies",
            ),
            ("count(X) :- X = 1.\nfalse :- other(X), count(X).", "can never be violated"),
        ] {
            page.write(clauses).await?;
            page.wait_for_answer().await?;
            page.button("Solve").await?.click().await?;
            page.status("Safe").await?;
            eventually(warning, async || Ok(text(page, ".doubts").await?.contains(warning))).await?;
        }
        Ok(())
    });
}

#[test]
fn a_reload_keeps_the_run_and_its_step() {
    browse(async |page| {
        page.open().await?;
        page.solve("merge", "Safe").await?;
        page.blur().await?;
        page.press(LEFT).await?;
        page.press(LEFT).await?;
        let (step, last) = steps(page).await?;
        assert_eq!(step + 2, last);
        eventually("the address says so", async || {
            let address = string(&page.script("return location.hash").await?);
            Ok(address.contains("example=merge") && address.contains(&format!("step={step}")))
        })
        .await?;
        page.reload().await?;
        let standing = format!("{step} / {last}");
        eventually("it is there again", async || Ok(text(page, ".line-count").await? == standing)).await?;
        page.status("Safe").await
    });
}

#[test]
fn a_run_that_was_stopped_goes_on() {
    browse(async |page| {
        page.open().await?;
        page.start_long_run().await?;
        page.button("Stop").await?.click().await?;
        page.status("Stopped").await?;
        let (_, before) = steps(page).await?;
        page.button("Continue").await?.click().await?;
        page.status("Running").await?;
        eventually("it comes as far as it was", async || {
            let standing = text(page, ".line-count").await?;
            let last = standing.split('/').nth(1).and_then(|last| last.trim().parse::<usize>().ok());
            Ok(last.is_some_and(|last| last >= before))
        })
        .await?;
        page.button("Stop").await?.click().await
    });
}

#[test]
fn settings_have_room_while_comparing() {
    const WIDE: &str = "return document.documentElement.scrollWidth > innerWidth
        || [...document.querySelectorAll('.settings fieldset')].some((box) => box.scrollWidth > box.clientWidth + 1)";
    browse(async |page| {
        page.resize(1440, 900).await?;
        page.open().await?;
        page.solve("gcd", "Safe").await?;
        page.button("Compare").await?.click().await?;
        page.find("//details[contains(@class, 'settings')]/summary").await?.click().await?;
        page.find("//details[contains(@class, 'settings')]//fieldset").await?;
        assert!(page.script(WIDE).await? == false);
        page.blur().await?;
        page.press(HOME).await
    });
}

/// Shared, compared and exported is what the editor shows, whatever was solved before.
#[test]
fn what_leaves_the_page_is_about_the_text_in_the_editor() {
    const MINE: &str = "mine(X) :- X = 1.\nfalse :- mine(X), X > 1.";
    browse(async |page| {
        page.resize(1440, 900).await?;
        page.open().await?;
        page.solve("gcd", "Safe").await?;
        page.write(MINE).await?;
        page.wait_for_answer().await?;
        assert!(text(page, "#run-status").await?.contains("Of an earlier text"));
        page.button("Share").await?.click().await?;
        eventually("the link is about it", async || {
            Ok(text(page, "dialog[open]").await?.contains("A link to the text in the editor"))
        })
        .await?;
        let field = page.find("//input[@id=//label[.='Link']/@for]").await?;
        let link = field.prop("value").await?.unwrap_or_default();
        page.press(ESCAPE).await?;
        page.button("Export").await?.click().await?;
        eventually("so are the files", async || {
            Ok(text(page, "dialog[open]").await?.contains("Files of the text in the editor"))
        })
        .await?;
        let solution = page.find("//dialog[@open]//button[.='Solution']").await?;
        assert!(!solution.is_enabled().await?, "the solution of gcd is none of it");
        page.press(ESCAPE).await?;
        page.button("Compare").await?.click().await?;
        eventually("both runs are of it", async || {
            let graphs = "return [...document.querySelectorAll('.view-graph .picture')].map((one) => one.textContent).join()";
            let graphs = string(&page.script(graphs).await?);
            Ok(graphs.matches("mine").count() >= 2 && !graphs.contains("gcd"))
        })
        .await?;
        assert!(!text(page, "#run-status").await?.contains("Of an earlier text"));
        let (_, fragment) = link.split_once('#').expect("a link has a fragment");
        page.write("other(X) :- X = 2.").await?;
        page.script(&format!("location.hash = '{fragment}'")).await?;
        eventually("the link opens it", async || Ok(page.text().await? == MINE)).await
    });
}

/// What is solved for another text can be brought back with its text.
#[test]
fn the_text_of_a_retired_run_comes_back() {
    browse(async |page| {
        page.open().await?;
        page.solve("gcd", "Safe").await?;
        let before = page.text().await?;
        page.example("merge").await?.click().await?;
        page.wait_for_answer().await?;
        assert!(page.script("return document.querySelector('.run-line.retired') !== null").await? == true);
        page.button("Bring that text back").await?.click().await?;
        eventually("it is back", async || Ok(page.text().await? == before)).await?;
        eventually("the verdict is about it", async || {
            Ok(page.script("return document.querySelector('.run-line.retired') === null").await? == true)
        })
        .await
    });
}

/// Each problem is an entry of the history, so that the way back leads to the one before.
#[test]
fn the_way_back_leads_to_the_problem_before() {
    browse(async |page| {
        page.open().await?;
        let address = async || Ok::<_, CmdError>(string(&page.script("return location.hash").await?));
        let shows = async |example: &str| {
            eventually(&format!("{example} is shown"), async || {
                let text = Example::named(example).map(|example| example.text);
                let is_told = address().await?.contains(&format!("example={example}"));
                Ok(is_told && page.editor().await?.prop("value").await?.as_deref() == text)
            })
            .await
        };
        // Before anything is said by the address, and after.
        for example in ["merge", "even"] {
            page.example(example).await?.click().await?;
            shows(example).await?;
        }
        page.script("history.back()").await?;
        shows("merge").await?;
        page.script("history.back()").await?;
        shows("gcd").await?;
        page.script("history.forward()").await?;
        shows("merge").await?;
        // What was typed is an entry of its own, however much of it.
        page.write("mine(X) :- X = 1.").await?;
        eventually("the address is about it", async || Ok(address().await?.starts_with("#1."))).await?;
        page.write("mine(X) :- X = 2.").await?;
        page.wait_for_answer().await?;
        page.script("history.back()").await?;
        shows("merge").await
    });
}
