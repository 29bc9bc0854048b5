//! What is there before the page works: it looks like the page, and nothing that is done to it is lost.

use std::fs;

use serde_json::{Value, json};
use xtask::build::first_sight;
use xtask::process::{root, target_directory};

use crate::page::{CONTROL, ENTER, NOTHING_HELD};
use crate::run::{browse, string};

/// The page at a first visit, without what cannot be seen and what the reader says.
const SEEN: &str = "
    const seen = document.getElementById('app').cloneNode(true);
    seen.querySelector('#clauses').textContent = document.getElementById('clauses').value;
    const unseen = 'dialog, .gallery-drawer, .definitions, .notice, .only-heard, details > :not(summary), \
                    #about + div, [type=file]';
    for (const element of seen.querySelectorAll(unseen)) element.remove();
    for (const element of seen.querySelectorAll('[style]')) element.removeAttribute('style');
    return seen.innerHTML;
";

#[test]
fn the_first_sight_is_that_of_the_page() {
    browse(async |page| {
        page.open().await?;
        let seen = string(&page.script(SEEN).await?);
        let written = fs::read_to_string(root().join("static/first.html")).expect("there is a first sight");
        let anew = target_directory().join("first.html");
        fs::write(&anew, seen.replace("><", "\n><") + "\n").expect("the target directory is writable");
        assert_eq!(
            seen,
            first_sight(&written),
            "the page looks different now: read {} and copy it to static/first.html",
            anew.display()
        );
        Ok(())
    });
}

/// Holds the module back until it is told to let it go.
const HOLD: &str = "
    const load = window.fetch;
    window.fetch = async (...what) => {
        if (String(what[0]).endsWith('.wasm')) await new Promise((go) => { window.letGo = go; });
        return load(...what);
    };
";

#[test]
fn what_is_pressed_before_the_page_works_comes_next() {
    browse(async |page| {
        page.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": HOLD })).await?;
        page.arrive("").await?;
        page.find("//*[@id='ahead']//button[.='Solve']").await?.click().await?;
        page.find("//*[@id='ahead']//*[starts-with(., 'The solver is loading')]").await?;
        page.find("//*[@id='ahead']//button[.='Examples']").await?.click().await?;
        page.script("window.letGo()").await?;
        page.find("//nav[@aria-label='Examples']//button[span='merge']").await?;
        page.status("Safe").await
    });
}

#[test]
fn what_is_typed_before_the_page_works_is_kept() {
    browse(async |page| {
        page.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": HOLD })).await?;
        page.arrive("").await?;
        let early = page.find("//*[@id='ahead']//textarea").await?;
        early.send_keys(&format!("{CONTROL}a{NOTHING_HELD}p(1). false :- p(1).")).await?;
        page.find("//*[@id='ahead']//option[@value='shara']").await?.click().await?;
        early.send_keys(&format!("{CONTROL}{ENTER}{NOTHING_HELD}")).await?;
        page.script("window.letGo()").await?;
        page.status("Unsafe").await?;
        assert_eq!(page.text().await?, "p(1). false :- p(1).");
        let chosen = "return document.getElementById('next-method-0').value";
        assert_eq!(page.script(chosen).await?, Value::from("shara"));
        Ok(())
    });
}

#[test]
fn who_has_been_here_does_not_see_it() {
    browse(async |page| {
        page.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": HOLD })).await?;
        let is_shown = "return document.getElementById('ahead') !== null";
        page.arrive("#example=merge").await?;
        assert_eq!(page.script(is_shown).await?, Value::from(false), "a link shows something else");
        page.arrive("?embed").await?;
        assert_eq!(page.script(is_shown).await?, Value::from(false), "as a part of another page");
        page.script("localStorage.setItem('hornbook.draft.x', '1 p(1).')").await?;
        page.arrive("").await?;
        assert_eq!(page.script(is_shown).await?, Value::from(false), "there is another text");
        page.script("window.letGo()").await.map(drop)
    });
}
