//! Makes a relation symbol of its own for each state of control.
//!
//! Transition systems are often one relation symbol with a program counter in Booleans:
//!
//! ```text
//! s(A, B, X) :- !A, !B, X = 0.              s₀₀(X) :- X = 0.
//! s(C, D, Y) :- s(A, B, X),                 s₁₀(X) :- s₀₀(X).
//!     (!A, !B, C, !D, Y = X ;               s₁₀(X + 1) :- s₁₀(X), X < 9.
//!      A, !B, C, !D, X < 9, Y = X + 1).
//! ```
//!
//! The states are those that the facts lead to, as far as the Booleans and the constraints of single
//! clauses say. Then the graph of control is there to be seen, by inlining first of all. It pays only
//! if there are few states with few successors each: if there are many, Booleans are data, and nothing
//! is changed. Back: the symbol means that the Booleans are those of some state and its meaning holds.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::pass::BackTranslation;
use super::{
    Assignment, Atom, Clause, ClauseSystem, Relation, SystemClauseId, SystemDerivation, SystemRelationId,
};
use crate::budget::Budget;
use crate::formula::{Arena, Formula, Sort, Substitution, Symbol, Value};
use crate::solver::{Answer, Solver, Unknown};

/// More states than this are not told apart.
const STATES: usize = 80;
/// In a graph of control, there are few clauses for each state.
const CLAUSES_FOR_A_STATE: usize = 5;
/// A state of control leads to no more than this many by one clause.
const SUCCESSORS: usize = 12;
/// The steps that finding the states may take.
const STEPS: u64 = 300_000;

/// A relation symbol with values for its Boolean arguments, in order.
type State = (SystemRelationId, Vec<bool>);

/// A clause between states: its number before, and the states of its body and its head.
#[derive(Clone, Debug)]
struct Edge {
    clause: SystemClauseId,
    body: Vec<usize>,
    head: Option<usize>,
}

#[derive(Debug, Default)]
struct Graph {
    states: IndexMap<State, (), FxBuildHasher>,
    /// By relation symbol, the numbers of its states.
    of: FxHashMap<SystemRelationId, Vec<usize>>,
    edges: Vec<Edge>,
}

#[derive(Debug)]
struct Control {
    /// The clauses before the pass, and the parameters of their relation symbols.
    clauses: Vec<Clause>,
    parameters: Vec<Vec<Symbol>>,
    graph: Graph,
}

/// Nothing was changed.
#[derive(Debug)]
struct Same;

pub(super) fn run(
    arena: &mut Arena,
    system: &ClauseSystem,
    budget: &mut Budget,
) -> (ClauseSystem, Arc<dyn BackTranslation>) {
    let is_boolean = |arena: &Arena, symbol: &Symbol| arena.sort(*symbol) == Sort::Bool;
    let has_booleans = |relation: &Relation| relation.parameters().iter().any(|p| is_boolean(arena, p));
    if !system.relations().iter().any(has_booleans) {
        return (system.clone(), Arc::new(Same));
    }
    let graph = budget.within(STEPS, |part| Graph::of(arena, system, part));
    let Ok(Ok(Some(graph))) = graph else { return (system.clone(), Arc::new(Same)) };
    let relations = graph.states.keys().map(|(relation, values)| {
        let relation = &system[*relation];
        let keep: Vec<bool> = relation.parameters().iter().map(|p| !is_boolean(arena, p)).collect();
        let sliced = relation.sliced(&keep);
        let bits: String = values.iter().map(|value| if *value { '1' } else { '0' }).collect();
        let name = if bits.is_empty() { sliced.name.clone() } else { format!("{}[{bits}]", sliced.name) };
        sliced.named(name)
    });
    let mut split = ClauseSystem::new(relations.collect(), Vec::new());
    for edge in &graph.edges {
        let clause = system[edge.clause].clone();
        let mut substitution = Substitution::new();
        for (symbol, value) in edge.values(arena, &clause, &graph) {
            substitution.formula(symbol, arena.constant(value));
        }
        let moved = |atom: &Atom, state: usize| Atom {
            relation: SystemRelationId(state as u32),
            slot: atom.slot,
            arguments: atom.arguments.iter().filter(|a| !is_boolean(arena, a)).copied().collect(),
        };
        let head = clause.head.as_ref().zip(edge.head).map(|(atom, state)| moved(atom, state));
        let body = clause.body.iter().zip(&edge.body).map(|(atom, state)| moved(atom, *state)).collect();
        let constraint = substitution.apply(arena, clause.constraint);
        split.add_clause(Clause { head, body, constraint, sources: clause.sources });
    }
    let parameters = system.relations().iter().map(|r| r.parameters().to_vec()).collect();
    (split, Arc::new(Control { clauses: system.clauses().to_vec(), parameters, graph }))
}

