//! Pictures of every view, for people to look at: `target/screenshots`.

use std::fs;

use hornbook_web::state::views::View;
use serde_json::Value;

use crate::driver::screenshots;
use crate::page::{END, ESCAPE, HOME, Page, eventually};
use crate::run::{Outcome, browse};

#[test]
fn gcd_is_pictured_in_light() {
    pictures("gcd", false);
}

#[test]
fn gcd_is_pictured_in_dark() {
    pictures("gcd", true);
}

/// Without recursion: the place among the fragments, and copies while they are solved.
#[test]
fn dblabs_is_pictured_in_light() {
    pictures("dblabs", false);
}

#[test]
fn dblabs_is_pictured_in_dark() {
    pictures("dblabs", true);
}

#[test]
fn loop50_is_pictured_in_light() {
    pictures("loop50", false);
}

#[test]
fn loop50_is_pictured_in_dark() {
    pictures("loop50", true);
}

fn pictures(example: &str, is_dark: bool) {
    browse(async |page| {
        page.become_a_desktop().await?;
        page.darken(is_dark).await?;
        page.open().await?;
        page.example(example).await?.click().await?;
        page.wait_for_answer().await?;
        page.button("Solve").await?.click().await?;
        // Safe, or a pause: either is a picture.
        page.find("//*[@id='run-status']/strong[.='Safe' or .='Paused']").await?;
        let colours = if is_dark { "dark" } else { "light" };
        let name = format!("{example}-desktop-{colours}");
        picture(page, &name).await?;
        views(page, &name).await?;
        page.become_a_phone().await?;
        let name = format!("{example}-phone-{colours}");
        picture(page, &name).await?;
        views(page, &name).await
    });
}

/// Each view enlarged: amid a refinement, or at the end if it is about the end.
async fn views(page: &Page, name: &str) -> Outcome {
    page.blur().await?;
    for view in View::ALL.iter().copied() {
        let keys = if matches!(view, View::Verdict | View::Statistics) { END } else { HOME };
        page.press(keys).await?;
        if keys == HOME {
            page.press("n").await?;
        }
        let title = view.title();
        let enlarge = format!("//button[@aria-label='Enlarge {title}']");
        if view == View::Narration {
            continue;
        }
        if page.find_all(&enlarge).await?.is_empty() {
            page.script(&format!("document.getElementById('switch-{0}').getAttribute('aria-pressed') === 'true' ? document.getElementById('tab-{0}').click() : document.getElementById('switch-{0}').click()", view.name())).await?;
        }
        // By script: on a phone the button may lie under the controls.
        page.find(&enlarge).await?;
        page.script(&format!("document.querySelector(`[aria-label='Enlarge {title}']`).click()")).await?;
        page.find("//button[@aria-label='Show all views']").await?;
        page.script("document.querySelector('#solver').scrollIntoView()").await?;
        eventually("the picture is there", async || {
            let waits = "//*[contains(@class, 'panel-body')]//*[@role='status'][starts-with(., 'Computing')]";
            Ok(page.find_all(waits).await?.is_empty())
        })
        .await?;
        // Sizes are told to the page after it has been drawn.
        eventually(&format!("nothing of {name}-{} is cut", view.name()), async || {
            let cut = page.script(CUT).await?;
            let is_whole = cut == Value::Array(Vec::new());
            if !is_whole {
                println!("{name}-{}: {cut}", view.name());
            }
            Ok(is_whole)
        })
        .await?;
        picture(page, &format!("{name}-{}", view.name())).await?;
        page.press(ESCAPE).await?;
        eventually("all views are back", async || {
            Ok(page.find_all("//button[@aria-label='Show all views']").await?.is_empty())
        })
        .await?;
    }
    Ok(())
}

/// What does not fit: a page or an enlarged panel that must be moved sideways, a panel that scrolls inside of
/// the page, and drawings that are wider than their panel.
const CUT: &str = "
    const cut = [];
    if (document.documentElement.scrollWidth > innerWidth) cut.push('the page is too wide');
    for (const body of document.querySelectorAll('.enlarged .panel-body')) {
        const room = body.getBoundingClientRect();
        if (body.scrollWidth > body.clientWidth + 1) cut.push('the view is too wide');
        // In a page that scrolls nothing scrolls by itself; in a workspace the page does not.
        const is_page = document.documentElement.scrollHeight > innerHeight + 1;
        if (is_page && body.scrollHeight > body.clientHeight + 1) cut.push('the view scrolls by itself');
        for (const drawn of body.querySelectorAll('.canvas, .plane-picture, figcaption, input')) {
            const box = drawn.getBoundingClientRect();
            if (box.left < room.left - 1 || box.right > room.right + 1) cut.push(drawn.outerHTML.slice(0, 80));
        }
        for (const svg of body.querySelectorAll('.fitted .picture')) {
            const [x, y, width, height] = svg.getAttribute('viewBox').split(' ').map(Number);
            const all = svg.getBBox();
            const fits = x <= all.x + 1 && y <= all.y + 1 && x + width >= all.x + all.width - 1 && y + height >= all.y + all.height - 1;
            if (!fits) cut.push('the drawing is not seen whole');
        }
    }
    return cut;
";

async fn picture(page: &Page, name: &str) -> Outcome {
    fs::create_dir_all(screenshots()).expect("the target directory is writable");
    let picture = page.screenshot().await?;
    fs::write(screenshots().join(format!("{name}.png")), picture).expect("the target directory is writable");
    Ok(())
}
