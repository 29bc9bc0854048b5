//! Divisibilities that follow from, or contradict, others with a larger divisor.
//!
//! `40 | x - 11y + 15` implies `8 | x - 3y - 1`, since both coefficients and constants agree modulo 8, and so
//! does any divisor of 40. Atoms are canonical, so the consequence is found by building it.

use rustc_hash::FxHashSet;

use crate::formula::{Arena, Formula, LinearTerm, Node};
use crate::num::Int;
use crate::order::sort;

/// Drops literals that a divisibility among the parts of a conjunction implies; false when it contradicts
/// one.
pub(crate) fn compare_divisibilities(arena: &mut Arena, parts: &mut Vec<Formula>) -> bool {
    let mut divisibilities: Vec<(Int, LinearTerm)> = Vec::new();
    let mut divisors: Vec<Int> = Vec::new();
    for part in parts.iter() {
        match arena.node(*part) {
            Node::Divides(k, t) => {
                divisibilities.push((k.clone(), t.clone()));
                divisors.push(k.clone());
            }
            Node::NotDivides(k, _) => divisors.push(k.clone()),
            _ => {}
        }
    }
    sort(&mut divisors);
    divisors.dedup();
    let mut kept: FxHashSet<Formula> = parts.iter().copied().collect();
    for (k, t) in divisibilities {
        for divisor in &divisors {
            if *divisor < k && divisor.divides(&k) {
                let implied = arena.divides(divisor, &t);
                if kept.contains(&!implied) {
                    return false;
                }
                kept.remove(&implied);
            }
        }
    }
    parts.retain(|part| kept.contains(part));
    true
}
