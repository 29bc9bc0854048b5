//! The search from below against a look at every element.

use crate::guide::{AbstractionLattice, Judge, Judgement, Powerset, Subset, least};
use crate::solver::Unknown;
use crate::testing::Random;

/// A powerset in which exactly what contains one of some sets is feasible.
struct Known {
    all: Subset,
    minimal: Vec<Subset>,
    /// Whether answers say more than was asked for.
    generous: bool,
    left: usize,
}

impl Judge for Known {
    fn judge(&mut self, set: Subset) -> Result<Judgement, Unknown> {
        self.left = self.left.checked_sub(1).ok_or(Unknown::Budget)?;
        if let Some(core) = self.minimal.iter().find(|m| m.is_subset(set)) {
            return Ok(Judgement::Feasible(if self.generous { *core } else { set }));
        }
        let mut larger = set;
        if self.generous {
            for i in self.all.positions() {
                let next = larger.with(Subset::new([i]));
                if !self.minimal.iter().any(|m| m.is_subset(next)) {
                    larger = next;
                }
            }
        }
        Ok(Judgement::Infeasible(larger))
    }

    fn class(&mut self, set: Subset) -> Result<Subset, Unknown> {
        Ok(set)
    }

    fn take(&mut self, _: u64) -> Result<(), Unknown> {
        Ok(())
    }
}

fn random(random: &mut Random, left: usize) -> (Powerset, Vec<Subset>, Known) {
    let count = random.count(1, 9);
    let lattice = Powerset::new((0..count).map(|_| 1 + random.next() % 5).collect());
    let all = lattice.bottom();
    let minimal = (0..random.count(1, 5))
        .map(|_| Subset::new((0..count).filter(|_| random.next().is_multiple_of(3)).collect::<Vec<_>>()))
        .collect();
    let cut = random.count(0, count);
    let points = vec![Subset::new(0..cut), Subset::new(cut..count)];
    (lattice, points, Known { all, minimal, generous: random.next().is_multiple_of(2), left })
}

#[test]
fn the_search_from_below_finds_the_cheapest_sets() {
    let mut generator = Random(67);
    for _ in 0..600 {
        let (lattice, points, mut known) = random(&mut generator, 10_000);
        let feasible = |e: &Subset| known.minimal.iter().any(|m| m.is_subset(*e));
        let all: Vec<Subset> = lattice.elements().filter(feasible).collect();
        let cheapest = all.iter().map(|e| lattice.cost(e)).min().expect("the bottom is feasible");
        let expected: Vec<Subset> = all.iter().filter(|e| lattice.cost(e) == cheapest).copied().collect();
        let mut found = least(&lattice, &points, None, 1_000, &mut known);
        assert_eq!(found.stopped, None);
        found.elements.sort_unstable();
        let mut expected = expected;
        expected.sort_unstable();
        assert_eq!(found.elements, expected, "{:?}", known.minimal);
    }
}

/// However early it is cut short, what it has is feasible, and costs no more than what was known before.
#[test]
fn a_search_from_below_that_is_cut_short_returns_what_is_feasible() {
    let mut generator = Random(68);
    for round in 0..300 {
        let (lattice, points, mut known) = random(&mut generator, round % 30);
        let before = known.minimal[0];
        let found = least(&lattice, &points, Some(before), 4, &mut known);
        assert!(!found.elements.is_empty() || found.stopped.is_none());
        for element in found.elements {
            assert!(known.minimal.iter().any(|m| m.is_subset(element)));
            assert!(lattice.cost(&element) <= lattice.cost(&before));
        }
    }
}
