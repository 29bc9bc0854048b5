//! What of the module is loaded later: `web/parts.txt`, and which function it says what of.

use std::borrow::Cow;

use anyhow::{Context, Result, ensure};

/// The parts of the module, and what belongs to them.
#[derive(Debug, Default)]
pub struct Parts {
    names: Vec<String>,
    /// Paths of modules, types and functions, or `as` and that of a trait, each with the part that they are
    /// of; none is the module that is loaded at once.
    paths: Vec<(String, Option<usize>)>,
}

/// The section of what is loaded at once, although what it is in is not.
const AT_ONCE: &str = "at once";

impl Parts {
    /// Reads the list: `[name]` begins a part, every other line is a path, `#` begins a comment.
    pub fn read(text: &str) -> Result<Parts> {
        let mut parts = Parts::default();
        let mut section = None;
        for line in text.lines() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                section = Some((name != AT_ONCE).then(|| parts.begin(name)));
            } else if !line.is_empty() {
                let section = section.with_context(|| format!("{line} stands before the first section"))?;
                ensure!(parts.paths.iter().all(|(path, _)| path != line), "{line} is there twice");
                parts.paths.push((line.to_owned(), section));
            }
        }
        Ok(parts)
    }

    fn begin(&mut self, name: &str) -> usize {
        self.names.push(name.to_owned());
        self.names.len() - 1
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    pub fn len(&self) -> usize {
        self.names.len()
    }

    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The part that a function is defined in, by its name: that of its longest path in the list. Functions
    /// of libraries are mostly defined nowhere here: who calls them decides.
    pub fn of(&self, function: &str) -> Option<usize> {
        self.listed(function).and_then(|(_, part)| *part)
    }

    /// The part of a function that is reached only by its place in the table: of a library's, that of the
    /// longest path that its types speak of.
    pub fn of_table_entry(&self, function: &str) -> Option<usize> {
        let spoken = |path: &str| {
            function.match_indices(path).any(|(at, _)| {
                let is_start = !function[..at].ends_with(|c: char| c.is_alphanumeric() || "_:".contains(c));
                is_start && is_within(&function[at..], path)
            })
        };
        let longest =
            || self.paths.iter().filter(|(path, _)| spoken(path)).max_by_key(|(path, _)| path.len());
        self.listed(function).or_else(longest).and_then(|(_, part)| *part)
    }

    /// The longest path in the list that a function is in.
    fn listed(&self, function: &str) -> Option<&(String, Option<usize>)> {
        let defined = definition(function);
        let is_of = |path: &str| match path.strip_prefix("as ") {
            Some(name) => function.contains(&format!(" as {name}>")),
            None => is_within(&defined, path),
        };
        let paths = self.paths.iter().filter(|(path, _)| is_of(path));
        paths.max_by_key(|(path, _)| path.len())
    }

    /// The paths that no function is in: names that have changed, or are not in the module any more.
    pub fn unused<'a>(&'a self, functions: &[String]) -> Vec<&'a str> {
        let is_used = |path: &str| {
            let stem = path.rsplit_once("::").map_or(path, |(stem, _)| stem);
            let mut near = functions.iter().filter(|function| function.contains(stem));
            near.any(|function| function.contains(path) || is_within(&definition(function), path))
        };
        self.paths.iter().map(|(path, _)| path.as_str()).filter(|path| !is_used(path)).collect()
    }
}

/// The name of a function in Rust's words, without the numbers of crates.
pub fn plain(symbol: &str) -> String {
    format!("{:#}", rustc_demangle::demangle(symbol))
}

/// The part of a name that says where the function is defined: `a::B` of `<a::B as c::D>::e`, and `a::B::e`
/// of `<a::B>::e`.
fn definition(name: &str) -> Cow<'_, str> {
    let name = name.trim_start_matches(['<', '&', '(', '*', '[']);
    let name = name.trim_start_matches("mut ").trim_start_matches("dyn ");
    let end = name.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').unwrap_or(name.len());
    match name[end..].strip_prefix(">::") {
        Some(function) => format!("{}::{function}", &name[..end]).into(),
        None => name.into(),
    }
}

/// Whether a path is the beginning of a name, up to the end of a word.
fn is_within(name: &str, path: &str) -> bool {
    name.strip_prefix(path).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts() -> Parts {
        Parts::read(
            "# a list\n[nets]\nours::nets\n[views] # two\nours::view\n\n[at once]\nours::view::Main\n",
        )
        .unwrap()
    }

    #[test]
    fn the_longest_path_decides() {
        let parts = parts();
        assert_eq!(parts.names().collect::<Vec<_>>(), ["nets", "views"]);
        assert_eq!(parts.of("ours::nets::read"), Some(0));
        assert_eq!(parts.of("ours::netsuke::read"), None);
        assert_eq!(Parts::read("[nets]\nours::Net::fire").unwrap().of("<ours::Net>::fire::<u8>"), Some(0));
        assert_eq!(parts.of("<ours::view::Side as yew::Component>::run::{closure#0}"), Some(1));
        assert_eq!(parts.of("<ours::view::Main as yew::Component>::run"), None);
        let shown = Parts::read("[words]\nas core::fmt::Debug").unwrap();
        assert_eq!(shown.of("<&yours::Main as core::fmt::Debug>::fmt"), Some(0));
        assert_eq!(parts.of("<alloc::vec::Vec<ours::nets::Place> as core::clone::Clone>::clone"), None);
    }

    #[test]
    fn table_entries_of_libraries_go_by_their_types() {
        let parts = parts();
        assert_eq!(parts.of_table_entry("core::ptr::drop_in_place::<ours::nets::Place>"), Some(0));
        assert_eq!(parts.of_table_entry("core::ptr::drop_in_place::<ours::view::Main>"), None);
        assert_eq!(parts.of_table_entry("core::ptr::drop_in_place::<yours::nets::Place>"), None);
    }

    #[test]
    fn names_lose_the_numbers_of_their_crates() {
        assert_eq!(plain("_RNvNtCs1234_7mycrate3foo3bar"), "mycrate::foo::bar");
        assert_eq!(plain("memcpy"), "memcpy");
    }

    #[test]
    fn a_wrong_list_is_refused() {
        assert!(Parts::read("ours::nets").is_err());
        assert!(Parts::read("[a]\nx::y\n[b]\nx::y").is_err());
        assert_eq!(parts().unused(&["ours::view::Main::f".to_owned()]), ["ours::nets"]);
    }
}
