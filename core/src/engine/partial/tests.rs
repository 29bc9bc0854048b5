use super::*;
use crate::horn::SystemClauseId;
use crate::testing::Random;

fn alternative(clause: usize, children: &[usize]) -> Alternative {
    let children = children.iter().copied().map(PositionId::at).collect();
    Alternative { clause: SystemClauseId::at(clause), edge: None, children }
}

/// Positions with up to three alternatives, which use up to two positions below.
fn random_dag(random: &mut Random, count: usize) -> AndOrTree {
    let mut positions: Vec<Position> = Vec::new();
    for i in 0..count {
        let ways = if i + 1 == count { 1 } else { random.count(1, 3) };
        let alternatives = (0..ways).map(|k| {
            let uses = if i == 0 { 0 } else { random.count(usize::from(i + 1 == count), 2) };
            let children: Vec<usize> = (0..uses).map(|_| random.count(i.saturating_sub(4), i - 1)).collect();
            alternative(10 * i + k, &children)
        });
        positions.push(Position { node: None, alternatives: alternatives.collect() });
    }
    AndOrTree { positions }
}

/// Is there a derivation that uses a position twice?
fn is_used_twice(tree: &AndOrTree) -> bool {
    let mut below: Vec<FxHashSet<usize>> = Vec::new();
    for (i, position) in tree.positions.iter().enumerate() {
        let mut all = FxHashSet::from_iter([i]);
        for way in &position.alternatives {
            let mut used: FxHashSet<usize> = FxHashSet::default();
            for child in &way.children {
                if below[child.index()].iter().any(|j| !used.insert(*j)) {
                    return true;
                }
            }
            all.extend(used);
        }
        below.push(all);
    }
    false
}

/// Whatever is copied, no derivation uses a position twice; and in the end all is there, as in the tree.
#[test]
fn with_all_copies_it_is_the_tree_of_the_dag() {
    let mut random = Random(13);
    let (mut shared, mut rounds) = (0, 0);
    for _ in 0..300 {
        let count = random.count(2, 9);
        let dag = random_dag(&mut random, count);
        if dag.instances_as_tree() > 2_000 {
            continue;
        }
        let mut partial = PartialExpansion::new(dag.clone(), &mut Budget::unlimited()).unwrap();
        let mut expanded = partial.expanded();
        // A position has at most one expanded copy at first.
        let origins = expanded.origins.iter().zip(&expanded.tree.positions);
        let mut first: Vec<PositionId> =
            origins.filter(|(_, p)| !p.alternatives.is_empty()).map(|(origin, _)| *origin).collect();
        first.dedup();
        assert_eq!(first.len(), expanded.tree.positions.len() - expanded.tree.open().count(), "{dag}");
        loop {
            assert!(!is_used_twice(&expanded.tree), "{dag} became {}", expanded.tree);
            let open: Vec<PositionId> = expanded.tree.open().collect();
            if open.is_empty() {
                break;
            }
            let copied;
            (expanded, copied) =
                partial.copy(&expanded, &open, usize::MAX, &mut Budget::unlimited()).unwrap();
            assert!(!copied.is_empty() && copied.iter().all(|i| !expanded.tree.open().any(|j| j == *i)));
            rounds += 1;
        }
        shared += usize::from(!expanded.tree.is_tree());
        assert_eq!(expanded.tree.as_tree().0, dag.as_tree().0, "{dag} became {}", expanded.tree);
        assert_eq!(dag.as_tree().0.instances(), dag.instances_as_tree());
    }
    assert!(shared > 30 && rounds > 100, "{shared} {rounds}");
}

/// CAV'13, Sect. 6, restructuring: what alternatives of an `Or` have in common is there once, however far
/// below the `Or` it is; what one clause uses twice is open once.
#[test]
fn common_sub_dags_are_factored_out_and_second_uses_are_open() {
    let position = |ways: &[Alternative]| Position { node: None, alternatives: ways.to_vec() };
    let dag = AndOrTree {
        positions: vec![
            position(&[alternative(0, &[])]),
            position(&[alternative(1, &[0])]),
            position(&[alternative(2, &[0])]),
            position(&[alternative(3, &[1]), alternative(4, &[2])]),
            position(&[alternative(5, &[3, 3])]),
        ],
    };
    assert_eq!(dag.to_string(), "And(6, #3=Or(And(4, And(2, #0=And(1))), And(5, And(3, #0))), #3)");
    let partial = PartialExpansion::new(dag, &mut Budget::unlimited()).unwrap();
    let tree = partial.expanded().tree;
    assert_eq!(tree.to_string(), "And(6, Or(And(4, And(2, #0=And(1))), And(5, And(3, #0))), …)");
    assert_eq!(tree.shared(), [PositionId(0)]);
}

/// Thirty levels that use the one below twice: a billion leaves, and one open position for each level.
#[test]
fn what_is_expanded_at_first_is_as_large_as_the_dag() {
    let mut positions = vec![Position { node: None, alternatives: vec![alternative(0, &[])] }];
    for i in 0..30 {
        positions.push(Position { node: None, alternatives: vec![alternative(i + 1, &[i, i])] });
    }
    let dag = AndOrTree { positions };
    assert_eq!(dag.instances_as_tree(), (1 << 31) - 1);
    let mut partial = PartialExpansion::new(dag, &mut Budget::unlimited()).unwrap();
    let expanded = partial.expanded();
    assert_eq!((expanded.tree.instances(), expanded.tree.open().count()), (31, 30));
    // The one nearest to the root has a copy of thirty levels, with an open position in each but the last.
    let open: Vec<PositionId> = expanded.tree.open().collect();
    let (expanded, copied) = partial.copy(&expanded, &open, 100, &mut Budget::unlimited()).unwrap();
    assert_eq!((expanded.tree.instances(), copied.len()), (61, 1));
    let open: Vec<PositionId> = expanded.tree.open().collect();
    assert_eq!(partial.copy(&expanded, &open, 100, &mut Budget::unlimited()).unwrap_err(), NoCopy::TooLarge);
}
