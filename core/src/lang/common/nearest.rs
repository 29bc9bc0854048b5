//! Which known name did the author mean?

/// The known name nearest to this one, if it is near enough to be meant: at most a third of the letters are
/// wrong, an exchange of neighbours counts once, and a change of case counts nothing. Of equally near names
/// the first wins. Names that differ in their numbers alone, such as `r4` and `r5`, are different on purpose.
pub(in crate::lang) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters: Vec<char> = name.chars().collect();
    let tolerance = letters.len() / 3;
    let stem = |name: &'_ str| name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    known
        .into_iter()
        .filter(|other| other[..stem(other)] != name[..stem(name)])
        .filter_map(|other| {
            let others: Vec<char> = other.chars().collect();
            let near = letters.len().abs_diff(others.len()) <= tolerance && others.len() <= LENGTH_LIMIT;
            near.then(|| (distance(&letters, &others), other))
        })
        .filter(|(distance, _)| *distance <= tolerance)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, other)| other)
}

/// Longer names are compared with nothing, since the distance takes quadratic time.
const LENGTH_LIMIT: usize = 60;

/// The number of letters to insert, delete, replace or exchange with their neighbour.
fn distance(a: &[char], b: &[char]) -> usize {
    let same = |a: char, b: char| a.eq_ignore_ascii_case(&b);
    let mut rows: [Vec<usize>; 3] = [vec![0; b.len() + 1], (0..=b.len()).collect(), vec![0; b.len() + 1]];
    for i in 1..=a.len() {
        rows[2][0] = i;
        for j in 1..=b.len() {
            let replaced = rows[1][j - 1] + usize::from(!same(a[i - 1], b[j - 1]));
            let mut best = replaced.min(rows[1][j] + 1).min(rows[2][j - 1] + 1);
            if i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]) {
                best = best.min(rows[0][j - 2] + 1);
            }
            rows[2][j] = best;
        }
        rows.rotate_left(1);
    }
    rows[1][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let known = ["gcd", "merge", "loop", "mult", "p", "r5", "Inv"];
        let nearest = |name| nearest(name, known);
        assert_eq!(nearest("gdc"), Some("gcd"));
        assert_eq!(nearest("mege"), Some("merge"));
        assert_eq!(nearest("loop1"), None);
        assert_eq!(nearest("lop"), Some("loop"));
        assert_eq!(nearest("gcd"), None);
        assert_eq!(nearest("q"), None);
        assert_eq!(nearest("r4"), None);
        assert_eq!(nearest("inv"), Some("Inv"));
        assert_eq!(nearest("invariant"), None);
    }
}
