//! The model of the editor: changes of a text and their history, brackets, and what is drawn on a line.

mod brackets;
mod change;
mod history;
mod runs;

pub use brackets::matching_bracket;
pub use change::Change;
pub use history::History;
pub use runs::{Decoration, Run, runs};
