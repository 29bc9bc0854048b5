//! Runs: stopping, continuing, and editing meanwhile; nothing is lost.

use crate::page::{CONTROL, ENTER, HOME, NOTHING_HELD, Page, eventually};
use crate::run::{Outcome, browse};
use crate::walking::steps;

#[test]
fn a_run_is_stopped_and_kept() {
    browse(async |page| {
        page.open().await?;
        page.example("mult").await?.click().await?;
        page.wait_for_answer().await?;
        // So far away that it is not met, however slow the machine.
        set_limit(page, 10_000).await?;
        page.button("Solve").await?.click().await?;
        page.find("//ul[@aria-label='So far']").await?;
        page.button("Stop").await?.click().await?;
        page.status("Stopped").await?;
        // What was found can be walked through.
        let (step, last) = steps(page).await?;
        assert_eq!(step, last);
        page.labelled("Step back").await?.click().await?;
        eventually("the step before is shown", async || Ok(steps(page).await?.0 == last - 1)).await?;
        // The page is ready for the next run.
        page.solve("gcd", "Safe").await
    });
}

#[test]
fn an_error_in_the_text_does_not_disturb_a_run() {
    browse(async |page| {
        page.open().await?;
        page.example("mult").await?.click().await?;
        page.wait_for_answer().await?;
        // So far away that it is not met, however slow the machine.
        set_limit(page, 10_000).await?;
        page.button("Solve").await?.click().await?;
        page.find("//ul[@aria-label='So far']").await?;
        page.write("p(X) :- X = .").await?;
        // Still at it; and the text can't be solved, but nothing is gone.
        page.status("Running").await?;
        page.button("Stop").await?.click().await?;
        page.find("//ul[@aria-label='Errors and warnings']").await?;
        page.status("The text has errors").await?;
        assert!(steps(page).await?.1 > 0);
        assert!(!page.button("Solve").await?.is_enabled().await?);
        assert_eq!(page.text().await?, "p(X) :- X = .");
        page.reload().await?;
        assert_eq!(page.text().await?, "p(X) :- X = .");
        Ok(())
    });
}

#[test]
fn a_run_that_hits_its_limit_is_continued() {
    browse(async |page| {
        page.open().await?;
        page.example("mult").await?.click().await?;
        page.wait_for_answer().await?;
        set_limit(page, 1).await?;
        page.button("Solve").await?.click().await?;
        page.status("Paused after 1 million steps of work").await?;
        let (_, before) = steps(page).await?;
        page.labelled("Continue for 1 million steps more").await?.click().await?;
        page.status("Paused after 2 million steps of work").await?;
        let (step, after) = steps(page).await?;
        assert!(after > before, "{after} steps after {before}");
        assert_eq!(step, after);
        // The whole run is one log: its start is still there.
        page.blur().await?;
        page.press(HOME).await?;
        eventually("the first step is shown", async || Ok(steps(page).await?.0 == 0)).await
    });
}

/// Sets after how many million steps of work the run pauses.
async fn set_limit(page: &Page, limit: u32) -> Outcome {
    page.find("//details[contains(@class, 'settings')]/summary").await?.click().await?;
    let field = page.find("//input[@type='number']").await?;
    field.send_keys(&format!("{CONTROL}a{NOTHING_HELD}{limit}{ENTER}")).await?;
    // By key: the summary may have scrolled behind the controls.
    page.find("//details[contains(@class, 'settings')]/summary").await?.send_keys(ENTER).await
}
