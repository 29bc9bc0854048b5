//! Static analysis of loops: what their rounds change and by how much, and what holds in all of them
//! (Acta'16, Sect. 8.2 and 9.3).
//!
//! Nothing here speaks of templates: [`crate::guide`] makes them of what [`Analysis`] finds.

mod affine;
mod bounds;
mod loop_facts;
mod loops;
mod phases;
mod places;
mod properties;
mod space;
mod strides;

pub use loop_facts::{Analysis, Change, Loop};
pub use loops::loop_heads;
