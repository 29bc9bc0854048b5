//! Links, texts and browsers that mean no good: the page stays usable, and nothing of the user's is lost.

use hornbook::order::Map;
use hornbook_web::state::link::is_fragment;
use hornbook_web::text::drafts::{LARGEST_DRAFT, MOST_DRAFTS};
use hornbook_web::text::examples::Example;
use hornbook_web::wire::share::{SharedState, encode};

use crate::page::{Page, eventually};
use crate::run::{Console, Outcome, browse, browse_at, string};

/// The fragment of a link to a step of a text with some settings.
fn link(text: &str, settings: &[(&str, &str)], step: Option<u64>) -> String {
    let settings: Map<String, String> =
        settings.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let state = SharedState { text: text.to_owned(), settings, step, ..SharedState::default() };
    let fragment = encode(&state).expect("it is small");
    assert!(is_fragment(&fragment));
    fragment
}

/// Puts a link into the address of the open page.
async fn follow(page: &Page, fragment: &str) -> Outcome {
    page.long_script("location.hash = arguments[0]; arguments[1]()", vec![fragment.into()]).await.map(drop)
}

async fn notice(page: &Page, words: &str) -> Outcome {
    page.find(&format!("//*[@role='status' and contains(., '{words}')]")).await.map(drop)
}

/// Another problem is read and solved as if nothing had happened.
async fn is_usable(page: &Page) -> Outcome {
    page.example("gcd").await?.click().await?;
    eventually("the example is there", async || {
        Ok(page.text().await? == Example::named("gcd").expect("it exists").text)
    })
    .await?;
    page.wait_for_answer().await?;
    page.find("//section[h2='About this problem']//dd[contains(., 'one of them a query')]").await?;
    page.button("Solve").await?.click().await?;
    page.status("Safe").await
}

#[test]
fn a_link_does_not_do_more_than_a_little_unasked() {
    let text = Example::named("mult").expect("it exists").text;
    let link = link(text, &[("limit", "100000"), ("abstraction", "off")], Some(1_000_000));
    browse(async |page| {
        page.open_with(&format!("#{link}")).await?;
        assert_eq!(page.text().await?, text);
        notice(page, "that a link gets until you ask for more").await?;
        assert!(page.find_all("//button[.='Stop']").await?.is_empty(), "nothing runs");
        page.button("Continue").await?.click().await?;
        page.status("Running").await?;
        page.button("Stop").await?.click().await?;
        is_usable(page).await
    });
}

/// Five clauses whose formulae are small as graphs and beyond all bounds as trees.
const SHARED_FORMULAE: &str = "\
p(56, B) :- B.
p(-2, B) :- B.
p(X - 1, !B) :- p(X, B), X >= 15.
p(X, B) :- p(X, B).
false :- p(X, true), p(X, false).
";

/// A head of this many disjuncts, which doubles with each if it is multiplied out.
fn disjunctive_head(count: usize) -> String {
    let parts: Vec<String> = (0..count).map(|i| format!("(and (p (+ x {i})) (q (+ x {i})))")).collect();
    format!(
        "(set-logic HORN)(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)\n(assert (forall ((x Int)) (or {} (< x 0))))\n\
         (assert (forall ((x Int)) (=> (p x) (> x 0))))(check-sat)\n",
        parts.join(" ")
    )
}

/// Names that all differ, in pairs.
fn distinct(count: usize) -> String {
    let names: Vec<String> = (0..count).map(|i| format!("x{i}")).collect();
    let variables: Vec<String> = names.iter().map(|name| format!("({name} Int)")).collect();
    format!(
        "(set-logic HORN)(declare-fun p (Int) Bool)\n(assert (forall ({}) (=> (distinct {}) (p x0))))\n\
         (assert (forall ((x Int)) (=> (p x) false)))(check-sat)\n",
        variables.join(" "),
        names.join(" ")
    )
}

