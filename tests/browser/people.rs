//! The page serves people with a keyboard, with a phone, and with other eyes.

use serde_json::Value;

use crate::run::browse;

const TAB: &str = "\u{e004}";
const ENTER: &str = "\u{e007}";

#[test]
fn the_keyboard_reaches_the_examples() {
    browse(async |page| {
        page.open().await?;
        page.press(TAB).await?;
        assert_eq!(page.focused_text().await?, "Skip to the editor");
        page.press(TAB).await?;
        assert_eq!(page.focused_text().await?, "Examples");
        page.press(TAB).await?;
        assert!(page.focused_text().await?.starts_with("turns"));
        page.press(ENTER).await?;
        page.wait_for_answer().await?;
        assert!(page.text().await?.starts_with("% Two numbers"));
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
        let is_within = "return document.documentElement.scrollWidth <= document.documentElement.clientWidth";
        assert_eq!(page.script(is_within).await?, Value::Bool(true));
        // The list of examples starts folded there, so that the editor is in sight.
        assert!(!page.example("gcd").await?.is_displayed().await?);
        page.find("//summary[h2='Examples']").await?.click().await?;
        assert!(page.example("gcd").await?.is_displayed().await?);
        assert_eq!(page.script(is_within).await?, Value::Bool(true));
        Ok(())
    });
}

#[test]
fn targets_are_large_enough_and_have_names() {
    browse(async |page| {
        page.open_with("?debug").await?;
        let wanting = page
            .script(
                "return [...document.querySelectorAll('button, summary, textarea')] \
                    .filter((element) => element.checkVisibility()) \
                    .filter((element) => { \
                        const box = element.getBoundingClientRect(); \
                        const name = element.innerText || element.labels?.[0]?.innerText; \
                        return box.width < 24 || box.height < 24 || !name; \
                    }).map((element) => element.outerHTML)",
            )
            .await?;
        assert_eq!(wanting, Value::Array(Vec::new()));
        Ok(())
    });
}
