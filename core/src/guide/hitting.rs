//! Minimal hitting sets: what to leave out of everything so that none of the given sets remains whole.
//!
//! ```text
//! {a, b}, {b, c}      {b}, {a, c}
//! ```
//!
//! Sets are added one by one (Berge's algorithm): a hitting set so far either hits the new set as well or is
//! extended by each of its elements, and what is not minimal goes.

/// The minimal hitting sets of some sets of small numbers, as bits; `None` if at some stage there are more
/// than `limit`.
pub(super) fn minimal_hitting_sets(sets: impl IntoIterator<Item = u128>, limit: usize) -> Option<Vec<u128>> {
    let mut hitting: Vec<u128> = vec![0];
    for set in sets {
        let (mut next, missing): (Vec<u128>, Vec<u128>) = hitting.into_iter().partition(|h| h & set != 0);
        let mut extended = Vec::new();
        for h in missing {
            let mut rest = set;
            while rest != 0 {
                let bit = rest & rest.wrapping_neg();
                rest ^= bit;
                extended.push(h | bit);
            }
        }
        // Only extended sets can be superfluous.
        extended.retain(|e| !next.iter().any(|n| n & !e == 0));
        extended.sort_unstable();
        extended.dedup();
        let minimal = |e: &u128| !extended.iter().any(|other| other != e && other & !e == 0);
        let minimal: Vec<u128> = extended.iter().copied().filter(minimal).collect();
        next.extend(minimal);
        if next.len() > limit {
            return None;
        }
        hitting = next;
    }
    Some(hitting)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hitting_sets_are_those_of_exhaustive_search() {
        let mut random = crate::testing::Random(7);
        for _ in 0..300 {
            let sets: Vec<u128> = (0..random.count(0, 5)).map(|_| u128::from(random.next() % 64)).collect();
            let hits = |h: u128| sets.iter().all(|s| s & h != 0);
            let all: Vec<u128> = (0..64).filter(|h| hits(*h)).collect();
            let minimal = |h: &u128| !all.iter().any(|other| other != h && other & !h == 0);
            let expected: Vec<u128> = all.iter().copied().filter(minimal).collect();
            let mut found = minimal_hitting_sets(sets.iter().copied(), 1000).expect("small");
            found.sort_unstable();
            assert_eq!(found, expected, "{sets:?}");
        }
    }
}
