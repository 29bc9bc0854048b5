//! Names for the symbols of one proof: those of the user as they are, those of the proof short.

use rustc_hash::FxHashMap;

use crate::formula::{Arena, Formula, FormulaText, Sort, Symbol};
use crate::proof::Quotient;

/// How symbols are spelled in a proof.
#[derive(Clone, Debug, Default)]
pub(super) struct Spelling {
    own: FxHashMap<Symbol, String>,
}

impl Spelling {
    /// Quotients are called `q1`, `q2`, …, unless the user has symbols of these names.
    pub(super) fn new(arena: &Arena, quotients: &[Quotient]) -> Spelling {
        let taken =
            |name: &str| [Sort::Int, Sort::Bool].iter().any(|sort| arena.find_symbol(name, *sort).is_some());
        let mut own = FxHashMap::default();
        for (i, quotient) in quotients.iter().enumerate() {
            let mut name = format!("q{}", i + 1);
            while taken(&name) {
                name.push('′');
            }
            own.insert(quotient.symbol, name);
        }
        Spelling { own }
    }

    pub(super) fn name(&self, arena: &Arena, symbol: Symbol) -> String {
        self.own.get(&symbol).map_or_else(|| arena.name(symbol).to_owned(), Clone::clone)
    }

    pub(super) fn formula(&self, arena: &Arena, formula: Formula) -> FormulaText {
        arena.show(formula).spelled(&|symbol| self.name(arena, symbol)).text()
    }
}
