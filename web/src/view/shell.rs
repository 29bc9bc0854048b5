//! What stands around the views: the header of the page, dialogs, messages, and the section of the solver
//! that holds the views.

pub(super) mod debug;
mod dialog;
pub(super) mod export;
pub(super) mod failure;
pub(super) mod help;
pub(super) mod notice;
pub(super) mod options;
pub(super) mod page_header;
mod panel;
pub(super) mod panes;
pub(crate) mod share;
pub(super) mod solver;
pub(crate) mod splitter;
pub(crate) mod view_switch;
mod welcome;
