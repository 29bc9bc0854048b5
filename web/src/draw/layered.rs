//! Layouts in ranks: every node has its row, and edges pull the nodes that they join together.
//!
//! This is the second half of Sugiyama's method. The ranks are known: the length of the longest chain below
//! an element of an order, or the height of a derivation. Rows are sorted by the means of neighbours, up and
//! down a few times; then each row is moved as close to these means as the widths of its boxes allow, which
//! is an isotonic regression and has a simple optimal solution (pool adjacent violators).

use super::{Point, Rect};
use hornbook::order::sort_by;

/// How often rows are sorted and moved, in either direction.
const SWEEPS: usize = 24;

/// This many of the last sweeps leave the order as it is and look both ways, so that lines become straight.
const LAST: usize = 14;

/// What is laid out: boxes with ranks, and the edges between them, by index.
#[derive(Clone, Debug, Default)]
pub struct Layered<'a> {
    pub sizes: &'a [(f64, f64)],
    pub ranks: &'a [usize],
    pub edges: &'a [(usize, usize)],
    /// The room between neighbours in a row, and between rows.
    pub gap: (f64, f64),
    /// Rank 0 is the lowest row, as in a Hasse diagram.
    pub upwards: bool,
}

/// The places of the boxes.
pub fn layered(graph: &Layered) -> Vec<Rect> {
    let count = graph.sizes.len().min(graph.ranks.len());
    let x = centres(graph, count);
    let rows = graph.ranks[..count].iter().max().map_or(0, |max| max + 1);
    let mut heights = vec![0.0_f64; rows];
    for (size, rank) in graph.sizes.iter().zip(graph.ranks) {
        heights[*rank] = heights[*rank].max(size.1);
    }
    let mut tops = vec![0.0; rows];
    let mut y = 0.0;
    let order: Vec<usize> = if graph.upwards { (0..rows).rev().collect() } else { (0..rows).collect() };
    for rank in order {
        tops[rank] = y;
        y += heights[rank] + graph.gap.1;
    }
    let place = |i: usize| {
        let (width, height) = graph.sizes[i];
        let rank = graph.ranks[i];
        Rect::hanging(Point::new(x[i], tops[rank] + (heights[rank] - height) / 2.0), width, height)
    };
    (0..count).map(place).collect()
}

/// The horizontal middle of each box.
fn centres(graph: &Layered, count: usize) -> Vec<f64> {
    let rank_count = graph.ranks[..count].iter().max().map_or(0, |max| max + 1);
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); rank_count];
    for (i, rank) in graph.ranks[..count].iter().enumerate() {
        rows[*rank].push(i);
    }
    let mut above: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (a, b) in graph.edges.iter().copied().filter(|(a, b)| *a < count && *b < count) {
        let (low, high) = if graph.ranks[a] <= graph.ranks[b] { (a, b) } else { (b, a) };
        if graph.ranks[low] < graph.ranks[high] {
            above[high].push(low);
            below[low].push(high);
        }
    }
    let mut x = vec![0.0; count];
    for row in &rows {
        settle(row, &mut x, |_| 0.0, graph);
    }
    for sweep in 0..SWEEPS {
        let is_last = sweep + LAST >= SWEEPS;
        for step in 0..rank_count {
            let (rank, near, far) = if sweep.is_multiple_of(2) {
                (step, &above, &below)
            } else {
                (rank_count - 1 - step, &below, &above)
            };
            let old = x.clone();
            let desired = |i: usize| {
                let neighbours = near[i].iter().chain(if is_last { &far[i][..] } else { &[] });
                mean(neighbours.map(|n| old[*n])).unwrap_or(old[i])
            };
            let row = &mut rows[rank];
            if !is_last {
                sort_by(row, |a, b| desired(*a).total_cmp(&desired(*b)));
            }
            settle(row, &mut x, desired, graph);
        }
    }
    x
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0.0);
    for value in values {
        sum += value;
        count += 1.0;
    }
    (count > 0.0).then(|| sum / count)
}

