//! The page loads, wherever it lies, and shows what it has.

use fantoccini::Locator;
use hornbook::lang::Language;
use hornbook_web::text::examples::{EXAMPLES, topics};
use serde_json::Value;
use xtask::http::CONTENT_SECURITY_POLICY;

use crate::run::{Console, browse, browse_at, string};

#[test]
fn every_example_is_listed_and_described() {
    browse(async |page| {
        page.open().await?;
        page.open_examples().await?;
        let entries = page.find_all("//nav[@aria-label='Examples']//li").await?;
        assert_eq!(entries.len(), EXAMPLES.len());
        let examples = topics().into_iter().flat_map(|topic| topic.examples);
        for (entry, example) in entries.iter().zip(examples) {
            let text = entry.text().await?;
            let description = example.description().split_whitespace().collect::<Vec<&str>>().join(" ");
            let opens_with = format!("opens with: {}", example.method().label);
            let mut lines = vec![example.name, &description, example.source()];
            if example.language() != Language::House {
                lines.push(example.language().front_end().words());
            }
            lines.push(&opens_with);
            assert_eq!(text, lines.join("\n"));
        }
        Ok(())
    });
}

#[test]
fn the_page_works_from_a_sub_path() {
    browse_at("/some/course/", Console::Clean, async |page| {
        page.open().await?;
        page.example("merge").await?.click().await?;
        page.wait_for_answer().await?;
        assert!(page.text().await?.starts_with("% Length abstraction"));
        Ok(())
    });
}

#[test]
fn the_policy_is_in_the_header_and_on_the_page() {
    browse(async |page| {
        page.open().await?;
        let header = "const done = arguments[0]; fetch('./').then(r => done(r.headers.get('Content-Security-Policy')))";
        assert_eq!(string(&page.long_script(header, Vec::new()).await?), CONTENT_SECURITY_POLICY);
        let meta = page.script("return document.querySelector('meta[http-equiv]').content").await?;
        assert_eq!(string(&meta), CONTENT_SECURITY_POLICY);
        assert!(
            CONTENT_SECURITY_POLICY.starts_with("default-src 'self'; script-src 'self' 'wasm-unsafe-eval';")
        );
        Ok(())
    });
}

#[test]
fn the_policy_keeps_the_page_from_talking_to_strangers() {
    // The browser reports the refusal as an error; that is the point.
    browse_at("/", Console::Mentions("Content Security Policy"), async |page| {
        page.open().await?;
        let attempt = "const done = arguments[0]; \
                       fetch('http://example.com/').then(() => done('sent'), () => done('refused'))";
        assert_eq!(page.long_script(attempt, Vec::new()).await?, Value::from("refused"));
        Ok(())
    });
}

#[test]
fn the_page_has_a_name_and_a_language() {
    browse(async |page| {
        page.open().await?;
        assert_eq!(string(&page.script("return document.title").await?), "Hornbook");
        assert_eq!(string(&page.script("return document.documentElement.lang").await?), "en");
        let headings = page.find_all("//h1").await?;
        assert_eq!(headings.len(), 1);
        assert_eq!(headings[0].find(Locator::XPath(".")).await?.text().await?, "Hornbook");
        Ok(())
    });
}
