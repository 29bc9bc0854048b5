//! What crosses a boundary: messages between page and workers, the settings in them, and share links.

#[cfg(target_arch = "wasm32")]
pub(crate) mod bytes;
pub mod goal;
pub mod inspection;
pub mod protocol;
pub mod share;
