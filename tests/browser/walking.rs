//! Every step of a run can be reached in both directions, and shows the same whichever way one came.

use fantoccini::error::CmdError;
use hornbook_web::state::views::View;
use serde_json::Value;

use crate::page::{HOME, LEFT, Page, RIGHT, eventually};
use crate::run::{Outcome, browse, string};

#[test]
fn gcd_is_walked_through() {
    browse(async |page| {
        page.open().await?;
        page.solve("gcd", "Safe").await?;
        let verdict = page.view("Verdict").await?;
        assert!(verdict.contains("Safe") && verdict.contains("≥"), "{verdict}");
        walk(page).await
    });
}

#[test]
fn merge_and_a_faulty_gcd_are_walked_through() {
    browse(async |page| {
        page.open().await?;
        page.solve("merge", "Safe").await?;
        walk(page).await?;
        page.solve("gcd-bug", "Unsafe").await?;
        let verdict = page.view("Verdict").await?;
        assert!(verdict.contains("Unsafe"), "{verdict}");
        walk(page).await
    });
}

#[test]
fn a_guided_loop_and_an_unwinding_are_walked_through() {
    browse(async |page| {
        page.open().await?;
        page.set("Abstraction", "Auto").await?;
        page.solve("loop50", "Safe").await?;
        walk(page).await?;
        page.set("Strategy", "CDD").await?;
        page.solve("dblabs", "Safe").await?;
        walk(page).await
    });
}

/// Clauses without recursion are solved by the method of their fragment, and the picture of the fragments
/// says what keeps them from others. What is selected there is marked in the text.
#[test]
fn clauses_have_their_place_among_the_fragments() {
    browse(async |page| {
        page.open().await?;
        page.solve("dblabs", "Safe").await?;
        walk(page).await?;
        page.show(View::Fragments).await?;
        let view = "//section[contains(@class, 'view-fragments')]";
        page.find(&format!("{view}//h3[.='clause-dependence disjoint?']")).await?;
        page.find(&format!("{view}//*[@role='treeitem'][starts-with(., 'linear')]")).await?;
        let linear = "[...document.querySelectorAll('.view-fragments [role=treeitem]')]";
        page.script(&format!("{linear}.find(item => item.textContent.startsWith('linear')).click()")).await?;
        let reason = format!("{view}//button[contains(., 'clause 7 has 2 relation symbols')]");
        page.find(&reason).await?.click().await?;
        page.find(&format!("{reason}[@aria-pressed='true']")).await?;
        page.show(View::Clauses).await?;
        page.find("//section[contains(@class, 'view-clauses')]//button[@aria-pressed='true']").await?;
        Ok(())
    });
}

/// Goes to the start, step by step to the end, and back; compares what the views show.
async fn walk(page: &Page) -> Outcome {
    page.blur().await?;
    page.press(HOME).await?;
    let last = steps(page).await?.1;
    assert!(last > 5, "a run of {last} steps is none to walk through");
    let mut forward = Vec::new();
    for step in 0..=last {
        forward.push(views_at(page, step).await?);
        if step < last {
            page.press(RIGHT).await?;
        }
    }
    for step in 1..=last {
        assert_ne!(forward[step].words, forward[step - 1].words, "step {step} tells nothing new");
        assert_eq!(forward[step].boxes, forward[step - 1].boxes, "at step {step} a panel has moved");
    }
    for step in (0..=last).rev() {
        let back = views_at(page, step).await?;
        for (back, forward) in back.words.iter().zip(&forward[step].words) {
            assert_eq!(back, forward, "step {step} is another on the way back");
        }
        assert_eq!(back.words.len(), forward[step].words.len());
        page.press(LEFT).await?;
    }
    Ok(())
}

struct Shown {
    /// The text in each panel.
    words: Vec<String>,
    /// Where each panel is.
    boxes: Value,
}

/// Reads the panels again and again, until what they show stays.
const SHOWN: &str = "
    const done = arguments[0];
    const read = () => [...document.querySelectorAll('.panel')].map((panel) => {
        const { x, y, width, height } = panel.getBoundingClientRect();
        // How much of a picture is in sight depends on the way there.
        const body = panel.querySelector('.panel-body').cloneNode(true);
        for (const sign of body.querySelectorAll('.in-part')) sign.remove();
        return [body.textContent, [x, y + scrollY, width, height]];
    });
    let before = '';
    const look = () => {
        const shown = read();
        const now = JSON.stringify(shown);
        // What the reader is still asked about will change once more.
        if (now === before && !document.querySelector('.panel [aria-busy=true]')) {
            done(shown);
        } else {
            before = now;
            requestAnimationFrame(() => setTimeout(look, 20));
        }
    };
    look();
";

/// What the views show, once they have arrived at a step.
async fn views_at(page: &Page, step: usize) -> Result<Shown, CmdError> {
    eventually(&format!("step {step} is shown"), async || Ok(steps(page).await?.0 == step)).await?;
    let shown = page.long_script(SHOWN, Vec::new()).await?;
    let shown: Vec<(String, Value)> = serde_json::from_value(shown).unwrap();
    let (words, boxes) = shown.into_iter().unzip();
    Ok(Shown { words, boxes: Value::Array(boxes) })
}

/// The present step, and the last.
pub(crate) async fn steps(page: &Page) -> Result<(usize, usize), CmdError> {
    let text =
        string(&page.script("return document.querySelector('.scrub').getAttribute('aria-valuetext')").await?);
    let mut numbers = text.split([' ', ',']).filter_map(|word| word.parse().ok());
    Ok((numbers.next().expect("the slider says its step"), numbers.next().expect("and the last one")))
}
