//! Facts of the paper, and its lemmas on random problems.

mod facts;
mod lemmas;
mod loops;
