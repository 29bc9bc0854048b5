//! Refinement with the heuristics for Petri nets (Acta'16, Sect. 9.3).
//!
//! A counterexample is a sequence of actions. Its interpolants are those of an abstraction of it, the
//! cheapest that is feasible in a lattice:
//!
//! | family | what may be kept | small cost | large cost |
//! |---|---|---|---|
//! | petri1, ABS (1) | bounds of vectors of a basis | orthogonal to all effects | the others |
//! | petri2, ABS (2) | that a step is one firing of its action, not any number | | each |
//! | petri3, ABS (3) | bounds of vectors of a basis | orthogonal to an increasing `v̄` | `v̄` itself |
//! | petri-all | the product of the three lattices | | |
//!
//! The label of a step, `φ`, becomes `φ^acc` with the number of firings `n ≥ 1` as a symbol of its own, and
//! "one firing" is `n = 1`. So all that may be kept are assumptions of one solver. What is chosen of a basis
//! holds at all markings of the sequence.
//!
//! ```text
//! marking(0, 0) ── n ≥ 1 times a1 ── marking(n, n) ── p1 = 1 ∧ p2 = 0        n = 1 is not needed
//! ```

use super::unfolding::Unfolding;
use super::{Engine, Event, LoopText, StopReason};
use crate::analysis::{Net, orthogonal_to};
use crate::budget::Work;
use crate::formula::{Arena, Formula, FormulaText, LinearTerm, PieceKind, Sort, Substitution, Symbol};
use crate::guide::{
    Exploration, Group, InterpolationAbstraction, Kind, Strengthening, Subset, Suggestion, Template,
    TemplateForm, TemplateText, Wanted,
};
use crate::horn::{Instance, SystemClauseId};
use crate::interpolate::{Tree, TreeNode};
use crate::num::Int;
use crate::order::Map;
use crate::solver::{Answer, Budget, Solver, Unknown};

/// The costs of Sect. 9.3, whose sizes the paper leaves open.
const SMALL: u64 = 1;
const LARGE: u64 = 100;
/// What it costs that a step is one firing.
const ONE_FIRING: u64 = 10;
/// At most this many steps of a sequence are accelerated, those nearest to the query.
const ACCELERATED_LIMIT: usize = 48;
/// The steps that the search for one counterexample may take.
const SEARCH_STEPS: u64 = 1_000_000;
/// The steps that the search for an increasing sequence may take.
const SEQUENCE_STEPS: u64 = 100_000;
/// The steps that the interpolants of an abstract problem may take.
const INTERPOLATION_STEPS: u64 = 3_000_000;

/// An increasing sequence is made shorter at most this many times.
const SHORTER_LIMIT: usize = 12;

/// How often actions occur in an increasing sequence, and their effect together.
type Increasing = (Vec<(SystemClauseId, Int)>, Vec<Int>);

/// What may be kept at a loop head, and how it is told.
#[derive(Debug, Default)]
struct Kept {
    templates: Vec<Suggestion>,
    firings: Vec<Strengthening>,
    texts: Vec<TemplateText>,
    left_out: usize,
}

impl Engine {
    /// Our own mix for nets: what costs little of all three, or else accelerated actions alone. Without what
    /// costs much the search is short where there is no such refutation, and ordinary interpolants are then
    /// as good as those that speak of effects.
    pub(super) fn guided_by_own_mix(
        &mut self,
        unfolding: &Unfolding,
        budget: &mut Budget,
    ) -> Result<(Option<Vec<Formula>>, Vec<Event>), StopReason> {
        let all = InterpolationAbstraction::PetriAll;
        let (found, mut events) = self.guided_by_nets(all, true, unfolding, budget)?;
        if found.is_some() {
            return Ok((found, events));
        }
        let family = InterpolationAbstraction::PetriAccelerated;
        let (found, further) = self.guided_by_nets(family, true, unfolding, budget)?;
        events.extend(further);
        Ok((found, events))
    }

