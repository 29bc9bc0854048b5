//! The dependence relation of a system (thesis, Def. 5.2.2): `p → q` if a clause has `p` in its head and `q`
//! in its body.
//!
//! A system is recursion-free if the relation is acyclic. Only heads and bodies matter here, so the graph is
//! a copy of those, by number.

use super::{ClauseSystem, Number, SystemClauseId, SystemRelationId};
use crate::lang::{Application, Problem};
use serde::{Deserialize, Serialize};

/// Heads and bodies of a system, or of an expansion with its copies, and who depends on whom.
#[derive(Clone, Debug)]
pub struct Dependence<R = SystemRelationId, C = SystemClauseId> {
    /// By clause; `None` is `false`.
    pub heads: Vec<Option<R>>,
    pub bodies: Vec<Vec<R>>,
    /// For each relation symbol, the clauses that have it in their heads.
    pub definitions: Vec<Vec<C>>,
    /// For each relation symbol, its occurrences in bodies: the clause and the position there.
    pub uses: Vec<Vec<(C, usize)>>,
}

/// A cycle of the dependence relation: each relation symbol depends on the next by a clause, the last on the
/// first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cycle<R = SystemRelationId, C = SystemClauseId> {
    pub steps: Vec<(R, C)>,
}

impl Dependence {
    pub fn of(system: &ClauseSystem) -> Dependence {
        let heads = system.clauses().iter().map(super::Clause::head_relation).collect();
        let bodies =
            system.clauses().iter().map(|c| c.body.iter().map(|atom| atom.relation).collect()).collect();
        Dependence::new(system.relations().len(), heads, bodies)
    }

    /// That of the system that a problem becomes, clause by clause.
    pub fn of_problem(problem: &Problem) -> Dependence {
        let number = |atom: &Application| SystemRelationId::at(atom.relation.index());
        let heads = problem.clauses.iter().map(|clause| clause.head.as_ref().map(number)).collect();
        let bodies = problem.clauses.iter().map(|c| c.body.iter().map(number).collect()).collect();
        Dependence::new(problem.relations.len(), heads, bodies)
    }
}

impl<R: Number, C: Number> Dependence<R, C> {
    pub(crate) fn new(relations: usize, heads: Vec<Option<R>>, bodies: Vec<Vec<R>>) -> Dependence<R, C> {
        let mut definitions = vec![Vec::new(); relations];
        let mut uses = vec![Vec::new(); relations];
        for (i, (head, body)) in heads.iter().zip(&bodies).enumerate() {
            let clause = C::at(i);
            if let Some(head) = head {
                definitions[head.index()].push(clause);
            }
            for (position, relation) in body.iter().enumerate() {
                uses[relation.index()].push((clause, position));
            }
        }
        Dependence { heads, bodies, definitions, uses }
    }

    pub fn relations(&self) -> impl Iterator<Item = R> + use<R, C> {
        (0..self.definitions.len()).map(R::at)
    }

    pub fn clauses(&self) -> impl Iterator<Item = C> + use<R, C> {
        (0..self.heads.len()).map(C::at)
    }

