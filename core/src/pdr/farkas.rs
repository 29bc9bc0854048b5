//! Sums in the place of several bounds, read off a proof.
//!
//! If `x ≥ 5` and `y ≤ 3` were both needed, then because a frame implies `x ≤ y`. What was needed of them is
//! `x - y ≥ 2`. Arithmetic lemmas of a proof are sums that leave a contradiction; the part of a sum that
//! comes from the cube follows from the cube, and is all that the lemma needs of it (the interpolant of the
//! lemma, McMillan, *An interpolating theorem prover*, TACAS'04).

use rustc_hash::FxHashSet;

use crate::formula::{Arena, Formula, LinearTerm, Node};
use crate::num::Int;
use crate::proof::{Line, Proof, Step};

/// The sums of literals of the cube in the lemmas of a proof, and the literals that are in none of them.
/// Nothing if no lemma needs two of them.
pub(super) fn sums(arena: &mut Arena, proof: &Proof, cube: &[Formula]) -> Option<Vec<Formula>> {
    let own: FxHashSet<Formula> = cube.iter().copied().collect();
    let mut summed: FxHashSet<Formula> = FxHashSet::default();
    let mut single: FxHashSet<Formula> = FxHashSet::default();
    let mut found = Vec::new();
    for step in &proof.steps {
        let Step::Lemma { clause, certificate } = step else { continue };
        let here: Vec<Formula> = clause.iter().map(|l| !*l).filter(|l| own.contains(l)).collect();
        if let [only] = &here[..] {
            single.insert(*only);
        }
        if here.len() < 2 {
            continue;
        }
        let sum = match &certificate.lines[..] {
            [Line::Contradiction { combination, divisor }] if divisor.is_zero() => {
                let mut sum = LinearTerm::zero();
                let mut is_plain = true;
                for (fact, factor) in combination {
                    let Some(literal) = clause.get(fact.index()).map(|l| !*l) else {
                        is_plain = false;
                        break;
                    };
                    if own.contains(&literal) {
                        match arena.node(literal) {
                            Node::Le(term) => sum = sum.plus_scaled(factor, term),
                            _ => is_plain = false,
                        }
                    }
                }
                is_plain.then_some(sum)
            }
            _ => None,
        };
        match sum {
            Some(sum) if !sum.is_constant() => {
                summed.extend(here);
                found.push(reduced(arena, &sum));
            }
            _ => single.extend(here),
        }
    }
    if found.is_empty() {
        return None;
    }
    found.extend(cube.iter().filter(|l| !summed.contains(l) || single.contains(l)));
    found.sort_unstable();
    found.dedup();
    Some(found)
}

fn reduced(arena: &mut Arena, sum: &LinearTerm) -> Formula {
    debug_assert!(sum.content() != Int::ZERO);
    arena.le(sum)
}