    /// Interpolants for a counterexample by the heuristics for nets, over the parameters of the positions,
    /// with what was done to find them; `None` if nothing refutes it, or there is nothing to abstract. If
    /// they are to be cheap, vectors with a large cost are left out.
    pub(super) fn guided_by_nets(
        &mut self,
        family: InterpolationAbstraction,
        cheap: bool,
        unfolding: &Unfolding,
        budget: &mut Budget,
    ) -> Result<(Option<Vec<Formula>>, Vec<Event>), StopReason> {
        let nothing = (None, Vec::new());
        let nets: Vec<Net> = self.guide.as_ref().map_or_else(Vec::new, |guide| guide.nets.clone());
        let mut nodes = unfolding.as_tree(&mut self.arena).nodes().to_vec();
        let (mut relations, mut loops) = (Vec::new(), Vec::new());
        let (mut groups, mut firings) = (Vec::new(), Vec::new());
        for net in &nets {
            let occurrences = unfolding.occurrences(net.head);
            if occurrences.is_empty() {
                continue;
            }
            let kept = self.kept(family, cheap, net, unfolding, &mut nodes, budget)?;
            let mut list: Vec<TemplateText> =
                kept.templates.iter().map(|s| s.template.text(&self.arena, s.why.clone())).collect();
            list.extend(kept.texts);
            if list.is_empty() {
                continue;
            }
            relations.push(net.head);
            loops.push(LoopText { relation: net.head, templates: list, left_out: kept.left_out });
            let templates: Vec<Template> = kept.templates.into_iter().map(|s| s.template).collect();
            // Without templates all that is shared is kept.
            let occurrences = if templates.is_empty() { Vec::new() } else { occurrences };
            groups.push(Group { parameters: net.places.clone(), templates, occurrences });
            firings.push(kept.firings);
        }
        let Some(tree) = Tree::new(nodes).filter(|_| !loops.is_empty()) else { return Ok(nothing) };
        let arena = &mut self.arena;
        let Some(mut exploration) = Exploration::with_strengthenings(arena, &tree, groups, firings) else {
            return Ok(nothing);
        };
        let found = budget.on(Work::FeasibilitySearch, |budget| {
            budget.within(SEARCH_STEPS, |part| exploration.cheapest(arena, Wanted::One, part))
        })?;
        let list = |e: Subset| e.positions().collect::<Vec<usize>>();
        let chosen = found.elements.first().copied();
        let events = vec![
            Event::TemplatesChosen { family, loops, incomplete: false },
            Event::Explored {
                relations,
                points: Vec::new(),
                steps: found.steps.into_iter().map(|s| s.map(list)).collect(),
                frontier: found.elements.iter().map(|e| list(*e)).collect(),
                chosen: chosen.map(list).into_iter().collect(),
                stopped: found.stopped,
            },
        ];
        let Some(element) = chosen else { return Ok((None, events)) };
        let problem = exploration.abstracted(&mut self.arena, element);
        Ok((self.of_weaker(unfolding, &problem, INTERPOLATION_STEPS, budget)?, events))
    }

    /// What may be kept at the head of a net. Labels of steps that can be accelerated are replaced.
    fn kept(
        &mut self,
        family: InterpolationAbstraction,
        cheap: bool,
        net: &Net,
        unfolding: &Unfolding,
        nodes: &mut [TreeNode],
        budget: &mut Budget,
    ) -> Result<Kept, StopReason> {
        let mut kept = Kept::default();
        if family.is_orthogonal() {
            let guide = self.guide.as_ref().and_then(|guide| guide.of(net.head));
            let (all, left_out) = guide.map_or((&[][..], 0), |s| (&s.all[..], s.left_out));
            kept.templates.extend(all.iter().cloned());
            kept.left_out += left_out;
        }
        if family.is_increasing()
            && let Some((sequence, vector)) = self.increasing(net, unfolding, budget)?
        {
            let parts: Vec<String> = sequence
                .iter()
                .map(|(clause, times)| format!("{times} of clause {}", clause.number()))
                .collect();
            let sequence = parts.join(", ");
            for cheap in orthogonal_to(&vector) {
                let why = format!("the increasing sequence with {sequence} does not change it");
                add_bounds(&mut kept.templates, &net.places, &cheap, SMALL, &why);
            }
            let why = format!("it is the effect of the increasing sequence with {sequence}");
            add_bounds(&mut kept.templates, &net.places, &vector, LARGE, &why);
        }
        if cheap {
            kept.templates.retain(|s| s.template.cost < LARGE);
        }
        if family.is_accelerated() {
            self.accelerate(net, unfolding, nodes, &mut kept);
        }
        let room = Subset::LIMIT - kept.firings.len();
        while kept.templates.len() > room {
            let dearest = (0..kept.templates.len()).max_by_key(|i| (kept.templates[*i].template.cost, *i));
            kept.templates.remove(dearest.unwrap_or(0));
            kept.left_out += 1;
        }
        Ok(kept)
    }

