//! Restricted dag interpolants: one formula per vertex that no path from entry to exit survives (thesis,
//! Sect. 5.3.4, after Albarghouthi, Gurfinkel and Chechik).
//!
//! In a diamond `en → u → ex`, `en → v → ex`, the interpolants of `u` and `v` refute both paths at once. The
//! vertices are taken in topological order; each is separated from all that may still happen after it. A
//! symbol belongs to a vertex if edges on both sides of it mention it; elsewhere the same name means another
//! symbol, as in Horn clauses, so every vertex has its own copies.

use super::separate::{between, confirmed};
use super::tree::entail;
use super::{Explanation, Outcome, Policy};
use crate::check::{Checked, Entailment};
use crate::formula::{Arena, Formula, LinearTerm, Sort, Substitution, Symbol};
use crate::solver::{Answer, Budget, Solver, Unknown};

/// An edge with the constraint of passing it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DagEdge {
    pub from: usize,
    pub to: usize,
    pub label: Formula,
}

/// A dag whose vertices are numbered in topological order: the first is the entry, the last the exit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dag {
    /// The constraint of every vertex.
    labels: Vec<Formula>,
    edges: Vec<DagEdge>,
}

impl Dag {
    /// `None` unless there are two vertices at least and every edge leads to a later vertex.
    pub fn new(labels: Vec<Formula>, edges: Vec<DagEdge>) -> Option<Dag> {
        let forward = edges.iter().all(|e| e.from < e.to && e.to < labels.len());
        (labels.len() >= 2 && forward).then_some(Dag { labels, edges })
    }

    pub fn labels(&self) -> &[Formula] {
        &self.labels
    }

    pub fn edges(&self) -> &[DagEdge] {
        &self.edges
    }

    /// The symbols that an interpolant of the vertex may mention: those of an edge before it and an edge
    /// after it.
    pub fn vocabulary(&self, arena: &Arena, vertex: usize) -> Vec<Symbol> {
        let of = |chosen: &dyn Fn(&DagEdge) -> bool| -> Vec<Symbol> {
            let edges = self.edges.iter().filter(|e| chosen(e));
            edges.flat_map(|e| arena.symbols_of(e.label)).collect()
        };
        let after = of(&|e| e.from == vertex);
        let mut both = of(&|e| e.to == vertex);
        both.retain(|s| after.contains(s));
        both.sort_unstable();
        both.dedup();
        both
    }
}

/// The interpolant of a vertex.
#[derive(Clone, Debug)]
pub struct VertexInterpolant {
    pub formula: Formula,
    pub explanation: Explanation,
}

/// Interpolants of all vertices, with the entailment of every edge.
#[derive(Clone, Debug)]
pub struct DagInterpolants {
    pub vertices: Vec<VertexInterpolant>,
    /// In the order of the edges.
    pub checked: Vec<Checked<Entailment>>,
}

/// An interpolant for every vertex: `true` at the entry, `false` at the exit.
pub fn dag(
    arena: &mut Arena,
    dag: &Dag,
    policy: Policy,
    budget: &mut Budget,
) -> Result<Outcome<DagInterpolants>, Unknown> {
    let copies = Copies::new(arena, dag);
    let suffixes = copies.suffixes(arena, dag);
    match Solver::new().check(arena, &[suffixes[0]], budget) {
        Answer::Sat(model) => return confirmed(arena, &[suffixes[0]], model).map(Outcome::Model),
        Answer::Unknown(reason) => return Err(reason),
        Answer::Unsat(_) => {}
    }
    let mut vertices =
        vec![VertexInterpolant { formula: arena.true_(), explanation: Explanation::default() }];
    let mut own: Vec<Formula> = vec![arena.true_()];
    for (v, suffix) in suffixes.iter().enumerate().skip(1) {
        let mut ways = Vec::new();
        for (i, edge) in dag.edges.iter().enumerate().filter(|(_, e)| e.to == v) {
            ways.push(arena.and([own[edge.from], copies.passing[i]]));
        }
        let before = arena.or(ways);
        match between(arena, &[before], &[*suffix], policy, budget)? {
            // The interpolants before this vertex exclude everything that may come after.
            Outcome::Model(_) => return Err(Unknown::Unchecked),
            Outcome::Interpolants((formula, explanation)) => {
                own.push(formula);
                let formula = copies.back[v].apply(arena, formula);
                vertices.push(VertexInterpolant { formula, explanation });
            }
        }
    }
    let mut checked = Vec::new();
    for edge in &dag.edges {
        let premises = [vertices[edge.from].formula, dag.labels[edge.from], edge.label];
        let conclusion = arena.and([vertices[edge.to].formula, dag.labels[edge.to]]);
        match entail(arena, &premises, conclusion, budget)? {
            Ok(entailment) => checked.push(entailment),
            Err(_) => return Err(Unknown::Unchecked),
        }
    }
    Ok(Outcome::Interpolants(DagInterpolants { vertices, checked }))
}

