//! Definitions of quotients: each names a value that exists, whatever the inputs' symbols stand for.
//!
//! Given values for all other symbols, the quotients can be evaluated one after the other, because none
//! speaks of itself or of a later one. So every valuation of the inputs extends to one of the proof:
//!
//! ```text
//! q = ⌊x/2⌋, r = ⌊(x + q)/3⌋     right: first q, then r
//! q = ⌊r/2⌋, r = ⌊x/3⌋           wrong: q speaks of r before r is defined
//! ```

use rustc_hash::FxHashSet;

use super::Fault;
use crate::formula::{Arena, Formula, LinearTerm, Node, Sort, Symbol};
use crate::num::Int;
use crate::proof::Quotient;

pub(super) fn check(arena: &Arena, inputs: &[Formula], quotients: &[Quotient]) -> Result<(), Fault> {
    if quotients.is_empty() {
        return Ok(());
    }
    let mut taken: FxHashSet<Symbol> = FxHashSet::default();
    for part in arena.reachable(inputs.iter().copied()) {
        match arena.node(part) {
            Node::Bool(b) | Node::NotBool(b) => {
                taken.insert(*b);
            }
            node => taken.extend(node.term().into_iter().flat_map(LinearTerm::symbols)),
        }
    }
    for (i, quotient) in quotients.iter().enumerate() {
        let symbol = quotient.symbol;
        if symbol.index() >= arena.symbol_count() || arena.sort(symbol) != Sort::Int {
            return Err(Fault::NoIntegerSymbol(i));
        }
        if quotient.divisor < Int::ONE {
            return Err(Fault::DivisorBelowOne(i));
        }
        taken.extend(quotient.term.symbols());
        if !taken.insert(symbol) {
            return Err(Fault::NotFresh(i));
        }
    }
    Ok(())
}
