//! Covers: a template from each of some sets, for as little as possible.
//!
//! The sets of different abstraction points mostly have nothing in common, and are covered one after the
//! other. Within a part, the templates of the smallest set are tried in turn, the cheap ones first.

use super::{AbstractionLattice, Powerset, Subset};
use crate::order::sort_by_key;
use crate::solver::Unknown;

/// This many sets that are looked at count as a step.
const SETS_PER_STEP: u64 = 64;

/// A cheapest set of templates that has one of each of the given sets; `None` if all of them cost the bound
/// or more.
pub(super) fn cheapest_cover(
    sets: &[Subset],
    lattice: &Powerset,
    bound: u64,
    take: &mut dyn FnMut(u64) -> Result<(), Unknown>,
) -> Result<Option<Subset>, Unknown> {
    Covers { lattice, take }.cheapest(sets.to_vec(), bound)
}

struct Covers<'a> {
    lattice: &'a Powerset,
    take: &'a mut dyn FnMut(u64) -> Result<(), Unknown>,
}

impl Covers<'_> {
    fn cheapest(&mut self, sets: Vec<Subset>, bound: u64) -> Result<Option<Subset>, Unknown> {
        (self.take)(1 + sets.len() as u64 / SETS_PER_STEP)?;
        let mut sets = self.undominated(smallest(sets));
        if bound == 0 || sets.iter().any(|s| s.is_empty()) {
            return Ok(None);
        }
        let mut chosen = Subset::default();
        while let Some(part) = part_of(&mut sets) {
            let spent = self.lattice.cost(&chosen);
            // What the rest costs at least cannot be spent here.
            let reserved = spent.saturating_add(self.at_least(&sets));
            if reserved >= bound {
                return Ok(None);
            }
            let Some(cover) = self.of_part(part, bound - reserved)? else { return Ok(None) };
            chosen = chosen.with(cover);
        }
        Ok(Some(chosen).filter(|c| self.lattice.cost(c) < bound))
    }

    /// The same for sets that hang together.
    fn of_part(&mut self, mut sets: Vec<Subset>, mut bound: u64) -> Result<Option<Subset>, Unknown> {
        let mut best = None;
        while self.at_least(&sets) < bound {
            let Some(smallest) = sets.iter().min_by_key(|s| s.positions().count()) else {
                return Ok(Some(Subset::default()));
            };
            let cost = |i: usize| self.lattice.cost(&Subset::new([i]));
            let Some(i) = smallest.positions().min_by_key(|i| cost(*i)) else { break };
            let (own, one) = (cost(i), Subset::new([i]));
            if own < bound {
                let others = sets.iter().filter(|s| !s.contains(i)).copied().collect();
                if let Some(cover) = self.cheapest(others, bound - own)? {
                    let cover = cover.with(one);
                    bound = self.lattice.cost(&cover);
                    best = Some(cover);
                }
            }
            // From here on without it.
            for set in &mut sets {
                *set = set.without(one);
            }
            if sets.iter().any(|s| s.is_empty()) {
                break;
            }
        }
        Ok(best)
    }

    /// What covers cost at least. Each set pays as much as its templates still cost; what it pays is taken
    /// off the cost of all of them, so nothing is paid for twice.
    fn at_least(&self, sets: &[Subset]) -> u64 {
        let mut order: Vec<(usize, Subset)> = sets.iter().map(|s| (s.positions().count(), *s)).collect();
        order.sort_unstable();
        let mut left: Vec<u64> =
            self.lattice.bottom().positions().map(|i| self.lattice.cost(&Subset::new([i]))).collect();
        let mut sum = 0u64;
        for (_, set) in order {
            let pays = set.positions().map(|i| left[i]).min().unwrap_or(u64::MAX);
            set.positions().for_each(|i| left[i] -= pays.min(left[i]));
            sum = sum.saturating_add(pays);
        }
        sum
    }

    /// Leaves out templates in whose place another one does at least as well for no more.
    fn undominated(&self, mut sets: Vec<Subset>) -> Vec<Subset> {
        let all = sets.iter().fold(Subset::default(), |all, s| all.with(*s));
        let cost = |i: usize| self.lattice.cost(&Subset::new([i]));
        let mut left_out = Subset::default();
        for i in all.positions() {
            let of_i: Vec<Subset> = sets.iter().filter(|s| s.contains(i)).copied().collect();
            let common = of_i.iter().fold(all, |common, s| common.and(*s)).without(left_out);
            if common.positions().any(|j| j != i && (cost(j), j) < (cost(i), i)) {
                left_out = left_out.with(Subset::new([i]));
            }
        }
        for set in &mut sets {
            *set = set.without(left_out);
        }
        smallest(sets)
    }
}

/// Without those that contain another one.
fn smallest(mut sets: Vec<Subset>) -> Vec<Subset> {
    sort_by_key(&mut sets, |s| (s.positions().count(), *s));
    let mut smallest: Vec<Subset> = Vec::new();
    for set in sets {
        if !smallest.iter().any(|s| s.is_subset(set)) {
            smallest.push(set);
        }
    }
    smallest
}

/// Takes some sets out that have nothing in common with the others.
fn part_of(sets: &mut Vec<Subset>) -> Option<Vec<Subset>> {
    let mut reach = *sets.first()?;
    loop {
        let before = reach;
        reach = sets.iter().filter(|s| !s.is_disjoint(reach)).fold(reach, |reach, s| reach.with(*s));
        if reach == before {
            break;
        }
    }
    let (part, rest) = sets.iter().partition(|s| !s.is_disjoint(reach));
    *sets = rest;
    Some(part)
}
