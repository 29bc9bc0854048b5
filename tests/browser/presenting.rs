//! Presenting: notes on a second window that follows, pictures that grow where there is room, and views on
//! the pages of others.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;

use fantoccini::error::CmdError;

use crate::page::{HOME, Page, eventually};
use crate::run::{browse, string};

/// A loop of `count` rounds, which a run without templates unrolls.
fn rounds(count: usize) -> String {
    format!(
        "loop(I, X) :- I = 0, X = 0.\nloop(I1, X1) :- loop(I, X), I < {count}, I1 = I + 1, X1 = X + 1.\n\
         false :- loop(I, X), I >= {count}, X < {count}."
    )
}

async fn text(page: &Page, selector: &str) -> Result<String, CmdError> {
    // Elements of SVG have no inner text.
    let script = format!(
        "const found = document.querySelector(`{selector}`); return found?.innerText ?? found?.textContent ?? ''"
    );
    Ok(string(&page.script(&script).await?))
}

/// Whether a picture is wider than it is high, as it is laid out.
async fn is_wide(page: &Page, view: &str) -> Result<bool, CmdError> {
    let script = format!(
        "const box = document.querySelector('.view-{view} .picture')?.getBBox(); return !!box && box.width > box.height"
    );
    Ok(page.script(&script).await? == true)
}

/// A host that has this one page, and says nothing of what may use what. It ends with the tests.
fn host(html: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it has an address");
    let head =
        format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\n\r\n", html.len());
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let answer = format!("{head}{html}");
            // Browsers open connections that they may need, and say nothing on them.
            thread::spawn(move || {
                let asked = stream.read(&mut [0; 4096]);
                asked.and_then(|_| stream.write_all(answer.as_bytes())).ok();
            });
        }
    });
    format!("http://{address}/")
}

#[test]
fn notes_stand_on_a_second_window_that_follows() {
    browse(async |page| {
        page.resize(1440, 900).await?;
        page.open().await?;
        page.solve("gcd", "Safe").await?;
        page.blur().await?;
        page.press(HOME).await?;
        let first = page.tabs().await?;
        page.press("t").await?;
        eventually("there is a second window", async || Ok(page.tabs().await?.len() == 2)).await?;
        let second = page.tabs().await?.into_iter().find(|tab| !first.contains(tab));
        let second = second.expect("one of the two is new");
        page.go_to_tab(&second).await?;
        eventually("it shows the problem", async || Ok(text(page, ".notes h1").await? == "gcd")).await?;
        page.find("//label[starts-with(., 'Your notes on this step')]/textarea")
            .await?
            .send_keys("Ask them.")
            .await?;
        let now = text(page, ".notes-now").await?;
        let next = text(page, ".notes-next").await?;
        // The window moves the page, and follows it.
        page.button("Step forward").await?.click().await?;
        eventually("it tells the next step", async || {
            let told = text(page, ".notes-now").await?;
            Ok(told != now && next.ends_with(&told))
        })
        .await?;
        let note = "//label[starts-with(., 'Your notes on this step')]/textarea";
        assert_eq!(page.find(note).await?.prop("value").await?.as_deref(), Some(""));
        page.go_to_tab(&first[0]).await?;
        eventually("the page has moved", async || Ok(text(page, ".line-count").await?.starts_with("1 ")))
            .await?;
        page.press(HOME).await?;
        page.go_to_tab(&second).await?;
        eventually("the note is there again", async || {
            Ok(page.find(note).await?.prop("value").await?.as_deref() == Some("Ask them."))
        })
        .await?;
        page.reload_part().await?;
        eventually("and after a reload", async || {
            Ok(page.find(note).await?.prop("value").await?.as_deref() == Some("Ask them."))
        })
        .await?;
        page.go_to_tab(&first[0]).await
    });
}

#[test]
fn a_long_chain_goes_where_there_is_room() {
    browse(async |page| {
        page.resize(1600, 700).await?;
        page.open().await?;
        page.write(&rounds(12)).await?;
        page.wait_for_answer().await?;
        page.set("Abstraction", "Off").await?;
        page.set("Acceleration", "Off").await?;
        page.button("Solve").await?.click().await?;
        page.status("Safe").await?;
        page.labelled("Enlarge Reachability graph").await?.click().await?;
        eventually("it goes sideways in a wide pane", async || is_wide(page, "graph").await).await?;
        page.resize(800, 1500).await?;
        eventually("and downwards in a tall one", async || Ok(!is_wide(page, "graph").await?)).await
    });
}

