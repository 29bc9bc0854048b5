//! A file that was opened or dropped, as text for the editor.

use hornbook::lang::Language;

/// Endings of other programs' names for what we read.
const FURTHER_EXTENSIONS: [&str; 5] = ["smt", "pl", "clp", "txt", "md"];

/// The files that are offered, as browsers want to be told.
///
/// ```
/// assert!(hornbook_web::text::file::accepted().starts_with(".horn,"));
/// ```
pub fn accepted() -> String {
    let known = Language::ALL.iter().flat_map(|language| language.front_end().extensions);
    let mut endings: Vec<&str> = known.copied().collect();
    for ending in FURTHER_EXTENSIONS {
        if !endings.contains(&ending) {
            endings.push(ending);
        }
    }
    let endings = endings.into_iter().map(|ending| format!(".{ending}"));
    endings.chain(["text/plain".to_owned()]).collect::<Vec<_>>().join(",")
}

/// Whether the name of a file announces a lesson.
pub fn is_lesson(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, ending)| ending.eq_ignore_ascii_case("md"))
}

/// What to tell the user if the name of a file announces another language than its text has.
pub fn doubt(name: &str, text: &str) -> Option<String> {
    Language::of_file(name)?;
    let (announced, found) = (Language::of(name, text), Language::detect(text));
    let [announced, found] = [announced, found].map(Language::front_end);
    (announced.name != found.name).then(|| {
        format!(
            "{name} is read as {}, not as {}, which its name announces.",
            found.words(),
            announced.words()
        )
    })
}

/// Larger files are not opened.
pub const LARGEST_FILE: u64 = 4 << 20;

/// Refuses a file by its size, before it is read.
pub fn check_size(name: &str, bytes: u64) -> Result<(), String> {
    if bytes <= LARGEST_FILE {
        return Ok(());
    }
    let tenths = bytes.saturating_mul(10) >> 20;
    let most = LARGEST_FILE >> 20;
    Err(format!("{name} has {}.{} MB. Hornbook opens files of up to {most} MB.", tenths / 10, tenths % 10))
}

/// The text of a file, or what to tell the user instead.
///
/// ```
/// use hornbook_web::text::file::text_of;
/// assert_eq!(text_of("a.horn", b"p(X).".to_vec()).unwrap(), "p(X).");
/// assert!(text_of("a.png", vec![0x89, b'P', b'N', b'G', 0]).is_err());
/// ```
pub fn text_of(name: &str, bytes: Vec<u8>) -> Result<String, String> {
    check_size(name, bytes.len() as u64)?;
    if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        return Err(format!("{name} is text in UTF-16. Save it in UTF-8, which is the usual encoding."));
    }
    if bytes.contains(&0) {
        return Err(format!("{name} is not a text file."));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let line = error.as_bytes()[..error.utf8_error().valid_up_to()].split(|byte| *byte == b'\n').count();
        format!("{name} is not text in UTF-8: line {line} has bytes that mean nothing there.")
    })?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_no_text_are_named_with_the_reason() {
        let complaint = |bytes: &[u8]| text_of("x.horn", bytes.to_vec()).unwrap_err();
        assert!(complaint(b"ab\0").contains("not a text file"));
        assert!(complaint(b"a\nb\xE9").contains("line 2"));
        assert!(complaint(b"\xFF\xFEa\0").contains("UTF-16"));
        let large = complaint(&vec![b'a'; LARGEST_FILE as usize + 300_000]);
        assert!(large.contains("has 4.2 MB") && large.contains("up to 4 MB"), "{large}");
        assert_eq!(text_of("x", "\u{feff}p.".into()).unwrap(), "p.");
    }

    #[test]
    fn a_name_that_announces_another_language_is_told() {
        assert_eq!(doubt("a.horn", "p(X)."), None);
        assert_eq!(doubt("README", "p(X)."), None);
        assert!(doubt("a.horn", "(set-logic HORN)").is_some_and(|words| words.contains("SMT-LIB")));
        for language in Language::ALL {
            for ending in language.front_end().extensions {
                assert!(accepted().split(',').any(|accepted| accepted[1..] == **ending), "{ending}");
            }
        }
    }
}
