//! Is a counterexample real? If so, values for it; if not, interpolants that say why (CAV'13, Sect. 4.1 and
//! 6.1).
//!
//! The and/or tree becomes a formula: clause instances that meet in their arguments, conjoined along bodies
//! and disjoined at alternatives. A model picks a derivation with numbers. Otherwise the formula with a mark
//! at every position is a disjunctive interpolation problem, or a tree interpolation problem where there are
//! no choices, and the interpolant of a position is about the arguments of the relation symbol that is
//! derived there. Of a dag that is only partly expanded (`partial.rs`) a model also says which open positions
//! it relies on.

use super::shared::Shared;
use super::{AndOrTree, Graph, Instances, NodeId, PositionId, Predicates, Proposal, Question};
use crate::formula::{Arena, Formula, LinearTerm, Sort, Substitution, Symbol, Valuation};
use crate::horn::{ClauseSystem, Instance, SystemDerivation, SystemDerivationStep, SystemRelationId};
use crate::interpolate::{
    self, Disjunctive, Outcome, Policy, Strength, Tree, TreeNode, disjunctive, interpolants, verify,
    verify_tree, weak_interpolants,
};
use crate::order::sort_by_key;
use crate::simplify::tidy;
use crate::solver::{Answer, Budget, Solver, Unknown};

/// The clause instances of an and/or tree, and the interpolation problem that they make.
#[derive(Debug, Default)]
pub(super) struct Unfolding {
    tree: AndOrTree,
    /// For each position, the instances of its alternatives.
    instances: Vec<Vec<Instance>>,
    /// For each position but the root, its relation symbol and the symbols for its arguments.
    heads: Vec<(SystemRelationId, Vec<Symbol>)>,
    /// For each open position the expanded copies of the same sub-dag, and that their arguments are equal.
    twins: Vec<Vec<(PositionId, Formula)>>,
    problem: Interpolation,
}

#[derive(Debug)]
enum Interpolation {
    Tree(Tree),
    Disjunctive(Disjunctive),
    /// Alternatives have positions in common.
    Shared(Shared),
}

impl Default for Interpolation {
    fn default() -> Interpolation {
        Interpolation::Tree(Tree::default())
    }
}

/// The nodes that a counterexample was taken from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nodes<'a> {
    pub(super) graph: &'a Graph,
    pub(super) predicates: &'a Predicates,
}

impl Nodes<'_> {
    /// What holds at a node, over the parameters of its relation symbol.
    fn formula(self, arena: &mut Arena, node: NodeId) -> Formula {
        let held = self.graph.node(node).into_iter().flat_map(|n| &n.predicates);
        arena.and(held.map(|p| self.predicates.get(*p).formula))
    }
}

/// What became of a counterexample.
#[derive(Debug)]
pub(super) enum Examined {
    Real(SystemDerivation),
    /// For each position but the root an interpolant, over the parameters of its relation symbol.
    Spurious(Vec<Formula>),
}

/// What a model makes of a counterexample.
#[derive(Debug)]
pub(super) enum Picked {
    Derivation(SystemDerivation),
    /// It relies on these open positions, with values that nothing expanded has.
    Open(Vec<PositionId>),
}

/// What became of a proposal.
#[derive(Debug)]
pub(super) enum Judged {
    /// Nothing was proposed.
    Nothing,
    Accepted(Vec<Formula>),
    /// These are no interpolants.
    Rejected,
}

