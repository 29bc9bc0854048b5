//! What every front end needs, whatever its texts look like.
//!
//! A front end turns a text into a syntax tree of its own, and then into terms, formulae and clauses with
//! what is here.

pub(super) mod clausify;
pub(super) mod definition;
pub(super) mod eliminate;
pub(super) mod fresh;
pub mod limits;
pub(super) mod nearest;
pub(super) mod renaming;
pub(super) mod report;
pub(super) mod sum;