    /// The relation symbols that a relation symbol depends on directly, each with the clause.
    pub fn dependencies(&self, relation: R) -> impl Iterator<Item = (C, R)> + '_ {
        self.definitions[relation.index()]
            .iter()
            .flat_map(|clause| self.bodies[clause.index()].iter().map(|q| (*clause, *q)))
    }

    /// Relation symbols such that each comes after those it depends on; or, in a recursive system, a cycle.
    pub fn topological_order(&self) -> Result<Vec<R>, Cycle<R, C>> {
        let mut open: Vec<usize> = self.relations().map(|p| self.dependencies(p).count()).collect();
        let mut order: Vec<R> = Vec::with_capacity(open.len());
        let mut next = 0;
        order.extend(self.relations().filter(|p| open[p.index()] == 0));
        while let Some(q) = order.get(next).copied() {
            next += 1;
            for (clause, _) in &self.uses[q.index()] {
                if let Some(p) = self.heads[clause.index()] {
                    open[p.index()] -= 1;
                    if open[p.index()] == 0 {
                        order.push(p);
                    }
                }
            }
        }
        if order.len() == open.len() { Ok(order) } else { Err(self.cycle(&open)) }
    }

    /// A relation symbol that depends on itself directly, or else a shortest cycle through the first symbol
    /// that is found on one. Whatever is still open depends on a cycle, and following open dependencies leads
    /// into it.
    fn cycle(&self, open: &[usize]) -> Cycle<R, C> {
        for p in self.relations() {
            if let Some((clause, _)) = self.dependencies(p).find(|(_, q)| *q == p) {
                return Cycle { steps: vec![(p, clause)] };
            }
        }
        let is_open = |p: R| open[p.index()] > 0;
        let mut seen = vec![false; open.len()];
        let Some(mut on_cycle) = self.relations().find(|p| is_open(*p)) else {
            return Cycle { steps: Vec::new() };
        };
        while !std::mem::replace(&mut seen[on_cycle.index()], true) {
            match self.dependencies(on_cycle).find(|(_, q)| is_open(*q)) {
                Some((_, q)) => on_cycle = q,
                None => break,
            }
        }
        // Breadth first from the symbol found, back to itself.
        let mut reached: Vec<Option<(R, C)>> = vec![None; open.len()];
        let mut queue = vec![on_cycle];
        let mut next = 0;
        while let Some(p) = queue.get(next).copied() {
            next += 1;
            for (clause, q) in self.dependencies(p) {
                if reached[q.index()].is_none() {
                    reached[q.index()] = Some((p, clause));
                    queue.push(q);
                }
            }
            if reached[on_cycle.index()].is_some() {
                break;
            }
        }
        let mut steps = Vec::new();
        let mut at = on_cycle;
        while let Some((p, clause)) = reached[at.index()] {
            steps.push((p, clause));
            at = p;
            if p == on_cycle {
                break;
            }
        }
        steps.reverse();
        Cycle { steps }
    }

    /// Which relation symbols are on a cycle: those in a strongly connected component with an edge inside.
    pub fn recursive(&self) -> Vec<bool> {
        let component = self.components();
        let mut recursive = vec![false; component.len()];
        for p in self.relations() {
            recursive[p.index()] =
                self.dependencies(p).any(|(_, q)| component[q.index()] == component[p.index()]);
        }
        recursive
    }

    /// The number of the strongly connected component of each relation symbol (Tarjan's algorithm, without
    /// recursion).
    pub fn components(&self) -> Vec<usize> {
        const NEW: usize = usize::MAX;
        let n = self.definitions.len();
        let successors: Vec<Vec<usize>> =
            self.relations().map(|p| self.dependencies(p).map(|(_, q)| q.index()).collect()).collect();
        let (mut index, mut low, mut component) = (vec![NEW; n], vec![0; n], vec![NEW; n]);
        let (mut counter, mut components) = (0, 0);
        let mut stack: Vec<usize> = Vec::new();
        for root in 0..n {
            if index[root] != NEW {
                continue;
            }
            let mut calls: Vec<(usize, usize)> = vec![(root, 0)];
            while let Some((v, position)) = calls.last_mut() {
                let v = *v;
                if *position == 0 {
                    (index[v], low[v]) = (counter, counter);
                    counter += 1;
                    stack.push(v);
                }
                if let Some(w) = successors[v].get(*position).copied() {
                    *position += 1;
                    if index[w] == NEW {
                        calls.push((w, 0));
                    } else if component[w] == NEW {
                        low[v] = low[v].min(index[w]);
                    }
                    continue;
                }
                calls.pop();
                if let Some((parent, _)) = calls.last() {
                    low[*parent] = low[*parent].min(low[v]);
                }
                if low[v] == index[v] {
                    while let Some(w) = stack.pop() {
                        component[w] = components;
                        if w == v {
                            break;
                        }
                    }
                    components += 1;
                }
            }
        }
        component
    }
}
