//! Responses to interpolation queries: interpolants that have passed their checks, or a model.

use rustc_hash::{FxHashMap, FxHashSet};

use super::explained::{explained, explained_vertex, lattice_lines};
use super::{InterpolantKind, Last, Runner, error, print};
use crate::formula::{Arena, Formula, Sort, Valuation};
use crate::interpolate::{
    Dag, DagEdge, DagInterpolants, Disjunctive, MarkedPosition, NodeInterpolant, Outcome,
    PositionInterpolant, Tree, TreeNode, dag, disjunctive, lattice, tree,
};
use crate::lang;
use crate::lang::smtlib::{
    InterpolationDag, InterpolationEdge, InterpolationNode, InterpolationPosition, InterpolationQuery,
    InterpolationVertex, PositionToken, print_formula, print_symbol,
};
use crate::recursion_free::{TooManyWays, WAY_LIMIT, dag_clauses, disjunctive_clauses, tree_clauses};
use crate::solver::{Budget, Unknown};

/// A query with formulae for names.
enum Problem {
    /// One interpolant for every node but the root.
    Tree(Tree),
    /// One interpolant for every vertex, which have these names.
    Dag(Dag, Vec<String>),
    /// One interpolant for every position but the root, which have these names.
    Disjunctive(Disjunctive, Vec<String>),
}

/// Assertions by name.
type NamedAssertions = FxHashMap<String, Vec<Formula>>;

enum Answered {
    Tree(Vec<NodeInterpolant>),
    Dag(DagInterpolants),
    Disjunctive(Vec<PositionInterpolant>),
}

