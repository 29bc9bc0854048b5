//! How much room text takes. The page brings no font and browsers differ, so the widths are estimates on the
//! generous side, the same everywhere: a picture has the same layout on every machine.

use crate::draw::notation::{Piece, Style};

use super::scene::{Line, LineKind};

/// From one line of a box to the next.
pub const LINE_HEIGHT: f64 = 21.0;

/// The room between the text of a box and its border.
const PADDING: (f64, f64) = (13.0, 8.0);

/// No box is narrower.
const LEAST_WIDTH: f64 = 62.0;

/// The size of tags and marks, as a part of the usual size.
pub(super) const TAG_SCALE: f64 = 0.78;

/// The size of type in pictures.
const SIZE: f64 = 15.5;

/// The width of a text in the usual size.
pub fn text_width(text: &str) -> f64 {
    text.chars().map(em).sum::<f64>() * SIZE
}

/// The width of a line.
pub(super) fn line_width(line: &Line) -> f64 {
    let scale = match line.kind {
        LineKind::Remark => 0.84,
        _ => 1.0,
    };
    line.pieces.iter().map(piece_width).sum::<f64>() * scale
}

fn piece_width(piece: &Piece) -> f64 {
    text_width(&piece.text) * if piece.style == Style::Subscript { 0.72 } else { 1.0 }
}

/// The size of a box with these lines, the first of which has a tag on its right.
pub fn box_size(lines: &[Line], tag: &str) -> (f64, f64) {
    let tag = text_width(tag) * TAG_SCALE;
    let first = lines.first().map_or(0.0, line_width) + 2.0 * tag;
    let width = lines.iter().map(line_width).fold(first, f64::max);
    #[expect(clippy::cast_precision_loss, reason = "a box has few lines")]
    let height = lines.len().max(1) as f64 * LINE_HEIGHT;
    ((width + 2.0 * PADDING.0).max(LEAST_WIDTH).ceil(), height + 2.0 * PADDING.1)
}

/// The size of lines without a box around them.
pub fn lines_size(lines: &[Line]) -> (f64, f64) {
    let width = lines.iter().map(line_width).fold(0.0, f64::max);
    #[expect(clippy::cast_precision_loss, reason = "an edge has few lines")]
    let height = lines.len() as f64 * LINE_HEIGHT;
    ((width + 8.0).ceil(), height)
}

/// Breaks a line before connectives, so that its parts are no wider than this, as far as possible.
pub fn broken(line: Line, width: f64) -> Vec<Line> {
    if line_width(&line) <= width {
        return vec![line];
    }
    let mut lines: Vec<Vec<Piece>> = vec![Vec::new()];
    let mut used = 0.0;
    for part in breakable(line.pieces) {
        let needed: f64 = part.iter().map(piece_width).sum();
        if used > 0.0 && used + needed > width {
            lines.push(Vec::new());
            used = 0.0;
        }
        used += needed;
        if let Some(last) = lines.last_mut() {
            last.extend(part);
        }
    }
    lines.into_iter().map(|pieces| Line { pieces, kind: line.kind }).collect()
}

/// The pieces in groups that stay together.
fn breakable(pieces: Vec<Piece>) -> Vec<Vec<Piece>> {
    let mut groups: Vec<Vec<Piece>> = vec![Vec::new()];
    for piece in pieces {
        for (i, part) in piece.text.split_inclusive(' ').enumerate() {
            if i > 0 {
                groups.push(Vec::new());
            }
            if let Some(last) = groups.last_mut() {
                last.push(Piece { style: piece.style, text: part.to_owned() });
            }
        }
    }
    groups
}

/// The width of a letter, as a part of the size of the type. The widest of Palatino, Georgia and Times.
fn em(letter: char) -> f64 {
    match letter {
        'i' | 'j' | 'l' | '.' | ',' | ';' | ':' | '\'' | '!' | '|' | '∣' | '′' | ' ' | '\u{a0}' => 0.32,
        'f' | 't' | 'r' | 's' | 'I' | '(' | ')' | '[' | ']' | '-' | '/' => 0.43,
        'm' | 'w' | 'M' | 'W' | '…' | '@' | '%' => 1.0,
        'a'..='z' | '0'..='9' | '_' => 0.61,
        'A'..='Z' => 0.79,
        '∧' | '∨' | '≤' | '≥' | '≠' | '=' | '+' | '−' | '<' | '>' | '¬' => 0.72,
        letter if letter.is_ascii() || letter.is_lowercase() => 0.66,
        _ => 1.05,
    }
}
