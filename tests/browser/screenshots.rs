//! Pictures of every view, for people to look at: `target/screenshots`.

use std::fs;

use hornbook_web::views::View;

use crate::driver::screenshots;
use crate::page::{END, ESCAPE, HOME, Page, eventually};
use crate::run::{Outcome, browse};

#[test]
fn every_view_is_pictured() {
    browse(async |page| {
        page.open().await?;
        for example in ["gcd", "loop50"] {
            page.become_a_desktop().await?;
            page.example(example).await?.click().await?;
            page.wait_for_answer().await?;
            page.button("Solve").await?.click().await?;
            page.find("//button[.='Solve']").await?;
            for is_dark in [false, true] {
                page.darken(is_dark).await?;
                let colours = if is_dark { "dark" } else { "light" };
                page.become_a_desktop().await?;
                picture(page, &format!("{example}-desktop-{colours}")).await?;
                views(page, &format!("{example}-desktop-{colours}")).await?;
                page.become_a_phone().await?;
                picture(page, &format!("{example}-phone-{colours}")).await?;
                views(page, &format!("{example}-phone-{colours}")).await?;
            }
        }
        let count = fs::read_dir(screenshots()).unwrap().count();
        assert!(count >= 8 * (View::ALL.len() + 1), "{count} pictures");
        Ok(())
    });
}

/// Each view enlarged: amid a refinement, or at the end if it is about the end.
async fn views(page: &Page, name: &str) -> Outcome {
    page.blur().await?;
    for (index, view) in View::ALL.into_iter().enumerate() {
        let keys = if matches!(view, View::Verdict | View::Statistics) { END } else { HOME };
        page.press(keys).await?;
        if keys == HOME {
            page.press("n").await?;
        }
        let title = view.title();
        let enlarge = format!("//button[@aria-label='Enlarge {title}']");
        if page.find_all(&enlarge).await?.is_empty() {
            page.press(&((index + 1) % 10).to_string()).await?;
        }
        // By script: on a phone the button may lie under the controls.
        page.find(&enlarge).await?;
        page.script(&format!("document.querySelector(`[aria-label='Enlarge {title}']`).click()")).await?;
        page.find("//button[@aria-label='Show all views']").await?;
        page.script("document.querySelector('#stage').scrollIntoView()").await?;
        picture(page, &format!("{name}-{}", view.name())).await?;
        page.press(ESCAPE).await?;
        eventually("all views are back", async || {
            Ok(page.find_all("//button[@aria-label='Show all views']").await?.is_empty())
        })
        .await?;
    }
    Ok(())
}

async fn picture(page: &Page, name: &str) -> Outcome {
    fs::create_dir_all(screenshots()).expect("the target directory is writable");
    let picture = page.screenshot().await?;
    fs::write(screenshots().join(format!("{name}.png")), picture).expect("the target directory is writable");
    Ok(())
}
