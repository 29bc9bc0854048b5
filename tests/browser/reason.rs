//! Why a counterexample is spurious is told first, and marked wherever its clauses are; what comes later can
//! be hidden; and whoever reads long lines or presents is helped.

use fantoccini::error::CmdError;
use hornbook_web::state::views::View;

use crate::page::{END, HOME, Page, RIGHT, eventually};
use crate::run::{browse, string};

/// What a script counts.
async fn count(page: &Page, selector: &str) -> Result<u64, CmdError> {
    let found = page.script(&format!("return document.querySelectorAll(`{selector}`).length")).await?;
    Ok(found.as_u64().unwrap_or_default())
}

#[test]
fn what_contradicts_is_marked_in_tree_clauses_and_text() {
    browse(async |page| {
        page.resize(1440, 900).await?;
        page.open().await?;
        page.solve("gcd", "Safe").await?;
        page.show(View::Clauses).await?;
        page.blur().await?;
        page.press(HOME).await?;
        for _ in 0..3 {
            page.press(RIGHT).await?;
        }
        let told = async || {
            Ok::<_, CmdError>(string(
                &page.script("return document.querySelector('.story .now').innerText").await?,
            ))
        };
        eventually("the question is asked", async || Ok(told().await?.contains("is it real?"))).await?;
        assert_eq!(count(page, ".row.contradicting").await?, 0, "nobody knows yet");
        page.press(RIGHT).await?;
        eventually("it is answered", async || Ok(told().await?.contains("spurious"))).await?;
        eventually("the tree marks it", async || Ok(count(page, ".picture .contradicting").await? == 2))
            .await?;
        eventually("so does the text", async || Ok(count(page, ".row.contradicting").await? == 2)).await?;
        eventually("and the list of clauses", async || {
            Ok(count(page, ".clauses li.contradicting").await? == 2)
        })
        .await
    });
}

#[test]
fn what_comes_later_can_be_hidden() {
    browse(async |page| {
        page.resize(1440, 900).await?;
        page.open().await?;
        page.find("//summary[.='Views']").await?.click().await?;
        page.find("//label[contains(., 'Hide what comes later')]//input").await?.click().await?;
        page.find("//summary[.='Views']").await?.click().await?;
        page.button("Solve").await?.click().await?;
        let status = async || {
            Ok::<_, CmdError>(string(
                &page.script("return document.querySelector('.control-bar').innerText").await?,
            ))
        };
        eventually("the run is there", async || Ok(status().await?.contains("What comes later is hidden")))
            .await?;
        assert!(!status().await?.contains("Safe"));
        assert_eq!(count(page, ".line .line-safe, .line .line-refinement").await?, 0);
        page.blur().await?;
        page.press(END).await?;
        eventually("the verdict is told at its step", async || Ok(status().await?.contains("Safe"))).await?;
        assert!(count(page, ".line .line-refinement").await? > 0);
        page.reload().await?;
        eventually("it is still hidden", async || {
            Ok(page.script("return document.querySelector('.views .check input').checked").await? == true)
        })
        .await
    });
}

#[test]
fn long_lines_are_wrapped_and_keep_their_numbers() {
    // Where the field has a line of the text, the layer has it too.
    const HEIGHTS: &str = "
        const rows = [...document.querySelectorAll('.layer .row')];
        const area = document.querySelector('#clauses');
        return [rows.map((row) => Math.round(row.getBoundingClientRect().height)), area.scrollHeight - area.clientHeight,
            document.querySelector('.scroller').scrollWidth - document.querySelector('.scroller').clientWidth,
            rows.map((row) => row.querySelector('.number').innerText).join(' ')]";
    browse(async |page| {
        page.resize(1280, 720).await?;
        page.open().await?;
        page.example("loop50").await?.click().await?;
        page.wait_for_answer().await?;
        let wrapped = page.script(HEIGHTS).await?;
        let heights: Vec<u64> =
            wrapped[0].as_array().into_iter().flatten().filter_map(serde_json::Value::as_u64).collect();
        assert!(heights.iter().max() > heights.iter().min(), "{wrapped}");
        assert!(wrapped[1].as_i64().is_some_and(|rest| rest <= 1), "the field has as many lines: {wrapped}");
        assert_eq!(wrapped[2], 0, "nothing is cut: {wrapped}");
        assert!(string(&wrapped[3]).starts_with("1 2 3 4 5"), "{wrapped}");
        page.button("Wrap").await?.click().await?;
        eventually("lines are as long as they are", async || {
            Ok(page.script(HEIGHTS).await?[2].as_i64().is_some_and(|more| more > 0))
        })
        .await
    });
}

#[test]
fn a_presenter_changes_examples_and_views_by_keys() {
    browse(async |page| {
        page.resize(1920, 1080).await?;
        page.open().await?;
        page.solve("gcd", "Safe").await?;
        page.blur().await?;
        page.press("m").await?;
        page.press("a").await?;
        page.find("//section[contains(@class, 'view-interpolants')]").await?;
        page.press("e").await?;
        eventually("the examples are open", async || {
            Ok(page.script("return !document.querySelector('.gallery-drawer').hidden").await? == true)
        })
        .await?;
        assert_eq!(page.script("return document.documentElement.hasAttribute('data-presents')").await?, true);
        Ok(())
    });
}

/// While the run explores, the last counterexample stays in sight, and says that it is over.
#[test]
fn a_refuted_counterexample_stays_until_there_is_another() {
    browse(async |page| {
        page.resize(1440, 900).await?;
        page.open().await?;
        page.solve("gcd", "Safe").await?;
        let is_past = async || {
            let legend = "return document.querySelector('.view-tree .legend').innerText";
            let legend = string(&page.script(legend).await?);
            Ok::<_, CmdError>(legend.contains("a counterexample that was refuted"))
        };
        eventually("it is told", is_past).await?;
        eventually("with what contradicts each other", async || {
            Ok(count(page, ".view-tree .picture .contradicting").await? >= 2)
        })
        .await?;
        page.button("Back to step 28").await?.click().await?;
        eventually("it is at hand", async || Ok(!is_past().await?)).await?;
        assert!(count(page, ".view-tree .picture .node").await? > 0);
        page.blur().await?;
        page.press(HOME).await?;
        page.press(RIGHT).await?;
        page.find(
            "//section[contains(@class, 'view-tree')]//*[contains(., 'No counterexample at this step')]",
        )
        .await
        .map(drop)
    });
}