impl Edge {
    /// The Boolean arguments of the clause's atoms, and their values.
    fn values(&self, arena: &Arena, clause: &Clause, graph: &Graph) -> Vec<(Symbol, bool)> {
        let atoms = clause.body.iter().zip(self.body.iter().copied());
        atoms.chain(clause.head.iter().zip(self.head)).flat_map(|(a, s)| graph.values(arena, a, s)).collect()
    }
}

impl Graph {
    /// The graph of control, or nothing if there is none that is worth it.
    fn of(arena: &mut Arena, system: &ClauseSystem, budget: &mut Budget) -> Result<Option<Graph>, Unknown> {
        let mut graph = Graph::default();
        let mut solvers: Vec<Option<Solver>> = vec![None; system.clauses().len()];
        let mut done: FxHashSet<(SystemClauseId, Vec<usize>)> = FxHashSet::default();
        loop {
            let before = done.len();
            for id in system.clause_ids() {
                let Some(bodies) = graph.bodies(&system[id]) else { return Ok(None) };
                for body in bodies {
                    budget.take(1)?;
                    if !done.insert((id, body.clone())) {
                        continue;
                    }
                    let solver = solvers[id.index()].get_or_insert_with(|| {
                        let mut solver = Solver::new();
                        solver.assert(arena, system[id].constraint);
                        solver
                    });
                    let is_all = graph.follow(arena, (id, &system[id]), &body, solver, budget)?;
                    if !is_all || graph.is_dense(system) {
                        return Ok(None);
                    }
                }
            }
            if done.len() == before {
                return Ok(Some(graph));
            }
        }
    }

    /// Are there too many states, or clauses between them?
    fn is_dense(&self, system: &ClauseSystem) -> bool {
        let bound = CLAUSES_FOR_A_STATE * self.states.len() + system.clauses().len();
        self.states.len() > STATES.max(system.relations().len()) || self.edges.len() > bound
    }

    /// All ways to give the atoms of a body states, unless these are very many.
    fn bodies(&self, clause: &Clause) -> Option<Vec<Vec<usize>>> {
        let mut all = vec![Vec::new()];
        for atom in &clause.body {
            let states = self.of.get(&atom.relation).map_or(&[][..], |states| &states[..]);
            if all.len() * states.len() > CLAUSES_FOR_A_STATE * STATES {
                return None;
            }
            all = all.iter().flat_map(|b| states.iter().map(|s| [&b[..], &[*s]].concat())).collect();
        }
        Some(all)
    }

