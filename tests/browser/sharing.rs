//! Links lead to the same moment, whoever opens them; whatever is wrong with a link, the page is usable.

use fantoccini::error::CmdError;
use hornbook_web::text::examples::Example;

use crate::page::{Page, eventually};
use crate::run::{Outcome, browse, string};

const ESCAPE: &str = "\u{e00c}";

/// Solves what is in the editor and waits for the verdict.
async fn solve(page: &Page) -> Outcome {
    page.button("Solve").await?.click().await?;
    eventually("there is a verdict", async || {
        Ok(string(&page.script("return document.querySelector('#solver')?.innerText ?? ''").await?)
            .contains("Safe"))
    })
    .await
}

/// What is seen of the moment: the step, and every open view.
async fn moment(page: &Page) -> Result<(String, String), CmdError> {
    let step = page.script("return document.querySelector('input[type=range][aria-valuetext]').getAttribute('aria-valuetext')").await?;
    let views =
        "return [...document.querySelectorAll('.panel-body')].map((view) => view.innerText).join('\\n')";
    Ok((string(&step), string(&page.script(views).await?)))
}

/// The fragment in the dialog.
async fn link(page: &Page) -> Result<String, CmdError> {
    page.button("Share").await?.click().await?;
    let field = page.find("//input[@id=//label[.='Link']/@for]").await?;
    let link = field.prop("value").await?.unwrap_or_default();
    page.press(ESCAPE).await?;
    Ok(link.split_once('#').expect("a link has a fragment").1.to_owned())
}

#[test]
fn a_link_opens_at_its_step_in_a_fresh_profile() {
    let mut shared = None;
    browse(async |page| {
        page.open().await?;
        page.example("merge").await?.click().await?;
        page.wait_for_answer().await?;
        solve(page).await?;
        for _ in 0..5 {
            page.find("//button[@aria-label='Step back']").await?.click().await?;
        }
        shared = Some((link(page).await?, moment(page).await?));
        // The focus is back where it was.
        assert_eq!(page.focused_text().await?, "Share");
        Ok(())
    });
    let (link, seen) = shared.expect("the first visit was one");
    browse(async |page| {
        page.open_with(&format!("#{link}")).await?;
        assert_eq!(page.text().await?, Example::named("merge").unwrap().text);
        eventually("the moment is the same", async || Ok(moment(page).await? == seen)).await
    });
}

#[test]
fn a_link_in_an_open_page_sets_the_own_text_aside() {
    browse(async |page| {
        page.open().await?;
        page.example("even").await?.click().await?;
        let link = link(page).await?;
        page.write("mine(X) :- X > 0.").await?;
        page.script(&format!("location.hash = '{link}'")).await?;
        eventually("the link is open", async || {
            Ok(page.text().await? == Example::named("even").unwrap().text)
        })
        .await?;
        page.button("Bring back my text").await?.click().await?;
        eventually("the own text is back", async || Ok(page.text().await? == "mine(X) :- X > 0.")).await?;
        // A reload shows what was there, not the link again.
        page.reload().await?;
        assert_eq!(page.text().await?, "mine(X) :- X > 0.");
        Ok(())
    });
}

#[test]
fn damaged_links_leave_a_usable_page() {
    let good = "1.Kq7vzm2OQQuCQBCFsaO_4l2kglVc6iQpRFCn9dChu66bLKQLu2vQ3-4X5JhBB08zb-Z9jxf0q30a-HcQ4WJV5ZXzkKbrTI9GP7UzFvULbqi9raTXpk_CCM4MVqoMp-NtzXcMZ90m4GErm41gKBmuW2QxBPJJjEMkC9-ChOD0Rkz7ZOGzZ4k4kCiJKEdCzASdvsS9ejg1h-dI2a_CfxIVKqjQBw";
    let cut = &good[..120];
    let huge = format!("1.{}", "A".repeat(1_500_000));
    let links = [
        (cut, "end of the link is missing"),
        ("7.abc", "version 7"),
        ("1.%%%", "damaged"),
        ("nonsense", "not a share link"),
        (&huge, "damaged"),
    ];
    browse(async |page| {
        page.open().await?;
        for (link, words) in links {
            page.long_script("location.hash = arguments[0]; arguments[1]()", vec![link.into()]).await?;
            page.find(&format!("//*[@role='status' and contains(., '{words}')]")).await?;
            page.button("Close").await?.click().await?;
        }
        // Of the one that was cut, the beginning of the text could be read.
        page.write("p(X) :- X = 1.\nfalse :- p(X), X > 1.").await?;
        page.wait_for_answer().await?;
        solve(page).await
    });
}

#[test]
fn an_embedded_page_shows_the_run_and_the_way_out() {
    browse(async |page| {
        page.open().await?;
        solve(page).await?;
        let link = link(page).await?;
        page.visit(&format!("?embed#{link}")).await?;
        eventually("the run is there", async || {
            Ok(string(&page.script("return document.querySelector('#solver')?.innerText ?? ''").await?)
                .contains("Safe"))
        })
        .await?;
        for left_out in ["//h1", "//textarea[@id='clauses']", "//nav[@aria-label='Examples']"] {
            assert!(page.find_all(left_out).await?.is_empty(), "{left_out}");
        }
        let way_out = page.find("//a[.='Open in Hornbook']").await?.attr("href").await?.unwrap_or_default();
        assert!(way_out.ends_with(&format!("/#{link}")), "{way_out}");
        page.visit("?embed=editor").await?;
        page.editor().await?;
        Ok(())
    });
}
