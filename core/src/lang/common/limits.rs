//! What a text may ask for. Each limit is far beyond what a person writes; passing one is a diagnostic.

/// The longest text, in bytes; places are 32-bit offsets.
pub const TEXT_LIMIT: usize = 64 << 20;

/// The longest numeral, in digits: reading and reducing longer ones takes quadratic time.
pub const NUMERAL_LIMIT: usize = 10_000;

/// The number of diagnostics given for one text; the rest is counted.
pub const DIAGNOSTIC_LIMIT: usize = 500;

/// How much building a text may cause: this many steps for any text, and more for each of its bytes. A step
/// is about one machine word or one summand of a term, at most 32 bytes of memory. Only what multiplies comes
/// near the limit: nested products, definitions that use definitions, relation symbols under disjunctions.
pub const WORK_LIMIT: u64 = 20_000_000;
pub const WORK_LIMIT_PER_BYTE: u64 = 10;

/// The clauses of a model may have this many arguments of relation symbols altogether. Each state of a model
/// has all of its variables, so they are as many as the product of the two.
pub const ARGUMENT_LIMIT: u64 = 2_000_000;

/// What one formula costs that is built anew, in steps: hashing it and keeping it with its negation.
pub const FORMULA_COST: u64 = 25;

/// At most this many terms may be `distinct`, not counting those that can have any value.
pub const DISTINCT_LIMIT: usize = 2_000;

/// Of up to this many terms that are `distinct`, each two are one disequation; more of them are sorted.
pub const DISTINCT_PAIRS: usize = 500;

/// A quotient is written out by one case for each remainder where no variable can be introduced for it, such
/// as in a solution; its divisor may not be larger than this.
pub const REMAINDER_LIMIT: i64 = 1_000;

/// At most this many literals may be written out for one variable that is taken out of a formula.
pub const CASE_LIMIT: u64 = 20_000;

/// At most this many unknown names are compared with the known ones, to find a misspelling.
pub const SPELLING_LIMIT: usize = 50;

/// Parentheses and blocks of programs and transition systems may be nested this deeply.
pub const NESTING_LIMIT: usize = 200;

/// Combinations of templates lie within each other at most this deep.
pub const COMBINATION_DEPTH: usize = 16;
