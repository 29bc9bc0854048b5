//! Which way a picture grows: layouts and routes know one way, from the top down. A picture that grows
//! sideways is laid out with boxes turned, and is turned as a whole when all of it has its place.

use super::{Point, Rect, Scene};

/// Where each next rank stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// Below the one before.
    #[default]
    Down,
    /// To the right of it.
    Sideways,
}

/// The part of a picture that a room shows, where 1 is all. Rooms that have not been measured show all.
fn seen(room: (f64, f64), size: (f64, f64)) -> f64 {
    let part = |room: f64, size: f64| if size <= 0.0 || room <= 0.0 { 1.0 } else { (room / size).min(1.0) };
    part(room.0, size.0) * part(room.1, size.1)
}

impl Direction {
    /// The size that a box of this size has in the layout.
    pub fn size(self, size: (f64, f64)) -> (f64, f64) {
        match self {
            Direction::Down => size,
            Direction::Sideways => (size.1, size.0),
        }
    }

    /// The direction in which a room shows more of a picture, given its sizes in both. What is seen whole
    /// grows downwards, as in the papers.
    pub fn with_room(room: (f64, f64), down: (f64, f64), sideways: (f64, f64)) -> Direction {
        if seen(room, sideways) > seen(room, down) { Direction::Sideways } else { Direction::Down }
    }
}

fn turn(rect: &mut Rect) {
    *rect = Rect { x: rect.y, y: rect.x, width: rect.height, height: rect.width };
}

fn turn_point(point: &mut Point) {
    *point = Point::new(point.y, point.x);
}

impl Scene {
    /// Turns a picture that was laid out for a direction.
    pub fn turn(&mut self, direction: Direction) {
        self.direction = direction;
        if direction == Direction::Down {
            return;
        }
        turn(&mut self.frame);
        self.nodes.iter_mut().for_each(|node| turn(&mut node.place));
        for edge in &mut self.edges {
            edge.junction.iter_mut().for_each(turn_point);
            for path in &mut edge.paths {
                turn_point(&mut path.start);
                path.curves.iter_mut().flatten().for_each(turn_point);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_chain_goes_where_there_is_room() {
        let (chain, turned) = ((200.0, 3000.0), (4000.0, 120.0));
        assert_eq!(Direction::with_room((1200.0, 500.0), chain, turned), Direction::Sideways);
        assert_eq!(Direction::with_room((400.0, 1500.0), chain, turned), Direction::Down);
        assert_eq!(Direction::with_room((400.0, 4000.0), chain, turned), Direction::Down);
        assert_eq!(Direction::with_room((0.0, 0.0), chain, turned), Direction::Down);
    }
}
