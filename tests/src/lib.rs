//! What tests Hornbook as a whole, beyond the tests inside each package.

pub mod presburger;
pub mod problems;
