//! What of the plane is seen: whole points in a square, moved and zoomed.

use hornbook::formula::{FormulaText, Piece, PieceKind};
use hornbook::inspect::{Inspection, WINDOW_LIMIT, Window};

use crate::draw::{Point, Rect};

/// The side of the plot.
pub(super) const SIDE: f64 = 520.0;
pub(super) const LEFT: f64 = 52.0;
pub(super) const BOTTOM: f64 = 44.0;
pub(super) const MARGIN: f64 = 14.0;

/// The fewest points along a side, and the most that zooming leads to.
pub const CLOSEST: u32 = 5;
pub const WIDEST: u32 = WINDOW_LIMIT;

/// Windows do not go further than this.
pub(super) const FARTHEST: i64 = 1_000_000_000_000;

/// The part of the plane that is shown: left, bottom, and points along each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    pub left: i64,
    pub bottom: i64,
    pub side: u32,
}

impl Frame {
    /// Around the constants that the sides mention.
    pub fn usual(inspection: &Inspection) -> Frame {
        let sides = inspection.a.instances.iter().chain(&inspection.b.instances);
        let constants: Vec<i64> = sides.flat_map(|instance| constants(&instance.constraint)).collect();
        let low = constants.iter().copied().min().unwrap_or(0).clamp(-80, 0);
        let high = constants.iter().copied().max().unwrap_or(0).clamp(0, 80);
        let pad = ((high - low) / 6).max(5);
        Frame {
            left: low - pad,
            bottom: low - pad,
            side: u32::try_from(high - low + 2 * pad + 1).unwrap_or(11).clamp(11, 121),
        }
    }

    pub fn moved(self, dx: i64, dy: i64) -> Frame {
        let within = |n: i64| n.clamp(-FARTHEST, FARTHEST);
        Frame { left: within(self.left + dx), bottom: within(self.bottom + dy), ..self }
    }

    /// With this many points along a side, around the same middle.
    pub fn zoomed(self, side: u32) -> Frame {
        let side = side.clamp(CLOSEST, WIDEST);
        let shift = (i64::from(self.side) - i64::from(side)) / 2;
        Frame { side, ..self }.moved(shift, shift)
    }

    pub fn nearer(self) -> Frame {
        self.zoomed(self.side * 4 / 5)
    }

    pub fn farther(self) -> Frame {
        self.zoomed((self.side * 5 / 4).max(self.side + 1))
    }

    pub fn window(self) -> Window {
        Window::new(self.left, self.bottom, self.side, self.side)
    }

    pub(super) fn cell(self) -> f64 {
        SIDE / f64::from(self.side)
    }

    pub fn contains(self, (x, y): (i64, i64)) -> bool {
        let side = i64::from(self.side);
        (self.left..self.left + side).contains(&x) && (self.bottom..self.bottom + side).contains(&y)
    }

    /// The middle of a point, in the picture.
    pub(super) fn place(self, x: i64, y: i64) -> (f64, f64) {
        let (i, j) = (small(x - self.left), small(y - self.bottom));
        (LEFT + (i + 0.5) * self.cell(), MARGIN + SIDE - (j + 0.5) * self.cell())
    }

    /// The point at a place of the picture.
    pub fn point(self, x: f64, y: f64) -> Option<(i64, i64)> {
        let (i, j) = ((x - LEFT) / self.cell(), (MARGIN + SIDE - y) / self.cell());
        let side = f64::from(self.side);
        #[expect(clippy::cast_possible_truncation, reason = "both are within the window")]
        let at = (self.left + i.floor() as i64, self.bottom + j.floor() as i64);
        ((0.0..side).contains(&i) && (0.0..side).contains(&j)).then_some(at)
    }
}

/// A frame that moves and zooms by less than a point, as hands do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glass {
    left: f64,
    bottom: f64,
    side: f64,
}

impl Glass {
    pub fn of(frame: Frame) -> Glass {
        Glass { left: small(frame.left), bottom: small(frame.bottom), side: f64::from(frame.side) }
    }

    /// The whole points that it shows.
    pub fn frame(self) -> Frame {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "casts saturate, and the side is positive"
        )]
        let (left, bottom, side) =
            (self.left.round() as i64, self.bottom.round() as i64, self.side.round() as u32);
        Frame { left: 0, bottom: 0, side: side.clamp(CLOSEST, WIDEST) }.moved(left, bottom)
    }

    /// By a distance in the picture.
    pub fn moved(self, dx: f64, dy: f64) -> Glass {
        let cell = SIDE / self.side;
        Glass { left: self.left + dx / cell, bottom: self.bottom - dy / cell, ..self }
    }

    /// Nearer by a factor; a place of the picture stays where it is, or the middle.
    pub fn zoomed(self, factor: f64, at: Option<Point>) -> Glass {
        let side = (self.side / factor).clamp(f64::from(CLOSEST), f64::from(WIDEST));
        let part = |at: f64| at.clamp(0.0, 1.0) * (self.side - side);
        let (x, y) = at.map_or((0.5, 0.5), |at| ((at.x - LEFT) / SIDE, (MARGIN + SIDE - at.y) / SIDE));
        Glass { left: self.left + part(x), bottom: self.bottom + part(y), side }
    }
}

/// The whole picture.
pub fn area() -> Rect {
    Rect { x: 0.0, y: 0.0, width: LEFT + SIDE + MARGIN, height: MARGIN + SIDE + BOTTOM }
}

pub(super) fn small(n: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "distances within a window are small")]
    let n = n as f64;
    n
}

/// The numbers that a formula compares with or adds; coefficients are none of them.
pub(super) fn constants(text: &FormulaText) -> Vec<i64> {
    let pieces: Vec<Piece> = text.pieces().collect();
    let constant = |(i, piece): (usize, &Piece)| {
        let is_factor = pieces.get(i + 1).is_some_and(|next| next.kind == PieceKind::Variable);
        if piece.kind != PieceKind::Number || is_factor {
            return None;
        }
        let before = i.checked_sub(1).and_then(|before| pieces.get(before));
        let is_negative = before.is_some_and(|before| (before.kind, before.text) == (PieceKind::Sign, "-"));
        let number = piece.text.parse::<i64>().ok()?;
        Some(if is_negative { -number } else { number })
    };
    pieces.iter().enumerate().filter_map(constant).collect()
}
