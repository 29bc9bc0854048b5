//! Formulae that people type: the house syntax, over the arguments of the relation symbol.

use super::Inspector;
use crate::formula::Formula;
use crate::guide::{Template, parse_templates};
use crate::lang::Diagnostic;
use crate::lang::typed::read;

impl Inspector {
    /// Reads a formula over the parameters, or says what is wrong; places count within the text.
    pub(super) fn formula(&mut self, text: &str) -> Result<Formula, Vec<Diagnostic>> {
        read(&mut self.arena, &self.parameters, text)
    }

    /// Reads templates such as `X - I; J cost 2; inequality X`, or says what is wrong; places count within
    /// the text.
    pub(super) fn templates(&mut self, text: &str) -> Result<Vec<Template>, Vec<Diagnostic>> {
        parse_templates(&mut self.arena, &self.parameters, text)
    }
}
