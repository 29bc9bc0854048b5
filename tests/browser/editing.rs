//! Opening examples and writing clauses; nothing that was written gets lost.

use hornbook_web::text::examples::Example;
use serde_json::Value;

use crate::page::{Page, eventually};
use crate::run::{Outcome, browse};

const CONTROL: char = '\u{e009}';
const NOTHING_HELD: char = '\u{e000}';

#[test]
fn an_example_opens_in_the_editor_and_is_described() {
    browse(async |page| {
        page.open().await?;
        page.example("dblabs").await?.click().await?;
        assert_eq!(page.text().await?, Example::named("dblabs").unwrap().text);
        page.wait_for_answer().await?;
        let about = page.about().await?;
        assert!(about.contains("8, one of them a query"), "{about}");
        assert!(about.contains("dbl/2"), "{about}");
        assert_eq!(page.example("dblabs").await?.attr("aria-current").await?.as_deref(), Some("true"));
        Ok(())
    });
}

#[test]
fn the_heading_says_what_the_text_is() {
    browse(async |page| {
        page.open().await?;
        for (example, heading) in [
            ("dblabs", "Clauses"),
            ("countdown.imp", "Program"),
            ("mutual-exclusion.net", "Petri net"),
            ("train-gate.xta", "Timed automata"),
        ] {
            page.example(example).await?.click().await?;
            page.find(&format!("//h2/label[@for='clauses' and .='{heading}']")).await?;
        }
        Ok(())
    });
}

#[test]
fn typed_text_survives_a_reload() {
    browse(async |page| {
        page.open().await?;
        page.write("mine(X) :- X > 0.").await?;
        page.reload().await?;
        assert_eq!(page.text().await?, "mine(X) :- X > 0.");
        Ok(())
    });
}

#[test]
fn an_example_does_not_destroy_the_users_work() {
    browse(async |page| {
        page.open().await?;
        page.write("mine(X) :- X > 0.").await?;
        page.example("even").await?.click().await?;
        // Not even a reload in between does.
        page.reload().await?;
        assert_eq!(page.text().await?, Example::named("even").unwrap().text);
        page.button("Bring back my text").await?.click().await?;
        assert_eq!(page.text().await?, "mine(X) :- X > 0.");
        eventually("the button is gone", async || {
            Ok(page.find_all("//button[.='Bring back my text']").await?.is_empty())
        })
        .await
    });
}

#[test]
fn the_answer_follows_the_typing() {
    browse(async |page| {
        page.open().await?;
        page.write("p(X) :- X = 1.\n").await?;
        wait_for_words(page, "1, no query").await?;
        page.write("p(X) :- X = 1.\nq(X, Y) :- p(X), Y = X.\n").await?;
        wait_for_words(page, "q/2").await
    });
}

#[test]
fn an_error_has_a_place_that_leads_into_the_editor() {
    browse(async |page| {
        page.open().await?;
        page.write("∀(X) :- X > 0.\np(X) :- X = .\n").await?;
        let list = page.find("//ul[@aria-label='Errors and warnings']").await?;
        let text = list.text().await?;
        assert!(text.contains("2:13") && text.contains("Error: expected a term"), "{text}");
        page.button("2:13").await?.click().await?;
        let selected = "const area = document.activeElement; \
                        return area.value.slice(area.selectionStart, area.selectionEnd)";
        assert_eq!(page.script(selected).await?, Value::from("."));
        page.write("p(X) :- X = 1.").await?;
        eventually("the errors are gone", async || {
            Ok(page.find_all("//ul[@aria-label='Errors and warnings']").await?.is_empty())
        })
        .await
    });
}

#[test]
fn opening_an_example_can_be_undone() {
    browse(async |page| {
        page.open().await?;
        page.write("mine(X) :- X > 0.").await?;
        page.example("even").await?.click().await?;
        page.editor().await?.send_keys(&format!("{CONTROL}z{NOTHING_HELD}")).await?;
        assert_eq!(page.text().await?, "mine(X) :- X > 0.");
        page.button("Redo").await?.click().await?;
        eventually("the example is back", async || {
            Ok(page.text().await? == Example::named("even").unwrap().text)
        })
        .await?;
        // And so on, back to what the page began with.
        for _ in 0..30 {
            page.editor().await?.send_keys(&format!("{CONTROL}z{NOTHING_HELD}")).await?;
        }
        assert_eq!(page.text().await?, Example::first().text);
        Ok(())
    });
}

