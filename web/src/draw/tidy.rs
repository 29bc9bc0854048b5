//! Tidy trees (Reingold and Tilford 1981): parents in the middle above their children, equal sub-trees drawn
//! alike, and everything as narrow as that allows.
//!
//! Children come before parents in the work, without recursion: each sub-tree has its contour, the leftmost
//! and rightmost extent of every level, and the contour of the smaller sub-tree is merged into that of the
//! larger, so that the work is linear.

use super::{Point, Rect};

/// The places of the nodes of a tree. `children[i]` lists the children of `i`, from left to right; `gap` is
/// the room between neighbours in a row and between rows. Nodes that are not below the root are left at the
/// origin.
pub fn tidy(root: usize, children: &[Vec<usize>], sizes: &[(f64, f64)], gap: (f64, f64)) -> Vec<Rect> {
    let mut places = vec![Rect::default(); sizes.len()];
    let order = top_down(root, children, sizes.len());
    let rows = order.iter().map(|(_, level)| level + 1).max().unwrap_or(0);
    let mut heights = vec![0.0_f64; rows];
    for (i, level) in &order {
        heights[*level] = heights[*level].max(sizes[*i].1);
    }
    let mut tops = vec![0.0; rows];
    for level in 1..rows {
        tops[level] = tops[level - 1] + heights[level - 1] + gap.1;
    }
    // From the leaves upwards: where each child stands in relation to its parent.
    let mut contours: Vec<Option<Contour>> = vec![None; sizes.len()];
    let mut shifts = vec![0.0; sizes.len()];
    for (i, _) in order.iter().rev() {
        let mut all: Option<Contour> = None;
        let mut placed: Vec<(usize, f64)> = Vec::new();
        for child in &children[*i] {
            let Some(contour) = contours.get_mut(*child).and_then(Option::take) else { continue };
            match all.take() {
                None => {
                    placed.push((*child, 0.0));
                    all = Some(contour);
                }
                Some(left) => {
                    let shift = left.distance(&contour) + gap.0;
                    placed.push((*child, shift));
                    all = Some(left.beside(contour, shift));
                }
            }
        }
        let middle = match (placed.first(), placed.last()) {
            (Some(first), Some(last)) => f64::midpoint(first.1, last.1),
            _ => 0.0,
        };
        for (child, shift) in placed {
            shifts[child] = shift - middle;
        }
        contours[*i] = Some(Contour::under(all, sizes[*i].0, middle));
    }
    // And back: where each stands in the plane.
    let mut x = vec![0.0; sizes.len()];
    for (i, level) in order {
        let (width, height) = sizes[i];
        places[i] =
            Rect::hanging(Point::new(x[i], tops[level] + (heights[level] - height) / 2.0), width, height);
        for child in &children[i] {
            if let Some(shift) = shifts.get(*child) {
                x[*child] = x[i] + shift;
            }
        }
    }
    places
}

/// Nodes with their levels, parents first. A node that is met twice, which no tree has, counts where it is
/// met first.
fn top_down(root: usize, children: &[Vec<usize>], count: usize) -> Vec<(usize, usize)> {
    let mut is_met = vec![false; count];
    let mut order = Vec::with_capacity(count);
    let mut next = 0;
    if root < count {
        is_met[root] = true;
        order.push((root, 0));
    }
    while let Some((i, level)) = order.get(next).copied() {
        next += 1;
        for child in &children[i] {
            if *child < count && !std::mem::replace(&mut is_met[*child], true) {
                order.push((*child, level + 1));
            }
        }
    }
    order
}

/// The extent of every level of a sub-tree, the deepest level first, so that a root is pushed at the end.
#[derive(Clone, Debug)]
struct Contour {
    levels: Vec<(f64, f64)>,
    /// To be added to all extents.
    offset: f64,
}

impl Contour {
    /// The contour of a node above others, which are moved so that it stands over their `middle`.
    fn under(children: Option<Contour>, width: f64, middle: f64) -> Contour {
        let mut contour = children.unwrap_or(Contour { levels: Vec::new(), offset: 0.0 });
        contour.offset -= middle;
        let offset = contour.offset;
        contour.levels.push((-width / 2.0 - offset, width / 2.0 - offset));
        contour
    }

    /// The levels from the top.
    fn downwards(&self) -> impl Iterator<Item = (f64, f64)> {
        self.levels.iter().rev().map(|(left, right)| (left + self.offset, right + self.offset))
    }

    /// How far another one must be moved to the right to touch this one.
    fn distance(&self, right: &Contour) -> f64 {
        self.downwards().zip(right.downwards()).map(|(l, r)| l.1 - r.0).fold(f64::MIN, f64::max)
    }

    /// Both, the other one moved to the right.
    fn beside(mut self, mut other: Contour, shift: f64) -> Contour {
        other.offset += shift;
        if self.levels.len() >= other.levels.len() {
            let offset = self.offset;
            for (mine, theirs) in self.levels.iter_mut().rev().zip(other.downwards()) {
                mine.1 = theirs.1 - offset;
            }
            self
        } else {
            let offset = other.offset;
            for (theirs, mine) in other.levels.iter_mut().rev().zip(self.downwards()) {
                theirs.0 = mine.0 - offset;
            }
            other
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAP: (f64, f64) = (10.0, 30.0);

    /// A tree of some shape: node `i > 0` hangs below `parent(i) < i`.
    fn tree(count: usize, parent: impl Fn(usize) -> usize) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); count];
        for i in 1..count {
            children[parent(i)].push(i);
        }
        children
    }

    fn sizes(count: usize) -> Vec<(f64, f64)> {
        (0..count).map(|i| (f64::from(20 + u32::try_from(i * 37 % 90).unwrap()), 24.0)).collect()
    }

    #[test]
    fn nothing_overlaps_and_parents_are_centred() {
        let shapes: [fn(usize) -> usize; 5] = [
            |i| i - 1,
            |_| 0,
            |i| (i - 1) / 2,
            |i| i * i % i.max(1).div_ceil(2).max(1),
            |i| i.saturating_sub(3),
        ];
        for parent in shapes {
            let (children, sizes) = (tree(140, parent), sizes(140));
            let places = tidy(0, &children, &sizes, GAP);
            for i in 0..places.len() {
                for j in 0..i {
                    assert!(!places[i].grown(4.9).overlaps(&places[j].grown(4.9)), "{i} and {j}");
                }
                if let (Some(first), Some(last)) = (children[i].first(), children[i].last()) {
                    let middle = f64::midpoint(places[*first].middle().x, places[*last].middle().x);
                    assert!((places[i].middle().x - middle).abs() < 0.001, "{i} is not centred");
                    assert!(places[*first].y >= places[i].bottom() + GAP.1);
                }
            }
        }
    }

    #[test]
    fn a_deep_tree_needs_no_stack() {
        let count = 100_000;
        let places = tidy(0, &tree(count, |i| i - 1), &vec![(20.0, 20.0); count], GAP);
        assert!(places[count - 1].y > places[0].y);
    }

    #[test]
    fn what_is_no_tree_is_laid_out_all_the_same() {
        let places = tidy(0, &[vec![1, 1], vec![0]], &[(10.0, 10.0), (10.0, 10.0)], GAP);
        assert!(!places[0].overlaps(&places[1]));
        assert!(tidy(0, &[], &[], GAP).is_empty());
    }
}
