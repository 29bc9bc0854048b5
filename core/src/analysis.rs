//! Static analysis of loops: what their rounds change and by how much, and what holds in all of them
//! (Acta'16, Sect. 8.2 and 9.3).
//!
//! The paper has strides and invariants of effects. What goes beyond, for the abstraction *auto*, has other
//! origins:
//!
//! | what | where | after |
//! |---|---|---|
//! | affine hulls | `affine.rs` | Karr, Acta Informatica 1976 |
//! | bounds with thresholds | `bounds.rs` | template polyhedra: Sankaranarayanan, Sipma, Manna, VMCAI 2005 |
//! | properties of queries | `properties.rs` | Houdini: Flanagan, Leino, FME 2001 |
//! | phases | `phases.rs` | our own; akin to splitter predicates: Sharma, Dillig, Dillig, Aiken, CAV 2011 |
//! | remainders | `loop_facts.rs` | congruences: Granger, 1989 |
//!
//! [`Analyst`] does all of it, can be cut short, and is gone on with.
//!
//! Nothing here speaks of templates: [`crate::guide`] makes them of what [`Analysis`] finds.

mod affine;
mod analyst;
mod bounds;
mod cycles;
mod loop_facts;
mod loops;
mod net;
mod phases;
mod places;
mod properties;
mod reduce;
mod strides;
mod terms;

pub use analyst::Analyst;
pub use cycles::{Cycles, cycles};
pub use loop_facts::{Analysis, Change, Changes, Loop};
pub use loops::loop_heads;
pub use net::{Net, NetAction, orthogonal_to};
