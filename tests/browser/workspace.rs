//! The page as a workspace: room for the pictures, panes that keep their sizes, views that come into sight.

use fantoccini::error::CmdError;
use hornbook_web::state::views::View;
use serde_json::Value;

use crate::page::{ENTER, ESCAPE, HOME, LEFT, Page, RIGHT, eventually};
use crate::run::{Outcome, browse};

/// What the window is used for, in hundredths, and the sizes of text in pictures in pixels.
const MEASURE: &str = "
    const share = (element) => {
        if (!element) return 0;
        const box = element.getBoundingClientRect();
        const width = Math.max(0, Math.min(box.right, innerWidth) - Math.max(0, box.left));
        const height = Math.max(0, Math.min(box.bottom, innerHeight) - Math.max(0, box.top));
        return 100 * width * height / innerWidth / innerHeight;
    };
    const canvas = (view) => share(document.querySelector(`.view-${view} .canvas`) ?? document.querySelector(`.view-${view} .panel-body`));
    const sizes = [...document.querySelectorAll('.picture text')]
        .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a);
    return {
        pictures: canvas('graph') + canvas('tree'),
        controls: share(document.querySelector('.control-bar')),
        smallest: Math.min(...sizes),
        scrolls: document.documentElement.scrollHeight > innerHeight + 1,
        sideways: document.documentElement.scrollWidth > innerWidth,
    };
";

struct Measured {
    pictures: f64,
    controls: f64,
    smallest: f64,
    scrolls: bool,
    sideways: bool,
}

async fn measure(page: &Page, what: &str) -> Result<Measured, CmdError> {
    let found = page.script(MEASURE).await?;
    println!("{what}: {found}");
    let number = |name: &str| found[name].as_f64().unwrap_or_default();
    Ok(Measured {
        pictures: number("pictures"),
        controls: number("controls"),
        smallest: number("smallest"),
        scrolls: found["scrolls"] == true,
        sideways: found["sideways"] == true,
    })
}

/// Goes from the start to the next refinement.
async fn to_a_refinement(page: &Page) -> Outcome {
    page.blur().await?;
    page.press(HOME).await?;
    page.press("n").await?;
    page.find("//section[contains(@class, 'view-tree')]//*[@class='picture']").await.map(drop)
}

#[test]
fn the_pictures_have_most_of_the_window() {
    browse(async |page| {
        page.open().await?;
        for (width, height) in [(1440, 900), (1280, 720), (1024, 768), (1920, 1080)] {
            page.resize(width, height).await?;
            for (example, verdict) in
                [("gcd", "Safe"), ("loop50", "Safe"), ("mccarthy91", "Safe"), ("deep-bug", "Unsafe")]
            {
                page.solve(example, verdict).await?;
                for moment in ["at the verdict", "at a refinement"] {
                    if moment == "at a refinement" {
                        to_a_refinement(page).await?;
                    }
                    let at = measure(page, &format!("{example} {moment} in {width} x {height}")).await?;
                    // A narrow window needs its rows for the controls.
                    let goal = if width > 1024 { 45.0 } else { 40.0 };
                    assert!(at.pictures >= goal, "{}", at.pictures);
                    assert!(at.smallest >= 13.0, "{}", at.smallest);
                    assert!(at.controls <= 20.0, "{}", at.controls);
                    assert!(!at.scrolls && !at.sideways);
                }
            }
        }
        // In a lecture hall everything is larger.
        page.press("m").await?;
        eventually("the pictures are larger", async || {
            Ok(measure(page, "presenting in 1920 x 1080").await?.smallest >= 20.0)
        })
        .await?;
        let at = measure(page, "presenting").await?;
        assert!(at.pictures >= 60.0 && !at.scrolls && !at.sideways);
        Ok(())
    });
}

/// What lies upon boxes and what is marked at them: signs, tools and what is said about a picture.
const COVERED: &str = "
    const found = [];
    for (const drawing of document.querySelectorAll('.drawing')) {
        const canvas = drawing.querySelector('.canvas').getBoundingClientRect();
        const above = [...drawing.querySelectorAll('.legend li, .tools button, .omission')]
            .filter((part) => part.offsetParent !== null);
        for (const node of drawing.querySelectorAll('.picture .node')) {
            const box = node.getBoundingClientRect();
            if (box.bottom > canvas.bottom + 1) continue;
            for (const part of above) {
                const over = part.getBoundingClientRect();
                if (over.left < box.right && box.left < over.right && over.top < box.bottom - 1 && box.top < over.bottom)
                    found.push(`${part.textContent} over ${node.textContent}`);
            }
        }
    }
    return found;
";

#[test]
fn signs_lie_upon_nothing_that_the_step_is_about() {
    browse(async |page| {
        page.open().await?;
        for (width, height) in [(1440, 900), (1280, 720), (1024, 768)] {
            page.resize(width, height).await?;
            for (example, verdict) in [("gcd", "Safe"), ("deep-bug", "Unsafe")] {
                page.solve(example, verdict).await?;
                page.blur().await?;
                page.press(HOME).await?;
                for step in 1..=12 {
                    page.press(RIGHT).await?;
                    let standing = format!(
                        "return document.querySelector('.line-count').innerText.startsWith('{step} ')"
                    );
                    eventually("the step is shown", async || Ok(page.script(&standing).await? == true))
                        .await?;
                    let covered = page.script(COVERED).await?;
                    assert_eq!(
                        covered,
                        serde_json::json!([]),
                        "{example}, step {step} in {width} x {height}"
                    );
                }
            }
        }
        Ok(())
    });
}