#[test]
fn what_a_step_is_not_about_is_folded_in_a_large_graph() {
    // The number of relation symbols in a ring: one node for each.
    const RING: usize = 150;
    let chain: Vec<String> = (0..RING).map(|i| format!("p{}(X) :- p{i}(X).\n", i + 1)).collect();
    let chain = chain.concat();
    let ring =
        format!("p0(X) :- X = 0.\n{chain}p0(X1) :- p{RING}(X), X1 = X + 1.\nfalse :- p{RING}(X), X < 0.");
    browse(async |page| {
        page.resize(1440, 900).await?;
        page.open().await?;
        page.write(&ring).await?;
        page.wait_for_answer().await?;
        page.set("Abstraction", "Off").await?;
        page.set("Acceleration", "Off").await?;
        page.set("Simplify the clauses first", "As typed").await?;
        page.button("Solve").await?.click().await?;
        page.status("Safe").await?;
        let shown = async || text(page, ".view-graph .omission").await;
        eventually("it is large", async || Ok(shown().await?.starts_with("Showing 120 of 151"))).await?;
        // In words, since only what is seen is drawn.
        page.find(
            "//section[contains(@class, 'view-graph')]//*[@role='treeitem'][contains(., '… 31 nodes')]",
        )
        .await?;
        let drawn = "return document.querySelectorAll('.view-graph .picture .node').length";
        assert!(page.script(drawn).await?.as_u64().is_some_and(|count| (1..60).contains(&count)));
        page.find("//section[contains(@class, 'view-graph')]//button[.='Show all']").await?.click().await?;
        eventually("all is shown", async || Ok(shown().await?.is_empty())).await
    });
}

/// A course page on another host shows a view by the element, and the way out leads to the same moment.
#[test]
fn a_course_page_on_another_host_shows_a_view() {
    browse(async |page| {
        page.resize(1000, 800).await?;
        let home = page.address();
        let course = host(format!(
            "<!doctype html><html lang=en><title>A course</title><h1>A course</h1>\
             <script defer src='{home}hornbook-view.js'></script>\
             <hornbook-view example=gcd step=6 views=tree height=420></hornbook-view>"
        ));
        page.leave_for(&course).await?;
        page.find("//iframe").await?;
        page.enter_frame().await?;
        eventually("the view is there", async || {
            Ok(text(page, ".view-tree .picture").await?.contains("gcd"))
        })
        .await?;
        assert!(page.find_all("//section[contains(@class, 'view-graph')]").await?.is_empty());
        let bar =
            page.script("return document.querySelector('.control-bar').offsetHeight / innerHeight").await?;
        assert!(bar.as_f64().is_some_and(|part| part < 0.2), "{bar}");
        let way_out = page.find("//a[.='Open in Hornbook']").await?.attr("href").await?.unwrap_or_default();
        assert!(way_out.starts_with(home) && way_out.contains("step=6"), "{way_out}");
        Ok(())
    });
}

/// Files of pictures say what they show; those in PNG have no ground of their own.
#[test]
fn pictures_are_saved_under_the_name_of_their_problem_and_step() {
    const LISTEN: &str = "window.saved = []; window.blobs = [];
        const made = URL.createObjectURL;
        URL.createObjectURL = (blob) => { window.blobs.push(blob); return made.call(URL, blob); };
        HTMLAnchorElement.prototype.click = function () { window.saved.push(this.download); };";
    const CORNER: &str = "const done = arguments[0];
        createImageBitmap(window.blobs.filter((blob) => blob.type === 'image/png').at(-1)).then((image) => {
            const canvas = new OffscreenCanvas(image.width, image.height);
            const context = canvas.getContext('2d');
            context.drawImage(image, 0, 0);
            done(context.getImageData(0, 0, 1, 1).data[3]);
        });";
    browse(async |page| {
        page.resize(1440, 900).await?;
        page.open().await?;
        page.solve("gcd", "Safe").await?;
        page.blur().await?;
        page.press(HOME).await?;
        page.press("n").await?;
        page.find("//section[contains(@class, 'view-tree')]//*[@class='picture']").await?;
        page.script(LISTEN).await?;
        page.script("document.querySelector(`.view-graph [aria-label='Move and save']`).click()").await?;
        for format in ["SVG", "PNG", "DOT", "TikZ"] {
            let button =
                format!("document.querySelector(`.view-graph [aria-label='Save as {format}']`).click()");
            page.script(&button).await?;
        }
        let saved = async || Ok::<_, CmdError>(string(&page.script("return window.saved.join(' ')").await?));
        let names =
            ["svg", "png", "dot", "tex"].map(|ending| format!("gcd-step-6-reachability-graph.{ending}"));
        eventually("all are saved", async || {
            let saved = saved().await?;
            Ok(names.iter().all(|name| saved.contains(name)))
        })
        .await?;
        assert_eq!(page.long_script(CORNER, Vec::new()).await?, 0, "the corner of the PNG is transparent");
        page.button("Export").await?.click().await?;
        page.find("//dialog[@open]//button[.='Series of pictures in SVG']").await?.click().await?;
        eventually("the series is saved", async || Ok(saved().await?.contains("gcd.steps.svg"))).await
    });
}