impl Unfolding {
    /// `None` if the tree does not fit the clauses. If positions are copies of those of a dag, it is told
    /// which ones they are copies of.
    pub(super) fn new(
        arena: &mut Arena,
        system: &ClauseSystem,
        tree: AndOrTree,
        origins: &[PositionId],
        nodes: Nodes,
    ) -> Option<Unfolding> {
        let count = tree.positions.len();
        let Instances { ways: instances, heads } = Instances::of(arena, system, &tree)?;
        // Whatever may be derived at an open position satisfies the predicates of its node.
        let mut open: Vec<Formula> = vec![arena.true_(); count];
        for (i, (position, (relation, symbols))) in tree.positions.iter().zip(&heads).enumerate() {
            if let (Some(node), []) = (position.node, &position.alternatives[..]) {
                let formula = nodes.formula(arena, node);
                let parameters = system[*relation].parameters();
                open[i] = arena.renamed(formula, parameters, symbols);
            }
        }
        let is_tree = tree.is_tree();
        let problem = if tree.is_single() && is_tree {
            let labels =
                instances.iter().zip(&open).map(|(i, open)| i.first().map_or(*open, |i| i.constraint));
            let nodes = tree.positions.iter().zip(labels).map(|(position, label)| TreeNode {
                label,
                children: position.alternatives.first().map_or_else(Vec::new, |a| indices(&a.children)),
            });
            Interpolation::Tree(Tree::new(nodes.collect())?)
        } else {
            let (positions, ways) = marked(arena, &tree, &instances, &open);
            if is_tree {
                Interpolation::Disjunctive(Disjunctive::new(positions)?)
            } else {
                Interpolation::Shared(Shared::new(&tree, positions, ways))
            }
        };
        let twins = twins(arena, &tree, &heads, origins);
        Some(Unfolding { tree, instances, heads, twins, problem })
    }

    pub(super) fn tree(&self) -> &AndOrTree {
        &self.tree
    }

    /// Decides whether the counterexample is real.
    pub(super) fn examine(
        &self,
        arena: &mut Arena,
        system: &ClauseSystem,
        policy: Policy,
        budget: &mut Budget,
    ) -> Result<Examined, Unknown> {
        let outcome = match self.interpolants(arena, policy, budget) {
            // A plainer reading of the proof may pass where the chosen one did not.
            Err(Unknown::Unchecked) => self.interpolants(arena, Policy::Proof(Strength::Strong), budget)?,
            other => other?,
        };
        match outcome {
            Outcome::Model(model) => match self.picked(arena, &model) {
                Some(Picked::Derivation(derivation)) => Ok(Examined::Real(derivation)),
                Some(Picked::Open(_)) | None => Err(Unknown::Unchecked),
            },
            Outcome::Interpolants(found) => {
                let found = found.into_iter().zip(&self.heads).map(|(formula, (relation, symbols))| {
                    let parameters = system[*relation].parameters();
                    arena.renamed(formula, symbols, parameters)
                });
                Ok(Examined::Spurious(found.collect()))
            }
        }
    }

    /// What to ask a chooser about interpolants.
    pub(super) fn questions(&self, system: &ClauseSystem, found: &[Formula]) -> Vec<Question> {
        let question = |((relation, _), found): (&(SystemRelationId, Vec<Symbol>), &Formula)| Question {
            relation: *relation,
            parameters: system[*relation].parameters().to_vec(),
            found: *found,
        };
        self.heads.iter().zip(found).map(question).collect()
    }

    /// The relation symbol of each position but the root, with the symbols for its arguments there.
    pub(super) fn heads(&self) -> &[(SystemRelationId, Vec<Symbol>)] {
        &self.heads
    }

