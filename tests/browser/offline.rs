//! After the first visit the page needs no network, and a new build replaces the old one as a whole.

use std::fs;
use std::path::Path;

use fantoccini::error::CmdError;
use serde_json::Value;

use crate::driver::{dist, scratch};
use crate::page::{Page, eventually};
use crate::run::{Console, Outcome, browse_at};

/// What the browser complains about when the server is gone; that is the point of these tests.
const UNPLUGGED: Console = Console::Mentions("ERR_CONNECTION_REFUSED");

#[test]
fn the_page_works_offline_after_the_first_visit() {
    browse_at("/some/course/", UNPLUGGED, async |page| {
        page.open().await?;
        wait_until_stored(page, 1).await?;
        page.unplug();
        page.reload().await?;
        page.example("petri-pair").await?.click().await?;
        page.wait_for_answer().await?;
        assert!(page.text().await?.starts_with("% Petri net"));
        // The parts of the module are there as well.
        page.solve("mutual-exclusion.net", "Safe").await?;
        page.solve("pairs.qbf", "Unsafe").await
    });
}

/// The list of what is where is a page of its own, beside the page; its links lead to steps of examples.
#[test]
fn the_list_of_the_papers_works_offline_and_leads_back() {
    browse_at("/some/course/", UNPLUGGED, async |page| {
        page.open().await?;
        wait_until_stored(page, 1).await?;
        page.blur().await?;
        page.press("?").await?;
        let link = page.find("//dialog//a[.='Where to find what is in the papers']").await?;
        assert_eq!(link.attr("href").await?.as_deref(), Some("papers.html"));
        page.unplug();
        page.visit("papers.html").await?;
        let style = "return getComputedStyle(document.querySelector('.document td')).verticalAlign";
        assert_eq!(page.script(style).await?, Value::from("top"));
        page.find("//a[.='tree₁']").await?.click().await?;
        page.wait_for_answer().await?;
        assert!(page.text().await?.starts_with("% Greatest common divisor"));
        page.find("//input[@type='range'][contains(@aria-valuetext, 'tep 3 ')]").await?;
        Ok(())
    });
}

#[test]
fn a_new_build_replaces_the_old_one() {
    browse_at("/", UNPLUGGED, async |page| {
        page.open().await?;
        wait_until_stored(page, 1).await?;

        let next = scratch().join("next-build");
        make_next_build(&dist(), &next);
        page.deploy(next);
        // The very next visit shows the new build, and the one after that does so offline.
        page.reload().await?;
        assert_eq!(page.script("return document.title").await?, Value::from("Hornbook, next"));
        wait_until_stored(page, 2).await?;
        page.unplug();
        page.reload().await?;
        assert_eq!(page.script("return document.title").await?, Value::from("Hornbook, next"));
        Ok(())
    });
}

/// Waits until this many builds are stored as a whole, and the service worker of the last one is in charge.
async fn wait_until_stored(page: &Page, builds: u64) -> Outcome {
    let script = "const done = arguments[0]; (async () => { \
        const registration = await navigator.serviceWorker.ready; \
        const idle = !registration.installing && !registration.waiting; \
        const active = registration.active?.state === 'activated' && navigator.serviceWorker.controller !== null; \
        return idle && active ? (await caches.keys()).length : 0; \
    })().then(done)";
    eventually("the build is stored", async || -> Result<bool, CmdError> {
        Ok(page.long_script(script, Vec::new()).await?.as_u64() == Some(builds))
    })
    .await
}

/// A build that differs from the present one in its title, and so in the list of its service worker.
fn make_next_build(present: &Path, next: &Path) {
    fs::remove_dir_all(next).ok();
    fs::create_dir_all(next.join("icons")).expect("the target directory is writable");
    for directory in [present.to_owned(), present.join("icons")] {
        for file in fs::read_dir(directory).expect("the page is built") {
            let path = file.expect("readable").path();
            // What is changed has no compressed copy.
            if path.is_file() && path.extension().is_none_or(|kind| kind != "br") {
                let relative = path.strip_prefix(present).expect("it lies inside");
                fs::copy(&path, next.join(relative)).expect("files can be copied");
            }
        }
    }
    let change = |name: &str, from: &str, to: &str| {
        let text = fs::read_to_string(next.join(name)).expect("it was copied");
        assert!(text.contains(from), "{name} has no {from}");
        fs::write(next.join(name), text.replace(from, to)).expect("it is writable");
    };
    change("index.html", "<title>Hornbook</title>", "<title>Hornbook, next</title>");
    change("sw.js", "const BUILD = \"", "const BUILD = \"next-");
}
