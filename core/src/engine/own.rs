//! A person's own interpolants at some positions of a counterexample, completed by interpolants for all
//! others, or refused with numbers.
//!
//! A formula at a position cuts the tree in two. Below, the sub-tree must imply it; above, the rest must
//! contradict it, with the formula in the place of the sub-tree. Both are interpolation problems again, whose
//! interpolants are those of the other positions:
//!
//! ```text
//! labels a ← b ← c, with I at b:   (c ∧ b) ∧ ¬I  gives that of c,   I ∧ a  says that I is enough
//! ```

use super::choices::unfit;
use super::unfolding::{Judged, Unfolding};
use super::{Choice, Engine, Event, Misfit, PositionId, Proposal, StopReason, Taken};
use crate::formula::{Arena, Formula, Sort, Symbol, Value};
use crate::guide::{Exploration, Group, Subset, parse_templates};
use crate::horn::{ClauseSystem, SystemRelationId};
use crate::interpolate::{Policy, Tree, TreeNode};
use crate::lang::typed;
use crate::solver::{Answer, Budget, Solver, Unknown};

/// Interpolants for all positions, with those that a person has typed; or what is wrong with these.
pub(super) fn own_interpolants(
    arena: &mut Arena,
    system: &ClauseSystem,
    unfolding: &Unfolding,
    found: &[Formula],
    own: &[Choice],
    policy: Policy,
    budget: &mut Budget,
) -> Result<Result<Vec<Formula>, Event>, StopReason> {
    let mut given = Vec::with_capacity(own.len());
    for choice in own {
        let Taken::Interpolant { position, formula } = &choice.taken else { continue };
        let Some((relation, _)) = unfolding.heads().get(position.index()) else {
            return Ok(Err(unfit(choice, Misfit::NoSuchPosition)));
        };
        match typed::read(arena, system[*relation].parameters(), formula) {
            Ok(formula) => given.push((*position, formula)),
            Err(findings) => return Ok(Err(unfit(choice, Misfit::unread(&findings)))),
        }
    }
    let completed = unfolding.completed(arena, system, &given, found, policy, budget)?;
    Ok(completed.map_err(|why| {
        let at = |choice: &&Choice| match (&choice.taken, &why) {
            (Taken::Interpolant { position, .. }, Misfit::NotInterpolant { position: wrong, .. }) => {
                position == wrong
            }
            _ => false,
        };
        unfit(own.iter().find(at).unwrap_or(&own[0]), why.clone())
    }))
}

impl Engine {
    /// The interpolants that templates leave which a person has chosen at some positions, all of them at
    /// once; or what is wrong with them.
    pub(super) fn own_abstraction(
        &mut self,
        unfolding: &Unfolding,
        own: &[Choice],
        budget: &mut Budget,
    ) -> Result<Result<Vec<Formula>, Event>, StopReason> {
        let (arena, system) = (&mut self.arena, &self.system);
        let mut groups: Vec<Group> = Vec::new();
        let mut count = 0;
        for choice in own {
            let Taken::Templates { positions, templates } = &choice.taken else { continue };
            let places = positions.iter().map(|position| unfolding.heads().get(position.index()));
            let Some(places) = places.collect::<Option<Vec<_>>>() else {
                return Ok(Err(unfit(choice, Misfit::NoSuchPosition)));
            };
            let Some((relation, _)) = places.first().copied().cloned() else { continue };
            let occurrences: Vec<_> =
                positions.iter().map(|p| p.index()).zip(places.iter().map(|(_, s)| s.clone())).collect();
            let earlier = groups.iter().flat_map(|group| &group.occurrences);
            let mut taken: Vec<usize> = earlier.chain(&occurrences).map(|(i, _)| *i).collect();
            taken.sort_unstable();
            if places.iter().any(|(r, _)| *r != relation) || taken.windows(2).any(|two| two[0] == two[1]) {
                return Ok(Err(unfit(choice, Misfit::NoSuchPosition)));
            }
            let parameters = system[relation].parameters().to_vec();
            let templates = match parse_templates(arena, &parameters, templates) {
                Ok(templates) => templates,
                // The empty set keeps nothing.
                Err(_) if templates.is_empty() => Vec::new(),
                Err(findings) => return Ok(Err(unfit(choice, Misfit::unread(&findings)))),
            };
            count += templates.len();
            if count > Subset::LIMIT {
                return Ok(Err(unfit(choice, Misfit::TooMany(Subset::LIMIT))));
            }
            groups.push(Group { parameters, templates, occurrences });
        }
        let tree = unfolding.as_tree(arena);
        let Some(exploration) = Exploration::new(arena, &tree, groups) else {
            return Ok(Err(unfit(&own[0], Misfit::NoSuchPosition)));
        };
        let weaker = exploration.abstracted(arena, Subset::new(0..count));
        let policy = self.settings.policy;
        let Some(found) = unfolding.guided_interpolants(arena, system, &weaker, policy, budget)? else {
            return Ok(Err(unfit(&own[0], Misfit::Infeasible)));
        };
        // Lemma 1 says that they are interpolants of the counterexample, too; that is checked.
        match unfolding.proposed(arena, system, &Proposal::Instead(found), budget)? {
            Judged::Accepted(found) => Ok(Ok(found)),
            Judged::Nothing | Judged::Rejected => Err(Unknown::Unchecked.into()),
        }
    }

