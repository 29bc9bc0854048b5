//! What is drawn on a line: its pieces, cut where decorations begin and end.

use std::ops::Range;

use crate::text::highlight::{Kind, Piece};

/// Something drawn on a range of a line, such as a squiggle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoration {
    /// Bytes of the line; may reach beyond its end.
    pub range: Range<usize>,
    pub class: &'static str,
    /// The finding that it shows, by its number in the list.
    pub finding: Option<usize>,
}

/// A stretch of a line that is drawn in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub range: Range<usize>,
    pub kind: Option<Kind>,
    /// The decorations on it, by their numbers.
    pub decorations: Vec<usize>,
}

/// Cuts a line of this many bytes into runs, without gaps. Pieces are in order and do not overlap;
/// decorations may.
///
/// ```
/// use hornbook_web::text::editing::{Decoration, runs};
/// let squiggle = Decoration { range: 1..3, class: "error", finding: Some(0) };
/// let found = runs(5, &[], &[squiggle]);
/// let ranges: Vec<_> = found.iter().map(|run| (run.range.clone(), run.decorations.len())).collect();
/// assert_eq!(ranges, [(0..1, 0), (1..3, 1), (3..5, 0)]);
/// ```
pub fn runs(length: usize, pieces: &[Piece], decorations: &[Decoration]) -> Vec<Run> {
    let mut cuts: Vec<usize> = pieces.iter().flat_map(|piece| [piece.range.start, piece.range.end]).collect();
    cuts.extend(decorations.iter().flat_map(|decoration| [decoration.range.start, decoration.range.end]));
    cuts.extend([0, length]);
    cuts.retain(|cut| *cut <= length);
    cuts.sort_unstable();
    cuts.dedup();
    let mut pieces = pieces.iter().peekable();
    let mut runs = Vec::with_capacity(cuts.len());
    for pair in cuts.windows(2) {
        let range = pair[0]..pair[1];
        while pieces.next_if(|piece| piece.range.end <= range.start).is_some() {}
        let kind = pieces.peek().filter(|piece| piece.range.start <= range.start).map(|piece| piece.kind);
        let covers = |decoration: &Decoration| {
            decoration.range.start <= range.start && range.end <= decoration.range.end
        };
        let decorations = (0..decorations.len()).filter(|number| covers(&decorations[*number])).collect();
        runs.push(Run { range, kind, decorations });
    }
    runs
}

#[cfg(test)]
mod tests {
    use hornbook::lang::Language;
    use proptest::prelude::*;

    use super::*;
    use crate::text::highlight::{Opening, pieces};

    #[test]
    fn a_squiggle_may_cut_a_word() {
        let line = "gcd(M)";
        let squiggle = Decoration { range: 2..9, class: "error", finding: None };
        let found = runs(line.len(), &pieces(line, Language::House, Opening::Nothing), &[squiggle]);
        let seen: Vec<_> =
            found.iter().map(|run| (&line[run.range.clone()], run.kind, run.decorations.len())).collect();
        assert_eq!(
            seen,
            [
                ("gc", Some(Kind::Relation), 0),
                ("d", Some(Kind::Relation), 1),
                ("(", Some(Kind::Bracket), 1),
                ("M", Some(Kind::Variable), 1),
                (")", Some(Kind::Bracket), 1),
            ]
        );
    }

    proptest! {
        /// The runs of a line make up the line.
        #[test]
        fn runs_have_no_gaps(line in "[a-zA-Z (),.%0-9]{0,30}", from in 0..40_usize, to in 0..40_usize) {
            let decoration = Decoration { range: from.min(to)..from.max(to), class: "", finding: None };
            let pieces = pieces(&line, Language::House, Opening::Nothing);
            let runs = runs(line.len(), &pieces, &[decoration]);
            let mut end = 0;
            for run in &runs {
                prop_assert_eq!(run.range.start, end);
                prop_assert!(run.range.end > end);
                end = run.range.end;
            }
            prop_assert_eq!(end, line.len());
        }
    }
}
