//! `div` and `mod` by constants, in linear arithmetic.
//!
//! The division is SMT-LIB's: `t = k·q + r` with `0 ≤ r < |k|`. In a clause `q` becomes a variable of the
//! clause, defined by `k·q ≤ t < k·q + k`; since every `t` has exactly one `q`, it does not matter whether
//! the atom that mentions it is negated. Where no new variable can be had, such as in a solution, an atom is
//! split into one case for each remainder: `X div 2 <= Y` is `2 | X, X <= 2*Y; 2 | X - 1, X - 1 <= 2*Y`.

use rustc_hash::FxHashMap;

use super::limits::RESIDUE_LIMIT;
use crate::formula::{Arena, Formula, LinearTerm, Symbol};
use crate::num::Int;

/// `symbol = term div divisor`, for a positive divisor.
#[derive(Clone, Debug)]
struct Quotient {
    symbol: Symbol,
    term: LinearTerm,
    divisor: Int,
}

/// The quotients that occur in one item.
#[derive(Debug, Default)]
pub(super) struct Quotients {
    all: Vec<Quotient>,
    known: FxHashMap<(LinearTerm, Int), Symbol>,
}

/// An atom over a linear term.
#[derive(Clone, Debug)]
pub(super) enum Atom {
    Le(LinearTerm),
    Eq(LinearTerm),
    Divides(Int, LinearTerm),
}

/// There are more cases than [`RESIDUE_LIMIT`].
#[derive(Debug)]
pub(super) struct TooManyCases;

impl Quotients {
    pub(super) fn clear(&mut self) {
        self.all.clear();
        self.known.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The symbol for `term div divisor`; one is made when there is none yet.
    pub(super) fn symbol(
        &mut self,
        term: LinearTerm,
        divisor: Int,
        fresh: impl FnOnce() -> Symbol,
    ) -> Symbol {
        let all = &mut self.all;
        *self.known.entry((term, divisor)).or_insert_with_key(|(term, divisor)| {
            let symbol = fresh();
            all.push(Quotient { symbol, term: term.clone(), divisor: divisor.clone() });
            symbol
        })
    }

    pub(super) fn mentioned(&self, term: &LinearTerm) -> bool {
        self.all.iter().any(|q| term.mentions(q.symbol))
    }

    /// What defines the symbols.
    pub(super) fn definitions(&self, arena: &mut Arena) -> Vec<Formula> {
        let mut definitions = Vec::with_capacity(2 * self.all.len());
        for Quotient { symbol, term, divisor } in &self.all {
            let product = LinearTerm::symbol(*symbol).scaled(divisor);
            definitions.push(arena.at_most(&product, term));
            definitions.push(arena.less(term, &product.plus_constant(divisor)));
        }
        definitions
    }

    /// The atom as a formula without the symbols of quotients.
    pub(super) fn eliminate(&self, arena: &mut Arena, atom: Atom) -> Result<Formula, TooManyCases> {
        let mut cases = vec![vec![atom]];
        // A later quotient may mention an earlier one, never the other way round.
        for quotient in self.all.iter().rev() {
            let mut split = Vec::new();
            for case in cases {
                if !case.iter().any(|atom| atom.term().mentions(quotient.symbol)) {
                    split.push(case);
                    continue;
                }
                let mut remainder = Int::ZERO;
                while remainder < quotient.divisor {
                    if split.len() >= RESIDUE_LIMIT {
                        return Err(TooManyCases);
                    }
                    // With t = k·q + r, multiplying an atom by k replaces k·q by t - r.
                    let dividend = quotient.term.plus_constant(&-&remainder);
                    let mut atoms: Vec<Atom> = case.iter().map(|a| a.replaced(quotient, &dividend)).collect();
                    atoms.push(Atom::Divides(quotient.divisor.clone(), dividend));
                    split.push(atoms);
                    remainder += &Int::ONE;
                }
            }
            cases = split;
        }
        let cases: Vec<Formula> = cases
            .into_iter()
            .map(|case| {
                let parts: Vec<Formula> = case.into_iter().map(|atom| atom.build(arena)).collect();
                arena.and(parts)
            })
            .collect();
        Ok(arena.or(cases))
    }
}

impl Atom {
    fn term(&self) -> &LinearTerm {
        match self {
            Atom::Le(t) | Atom::Eq(t) | Atom::Divides(_, t) => t,
        }
    }

    fn replaced(&self, quotient: &Quotient, dividend: &LinearTerm) -> Atom {
        let term = self.term();
        let a = term.coefficient(quotient.symbol);
        if a.is_zero() {
            return self.clone();
        }
        let k = &quotient.divisor;
        let rest = term.plus_scaled(&-&a, &LinearTerm::symbol(quotient.symbol));
        let image = rest.scaled(k).plus_scaled(&a, dividend);
        match self {
            Atom::Le(_) => Atom::Le(image),
            Atom::Eq(_) => Atom::Eq(image),
            Atom::Divides(m, _) => Atom::Divides(m * k, image),
        }
    }

    pub(super) fn build(&self, arena: &mut Arena) -> Formula {
        match self {
            Atom::Le(t) => arena.le(t),
            Atom::Eq(t) => arena.eq(t),
            Atom::Divides(k, t) => arena.divides(k, t),
        }
    }
}