    /// ABS (2): labels `φ^acc` for steps whose action has a constant effect.
    fn accelerate(&mut self, net: &Net, unfolding: &Unfolding, nodes: &mut [TreeNode], kept: &mut Kept) {
        // Positions nearer to the query come later.
        for position in (0..nodes.len()).rev() {
            if kept.firings.len() >= ACCELERATED_LIMIT {
                return;
            }
            let Some(instance) = unfolding.only_instance(position) else { continue };
            let effect = net.action(instance.clause).and_then(|action| action.effect.as_ref());
            let Some(effect) = effect.filter(|effect| effect.iter().any(|d| !d.is_zero())) else { continue };
            let times = self.arena.fresh_symbol("n", Sort::Int);
            let Some(label) = accelerated(&mut self.arena, instance, effect, times) else { continue };
            nodes[position].label = label;
            let once = LinearTerm::constant(Int::ONE);
            let formula = self.arena.equal(&LinearTerm::symbol(times), &once);
            kept.firings.push(Strengthening { node: position, formula, cost: ONE_FIRING });
            let subject = format!("clause {} at position {}", instance.clause.number(), position + 1);
            kept.texts.push(TemplateText {
                form: TemplateForm::Once,
                subject: FormulaText::of(PieceKind::Word, &subject),
                cost: ONE_FIRING,
                why: "the step is one firing of its action, and not any number of them".to_owned(),
            });
        }
    }

    /// ABS (3): actions of the sequence, each at most as often as it occurs, whose effect together is `v̄ ≥
    /// 0`, `v̄ ≠ 0`; with few firings.
    fn increasing(
        &mut self,
        net: &Net,
        unfolding: &Unfolding,
        budget: &mut Budget,
    ) -> Result<Option<Increasing>, StopReason> {
        let mut image: Map<SystemClauseId, u64> = Map::new();
        for position in unfolding.tree().positions.iter().filter(|p| p.alternatives.len() == 1) {
            *image.get_or_default(position.alternatives[0].clause) += 1;
        }
        let arena = &mut self.arena;
        let found = budget.within(SEQUENCE_STEPS, |part| increasing(arena, net, &image, part))?;
        match found {
            Ok(found) => Ok(found),
            Err(Unknown::Budget) => Ok(None),
            Err(reason) => Err(reason.into()),
        }
    }

    /// ABS (1): a basis of the vectors orthogonal to all effects, for little, and what completes it, for
    /// much.
    pub(super) fn orthogonal_templates(net: &Net) -> Vec<Suggestion> {
        let mut all = Vec::new();
        for vector in net.invariants() {
            add_bounds(&mut all, &net.places, &vector, SMALL, "no action changes it");
        }
        for vector in net.effects() {
            add_bounds(&mut all, &net.places, vector, LARGE, "it completes the basis");
        }
        all
    }
}

/// A Parikh image below the given one with a non-negative effect, and that effect.
fn increasing(
    arena: &mut Arena,
    net: &Net,
    image: &Map<SystemClauseId, u64>,
    budget: &mut Budget,
) -> Result<Option<Increasing>, Unknown> {
    let mut counted: Vec<(SystemClauseId, Symbol, &Vec<Int>)> = Vec::new();
    let mut solver = Solver::new();
    for (clause, times) in image.iter() {
        let Some(effect) = net.action(*clause).and_then(|action| action.effect.as_ref()) else { continue };
        let symbol = arena.fresh_symbol("n", Sort::Int);
        let count = LinearTerm::symbol(symbol);
        let natural = arena.le(&-&count);
        let bounded = arena.at_most(&count, &LinearTerm::constant(Int::from(*times)));
        solver.assert(arena, natural);
        solver.assert(arena, bounded);
        counted.push((*clause, symbol, effect));
    }
    let mut total = LinearTerm::zero();
    for place in 0..net.places.len() {
        let summands = counted.iter().map(|(_, symbol, effect)| (*symbol, effect[place].clone()));
        let gain = LinearTerm::new(summands.filter(|(_, d)| !d.is_zero()), Int::ZERO);
        let natural = arena.le(&-&gain);
        solver.assert(arena, natural);
        total = &total + &gain;
    }
    let positive = arena.at_most(&LinearTerm::constant(Int::ONE), &total);
    solver.assert(arena, positive);
    let firings = LinearTerm::new(counted.iter().map(|(_, symbol, _)| (*symbol, Int::ONE)), Int::ZERO);
    let mut best = None;
    let mut shorter = Vec::new();
    for _ in 0..SHORTER_LIMIT {
        match solver.check(arena, &shorter, budget) {
            Answer::Unknown(reason) => return if best.is_some() { Ok(best) } else { Err(reason) },
            Answer::Unsat(_) => break,
            Answer::Sat(model) => {
                let mut vector = vec![Int::ZERO; net.places.len()];
                let mut sequence = Vec::new();
                for (clause, symbol, effect) in &counted {
                    let times = model.int(*symbol).clone();
                    vector.iter_mut().zip(*effect).for_each(|(sum, d)| sum.add_mul(&times, d));
                    if !times.is_zero() {
                        sequence.push((*clause, times));
                    }
                }
                let fewer = &firings.evaluate(&model) - &Int::ONE;
                shorter = vec![arena.at_most(&firings, &LinearTerm::constant(fewer))];
                best = Some((sequence, vector));
            }
        }
    }
    Ok(best)
}

