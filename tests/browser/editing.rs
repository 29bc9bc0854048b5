//! Opening examples and writing clauses; nothing that was written gets lost.

use hornbook_web::examples::Example;

use crate::page::eventually;
use crate::run::browse;

#[test]
fn an_example_opens_in_the_editor_and_is_described() {
    browse(async |page| {
        page.open().await?;
        let before = page.about().await?;
        page.example("mccarthy91").await?.click().await?;
        assert_eq!(page.text().await?, Example::named("mccarthy91").unwrap().text);
        page.wait_for_answer().await?;
        assert_ne!(page.about().await?, before);
        assert_eq!(page.example("mccarthy91").await?.attr("aria-current").await?.as_deref(), Some("true"));
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
        page.wait_for_answer().await?;
        let one = page.about().await?;
        page.write("p(X) :- X = 1.\nq(X, Y) :- p(X), Y = X.\n").await?;
        eventually("the description changes", async || {
            page.wait_for_answer().await?;
            Ok(page.about().await? != one)
        })
        .await
    });
}
