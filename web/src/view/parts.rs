//! Small parts that many views are made of.

pub(super) mod drawing;
pub(super) mod gestures;
pub(super) mod glossary;
pub(super) mod icon;
pub(super) mod math;
pub(super) mod menu;
pub(super) mod more;
pub(super) mod prose;
pub(super) mod run_table;
pub(super) mod save_picture;
pub(super) mod sign;
pub(super) mod svg;
pub(super) mod text_alternative;
