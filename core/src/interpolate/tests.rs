//! Interpolants of random problems pass their checks; those of the papers are as published.

mod facts;
mod random;
