//! Stable sorting. Few elements are inserted one by one; of many, the positions are merged, which is the same
//! code for all types.

use std::cmp::Ordering;

/// Slices of at most this length are sorted by insertion.
const FEW: usize = 20;

/// Sorts by the natural order; what is equal keeps its order.
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

/// Sorts by a key; what has equal keys keeps its order.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], mut key: impl FnMut(&T) -> K) {
    sort_by(items, |one, other| key(one).cmp(&key(other)));
}

/// Sorts by a comparison; what is equal keeps its order.
pub fn sort_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    if items.len() <= FEW {
        for next in 1..items.len() {
            let mut at = next;
            while at > 0 && compare(&items[at - 1], &items[at]) == Ordering::Greater {
                items.swap(at - 1, at);
                at -= 1;
            }
        }
        return;
    }
    let mut order = merged(items.len(), &mut |one, other| {
        compare(&items[one as usize], &items[other as usize]) == Ordering::Greater
    });
    // Along each cycle of the permutation, every element goes to its place.
    for start in 0..items.len() {
        let mut at = start;
        loop {
            let from = order[at] as usize;
            order[at] = at as u32;
            if from == start || from == at {
                break;
            }
            items.swap(at, from);
            at = from;
        }
    }
}

/// The positions in the order in which they are to stand.
fn merged(length: usize, after: &mut dyn FnMut(u32, u32) -> bool) -> Vec<u32> {
    let mut sorted: Vec<u32> = (0..length as u32).collect();
    let mut other = sorted.clone();
    let mut width = 1;
    while width < length {
        for start in (0..length).step_by(2 * width) {
            let (middle, end) = ((start + width).min(length), (start + 2 * width).min(length));
            let (mut left, mut right) = (start, middle);
            for place in &mut other[start..end] {
                let from_left = right == end || (left < middle && !after(sorted[left], sorted[right]));
                let from = if from_left { &mut left } else { &mut right };
                *place = sorted[*from];
                *from += 1;
            }
        }
        std::mem::swap(&mut sorted, &mut other);
        width *= 2;
    }
    sorted
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// The same as the standard library, also where elements are equal.
        #[test]
        fn sorted_as_by_the_standard_library(keys in prop::collection::vec(0..12u8, 0..200)) {
            let mut items: Vec<(u8, usize)> = keys.into_iter().enumerate().map(|(i, k)| (k, i)).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|(key, _)| *key);
            sort_by_key(&mut items, |(key, _)| *key);
            prop_assert_eq!(items, expected);
        }
    }
}
