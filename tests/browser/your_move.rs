//! The user in the place of the solver: choices, branches, links that carry them, and a proof of one's own.

use fantoccini::error::CmdError;
use hornbook_web::state::views::View;

use crate::page::{CONTROL, HOME, NOTHING_HELD, Page, RIGHT, eventually};
use crate::run::{Outcome, browse, string};

const ESCAPE: &str = "\u{e00c}";
/// In the view that is driven.
const HERE: &str = "//section[contains(@class, 'view-move')]";

/// Solves gcd by Hornbook's own method and opens the view at a step.
async fn gcd(page: &Page, step: usize) -> Outcome {
    page.open_with(&format!("#example=gcd&method=hornbook&step={step}")).await?;
    page.find("//*[@role='tab']").await?;
    page.show(View::Move).await?;
    page.find(HERE).await?;
    Ok(())
}

/// The text of the view, once it contains something.
async fn says(page: &Page, text: &str) -> Result<String, CmdError> {
    let path = format!("{HERE}[contains(normalize-space(), '{text}')]");
    Ok(page.find(&path).await?.text().await?.replace('\u{a0}', " "))
}

/// Presses the button of the view that says this, as soon as there is one. Formulae have spaces of their own.
async fn press(page: &Page, label: &str) -> Outcome {
    eventually(&format!("{label} can be pressed"), async || {
        for button in page.find_all(&format!("{HERE}//button[not(@disabled)]")).await? {
            let text = button.text().await?;
            if text.split_whitespace().collect::<Vec<_>>().join(" ").contains(label) {
                button.click().await?;
                return Ok(true);
            }
        }
        Ok(false)
    })
    .await
}

/// The row of the branches for the run that is shown: outcome, refinements and predicates.
async fn shown_branch(page: &Page) -> Result<Vec<String>, CmdError> {
    let cells = "return [...document.querySelectorAll('.view-move .branches tr')]
        .filter(row => row.querySelector('[aria-pressed=true]'))
        .flatMap(row => [...row.querySelectorAll('td')]).map(cell => cell.innerText.trim()).join('|')";
    let text = string(&page.script(cells).await?);
    Ok(text.split('|').map(str::to_owned).collect())
}

async fn step(page: &Page) -> Result<String, CmdError> {
    let slider =
        "return document.querySelector('input[type=range][aria-valuetext]').getAttribute('aria-valuetext')";
    Ok(string(&page.script(slider).await?))
}

async fn link(page: &Page) -> Result<String, CmdError> {
    page.button("Share").await?.click().await?;
    let field = page.find("//input[@id=//label[.='Link']/@for]").await?;
    let link = field.prop("value").await?.unwrap_or_default();
    page.press(ESCAPE).await?;
    Ok(link.split_once('#').expect("a link has a fragment").1.to_owned())
}

/// CAV'13, Example 6: with the second tree there is one refinement less than on the solver's way.
#[test]
fn the_second_tree_is_clicked_together_and_needs_one_refinement_less() {
    browse(async |page| {
        gcd(page, 2).await?;
        says(page, "Branches of this run").await?;
        let plain = shown_branch(page).await?;
        assert_eq!(plain[..2], ["Safe", "2"], "{plain:?}");
        press(page, "Apply clause 2 to n0").await?;
        says(page, "after step 2: apply clause 2 to n0").await?;
        press(page, "Apply clause 3 to n0").await?;
        says(page, "after step 4: apply clause 3 to n0").await?;
        press(page, "Apply clause 4 to n0").await?;
        says(page, "Which derivations are refuted at once?").await?;
        press(page, "by clause 2 from n0").await?;
        says(page, "Position 2, n0, is derived").await?;
        press(page, "by clause 3 from n0").await?;
        says(page, "Position 3, n0, is derived").await?;
        eventually("one refinement is enough", async || {
            Ok(shown_branch(page).await?.starts_with(&["Safe".to_owned(), "1".to_owned()]))
        })
        .await?;
        // Back to the solver's way, which is still listed.
        press(page, "The solver").await?;
        eventually("the solver's way is shown", async || {
            Ok(shown_branch(page).await?.starts_with(&["Safe".to_owned(), "2".to_owned()]))
        })
        .await
    });
}

