//! Arguments that a side leaves one value only. A picture of two other arguments says more if it is the slice
//! at this value: in Acta'16, Sect. 1.1, B says `j = 0`, and only there is `x = i + j` a line over `i` and
//! `x`.

use serde::{Deserialize, Serialize};

use super::Inspector;
use crate::formula::{Arena, Formula, LinearTerm, Sort, Symbol};
use crate::num::Int;
use crate::solver::{Answer, Budget, Solver};

/// The steps that looking for such arguments may take.
pub const PIN_STEPS: u64 = 200_000;

/// An argument with the one value that a side leaves it. The other side allows that value, too, and so it
/// does together with the values of the arguments before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pin {
    pub name: String,
    pub value: Int,
    /// Is it A that says so? Otherwise it is B.
    pub is_by_a: bool,
}

impl Inspector {
    /// The integer arguments that a side pins down, as far as the steps suffice to see it.
    pub fn pins(&mut self, budget: &mut Budget) -> Vec<Pin> {
        let mut pins = Vec::new();
        // If what is left of the budget is too little, some pins are known all the same.
        let _ = budget.within(PIN_STEPS, |part| self.find_pins(&mut pins, part));
        pins
    }

    fn find_pins(&mut self, pins: &mut Vec<Pin>, budget: &mut Budget) {
        let arena = &mut self.arena;
        let mut sides = [Solver::new(), Solver::new()];
        for (solver, side) in sides.iter_mut().zip([&self.a, &self.b]) {
            let whole = arena.and(side.formulae.iter().copied());
            solver.assert(arena, whole);
        }
        for parameter in self.parameters.iter().copied() {
            if arena.sort(parameter) != Sort::Int {
                continue;
            }
            for own in [0, 1] {
                let Some(value) = pinned(arena, &mut sides[own], parameter, budget) else { continue };
                let is_so = is(arena, parameter, &value);
                if !matches!(sides[1 - own].check(arena, &[is_so], budget), Answer::Sat(_)) {
                    continue;
                }
                sides[1 - own].assert(arena, is_so);
                pins.push(Pin { name: arena.name(parameter).to_owned(), value, is_by_a: own == 0 });
                break;
            }
        }
    }
}

fn is(arena: &mut Arena, symbol: Symbol, value: &Int) -> Formula {
    arena.equal(&LinearTerm::symbol(symbol), &LinearTerm::constant(value.clone()))
}

/// The one value of a symbol, if there is just one.
fn pinned(arena: &mut Arena, side: &mut Solver, symbol: Symbol, budget: &mut Budget) -> Option<Int> {
    let Answer::Sat(model) = side.check(arena, &[], budget) else { return None };
    let value = model.int(symbol).clone();
    let is_so = is(arena, symbol, &value);
    matches!(side.check(arena, &[!is_so], budget), Answer::Unsat(_)).then_some(value)
}
