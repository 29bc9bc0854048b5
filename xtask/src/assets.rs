//! The files of the built page, and their names.
//!
//! Every file that another one loads is named after its content: `style.css` becomes `style-0f3a….css`. A
//! browser may keep such a file for ever, and files of two builds never get mixed up. References are written
//! as `"./style.css"`, in double quotes, and are replaced here; so a file must be added after the files it
//! refers to.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

/// References that keep their name: the page itself, and the service worker, whose address must not change.
const FIXED: [&str; 2] = ["", "sw.js"];

/// A `dist/` directory under construction.
#[derive(Debug)]
pub struct Assets {
    directory: PathBuf,
    /// From the name in the sources to the name in `dist/`.
    names: BTreeMap<String, String>,
}

impl Assets {
    /// Starts with an empty directory; what was there before is removed.
    pub fn create(directory: PathBuf) -> Result<Self> {
        if directory.exists() {
            fs::remove_dir_all(&directory)
                .with_context(|| format!("cannot remove {}", directory.display()))?;
        }
        fs::create_dir_all(&directory).with_context(|| format!("cannot create {}", directory.display()))?;
        Ok(Self { directory, names: BTreeMap::new() })
    }

    /// Adds a file as it is, under a name that carries its hash.
    pub fn add(&mut self, name: &str, content: &[u8]) -> Result<()> {
        let hashed = hashed_name(name, content);
        self.write(&hashed, content)?;
        self.names.insert(name.to_owned(), hashed);
        Ok(())
    }

    /// Adds a text under a name that carries its hash, with its references replaced.
    pub fn add_text(&mut self, name: &str, text: &str) -> Result<()> {
        let text = self.link(name, text)?;
        self.add(name, text.as_bytes())
    }

    /// Writes a file whose name stays, and to which no file refers.
    pub fn write(&self, name: &str, content: &[u8]) -> Result<()> {
        let path = self.directory.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(&path, content).with_context(|| format!("cannot write {}", path.display()))
    }

    /// The names in `dist/` of all files that carry a hash, sorted.
    pub fn hashed_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.names.values().map(String::as_str).collect();
        names.sort_unstable();
        names
    }

    /// Replaces every reference in a text; an unknown one is an error, not a broken page.
    pub fn link(&self, name: &str, text: &str) -> Result<String> {
        const OPEN: &str = "\"./";
        let mut linked = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(start) = rest.find(OPEN) {
            let (before, reference) = rest.split_at(start + OPEN.len());
            let Some(end) = reference.find('"') else { break };
            let (reference, after) = reference.split_at(end);
            linked.push_str(before);
            match self.names.get(reference) {
                Some(hashed) => linked.push_str(hashed),
                None if FIXED.contains(&reference) || reference == "…" => linked.push_str(reference),
                None => bail!("{name} refers to \"./{reference}\", which is not part of the page"),
            }
            rest = after;
        }
        linked.push_str(rest);
        Ok(linked)
    }
}

/// Whether a name carries a hash, so that its content never changes.
pub fn is_hashed(name: &str) -> bool {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    stem.rsplit_once('-').is_some_and(|(_, hash)| {
        hash.len() == HASH_LENGTH && hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    })
}

const HASH_LENGTH: usize = 16;

fn hashed_name(name: &str, content: &[u8]) -> String {
    let hash = hash(content);
    match name.rsplit_once('.') {
        Some((stem, extension)) => format!("{stem}-{hash}.{extension}"),
        None => format!("{name}-{hash}"),
    }
}

/// FNV-1a with 128 bits, of which 64 are shown: it tells builds apart and does not pretend to defend against
/// anyone.
pub fn hash(content: &[u8]) -> String {
    const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    let hash = content.iter().fold(BASIS, |hash, byte| (hash ^ u128::from(*byte)).wrapping_mul(PRIME));
    let folded = (hash >> 64) ^ (hash & u128::from(u64::MAX));
    format!("{folded:0HASH_LENGTH$x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assets(test: &str) -> Assets {
        Assets::create(crate::process::target_directory().join("xtask-tests").join(test)).unwrap()
    }

    #[test]
    fn references_follow_the_content() {
        let mut assets = assets("references");
        assets.add("icon.svg", b"<svg/>").unwrap();
        assets.add_text("style.css", "a { background: url(\"./icon.svg\"); }").unwrap();
        let html = assets.link("index.html", "<link href=\"./style.css\"> <a href=\"./\">").unwrap();
        let style = format!(
            "style-{}.css",
            hash(format!("a {{ background: url(\"./icon-{}.svg\"); }}", hash(b"<svg/>")).as_bytes())
        );
        assert_eq!(html, format!("<link href=\"./{style}\"> <a href=\"./\">"));
        assert!(assets.directory.join(style).is_file());
    }

    #[test]
    fn an_unknown_reference_is_an_error() {
        let error = assets("unknown").link("page.js", "import \"./nothing.js\"").unwrap_err();
        assert!(error.to_string().contains("./nothing.js"), "{error}");
    }

    #[test]
    fn hashes_have_one_length_and_differ() {
        assert_eq!(hash(b"").len(), HASH_LENGTH);
        assert_ne!(hash(b"a"), hash(b"b"));
        assert!(is_hashed(&hashed_name("a/style.css", b"x")));
        assert!(!is_hashed("index.html"));
        assert!(!is_hashed("examples/two-steps.horn"));
    }
}
