//! A run belongs to the text it was made from: another text retires it, and whatever leaves the page is about
//! what the editor shows.

use fantoccini::error::CmdError;

use crate::page::{ESCAPE, HOME, LEFT, Page, eventually};
use crate::run::{browse, string};
use crate::walking::steps;

const OTHER: &str = "mine(X) :- X = 1.\nmine(X1) :- mine(X), X1 = X + 1.\nfalse :- mine(X), X < 1.";

async fn text(page: &Page, selector: &str) -> Result<String, CmdError> {
    let script = format!("return document.querySelector(`{selector}`)?.innerText ?? ''");
    Ok(string(&page.script(&script).await?))
}

#[test]
fn changed_text_retires_the_run_and_is_what_is_shared() {
    browse(async |page| {
        page.open().await?;
        page.solve("gcd", "Safe").await?;
        page.write(OTHER).await?;
        page.wait_for_answer().await?;
        page.status("Of an earlier text").await?;
        assert!(page.script("return !!document.querySelector('.panes.retired')").await? == true);
        // The link is that of the new text, and says so.
        page.button("Share").await?.click().await?;
        let link = page.find("//input[@id=//label[.='Link']/@for]").await?;
        let link = link.prop("value").await?.unwrap_or_default();
        assert!(!link.contains("example=gcd"), "{link}");
        page.find("//dialog//p[contains(., 'the text in the editor')]").await?;
        page.press(ESCAPE).await?;
        // There is no solution of it to take away.
        page.button("Export").await?.click().await?;
        page.find("//dialog//p[contains(., 'Files of the text in the editor')]").await?;
        assert!(!page.button("Solution").await?.is_enabled().await?);
        page.press(ESCAPE).await?;
        // Two runs are compared on it.
        page.button("Compare").await?.click().await?;
        eventually("both runs are about the new text", async || {
            let pictures = "return [...document.querySelectorAll('.view-graph')].map((view) => view.innerText).join(' ')";
            let pictures = string(&page.script(pictures).await?);
            Ok(pictures.matches("mine").count() >= 2 && !pictures.contains("gcd"))
        })
        .await?;
        // And the earlier text can be brought back where a run of it is left.
        page.button("Compare").await?.click().await?;
        page.status("Safe").await?;
        let typed = page.text().await?;
        page.write("p(X) :- X = 1.").await?;
        page.button("Bring that text back").await?.click().await?;
        eventually("it is back", async || Ok(page.text().await? == typed)).await
    });
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
