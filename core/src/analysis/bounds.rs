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

use rustc_hash::FxHashMap;

use super::places::Places;
use super::terms::terms;
use crate::formula::{Arena, Formula, LinearTerm, Substitution, Symbol, Valuation};
use crate::horn::{Atom, ClauseSystem};
use crate::num::Int;
use crate::order::sort_by;
use crate::solver::{Answer, Budget, Unknown};

/// This many terms that become formulae count as a step.
const TERMS_IN_A_STEP: u64 = 16;

/// At most this many thresholds are used, small ones first.
const THRESHOLD_LIMIT: usize = 48;

/// The bounds of a relation symbol.
#[derive(Clone, Debug)]
struct Bounds {
    terms: Vec<LinearTerm>,
    /// For each term the threshold, if there is one; `None` if nothing has been derived yet.
    levels: Option<Vec<Option<usize>>>,
}

/// The bounds of all places, as far as the search for them has come. What it has lowered stays lowered, so it
/// can be cut short and gone on with.
#[derive(Clone, Debug, Default)]
pub(super) struct AllBounds {
    thresholds: Vec<Int>,
    of: Vec<Bounds>,
}

impl AllBounds {
    /// Goes on with the search until all bounds are inductive.
    pub(super) fn search(
        &mut self,
        arena: &mut Arena,
        system: &mut ClauseSystem,
        places: &Places,
        budget: &mut Budget,
    ) -> Result<(), Unknown> {
        if self.of.is_empty() {
            self.thresholds = thresholds(arena, system);
            let terms = terms(arena, system, places, budget)?;
            self.of = terms.into_iter().map(|terms| Bounds { terms, levels: None }).collect();
        }
        let AllBounds { thresholds, of: all } = self;
        let mut solvers = places.solvers(arena);
        let mut renamed = Renamed::default();
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
                    let own = &all[*place];
                    budget.take(own.terms.len() as u64 / TERMS_IN_A_STEP)?;
                    let terms = renamed.at(arena, system, (transition.clause, atom, *place), &own.terms);
                    assumed.extend(own.formulae(arena, terms, thresholds));
                }
                loop {
                    let own = &all[transition.head];
                    let mut query = assumed.clone();
                    if own.levels.is_some() {
                        budget.take(own.terms.len() as u64 / TERMS_IN_A_STEP)?;
                        let key = (transition.clause, head, transition.head);
                        let terms = renamed.at(arena, system, key, &own.terms);
                        let own = own.formulae(arena, terms, thresholds);
                        let own = arena.and(own);
                        query.push(!own);
                    }
                    match solver.check(arena, &query, budget) {
                        Answer::Unknown(reason) => return Err(reason),
                        Answer::Unsat(_) => break,
                        Answer::Sat(model) => {
                            let parameters = system[head.relation].parameters();
                            if !all[transition.head].lower(parameters, head, &model, thresholds) {
                                return Err(Unknown::Unchecked);
                            }
                            changed = true;
                        }
                    }
                }
            }
            if !changed {
                return Ok(());
            }
        }
    }

    /// For each place the terms `t` with `t ≥ 0` in all that is derived there, over the parameters of its
    /// relation symbol.
    pub(super) fn known(&self) -> Vec<Vec<LinearTerm>> {
        self.of.iter().map(|bounds| bounds.known(&self.thresholds)).collect()
    }
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

    /// The bounds at an atom, where the terms are these.
    fn formulae(&self, arena: &mut Arena, terms: &[LinearTerm], thresholds: &[Int]) -> Vec<Formula> {
        let levels = self.levels.as_deref().unwrap_or_default();
        let bounded = terms.iter().zip(levels).filter_map(|(t, level)| Some((t, (*level)?)));
        bounded.map(|(t, level)| arena.le(&-&t.plus_constant(&-&thresholds[level]))).collect()
    }

    /// `t - c` for each bound `t ≥ c`.
    fn known(&self, thresholds: &[Int]) -> Vec<LinearTerm> {
        let levels = self.levels.as_deref().unwrap_or_default();
        let bounded = self.terms.iter().zip(levels).filter_map(|(t, level)| Some((t, (*level)?)));
        bounded.map(|(t, level)| t.plus_constant(&-&thresholds[level])).collect()
    }
}

/// The terms of places at the atoms of clauses: they stay the same while bounds change.
#[derive(Debug, Default)]
struct Renamed(FxHashMap<(usize, u32, usize), Vec<LinearTerm>>);

impl Renamed {
    /// Those of a place at an atom of a clause.
    fn at(
        &mut self,
        arena: &mut Arena,
        system: &ClauseSystem,
        (clause, atom, place): (usize, &Atom, usize),
        terms: &[LinearTerm],
    ) -> &[LinearTerm] {
        self.0.entry((clause, atom.slot, place)).or_insert_with(|| {
            let parameters = system[atom.relation].parameters();
            let renaming = Substitution::renaming(arena, parameters, &atom.arguments);
            terms.iter().map(|term| renaming.apply_to_term(term)).collect()
        })
    }
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
