//! What a text may ask for. Each limit is far beyond what a person writes; passing one is a diagnostic.

/// The longest text, in bytes; places are 32-bit offsets.
pub const TEXT_LIMIT: usize = 64 << 20;

/// The longest numeral, in digits: reading and reducing longer ones takes quadratic time.
pub const NUMERAL_LIMIT: usize = 10_000;

/// The number of diagnostics given for one text; the rest is counted.
pub const DIAGNOSTIC_LIMIT: usize = 500;

/// How much building a text may cause, in steps of about one machine word: so much for any text, and so
/// much for each byte. Deeply nested products stand for terms much larger than themselves; nothing else
/// comes near the limit.
pub const WORK_LIMIT: u64 = 10_000_000;
pub const WORK_LIMIT_PER_BYTE: u64 = 10;

/// Into how many clauses one clause with relation symbols under `;` may fall.
pub const ALTERNATIVE_LIMIT: usize = 10_000;

/// Into how many cases `mod` and `div` may split one atom of a template, predicate or solution, where no
/// variable can be introduced for the quotient.
pub const RESIDUE_LIMIT: usize = 1_000;

/// How many unknown relation symbols are compared with the known ones, to find a misspelling.
pub const SPELLING_LIMIT: usize = 50;
