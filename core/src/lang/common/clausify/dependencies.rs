//! Which symbols the parts of a formula depend on, computed once for each part.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{Clausifier, Failure, Run};
use crate::formula::{Formula, Symbol};

/// The symbols of formulae with placeholders, for which those of their applications stand.
pub(super) type Dependencies = FxHashMap<Formula, Rc<[Symbol]>>;

impl Clausifier<'_, '_> {
    /// The symbols of a formula, sorted.
    pub(super) fn dependencies(&mut self, formula: Formula, run: &mut Run) -> Result<Rc<[Symbol]>, Failure> {
        let mut open = vec![formula];
        while let Some(part) = open.last().copied() {
            if run.dependencies.contains_key(&part) {
                open.pop();
                continue;
            }
            let is_relational = run.shape.is_relational(part);
            let children = if is_relational { self.arena.node(part).children() } else { &[] };
            let waiting = open.len();
            open.extend(children.iter().filter(|child| !run.dependencies.contains_key(child)));
            if open.len() > waiting {
                continue;
            }
            let mut symbols: Vec<Symbol> = Vec::new();
            for child in children {
                symbols.extend_from_slice(&run.dependencies[child]);
            }
            if children.is_empty() {
                let size = self.arena.reachable([part]).len();
                self.spend(size as u64 / 4)?;
                for symbol in self.arena.symbols_of(part) {
                    match self.symbols.application(symbol) {
                        Some(application) => symbols.extend(application.symbols(self.arena)),
                        None => symbols.push(symbol),
                    }
                }
            }
            self.spend(1 + symbols.len() as u64 / 4)?;
            symbols.sort_unstable();
            symbols.dedup();
            // Parts that have the symbols of the whole share the list.
            let known = children_of(self, part).find_map(|child| {
                run.dependencies.get(&child).filter(|known| ***known == symbols[..]).cloned()
            });
            run.dependencies.insert(part, known.unwrap_or_else(|| symbols.into()));
            open.pop();
        }
        Ok(run.dependencies[&formula].clone())
    }
}

fn children_of<'a>(
    clausifier: &'a Clausifier<'_, '_>,
    formula: Formula,
) -> impl Iterator<Item = Formula> + 'a {
    clausifier.arena.node(formula).children().iter().copied()
}
