//! Numbers with types that say what is numbered, so that the third copy of a relation symbol is not taken for
//! the third relation symbol.
//!
//! ```
//! use hornbook::horn::{Number, SystemClauseId, SystemRelationId};
//! let (relation, clause) = (SystemRelationId::at(2), SystemClauseId::at(2));
//! assert_eq!(relation.index(), clause.index()); // `relation == clause` does not compile
//! ```

/// A number with a type of its own.
pub trait Number: Copy + Ord {
    fn at(index: usize) -> Self;

    fn index(self) -> usize;
}

/// Declares such a type.
macro_rules! number {
    ($(#[$meaning:meta])* $name:ident) => {
        $(#[$meaning])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[derive(serde::Serialize, serde::Deserialize)]
        pub struct $name(pub u32);

        impl $name {
            pub fn at(index: usize) -> Self {
                Self(index as u32)
            }

            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl $crate::horn::Number for $name {
            fn at(index: usize) -> Self {
                Self::at(index)
            }

            fn index(self) -> usize {
                self.index()
            }
        }
    };
}
pub(crate) use number;
