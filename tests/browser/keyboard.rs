//! The keyboard does everything, and what it does is kept.

use serde_json::Value;

use crate::page::{CONTROL, END, ENTER, ESCAPE, HOME, LEFT, NOTHING_HELD, Page, RIGHT, eventually};
use crate::run::{Outcome, browse};
use crate::walking::steps;

#[test]
fn the_keyboard_solves_and_walks() {
    browse(async |page| {
        page.open().await?;
        // Inside the editor, single keys are text and Control with Enter solves.
        page.write("p(X) :- X = 0.\np(X + 1) :- p(X).\nfalse :- p(X), X < 0. % n?1").await?;
        page.wait_for_answer().await?;
        let editor = page.editor().await?;
        editor.send_keys(&format!("{CONTROL}{ENTER}{NOTHING_HELD}")).await?;
        page.status("Safe").await?;
        assert!(page.text().await?.ends_with("% n?1"));
        page.blur().await?;
        page.press(HOME).await?;
        at(page, 0).await?;
        page.press(RIGHT).await?;
        at(page, 1).await?;
        page.press(END).await?;
        let last = steps(page).await?.1;
        at(page, last).await?;
        page.press("p").await?;
        eventually("the refinement is shown", async || {
            Ok(page.view("What happens").await?.contains("redicate"))
        })
        .await?;
        // The space bar plays; at the fastest speed the end comes soon.
        page.press("++++").await?;
        page.press(" ").await?;
        at(page, last).await
    });
}

#[test]
fn after_solving_from_the_editor_keys_walk() {
    browse(async |page| {
        page.open().await?;
        let text = "p(X) :- X = 0.\np(X + 1) :- p(X).\nfalse :- p(X), X < 0.";
        page.write(text).await?;
        page.wait_for_answer().await?;
        page.editor().await?.send_keys(&format!("{CONTROL}{ENTER}{NOTHING_HELD}")).await?;
        page.status("Safe").await?;
        let last = steps(page).await?.1;
        at(page, last).await?;
        page.press(LEFT).await?;
        at(page, last - 1).await?;
        page.press("p").await?;
        assert_eq!(page.text().await?, text);
        // Back in the editor, Escape leaves it.
        page.editor().await?.click().await?;
        page.press(ESCAPE).await?;
        page.press(HOME).await?;
        at(page, 0).await
    });
}

#[test]
fn help_opens_closes_and_gives_the_focus_back() {
    browse(async |page| {
        page.open().await?;
        let focus_is_in_dialog = "return document.activeElement.closest('dialog') !== null";
        page.labelled("Keys and terms").await?.click().await?;
        page.find("//dialog[@open]//kbd[.='Ctrl']").await?;
        assert_eq!(page.script(focus_is_in_dialog).await?, Value::Bool(true));
        page.press(ESCAPE).await?;
        is_closed(page).await?;
        let label = "return document.activeElement.getAttribute('aria-label')";
        assert_eq!(page.script(label).await?, Value::from("Keys and terms"));
        // Single keys can be switched off in the dialog, and stay off.
        page.press("?").await?;
        page.find("//dialog[@open]//label[contains(., 'Single keys')]/input").await?.click().await?;
        page.press(ESCAPE).await?;
        is_closed(page).await?;
        page.reload().await?;
        page.press("?").await?;
        page.press("m").await?;
        assert!(page.find_all("//dialog[@open]").await?.is_empty());
        assert!(page.editor().await?.is_displayed().await?);
        Ok(())
    });
}

#[test]
fn presenter_mode_theme_and_views_are_chosen_by_key_and_kept() {
    browse(async |page| {
        page.open().await?;
        page.solve("gcd", "Safe").await?;
        page.blur().await?;
        page.press("m").await?;
        eventually("the editor is out of the way", async || Ok(!page.editor().await?.is_displayed().await?))
            .await?;
        let fits = "return document.documentElement.scrollHeight <= innerHeight + 1";
        assert_eq!(page.script(fits).await?, Value::Bool(true), "presenter mode is one screen");
        page.press(ESCAPE).await?;
        eventually("the editor is back", async || page.editor().await?.is_displayed().await).await?;

        // A key brings a view into sight, and closes one that is in sight.
        page.press("4").await?;
        page.find("//section[header/h2='Clauses']").await?;
        page.press("4").await?;
        page.press("0").await?;
        page.find("//section[header/h2='Statistics']").await?;
        page.labelled("Colours of the system").await?.click().await?;
        page.labelled("Light colours").await?.click().await?;
        page.labelled("Dark colours").await?;
        page.button("Problem").await?.click().await?;
        page.reload().await?;
        eventually("the problem is still folded", async || Ok(!page.editor().await?.is_displayed().await?))
            .await?;
        let dark = "return getComputedStyle(document.documentElement).colorScheme";
        assert_eq!(page.script(dark).await?, Value::from("dark"));
        page.button("Problem").await?.click().await?;
        page.wait_for_answer().await?;
        page.button("Solve").await?.click().await?;
        page.status("Safe").await?;
        assert!(page.find_all("//*[@role='tab'][.='Clauses']").await?.is_empty());
        page.find("//section[header/h2='Statistics']").await?;
        // A panel that is closed hands the focus to the button that brings it back.
        page.labelled("Close Statistics").await?.click().await?;
        eventually("the focus is there", async || Ok(page.focused_text().await?.starts_with("Statistics")))
            .await?;

        // Garbage in the storage is no reason to fail.
        page.script("localStorage.setItem('hornbook.keepsakes', '{\"views\": 7, nonsense')").await?;
        page.reload().await
    });
}

/// Waits until the dialog is closed and empty.
async fn is_closed(page: &Page) -> Outcome {
    eventually("the dialog is closed", async || {
        Ok(page.find_all("//dialog[@open or .//kbd]").await?.is_empty())
    })
    .await
}

async fn at(page: &Page, step: usize) -> Outcome {
    eventually(&format!("step {step} is shown"), async || Ok(steps(page).await?.0 == step)).await
}
