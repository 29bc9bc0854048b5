//! What is read is what is meant, and what is claimed about a net is true of it.

use super::*;
use crate::lang::Severity;

mod explore;
mod facts;
mod notations;

/// Reads a net without errors.
fn net(text: &str) -> NetModel {
    let notation = if spec::detects(text) { Notation::Spec } else { Notation::Short };
    let (model, diagnostics) = read(text, notation, &mut Budget::unlimited());
    assert!(diagnostics.iter().all(|d| d.severity != Severity::Error), "{diagnostics:?}\n{text}");
    model
}
