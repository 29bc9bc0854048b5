//! Acceleration: what any number of rounds of a loop does, as one formula (thesis, Chapter 4).
//!
//! ```text
//! a round     x < 50 ∧ x' = x + 1
//! n rounds    n = 0 ∧ x' = x  ∨  n ≥ 1 ∧ x' = x + n ∧ x' ≤ 50
//! closure     x' = x  ∨  x' > x ∧ x' ≤ 50
//! ```
//!
//! | what | where | after |
//! |---|---|---|
//! | transition relations | `relation.rs` | Sect. 4.2 |
//! | octagonal relations | `octagon.rs`, `periodic.rs` | Def. 4.2.1; Bozga, Iosif, Konečný, CAV 2010 |
//! | translations, finite monoids | `affine.rs`, `guard.rs` | Def. 4.2.2; Boigelot 1999; Finkel, Leroux 2002 |
//! | trace schemes, `Fold` | `scheme.rs` | Def. 4.3.1, Sect. 4.4 |
//! | meta-traces, `I^sp` and `I^wp` | `meta_trace.rs` | (4.5), Sect. 4.5.1, Def. 4.3.2 |
//! | over-approximation | `hull.rs` | Sect. 4.5.2 |
//! | rounds with values | `unroll.rs` | our own |
//! | certificates of closures | `certificate.rs` | our own |
//!
//! Whatever is claimed as a closure is proved: no rounds are the identity, and one round more is a round more
//! ([`Certificate`]). One whose proof fails is none.

mod affine;
mod certificate;
mod closure;
mod guard;
mod hull;
mod meta_trace;
mod octagon;
mod periodic;
mod relation;
mod scheme;
mod unroll;

pub use certificate::Certificate;
pub use closure::{Class, Closed, Closure, NotClosed, close, close_by};
pub use hull::hull;
pub use meta_trace::{Fate, Inductive, Link, decide, extremal};
pub use relation::Transition;
pub(crate) use relation::primed;
pub use relation::with_primes;
pub use scheme::{Path, Place, Scheme, SchemeState, fold};
pub use unroll::{Unrolled, unroll};

#[cfg(test)]
mod tests;
