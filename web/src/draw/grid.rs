//! A layout for graphs that grow and shrink: what survives a step keeps its place.
//!
//! A node is given a *slot* when it appears, and keeps it until it goes; then the slot is free again. A slot
//! is a rank and a column, counted in halves of a column so that a node can stand between two others. An edge
//! is given a *port* above its head in the same way. So slots and ports are a function of what has happened
//! so far, while the room that columns and rows need is that of all that is ever in them: between the steps
//! of one log nothing moves.

use super::{NodeKey, Point, Rect};
use hornbook::order::{Map, Set};

/// The room between two columns, for edges that run upwards.
const COLUMN_GAP: f64 = 64.0;

/// The room above a row, for the places where tails meet.
const BAND: f64 = 57.0;

/// From one port to the next.
const PORT: f64 = 25.0;

/// More room above a row for each further edge that comes from below.
pub(super) const TURN: f64 = 13.0;

/// From the place where tails meet to the head.
const DROP: f64 = 25.0;

/// Where a node stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slot {
    pub rank: usize,
    /// In halves.
    pub column: i32,
}

/// Where the tails of an edge meet above its head. Edges from above stand to the left of those that come
/// round from the same row or from below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Port {
    pub index: usize,
    pub comes_round: bool,
}

/// Slots and ports, taken and free, and the room that they need.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    taken: Set<Slot>,
    ports: Map<NodeKey, [Vec<bool>; 2]>,
    width: f64,
    heights: Vec<f64>,
    /// How many edges come round to a head of the row, at most.
    turns: Vec<usize>,
}

impl Grid {
    /// The free slot of a rank that is nearest to a column, for a box of some size.
    pub fn take(&mut self, rank: usize, column: i32, size: (f64, f64)) -> Slot {
        let is_free = |column: i32| {
            let near = self.taken.at_most(&Slot { rank, column: column + 1 });
            near.is_none_or(|slot| slot.rank < rank || slot.column < column - 1)
        };
        // Each slot that is taken blocks three columns, so one of these is free.
        let furthest = i32::try_from(self.taken.len() * 3).unwrap_or(i32::MAX / 4);
        let nearest =
            (0..=furthest).flat_map(|distance| [column + distance, column - distance]).find(|c| is_free(*c));
        let slot = Slot { rank, column: nearest.unwrap_or(column) };
        self.taken.insert(slot);
        self.width = self.width.max(size.0);
        if self.heights.len() <= rank {
            self.heights.resize(rank + 1, 0.0);
            self.turns.resize(rank + 1, 0);
        }
        self.heights[rank] = self.heights[rank].max(size.1);
        slot
    }

    /// About the size of a picture turned on its side, with ranks and columns of boxes that are as large as
    /// the largest is in the layout.
    pub fn about(ranks: f64, columns: f64, largest: (f64, f64)) -> (f64, f64) {
        (ranks * (largest.1 + BAND), columns * (largest.0 + COLUMN_GAP))
    }

    pub fn release(&mut self, slot: Slot) {
        self.taken.remove(&slot);
    }

    /// A free port of a head that stands in a rank.
    pub fn take_port(&mut self, head: NodeKey, rank: usize, comes_round: bool) -> Port {
        let ports = &mut self.ports.get_or_default(head)[usize::from(comes_round)];
        let index = ports.iter().position(|is_taken| !is_taken).unwrap_or(ports.len());
        if index == ports.len() {
            ports.push(true);
        } else {
            ports[index] = true;
        }
        if comes_round && let Some(turns) = self.turns.get_mut(rank) {
            *turns = (*turns).max(index + 1);
        }
        Port { index, comes_round }
    }

    pub fn release_port(&mut self, head: NodeKey, port: Port) {
        let ports = self.ports.get_mut(&head).map(|ports| &mut ports[usize::from(port.comes_round)]);
        if let Some(is_taken) = ports.and_then(|ports| ports.get_mut(port.index)) {
            *is_taken = false;
        }
    }

