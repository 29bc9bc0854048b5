//! Compressed copies of the files of the page, for hosts that serve them: `NAME.br` beside `NAME`, in Brotli,
//! which browsers decompress ([ADR 12](../../docs/adr/0012-what-a-visitor-downloads.md)).

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

use anyhow::{Context, Result};

/// How the names of copies end, with the dot.
pub const ENDING: &str = ".br";

/// The kinds of file that become smaller.
const KINDS: [&str; 9] = ["html", "js", "wasm", "css", "svg", "webmanifest", "txt", "md", "horn"];

/// How hard it is tried to make a copy small: as hard as possible, or for a fifteenth of that time.
pub const SMALLEST: u32 = 11;
pub const SOON: u32 = 9;

/// The logarithm of how many bytes may lie between what is repeated: the most that every browser understands.
const WINDOW: u32 = 24;

const BUFFER: usize = 1 << 16;

/// Leaves a copy beside each file of a directory and of those in it that becomes smaller. Files that have
/// been changed since need new ones.
pub fn leave(directory: &Path, quality: u32) -> Result<()> {
    let mut files = Vec::new();
    find(directory, &mut files)?;
    // The largest first, so that no thread has much to do when the others have finished.
    files.sort_by_key(|(size, path)| (*size, path.clone()));
    let open = Mutex::new(files);
    let work = || -> Result<()> {
        loop {
            let next = open.lock().ok().and_then(|mut files| files.pop());
            let Some((size, path)) = next else { return Ok(()) };
            let copy = compressed(&fs::read(&path)?, quality)?;
            if (copy.len() as u64) < size {
                let name = copy_of(&path);
                fs::write(&name, copy).with_context(|| format!("cannot write {}", name.display()))?;
            }
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().unwrap_or_else(|_| panic!("a copy failed")))
    })
}

/// Where the copy of a file is, if there is one.
pub fn copy_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ENDING);
    name.into()
}

fn find(directory: &Path, files: &mut Vec<(u64, PathBuf)>) -> Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, files)?;
        } else if path.extension().is_some_and(|kind| KINDS.iter().any(|known| kind == *known)) {
            files.push((fs::metadata(&path)?.len(), path));
        }
    }
    Ok(())
}

fn compressed(content: &[u8], quality: u32) -> Result<Vec<u8>> {
    let mut encoder = brotli::CompressorWriter::new(Vec::new(), BUFFER, quality, WINDOW);
    encoder.write_all(content)?;
    Ok(encoder.into_inner())
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn copies_lie_beside_what_becomes_smaller() {
        let directory = crate::process::target_directory().join("xtask-tests/copies");
        fs::remove_dir_all(&directory).ok();
        fs::create_dir_all(directory.join("examples")).unwrap();
        let text = "false :- p(X), X > 0.\n".repeat(200);
        for (name, content) in
            [("page.js", text.as_str()), ("examples/a.horn", &text), ("b.png", &text), ("short.css", "a")]
        {
            fs::write(directory.join(name), content).unwrap();
        }
        leave(&directory, SOON).unwrap();
        for name in ["page.js", "examples/a.horn"] {
            let copy = fs::read(directory.join(format!("{name}{ENDING}"))).unwrap();
            assert!(copy.len() * 10 < text.len(), "{}", copy.len());
            let mut read = String::new();
            brotli::Decompressor::new(&copy[..], BUFFER).read_to_string(&mut read).unwrap();
            assert_eq!(read, text);
        }
        for name in ["b.png.br", "short.css.br"] {
            assert!(!directory.join(name).exists(), "{name}");
        }
    }
}
