//! Places in a text, the way the browser counts them.

use hornbook::lang::Span;

/// A span in UTF-16 code units, which is what a `<textarea>` selects by. Offsets past the end lie at the end.
///
/// ```
/// use hornbook::lang::Span;
/// use hornbook_web::place::utf16_range;
/// // ∀ is three bytes, but one unit.
/// assert_eq!(utf16_range("∀X.", Span::new(3, 4)), (1, 2));
/// ```
pub fn utf16_range(text: &str, span: Span) -> (u32, u32) {
    let units_before = |offset: u32| {
        let before = text.char_indices().take_while(|(start, _)| *start < offset as usize);
        before.map(|(_, letter)| letter.len_utf16() as u32).sum()
    };
    (units_before(span.start), units_before(span.end))
}
