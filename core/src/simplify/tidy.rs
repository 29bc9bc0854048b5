//! The cheap level of simplification: one linear form at a time, no solver.
//!
//! Bottom up, each conjunction is put in order by rules that look at its parts and their literals; a
//! disjunction is the negation of a conjunction, so every rule works for both:
//!
//! ```text
//! x ≤ 3 ∧ x ≥ 3 ∧ y ≤ x ∧ (x ≤ 5 ∨ b)
//!     = x = 3 ∧ y ≤ x           regions met, clause decided
//!     = x = 3 ∧ y ≤ 3           the equation put in
//! ```
//!
//! The work is linear in the formula, which is a dag, but for limits on how far literals are carried into
//! their siblings.

use rustc_hash::FxHashMap;

use super::divisibility::compare_divisibilities;
use super::equations::{equations_of, reduce, reduce_siblings};
use super::factor::{absorb, factor};
use super::measure::Measure;
use super::region::{Facts, Region};
use crate::budget::{Budget, Exhausted, Work};
use crate::formula::{Arena, Formula, LinearTerm, Node, map_literals};

/// How often the whole formula is gone over.
const ROUNDS: usize = 6;
/// Literals are not carried into siblings that are longer than this on paper.
const SIBLING_LIMIT: u64 = 512;
/// This many literals that are compared or rewritten count as a step.
const LITERALS_PER_STEP: u64 = 16;
/// Conjunctions longer than this are not searched for equations to put in.
const EQUATION_LIMIT: usize = 128;

/// An equivalent formula, no larger by [`Measure`], put in order by looking at it.
pub fn tidy(arena: &mut Arena, formula: Formula, budget: &mut Budget) -> Result<Formula, Exhausted> {
    budget.on(Work::Simplification, |budget| tidied(arena, formula, budget))
}

fn tidied(arena: &mut Arena, formula: Formula, budget: &mut Budget) -> Result<Formula, Exhausted> {
    let mut best = (Measure::of(arena, formula), formula);
    let mut current = formula;
    for _ in 0..ROUNDS {
        let next = Tidier::default().pass(arena, current, budget)?;
        let measure = Measure::of(arena, next);
        if measure < best.0 {
            best = (measure, next);
        }
        if next == current {
            // Where the last form is as short as the best, it is the more settled of the two.
            return Ok(if measure == best.0 { next } else { best.1 });
        }
        current = next;
    }
    Ok(best.1)
}

#[derive(Default)]
struct Tidier {
    /// Which results are about a single form, literals aside.
    regions: FxHashMap<Formula, Region>,
    /// The literals of results on paper.
    lengths: FxHashMap<Formula, u64>,
}

impl Tidier {
    fn pass(
        &mut self,
        arena: &mut Arena,
        formula: Formula,
        budget: &mut Budget,
    ) -> Result<Formula, Exhausted> {
        let mut images: FxHashMap<Formula, Formula> = FxHashMap::default();
        for part in arena.reachable([formula]) {
            let image = match arena.node(part) {
                Node::And(children) => {
                    let parts: Vec<Formula> = children.iter().map(|c| images[c]).collect();
                    self.conjunction(arena, parts, budget)?
                }
                Node::Or(children) => {
                    let parts: Vec<Formula> = children.iter().map(|c| !images[c]).collect();
                    !self.conjunction(arena, parts, budget)?
                }
                _ => {
                    budget.take(1)?;
                    self.literal(arena, part)
                }
            };
            self.record_length(arena, image);
            images.insert(part, image);
        }
        Ok(images[&formula])
    }

    fn conjunction(
        &mut self,
        arena: &mut Arena,
        parts: Vec<Formula>,
        budget: &mut Budget,
    ) -> Result<Formula, Exhausted> {
        let Some(mut parts) = flatten(arena, parts) else { return Ok(arena.false_()) };
        budget.take(1 + parts.len() as u64)?;
        if !self.meet_regions(arena, &mut parts) || !compare_divisibilities(arena, &mut parts) {
            return Ok(arena.false_());
        }
        let Some(mut parts) = flatten(arena, parts) else { return Ok(arena.false_()) };
        if parts.len() <= EQUATION_LIMIT {
            reduce_siblings(arena, &mut parts, budget)?;
        }
        self.inform_siblings(arena, &mut parts, budget)?;
        let Some(mut parts) = flatten(arena, parts) else { return Ok(arena.false_()) };
        absorb(arena, &mut parts, budget)?;
        while factor(arena, &mut parts) {
            budget.take(1 + parts.len() as u64)?;
        }
        Ok(arena.and(parts))
    }

    /// Literals become their region and back, which chooses one of several ways to say the same.
    fn literal(&self, arena: &mut Arena, literal: Formula) -> Formula {
        match self.region(arena, literal) {
            Some(region) if matches!(arena.node(literal), Node::Divides(..) | Node::NotDivides(..)) => {
                region.express(arena)
            }
            _ => literal,
        }
    }

