//! The difference of two texts as one replacement.

use std::rc::Rc;

use hornbook::lang::Span;

/// At a place, some text was replaced by another.
///
/// ```
/// use hornbook_web::text::editing::Change;
/// let change = Change::between("p(X).", "p(X, Y).").unwrap();
/// assert_eq!((change.start, &*change.removed, &*change.inserted), (3, "", ", Y"));
/// assert_eq!(change.inverse().apply("p(X, Y)."), Some("p(X).".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// In bytes.
    pub start: usize,
    pub removed: Rc<str>,
    pub inserted: Rc<str>,
}

impl Change {
    /// The smallest replacement that makes one text into another; none if they are equal.
    pub fn between(old: &str, new: &str) -> Option<Self> {
        let start = common_prefix(old, new);
        let (old_rest, new_rest) = (&old[start..], &new[start..]);
        let end = common_suffix(old_rest, new_rest);
        let removed = &old_rest[..old_rest.len() - end];
        let inserted = &new_rest[..new_rest.len() - end];
        if removed.is_empty() && inserted.is_empty() {
            return None;
        }
        Some(Self { start, removed: removed.into(), inserted: inserted.into() })
    }

    /// The change that takes this one back.
    pub fn inverse(&self) -> Self {
        Self { start: self.start, removed: self.inserted.clone(), inserted: self.removed.clone() }
    }

    /// The text after the change, if it is one that can be changed like this.
    pub fn apply(&self, text: &str) -> Option<String> {
        let rest = text.get(self.start..)?.strip_prefix(&*self.removed)?;
        Some([&text[..self.start], &*self.inserted, rest].concat())
    }

    /// Where a span of the old text lies in the new one. What was replaced lies where its replacement is.
    pub fn moved(&self, span: Span) -> Span {
        let old_end = self.start + self.removed.len();
        let new_end = self.start + self.inserted.len();
        let place = |offset: u32, inside: usize| match offset as usize {
            offset if offset <= self.start => offset,
            offset if offset >= old_end => offset - old_end + new_end,
            _ => inside,
        };
        Span::new(place(span.start, self.start), place(span.end, new_end))
    }
}

fn common_prefix(one: &str, other: &str) -> usize {
    let length = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    (0..=length).rev().find(|at| one.is_char_boundary(*at) && other.is_char_boundary(*at)).unwrap_or_default()
}

fn common_suffix(one: &str, other: &str) -> usize {
    let length = one.bytes().rev().zip(other.bytes().rev()).take_while(|(a, b)| a == b).count();
    (0..=length).rev().find(|at| one.is_char_boundary(one.len() - at)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn characters_that_share_bytes_are_replaced_whole() {
        // ≤ and ≥ differ in their last byte only.
        let change = Change::between("X ≤ 0", "X ≥ 0").unwrap();
        assert_eq!((&*change.removed, &*change.inserted), ("≤", "≥"));
    }

    #[test]
    fn spans_keep_to_their_words() {
        let change = Change::between("p. q. r.", "p. qqq. r.").unwrap();
        assert_eq!(change.moved(Span::new(0, 2)), Span::new(0, 2));
        assert_eq!(change.moved(Span::new(6, 8)), Span::new(8, 10));
        assert_eq!(change.moved(Span::new(3, 5)), Span::new(3, 7));
    }

    proptest! {
        #[test]
        fn changes_lead_there_and_back(old in "[ab≤≥é]{0,9}", new in "[ab≤≥é]{0,9}") {
            match Change::between(&old, &new) {
                None => prop_assert_eq!(old, new),
                Some(change) => {
                    prop_assert_eq!(change.apply(&old), Some(new.clone()));
                    prop_assert_eq!(change.inverse().apply(&new), Some(old));
                }
            }
        }
    }
}