    /// Adds the clause with these states in its body, for each state of its head that they lead to; or for
    /// some of them, and then it says false, since these are too many.
    fn follow(
        &mut self,
        arena: &mut Arena,
        (id, clause): (SystemClauseId, &Clause),
        body: &[usize],
        solver: &mut Solver,
        budget: &mut Budget,
    ) -> Result<bool, Unknown> {
        let mut assumed: Vec<Formula> = Vec::new();
        for (atom, state) in clause.body.iter().zip(body) {
            for (symbol, value) in self.values(arena, atom, *state) {
                assumed.push(literal(arena, symbol, value));
            }
        }
        let booleans: Vec<Symbol> = clause.head.iter().flat_map(|atom| booleans(arena, atom)).collect();
        for _ in 0..=SUCCESSORS {
            let model = match solver.check(arena, &assumed, budget) {
                Answer::Unknown(reason) => return Err(reason),
                Answer::Unsat(_) => return Ok(true),
                Answer::Sat(model) => model,
            };
            let values: Vec<bool> = booleans.iter().map(|symbol| model.bool(*symbol)).collect();
            let literals: Vec<Formula> = booleans
                .iter()
                .zip(&values)
                .map(|(symbol, value)| !literal(arena, *symbol, *value))
                .collect();
            let head = clause.head.as_ref().map(|atom| self.state((atom.relation, values)));
            self.edges.push(Edge { clause: id, body: body.to_vec(), head });
            if literals.is_empty() {
                return Ok(true);
            }
            assumed.push(arena.or(literals));
        }
        Ok(false)
    }

    /// The number of a state, which may be new.
    fn state(&mut self, state: State) -> usize {
        let relation = state.0;
        let before = self.states.len();
        let (number, _) = self.states.insert_full(state, ());
        if number == before {
            self.of.entry(relation).or_default().push(number);
        }
        number
    }

    /// The Boolean arguments of an atom in a state, and their values.
    fn values(&self, arena: &Arena, atom: &Atom, state: usize) -> Vec<(Symbol, bool)> {
        let values = self.states.get_index(state).map_or(&[][..], |((_, values), ())| &values[..]);
        booleans(arena, atom).into_iter().zip(values.iter().copied()).collect()
    }
}

fn booleans(arena: &Arena, atom: &Atom) -> Vec<Symbol> {
    atom.arguments.iter().filter(|a| arena.sort(**a) == Sort::Bool).copied().collect()
}

fn literal(arena: &mut Arena, symbol: Symbol, value: bool) -> Formula {
    let formula = arena.boolean(symbol);
    if value { formula } else { !formula }
}

impl BackTranslation for Control {
    fn solution(
        &self,
        arena: &mut Arena,
        solution: Assignment,
        _: &mut Budget,
    ) -> Result<Assignment, Unknown> {
        let mut cases: Vec<Vec<Formula>> = vec![Vec::new(); self.parameters.len()];
        for (((relation, values), ()), formula) in self.graph.states.iter().zip(solution.formulae) {
            let mut parts = vec![formula];
            let parameters = self.parameters[relation.index()].iter();
            let booleans = parameters.filter(|p| arena.sort(**p) == Sort::Bool).copied().collect::<Vec<_>>();
            for (symbol, value) in booleans.into_iter().zip(values) {
                parts.push(literal(arena, symbol, *value));
            }
            cases[relation.index()].push(arena.and(parts));
        }
        // What the facts do not lead to is false.
        Ok(Assignment { formulae: cases.into_iter().map(|cases| arena.or(cases)).collect() })
    }

    fn derivation(&self, arena: &Arena, mut derivation: SystemDerivation) -> SystemDerivation {
        for step in &mut derivation.steps {
            let edge = &self.graph.edges[step.clause.index()];
            let clause = &self.clauses[edge.clause.index()];
            for (symbol, value) in edge.values(arena, clause, &self.graph) {
                step.valuation.set(symbol, Value::Bool(value));
            }
            step.clause = edge.clause;
        }
        derivation
    }
}

impl BackTranslation for Same {
    fn solution(&self, _: &mut Arena, solution: Assignment, _: &mut Budget) -> Result<Assignment, Unknown> {
        Ok(solution)
    }

    fn derivation(&self, _: &Arena, derivation: SystemDerivation) -> SystemDerivation {
        derivation
    }
}
