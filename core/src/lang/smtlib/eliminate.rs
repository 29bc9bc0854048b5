//! Which defined variables stay in a formula, and which are taken out of it again.
//!
//! A clause may keep them, with their definitions. A solution must be a formula over the parameters of its
//! relation symbol, so nothing stays.

use rustc_hash::FxHashSet;

use super::elaborate::Elaborator;
use super::sexpr::NodeId;
use super::special::Special;
use crate::formula::{Formula, Symbol};
use crate::lang::common::definition::{DefinedVariable, Meaning};
use crate::lang::common::eliminate::eliminate;

/// A conditional term is written out when at most this many literals mention it.
const LITERALS: usize = 2;

/// Conditional terms are written out for people; where there are more of them than this, no person reads
/// them.
const WRITTEN_OUT: usize = 16;

/// Larger formulae keep their conditional terms.
const SIZE: usize = 2_000;

impl Elaborator<'_, '_> {
    /// The formula together with the definitions that it depends on. A conditional term that few literals
    /// mention is written out instead: `x = (ite c a b)` needs no variable.
    pub(super) fn settled(&mut self, formula: Formula, elsewhere: Vec<Symbol>, node: NodeId) -> Formula {
        if self.defined == 0 {
            return formula;
        }
        let span = self.tree.span(node);
        self.charge(self.introduced.len() as u64 / 8, node);
        let formula = self.with_distinct(formula, &elsewhere, node);
        let mut mentioned = self.arena.symbols_of(formula);
        mentioned.extend(&elsewhere);
        let elsewhere: FxHashSet<Symbol> = elsewhere.into_iter().collect();
        let mut definitions = self.definitions_of(mentioned);
        definitions.retain(|definition| !self.is_relational(definition));
        let few = definitions.len() <= WRITTEN_OUT;
        let mut settled = vec![formula];
        for definition in definitions.into_iter().rev() {
            if few
                && matches!(definition.meaning, Meaning::Choice { .. })
                && !elsewhere.contains(&definition.symbol)
            {
                let whole = self.arena.and(settled);
                settled = vec![whole];
                if self.literals_with(whole, definition.symbol) <= LITERALS
                    && let Some(shorter) =
                        eliminate(&mut self.arena, whole, &definition, &mut self.report, span)
                {
                    settled = vec![shorter];
                    continue;
                }
            }
            settled.push(definition.formula(&mut self.arena));
            if !few && let Some(range) = definition.range(&mut self.arena) {
                settled.push(range);
            }
        }
        self.arena.and(settled)
    }

    fn literals_with(&mut self, formula: Formula, symbol: Symbol) -> usize {
        let parts = self.arena.reachable([formula]);
        if parts.len() > SIZE {
            return usize::MAX;
        }
        let mentions = |f: &&Formula| self.arena.node(**f).term().is_some_and(|t| t.mentions(symbol));
        parts.iter().filter(mentions).count()
    }

    /// The formula without the variables that the present command defined.
    pub(super) fn without_definitions(&mut self, mut formula: Formula, node: NodeId) -> Option<Formula> {
        let span = self.tree.span(node);
        // A variable's meaning mentions earlier ones only.
        for symbol in self.introduced.clone().into_iter().rev() {
            let Some(Special::Defined(meaning)) = self.specials.get(&symbol) else { continue };
            let definition = DefinedVariable { symbol, meaning: meaning.clone() };
            formula = eliminate(&mut self.arena, formula, &definition, &mut self.report, span)?;
        }
        Some(formula)
    }
}
