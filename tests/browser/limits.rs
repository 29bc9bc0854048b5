//! The limits, playable: how expansions grow, clauses as one formula, and formulae and machines to try.

use hornbook_web::state::views::View;

use crate::page::eventually;
use crate::run::{browse, string};

const VIEW: &str = "//section[contains(@class, 'view-fragments')]";

/// The clauses for two steps: a table with a curve, and the formula of the extended report, App. C, which is
/// decided.
#[test]
fn growth_and_one_formula() {
    browse(async |page| {
        page.open().await?;
        page.solve("two-steps", "Safe").await?;
        page.show(View::Fragments).await?;
        page.find(&format!("{VIEW}//table//th[.='body-disjoint']")).await?;
        page.find(&format!("{VIEW}//*[@role='treeitem'][starts-with(., 'body-disjoint')]")).await?;
        page.find(&format!("{VIEW}//summary[.='The clauses as one formula']")).await?.click().await?;
        page.find(&format!("{VIEW}//p[contains(., 'It is false, so the clauses are safe')]")).await?;
        Ok(())
    });
}

/// A machine that halts after four steps: safe for two steps, unsafe when n is raised in the form.
#[test]
fn a_machine_gets_more_time() {
    browse(async |page| {
        page.open().await?;
        page.solve("over-ones.turing", "Safe").await?;
        page.show(View::Fragments).await?;
        // The table goes on where the machine of the text ends.
        page.find(&format!("{VIEW}//tbody/tr[.//th[.='10']]/td[.='1024']")).await?;
        let summary = format!("{VIEW}//summary[starts-with(., 'Try a quantified formula')]");
        page.find(&summary).await?.click().await?;
        let field = page.find(&format!("{VIEW}//label[contains(@class, 'power')]//input")).await?;
        field.clear().await?;
        field.send_keys("2").await?;
        page.find(&format!("{VIEW}//button[.='To the editor']")).await?.click().await?;
        eventually("the editor has it", async || {
            Ok(string(&page.script("return document.querySelector('#clauses').value").await?)
                .contains("power 2"))
        })
        .await?;
        page.button("Solve").await?.click().await?;
        page.find("//*[contains(@class, 'control-bar')]//*[contains(., 'Unsafe')]").await?;
        Ok(())
    });
}