#[test]
fn small_windows_keep_most_of_their_room() {
    browse(async |page| {
        page.open().await?;
        page.solve("gcd", "Safe").await?;
        // 1440 by 900 at twice its size, and a phone.
        page.resize(720, 450).await?;
        let at = measure(page, "720 x 450").await?;
        assert!(at.controls <= 20.0 && !at.sideways, "{}", at.controls);
        page.become_a_phone().await?;
        let at = measure(page, "phone").await?;
        assert!(at.controls <= 20.0 && !at.sideways, "{}", at.controls);
        // The window of a phone would grow with a page that is too wide.
        assert_eq!(page.script("return innerWidth").await?, 390);
        Ok(())
    });
}

#[test]
fn a_view_that_is_opened_is_in_sight() {
    browse(async |page| {
        page.resize(1280, 720).await?;
        page.open().await?;
        page.solve("gcd", "Safe").await?;
        for view in View::ALL.iter().copied() {
            page.show(view).await?;
            let box_of = format!(
                "const box = document.querySelector('.view-{}').getBoundingClientRect();
                 return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth
                     && box.height > 20",
                view.name()
            );
            eventually("it is in sight", async || Ok(page.script(&box_of).await? == true)).await?;
        }
        Ok(())
    });
}

#[test]
fn edges_are_moved_and_stay_where_they_are_put() {
    const WIDTH: &str = "return Math.round(document.querySelector('#problem').getBoundingClientRect().width)";
    browse(async |page| {
        page.resize(1400, 900).await?;
        page.open().await?;
        let width = async || Ok::<i64, CmdError>(page.script(WIDTH).await?.as_i64().unwrap_or_default());
        let before = width().await?;
        page.script("document.querySelector('.splitter.problem').focus()").await?;
        page.press(RIGHT).await?;
        page.press(RIGHT).await?;
        eventually("the problem is wider", async || Ok(width().await? > before + 30)).await?;
        page.press(LEFT).await?;
        eventually("and less wide", async || Ok((width().await? - before).abs() < 40)).await?;
        let now = width().await?;
        page.reload().await?;
        eventually("it stays", async || Ok(width().await? == now)).await?;
        page.script("document.querySelector('.splitter.problem').focus()").await?;
        page.press(ENTER).await?;
        eventually("it is put back", async || Ok(width().await? == before)).await
    });
}

#[test]
fn arrangements_are_chosen_and_ones_own_comes_back() {
    const LIST: &str = "//select[@aria-label='Arrangement of the views']";
    browse(async |page| {
        page.resize(1440, 900).await?;
        page.open().await?;
        page.solve("gcd", "Safe").await?;
        let choose = async |label: &str| page.find(LIST).await?.select_by_label(label).await;
        let shows = async |view: View| {
            page.find(&format!("//section[contains(@class, 'view-{}')]", view.name())).await.map(drop)
        };
        choose("Proof").await?;
        shows(View::Verdict).await?;
        choose("Look into an interpolant").await?;
        shows(View::Interpolants).await?;
        shows(View::Tree).await?;
        page.labelled("Close Interpolants").await?.click().await?;
        page.press(ESCAPE).await?;
        shows(View::Frontier).await?;
        eventually("it is one's own", async || {
            Ok(page.find(LIST).await?.prop("value").await?.as_deref() == Some("4"))
        })
        .await?;
        choose("Compare").await?;
        eventually("there are two runs", async || {
            Ok(page.script("return document.querySelectorAll('.view-graph').length").await? == 2)
        })
        .await?;
        choose("Follow the run").await?;
        shows(View::Graph).await?;
        page.reload().await?;
        choose("My own").await?;
        page.button("Solve").await?.click().await?;
        shows(View::Frontier).await
    });
}

#[test]
fn the_narration_is_a_line_that_opens() {
    const HEIGHT: &str = "return document.querySelector('.story-line-pane').getBoundingClientRect().height";
    browse(async |page| {
        page.resize(1440, 900).await?;
        page.open().await?;
        page.solve("gcd", "Safe").await?;
        let height = async || Ok::<f64, CmdError>(page.script(HEIGHT).await?.as_f64().unwrap_or_default());
        let line = height().await?;
        assert!(line < 50.0, "{line}");
        page.labelled("Tell more").await?.click().await?;
        eventually("the steps around are told", async || Ok(height().await? > 2.0 * line)).await?;
        page.labelled("Tell less").await?.click().await?;
        eventually("it is a line again", async || Ok((height().await? - line).abs() < 1.0)).await?;
        assert_eq!(page.script("return document.documentElement.scrollTop").await?, Value::from(0));
        Ok(())
    });
}
