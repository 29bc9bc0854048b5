//! The bracket that belongs to the one at the cursor.

use std::ops::Range;

use crate::text::highlight::{Kind, Lines};

/// How many lines above or below are searched; enough for any clause that a person reads.
const LINES_SEARCHED: usize = 2_000;

/// The brackets at the cursor and opposite to it; none if there is no bracket, or no other one to it.
///
/// ```
/// use hornbook_web::text::editing::matching_bracket;
/// use hornbook_web::text::highlight::Lines;
/// let text = "p(X, (Y % (\n)).";
/// assert_eq!(matching_bracket(text, &Lines::of(text), 1), Some([1..2, 13..14]));
/// ```
pub fn matching_bracket(text: &str, lines: &Lines, cursor: usize) -> Option<[Range<usize>; 2]> {
    let line = lines.at(cursor);
    let here = brackets(text, lines, line);
    // The bracket before the cursor is the one just typed; it comes first.
    let at =
        here.iter().position(|at| at + 1 == cursor).or_else(|| here.iter().position(|at| *at == cursor))?;
    let (start, sign) = (here[at], text.as_bytes()[here[at]]);
    let mut depth = 0_usize;
    let mut meets = |at: usize| {
        if text.as_bytes()[at] == sign {
            depth += 1;
            false
        } else {
            depth -= 1;
            depth == 0
        }
    };
    let found = if sign == b'(' {
        let last = lines.count().min(line + LINES_SEARCHED);
        let below = (line + 1..last).flat_map(|line| brackets(text, lines, line));
        here[at..].iter().copied().chain(below).find(|at| meets(*at))
    } else {
        let first = line.saturating_sub(LINES_SEARCHED);
        let above = (first..line).rev().flat_map(|line| brackets(text, lines, line).into_iter().rev());
        here[..=at].iter().rev().copied().chain(above).find(|at| meets(*at))
    }?;
    Some([start..start + 1, found..found + 1])
}

/// Where the brackets of a line are.
fn brackets(text: &str, lines: &Lines, line: usize) -> Vec<usize> {
    let start = lines.range(line).start;
    let pieces = lines.pieces(text, line).into_iter();
    pieces.filter(|piece| piece.kind == Kind::Bracket).map(|piece| start + piece.range.start).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn partner(text: &str, cursor: usize) -> Option<usize> {
        matching_bracket(text, &Lines::of(text), cursor).map(|[_, other]| other.start)
    }

    #[test]
    fn brackets_match_in_both_directions() {
        let text = "(assert\n (p (f x)\n |a)|))";
        assert_eq!(partner(text, 0), Some(text.len() - 1));
        assert_eq!(partner(text, text.len()), Some(0));
        assert_eq!(partner(text, 13), Some(16));
        assert_eq!(partner(text, 5), None);
    }

    #[test]
    fn what_is_open_has_no_partner() {
        assert_eq!(partner("p(X", 2), None);
        assert_eq!(partner("p)X", 2), None);
        assert_eq!(partner("", 0), None);
    }
}