/// The dag with a copy of every symbol for each vertex or edge that it belongs to.
struct Copies {
    /// For every edge, what holds when it is passed: its label and that of the vertex it leaves.
    passing: Vec<Formula>,
    /// For every edge, the label of the vertex it enters.
    entering: Vec<Formula>,
    /// From the copies of a vertex to the symbols.
    back: Vec<Substitution>,
}

impl Copies {
    fn new(arena: &mut Arena, dag: &Dag) -> Copies {
        let mut vocabularies: Vec<Vec<(Symbol, Symbol)>> = Vec::new();
        let mut back = Vec::new();
        for v in 0..dag.labels.len() {
            let symbols = dag.vocabulary(arena, v);
            let copies: Vec<(Symbol, Symbol)> = symbols.into_iter().map(|s| (s, copy(arena, s))).collect();
            back.push(Substitution::renaming_pairs(arena, copies.iter().map(|(s, c)| (*c, *s))));
            vocabularies.push(copies);
        }
        let mut copies = Copies { passing: Vec::new(), entering: Vec::new(), back };
        for edge in &dag.edges {
            let (from, to) = (&vocabularies[edge.from], &vocabularies[edge.to]);
            let mut images: Vec<(Symbol, Symbol)> = from.clone();
            let mut parts = Vec::new();
            for (s, c) in to {
                match from.iter().find(|(t, _)| t == s) {
                    Some((_, d)) => parts.push(same(arena, *c, *d)),
                    None => images.push((*s, *c)),
                }
            }
            let (leaving, entering) = (dag.labels[edge.from], dag.labels[edge.to]);
            for formula in [leaving, edge.label, entering] {
                for s in arena.symbols_of(formula) {
                    if !images.iter().any(|(t, _)| *t == s) {
                        images.push((s, copy(arena, s)));
                    }
                }
            }
            let renamed = Substitution::renaming_pairs(arena, images);
            parts.push(renamed.apply(arena, leaving));
            parts.push(renamed.apply(arena, edge.label));
            copies.passing.push(arena.and(parts));
            copies.entering.push(renamed.apply(arena, entering));
        }
        copies
    }

    /// For every vertex, what leads from it to the exit or into a vertex whose label it violates.
    fn suffixes(&self, arena: &mut Arena, dag: &Dag) -> Vec<Formula> {
        let last = dag.labels.len() - 1;
        let mut suffixes = vec![arena.false_(); last + 1];
        suffixes[last] = arena.true_();
        for v in (0..last).rev() {
            let mut ways = Vec::new();
            for (i, edge) in dag.edges.iter().enumerate().filter(|(_, e)| e.from == v) {
                let wrong = arena.or([!self.entering[i], suffixes[edge.to]]);
                ways.push(arena.and([self.passing[i], wrong]));
            }
            suffixes[v] = arena.or(ways);
        }
        suffixes
    }
}

fn copy(arena: &mut Arena, symbol: Symbol) -> Symbol {
    let (name, sort) = (arena.name(symbol).to_owned(), arena.sort(symbol));
    arena.fresh_symbol(&name, sort)
}

fn same(arena: &mut Arena, left: Symbol, right: Symbol) -> Formula {
    match arena.sort(left) {
        Sort::Int => arena.equal(&LinearTerm::symbol(left), &LinearTerm::symbol(right)),
        Sort::Bool => {
            let (left, right) = (arena.boolean(left), arena.boolean(right));
            arena.iff(left, right)
        }
    }
}
