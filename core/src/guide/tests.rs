//! Facts of the paper, and its lemmas on random problems.

mod algebra;
mod facts;
mod least;
mod lemmas;
mod loops;
mod pairs;
