//! Interpolation problems as Horn clauses: one relation symbol for each interpolant to be found.
//!
//! The sequence `A, B, C` becomes `p1(x̄) ← A`, `p2(ȳ) ← p1(x̄) ∧ B`, `false ← p2(ȳ) ∧ C`, where `x̄` are the
//! symbols that `A` shares with `B` and `C`, and `ȳ` those that `A` and `B` share with `C`.

use rustc_hash::FxHashMap;

use crate::formula::{Arena, Formula, LinearTerm, Node, Sort, Symbol};
use crate::interpolate::{Dag, Disjunctive, Tree};
use crate::lang::{Application, Argument, Clause, Problem, Relation, RelationId, Span};

/// A formula with marked positions may have this many ways through its disjunctions.
pub const WAY_LIMIT: usize = 10_000;

/// More clauses would be needed than anybody wants to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyWays;

/// One relation symbol for each node but the root.
pub fn tree_clauses(arena: &Arena, tree: &Tree) -> Problem {
    let mut builder = Builder::new(arena);
    let root = tree.nodes().len().saturating_sub(1);
    for i in 0..root {
        builder.relation(format!("p{}", i + 1), tree.shared_symbols(arena, i));
    }
    for (i, node) in tree.nodes().iter().enumerate() {
        builder.clause((i < root).then_some(i), &node.children, node.label);
    }
    builder.problem
}

/// One relation symbol for each position but the root, and one clause for each way through the disjunctions
/// above the positions below.
pub fn disjunctive_clauses(arena: &mut Arena, problem: &Disjunctive) -> Result<Problem, TooManyWays> {
    let tree = problem.as_tree(arena);
    let positions = problem.positions();
    let root = positions.len().saturating_sub(1);
    let indicators: FxHashMap<Symbol, usize> =
        positions.iter().enumerate().filter_map(|(i, p)| Some((p.indicator?, i))).collect();
    let mut bodies = Vec::new();
    for position in positions {
        bodies.push(ways(arena, &indicators, position.body)?);
    }
    let mut builder = Builder::new(arena);
    for (i, position) in positions.iter().enumerate().take(root) {
        let mut shared = tree.shared_symbols(arena, i);
        shared.retain(|s| position.indicator != Some(*s));
        builder.relation(format!("p{}", i + 1), shared);
    }
    for (i, body) in bodies.into_iter().enumerate() {
        for way in body {
            builder.clause((i < root).then_some(i), &way.positions, way.constraint);
        }
    }
    Ok(builder.problem)
}

/// One relation symbol for each inner vertex; labels of vertices are demanded on the way in.
pub fn dag_clauses(arena: &mut Arena, dag: &Dag) -> Problem {
    let last = dag.labels().len() - 1;
    let mut constraints = Vec::new();
    for edge in dag.edges() {
        let passing = arena.and([dag.labels()[edge.from], edge.label]);
        constraints.push((passing, arena.and([passing, !dag.labels()[edge.to]])));
    }
    let falsity = arena.false_();
    let mut builder = Builder::new(arena);
    for v in 1..last {
        builder.relation(format!("p{v}"), dag.vocabulary(arena, v));
    }
    for (edge, (passing, violating)) in dag.edges().iter().zip(constraints) {
        let body: Vec<usize> = edge.from.checked_sub(1).into_iter().collect();
        builder.clause((edge.to < last).then(|| edge.to - 1), &body, passing);
        if violating != falsity {
            builder.clause(None, &body, violating);
        }
    }
    builder.problem
}

/// A conjunction of marked positions and a constraint without any.
#[derive(Clone)]
struct Way {
    positions: Vec<usize>,
    constraint: Formula,
}

/// The disjunctive normal form as far as positions are concerned.
fn ways(
    arena: &mut Arena,
    indicators: &FxHashMap<Symbol, usize>,
    body: Formula,
) -> Result<Vec<Way>, TooManyWays> {
    let mut found: FxHashMap<Formula, Vec<Way>> = FxHashMap::default();
    for part in arena.reachable([body]) {
        let plain = |constraint| vec![Way { positions: Vec::new(), constraint }];
        let result = match arena.node(part).clone() {
            Node::Bool(b) if indicators.contains_key(&b) => {
                vec![Way { positions: vec![indicators[&b]], constraint: arena.true_() }]
            }
            Node::And(parts) => {
                let mut product = plain(arena.true_());
                for p in &parts {
                    if product.len().saturating_mul(found[p].len()) > WAY_LIMIT {
                        return Err(TooManyWays);
                    }
                    let mut next = Vec::new();
                    for left in &product {
                        for right in &found[p] {
                            let constraint = arena.and([left.constraint, right.constraint]);
                            let positions = [left.positions.as_slice(), &right.positions].concat();
                            next.push(Way { positions, constraint });
                        }
                    }
                    product = next;
                }
                product
            }
            Node::Or(parts) => {
                let all: Vec<Way> = parts.iter().flat_map(|p| found[p].iter().cloned()).collect();
                let (bare, marked): (Vec<Way>, Vec<Way>) =
                    all.into_iter().partition(|w| w.positions.is_empty());
                let mut result = marked;
                if !bare.is_empty() {
                    result.extend(plain(arena.or(bare.into_iter().map(|w| w.constraint))));
                }
                if result.len() > WAY_LIMIT {
                    return Err(TooManyWays);
                }
                result
            }
            _ => plain(part),
        };
        found.insert(part, result);
    }
    Ok(found.remove(&body).unwrap_or_default())
}

/// A problem whose relation symbols are applied to the same symbols everywhere.
struct Builder {
    problem: Problem,
    arguments: Vec<Vec<Symbol>>,
}

impl Builder {
    fn new(arena: &Arena) -> Builder {
        Builder { problem: Problem { arena: arena.clone(), ..Problem::default() }, arguments: Vec::new() }
    }

    fn relation(&mut self, name: String, arguments: Vec<Symbol>) {
        let sorts = arguments.iter().map(|s| self.problem.arena.sort(*s)).collect();
        self.problem.relations.push(Relation { name, sorts, span: Span::default() });
        self.arguments.push(arguments);
    }

    fn clause(&mut self, head: Option<usize>, body: &[usize], constraint: Formula) {
        let head = head.map(|h| self.application(h));
        let body = body.iter().map(|b| self.application(*b)).collect();
        self.problem.clauses.push(Clause { head, body, constraint, span: Span::default() });
    }

    fn application(&mut self, relation: usize) -> Application {
        let arena = &mut self.problem.arena;
        let arguments = self.arguments[relation]
            .iter()
            .map(|s| match arena.sort(*s) {
                Sort::Int => Argument::Int(LinearTerm::symbol(*s)),
                Sort::Bool => Argument::Bool(arena.boolean(*s)),
            })
            .collect();
        Application { relation: RelationId(relation as u32), arguments, span: Span::default() }
    }
}
