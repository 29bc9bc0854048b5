//! What moves a run: the buttons, the timeline, the settings, and what is announced to screen readers.

pub(super) mod announcer;
pub(super) mod control_bar;
mod method;
pub(crate) mod settings;
mod steps;
mod timeline;
