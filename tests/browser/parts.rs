//! The parts of the module: what is loaded at once suffices for clauses, and everything else comes when it is
//! needed.

use std::fs;

use hornbook_web::state::views::View;

use crate::driver::{dist, scratch};
use crate::page::{END, HOME, LEFT};
use crate::run::{Console, browse_at};

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
        page.solve("loop50", "Safe").await?;
        page.find("//section[@id='crash'][@hidden]").await.map(drop)
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
