//! Opening examples and writing clauses; nothing that was written gets lost.

use hornbook_web::examples::Example;
use serde_json::Value;

use crate::page::{Page, eventually};
use crate::run::{Outcome, browse};

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

async fn wait_for_words(page: &Page, words: &str) -> Outcome {
    eventually(&format!("the description says {words}"), async || Ok(page.about().await?.contains(words)))
        .await
}
