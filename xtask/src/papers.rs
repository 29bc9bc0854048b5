//! `docs/papers.md` as a page beside the page: what of the papers is where, for people who read there.
//!
//! It has the style sheet and the policy of the page, no script, and works offline. A link to a step of an
//! example, `#example=…`, leads to the page.

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

/// Its name in `dist/`, which stays: the page refers to it.
pub const NAME: &str = "papers.html";

/// The frame around the text; references are replaced as in `index.html`.
pub const FRAME: &str = r#"<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="%CSP%">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <title>Hornbook: where to find what is in the papers</title>
    <link rel="icon" href="./icons/hornbook.svg" type="image/svg+xml">
    <link rel="stylesheet" href="./style.css">
  </head>
  <body class="document">
    <nav><a href="./">Hornbook</a></nav>
    <main>
%TEXT%
    </main>
  </body>
</html>
"#;

/// The text as HTML: headings have names, tables can be scrolled sideways, examples are links to the page.
pub fn render(markdown: &str) -> String {
    let events: Vec<Event> = Parser::new_ext(markdown, Options::ENABLE_TABLES).collect();
    let mut made = Vec::with_capacity(events.len());
    for (i, event) in events.iter().enumerate() {
        match event.clone() {
            Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                let id = match events.get(i + 1) {
                    Some(Event::Text(title)) => Some(title.to_lowercase().replace(' ', "-").into()),
                    _ => None,
                };
                made.push(Event::Start(Tag::Heading { level, id, classes, attrs }));
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let dest_url: CowStr =
                    if dest_url.starts_with("#example=") { format!("./{dest_url}").into() } else { dest_url };
                made.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
            }
            table @ Event::Start(Tag::Table(_)) => {
                made.push(Event::Html(
                    "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Table\">".into(),
                ));
                made.push(table);
            }
            table @ Event::End(TagEnd::Table) => made.extend([table, Event::Html("</div>\n".into())]),
            other => made.push(other),
        }
    }
    let mut text = String::new();
    html::push_html(&mut text, made.into_iter());
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_lead_to_the_page_and_nothing_is_inline() {
        let text =
            render("# A b\n\n[x](#example=gcd&step=3) [y](#a-b)\n\n| a | b |\n|---|---|\n| `1 < 2` | c |\n");
        for part in [
            "<h1 id=\"a-b\">",
            "href=\"./#example=gcd&amp;step=3\"",
            "href=\"#a-b\"",
            "<div class=\"wide\"",
            "<code>1 &lt; 2</code>",
        ] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
        let list = render(include_str!("../../docs/papers.md"));
        assert!(!list.contains("style=") && !list.contains("<script") && list.contains("id=\"errata\""));
        assert!(list.matches("href=\"./#example=").count() > 80);
    }
}
