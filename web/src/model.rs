//! Models of the views: pure functions from a moment of a run to what is to be shown.

pub mod and_or;
pub mod arg;
pub mod arg_layout;
mod names;

pub use names::Names;