    /// The relation symbol of each position but the root.
    pub(super) fn relations(&self) -> impl Iterator<Item = SystemRelationId> + '_ {
        self.heads.iter().map(|(relation, _)| *relation)
    }

    /// The interpolants that a chooser proposes, checked.
    pub(super) fn proposed(
        &self,
        arena: &mut Arena,
        system: &ClauseSystem,
        proposal: &Proposal,
        budget: &mut Budget,
    ) -> Result<Judged, Unknown> {
        let Proposal::Instead(formulae) = proposal else { return Ok(Judged::Nothing) };
        if formulae.len() != self.heads.len() {
            return Ok(Judged::Rejected);
        }
        let mut actual = Vec::with_capacity(formulae.len());
        for (formula, (relation, symbols)) in formulae.iter().zip(&self.heads) {
            let parameters = system[*relation].parameters();
            let mentioned = arena.symbols_of(*formula);
            if !mentioned.iter().all(|s| parameters.contains(s)) {
                return Ok(Judged::Rejected);
            }
            actual.push(arena.renamed(*formula, parameters, symbols));
        }
        let verified = match &self.problem {
            Interpolation::Tree(tree) => verify_tree(arena, tree, &actual, budget)?.is_ok(),
            Interpolation::Disjunctive(problem) => verify(arena, problem, &actual, budget)?.is_ok(),
            Interpolation::Shared(problem) => problem.verify(arena, &actual, budget)?,
        };
        Ok(if verified { Judged::Accepted(formulae.clone()) } else { Judged::Rejected })
    }

    /// The clause instance of a position, if the problem is a conjunction and the instance is its label.
    pub(super) fn only_instance(&self, position: usize) -> Option<&Instance> {
        match (&self.problem, self.instances.get(position).map(|all| &all[..])) {
            (Interpolation::Tree(_), Some([instance])) => Some(instance),
            _ => None,
        }
    }

    /// Where a relation symbol is derived, with the symbols for its arguments there.
    pub(super) fn occurrences(&self, relation: SystemRelationId) -> Vec<(usize, Vec<Symbol>)> {
        let here = self.heads.iter().enumerate().filter(|(_, (r, _))| *r == relation);
        here.map(|(i, (_, symbols))| (i, symbols.clone())).collect()
    }

    /// The interpolation problem as a tree of conjunctions.
    pub(super) fn as_tree(&self, arena: &mut Arena) -> Tree {
        match &self.problem {
            Interpolation::Tree(tree) => tree.clone(),
            Interpolation::Disjunctive(problem) => problem.as_tree(arena),
            Interpolation::Shared(problem) => problem.as_tree(arena),
        }
    }

    /// The Boolean symbol that says whether a position is used; none if all are.
    pub(super) fn indicator(&self, position: PositionId) -> Option<Symbol> {
        match &self.problem {
            Interpolation::Tree(_) => None,
            Interpolation::Disjunctive(problem) => problem.positions()[position.index()].indicator,
            Interpolation::Shared(problem) => problem.indicator(position),
        }
    }

    /// Values for the counterexample, if there are some. With `coinciding`, every open position that is used
    /// has the values of a copy of the same sub-dag that is expanded, so that one derivation does for both.
    pub(super) fn model(
        &self,
        arena: &mut Arena,
        coinciding: bool,
        budget: &mut Budget,
    ) -> Result<Option<Valuation>, Unknown> {
        let mut parts: Vec<Formula> = self.as_tree(arena).nodes().iter().map(|node| node.label).collect();
        for i in self.tree.open().filter(|_| coinciding) {
            let mut ways = Vec::new();
            for (twin, equal) in &self.twins[i.index()] {
                let used = self.indicator(*twin).map(|symbol| arena.boolean(symbol));
                ways.push(arena.and(used.into_iter().chain([*equal])));
            }
            let one = arena.or(ways);
            let used = self.indicator(i).map_or(arena.true_(), |symbol| arena.boolean(symbol));
            parts.push(arena.implies(used, one));
        }
        match Solver::new().check(arena, &parts, budget) {
            Answer::Sat(model) => Ok(Some(model)),
            Answer::Unsat(_) => Ok(None),
            Answer::Unknown(reason) => Err(reason),
        }
    }

    /// The interpolants of a weaker version of the tree, over the parameters of the positions; unchecked.
    /// `None` if it has none.
    pub(super) fn guided_interpolants(
        &self,
        arena: &mut Arena,
        system: &ClauseSystem,
        weaker: &Tree,
        policy: Policy,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Formula>>, Unknown> {
        let Outcome::Interpolants(found) = interpolants(arena, weaker, policy, false, budget)? else {
            return Ok(None);
        };
        let found = found.into_iter().map(|(formula, _)| formula).collect();
        self.over_parameters(arena, system, found, budget).map(Some)
    }

    /// The same, each as weak as it may be, as far as few literals say it.
    pub(super) fn weak_interpolants(
        &self,
        arena: &mut Arena,
        system: &ClauseSystem,
        weaker: &Tree,
        most_literals: u64,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Formula>>, Unknown> {
        let Some(found) = weak_interpolants(arena, weaker, most_literals, budget)? else { return Ok(None) };
        self.over_parameters(arena, system, found, budget).map(Some)
    }

    /// Interpolants of the tree, over the parameters of the positions where these are used.
    fn over_parameters(
        &self,
        arena: &mut Arena,
        system: &ClauseSystem,
        found: Vec<Formula>,
        budget: &mut Budget,
    ) -> Result<Vec<Formula>, Unknown> {
        let mut formulae = Vec::with_capacity(found.len());
        for (i, (formula, (relation, symbols))) in found.into_iter().zip(&self.heads).enumerate() {
            let mut read = formula;
            if let Some(indicator) = self.indicator(PositionId::at(i)) {
                let mut present = Substitution::new();
                present.formula(indicator, arena.true_());
                read = present.apply(arena, formula);
                read = tidy(arena, read, budget)?;
            }
            let parameters = system[*relation].parameters();
            formulae.push(arena.renamed(read, symbols, parameters));
        }
        Ok(formulae)
    }

    fn interpolants(
        &self,
        arena: &mut Arena,
        policy: Policy,
        budget: &mut Budget,
    ) -> Result<Outcome<Vec<Formula>>, Unknown> {
        Ok(match &self.problem {
            Interpolation::Tree(tree) => match interpolate::tree(arena, tree, policy, budget)? {
                Outcome::Model(model) => Outcome::Model(model),
                Outcome::Interpolants(found) => {
                    Outcome::Interpolants(found.iter().map(|i| i.formula).collect())
                }
            },
            Interpolation::Disjunctive(problem) => match disjunctive(arena, problem, policy, budget)? {
                Outcome::Model(model) => Outcome::Model(model),
                Outcome::Interpolants(found) => {
                    Outcome::Interpolants(found.iter().map(|i| i.formula).collect())
                }
            },
            Interpolation::Shared(problem) => problem.interpolants(arena, policy, budget)?,
        })
    }

    /// The derivation that a model picks: at each position that is needed, an alternative that holds, or for
    /// an open one an expanded copy of the same sub-dag with the same values. `None` if it is no model.
    pub(super) fn picked(&self, arena: &Arena, model: &Valuation) -> Option<Picked> {
        let count = self.tree.positions.len();
        let mut chosen: Vec<Option<usize>> = vec![None; count];
        // The positions that stand for open ones.
        let mut stand_ins: Vec<Option<PositionId>> = vec![None; count];
        let mut needed = vec![false; count];
        let mut missing = Vec::new();
        *needed.last_mut()? = true;
        let present = |child: &PositionId| self.indicator(*child).is_none_or(|i| model.bool(i));
        // Users come after what they use, and copies of the same position are side by side.
        let order = self.order();
        for i in order.iter().rev().copied() {
            let position = &self.tree.positions[i];
            if !needed[i] {
                continue;
            }
            if position.alternatives.is_empty() {
                let fits =
                    |(twin, equal): &&(PositionId, Formula)| present(twin) && arena.evaluate(*equal, model);
                match self.twins[i].iter().find(fits) {
                    Some((twin, _)) => {
                        stand_ins[i] = Some(*twin);
                        needed[twin.index()] = true;
                    }
                    None => missing.push(PositionId::at(i)),
                }
                continue;
            }
            let way = position.alternatives.iter().zip(&self.instances[i]).position(|(way, instance)| {
                way.children.iter().all(present) && arena.evaluate(instance.constraint, model)
            })?;
            chosen[i] = Some(way);
            position.alternatives[way].children.iter().for_each(|child| needed[child.index()] = true);
        }
        if !missing.is_empty() {
            return Some(Picked::Open(missing));
        }
        let mut steps: Vec<SystemDerivationStep> = Vec::new();
        let mut step_of = vec![usize::MAX; count];
        for i in order {
            if let Some(twin) = stand_ins[i] {
                step_of[i] = step_of[twin.index()];
            }
            let Some(way) = chosen[i] else { continue };
            let instance = &self.instances[i][way];
            let children = &self.tree.positions[i].alternatives[way].children;
            step_of[i] = steps.len();
            steps.push(SystemDerivationStep {
                clause: instance.clause,
                valuation: instance.valuation(model),
                premises: children.iter().map(|child| step_of[child.index()]).collect(),
            });
        }
        Some(Picked::Derivation(SystemDerivation::of(steps)))
    }

    /// The positions from the bottom up, such that an open one comes after those that may stand for it.
    fn order(&self) -> Vec<usize> {
        // Copies of one position have numbers side by side, so it is enough to exchange these.
        let last = |i: usize| self.twins[i].iter().map(|(twin, _)| twin.index()).max().unwrap_or(i).max(i);
        let mut order: Vec<usize> = (0..self.tree.positions.len()).collect();
        sort_by_key(&mut order, |i| (last(*i), self.tree.positions[*i].alternatives.is_empty(), *i));
        order
    }
}

/// For each open position the expanded ones with the same origin.
fn twins(
    arena: &mut Arena,
    tree: &AndOrTree,
    heads: &[(SystemRelationId, Vec<Symbol>)],
    origins: &[PositionId],
) -> Vec<Vec<(PositionId, Formula)>> {
    let mut twins = vec![Vec::new(); tree.positions.len()];
    for i in tree.open() {
        let Some(origin) = origins.get(i.index()) else { continue };
        // Copies of the same position are side by side.
        let first = origins.partition_point(|o| o < origin);
        let copies = (first..origins.len()).take_while(|k| origins[*k] == *origin);
        for k in copies.filter(|k| !tree.positions[*k].alternatives.is_empty()) {
            let (Some((_, own)), Some((_, other))) = (heads.get(i.index()), heads.get(k)) else { continue };
            let equal: Vec<Formula> = own.iter().zip(other).map(|(a, b)| equal(arena, *a, *b)).collect();
            twins[i.index()].push((PositionId::at(k), arena.and(equal)));
        }
    }
    twins
}

fn equal(arena: &mut Arena, a: Symbol, b: Symbol) -> Formula {
    match arena.sort(a) {
        Sort::Int => arena.equal(&LinearTerm::symbol(a), &LinearTerm::symbol(b)),
        Sort::Bool => {
            let (a, b) = (arena.boolean(a), arena.boolean(b));
            arena.iff(a, b)
        }
    }
}

/// The positions with an indicator for each, alternatives disjoined; and the alternatives one by one.
fn marked(
    arena: &mut Arena,
    tree: &AndOrTree,
    instances: &[Vec<Instance>],
    open: &[Formula],
) -> (Vec<interpolate::MarkedPosition>, Vec<Vec<Formula>>) {
    let root = tree.positions.len() - 1;
    let indicators: Vec<Option<Symbol>> =
        (0..=root).map(|i| (i != root).then(|| arena.fresh_symbol("here", Sort::Bool))).collect();
    let mut positions = Vec::with_capacity(indicators.len());
    let mut all_ways = Vec::with_capacity(indicators.len());
    for (i, position) in tree.positions.iter().enumerate() {
        let mut ways = Vec::new();
        for (way, instance) in position.alternatives.iter().zip(&instances[i]) {
            let mut parts = vec![instance.constraint];
            for symbol in way.children.iter().filter_map(|child| indicators[child.index()]) {
                parts.push(arena.boolean(symbol));
            }
            ways.push(arena.and(parts));
        }
        let body = if ways.is_empty() { open[i] } else { arena.or(ways.iter().copied()) };
        let children = position.alternatives.iter().flat_map(|a| indices(&a.children)).collect();
        positions.push(interpolate::MarkedPosition { indicator: indicators[i], body, children });
        all_ways.push(ways);
    }
    (positions, all_ways)
}

/// Positions, as nodes of interpolation problems with the same numbers.
fn indices(positions: &[PositionId]) -> Vec<usize> {
    positions.iter().map(|position| position.index()).collect()
}