/// In the lattice of that tree, the interpolant of the paper.
#[test]
fn an_interpolant_of_the_lattice_is_used() {
    browse(async |page| {
        page.open_with("#example=gcd&method=cav13-ti&step=10&choices=@2a2(0)@4a3(0)@6a4(0)@6r0,1(0),2(0)")
            .await?;
        page.find("//*[@role='tab']").await?;
        page.show(View::Move).await?;
        says(page, "Which interpolant?").await?;
        // M = N → M ≥ R
        press(page, "Take M ≠ N ∨ M ≥ R").await?;
        says(page, "after step 10: the interpolant M ≠ N ∨ M ≥ R at position 3").await?;
        eventually("it is enough", async || {
            Ok(shown_branch(page).await?.starts_with(&["Safe".to_owned(), "1".to_owned()]))
        })
        .await?;
        press(page, "Undo the last choice").await?;
        eventually("the choice is gone", async || {
            Ok(!says(page, "Your choices").await?.contains("the interpolant M ≠ N"))
        })
        .await
    });
}

#[test]
fn ones_own_interpolant_is_judged_used_and_shared() {
    let mut shared = None;
    browse(async |page| {
        page.open_with("#example=gcd&method=cav13-ti&step=4").await?;
        page.find("//*[@role='tab']").await?;
        page.show(View::Move).await?;
        says(page, "Which interpolant?").await?;
        let field = page.find(&format!("{HERE}//input")).await?;
        field.send_keys("M >= N").await?;
        let text = says(page, "is no interpolant").await?;
        assert!(text.contains("is in B and in it: it is too weak"), "{text}");
        field.send_keys(&format!("{CONTROL}a{NOTHING_HELD}M = N -> M >= R")).await?;
        says(page, "is an interpolant").await?;
        press(page, "Use it").await?;
        eventually("it is enough again", async || {
            Ok(shown_branch(page).await?.starts_with(&["Safe".to_owned(), "1".to_owned()]))
        })
        .await?;
        says(page, "the interpolant M = N -> M >= R at position 1").await?;
        shared = Some((link(page).await?, step(page).await?));
        Ok(())
    });
    let (link, seen) = shared.expect("the first visit was one");
    browse(async |page| {
        page.open_with(&format!("#{link}")).await?;
        says(page, "the interpolant M = N -> M >= R at position 1").await?;
        eventually("the step is the same", async || Ok(step(page).await? == seen)).await?;
        eventually("the run is the same", async || {
            Ok(shown_branch(page).await?.starts_with(&["Safe".to_owned(), "1".to_owned()]))
        })
        .await
    });
}

#[test]
fn a_link_whose_choices_do_not_fit_has_a_message_and_the_run_up_to_there() {
    browse(async |page| {
        page.open_with("#example=gcd&method=cav13-ti&step=9&choices=@2a2(0)@4a7(3)").await?;
        page.find("//*[contains(., 'A choice does not fit, so the run is shown up to there: apply clause 7 to n3')]")
            .await?;
        page.show(View::Move).await?;
        says(page, "after step 2: apply clause 2 to n0").await?;
        let shown = step(page).await?;
        assert!(shown.contains('6'), "{shown}");
        Ok(())
    });
}

const PROOF: &str = "//section[contains(@class, 'view-proof')]";

async fn proof(page: &Page, fragment: &str) -> Outcome {
    page.open_with(&format!("#{fragment}")).await?;
    page.find("//*[@role='tab']").await?;
    page.show(View::Proof).await
}

/// Types a proof, has it checked, and waits until something is said.
async fn checked(page: &Page, typed: &str, says: &str) -> Outcome {
    let field = page.find(&format!("{PROOF}//textarea")).await?;
    eventually("there is something to begin with", async || {
        Ok(!field.prop("value").await?.unwrap_or_default().is_empty())
    })
    .await?;
    field.send_keys(&format!("{CONTROL}a{NOTHING_HELD}{typed}")).await?;
    page.button("Check it").await?.click().await?;
    page.find(&format!("{PROOF}//*[contains(., '{says}')]")).await?;
    Ok(())
}

#[test]
fn a_derivation_and_a_run_of_ones_own_are_replayed() {
    browse(async |page| {
        proof(page, "example=gcd-bug&method=cav13-ti&step=1").await?;
        checked(page, "gcd(2, 2, 2)\ngcd(4, 2, 3)\nfalse", "Not a derivation").await?;
        checked(page, "gcd(2, 2, 2)\ngcd(4, 2, 2)", "the last is not false yet").await?;
        let whole = "1. gcd(2, 2, 2) by clause 1\n2. gcd(4, 2, 2) by clause 2 from 1\n3. gcd(4, 6, 2)\nfalse";
        checked(page, whole, "A derivation of false: every line was replayed").await?;
        proof(page, "example=petri-pair.net&step=1").await?;
        checked(page, "a1\na2\na2", "“a2” is not possible here, where there is a1").await?;
        checked(page, "3 * a1", "the model can make all of these moves").await?;
        page.find(&format!("{PROOF}//table//th[contains(., 'a1')]")).await?;
        Ok(())
    });
}