    /// Of the new predicates in formulae those at these places, or how many there are.
    pub(super) fn kept_predicates(
        &mut self,
        formulae: &[(SystemRelationId, Formula)],
        places: &[usize],
        budget: &mut Budget,
    ) -> Result<Result<Vec<(SystemRelationId, Formula)>, usize>, StopReason> {
        let mut predicates = self.predicates.clone();
        let mut new = Vec::new();
        for (relation, formula) in formulae {
            for id in predicates.add(&mut self.arena, *relation, *formula, budget)? {
                new.push((*relation, predicates.get(id).formula));
            }
        }
        let kept: Option<Vec<_>> = places.iter().map(|place| new.get(*place).copied()).collect();
        Ok(kept.filter(|kept| !kept.is_empty()).ok_or(new.len()))
    }
}

impl Unfolding {
    /// Interpolants for all positions, of which some are given, over the parameters of their relation
    /// symbols; as many as possible of the others are those that were found.
    pub(super) fn completed(
        &self,
        arena: &mut Arena,
        system: &ClauseSystem,
        given: &[(PositionId, Formula)],
        found: &[Formula],
        policy: Policy,
        budget: &mut Budget,
    ) -> Result<Result<Vec<Formula>, Misfit>, Unknown> {
        let of = |i: usize| given.iter().rev().find(|(p, _)| p.index() == i).map(|(_, formula)| *formula);
        let with_found: Vec<Formula> =
            found.iter().enumerate().map(|(i, found)| of(i).unwrap_or(*found)).collect();
        let proposal = Proposal::Instead(with_found);
        if let Judged::Accepted(all) = self.proposed(arena, system, &proposal, budget)? {
            return Ok(Ok(all));
        }
        let tree = self.as_tree(arena);
        let mut cuts: Vec<Option<Formula>> = vec![None; tree.nodes().len()];
        for (position, formula) in given {
            let i = position.index();
            let Some((relation, symbols)) = self.heads().get(i) else {
                return Ok(Err(Misfit::NoSuchPosition));
            };
            let here = arena.renamed(*formula, system[*relation].parameters(), symbols);
            cuts[i] = Some(match self.indicator(*position) {
                Some(used) => {
                    let used = arena.boolean(used);
                    arena.implies(used, here)
                }
                None => here,
            });
        }
        // Which cut each node is under, itself included: that of the nearest one above, or the root.
        let count = cuts.len();
        let root = count.saturating_sub(1);
        let mut under = vec![root; count];
        for i in (0..count).rev() {
            for child in &tree.nodes()[i].children {
                under[*child] = if cuts[*child].is_some() { *child } else { under[i] };
            }
        }
        let mut all: Vec<Formula> = vec![arena.true_(); found.len()];
        // From the top down, so that a formula that is too weak is found first.
        for part in (0..count).rev().filter(|i| *i == root || cuts[*i].is_some()) {
            let weaker = part_of(arena, &tree, &cuts, &under, part);
            let labels: Vec<Formula> = weaker.nodes().iter().map(|node| node.label).collect();
            match Solver::new().check(arena, &labels, budget) {
                Answer::Unknown(reason) => return Err(reason),
                Answer::Unsat(_) => {}
                Answer::Sat(model) => {
                    let shown = |position: usize| -> Vec<(String, Value)> {
                        let (relation, symbols) = &self.heads()[position];
                        let names = system[*relation].parameters().iter().zip(symbols);
                        let value = |symbol: Symbol| match arena.sort(symbol) {
                            Sort::Int => Value::Int(model.int(symbol).clone()),
                            Sort::Bool => Value::Bool(model.bool(symbol)),
                        };
                        names.map(|(p, s)| (arena.name(*p).to_owned(), value(*s))).collect()
                    };
                    let nothing = Vec::new();
                    return Ok(Err(if part == root {
                        let top = (0..root).rev().find(|i| cuts[*i].is_some()).unwrap_or(0);
                        let (position, inside) = (PositionId::at(top), shown(top));
                        Misfit::NotInterpolant { position, outside: nothing, inside }
                    } else {
                        let (position, outside) = (PositionId::at(part), shown(part));
                        Misfit::NotInterpolant { position, outside, inside: nothing }
                    }));
                }
            }
            let Some(own) = self.guided_interpolants(arena, system, &weaker, policy, budget)? else {
                return Err(Unknown::Unchecked);
            };
            for (i, formula) in own.into_iter().enumerate() {
                if let Some(given) = of(i) {
                    all[i] = given;
                } else if under[i] == part {
                    all[i] = formula;
                }
            }
        }
        match self.proposed(arena, system, &Proposal::Instead(all), budget)? {
            Judged::Accepted(all) => Ok(Ok(all)),
            Judged::Nothing | Judged::Rejected => Err(Unknown::Unchecked),
        }
    }
}

/// The tree with nothing but the part under a cut: given formulae stand for what is below them, and the
/// denial of the cut's own formula for what is above it.
fn part_of(arena: &mut Arena, tree: &Tree, cuts: &[Option<Formula>], under: &[usize], part: usize) -> Tree {
    let root = cuts.len().saturating_sub(1);
    let mut nodes: Vec<TreeNode> = tree.nodes().to_vec();
    let mut parent = vec![root; cuts.len()];
    for (i, node) in tree.nodes().iter().enumerate() {
        node.children.iter().for_each(|child| parent[*child] = i);
    }
    for i in 0..nodes.len() {
        let is_cut_below = cuts[i].is_some() && i != part && i != root && under[parent[i]] == part;
        nodes[i].label = match cuts[i] {
            Some(formula) if is_cut_below => formula,
            _ if under[i] == part => nodes[i].label,
            _ => arena.true_(),
        };
    }
    if let (Some(formula), true) = (cuts[part], part != root) {
        nodes[root].label = !formula;
    }
    Tree::new(nodes).unwrap_or_default()
}
