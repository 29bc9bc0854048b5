//! The page serves people with a keyboard, with a phone, and with other eyes.

use serde_json::Value;

use crate::page::{ENTER, ESCAPE, TAB, eventually};
use crate::run::browse;

#[test]
fn the_keyboard_reaches_the_examples() {
    browse(async |page| {
        page.open().await?;
        page.press(TAB).await?;
        assert_eq!(page.focused_text().await?, "Skip to the editor");
        // Past the few buttons of the header.
        let mut tabs = 0;
        while page.focused_text().await? != "Examples" {
            page.press(TAB).await?;
            tabs += 1;
            assert!(tabs < 10, "the examples are too far away");
        }
        page.press(ENTER).await?;
        // The focus is at the example that is open.
        let focus_is_at = async |name: &str| Ok(page.focused_text().await?.starts_with(name));
        eventually("the drawer has the focus", async || focus_is_at("gcd").await).await?;
        page.press(TAB).await?;
        assert!(focus_is_at("merge").await?);
        page.press(ENTER).await?;
        page.wait_for_answer().await?;
        assert!(page.text().await?.starts_with("% Length abstraction"));
        // The drawer closes after a choice, and by Escape.
        let drawer = "return document.querySelector('.gallery-drawer').hidden";
        assert_eq!(page.script(drawer).await?, Value::Bool(true));
        page.open_examples().await?;
        assert_eq!(page.script(drawer).await?, Value::Bool(false));
        page.press(ESCAPE).await?;
        eventually("the drawer is closed", async || Ok(page.script(drawer).await? == true)).await?;
        Ok(())
    });
}

#[test]
fn the_keyboard_skips_to_the_editor() {
    browse(async |page| {
        page.open().await?;
        page.press(TAB).await?;
        page.press(ENTER).await?;
        page.press("zzz").await?;
        assert!(page.text().await?.contains("zzz"));
        Ok(())
    });
}

#[test]
fn a_phone_does_not_scroll_sideways() {
    browse(async |page| {
        page.become_a_phone().await?;
        page.open_with("?debug").await?;
        // The window of a phone grows with a page that is too wide, so it is measured by the screen.
        let is_within =
            "return document.documentElement.scrollWidth <= Math.min(screen.width, innerWidth, 390)";
        assert_eq!(page.script(is_within).await?, Value::Bool(true));
        // The examples are out of the way, so that the editor is in sight.
        assert!(page.editor().await?.is_displayed().await?);
        assert!(page.example("gcd").await?.is_displayed().await?);
        assert_eq!(page.script(is_within).await?, Value::Bool(true));
        Ok(())
    });
}