#[test]
fn hostile_links_leave_the_page_usable() {
    let links = [
        link(SHARED_FORMULAE, &[("strategy", "cdd")], Some(1_000)),
        link(&disjunctive_head(30), &[], Some(1_000)),
        // Templates are checked by the reader, not by the page.
        link(&disjunctive_head(30), &[("templates", "gcd(A, B, C): A - B")], None),
        link(&distinct(3_000), &[], Some(1_000)),
        link(&format!("p(X) :- X = {}.", "(".repeat(100_000)), &[], Some(1)),
        link(&"p(X) :- p(X).\n".repeat(20_000), &[], Some(1)),
    ];
    // A worker that fails on the way is none of the visitor's business; it is replaced.
    browse_at("/", Console::Mentions("worker"), async |page| {
        page.open().await?;
        page.script(COUNT_WORKERS).await?;
        for link in &links {
            follow(page, link).await?;
            // The page answers at once, whatever the workers are at.
            eventually("the link is there", async || Ok(!page.text().await?.is_empty())).await?;
            is_usable(page).await?;
        }
        // The memory of a worker goes with it, so none may be left over: a reader was there before, and a
        // solver has joined it.
        let more = page.script("return window.started - window.ended").await?;
        assert!(more.as_i64().is_some_and(|more| more <= 1), "{more} more workers than before");
        Ok(())
    });
}

/// Counts the workers that are started and ended from now on.
const COUNT_WORKERS: &str = "
    window.started = 0; window.ended = 0;
    const terminate = Worker.prototype.terminate;
    Worker.prototype.terminate = function () { window.ended += 1; return terminate.call(this); };
    window.Worker = class extends Worker { constructor(...given) { super(...given); window.started += 1; } };";

#[test]
fn a_reader_that_takes_long_can_be_stopped() {
    browse(async |page| {
        page.open().await?;
        // It is given its code, but no question reaches it, as if it were busy for ever.
        page.script(
            "const post = window.post = Worker.prototype.postMessage;
            Worker.prototype.postMessage = function (message) {
                if (message instanceof WebAssembly.Module) { post.call(this, message); }
            }",
        )
        .await?;
        page.write("p(X) :- X > 0.").await?;
        page.button("Stop reading").await?.click().await?;
        page.find("//p[contains(., 'You have stopped the reader')]").await?;
        page.script("Worker.prototype.postMessage = window.post").await?;
        is_usable(page).await
    });
}

#[test]
fn links_leave_no_drafts_and_push_none_out() {
    browse(async |page| {
        page.open().await?;
        page.write("mine(X) :- X > 0.").await?;
        let drafts =
            "return Object.entries(localStorage).filter(([key]) => key.startsWith('hornbook.draft.')).sort()
            .map(([key, value]) => key + ' ' + value.split('\\n').slice(1).join(' ')).join('; ')";
        let before = string(&page.script(drafts).await?);
        assert!(before.contains("mine(X)"), "{before}");
        for number in 0..=MOST_DRAFTS {
            let text = format!("theirs(X) :- X > {number}.");
            follow(page, &link(&text, &[], None)).await?;
            eventually("the link is open", async || Ok(page.text().await? == text)).await?;
            assert_eq!(string(&page.script(drafts).await?), before);
        }
        page.find("//*[@id='saving' and contains(., 'came with a link')]").await?;
        page.reload().await?;
        assert_eq!(string(&page.script(drafts).await?), before);
        page.button("Bring back my text").await?.click().await?;
        eventually("the own text is back", async || Ok(page.text().await? == "mine(X) :- X > 0.")).await?;
        // What is changed is one's own.
        follow(page, &link("theirs(X) :- X > 0.", &[], None)).await?;
        eventually("the link is open", async || Ok(page.text().await? == "theirs(X) :- X > 0.")).await?;
        page.editor().await?.send_keys("% and mine").await?;
        page.find("//*[@id='saving' and starts-with(., 'Saved')]").await?;
        let after = string(&page.script(drafts).await?);
        assert!(after.contains("and mine") && after.contains("mine(X) :- X > 0."), "{after}");
        Ok(())
    });
}

