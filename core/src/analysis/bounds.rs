//! Inductive bounds: `t ≥ c` for differences of arguments, in everything that a relation symbol derives.
//!
//! A small abstract interpretation in the style of template polyhedra (Sankaranarayanan, Sipma, Manna, VMCAI
//! 2005). Each relation symbol has for each of its terms the largest threshold that no model of a clause has
//! gone below; the thresholds are the constants of the clauses, and their neighbours. A model that goes below
//! lowers what it must, so this ends, with the strongest bounds of their kind that are inductive.
//!
//! ```text
//! p(X, N) :- X = 0, N > 5.   p(X + 1, N) :- p(X, N), X < N.        X ≥ 0, N ≥ 6, N - X ≥ 0
//! ```
//!
//! Such bounds become predicate templates (Acta'16, Def. 6), which are sure to be of use in later rounds.

use super::affine::integers;
use super::places::Places;
use crate::formula::{Arena, Formula, LinearTerm, Substitution, Symbol, Valuation};
use crate::horn::{Atom, ClauseSystem};
use crate::num::Int;
use crate::order::sort_by;
use crate::solver::{Answer, Budget, Unknown};

/// A relation symbol has at most this many terms; with more arguments, those that are differences of two come
/// first.
const TERM_LIMIT: usize = 160;
/// At most this many thresholds are used, small ones first.
const THRESHOLD_LIMIT: usize = 48;

/// The bounds of a relation symbol.
#[derive(Clone, Debug)]
struct Bounds {
    terms: Vec<LinearTerm>,
    /// For each term the threshold, if there is one; `None` if nothing has been derived yet.
    levels: Option<Vec<Option<usize>>>,
}

/// For each place the terms `t` with `t ≥ 0` in all that is derived there, over the parameters of its
/// relation symbol.
pub(super) fn bounds(
    arena: &mut Arena,
    system: &mut ClauseSystem,
    places: &Places,
    budget: &mut Budget,
) -> Result<Vec<Vec<LinearTerm>>, Unknown> {
    let thresholds = thresholds(arena, system);
    let mut all: Vec<Bounds> = places
        .relations
        .iter()
        .map(|r| Bounds {
            terms: terms(&integers(arena, system[*r].parameters()).collect::<Vec<_>>()),
            levels: None,
        })
        .collect();
    let mut solvers = places.solvers(arena);
    loop {
        let mut changed = false;
        for transition in &places.transitions {
            let clause = &places.clauses[transition.clause];
            let solver = &mut solvers[transition.clause];
            let Some(head) = &clause.head else { continue };
            if transition.body.iter().any(|place| all[*place].levels.is_none()) {
                continue;
            }
            let mut assumed = Vec::new();
            for (atom, place) in clause.body.iter().zip(&transition.body) {
                assumed.extend(formulae(arena, system, atom, &all[*place], &thresholds));
            }
            loop {
                let own = &all[transition.head];
                let mut query = assumed.clone();
                if own.levels.is_some() {
                    let own = formulae(arena, system, head, own, &thresholds);
                    let own = arena.and(own);
                    query.push(!own);
                }
                match solver.check(arena, &query, budget) {
                    Answer::Unknown(reason) => return Err(reason),
                    Answer::Unsat(_) => break,
                    Answer::Sat(model) => {
                        let parameters = system[head.relation].parameters();
                        if !all[transition.head].lower(parameters, head, &model, &thresholds) {
                            return Err(Unknown::Unchecked);
                        }
                        changed = true;
                    }
                }
            }
        }
        if !changed {
            break;
        }
    }
    Ok(all.iter().map(|b| b.known(&thresholds)).collect())
}

impl Bounds {
    /// Takes a model of a clause with this head into account; did that change anything?
    fn lower(&mut self, parameters: &[Symbol], head: &Atom, model: &Valuation, thresholds: &[Int]) -> bool {
        let mut values = Valuation::new();
        for (parameter, argument) in parameters.iter().zip(&head.arguments) {
            values.set_int(*parameter, model.int(*argument).clone());
        }
        let first = self.levels.is_none();
        let mut changed = first;
        let count = self.terms.len();
        let levels = self.levels.get_or_insert_with(|| vec![thresholds.len().checked_sub(1); count]);
        for (term, level) in self.terms.iter().zip(levels) {
            let value = term.evaluate(&values);
            while let Some(at) = *level {
                if thresholds[at] <= value {
                    break;
                }
                *level = at.checked_sub(1);
                changed = true;
            }
        }
        changed
    }

    /// `t - c` for each bound `t ≥ c`.
    fn known(&self, thresholds: &[Int]) -> Vec<LinearTerm> {
        let levels = self.levels.as_deref().unwrap_or_default();
        let bounded = self.terms.iter().zip(levels).filter_map(|(t, level)| Some((t, (*level)?)));
        bounded.map(|(t, level)| t.plus_constant(&-&thresholds[level])).collect()
    }
}

/// The bounds of a relation symbol at an atom.
fn formulae(
    arena: &mut Arena,
    system: &mut ClauseSystem,
    atom: &Atom,
    bounds: &Bounds,
    thresholds: &[Int],
) -> Vec<Formula> {
    let parameters = system[atom.relation].parameters();
    let renaming = Substitution::renaming(arena, parameters, &atom.arguments);
    let known = bounds.known(thresholds);
    known.iter().map(|t| arena.le(&-&renaming.apply_to_term(t))).collect()
}

/// Arguments and differences of two, in both directions.
fn terms(parameters: &[Symbol]) -> Vec<LinearTerm> {
    let single: Vec<LinearTerm> = parameters.iter().map(|p| LinearTerm::symbol(*p)).collect();
    let mut all: Vec<LinearTerm> = single.iter().flat_map(|x| [x.clone(), -x]).collect();
    for (i, x) in single.iter().enumerate() {
        for y in &single[i + 1..] {
            all.extend([x - y, y - x]);
        }
    }
    all.truncate(TERM_LIMIT);
    all
}

/// The constants of all clauses and their neighbours, sorted.
fn thresholds(arena: &Arena, system: &ClauseSystem) -> Vec<Int> {
    let mut found = vec![Int::ZERO, Int::ONE, Int::MINUS_ONE];
    for clause in system.clauses() {
        for literal in arena.literals_of(clause.constraint) {
            let Some(term) = arena.node(literal).term() else { continue };
            for constant in [term.constant_part().clone(), -term.constant_part()] {
                found.extend([&constant - &Int::ONE, &constant + &Int::ONE, constant]);
            }
        }
    }
    sort_by(&mut found, |a, b| a.abs().cmp(&b.abs()).then_with(|| a.cmp(b)));
    found.dedup();
    found.truncate(THRESHOLD_LIMIT);
    found.sort_unstable();
    found
}