#[test]
fn the_words_have_colours_and_the_errors_squiggles() {
    browse(async |page| {
        page.open().await?;
        page.write("p(X) :- X = .\n% end").await?;
        let layer = "return document.querySelector('.layer').innerText";
        page.find("//*[contains(@class, 'squiggle') and .='.']").await?;
        page.find("//span[contains(@class, 'relation') and .='p']").await?;
        page.find("//span[contains(@class, 'comment') and .='% end']").await?;
        let shown = crate::run::string(&page.script(layer).await?);
        assert!(shown.contains("p(X) :- X = ."), "{shown}");
        // The message shows at its place when the cursor gets there.
        page.press("\u{e013}").await?;
        page.press("\u{e010}").await?;
        let bubble = page.find("//span[@class='bubble']").await?.text().await?;
        assert!(bubble.contains("expected a term"), "{bubble}");
        // Both layers have the same extent, so that the letters are where the cursor is.
        let fits = "const area = document.querySelector('#clauses'); \
                    return area.scrollWidth <= area.clientWidth && area.scrollHeight <= area.clientHeight";
        assert_eq!(page.script(fits).await?, Value::Bool(true));
        Ok(())
    });
}

#[test]
fn the_editor_does_not_trap_the_keyboard() {
    browse(async |page| {
        page.open().await?;
        page.write("p(X).").await?;
        page.press("\u{e004}").await?;
        let is_elsewhere = "return document.activeElement.id !== 'clauses'";
        assert_eq!(page.script(is_elsewhere).await?, Value::Bool(true));
        assert_eq!(page.text().await?, "p(X).");
        Ok(())
    });
}

#[test]
fn a_megabyte_is_pasted_and_kept() {
    browse(async |page| {
        page.open().await?;
        page.write("mine(X) :- X > 0.").await?;
        let paste = "const [text, done] = arguments; \
                     const data = new DataTransfer(); data.setData('text/plain', text); \
                     const area = document.querySelector('#clauses'); area.focus(); area.select(); \
                     area.dispatchEvent(new ClipboardEvent('paste', \
                         { clipboardData: data, bubbles: true, cancelable: true })); done(true)";
        let line = "gcd(M, N, R) :- M > N, M1 = M - N, gcd(M1, N, R).\n";
        let large = line.repeat((1 << 20) / line.len());
        page.long_script(paste, vec![large.clone().into()]).await?;
        // Whoever reads this has the text before them: it is shown after the field has got it.
        page.find("//p[contains(., 'it is shown but')]").await?;
        page.find("//*[@id='saving' and starts-with(., 'Kept until this tab is closed')]").await?;
        assert_eq!(page.script("return document.querySelector('#clauses').value.length").await?, large.len());
        // Only what is in sight is drawn.
        let rows = page.script("return document.querySelectorAll('.row').length").await?;
        assert!(rows.as_u64().is_some_and(|rows| (1..400).contains(&rows)), "{rows}");
        page.reload().await?;
        page.find("//p[contains(., 'it is shown but')]").await?;
        assert_eq!(page.script("return document.querySelector('#clauses').value.length").await?, large.len());
        page.find("//*[@id='saving' and starts-with(., 'Kept until this tab is closed')]").await?;
        page.example("even").await?.click().await?;
        eventually("the editor is back", async || page.editor().await?.is_displayed().await).await?;
        page.write("small(X).").await?;
        // What is kept for the tab alone does not come back instead, but waits aside.
        page.reload().await?;
        assert_eq!(page.text().await?, "small(X).");
        page.button("Bring back my text").await?.click().await?;
        page.find("//p[contains(., 'it is shown but')]").await?;
        assert_eq!(page.script("return document.querySelector('#clauses').value.length").await?, large.len());
        page.wait_for_answer().await
    });
}

async fn wait_for_words(page: &Page, words: &str) -> Outcome {
    eventually(&format!("the description says {words}"), async || Ok(page.about().await?.contains(words)))
        .await
}
