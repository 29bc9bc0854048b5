//! Reached facts, and the derivation of `false` that they add up to.
//!
//! A fact is a cube all of whose states a relation symbol derives, by one clause from earlier facts. A
//! derivation with numbers is made from the top down: a model of the clause with the values that are wanted
//! gives the values that are wanted of its body.

use crate::budget::Budget;
use crate::formula::{Arena, Formula, LinearTerm, Sort, Symbol, Valuation, Value};
use crate::horn::{ClauseSystem, SystemClauseId, SystemDerivation, SystemDerivationStep, SystemRelationId};
use crate::order::{Map, Set};
use crate::solver::{Answer, Solver, Unknown};

/// What a relation symbol derives.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    pub(super) relation: SystemRelationId,
    /// Over the parameters of the relation symbol.
    pub(super) formula: Formula,
    pub(super) clause: SystemClauseId,
    /// For each relation symbol in the body of the clause an earlier fact, by position.
    pub(super) premises: Vec<usize>,
}

/// All facts, in the order in which they were found.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    facts: Vec<Fact>,
    /// By relation symbol: positions, and the disjunction of all.
    of: Vec<(Vec<usize>, Option<Formula>)>,
}

impl Facts {
    pub(super) fn new(relations: usize) -> Facts {
        Facts { facts: Vec::new(), of: vec![(Vec::new(), None); relations] }
    }

    pub(super) fn get(&self, position: usize) -> &Fact {
        &self.facts[position]
    }

    /// All that is known to be derived by a relation symbol.
    pub(super) fn any(&self, relation: SystemRelationId) -> Option<Formula> {
        self.of[relation.index()].1
    }

    /// The fact that contains the state of a model, where a relation symbol is read as formulae over an
    /// atom.
    pub(super) fn containing(
        &self,
        relation: SystemRelationId,
        mut holds: impl FnMut(Formula) -> bool,
    ) -> Option<usize> {
        let mut own = self.of[relation.index()].0.iter().copied();
        own.find(|position| holds(self.facts[*position].formula))
    }

    pub(super) fn add(&mut self, arena: &mut Arena, fact: Fact) {
        let (positions, any) = &mut self.of[fact.relation.index()];
        positions.push(self.facts.len());
        // Disjunctions of many are nested, so that a new one does not name all earlier ones again.
        *any = Some(arena.or(any.iter().copied().chain([fact.formula]).collect::<Vec<_>>()));
        self.facts.push(fact);
    }

    /// The derivation of `false` by a query from these facts.
    pub(super) fn derivation(
        &self,
        arena: &mut Arena,
        system: &mut ClauseSystem,
        (query, premises): (SystemClauseId, &[usize]),
        budget: &mut Budget,
    ) -> Result<SystemDerivation, Unknown> {
        let (valuation, below) = self.instance(arena, system, query, None, premises, budget)?;
        let top = (query, valuation, below.clone());
        // Premises come before what they are premises of, so later facts are looked at first.
        let mut open: Set<(usize, Vec<Value>)> = below.into_iter().collect();
        let mut made = Vec::new();
        loop {
            let latest = open.iter().next_back().cloned();
            let Some(key) = latest else { break };
            open.remove(&key);
            let Fact { relation, clause, premises, .. } = self.get(key.0).clone();
            let wanted = Some((relation, &key.1[..]));
            let (valuation, below) = self.instance(arena, system, clause, wanted, &premises, budget)?;
            open.extend(below.iter().cloned());
            made.push((key, (clause, valuation, below)));
        }
        made.reverse();
        let places: Map<(usize, Vec<Value>), usize> =
            made.iter().enumerate().map(|(place, (key, _))| (key.clone(), place)).collect();
        let steps = made.into_iter().map(|(_, step)| step).chain([top]);
        let steps = steps.map(|(clause, valuation, below)| SystemDerivationStep {
            clause,
            valuation,
            premises: below.iter().filter_map(|key| places.get(key).copied()).collect(),
        });
        Ok(SystemDerivation { steps: steps.collect(), repetitions: Vec::new() })
    }

    /// Values for a clause that derive these values of its head from the facts, and what is wanted of them.
    #[allow(clippy::type_complexity)] // The second part are keys: a fact and values.
    fn instance(
        &self,
        arena: &mut Arena,
        system: &mut ClauseSystem,
        clause: SystemClauseId,
        wanted: Option<(SystemRelationId, &[Value])>,
        premises: &[usize],
        budget: &mut Budget,
    ) -> Result<(Valuation, Vec<(usize, Vec<Value>)>), Unknown> {
        let clause = system[clause].clone();
        let mut parts = vec![clause.constraint];
        if let (Some(head), Some((_, values))) = (&clause.head, wanted) {
            for (symbol, value) in head.arguments.iter().zip(values) {
                parts.push(equals(arena, *symbol, value));
            }
        }
        for (atom, premise) in clause.body.iter().zip(premises) {
            parts.push(system.at(arena, atom, self.facts[*premise].formula));
        }
        let model = match Solver::new().check(arena, &parts, budget) {
            Answer::Sat(model) => model,
            Answer::Unsat(_) => return Err(Unknown::Unchecked),
            Answer::Unknown(reason) => return Err(reason),
        };
        let mut valuation = Valuation::new();
        let arguments = clause.atoms().flat_map(|atom| atom.arguments.iter().copied());
        for symbol in arguments.chain(clause.locals(arena)) {
            valuation.set(symbol, value(arena, &model, symbol));
        }
        let below = clause.body.iter().zip(premises).map(|(atom, premise)| {
            let values = atom.arguments.iter().map(|symbol| value(arena, &model, *symbol));
            (*premise, values.collect())
        });
        let below = below.collect();
        Ok((valuation, below))
    }
}

fn value(arena: &Arena, model: &Valuation, symbol: Symbol) -> Value {
    match arena.sort(symbol) {
        Sort::Int => Value::Int(model.int(symbol).clone()),
        Sort::Bool => Value::Bool(model.bool(symbol)),
    }
}

fn equals(arena: &mut Arena, symbol: Symbol, value: &Value) -> Formula {
    match value {
        Value::Int(number) => arena.equal(&LinearTerm::symbol(symbol), &LinearTerm::constant(number.clone())),
        Value::Bool(true) => arena.boolean(symbol),
        Value::Bool(false) => !arena.boolean(symbol),
    }
}