/// loop50, Acta'16, Sect. 1.1: without templates 51 refinements, with a set of the frontier one.
#[test]
fn a_set_of_the_frontier_is_taken_and_both_ways_lie_on_the_timeline() {
    let mut shared = None;
    browse(async |page| {
        page.become_a_desktop().await?;
        page.open_with("#example=loop50&method=cav13-ti&step=3").await?;
        // A link may do little; the whole run is what the user asks for.
        page.status("Paused").await?;
        page.button("Continue").await?.click().await?;
        page.status("Safe").await?;
        page.find("//input[contains(@class, 'scrub')]")
            .await?
            .send_keys(&format!("{HOME}{RIGHT}{RIGHT}{RIGHT}"))
            .await?;
        page.show(View::Frontier).await?;
        let view = "//section[contains(@class, 'view-frontier')]";
        let field = page.find(&format!("{view}//input[@type='text']")).await?;
        field.send_keys(&format!("{CONTROL}a{NOTHING_HELD}X - I; J")).await?;
        page.find(&format!("{view}//p[contains(., 'Abstract interpolants by') and contains(., 'J')]"))
            .await?;
        page.find(&format!("{view}//button[.='Use this set here']")).await?.click().await?;
        page.show(View::Move).await?;
        says(page, "the templates {X - I; J} at position 1").await?;
        eventually("one refinement is enough", async || {
            Ok(shown_branch(page).await?.starts_with(&["Safe".to_owned(), "1".to_owned()]))
        })
        .await?;
        let other = "//div[contains(@class, 'timeline')]//button[contains(@class, 'way')]";
        let text = page.find(other).await?.text().await?;
        assert!(text.contains("solver") && text.contains("51 refinements"), "{text}");
        // Lines with that many marks need room.
        let part =
            "return document.querySelector('.timeline .line').getBoundingClientRect().width / innerWidth";
        let part = page.script(part).await?.as_f64().unwrap_or_default();
        assert!(part > 0.5, "{part}");
        shared = Some(link(page).await?);
        page.find(other).await?.click().await?;
        eventually("the solver's way is shown, and one's own is beside it", async || {
            Ok(page.find(other).await?.text().await?.contains("1 choice of yours"))
        })
        .await?;
        page.status("Safe").await?;
        // Both at once, with what each of them needs.
        press(page, "Compare").await?;
        page.find("//output[contains(., '51 refinements') and contains(., 'Safe')]").await?;
        page.find("//output[contains(., '1 refinement ·') and contains(., 'Safe')]").await?;
        page.find("//button[contains(@class, 'line-name')][contains(., 'The solver')]").await?;
        page.find("//button[contains(@class, 'line-name')][contains(., '1 choice of yours')]").await.map(drop)
    });
    let link = shared.expect("it was shared");
    browse(async |page| {
        page.open_with(&format!("#{link}")).await?;
        page.find("//*[@role='tab']").await?;
        page.show(View::Move).await?;
        says(page, "the templates {X - I; J} at position 1").await?;
        Ok(())
    });
}

#[test]
fn loops_are_folded_by_hand() {
    browse(async |page| {
        page.open_with("#example=loop50&method=cav13-ti&step=14").await?;
        page.find("//*[@role='tab']").await?;
        page.show(View::Move).await?;
        press(page, "Fold them now").await?;
        says(page, "to fold loops, with a delay of 0").await?;
        eventually("fewer refinements are enough", async || {
            let shown = shown_branch(page).await?;
            Ok(shown[0] == "Safe" && shown[1].parse::<u32>().is_ok_and(|n| n < 10))
        })
        .await
    });
}

#[test]
fn a_proof_of_ones_own_is_checked_and_completed() {
    browse(async |page| {
        proof(page, "example=gcd&method=cav13-ti&step=1").await?;
        let view = PROOF;
        let field = page.find(&format!("{view}//textarea")).await?;
        eventually("there is something to begin with", async || {
            Ok(field.prop("value").await?.unwrap_or_default().contains("gcd(M, N, R) := true."))
        })
        .await?;
        let type_it = async |text: &str| field.send_keys(&format!("{CONTROL}a{NOTHING_HELD}{text}")).await;
        type_it("gcd(M, N, R) := M >= R.").await?;
        page.button("Check it").await?.click().await?;
        page.find(&format!("{view}[contains(normalize-space(), 'does not hold')]//*[contains(., 'With ')]"))
            .await?;
        type_it("gcd(M, N, R) := M = N -> M >= R.").await?;
        page.button("Check it").await?.click().await?;
        page.find(&format!("{view}//*[contains(., 'A solution: every clause holds')]")).await?;
        type_it("%").await?;
        page.button("Complete it").await?.click().await?;
        page.find(&format!("{view}//*[contains(., 'Completed: every clause holds')]")).await?;
        Ok(())
    });
}
