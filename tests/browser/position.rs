//! Looking into a position of a counterexample: interpolants, frontier and plane.

use fantoccini::elements::Element;
use fantoccini::error::CmdError;
use hornbook_web::state::views::View;

use crate::page::{CONTROL, NOTHING_HELD, Page};
use crate::run::{Outcome, browse};

/// Opens an example, solves it, and brings a view into sight.
async fn solve(page: &Page, example: &str, view: View) -> Outcome {
    page.open().await?;
    page.example(example).await?.click().await?;
    page.wait_for_answer().await?;
    page.button("Solve").await?.click().await?;
    page.find("//*[@role='tab']").await?;
    page.show(view).await
}

/// Replaces what is in a field.
async fn retype(field: &Element, text: &str) -> Outcome {
    field.send_keys(&format!("{CONTROL}a{NOTHING_HELD}{text}")).await
}

/// The text of a view with plain spaces and signs, once it contains something.
async fn view_with(page: &Page, view: &str, text: &str) -> Result<String, CmdError> {
    let path = format!("//section[contains(@class, 'view-{view}')][contains(normalize-space(), '{text}')]");
    Ok(page.find(&path).await?.text().await?.replace('\u{a0}', " ").replace('−', "-"))
}

#[test]
fn interpolants_are_explained_by_sums() {
    browse(async |page| {
        solve(page, "loop50-path", View::Interpolants).await?;
        let text = view_with(page, "interpolants", "which is impossible").await?;
        assert!(text.contains("Checked"), "{text}");
        assert!(text.contains("clause 1 at position 1") && text.contains("clause 2 at position 2"), "{text}");
        // Another point of the lattice, by its name in the list.
        let alternative =
            "//section[contains(@class, 'view-interpolants')]//*[@role='treeitem'][contains(., 'strongest')]";
        page.script(&format!(
            "document.evaluate(\"{alternative}\", document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null).singleNodeValue.click()"
        ))
        .await?;
        view_with(page, "interpolants", "A without its own symbols: the strongest").await?;
        Ok(())
    });
}

#[test]
fn an_own_interpolant_is_judged_with_a_point() {
    browse(async |page| {
        solve(page, "loop50-path", View::Interpolants).await?;
        let field = page.find("//section[contains(@class, 'view-interpolants')]//input").await?;
        field.send_keys("X1 >= I1 + J").await?;
        view_with(page, "interpolants", "is an interpolant").await?;
        retype(&field, "X1 > 0").await?;
        let text = view_with(page, "interpolants", "is no interpolant").await?;
        assert!(text.contains("is in A, but not in it") && text.contains("is in B and in it"), "{text}");
        field.send_keys(" +").await?;
        view_with(page, "interpolants", "expected").await?;
        Ok(())
    });
}

#[test]
fn the_frontier_of_the_paper_is_shown_and_replayed() {
    browse(async |page| {
        solve(page, "loop50-path", View::Frontier).await?;
        let field = page.find("//section[contains(@class, 'view-frontier')]//input").await?;
        retype(&field, "X1 - I1; I1; J").await?;
        let text = view_with(page, "frontier", "The frontier: {I1} and").await?;
        assert!(text.contains("The frontier: {I1} and {X1 - I1, J}"), "{text}");
        assert!(text.contains("I1 = 1") && text.contains("I1 ≤ 49"), "{text}");
        page.find("//button[@aria-label='Before the search']").await?.click().await?;
        view_with(page, "frontier", "Before the search nothing is known.").await?;
        page.find("//button[@aria-label='Forward in the search']").await?.click().await?;
        view_with(page, "frontier", "is tried").await?;
        Ok(())
    });
}

#[test]
fn the_plane_is_told_moved_and_pointed_at() {
    const RIGHT: &str = "\u{e014}";
    browse(async |page| {
        solve(page, "loop50-path", View::Plane).await?;
        view_with(page, "plane", "A: ").await?;
        let fixed = page.find("//section[contains(@class, 'view-plane')]//input").await?;
        fixed.send_keys("0").await?;
        view_with(page, "plane", "A: 1 point in the window, (1, 1).").await?;
        page.find("//section[contains(@class, 'view-plane')]//button[@aria-label='Zoom in']")
            .await?
            .click()
            .await?;
        page.script("document.querySelector('.plane-picture').focus()").await?;
        page.press(RIGHT).await?;
        view_with(page, "plane", "I1 = ").await?;
        Ok(())
    });
}

#[test]
fn every_control_of_these_views_has_a_name_and_room() {
    browse(async |page| {
        solve(page, "gcd", View::Interpolants).await?;
        for (view, words) in
            [(View::Interpolants, "Checked"), (View::Frontier, "The frontier"), (View::Plane, "A: ")]
        {
            page.show(view).await?;
            view_with(page, view.name(), words).await?;
            let small = page
                .script(
                    "return [...document.querySelectorAll('.view-interpolants, .view-frontier, .view-plane')]
                    .flatMap(view => [...view.querySelectorAll('button, input, select, summary')])
                    .filter(control => control.offsetParent !== null)
                    .filter(control => {
                        const box = control.getBoundingClientRect();
                        const name = control.getAttribute('aria-label') || control.innerText
                            || (control.labels && control.labels.length > 0 && control.labels[0].innerText);
                        return !name || box.width < 24 || box.height < 24;
                    })
                    .map(control => control.outerHTML)",
                )
                .await?;
            assert_eq!(small, serde_json::json!([]));
        }
        Ok(())
    });
}
