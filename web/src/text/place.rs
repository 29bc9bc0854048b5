//! Places in a text, the way the browser counts them.

use hornbook::lang::Span;

/// A span in UTF-16 code units, which is what a `<textarea>` selects by. Offsets past the end lie at the end.
///
/// ```
/// use hornbook::lang::Span;
/// use hornbook_web::text::place::utf16_range;
/// // ∀ is three bytes, but one unit.
/// assert_eq!(utf16_range("∀X.", Span::new(3, 4)), (1, 2));
/// ```
pub fn utf16_range(text: &str, span: Span) -> (u32, u32) {
    if text.is_ascii() {
        let length = text.len() as u32;
        return (span.start.min(length), span.end.min(length));
    }
    let units_before = |offset: u32| {
        let before = text.char_indices().take_while(|(start, _)| *start < offset as usize);
        before.map(|(_, letter)| letter.len_utf16() as u32).sum()
    };
    (units_before(span.start), units_before(span.end))
}

/// The byte at which a place lies that is given in UTF-16 code units. Places past the end lie at the end.
///
/// ```
/// use hornbook_web::text::place::byte_offset;
/// assert_eq!(byte_offset("∀X.", 1), 3);
/// assert_eq!(byte_offset("∀X.", 9), 5);
/// ```
pub fn byte_offset(text: &str, units: u32) -> usize {
    if text.is_ascii() {
        return text.len().min(units as usize);
    }
    let mut left = units as usize;
    let found = text.char_indices().find(|(_, letter)| {
        let is_there = left == 0;
        left = left.saturating_sub(letter.len_utf16());
        is_there
    });
    found.map_or(text.len(), |(offset, _)| offset)
}
