//! Boxes in ranks with the lines between them. A line that passes rows has a place of its own in each of
//! them, so that it runs behind no box.

use super::{Layered, Path, Rect, layered, route};

/// How wide the place of a line is.
const LINE: (f64, f64) = (8.0, 8.0);

/// The places of the boxes, and for each edge its line, from the upper end to the lower. An edge leads from a
/// lower rank to a higher one, or the other way round.
pub fn joined(graph: &Layered) -> (Vec<Rect>, Vec<Path>) {
    let count = graph.sizes.len();
    let (mut sizes, mut ranks) = (graph.sizes.to_vec(), graph.ranks.to_vec());
    let mut edges = Vec::new();
    let mut ways: Vec<Vec<usize>> = Vec::with_capacity(graph.edges.len());
    for (a, b) in graph.edges {
        let (low, high) = if ranks[*a] <= ranks[*b] { (*a, *b) } else { (*b, *a) };
        let mut way = vec![low];
        for rank in ranks[low] + 1..ranks[high] {
            way.push(sizes.len());
            sizes.push(LINE);
            ranks.push(rank);
        }
        way.push(high);
        edges.extend(way.windows(2).map(|pair| (pair[0], pair[1])));
        if graph.upwards {
            way.reverse();
        }
        ways.push(way);
    }
    let mut places = layered(&Layered { sizes: &sizes, ranks: &ranks, edges: &edges, ..*graph });
    let boxes = places[..count].to_vec();
    let path = |way: &Vec<usize>| {
        let via: Vec<Rect> = way[1..way.len() - 1].iter().map(|i| places[*i]).collect();
        route::through(&places[way[0]], &places[way[way.len() - 1]], &via, &boxes)
    };
    let paths = ways.iter().map(path).collect();
    places.truncate(count);
    (places, paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line from the bottom to the top must not run behind what is between.
    #[test]
    fn long_lines_pass_beside_boxes() {
        let (sizes, ranks) = ([(60.0, 24.0); 4], [0, 1, 2, 3]);
        let edges = [(0, 1), (1, 2), (2, 3), (0, 3)];
        for upwards in [true, false] {
            let graph = Layered { sizes: &sizes, ranks: &ranks, edges: &edges, gap: (24.0, 34.0), upwards };
            let (places, paths) = joined(&graph);
            for curve in &paths[3].curves {
                let point = curve[2];
                let inside =
                    |r: &Rect| r.x < point.x && point.x < r.right() && r.y < point.y && point.y < r.bottom();
                assert!(!places[1..3].iter().any(inside), "{point:?} in {places:?}");
            }
            assert_eq!(places.len(), 4);
            assert!(paths.iter().all(|path| path.start.y < path.end().y));
        }
    }
}
