//! A part of a long list: around what matters at the moment, with a count of what is left out.
//!
//! ```
//! use hornbook_web::model::excerpt::excerpt;
//! assert_eq!(excerpt(10, None, 80), 0..10);
//! assert_eq!(excerpt(3000, Some(1500), 80), 1460..1540);
//! assert_eq!(excerpt(3000, Some(2999), 80), 2920..3000);
//! ```

use std::ops::Range;

/// At most this many rows of a list are shown at first.
pub const ROWS: usize = 80;

/// Which of `count` rows are shown: at most `most`, those around the row that matters, or the first ones.
pub fn excerpt(count: usize, around: Option<usize>, most: usize) -> Range<usize> {
    let from = around.unwrap_or(0).saturating_sub(most / 2).min(count.saturating_sub(most));
    from..count.min(from.saturating_add(most))
}
