//! Runs: stopping, continuing, and editing meanwhile; nothing is lost.

use crate::page::{CONTROL, END, ENTER, HOME, NOTHING_HELD, eventually};
use crate::run::browse;
use crate::walking::steps;

#[test]
fn a_run_is_stopped_and_kept() {
    browse(async |page| {
        page.open().await?;
        page.start_long_run().await?;
        page.button("Stop").await?.click().await?;
        page.status("Stopped").await?;
        // What was found can be walked through.
        let (step, last) = steps(page).await?;
        assert_eq!(step, last);
        page.labelled("Step back").await?.click().await?;
        eventually("the step before is shown", async || Ok(steps(page).await?.0 == last - 1)).await?;
        // The page is ready for the next run.
        page.solve("gcd", "Safe").await
    });
}

#[test]
fn an_error_in_the_text_does_not_disturb_a_run() {
    browse(async |page| {
        page.open().await?;
        page.start_long_run().await?;
        page.write("p(X) :- X = .").await?;
        // The error is shown at its place and told, while the run is still at it.
        page.find("//*[contains(@class, 'squiggle') and .='.']").await?;
        let told = page.find("//ul[@aria-label='Errors and warnings']").await?.text().await?;
        assert!(told.contains("expected a term"), "{told}");
        page.status("Running").await?;
        page.button("Stop").await?.click().await?;
        // The text can't be solved, but nothing is gone.
        page.status("The text has errors").await?;
        assert!(steps(page).await?.1 > 0);
        assert!(!page.button("Solve").await?.is_enabled().await?);
        assert_eq!(page.text().await?, "p(X) :- X = .");
        page.reload().await?;
        assert_eq!(page.text().await?, "p(X) :- X = .");
        Ok(())
    });
}

#[test]
fn a_run_that_hits_its_limit_is_continued() {
    browse(async |page| {
        page.open().await?;
        page.example("mult").await?.click().await?;
        page.wait_for_answer().await?;
        page.set_limit(1).await?;
        page.button("Solve").await?.click().await?;
        page.status("Paused after 1 million steps of work").await?;
        let (_, before) = steps(page).await?;
        page.labelled("Continue for 1 million more steps").await?.click().await?;
        page.status("Paused after 2 million steps of work").await?;
        let (step, after) = steps(page).await?;
        assert!(after > before, "{after} steps after {before}");
        assert_eq!(step, after);
        // The whole run is one log: its start is still there.
        page.blur().await?;
        page.press(HOME).await?;
        eventually("the first step is shown", async || Ok(steps(page).await?.0 == 0)).await
    });
}

#[test]
fn examples_open_with_the_method_of_their_source() {
    const METHOD: &str = "//select[@aria-label='Method of the next run']";
    browse(async |page| {
        page.open().await?;
        let is = async |name: &str| {
            let method = async || Ok(page.find(METHOD).await?.prop("value").await?.as_deref() == Some(name));
            eventually("the method is chosen", method).await
        };
        is("cav13-ti").await?;
        let entry = page.example("dblabs").await?;
        assert!(entry.text().await?.contains("opens with: SHARA"));
        entry.click().await?;
        is("shara").await?;
        // Whatever was picked, another example has its own.
        page.find(METHOD).await?.select_by_value("cav13-di").await?;
        is("cav13-di").await?;
        page.set("Abstraction", "Octagons").await?;
        is("").await?;
        let custom = page.find(&format!("{METHOD}/option[@value='']")).await?.text().await?;
        assert_eq!(custom, "Custom (based on CAV'13 with DI)");
        page.example("gcd").await?.click().await?;
        is("cav13-ti").await?;
        page.write("mine(X) :- X > 0.").await?;
        is("hornbook").await
    });
}

#[test]
fn keys_are_heard_while_the_solver_works() {
    browse(async |page| {
        page.open().await?;
        page.start_long_run().await?;
        let before = page.text().await?;
        page.editor().await?.send_keys(&format!("{CONTROL}{END}{NOTHING_HELD}{ENTER}%")).await?;
        page.press("nothing is lost").await?;
        let expected = format!("{before}\n%nothing is lost");
        eventually("all keys are heard", async || Ok(page.text().await? == expected)).await?;
        page.blur().await?;
        page.press(HOME).await?;
        eventually("the first step is shown", async || Ok(steps(page).await?.0 == 0)).await?;
        page.status("Running").await?;
        page.button("Stop").await?.click().await
    });
}
