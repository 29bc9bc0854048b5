//! Weak interpolants of a tree: what the rest of the tree contradicts, and nothing more (Acta'16, Lemma 4:
//! the upper end of the interpolants).
//!
//! A reading of the proof explains the contradiction by one sum for all of it. The negation of the rest says
//! what the query forbids, which is often the same in every round:
//!
//! ```text
//! after three rounds      A - C = n, B - D = 3·n      and      A = C, B ≠ D
//! by the sum              3·(A - C) = B - D            weak     A = C → B = D
//! ```

use super::tree::Tree;
use crate::elimination::eliminate;
use crate::formula::{Arena, Formula};
use crate::simplify::{Measure, simplify};
use crate::solver::{Answer, Budget, Solver, Unknown};

/// An interpolant for every node but the root, unchecked; `None` if one has more literals than this. Of the
/// rest, only what the contradiction needs is negated, so they need not be the weakest of all.
pub(crate) fn weak_interpolants(
    arena: &mut Arena,
    tree: &Tree,
    most_literals: u64,
    budget: &mut Budget,
) -> Result<Option<Vec<Formula>>, Unknown> {
    let nodes = tree.nodes();
    // What stands for each node now: its label, and after its turn its interpolant or nothing.
    let mut pieces: Vec<Option<Formula>> = nodes.iter().map(|node| Some(node.label)).collect();
    let mut found = Vec::new();
    for (i, node) in nodes.iter().enumerate().take(nodes.len().saturating_sub(1)) {
        let mut solver = Solver::new();
        for j in node.children.iter().chain([&i]) {
            if let Some(piece) = pieces[*j].take() {
                solver.assert(arena, piece);
            }
        }
        let rest: Vec<Formula> = pieces.iter().flatten().copied().collect();
        let rest = arena.conjuncts_of_all(&rest);
        let needed = match solver.check(arena, &rest, budget) {
            Answer::Unsat(core) => solver.minimise_core(arena, &core, budget)?,
            Answer::Sat(_) => return Err(Unknown::Unchecked),
            Answer::Unknown(reason) => return Err(reason),
        };
        let shared = tree.shared_symbols(arena, i);
        let needed = arena.and(needed);
        let mut others = arena.symbols_of(needed);
        others.retain(|symbol| !shared.contains(symbol));
        let forbidden = eliminate(arena, needed, &others, budget)?;
        let interpolant = !simplify(arena, forbidden, budget)?;
        if Measure::of(arena, interpolant).literals > most_literals {
            return Ok(None);
        }
        pieces[i] = Some(interpolant);
        found.push(interpolant);
    }
    Ok(Some(found))
}
