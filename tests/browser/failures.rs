//! A panic ends in a message with a way on, and the text survives.

use crate::run::{Console, browse_at, string};

const TEXT: &str = "mine(X) :- X > 0.";

#[test]
fn a_panic_in_the_solver_is_survived() {
    browse_at("/", Console::Mentions("unreachable"), async |page| {
        page.open_with("?debug").await?;
        page.write(TEXT).await?;
        page.button("Panic in the solver").await?.click().await?;
        let alert = page.find("//*[@role='alert' and not(@hidden)]").await?;
        assert!(alert.text().await?.contains("The solver has stopped because of an error"));
        let report =
            page.script("return document.querySelector('#app [role=alert] pre').textContent").await?;
        assert!(string(&report).contains("the worker was asked to panic"), "{report}");
        assert!(string(&report).contains(TEXT), "{report}");

        // The page can still be used, and keeps what is typed.
        page.write("still(X) :- X > 0.").await?;
        page.button("Go on").await?.click().await?;
        page.wait_for_answer().await?;
        assert!(page.find_all("//*[@role='alert' and not(@hidden)]").await?.is_empty());
        assert_eq!(page.text().await?, "still(X) :- X > 0.");
        Ok(())
    });
}

/// The reader fails while a run goes on, and the run does not notice.
#[test]
fn a_panic_in_the_reader_is_survived() {
    browse_at("/", Console::Mentions("unreachable"), async |page| {
        page.open_with("?debug").await?;
        page.start_long_run().await?;
        page.button("Panic in the reader").await?.click().await?;
        let alert = page.find("//*[@role='alert' and not(@hidden)]").await?;
        assert!(alert.text().await?.contains("The reader has stopped because of an error"));
        page.write("p(X) :- X = .").await?;
        page.status("Running").await?;
        // A new reader has taken its place by itself.
        page.find("//ul[@aria-label='Errors and warnings']").await?;
        page.button("Go on").await?.click().await?;
        page.status("Running").await?;
        page.button("Stop").await?.click().await?;
        assert!(page.find_all("//*[@role='alert' and not(@hidden)]").await?.is_empty());
        Ok(())
    });
}

#[test]
fn a_panic_in_the_page_is_survived() {
    browse_at("/", Console::Mentions("unreachable"), async |page| {
        page.open_with("?debug").await?;
        page.write(TEXT).await?;
        page.button("Panic in the page").await?.click().await?;
        let alert = page.find("//*[@role='alert' and not(@hidden)]").await?;
        assert!(alert.text().await?.contains("Hornbook has stopped because of an error"));
        let report =
            string(&page.script("return document.getElementById('crash-report').textContent").await?);
        assert!(report.contains("the page was asked to panic"), "{report}");
        assert!(report.contains(TEXT), "{report}");

        page.button("Continue").await?.click().await?;
        page.find("//*[@role='alert' and @hidden]").await?;
        page.wait_for_answer().await?;
        assert_eq!(page.text().await?, TEXT);
        Ok(())
    });
}

#[test]
fn a_report_can_be_copied() {
    browse_at("/", Console::Mentions("unreachable"), async |page| {
        page.open_with("?debug").await?;
        page.script(
            "window.copied = []; \
             navigator.clipboard.writeText = (text) => { window.copied.push(text); return Promise.resolve(); }",
        )
        .await?;
        page.button("Panic in the solver").await?.click().await?;
        page.button("Copy report").await?.click().await?;
        page.button("Report copied").await?;
        let copied = string(&page.script("return window.copied[0]").await?);
        assert!(copied.contains("the worker was asked to panic"), "{copied}");
        Ok(())
    });
}
