//! Two tabs at once lose nothing.

use crate::page::eventually;
use crate::run::browse;

#[test]
fn each_tab_keeps_its_text_and_offers_that_of_the_other() {
    browse(async |page| {
        page.open().await?;
        page.write("one(X) :- X > 1.").await?;
        let tabs = page.open_tab().await?;
        // A new tab begins with what was written last.
        assert_eq!(page.text().await?, "one(X) :- X > 1.");
        page.write("two(X) :- X > 2.").await?;
        page.go_to_tab(&tabs[0]).await?;
        assert_eq!(page.text().await?, "one(X) :- X > 1.");
        page.reload().await?;
        assert_eq!(page.text().await?, "one(X) :- X > 1.");
        let other = "//nav[@aria-label='Examples']//button[span='two(X) :- X > 2.']";
        page.open_examples().await?;
        page.find(other).await?.click().await?;
        eventually("the other text is here", async || Ok(page.text().await? == "two(X) :- X > 2.")).await?;
        page.button("Bring back my text").await?.click().await?;
        eventually("the own text is back", async || Ok(page.text().await? == "one(X) :- X > 1.")).await?;
        page.go_to_tab(&tabs[1]).await?;
        page.reload().await?;
        assert_eq!(page.text().await?, "two(X) :- X > 2.");
        Ok(())
    });
}
