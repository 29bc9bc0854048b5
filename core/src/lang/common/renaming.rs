//! Clauses that are Horn after renaming (thesis, Def. 5.7.2; Lewis, J. ACM 1978).
//!
//! A relation symbol that is renamed stands for its complement, so its literals change their signs.
//! `p ∨ q` and `¬p ∨ ¬q` are Horn if `q` is renamed: `p ∨ ¬q̄` and `¬p ∨ q̄`.
//!
//! Of each two literals of a clause at most one may be positive afterwards, which is a clause of two literals
//! about what is renamed. They are solved by trying: nothing is renamed unless it must be.

use crate::order::Map;

/// A literal of a clause: which symbol, and whether it is positive.
pub(in crate::lang) type Signed = (usize, bool);

/// Why no renaming makes all clauses Horn: the symbol can neither be renamed nor be left alone, because of
/// these clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::lang) struct NotRenamable {
    pub(in crate::lang) symbol: usize,
    /// Clauses that would have two positive literals if it is left alone, and if it is renamed.
    pub(in crate::lang) clauses: [usize; 2],
}

/// Which symbols are renamed, or why that is not possible. `fixed` symbols are left alone. `spend` pays for
/// steps of work and says when there are none left.
pub(in crate::lang) fn renaming(
    symbols: usize,
    clauses: &[Vec<Signed>],
    fixed: impl Fn(usize) -> bool,
    mut spend: impl FnMut(u64) -> bool,
) -> Option<Result<Vec<bool>, NotRenamable>> {
    let mut occurrences: Map<usize, Vec<usize>> = Map::default();
    for (i, clause) in clauses.iter().enumerate() {
        for (symbol, _) in clause {
            match occurrences.get_mut(symbol) {
                Some(known) => known.push(i),
                None => {
                    occurrences.insert(*symbol, vec![i]);
                }
            }
        }
    }
    let mut renamed: Vec<Option<bool>> = vec![None; symbols];
    // What is known without trying: fixed symbols, and symbols with two equal literals in one clause.
    let mut units: Vec<(usize, bool)> = (0..symbols).filter(|s| fixed(*s)).map(|s| (s, false)).collect();
    for clause in clauses {
        for (i, (symbol, is_positive)) in clause.iter().enumerate() {
            if clause[..i].contains(&(*symbol, *is_positive)) {
                units.push((*symbol, *is_positive));
            }
        }
    }
    let mut try_all = |renamed: &mut Vec<Option<bool>>, units: &[(usize, bool)]| {
        propagate(renamed, units, clauses, &occurrences, &mut spend)
    };
    match try_all(&mut renamed, &units)? {
        Ok(()) => {}
        Err((symbol, clause)) => return Some(Err(NotRenamable { symbol, clauses: [clause, clause] })),
    }
    for symbol in 0..symbols {
        if renamed[symbol].is_some() {
            continue;
        }
        let mut failures = [0; 2];
        let mut is_decided = false;
        for (value, failure) in [false, true].into_iter().zip(&mut failures) {
            match try_all(&mut renamed, &[(symbol, value)])? {
                Ok(()) => {
                    is_decided = true;
                    break;
                }
                Err((_, clause)) => *failure = clause,
            }
        }
        if !is_decided {
            return Some(Err(NotRenamable { symbol, clauses: failures }));
        }
    }
    Some(Ok(renamed.into_iter().map(Option::unwrap_or_default).collect()))
}

/// Follows what some choices force. If that fails, nothing is kept, and the symbol and the clause where it
/// fails are returned.
fn propagate(
    renamed: &mut [Option<bool>],
    choices: &[(usize, bool)],
    clauses: &[Vec<Signed>],
    occurrences: &Map<usize, Vec<usize>>,
    spend: &mut impl FnMut(u64) -> bool,
) -> Option<Result<(), (usize, usize)>> {
    let mut trail: Vec<usize> = Vec::new();
    let mut open: Vec<(usize, bool, usize)> = choices.iter().map(|(s, value)| (*s, *value, 0)).collect();
    while let Some((symbol, value, because)) = open.pop() {
        match renamed[symbol] {
            Some(known) if known == value => continue,
            Some(_) => {
                for undone in trail {
                    renamed[undone] = None;
                }
                return Some(Err((symbol, because)));
            }
            None => {}
        }
        renamed[symbol] = Some(value);
        trail.push(symbol);
        for clause in occurrences.get(&symbol).into_iter().flatten() {
            if !spend(clauses[*clause].len() as u64) {
                return None;
            }
            // The literals of the symbol that are positive now: all others must not be.
            let is_positive = |(other, sign): &Signed| *other == symbol && *sign != value;
            if let Some(at) = clauses[*clause].iter().position(is_positive) {
                for (i, (other, sign)) in clauses[*clause].iter().enumerate() {
                    if i != at {
                        open.push((*other, *sign, *clause));
                    }
                }
            }
        }
    }
    Some(Ok(()))
}