/// `φ^acc`: `n ≥ 1` firings in a row. A guard that holds at first and before the last firing holds in
/// between, if it is convex; for a Petri net this is `s̄ ≥ ū ∧ s̄′ ≥ v̄ ∧ s̄′ + n·ū = s̄ + n·v̄`. `None` if
/// the clause has symbols of its own.
fn accelerated(arena: &mut Arena, instance: &Instance, effect: &[Int], times: Symbol) -> Option<Formula> {
    let [before] = &instance.body[..] else { return None };
    let after = &instance.head;
    let (mut fired, mut last) = (Substitution::new(), Substitution::new());
    let mut parts = Vec::new();
    for ((old, new), change) in before.iter().zip(after).zip(effect) {
        let (old_term, new_term) = (LinearTerm::symbol(*old), LinearTerm::symbol(*new));
        fired.term(*new, old_term.plus_constant(change));
        last.term(*old, new_term.plus_constant(&-change));
        let many = old_term.plus_scaled(change, &LinearTerm::symbol(times));
        parts.push(arena.equal(&new_term, &many));
    }
    let guard = fired.apply(arena, instance.constraint);
    if !arena.symbols_of(guard).iter().all(|symbol| before.contains(symbol)) {
        return None;
    }
    parts.push(guard);
    parts.push(last.apply(arena, guard));
    parts.push(arena.at_most(&LinearTerm::constant(Int::ONE), &LinearTerm::symbol(times)));
    Some(arena.and(parts))
}

