//! A problem, its templates, and the search for those that do (Acta'16, Sect. 7 and 8.1).
//!
//! The templates of a relation symbol are used at all its occurrences in the problem alike: what is chosen
//! for one round of a loop is chosen for all of them, as it would have to be in an invariant. The lattice is
//! the product over the relation symbols.

use super::{
    Feasibility, Frontier, Guided, Judge, Judgement, Powerset, RelationAbstraction, Subset, Template, Wanted,
    cheapest, frontier, least,
};
use crate::formula::{Arena, Formula, Substitution, Symbol};
use crate::interpolate::Tree;
use crate::solver::{Budget, Unknown};

/// Nodes of a problem, with the symbols there that stand for the parameters of a relation symbol.
pub type Occurrences = Vec<(usize, Vec<Symbol>)>;

/// A relation symbol with templates, and where it occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The symbols of the templates.
    pub parameters: Vec<Symbol>,
    pub templates: Vec<Template>,
    pub occurrences: Occurrences,
}

/// What a weaker label may be conjoined with, such that it says more again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strengthening {
    pub node: usize,
    /// Over symbols of the label alone that are at no abstraction point.
    pub formula: Formula,
    pub cost: u64,
}

/// An interpolation problem with a lattice of abstractions.
#[derive(Clone, Debug)]
pub struct Exploration {
    groups: Vec<Group>,
    /// For each group, what may be kept of labels; in the lattice it comes after the group's templates.
    strengthenings: Vec<Vec<Strengthening>>,
    guided: Guided,
    lattice: Powerset,
    pub feasibility: Feasibility,
}

impl Exploration {
    /// `None` if a symbol of an occurrence is elsewhere, too; see [`Guided::new`]. Of the templates the first
    /// [`Subset::LIMIT`] count.
    pub fn new(arena: &mut Arena, tree: &Tree, groups: Vec<Group>) -> Option<Exploration> {
        Exploration::with_strengthenings(arena, tree, groups, Vec::new())
    }

    /// The same for a problem whose labels are weaker than they might be: what they leave out may be kept as
    /// well. The product of both lattices is searched.
    pub fn with_strengthenings(
        arena: &mut Arena,
        tree: &Tree,
        groups: Vec<Group>,
        mut strengthenings: Vec<Vec<Strengthening>>,
    ) -> Option<Exploration> {
        strengthenings.resize(groups.len(), Vec::new());
        let points: Vec<(usize, Vec<Symbol>)> =
            groups.iter().flat_map(|g| g.occurrences.iter().cloned()).collect();
        let guided = Guided::new(arena, tree, &points)?;
        let mut costs: Vec<u64> = Vec::new();
        for (group, strengthenings) in groups.iter().zip(&strengthenings) {
            costs.extend(group.templates.iter().map(|t| t.cost));
            costs.extend(strengthenings.iter().map(|s| s.cost));
        }
        let lattice = Powerset::new(costs);
        let mut links = Vec::new();
        let mut first = 0;
        for (group, strengthenings) in groups.iter().zip(&strengthenings) {
            let last = first + group.occurrences.len();
            let directly = group.templates.iter().all(|template| template.kind.is_transitive());
            for template in &group.templates {
                let passing: Vec<Formula> = (first..last)
                    .map(|point| guided.link(arena, point, &group.parameters, &template.kind, directly))
                    .collect();
                links.push(arena.and(passing));
            }
            links.extend(strengthenings.iter().map(|s| s.formula));
            first = last;
        }
        links.truncate(lattice.len());
        let feasibility = Feasibility::new(arena, &guided, links);
        Some(Exploration { groups, strengthenings, guided, lattice, feasibility })
    }

    pub fn lattice(&self) -> &Powerset {
        &self.lattice
    }

    pub fn problem(&self) -> &Guided {
        &self.guided
    }

    /// All maximal feasible elements (Algorithms 1 and 2).
    pub fn frontier(&mut self, arena: &mut Arena, budget: &mut Budget) -> Frontier<Subset> {
        let Exploration { lattice, feasibility, .. } = self;
        frontier(lattice, &mut |e| feasibility.decide(arena, *e, budget))
    }

