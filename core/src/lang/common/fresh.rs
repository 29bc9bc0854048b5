//! Names that a text does not use.

use rustc_hash::FxHashMap;

use crate::formula::{Arena, Sort};

/// How many names there are already for each hint.
#[derive(Clone, Debug, Default)]
pub(in crate::lang) struct FreshNames(FxHashMap<String, u32>);

impl FreshNames {
    /// The hint and a number, such that no symbol has this name and it is not taken.
    pub(in crate::lang) fn fresh(
        &mut self,
        hint: &str,
        arena: &Arena,
        taken: impl Fn(&str) -> bool,
    ) -> String {
        let number = self.0.entry(hint.to_owned()).or_default();
        loop {
            let name = format!("{hint}_{number}");
            *number += 1;
            let used = |sort| arena.find_symbol(&name, sort).is_some();
            if !taken(&name) && !used(Sort::Int) && !used(Sort::Bool) {
                return name;
            }
        }
    }
}
