//! The texts of problems: examples, drafts and files, and what an editor needs to know about a text.

pub mod drafts;
pub mod editing;
pub mod examples;
pub mod file;
pub mod highlight;
pub mod place;