#[test]
fn a_full_storage_and_a_large_text_are_told() {
    browse(async |page| {
        page.open().await?;
        page.write("mine(X) :- X > 0.").await?;
        page.find("//*[@id='saving' and starts-with(., 'Saved')]").await?;
        page.script(
            "for (let size = 1 << 22; size >= 1; size >>= 1) {
                 try { for (let i = 0; ; i++) localStorage.setItem(`filler ${size} ${i}`, 'x'.repeat(size)); } catch {}
             }",
        )
        .await?;
        page.editor().await?.send_keys("% and more").await?;
        page.find("//*[@id='saving' and contains(., 'is full')]").await?;
        // What gives way to another text can't be kept, so it is told and offered.
        page.example("gcd").await?.click().await?;
        page.write("second(X) :- X > 0.").await?;
        page.example("even").await?.click().await?;
        notice(page, "could not keep your text").await?;
        page.find("//nav[@aria-label='Examples']//button[starts-with(span, 'mine(X) :- X > 0.')]").await?;
        page.script("Object.keys(localStorage).filter((key) => key.startsWith('filler')).forEach((key) => localStorage.removeItem(key))")
            .await?;
        page.write("third(X) :- X > 0.").await?;
        page.find("//*[@id='saving' and starts-with(., 'Saved')]").await?;
        let large = format!("% {}", "x".repeat(LARGEST_DRAFT));
        page.long_script(
            "const area = document.getElementById('clauses'); area.focus(); area.value = arguments[0];
             area.dispatchEvent(new InputEvent('input', { bubbles: true })); arguments[1]()",
            vec![large.into()],
        )
        .await?;
        page.find("//*[@id='saving' and contains(., 'more than 320 kB')]").await?;
        Ok(())
    });
}

/// As on plain http, where a page has no clipboard.
const NO_CLIPBOARD: &str = "Object.defineProperty(navigator, 'clipboard', { value: undefined })";

/// As where the user has forbidden it.
const FORBIDDEN_CLIPBOARD: &str =
    "navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))";

#[test]
fn links_are_copied_without_a_clipboard() {
    for (clipboard, command, label) in [
        (
            NO_CLIPBOARD,
            "(name) => { window.copied = getSelection().toString(); return name === 'copy'; }",
            "Copied",
        ),
        (
            FORBIDDEN_CLIPBOARD,
            "(name) => { window.copied = getSelection().toString(); return name === 'copy'; }",
            "Copied",
        ),
        (NO_CLIPBOARD, "() => false", "Selected: copy it with Ctrl C"),
    ] {
        browse(async |page| {
            page.open().await?;
            page.script(&format!("{clipboard}; document.execCommand = {command}")).await?;
            page.button("Share").await?.click().await?;
            let field = page.find("//input[@id=//label[.='Link']/@for]").await?;
            let link = field.prop("value").await?.unwrap_or_default();
            page.button("Copy link").await?.click().await?;
            page.button(label).await?;
            let selected = "const { activeElement: field } = document;
                return field.value.slice(field.selectionStart, field.selectionEnd)";
            assert_eq!(string(&page.script(selected).await?), link);
            // The page has not failed.
            assert!(page.find_all("//*[@role='alert' and not(@hidden)]").await?.is_empty());
            Ok(())
        });
    }
}

#[test]
fn a_report_is_copied_without_a_clipboard() {
    browse_at("/", Console::Mentions("unreachable"), async |page| {
        page.open_with("?debug").await?;
        page.script(&format!(
            "{NO_CLIPBOARD}; document.execCommand = () => {{ window.copied = getSelection().toString(); return true; }}"
        ))
        .await?;
        page.button("Panic in the solver").await?.click().await?;
        page.button("Copy report").await?.click().await?;
        page.button("Report copied").await?;
        let copied = string(&page.script("return window.copied").await?);
        assert!(copied.contains("the worker was asked to panic"), "{copied}");
        page.button("Go on").await?.click().await?;
        is_usable(page).await
    });
}

#[test]
fn a_worker_that_runs_out_of_memory_or_can_not_be_loaded_is_told() {
    browse_at("/", Console::Mentions("worker"), async |page| {
        page.open().await?;
        // The next worker can't be loaded.
        page.script("window.OldWorker = Worker; window.Worker = class extends OldWorker { constructor(url, options) { super('/no-such-worker.js', options); } }")
            .await?;
        page.start_long_run().await?;
        page.button("Stop").await?.click().await?;
        let alert = page.find("//*[@role='alert' and not(@hidden)]").await?;
        assert!(alert.text().await?.contains("The solver has stopped because of an error"));
        page.script("window.Worker = window.OldWorker").await?;
        page.button("Restart the solver").await?.click().await?;
        is_usable(page).await
    });
}