/// Moves a row as close to the desired places as its order and the widths of its boxes allow.
fn settle(row: &[usize], x: &mut [f64], desired: impl Fn(usize) -> f64, graph: &Layered) {
    // With the least distances taken off, the places must not decrease: groups that do are moved to their
    // mean.
    let mut groups: Vec<(f64, f64)> = Vec::new();
    let mut offsets = Vec::with_capacity(row.len());
    let mut offset = 0.0;
    for (k, i) in row.iter().enumerate() {
        if let Some(before) = k.checked_sub(1).and_then(|k| row.get(k)) {
            offset += f64::midpoint(graph.sizes[*before].0, graph.sizes[*i].0) + graph.gap.0;
        }
        offsets.push(offset);
        groups.push((desired(*i) - offset, 1.0));
        while let [.., (sum, count), (next_sum, next_count)] = groups[..]
            && sum / count > next_sum / next_count
        {
            groups.pop();
            groups.pop();
            groups.push((sum + next_sum, count + next_count));
        }
    }
    let mut members = row.iter().zip(offsets);
    for (sum, count) in groups {
        let mut left = count;
        while left > 0.5 {
            if let Some((i, offset)) = members.next() {
                x[*i] = sum / count + offset;
            }
            left -= 1.0;
        }
    }
}

/// For each element, the length of the longest chain of edges that ends there. What lies on a cycle, which no
/// order has, counts as if its cycle were cut.
pub fn longest_chains(count: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let edges: Vec<(usize, usize)> =
        edges.iter().copied().filter(|(a, b)| a != b && *a < count && *b < count).collect();
    let mut waiting = vec![0_usize; count];
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (a, b) in &edges {
        waiting[*b] += 1;
        next[*a].push(*b);
    }
    let mut chains = vec![0; count];
    let mut is_done = vec![false; count];
    let mut ready: Vec<usize> = (0..count).rev().filter(|i| waiting[*i] == 0).collect();
    let mut first_open = 0;
    loop {
        let Some(i) = ready.pop() else {
            while first_open < count && is_done[first_open] {
                first_open += 1;
            }
            if first_open == count {
                return chains;
            }
            ready.push(first_open);
            continue;
        };
        if std::mem::replace(&mut is_done[i], true) {
            continue;
        }
        for n in &next[i] {
            if !is_done[*n] {
                chains[*n] = chains[*n].max(chains[i] + 1);
                waiting[*n] -= 1;
                if waiting[*n] == 0 {
                    ready.push(*n);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The subsets of `n` elements, ordered by inclusion.
    fn powerset(n: usize) -> (usize, Vec<(usize, usize)>) {
        let count = 1 << n;
        let edges = (0..count)
            .flat_map(|set| (0..n).filter(move |e| set & (1 << e) == 0).map(move |e| (set, set | (1 << e))));
        (count, edges.collect())
    }

    #[test]
    fn a_powerset_is_symmetric_and_nothing_overlaps() {
        for n in 1..=5 {
            let (count, edges) = powerset(n);
            let ranks = longest_chains(count, &edges);
            assert!((0..count).all(|set| ranks[set] == set.count_ones() as usize));
            let sizes = vec![(60.0, 30.0); count];
            let graph =
                Layered { sizes: &sizes, ranks: &ranks, edges: &edges, gap: (20.0, 40.0), upwards: true };
            let places = layered(&graph);
            for i in 0..count {
                for j in 0..i {
                    assert!(!places[i].overlaps(&places[j]), "{i} and {j} of {n}");
                }
            }
            assert!(places[0].y > places[count - 1].y, "the least element is at the bottom");
            assert!((places[0].middle().x - places[count - 1].middle().x).abs() < 30.0, "{n}");
        }
    }

    #[test]
    fn a_parent_stands_in_the_middle_of_its_children() {
        let (sizes, ranks) = ([(50.0, 20.0), (90.0, 20.0), (30.0, 20.0)], [0, 1, 1]);
        let edges = [(0, 1), (0, 2)];
        let graph =
            Layered { sizes: &sizes, ranks: &ranks, edges: &edges, gap: (10.0, 10.0), upwards: false };
        let places = layered(&graph);
        let middle = f64::midpoint(places[1].middle().x, places[2].middle().x);
        assert!((places[0].middle().x - middle).abs() < 0.01, "{places:?}");
    }

    #[test]
    fn cycles_have_ranks_too() {
        assert_eq!(longest_chains(3, &[(0, 1), (1, 2), (2, 1)]), [0, 1, 2]);
        assert_eq!(longest_chains(2, &[(0, 1), (1, 0), (0, 0)]), [0, 1]);
        assert_eq!(longest_chains(0, &[]), [0_usize; 0]);
    }
}
