//! What an abstraction cannot tell apart: two states that its templates relate (Acta'16, Sect. 6.2).
//!
//! ```text
//! petri-pair, templates p1, p2       nothing but a state itself
//! petri-pair, template p1 - p2       p1 = 0, p2 = 0 from p1 = 1, p2 = 1
//! ```
//!
//! Of a set that is not feasible, one state is of A and the other of B: that is why it is not. For others one
//! is of A, and the other is any that differs. Natural numbers are preferred, since markings are such.

use serde::{Deserialize, Serialize};

use super::Inspector;
use crate::formula::{Formula, FormulaText, LinearTerm, PieceKind, Sort, Symbol, Valuation, Value};
use crate::guide::{Kind, RelationAbstraction, Vocabulary};
use crate::num::Int;
use crate::solver::{Answer, Budget, Solver};

/// Looking for two states takes at most this many steps.
const APART_STEPS: u64 = 100_000;

/// Two states that a set of templates cannot tell apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AlikeText {
    /// The set, by positions of templates.
    pub templates: Vec<usize>,
    /// A state of A.
    pub one: FormulaText,
    /// Another state; one of B, if the set is not feasible.
    pub other: FormulaText,
}

impl Inspector {
    /// Two states that the templates relate, if such are found with few steps.
    pub(super) fn alike(
        &mut self,
        templates: &[usize],
        kinds: &[&Kind],
        is_feasible: bool,
        budget: &mut Budget,
    ) -> Option<AlikeText> {
        let arena = &mut self.arena;
        let vocabulary = Vocabulary::new(arena, &self.parameters);
        let relation = RelationAbstraction::of(arena, &vocabulary, kinds.iter().copied());
        let a = arena.and(self.a.formulae.iter().copied());
        let mut parts = vec![vocabulary.first_side(arena, a), relation.first];
        let other = if is_feasible {
            let same = RelationAbstraction::identity(arena, &vocabulary).first;
            parts.push(!same);
            &vocabulary.shared
        } else {
            let b = arena.and(self.b.formulae.iter().copied());
            parts.extend([relation.second, vocabulary.second_side(arena, b)]);
            &vocabulary.second
        };
        let natural: Vec<Formula> = vocabulary
            .first
            .iter()
            .chain(other)
            .filter(|symbol| arena.sort(**symbol) == Sort::Int)
            .copied()
            .collect::<Vec<Symbol>>()
            .into_iter()
            .map(|symbol| arena.at_most(&LinearTerm::constant(Int::ZERO), &LinearTerm::symbol(symbol)))
            .collect();
        let mut solver = Solver::new();
        let constraint = arena.and(parts);
        solver.assert(arena, constraint);
        let model = [&natural[..], &[]].into_iter().find_map(|assumed| {
            match budget.within(APART_STEPS, |part| solver.check(arena, assumed, part)) {
                Ok(Answer::Sat(model)) => Some(model),
                _ => None,
            }
        })?;
        let (first, other) = (vocabulary.first.clone(), other.clone());
        Some(AlikeText {
            templates: templates.to_vec(),
            one: self.state(&model, &first, &vocabulary.shared),
            other: self.state(&model, &other, &vocabulary.shared),
        })
    }

    /// The values of symbols, in their order, under the names of others.
    fn state(&mut self, model: &Valuation, symbols: &[Symbol], names: &[Symbol]) -> FormulaText {
        let mut parts = Vec::new();
        for (symbol, name) in symbols.iter().zip(names) {
            let formula = match (self.arena.sort(*symbol), model.get(*symbol)) {
                (Sort::Bool, value) => {
                    let formula = self.arena.boolean(*name);
                    if value == Some(&Value::Bool(true)) { formula } else { !formula }
                }
                (Sort::Int, value) => {
                    let value = if let Some(Value::Int(value)) = value { value.clone() } else { Int::ZERO };
                    self.arena.equal(&LinearTerm::symbol(*name), &LinearTerm::constant(value))
                }
            };
            parts.push(self.arena.show(formula).text());
        }
        FormulaText::joined(&parts, PieceKind::Punctuation, ", ")
    }
}