impl Runner<'_> {
    /// The interpolants that a query asks for.
    pub(super) fn interpolants(&mut self, query: &InterpolationQuery, budget: &mut Budget) -> String {
        self.summary.queries += 1;
        let query = self.shaped(query);
        let placed = placed(&query);
        if !self.assertions.iter().all(|a| a.name.as_ref().is_some_and(|name| placed.contains(name))) {
            return error("every assertion must be named and belong to a partition");
        }
        let Some(problem) = self.problem(&query) else {
            return error("the partitions are not one tree");
        };
        if let Some(language) = self.options.clauses {
            let arena = &mut self.script.arena;
            let clauses = match &problem {
                Problem::Tree(tree) => tree_clauses(arena, tree),
                Problem::Dag(dag, _) => dag_clauses(arena, dag),
                Problem::Disjunctive(problem, _) => match disjunctive_clauses(arena, problem) {
                    Ok(clauses) => clauses,
                    Err(TooManyWays) => {
                        return error(&format!(
                            "there are more than {WAY_LIMIT} ways through the disjunctions"
                        ));
                    }
                },
            };
            return lang::print(&clauses, language).trim_end().to_owned();
        }
        let before = budget.used();
        let steps = self.options.steps.unwrap_or(u64::MAX);
        let response = budget.within(steps, |part| self.answered(&query, &problem, part));
        self.summary.steps += budget.used() - before;
        response.unwrap_or_else(|ended| Err(ended.into())).unwrap_or_else(|reason| {
            self.last = Last::Unknown(reason);
            format!("unknown\n; {reason}")
        })
    }

    /// The query with a plain list taken as the options say.
    fn shaped(&self, query: &InterpolationQuery) -> InterpolationQuery {
        match (self.options.kind, query.as_sequence()) {
            (InterpolantKind::Symmetric, Some(nodes)) => {
                let alone =
                    |node: &InterpolationNode| InterpolationNode { children: Vec::new(), ..node.clone() };
                InterpolationQuery::Symmetric(nodes.iter().map(alone).collect())
            }
            (InterpolantKind::Dag, Some(nodes)) => {
                let vertex = |i: usize| InterpolationVertex { name: i.to_string(), names: Vec::new() };
                let edge = |(i, node): (usize, &InterpolationNode)| InterpolationEdge {
                    from: i,
                    to: i + 1,
                    names: node.names.clone(),
                };
                InterpolationQuery::Dag(InterpolationDag {
                    vertices: (0..=nodes.len()).map(vertex).collect(),
                    edges: nodes.iter().enumerate().map(edge).collect(),
                })
            }
            (InterpolantKind::Sequence | InterpolantKind::Tree, _) | (_, None) => query.clone(),
        }
    }

    /// The query with formulae for names; `None` if it is no tree.
    fn problem(&mut self, query: &InterpolationQuery) -> Option<Problem> {
        let named = self.named_assertions();
        let arena = &mut self.script.arena;
        match query {
            InterpolationQuery::Tree(nodes) => {
                let labelled = nodes.iter().map(|node| TreeNode {
                    label: conjunction(arena, &named, &node.names),
                    children: node.children.clone(),
                });
                Tree::new(labelled.collect()).map(Problem::Tree)
            }
            InterpolationQuery::Symmetric(nodes) => {
                let labels: Vec<Formula> =
                    nodes.iter().map(|node| conjunction(arena, &named, &node.names)).collect();
                Some(Problem::Tree(Tree::star(arena, &labels)))
            }
            InterpolationQuery::Dag(InterpolationDag { vertices, edges }) => {
                let labels =
                    vertices.iter().map(|vertex| conjunction(arena, &named, &vertex.names)).collect();
                let edges = edges.iter().map(|edge| DagEdge {
                    from: edge.from,
                    to: edge.to,
                    label: conjunction(arena, &named, &edge.names),
                });
                let names = vertices.iter().map(|vertex| vertex.name.clone()).collect();
                Some(Problem::Dag(Dag::new(labels, edges.collect())?, names))
            }
            InterpolationQuery::Disjunctive(positions) => self.disjunctive_problem(positions, &named),
        }
    }

    fn disjunctive_problem(
        &mut self,
        positions: &[InterpolationPosition],
        named: &NamedAssertions,
    ) -> Option<Problem> {
        let mut marked: Vec<MarkedPosition> = Vec::with_capacity(positions.len());
        for position in positions {
            let mut stack: Vec<Formula> = Vec::new();
            for token in &position.body {
                let formula = match token {
                    PositionToken::Assertion(name) => {
                        conjunction(&mut self.script.arena, named, std::slice::from_ref(name))
                    }
                    PositionToken::Position(place) => {
                        self.script.arena.boolean(marked.get(*place)?.indicator?)
                    }
                    PositionToken::And(count) => {
                        let parts = stack.split_off(stack.len().checked_sub(*count)?);
                        self.script.arena.and(parts)
                    }
                    PositionToken::Or(count) => {
                        let parts = stack.split_off(stack.len().checked_sub(*count)?);
                        self.script.arena.or(parts)
                    }
                };
                stack.push(formula);
            }
            let indicator =
                position.name.as_ref().map(|name| self.script.arena.fresh_symbol(name, Sort::Bool));
            marked.push(MarkedPosition {
                indicator,
                body: stack.pop()?,
                children: position.children.clone(),
            });
        }
        let names = positions.iter().filter_map(|position| position.name.clone()).collect();
        Some(Problem::Disjunctive(Disjunctive::new(marked)?, names))
    }

    fn answered(
        &mut self,
        query: &InterpolationQuery,
        problem: &Problem,
        budget: &mut Budget,
    ) -> Result<String, Unknown> {
        let (arena, policy) = (&mut self.script.arena, self.options.policy);
        let outcome = match problem {
            Problem::Tree(problem) => match tree(arena, problem, policy, budget)? {
                Outcome::Model(model) => Outcome::Model(model),
                Outcome::Interpolants(found) => Outcome::Interpolants(Answered::Tree(found)),
            },
            Problem::Dag(problem, _) => match dag(arena, problem, policy, budget)? {
                Outcome::Model(model) => Outcome::Model(model),
                Outcome::Interpolants(found) => Outcome::Interpolants(Answered::Dag(found)),
            },
            Problem::Disjunctive(problem, _) => match disjunctive(arena, problem, policy, budget)? {
                Outcome::Model(model) => Outcome::Model(model),
                Outcome::Interpolants(found) => Outcome::Interpolants(Answered::Disjunctive(found)),
            },
        };
        match outcome {
            Outcome::Model(model) => Ok(self.model(problem, model)),
            Outcome::Interpolants(Answered::Tree(found)) => {
                let Problem::Tree(problem) = problem else { return Err(Unknown::Unchecked) };
                self.tree_response(query, problem, &found, budget)
            }
            Outcome::Interpolants(Answered::Dag(found)) => {
                let Problem::Dag(problem, names) = problem else { return Err(Unknown::Unchecked) };
                self.dag_response(problem, names, &found, budget)
            }
            Outcome::Interpolants(Answered::Disjunctive(found)) => {
                let Problem::Disjunctive(problem, names) = problem else { return Err(Unknown::Unchecked) };
                self.disjunctive_response(problem, names, &found, budget)
            }
        }
    }

    /// There are no interpolants.
    fn model(&mut self, problem: &Problem, model: Valuation) -> String {
        self.summary.checked += 1;
        if matches!(problem, Problem::Dag(..)) {
            // The symbols of a dag mean something else at each vertex, so the model has no values for them.
            self.last = Last::Nothing;
            return "sat\n; a path from the entry leads to the exit, or to a label that it violates"
                .to_owned();
        }
        let text = print::model(&self.script.arena, &self.constants, &model);
        self.last = Last::Sat(model);
        format!("sat\n{text}")
    }

    fn tree_response(
        &mut self,
        query: &InterpolationQuery,
        problem: &Tree,
        found: &[NodeInterpolant],
        budget: &mut Budget,
    ) -> Result<String, Unknown> {
        self.summary.checked += found.len() as u64 + 1;
        let arena = &mut self.script.arena;
        let formulae: Vec<String> = found.iter().map(|i| print_formula(arena, i.formula)).collect();
        let mut response = print::list(formulae.iter().map(String::as_str));
        if self.options.explain {
            for (i, interpolant) in found.iter().enumerate() {
                let node = &problem.nodes()[i];
                let below: Vec<Formula> =
                    [node.label].into_iter().chain(node.children.iter().map(|c| found[*c].formula)).collect();
                response += &explained(
                    arena,
                    &(i + 1).to_string(),
                    &below,
                    interpolant.formula,
                    &interpolant.explanation,
                    budget,
                )?;
            }
        }
        if self.options.lattice
            && let (InterpolationQuery::Tree(_), [first, second]) = (query, problem.nodes())
            && let Outcome::Interpolants(found) = lattice(arena, &[first.label], &[second.label], budget)?
        {
            response += &lattice_lines(arena, &found);
        }
        Ok(response)
    }

    fn disjunctive_response(
        &mut self,
        problem: &Disjunctive,
        names: &[String],
        found: &[PositionInterpolant],
        budget: &mut Budget,
    ) -> Result<String, Unknown> {
        self.summary.checked += found.len() as u64 + 1;
        let formulae: Vec<Formula> = found.iter().map(|i| i.formula).collect();
        let mut response = self.named(names, &formulae);
        if self.options.explain {
            let arena = &mut self.script.arena;
            for (i, (name, interpolant)) in names.iter().zip(found).enumerate() {
                let below = [problem.abstracted(arena, i, &formulae)];
                let explanation = &interpolant.explanation;
                response += &explained(arena, name, &below, interpolant.formula, explanation, budget)?;
            }
        }
        Ok(response)
    }

    /// Pairs of names and formulae.
    fn named(&self, names: &[String], formulae: &[Formula]) -> String {
        let arena = &self.script.arena;
        let pairs = names.iter().zip(formulae);
        let pairs: Vec<String> =
            pairs.map(|(name, f)| format!("({} {})", print_symbol(name), print_formula(arena, *f))).collect();
        print::list(pairs.iter().map(String::as_str))
    }

    fn dag_response(
        &mut self,
        problem: &Dag,
        names: &[String],
        found: &DagInterpolants,
        budget: &mut Budget,
    ) -> Result<String, Unknown> {
        self.summary.checked += found.checked.len() as u64;
        let formulae: Vec<Formula> = found.vertices.iter().map(|v| v.formula).collect();
        let mut response = self.named(names, &formulae);
        if self.options.explain {
            let arena = &mut self.script.arena;
            for v in 1..names.len() {
                response += &explained_vertex(arena, problem, names, v, found, budget)?;
            }
        }
        Ok(response)
    }

    /// The assertions that are in force, by their names.
    fn named_assertions(&self) -> NamedAssertions {
        let mut named = NamedAssertions::default();
        for assertion in &self.assertions {
            if let Some(name) = &assertion.name {
                named.entry(name.clone()).or_default().push(assertion.formula);
            }
        }
        named
    }
}

/// The assertions with these names.
fn conjunction(arena: &mut Arena, named: &NamedAssertions, names: &[String]) -> Formula {
    let parts: Vec<Formula> = names.iter().filter_map(|name| named.get(name)).flatten().copied().collect();
    arena.and(parts)
}

/// The names of the assertions that belong to a partition.
fn placed(query: &InterpolationQuery) -> FxHashSet<&String> {
    match query {
        InterpolationQuery::Tree(nodes) | InterpolationQuery::Symmetric(nodes) => {
            nodes.iter().flat_map(|node| &node.names).collect()
        }
        InterpolationQuery::Dag(InterpolationDag { vertices, edges }) => {
            let of_vertices = vertices.iter().flat_map(|vertex| &vertex.names);
            of_vertices.chain(edges.iter().flat_map(|edge| &edge.names)).collect()
        }
        InterpolationQuery::Disjunctive(positions) => {
            let tokens = positions.iter().flat_map(|position| &position.body);
            let mut names = FxHashSet::default();
            for token in tokens {
                if let PositionToken::Assertion(name) = token {
                    names.insert(name);
                }
            }
            names
        }
    }
}