/// Have the clauses no infinite derivations (thesis, Def. 5.7.1)? That is so exactly if they are Horn after
/// renaming and then without recursion (Lemma 5.7.1, Theorem 5.7.2): the graph with an edge from `¬l` to each
/// other literal of a clause with `l` has no cycle.
#[cfg(test)]
pub(in crate::lang) fn terminates(symbols: usize, clauses: &[Vec<Signed>]) -> bool {
    let node = |(symbol, is_positive): Signed| 2 * symbol + usize::from(is_positive);
    let mut edges: Vec<Vec<usize>> = vec![Vec::new(); 2 * symbols];
    for clause in clauses {
        for (i, (symbol, is_positive)) in clause.iter().enumerate() {
            for (j, other) in clause.iter().enumerate() {
                if i != j {
                    edges[node((*symbol, !*is_positive))].push(node(*other));
                }
            }
        }
    }
    let mut open: Vec<usize> = vec![0; 2 * symbols];
    for target in edges.iter().flatten() {
        open[*target] += 1;
    }
    let mut ready: Vec<usize> = (0..2 * symbols).filter(|n| open[*n] == 0).collect();
    let mut placed = 0;
    while let Some(next) = ready.pop() {
        placed += 1;
        for target in &edges[next] {
            open[*target] -= 1;
            if open[*target] == 0 {
                ready.push(*target);
            }
        }
    }
    placed == 2 * symbols
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_random::Random;

    fn found(symbols: usize, clauses: &[Vec<Signed>]) -> Result<Vec<bool>, NotRenamable> {
        renaming(symbols, clauses, |_| false, |_| true).unwrap()
    }

    fn is_horn(clauses: &[Vec<Signed>], renamed: &[bool]) -> bool {
        clauses.iter().all(|clause| clause.iter().filter(|(s, sign)| *sign != renamed[*s]).count() <= 1)
    }

    /// `x` is 0, `y` is 1 and `z` is 2.
    #[test]
    fn the_examples_of_the_definition() {
        let renamable =
            [vec![(0, true), (1, false), (2, false)], vec![(1, true), (2, true)], vec![(0, false)]];
        let answer = found(3, &renamable).unwrap();
        assert!(is_horn(&renamable, &answer));
        assert!(is_horn(&renamable, &[true, true, false]), "the renaming of the thesis");
        let other = [vec![(0, true), (1, true), (2, true)], vec![(0, false), (1, false), (2, false)]];
        assert!(found(3, &other).is_err());
    }

    /// Thesis, the example after Theorem 5.7.2: a, s, p, b, r, q are 0 to 5.
    #[test]
    fn the_example_of_theorem_5_7_2() {
        let clauses = [
            vec![(0, false), (1, true)],
            vec![(0, true), (2, false)],
            vec![(2, true), (3, false)],
            vec![(3, true), (2, true), (4, true)],
            vec![(2, false), (5, true)],
        ];
        assert!(is_horn(&clauses, &found(6, &clauses).unwrap()));
        assert!(is_horn(&clauses, &[true, true, true, false, true, true]), "A = {{s, q, r, a, p}}");
        assert!(terminates(6, &clauses));
        assert!(!terminates(1, &[vec![(0, true), (0, false)]]));
    }

    #[test]
    fn random_clauses_against_all_renamings() {
        let mut numbers = Random(57);
        let (mut yes, mut no, mut ending) = (0, 0, 0);
        for _ in 0..2_000 {
            let symbols = 1 + numbers.below(5);
            let clauses: Vec<Vec<Signed>> = (0..numbers.below(6))
                .map(|_| (0..=numbers.below(3)).map(|_| (numbers.below(symbols), numbers.coin())).collect())
                .collect();
            let renamings =
                (0..1_u32 << symbols).map(|set| (0..symbols).map(|s| set >> s & 1 == 1).collect());
            let exists = renamings.into_iter().any(|renamed: Vec<bool>| is_horn(&clauses, &renamed));
            if let Ok(renamed) = found(symbols, &clauses) {
                assert!(is_horn(&clauses, &renamed), "{clauses:?} by {renamed:?}");
                yes += 1;
            } else {
                assert!(!exists, "{clauses:?}");
                no += 1;
            }
            if is_horn(&clauses, &vec![false; symbols]) {
                assert_eq!(
                    found(symbols, &clauses),
                    Ok(vec![false; symbols]),
                    "Horn clauses stay as they are"
                );
            }
            // Theorem 5.7.2.
            if terminates(symbols, &clauses) {
                assert!(exists, "{clauses:?}");
                ending += 1;
            }
        }
        assert!(yes > 200 && no > 100 && ending > 50, "{yes} {no} {ending}");
    }
}
