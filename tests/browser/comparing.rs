//! Two runs side by side, aligned by their refinements.

use hornbook_web::state::views::View;

use crate::page::{HOME, eventually};
use crate::run::browse;

/// The places of the refinements on each line.
const REFINEMENTS: &str = "return [...document.querySelectorAll('.timeline .line')].map((line) => \
    [...line.querySelectorAll('svg')].filter((mark) => mark.querySelector('.line-refinement')) \
        .map((mark) => mark.getAttribute('x')))";

#[test]
fn two_runs_lie_below_each_other() {
    browse(async |page| {
        page.open().await?;
        page.solve("gcd", "Safe").await?;
        page.button("Compare").await?.click().await?;
        eventually("both runs have a verdict", async || {
            Ok(page.find_all("//output[contains(., 'refinement') and contains(., 'Safe')]").await?.len() == 2)
        })
        .await?;
        let places: Vec<Vec<String>> = serde_json::from_value(page.script(REFINEMENTS).await?).unwrap();
        assert_eq!(places.len(), 2);
        let common = places[0].len().min(places[1].len());
        assert!(common > 0 && places[0][..common] == places[1][..common], "{places:?}");
        // Every view is there twice, each with the name of its run.
        for heading in ["What happens", "Verdict"] {
            page.show(View::Verdict).await?;
            assert_eq!(
                page.find_all(&format!(
                    "//section[h2 or header/h2[starts-with(., '{heading}')]]/header/h2/small"
                ))
                .await?
                .len(),
                2
            );
        }
        // Both go to the same refinement, whichever of them is moved.
        page.blur().await?;
        for key in ["n", "x"] {
            page.press(HOME).await?;
            page.press(key).await?;
            page.press("n").await?;
        }
        let positions =
            "return [...document.querySelectorAll('.line-done')].map((line) => line.getAttribute('x2'))";
        let positions: Vec<String> = serde_json::from_value(page.script(positions).await?).unwrap();
        assert!(positions[0] == positions[1] && positions[0] == places[0][0], "{positions:?} {places:?}");
        page.button("Compare").await?.click().await?;
        eventually("one run is left", async || {
            Ok(page.script("return document.querySelectorAll('.timeline .line').length").await? == 1)
        })
        .await
    });
}
