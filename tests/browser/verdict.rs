//! What a run comes to: solutions with proofs, derivations with numbers, and reasons; and the words for all
//! that.

use fantoccini::error::CmdError;
use hornbook_web::state::views::View;

use crate::page::Page;
use crate::run::{Outcome, browse};

const ENTER: &str = "\u{e007}";
const ESCAPE: &str = "\u{e00c}";

/// The panel of a view.
fn panel(title: &str) -> String {
    format!("//section[header/h2[starts-with(normalize-space(), '{title}')]]")
}

/// Solves an example and waits for the verdict, which begins with this word.
async fn solved(page: &Page, example: &str, verdict: &str) -> Outcome {
    page.open().await?;
    page.example(example).await?.click().await?;
    page.wait_for_answer().await?;
    page.button("Solve").await?.click().await?;
    page.find("//*[@role='tab']").await?;
    page.show(View::Verdict).await?;
    page.find(&format!("//p[contains(@class, 'ruling')]/strong[normalize-space()='{verdict}']"))
        .await
        .map(drop)
}

/// Puts the focus on an element, as the tab key would in the end.
async fn focus(page: &Page, path: &str) -> Result<(), CmdError> {
    page.find(path).await?;
    let script = format!(
        "document.evaluate(\"{path}\", document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue.focus()"
    );
    page.script(&script).await.map(drop)
}

#[test]
fn the_proof_of_each_clause_of_gcd_opens_by_keyboard() {
    browse(async |page| {
        solved(page, "gcd", "Safe").await?;
        let solution = page.find("//dl[@class='solution']").await?.text().await?;
        assert!(solution.contains("gcd(M, N, R)") && solution.contains("M ≥ R"), "{solution}");
        for clause in 1..=4 {
            let button = format!("//ol[@class='proved']/li[{clause}]/button");
            focus(page, &button).await?;
            assert_eq!(page.find(&button).await?.attr("aria-expanded").await?.as_deref(), Some("false"));
            page.press(ENTER).await?;
            let proof = format!("//ol[@class='proved']/li[{clause}]/div[@class='proof']");
            page.find(&format!("{proof}//li[contains(@class, 'end')]")).await?;
            let text = page.find(&proof).await?.text().await?;
            assert!(text.contains("a contradiction") && text.contains("checked"), "{text}");
            assert_eq!(page.find(&button).await?.attr("aria-expanded").await?.as_deref(), Some("true"));
            page.press(ENTER).await?;
            assert!(!page.find(&proof).await?.is_displayed().await?);
        }
        Ok(())
    });
}

#[test]
fn a_reference_in_a_proof_leads_to_its_line() {
    browse(async |page| {
        solved(page, "gcd", "Safe").await?;
        page.find("//ol[@class='proved']/li[2]/button").await?.click().await?;
        page.find("//ol[@class='proved']/li[2]//table//button[.='1']").await?.click().await?;
        let text = page.focused_text().await?;
        assert!(text.contains("M > N") || text.contains("M\u{a0}>\u{a0}N"), "{text}");
        Ok(())
    });
}

#[test]
fn the_derivation_of_gcd_bug_has_its_numbers() {
    browse(async |page| {
        solved(page, "gcd-bug", "Unsafe").await?;
        let verdict = page.find(&panel("Verdict")).await?.text().await?.replace('\u{a0}', " ");
        for part in ["gcd(4, 6, 2)", "4 < 6", "gcd(4, 2, 2)", "4 > 2", "Replayed by evaluation"] {
            assert!(verdict.contains(part), "{part} is not in: {verdict}");
        }
        // The picture has a text alternative for those who listen, and its parts are the facts.
        let alternative = page.find(&format!("{}//ul[@role='tree']", panel("Verdict"))).await?;
        let words = alternative.prop("textContent").await?.unwrap_or_default().replace('\u{a0}', " ");
        assert!(words.contains("gcd(4, 6, 2)") && words.contains("by clause 3"), "{words}");
        // A step leads to its clause.
        page.find("//ol[@class='derivation']//button[.='clause 3']").await?.click().await?;
        page.show(View::Clauses).await?;
        page.find(&format!("{}//li[3]/button[@aria-pressed='true']", panel("Clauses"))).await.map(drop)
    });
}

#[test]
fn a_run_that_stops_says_why_and_what_to_try() {
    browse(async |page| {
        page.open().await?;
        page.example("mult").await?.click().await?;
        page.wait_for_answer().await?;
        page.find("//details[contains(@class, 'settings')]/summary").await?.click().await?;
        page.find("//label[span='Off']/input").await?.click().await?;
        let limit = page.find("//input[@id=//label[.='Pause after']/@for]").await?;
        limit.clear().await?;
        limit.send_keys("3\t").await?;
        page.button("Solve").await?.click().await?;
        page.find("//*[@role='tab']").await?;
        page.show(View::Verdict).await?;
        page.find("//p[contains(@class, 'ruling')]/strong[.='No verdict']").await?;
        let verdict = page.find(&panel("Verdict")).await?.text().await?;
        assert!(verdict.contains("The limit of 3 million steps of work is used up."), "{verdict}");
        assert!(verdict.contains("differ in a number only, which grows"), "{verdict}");
        page.button("Solve with abstraction: auto").await?;
        page.find(&format!("{}//button[.='Continue']", panel("Verdict"))).await.map(drop)
    });
}

#[test]
fn definitions_open_by_keyboard() {
    browse(async |page| {
        solved(page, "gcd", "Safe").await?;
        let term = "//p[@class='narration-text']//button[.='solution']";
        focus(page, term).await?;
        page.press(ENTER).await?;
        let card = page.find("//div[@id='term-solution']").await?;
        assert!(card.is_displayed().await?);
        assert!(card.text().await?.contains("A formula for each relation symbol"));
        page.press(ESCAPE).await?;
        assert!(!page.find("//div[@id='term-solution']").await?.is_displayed().await?);
        Ok(())
    });
}

#[test]
fn templates_are_checked_against_the_problem() {
    browse(async |page| {
        page.open().await?;
        page.example("loop50").await?.click().await?;
        page.wait_for_answer().await?;
        page.find("//details[contains(@class, 'settings')]/summary").await?.click().await?;
        let field = page.find("//textarea[@id=//label[.='Templates']/@for]").await?;
        field.send_keys("lop(I, X, J): X").await?;
        let alert = page.find("//ul[@role='alert']").await?.text().await?;
        assert!(alert.contains("`lop` is no relation symbol of the problem"), "{alert}");
        Ok(())
    });
}
