//! Clauses that are always true because their constraint is unsatisfiable.
//!
//! Such a clause simplifies to nothing, but its author may want to see it: `x > 0 ∧ x < 0 ∧ p(x) → q(x)`
//! should not vanish from the page. So its relation symbols are sorted into head and body by the shape of the
//! text, and its constraint is `false`.

use super::elaborate::Elaborator;
use super::sexpr::NodeId;
use super::special::Special;
use super::vocabulary::Word;
use crate::lang::{Clause, Diagnostic, Span};

impl Elaborator<'_, '_> {
    /// Keeps a clause that simplified to true when its shape shows which relation symbol is its head.
    pub(super) fn vacuous(&mut self, command: NodeId, clauses: &mut Vec<Clause>) {
        let span = self.tree.span(command);
        let regions = self.tree.children(command).nth(1).and_then(|term| self.head_regions(term));
        let mut body = Vec::new();
        let mut heads = Vec::new();
        for symbol in &self.introduced {
            if let Special::Applied(application) = &self.specials[symbol] {
                let place = application.span;
                let within = |region: &Span| region.start <= place.start && place.end <= region.end;
                let is_head = regions.iter().flatten().any(within);
                if is_head { heads.push(application.clone()) } else { body.push(application.clone()) }
            }
        }
        let nested = body.iter().chain(&heads).any(|application| self.mentions_placeholder(application));
        if regions.is_none() || heads.len() > 1 || nested {
            self.report.push(Diagnostic::warning(span, "this clause is always true and is left out"));
        } else {
            let constraint = self.arena.false_();
            clauses.push(Clause { head: heads.pop(), body, constraint, span });
        }
    }

    /// Where the heads of a clause stand, for the usual shapes: an implication, a disjunction with negated
    /// parts, or a negation.
    fn head_regions(&self, term: NodeId) -> Option<Vec<Span>> {
        let tree = self.tree;
        let word = |node| tree.children(node).next().and_then(|n| tree.symbol(n)).and_then(Word::of);
        let mut inner = term;
        while word(inner) == Some(Word::Forall) {
            inner = tree.children(inner).nth(2)?;
        }
        match word(inner) {
            Some(Word::Implies) => tree.children(inner).last().map(|node| vec![tree.span(node)]),
            Some(Word::Or) => {
                let positive = tree.children(inner).skip(1).filter(|n| word(*n) != Some(Word::Not));
                Some(positive.map(|n| tree.span(n)).collect())
            }
            Some(Word::Not) => Some(Vec::new()),
            _ => None,
        }
    }
}
