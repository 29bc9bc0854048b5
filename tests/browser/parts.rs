//! The parts of the module: what is loaded at once suffices for clauses, and everything else comes when it is
//! needed.

use std::fs;

use hornbook_web::state::views::View;

use crate::driver::{dist, scratch};
use crate::page::{END, HOME, LEFT, Page};
use crate::run::{Console, Outcome, browse_at};

/// The parts are not there at all, so whatever needed one of them would fail.
#[test]
fn clauses_are_solved_without_any_part() {
    browse_at("/", Console::Mentions("404"), async |page| {
        let without = scratch().join("without-parts");
        copy_without_parts(&without);
        page.deploy(without);
        page.open().await?;
        page.solve("gcd", "Safe").await?;
        page.blur().await?;
        for key in [LEFT, LEFT, HOME, END] {
            page.press(key).await?;
        }
        page.show(View::Graph).await?;
        page.show(View::Tree).await?;
        page.solve("gcd-bug", "Unsafe").await?;
        page.solve("merge", "Safe").await?;
        page.find("//section[@id='crash'][@hidden]").await.map(drop)
    });
}

/// What the browser complains about.
const WITHOUT_NETWORK: Console = Console::MentionsAny(&[
    "404",
    "ERR_CONNECTION_REFUSED",
    "A part of Hornbook could not be loaded",
    // The service worker, whose turn comes when the page is quiet.
    "fetching the script",
]);

/// How the text begins that the page opens with.
const TEXT: &str = "% Greatest common divisor";

/// Opens the page where the parts are not there, and takes the network away.
async fn open_and_unplug(page: &mut Page) -> Outcome {
    let without = scratch().join("without-parts-and-network");
    copy_without_parts(&without);
    page.deploy(without);
    page.open().await?;
    page.unplug();
    Ok(())
}

#[test]
fn whoever_has_the_network_back_goes_on() {
    browse_at("/", WITHOUT_NETWORK, async |page| {
        open_and_unplug(page).await?;
        page.button("Share").await?.click().await?;
        let question = page.question().await?;
        assert!(
            question.contains("The network is gone") && question.contains("Your text is kept"),
            "{question}"
        );
        // Still without a network.
        page.answer(true).await?;
        page.question().await?;
        page.deploy(dist());
        page.answer(true).await?;
        page.find("//*[@id='share-link']").await?;
        assert!(page.text().await?.starts_with(TEXT));
        page.find("//section[@id='crash'][@hidden]").await.map(drop)
    });
}

#[test]
fn a_missing_part_is_told_in_plain_words() {
    browse_at("/", WITHOUT_NETWORK, async |page| {
        open_and_unplug(page).await?;
        page.button("Share").await?.click().await?;
        page.question().await?;
        page.answer(false).await?;
        let alert = page.find("//section[@id='crash'][not(@hidden)]").await?;
        let words = alert.text().await?;
        assert!(words.contains("A part of Hornbook could not be loaded"), "{words}");
        assert!(words.contains("The network is gone") && words.contains("Your text is saved"), "{words}");
        page.button("Try again").await?.click().await?;
        page.find("//section[@id='crash']/p[starts-with(., 'The network is still gone')]").await?;
        page.deploy(dist());
        page.button("Try again").await?.click().await?;
        page.find("//section[@id='crash'][@hidden]").await?;
        page.wait_for_answer().await?;
        assert!(page.text().await?.starts_with(TEXT));
        Ok(())
    });
}

fn copy_without_parts(to: &std::path::Path) {
    fs::remove_dir_all(to).ok();
    fs::create_dir_all(to.join("icons")).expect("the target directory is writable");
    let mut left_out = 0;
    for directory in [dist(), dist().join("icons")] {
        for file in fs::read_dir(directory).expect("the page is built") {
            let path = file.expect("readable").path();
            let name = path.strip_prefix(dist()).expect("it lies inside").to_owned();
            let is_module = path.extension().is_some_and(|extension| extension == "wasm");
            if is_module && !name.to_string_lossy().starts_with("hornbook-") {
                left_out += 1;
            } else if path.is_file() {
                fs::copy(&path, to.join(name)).expect("files can be copied");
            }
        }
    }
    assert!(left_out > 1, "the module has parts");
}
