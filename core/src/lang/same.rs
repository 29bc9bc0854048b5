//! Are two problems the same, apart from where they stood in their texts?
//!
//! The two have different arenas, so the second is rebuilt in a copy of the first's, where equal formulae
//! have equal handles. Names, orders and structure all count: this is the equality of round trips.

use super::{Application, Argument, Problem, Solution};
use crate::formula::{Arena, Importer};

impl Problem {
    /// Equality up to spans.
    pub fn same_as(&self, other: &Problem) -> bool {
        let mut arena = self.arena.clone();
        let mut importer = Importer::new(&other.arena);
        self.relations.len() == other.relations.len()
            && self
                .relations
                .iter()
                .zip(&other.relations)
                .all(|(a, b)| a.name == b.name && a.sorts == b.sorts)
            && self.clauses.len() == other.clauses.len()
            && self.clauses.iter().zip(&other.clauses).all(|(a, b)| {
                let heads = match (&a.head, &b.head) {
                    (None, None) => true,
                    (Some(a), Some(b)) => same_application(&mut arena, &mut importer, a, b),
                    _ => false,
                };
                heads
                    && a.body.len() == b.body.len()
                    && (a.body.iter().zip(&b.body))
                        .all(|(a, b)| same_application(&mut arena, &mut importer, a, b))
                    && a.constraint == importer.formula(&mut arena, b.constraint)
            })
            && self.templates.len() == other.templates.len()
            && self.templates.iter().zip(&other.templates).all(|(a, b)| {
                let kinds = a.kind == b.kind.imported(&mut arena, &mut importer);
                let parameters: Vec<_> =
                    b.parameters.iter().map(|s| importer.symbol(&mut arena, *s)).collect();
                kinds && a.relation == b.relation && a.cost == b.cost && a.parameters == parameters
            })
            && self.predicates.len() == other.predicates.len()
            && self.predicates.iter().zip(&other.predicates).all(|(a, b)| {
                let parameters: Vec<_> =
                    b.parameters.iter().map(|s| importer.symbol(&mut arena, *s)).collect();
                a.relation == b.relation
                    && a.parameters == parameters
                    && a.predicate == importer.formula(&mut arena, b.predicate)
            })
    }
}

impl Solution {
    /// Equality of two solutions whose formulae live in different arenas.
    pub fn same_as(&self, arena: &Arena, other: &Solution, other_arena: &Arena) -> bool {
        let mut arena = arena.clone();
        let mut importer = Importer::new(other_arena);
        self.len() == other.len()
            && self.iter().zip(other.iter()).all(|((r, a), (q, b))| {
                let parameters: Vec<_> =
                    b.parameters.iter().map(|s| importer.symbol(&mut arena, *s)).collect();
                r == q && a.parameters == parameters && a.formula == importer.formula(&mut arena, b.formula)
            })
    }
}

fn same_application(arena: &mut Arena, importer: &mut Importer, a: &Application, b: &Application) -> bool {
    a.relation == b.relation
        && a.arguments.len() == b.arguments.len()
        && a.arguments.iter().zip(&b.arguments).all(|(a, b)| match (a, b) {
            (Argument::Int(a), Argument::Int(b)) => *a == importer.term(arena, b),
            (Argument::Bool(a), Argument::Bool(b)) => *a == importer.formula(arena, *b),
            _ => false,
        })
}
