//! Lessons, predictions and challenges, as a student meets them.

use hornbook_web::state::lesson::parse;

use crate::page::{ENTER, Page, eventually};
use crate::run::{Outcome, browse};

/// The page of the lesson that is shown, by its heading.
async fn is_at(page: &Page, heading: &str) -> Outcome {
    page.find(&format!(
        "//aside[@id='lesson']//article[not(contains(@class, 'for-paper'))]/h2[.='{heading}']"
    ))
    .await
    .map(drop)
}

/// A lesson is opened from the list and read to its end; the page beside it shows what it speaks of.
#[test]
fn a_lesson_is_read_to_its_end() {
    browse(async |page| {
        page.become_a_desktop().await?;
        page.open().await?;
        page.button("Lessons").await?.click().await?;
        page.find("//aside[@id='lesson']//button[span='How a solution is found: CEGAR on gcd']")
            .await?
            .click()
            .await?;
        page.button("Next").await?.click().await?;
        is_at(page, "Begin with nothing").await?;
        page.find("//*[contains(@class, 'narration-text')][contains(., 'A new')]").await?;
        page.button("Next").await?.click().await?;
        is_at(page, "The graph derives false").await?;
        // What comes later is hidden until the question is answered.
        page.status("Prediction").await?;
        page.find("//button[contains(., 'Spurious: no numbers')]").await?.click().await?;
        page.find("//p[contains(@class, 'question-why')][starts-with(., 'Right.')]").await?;
        page.status("Safe").await?;
        for _ in 0..8 {
            page.button("Next").await?.click().await?;
        }
        is_at(page, "What you have seen").await?;
        page.button("Done").await?.click().await?;
        page.find("//aside[@id='lesson']//span[contains(., 'read to its end')]").await?;
        // How far it was read is known at the next visit.
        page.reload().await?;
        page.button("Lessons").await?.click().await?;
        page.find("//aside[@id='lesson']//span[contains(., 'read to its end')]").await.map(drop)
    });
}

/// Reads lessons page by page with keys alone, answers each question, and leaves the last page by *Done*.
fn read_by_keys(lessons: &[&'static str]) {
    browse(async |page| {
        page.become_a_desktop().await?;
        for name in lessons {
            let path = format!("{}/../static/lessons/{name}.md", env!("CARGO_MANIFEST_DIR"));
            let (lesson, _) = parse(&std::fs::read_to_string(path).unwrap());
            page.open_with(&format!("#lesson={name}")).await?;
            page.reload().await?;
            for (index, shown) in lesson.pages.iter().enumerate() {
                is_at(page, &shown.title).await?;
                page.find(&format!("//nav//*[contains(., 'Page {} of')]", index + 1)).await?;
                if shown.question().is_some() {
                    let answer = "//aside[@id='lesson']//*[@aria-label='Question']//li[2]/button";
                    page.find(answer).await?.send_keys(ENTER).await?;
                    page.find("//p[contains(@class, 'question-why')]/strong[contains(., 'ight.')]").await?;
                }
                // Nothing was wrong with the page before.
                let trouble =
                    "//*[contains(@class, 'lesson-trouble')] | //*[contains(text(), 'The lesson leads to')]";
                assert!(page.find_all(trouble).await?.is_empty(), "{name}: {}", shown.title);
                let forward = "//aside[@id='lesson']//nav//button[.='Next' or .='Done']";
                page.find(forward).await?.send_keys(ENTER).await?;
            }
            page.find("//aside[@id='lesson']//span[contains(., 'read to its end')]").await?;
        }
        Ok(())
    });
}

#[test]
fn the_first_lessons_are_read_by_keys() {
    read_by_keys(&["horn-clauses", "gcd", "interpolants", "templates"]);
}

#[test]
fn the_lessons_about_refinement_are_read_by_keys() {
    read_by_keys(&["trees", "disjunctive", "frontiers", "bug"]);
}

#[test]
fn the_lessons_about_systems_are_read_by_keys() {
    read_by_keys(&["acceleration", "programs", "nets", "timed", "limits"]);
}

/// All questions about a run are answered without a mouse.
#[test]
fn questions_are_answered_by_keys() {
    browse(async |page| {
        page.become_a_desktop().await?;
        page.open().await?;
        page.button("Predict").await?.click().await?;
        page.find("//*[@aria-label='Question']//p[.='What will the verdict be?']").await?;
        page.blur().await?;
        page.press("h").await?;
        page.find("//p[contains(@class, 'question-hint')]").await?;
        page.press("a").await?;
        page.find("//p[contains(@class, 'question-why')][starts-with(., 'Right.')]").await?;
        eventually("the end of the run is reached", async || {
            page.press("g").await?;
            page.press("a").await?;
            Ok(!page.find_all("//span[starts-with(., 'That is the end of the run')]").await?.is_empty())
        })
        .await?;
        page.button("Show all").await?.click().await?;
        page.status("Safe").await
    });
}

/// A challenge is made, handed out as a link, answered, and the answer handed back as a link.
#[test]
fn a_challenge_travels_in_links() {
    browse(async |page| {
        page.become_a_desktop().await?;
        page.open().await?;
        page.button("Lessons").await?.click().await?;
        page.find("//summary[.='For teachers']").await?.click().await?;
        page.find("//select[@id='challenge-goal']/option[@value='bug']").await?.click().await?;
        page.find("//textarea[@id='challenge-words']").await?.send_keys("Find it.").await?;
        page.button("Make the challenge").await?.click().await?;
        let link = page.find("//input[@id='lesson-link']").await?.prop("value").await?.unwrap();
        let fragment =
            |link: &str| format!("?{}", link.split_once('#').map_or("", |(_, end)| end)).replace('?', "#");
        page.open_with(&fragment(&link)).await?;
        page.reload().await?;
        page.find("//*[@aria-label='Challenge']//textarea").await?.send_keys("gcd(4, 6, 2)").await?;
        page.button("Check my answer").await?.click().await?;
        page.find("//p[contains(@class, 'challenge-said')][contains(., 'Not yet')]").await?;
        let answer = page.find("//input[@id='answer-link']").await?.prop("value").await?.unwrap();
        page.open_with(&fragment(&answer)).await?;
        page.reload().await?;
        page.find("//p[contains(@class, 'challenge-said')][contains(., 'Not yet')]").await.map(drop)
    });
}
