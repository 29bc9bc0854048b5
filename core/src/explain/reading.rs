//! Formulae as they read best: a disjunction in which some parts deny something is an implication.
//!
//! `N ≠ M ∨ R ≤ M` says that `M = N → R ≤ M`. The two are the same formula; this is about how it is written.

use crate::formula::{Arena, Formula, Node, Symbol};

/// A formula with more parts than this is not written out. Parts may be shared, and the text of one that is small in memory
/// may be larger than any screen.
pub const FORMULA_PARTS: u64 = 2_000;

/// The formula as it reads best.
pub fn reading(arena: &Arena, formula: Formula) -> String {
    if arena.written_size(formula) > FORMULA_PARTS {
        return too_large(arena, formula);
    }
    let parts = match arena.node(formula) {
        Node::And(parts) => parts.to_vec(),
        _ => vec![formula],
    };
    let alone = parts.len() == 1;
    let mut texts = Vec::with_capacity(parts.len());
    for part in parts {
        let is_literal = arena.node(part).is_literal();
        let text = implication(arena, part).unwrap_or_else(|| arena.show(part).to_string());
        texts.push(if alone || is_literal { text } else { format!("({text})") });
    }
    texts.join(" ∧ ")
}

/// A disjunction as an implication, if some of its parts deny something and others do not.
fn implication(arena: &Arena, formula: Formula) -> Option<String> {
    let Node::Or(parts) = arena.node(formula) else { return None };
    let denies =
        |part: &Formula| matches!(arena.node(*part), Node::Ne(_) | Node::NotBool(_) | Node::NotDivides(..));
    let (denied, claimed): (Vec<Formula>, Vec<Formula>) = parts.iter().partition(|part| denies(part));
    if denied.is_empty() || claimed.is_empty() {
        return None;
    }
    let premises: Vec<String> = denied.iter().map(|part| arena.show(!*part).to_string()).collect();
    let conclusions: Vec<String> = claimed
        .iter()
        .map(|part| match arena.node(*part) {
            Node::And(_) if claimed.len() > 1 => format!("({})", arena.show(*part)),
            _ => arena.show(*part).to_string(),
        })
        .collect();
    let conclusion = conclusions.join(" ∨ ");
    let conclusion = if claimed.len() > 1 { format!("({conclusion})") } else { conclusion };
    Some(format!("{} → {conclusion}", premises.join(" ∧ ")))
}

/// The formula as it is, if it is not too large.
pub(super) fn bounded(arena: &Arena, formula: Formula, spelling: &dyn Fn(Symbol) -> String) -> String {
    if arena.written_size(formula) > FORMULA_PARTS {
        return too_large(arena, formula);
    }
    arena.show(formula).spelled(spelling).to_string()
}

fn too_large(arena: &Arena, formula: Formula) -> String {
    format!("(a formula of {} parts)", arena.written_size(formula))
}