    /// The distance of two columns.
    fn pitch(&self) -> f64 {
        let ports = self.ports.values().map(|[above, round]| above.len() + round.len()).max().unwrap_or(0);
        // Who has very many edges has them closer together.
        self.width.max(as_f64(ports.min(8)) * PORT) + COLUMN_GAP
    }

    /// The upper ends of the rows.
    fn tops(&self) -> Vec<f64> {
        let mut y = 0.0;
        let mut tops = Vec::with_capacity(self.heights.len());
        for (height, turns) in self.heights.iter().zip(&self.turns) {
            y += BAND + TURN * as_f64(turns.saturating_sub(1));
            tops.push(y);
            y += height;
        }
        tops
    }

    /// Makes slots into places.
    pub fn measured(&self) -> Measured<'_> {
        Measured { grid: self, pitch: self.pitch(), tops: self.tops() }
    }
}

/// A grid whose rows and columns have their sizes.
#[derive(Clone, Debug)]
pub struct Measured<'a> {
    grid: &'a Grid,
    pitch: f64,
    tops: Vec<f64>,
}

impl Measured<'_> {
    /// The place of a box.
    pub fn place(&self, slot: Slot, size: (f64, f64)) -> Rect {
        let top = self.tops.get(slot.rank).copied().unwrap_or_default();
        let height = self.grid.heights.get(slot.rank).copied().unwrap_or(size.1);
        let middle = f64::from(slot.column) * self.pitch / 2.0;
        Rect::hanging(Point::new(middle, top + (height - size.1) / 2.0), size.0, size.1)
    }

    /// The whole of a slot, with the band above it and room on both sides.
    pub fn cell(&self, slot: Slot) -> Rect {
        let top = self.tops.get(slot.rank).copied().unwrap_or_default();
        let band =
            BAND + TURN * as_f64(self.grid.turns.get(slot.rank).map_or(0, |turns| turns.saturating_sub(1)));
        let height = self.grid.heights.get(slot.rank).copied().unwrap_or_default();
        let middle = f64::from(slot.column) * self.pitch / 2.0;
        Rect::hanging(Point::new(middle, top - band), self.pitch, height + band)
    }

    /// Where the tails of an edge meet.
    pub fn junction(&self, head: NodeKey, place: &Rect, slot: Slot, port: Port) -> Point {
        let [above, round] = self.grid.ports.get(&head).map_or([1, 0], |p| [p[0].len(), p[1].len()]);
        let count = (above + round).max(1);
        let position =
            if port.comes_round { (above + round).saturating_sub(port.index + 1) } else { port.index };
        let distance = PORT.min((self.pitch - COLUMN_GAP / 2.0) / as_f64(count));
        let x = place.middle().x + (as_f64(position) - as_f64(count - 1) / 2.0) * distance;
        Point::new(x, self.tops.get(slot.rank).copied().unwrap_or(place.y) - DROP)
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of things in a picture are small")]
fn as_f64(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_stays_keeps_the_place() {
        let mut grid = Grid::default();
        let size = (80.0, 40.0);
        let a = grid.take(0, 0, size);
        let b = grid.take(0, 0, size);
        let c = grid.take(0, 1, size);
        assert_eq!([a.column, b.column, c.column], [0, 2, 4]);
        grid.release(b);
        assert_eq!(grid.take(0, 1, size).column, 2);
        let measured = grid.measured();
        assert!(!measured.place(a, size).overlaps(&measured.place(c, size)));
    }

    #[test]
    fn ports_are_used_again() {
        let mut grid = Grid::default();
        let slot = grid.take(0, 0, (80.0, 40.0));
        let head = NodeKey::Number(7);
        let ports =
            [grid.take_port(head, 0, false), grid.take_port(head, 0, true), grid.take_port(head, 0, true)];
        let measured = grid.measured();
        let place = measured.place(slot, (80.0, 40.0));
        let x = ports.map(|port| measured.junction(head, &place, slot, port).x);
        assert!(x[0] < x[2] && x[2] < x[1], "{x:?}");
        grid.release_port(head, ports[1]);
        assert_eq!(grid.take_port(head, 0, true), ports[1]);
    }
}