/// Lower and upper bounds of a weighted sum, unless they are there already.
fn add_bounds(all: &mut Vec<Suggestion>, places: &[Symbol], weights: &[Int], cost: u64, why: &str) {
    let weighted = places.iter().copied().zip(weights.iter().cloned());
    let term = LinearTerm::new(weighted.filter(|(_, weight)| !weight.is_zero()), Int::ZERO);
    for term in [-&term, term] {
        let kind = Kind::Inequality(term);
        if !all.iter().any(|s| s.template.kind == kind) {
            all.push(Suggestion { template: Template { kind, cost }, why: why.to_owned() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::loop_heads;
    use crate::formula::Valuation;
    use crate::horn::{ClauseSystem, Dependence};
    use crate::lang::petri::{NetModel, Notation, read};
    use crate::lang::{Model as _, Severity};
    use crate::testing::Random;

    const FIG6: &str = "places p1, p2, p3, p4, p5\na1: p1 + p2 -> p1 + p3\na2: p1 -> p4\na3: p4 -> p1 + p5\n\
                        a4: p4 + p3 -> p4 + 2 p2\ninit p1 = 1, p2 = 1\ncover p1 >= 1, p4 >= 1\n";

    fn net_of(text: &str) -> (NetModel, Arena, ClauseSystem, Net) {
        let (model, diagnostics) = read(text, Notation::Short, &mut Budget::unlimited());
        assert!(diagnostics.iter().all(|d| d.severity != Severity::Error), "{diagnostics:?}");
        let mut arena = model.problem().arena.clone();
        let (system, _) = ClauseSystem::from_problem(&mut arena, model.problem());
        let components = Dependence::of(&system).components();
        let head = loop_heads(&system)[0];
        let net = Net::of(&arena, &system, head, &components, &mut Budget::unlimited()).unwrap().unwrap();
        (model, arena, system, net)
    }

    fn ints(numbers: &[i64]) -> Vec<Int> {
        numbers.iter().copied().map(Int::from).collect()
    }

    #[test]
    fn the_basis_of_fig_6_has_its_place_invariant_for_little() {
        let (_, _, _, net) = net_of(FIG6);
        assert_eq!(net.invariants(), [ints(&[1, 0, 0, 1, 0])]);
        assert_eq!(net.invariants().len() + net.effects().len(), 5, "a basis of the whole space");
        let templates = Engine::orthogonal_templates(&net);
        let costs: Vec<u64> = templates.iter().map(|s| s.template.cost).collect();
        assert_eq!(costs, [SMALL, SMALL, LARGE, LARGE, LARGE, LARGE, LARGE, LARGE, LARGE, LARGE]);
        // The effects of Example 9: a1 and a4 together.
        let effect = |i: usize| net.actions[i].effect.clone().unwrap();
        let sum: Vec<Int> = effect(0).iter().zip(&effect(3)).map(|(a, b)| a + b).collect();
        assert_eq!(sum, ints(&[0, 1, 0, 0, 0]));
    }

    #[test]
    fn transfers_have_no_constant_effect_but_an_invariant() {
        let text = "a: p -> q := q + r, r := 0, s := s + 1\nb: q -> r\ninit p = 1, r = 2\ncover q >= 4\n";
        let (_, _, _, net) = net_of(text);
        assert_eq!(net.actions[0].effect, None);
        assert_eq!(net.actions[1].effect, Some(ints(&[0, -1, 1, 0])));
        assert_eq!(net.invariants(), [ints(&[0, 1, 1, 0]), ints(&[1, 0, 0, 1])]);
    }

    /// Example 9: of a sequence with a1 and a4, these two are an increasing sequence; a2 and a3 are another.
    #[test]
    fn increasing_sequences_are_found_in_the_parikh_image() {
        let (_, mut arena, _, net) = net_of(FIG6);
        let clause = |i: usize| net.actions[i].clause;
        let mut found = |counts: [u64; 4]| {
            let image = (0..4).filter(|i| counts[*i] > 0).map(|i| (clause(i), counts[i])).collect();
            increasing(&mut arena, &net, &image, &mut Budget::unlimited()).unwrap()
        };
        let (sequence, vector) = found([1, 0, 0, 1]).unwrap();
        assert_eq!((sequence.len(), vector), (2, ints(&[0, 1, 0, 0, 0])));
        assert_eq!(found([0, 1, 1, 0]).unwrap().1, ints(&[0, 0, 0, 0, 1]));
        // Few firings: of three times a1 and twice a4, once each is enough.
        let (sequence, _) = found([3, 1, 0, 2]).unwrap();
        assert_eq!(sequence, [(clause(0), Int::ONE), (clause(3), Int::ONE)]);
        assert_eq!(found([2, 1, 0, 0]), None);
        assert_eq!(found([0, 0, 0, 0]), None);
    }

    /// `φ^acc` holds of two markings and a number of firings exactly if these firings lead from one to the
    /// other.
    #[test]
    fn accelerated_labels_say_what_repeated_firings_do() {
        let text = "a: p + 2 q -> r\nb: r -> q + 2 p\nc: p, q <= 3 -> 2 p + q\nd: 2 p -> 2 p + r\ninit p = 1\ncover r >= 9\n";
        let (model, mut arena, system, net) = net_of(text);
        let mut random = Random(5);
        let mut accepted = 0;
        for (i, action) in net.actions.iter().enumerate() {
            let instance = system.instantiate(&mut arena, action.clause, None);
            let effect = action.effect.clone().unwrap();
            let times = arena.fresh_symbol("n", Sort::Int);
            let label = accelerated(&mut arena, &instance, &effect, times).unwrap();
            for _ in 0..400 {
                let before: Vec<Int> = (0..3).map(|_| Int::from(random.range(0, 6))).collect();
                let count = random.range(0, 4);
                let after: Vec<Int> =
                    before.iter().zip(&effect).map(|(b, d)| b + &(d * &Int::from(count))).collect();
                let mut fired = Some(before.clone());
                for _ in 0..count {
                    fired = fired.and_then(|marking| model.net().actions[i].fire(&marking));
                }
                let mut values = Valuation::new();
                instance.body[0].iter().zip(&before).for_each(|(s, v)| values.set_int(*s, v.clone()));
                instance.head.iter().zip(&after).for_each(|(s, v)| values.set_int(*s, v.clone()));
                values.set_int(times, count);
                let holds = arena.evaluate(label, &values);
                assert_eq!(holds, count >= 1 && fired.as_ref() == Some(&after), "{i}: {before:?} {count}");
                accepted += usize::from(holds);
            }
        }
        assert!(accepted > 100, "{accepted}");
    }
}