    /// The cheapest of them (Algorithms 3 and 4).
    pub fn cheapest(&mut self, arena: &mut Arena, wanted: Wanted, budget: &mut Budget) -> Frontier<Subset> {
        let Exploration { lattice, feasibility, .. } = self;
        cheapest(lattice, wanted, &mut |e| feasibility.decide(arena, *e, budget))
    }

    /// The same elements, found from below: at most `limit` of them, no two with the same abstraction. It
    /// may take `class_steps` to tell which other elements have the abstraction of one; beyond, none count.
    /// One that is known to be feasible may be given.
    pub fn least(
        &mut self,
        arena: &mut Arena,
        known: Option<Subset>,
        (limit, class_steps): (usize, u64),
        budget: &mut Budget,
    ) -> Frontier<Subset> {
        let mut points = Vec::new();
        let mut first = 0;
        for (group, strengthenings) in self.groups.iter().zip(&self.strengthenings) {
            let next = first + group.templates.len() + strengthenings.len();
            points.push(Subset::new(first.min(self.lattice.len())..next.min(self.lattice.len())));
            first = next;
        }
        let Exploration { lattice, feasibility, .. } = self;
        least(lattice, &points, known, limit, &mut Asking { feasibility, arena, budget, class_steps })
    }

    /// The abstraction of an element, at each point.
    pub fn abstractions(&self, arena: &mut Arena, element: Subset) -> Vec<Option<RelationAbstraction>> {
        let mut all = Vec::new();
        let mut position = 0;
        for (group, strengthenings) in self.groups.iter().zip(&self.strengthenings) {
            let templates = group.templates.iter().enumerate();
            let chosen: Vec<&Template> = templates
                .filter(|(i, _)| position + i < Subset::LIMIT && element.contains(position + i))
                .map(|(_, t)| t)
                .collect();
            position += group.templates.len() + strengthenings.len();
            for (_, symbols) in &group.occurrences {
                let vocabulary = self.guided.points()[all.len()].vocabulary.clone();
                let renaming = Substitution::renaming(arena, &group.parameters, symbols);
                let kinds: Vec<_> = chosen.iter().map(|t| t.kind.renamed(arena, &renaming)).collect();
                all.push(Some(RelationAbstraction::of(arena, &vocabulary, &kinds)));
            }
        }
        all
    }

    /// The abstract problem of an element.
    pub fn abstracted(&self, arena: &mut Arena, element: Subset) -> Tree {
        let abstractions = self.abstractions(arena, element);
        let tree = self.guided.abstracted(arena, &abstractions);
        if self.strengthenings.iter().all(Vec::is_empty) {
            return tree;
        }
        let mut nodes = tree.nodes().to_vec();
        let mut position = 0;
        for (group, strengthenings) in self.groups.iter().zip(&self.strengthenings) {
            position += group.templates.len();
            for strengthening in strengthenings {
                if position < Subset::LIMIT && element.contains(position) {
                    let node = &mut nodes[strengthening.node];
                    node.label = arena.and([node.label, strengthening.formula]);
                }
                position += 1;
            }
        }
        Tree::new(nodes).unwrap_or_default()
    }
}

struct Asking<'a, 'b> {
    feasibility: &'a mut Feasibility,
    arena: &'a mut Arena,
    budget: &'a mut Budget<'b>,
    class_steps: u64,
}

impl Judge for Asking<'_, '_> {
    fn judge(&mut self, set: Subset) -> Result<Judgement, Unknown> {
        self.feasibility.judge(self.arena, set, self.budget)
    }

    fn class(&mut self, set: Subset) -> Result<Subset, Unknown> {
        let Asking { feasibility, arena, .. } = self;
        match self.budget.within(self.class_steps, |part| feasibility.canonical(arena, set, part))? {
            Err(Unknown::Budget) => Ok(set),
            class => class,
        }
    }

    fn take(&mut self, steps: u64) -> Result<(), Unknown> {
        Ok(self.budget.take(steps)?)
    }
}
