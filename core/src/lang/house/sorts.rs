//! Sort inference by unification.
//!
//! Each variable of each clause and each argument place of each relation symbol is integer or Boolean. A
//! variable that stands as a literal is Boolean, one in a sum is an integer, and `p(X)` makes the sorts of
//! `X` and of the place equal, across the whole text. What nothing decides is an integer.

use crate::formula::Sort;
use crate::lang::{Diagnostic, Span};

/// A sort that is to be found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SortVariable(pub(super) u32);

/// A union-find forest; a root may know its sort, and the place that decided it.
#[derive(Debug, Default)]
pub(super) struct Sorts {
    parents: Vec<u32>,
    known: Vec<Option<(Sort, Span)>>,
}

impl Sorts {
    /// The first of this many new sort variables in a row.
    pub(super) fn add(&mut self, count: usize) -> SortVariable {
        let first = self.parents.len() as u32;
        self.parents.extend(first..first + count as u32);
        self.known.resize(self.parents.len(), None);
        SortVariable(first)
    }

    fn root(&mut self, SortVariable(mut v): SortVariable) -> usize {
        while self.parents[v as usize] != v {
            let up = self.parents[self.parents[v as usize] as usize];
            self.parents[v as usize] = up;
            v = up;
        }
        v as usize
    }

    pub(super) fn known(&mut self, variable: SortVariable) -> Option<Sort> {
        let root = self.root(variable);
        self.known[root].map(|(sort, _)| sort)
    }

    /// The sort in the end: an integer where nothing says otherwise.
    pub(super) fn decided(&mut self, variable: SortVariable) -> Sort {
        self.known(variable).unwrap_or(Sort::Int)
    }

    /// Decides a sort; the place becomes part of the message of a later conflict.
    pub(super) fn decide(
        &mut self,
        variable: SortVariable,
        sort: Sort,
        span: Span,
    ) -> Result<(), Diagnostic> {
        let root = self.root(variable);
        match self.known[root] {
            None => {
                self.known[root] = Some((sort, span));
                Ok(())
            }
            Some((found, _)) if found == sort => Ok(()),
            Some((found, place)) => Err(conflict(span, sort, found, place)),
        }
    }

    pub(super) fn unify(&mut self, a: SortVariable, b: SortVariable, span: Span) -> Result<(), Diagnostic> {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return Ok(());
        }
        match (self.known[a], self.known[b]) {
            (Some((left, _)), Some((right, place))) if left != right => {
                return Err(conflict(span, left, right, place));
            }
            (None, known) => self.known[a] = known,
            _ => {}
        }
        self.parents[b] = a as u32;
        Ok(())
    }
}

pub(super) fn describe(sort: Sort) -> &'static str {
    match sort {
        Sort::Int => "an integer",
        Sort::Bool => "a Boolean",
    }
}

fn conflict(span: Span, wanted: Sort, found: Sort, place: Span) -> Diagnostic {
    Diagnostic::error(span, format!("this is used as {}, but it is {}", describe(wanted), describe(found)))
        .with_related(place, format!("{} because of this", describe(found)))
}
