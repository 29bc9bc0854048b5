//! The random numbers of tests, fuzzing and benchmarks: `SplitMix64`, so that a seed means the same numbers
//! everywhere and always. Nothing that is shipped uses it.

/// A stream of numbers, fixed by its seed.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// Any number. The stream has no end, so it is no iterator.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is positive and small, so that the bias of the remainder does not
    /// matter.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub fn range(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next() % (high - low + 1).unsigned_abs()).cast_signed()
    }

    /// A number from `low` to `high`, both included.
    pub fn count(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True in one of this many cases.
    pub fn chance(&mut self, one_in: i64) -> bool {
        self.range(1, one_in) == 1
    }

    pub fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }

    /// `count` different numbers below `bound`, in random order.
    pub fn distinct(&mut self, count: usize, bound: usize) -> Vec<usize> {
        let mut all: Vec<usize> = (0..bound).collect();
        self.shuffle(&mut all);
        all.truncate(count);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_first_numbers() {
        let mut random = Random(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn numbers_stay_in_their_range() {
        let mut random = Random(1);
        for _ in 0..1000 {
            assert!((-3..=4).contains(&random.range(-3, 4)));
            assert!((3..=5).contains(&random.count(3, 5)));
            assert!(random.below(7) < 7);
        }
        let mut few = random.distinct(5, 9);
        few.sort_unstable();
        few.dedup();
        assert_eq!(few.len(), 5);
    }
}
