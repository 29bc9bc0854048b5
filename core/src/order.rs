//! Sorting, and ordered maps and sets, in little code.
//!
//! The page is downloaded, and the standard library's stable sort and B-trees are compiled anew for every
//! type that is sorted or kept in order: together they were an eighth of all code. Here the work that is the
//! same for all types is done once, on positions, and what is left for each type is a few moves. A map is a
//! sorted vector: what is added in order, as numbered things are, is added at its end.
//!
//! ```
//! use hornbook::order::{Map, sort_by_key};
//! let mut words = ["seven", "one", "three", "two"];
//! sort_by_key(&mut words, |word| word.len());
//! assert_eq!(words, ["one", "two", "seven", "three"]);
//! let map: Map<&str, usize> = words.iter().map(|word| (*word, word.len())).collect();
//! assert_eq!(map.keys().copied().collect::<Vec<_>>(), ["one", "seven", "three", "two"]);
//! ```

mod map;
mod set;
mod sort;

pub use map::Map;
pub use set::Set;
pub use sort::{sort, sort_by, sort_by_key};
