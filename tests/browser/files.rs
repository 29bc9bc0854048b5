//! Files are opened and dropped; what is no text is refused with a reason.

use std::fs;
use std::path::{Path, PathBuf};

use hornbook_web::text::file::LARGEST_FILE;
use serde_json::Value;

use crate::driver::scratch;
use crate::page::{Page, eventually};
use crate::run::{Outcome, browse};

fn file(name: &str, content: &[u8]) -> PathBuf {
    fs::create_dir_all(scratch()).expect("the target directory is writable");
    let path = scratch().join(name);
    fs::write(&path, content).expect("the target directory is writable");
    path
}

async fn choose(page: &Page, path: &Path) -> Outcome {
    page.find("//input[@type='file']").await?.send_keys(&path.display().to_string()).await
}

async fn wait_for_notice(page: &Page, words: &str) -> Outcome {
    page.find(&format!("//*[@role='status' and contains(., \"{words}\")]")).await.map(drop)
}

#[test]
fn files_are_opened_or_refused() {
    browse(async |page| {
        page.open().await?;
        page.write("mine(X) :- X > 0.").await?;
        choose(page, &file("windows.horn", b"\xEF\xBB\xBFp(X) :- X > 0.\r\nq(X) :- p(X).\r\n")).await?;
        let expected = "p(X) :- X > 0.\nq(X) :- p(X).\n";
        eventually("the file is open", async || Ok(page.text().await? == expected)).await?;
        choose(page, &file("picture.horn", b"\x89PNG\r\n\0\0")).await?;
        wait_for_notice(page, "picture.horn is not a text file").await?;
        choose(page, &file("latin.horn", b"% caf\xE9")).await?;
        wait_for_notice(page, "not text in UTF-8").await?;
        choose(page, &file("huge.smt2", &vec![b' '; LARGEST_FILE as usize + 1])).await?;
        wait_for_notice(page, "up to 4 MB").await?;
        assert_eq!(page.text().await?, expected);
        page.button("Close").await?.click().await?;
        page.button("Bring back my text").await?.click().await?;
        eventually("the own text is back", async || Ok(page.text().await? == "mine(X) :- X > 0.")).await
    });
}

#[test]
fn files_are_dropped() {
    browse(async |page| {
        page.open().await?;
        let drop = "const [texts, done] = arguments; const data = new DataTransfer(); \
                    texts.forEach((text, i) => data.items.add(new File([text], `dropped-${i}.smt2`))); \
                    const fire = (kind) => { const event = new DragEvent(kind, \
                        { dataTransfer: data, bubbles: true, cancelable: true }); \
                        document.querySelector('#clauses').dispatchEvent(event); return event.defaultPrevented; }; \
                    done([fire('dragover'), fire('drop')])";
        let text = "(set-logic HORN)\n(check-sat)\n";
        let taken = page.long_script(drop, vec![Value::from(vec![text])]).await?;
        assert_eq!(taken, Value::from(vec![true, true]));
        eventually("the file is open", async || Ok(page.text().await? == text)).await?;
        page.long_script(drop, vec![Value::from(vec!["a", "b"])]).await?;
        wait_for_notice(page, "one file at a time").await?;
        page.long_script(drop, vec![Value::from(vec!["\0"])]).await?;
        wait_for_notice(page, "not a text file").await
    });
}
