//! Presburger formulae: linear terms, canonical atoms, and a hash-consed store of both.
//!
//! A [`Formula`] is a small copyable handle into an [`Arena`]. Formulae are in negation normal form by
//! construction: every node is stored next to its complement, so negation costs nothing and needs no
//! traversal. Children always have smaller handles than their parents, so every traversal is a loop
//! over handles and no depth of nesting can exhaust the stack.

mod arena;
mod conjuncts;
mod import;
mod print;
mod read;
mod sharing;
mod steady;
mod substitute;
mod symbol;
mod term;
mod text;
mod valuation;

pub use arena::{Arena, Formula, Node};
pub use import::Importer;
pub(crate) use print::Exact;
pub use print::{Notation, Printed, TEXT_LIMIT, TOKEN_LIMIT};
pub use read::NotRead;
pub use sharing::Sharing;
pub use steady::Steady;
pub use substitute::Substitution;
pub(crate) use substitute::map_literals;
pub use symbol::{Sort, Symbol};
pub use term::LinearTerm;
pub use text::{AtomText, FormulaText, Piece, PieceKind, Pieces};
pub use valuation::{Valuation, Value};