    /// Intersects the regions of one form, and writes each anew where that is no longer; false when one of
    /// them is empty.
    fn meet_regions(&mut self, arena: &mut Arena, parts: &mut Vec<Formula>) -> bool {
        struct Group {
            region: Region,
            members: Vec<Formula>,
        }
        let mut groups: Vec<Group> = Vec::new();
        let mut by_key = FxHashMap::default();
        let mut rest = Vec::new();
        for part in parts.iter() {
            let Some(region) = self.region(arena, *part) else {
                rest.push(*part);
                continue;
            };
            let known = by_key.get(&region.key).copied();
            match known {
                None => {
                    by_key.insert(region.key.clone(), groups.len());
                    groups.push(Group { region, members: vec![*part] });
                }
                Some(index) => {
                    let group: &mut Group = &mut groups[index];
                    match group.region.intersection(&region) {
                        Some(both) => {
                            group.region = both;
                            group.members.push(*part);
                        }
                        None => rest.push(*part),
                    }
                }
            }
        }
        for group in groups {
            if group.region.is_empty() {
                return false;
            }
            let before: u64 = group.members.iter().map(|m| self.length(arena, *m)).sum();
            let expressed = group.region.express(arena);
            let joined = if Measure::of(arena, expressed).literals <= before {
                expressed
            } else {
                arena.and(group.members.iter().copied())
            };
            if !arena.node(joined).is_literal() {
                self.regions.insert(joined, group.region);
            }
            rest.push(joined);
        }
        *parts = rest;
        true
    }

    /// Decides or simplifies the literals inside the other parts by what the conjunction's own literals say.
    fn inform_siblings(
        &self,
        arena: &mut Arena,
        parts: &mut [Formula],
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        if parts.iter().all(|p| arena.node(*p).is_literal()) {
            return Ok(());
        }
        let mut known = Known::default();
        for part in parts.iter() {
            if arena.node(*part).is_literal() {
                known.literals.insert(*part, true);
                known.literals.insert(!*part, false);
            }
            if let Some(region) = self.region(arena, *part) {
                known.facts.assume(&region);
            }
        }
        if parts.len() <= EQUATION_LIMIT {
            known.equations = equations_of(arena, parts, None);
        }
        for part in parts.iter_mut() {
            let is_fact = arena.node(*part).is_literal() || self.region(arena, *part).is_some();
            let length = self.length(arena, *part);
            if !is_fact && length <= SIBLING_LIMIT {
                budget.take(1 + length * (1 + known.equations.len() as u64) / LITERALS_PER_STEP)?;
                *part = known.rewrite(arena, *part);
            }
        }
        Ok(())
    }

    fn region(&self, arena: &Arena, formula: Formula) -> Option<Region> {
        if let Some(region) = self.regions.get(&formula) {
            return Some(region.clone());
        }
        if let Some(region) = self.regions.get(&!formula) {
            return Some(region.complement());
        }
        Region::of_literal(arena.node(formula))
    }

    fn length(&self, arena: &Arena, formula: Formula) -> u64 {
        let length = self.lengths.get(&formula).or_else(|| self.lengths.get(&!formula));
        length.copied().unwrap_or_else(|| Measure::of(arena, formula).literals)
    }

    fn record_length(&mut self, arena: &Arena, formula: Formula) {
        let node = arena.node(formula);
        let length = if node.is_literal() {
            Measure::of_literal(node).literals
        } else {
            let parts = node.children().to_vec();
            parts.iter().fold(0, |sum: u64, part| sum.saturating_add(self.length(arena, *part)))
        };
        self.lengths.insert(formula, length);
    }
}

/// What holds where a sibling is read.
#[derive(Default)]
struct Known {
    literals: FxHashMap<Formula, bool>,
    facts: Facts,
    equations: Vec<LinearTerm>,
}

impl Known {
    fn rewrite(&self, arena: &mut Arena, formula: Formula) -> Formula {
        map_literals(arena, formula, |arena, literal| self.rewrite_literal(arena, literal))
    }

    fn rewrite_literal(&self, arena: &mut Arena, literal: Formula) -> Formula {
        let reduced = reduce(arena, literal, &self.equations);
        let known = self.literals.get(&reduced).copied();
        let value = known.or_else(|| {
            let region = Region::of_literal(arena.node(reduced))?;
            self.facts.decide(&region)
        });
        value.map_or(reduced, |value| arena.constant(value))
    }
}

/// The conjuncts of a conjunction, or `None` when it is false.
fn flatten(arena: &mut Arena, parts: Vec<Formula>) -> Option<Vec<Formula>> {
    let formula = arena.and(parts);
    (formula != arena.false_()).then(|| arena.conjuncts(formula))
}
