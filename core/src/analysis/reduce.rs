//! Bounds that say something that others do not.
//!
//! `X - Y ≥ 1` and `Y ≥ 2` are all there is to say of `X ≥ 3`. Bounds on arguments and on differences of two
//! are the edges of a graph, and one that is no better than two others in a row is left out (transitive
//! reduction of difference bounds).

use rustc_hash::FxHashMap;

use crate::formula::{LinearTerm, Symbol};
use crate::num::Int;

/// Those of some bounds `t ≥ 0`, with `t` an argument or a difference of two and a constant, from which the
/// others follow.
pub(super) fn irredundant(bounds: &[LinearTerm]) -> Vec<LinearTerm> {
    type Nodes = (Option<Symbol>, Option<Symbol>);
    // `x - y ≥ c` is an edge from x to y; what is missing is zero.
    let mut edges: FxHashMap<Nodes, Int> = FxHashMap::default();
    let mut nodes: Vec<Option<Symbol>> = vec![None];
    let ends = |bound: &LinearTerm| -> Option<Nodes> {
        let mut ends = (None, None);
        for (symbol, factor) in bound.summands() {
            match (factor.is_one(), *factor == Int::MINUS_ONE) {
                (true, _) if ends.0.is_none() => ends.0 = Some(*symbol),
                (_, true) if ends.1.is_none() => ends.1 = Some(*symbol),
                _ => return None,
            }
        }
        Some(ends)
    };
    for bound in bounds {
        let Some((from, to)) = ends(bound) else { continue };
        nodes.extend([from, to]);
        edges.insert((from, to), -bound.constant_part());
    }
    nodes.sort_unstable();
    nodes.dedup();
    // Differences go first, since bounds on single arguments are cheaper.
    let (differences, single): (Vec<&LinearTerm>, Vec<&LinearTerm>) =
        bounds.iter().partition(|bound| bound.summands().len() > 1);
    let mut kept: Vec<LinearTerm> = Vec::new();
    for bound in differences.into_iter().chain(single) {
        let Some((from, to)) = ends(bound) else {
            kept.push(bound.clone());
            continue;
        };
        let least = -bound.constant_part();
        let follows = nodes.iter().any(|between| {
            *between != from
                && *between != to
                && matches!(
                    (edges.get(&(from, *between)), edges.get(&(*between, to))),
                    (Some(first), Some(second)) if first + second >= least
                )
        });
        if follows {
            edges.remove(&(from, to));
        } else {
            kept.push(bound.clone());
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::{Arena, Sort};

    #[test]
    fn what_follows_from_two_others_is_left_out() {
        let mut arena = Arena::new();
        let [x, y, z] = ["X", "Y", "Z"].map(|name| LinearTerm::symbol(arena.symbol(name, Sort::Int)));
        let at_least = |term: &LinearTerm, least: i64| term.plus_constant(&-Int::from(least));
        let bounds = [
            at_least(&x, 0),
            at_least(&y, 2),
            at_least(&(&x - &y), 1),
            at_least(&(&y - &z), 0),
            at_least(&(&x - &z), 1),
        ];
        assert_eq!(irredundant(&bounds), [bounds[2].clone(), bounds[3].clone(), bounds[1].clone()]);
        // Of two that follow from each other, one stays.
        let equal = [at_least(&(&x - &y), 0), at_least(&(&y - &x), 0), at_least(&x, 1), at_least(&y, 1)];
        assert_eq!(irredundant(&equal).len(), 3);
    }
}
