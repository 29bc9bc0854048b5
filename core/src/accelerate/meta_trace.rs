//! Meta-traces: a scheme with closures in the places of its loops, a finite path again (thesis, (4.5)). If it
//! has no values, its interpolants are made inductive by the closures (Sect. 4.5.1), and checked (Def.
//! 4.3.2).
//!
//! ```text
//! ⊤ ─ z = 0 → z = 0 ─ ∃k. z' = z + 2k → z ≠ 5 ─ z = 5 → ⊥        I^sp: 2 | z        I^wp: z > 5 ∨ …
//! ```

use super::relation::Transition;
use crate::elimination::{eliminate, eliminate_forall};
use crate::formula::{Arena, Formula, LinearTerm, Sort, Symbol, Valuation, Value};
use crate::interpolate::{Outcome, Policy, Tree, entail, refute, tree};
use crate::simplify::{Measure, simplify};
use crate::solver::{Budget, Unknown};

/// The steps that each of `sp` and `wp` may take.
const CONDITION_STEPS: u64 = 300_000;
/// The steps that making one of them readable may take.
const READABLE_STEPS: u64 = 100_000;
/// Of a conjunction with more parts, none is left out.
const PART_LIMIT: usize = 12;

/// A link of a meta-trace.
#[derive(Clone, Debug)]
pub struct Link<'a> {
    /// A step; or, with the number of rounds among its own symbols, a closure.
    pub relation: &'a Transition,
    /// The rounds that the closure stands for, each by its steps; none for a step.
    pub rounds: Vec<Vec<&'a Transition>>,
    /// The names of the values after it, for predicates.
    pub parameters: &'a [Symbol],
}

/// A predicate after a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inductive {
    /// `sp(I', L*)` and `wp(I'', L*)`, for a closure, as far as they were found.
    pub sp: Option<Formula>,
    pub wp: Option<Formula>,
    /// The one that is used: for a step the interpolant itself. Parts that are not needed are left out.
    pub taken: Formula,
    /// For each round, the predicates inside it: after its first step, its second, and so on.
    pub inside: Vec<Vec<Formula>>,
}

/// What becomes of a meta-trace.
#[derive(Clone, Debug)]
pub enum Fate {
    /// For each link but the last a predicate. All conditions of Def. 4.3.2 are checked.
    Infeasible(Vec<Inductive>),
    /// For each link the values of the symbols of its relation.
    Feasible(Vec<Valuation>),
}

/// Decides a meta-trace. `None` if its interpolants could not be made inductive.
pub fn decide(
    arena: &mut Arena,
    links: &[Link],
    policy: Policy,
    budget: &mut Budget,
) -> Result<Option<Fate>, Unknown> {
    let Some(first) = links.first() else { return Ok(None) };
    let mut points: Vec<Vec<Symbol>> = vec![fresh(arena, &first.relation.before)];
    let mut labels = Vec::with_capacity(links.len());
    let mut renamings = Vec::with_capacity(links.len());
    for (i, link) in links.iter().enumerate() {
        let after = fresh(arena, &link.relation.after);
        let copy = link.relation.renamed(arena, &points[i], &after);
        labels.push(copy.formula);
        renamings.push(copy.symbols);
        points.push(after);
    }
    let found = match tree(arena, &Tree::path(&labels), policy, budget)? {
        Outcome::Model(model) => {
            let values = renamings.iter().map(|symbols| values(&model, symbols)).collect();
            return Ok(Some(Fate::Feasible(values)));
        }
        Outcome::Interpolants(found) => found,
    };
    // Over the parameters from here on; the path begins with nothing known, and ends with a contradiction.
    let mut plain: Vec<Formula> = Vec::with_capacity(links.len());
    for ((link, node), point) in links.iter().zip(&found).zip(&points[1..]) {
        plain.push(arena.renamed(node.formula, point, link.parameters));
    }
    let mut predicates: Vec<Inductive> = Vec::with_capacity(plain.len());
    for (i, formula) in plain.iter().enumerate() {
        let link = &links[i];
        if link.rounds.is_empty() {
            let (sp, wp, inside) = (None, None, Vec::new());
            predicates.push(Inductive { sp, wp, taken: *formula, inside });
            continue;
        }
        let before = if i == 0 { arena.true_() } else { plain[i - 1] };
        let Some(inductive) = inductive(arena, link, before, *formula, budget)? else { return Ok(None) };
        predicates.push(inductive);
    }
    generalise(arena, links, &mut predicates, budget)?;
    for i in 0..links.len() {
        if !conditions(arena, links, &predicates, i, budget)? {
            return Ok(None);
        }
        let Some(rounds) = inside(arena, links, &predicates, i, policy, budget)? else { return Ok(None) };
        if let Some(predicate) = predicates.get_mut(i) {
            predicate.inside = rounds;
        }
    }
    Ok(Some(Fate::Infeasible(predicates)))
}

/// The strongest interpolants of a meta-trace, (4.2), and the weakest, (4.3): for each link but the last what
/// holds after it in any case, and from where no values lead to the end.
pub fn extremal(
    arena: &mut Arena,
    links: &[Link],
    budget: &mut Budget,
) -> Result<(Vec<Formula>, Vec<Formula>), Unknown> {
    let inner = links.len().saturating_sub(1);
    let (mut strongest, mut weakest) = (Vec::with_capacity(inner), Vec::with_capacity(inner));
    let mut here = arena.true_();
    let mut names: &[Symbol] = &[];
    for link in &links[..inner] {
        let Transition { before, after, formula } = link.relation;
        let start = arena.renamed(here, names, before);
        let both = arena.and([start, *formula]);
        let gone: Vec<Symbol> = before.iter().copied().chain(link.relation.own(arena)).collect();
        let reached = eliminate(arena, both, &gone, budget)?;
        let reached = arena.renamed(reached, after, link.parameters);
        here = simplify(arena, reached, budget)?;
        names = link.parameters;
        strongest.push(here);
    }
    let mut here = arena.false_();
    for (i, link) in links.iter().enumerate().skip(1).rev() {
        let Transition { before, after, formula } = link.relation;
        let end = arena.renamed(here, link.parameters, after);
        let allowed = arena.implies(*formula, end);
        let gone: Vec<Symbol> = after.iter().copied().chain(link.relation.own(arena)).collect();
        let from = eliminate_forall(arena, allowed, &gone, budget)?;
        let from = arena.renamed(from, before, links[i - 1].parameters);
        here = simplify(arena, from, budget)?;
        weakest.push(here);
    }
    weakest.reverse();
    Ok((strongest, weakest))
}

/// `I^sp` and `I^wp` of one loop (Sect. 4.5.1), and the shorter of the two.
pub(super) fn inductive(
    arena: &mut Arena,
    link: &Link,
    before: Formula,
    after: Formula,
    budget: &mut Budget,
) -> Result<Option<Inductive>, Unknown> {
    let Transition { before: from, after: to, formula } = link.relation;
    let own = link.relation.own(arena);
    let names = link.parameters;
    // sp: what can be reached from where the first interpolant holds.
    let start = arena.renamed(before, names, from);
    let both = arena.and([start, *formula]);
    let gone: Vec<Symbol> = from.iter().chain(&own).copied().collect();
    let sp = condition(arena, budget, |arena, part| {
        let sp = eliminate(arena, both, &gone, part)?;
        Ok(arena.renamed(sp, to, names))
    })?;
    // wp: from where nothing can be reached but what the second interpolant allows.
    let end = arena.renamed(after, names, to);
    let allowed = arena.implies(*formula, end);
    let gone: Vec<Symbol> = to.iter().chain(&own).copied().collect();
    let wp = condition(arena, budget, |arena, part| {
        let wp = eliminate_forall(arena, allowed, &gone, part)?;
        Ok(arena.renamed(wp, from, names))
    })?;
    let shorter = [sp, wp].into_iter().flatten().min_by_key(|f| Measure::of(arena, *f));
    Ok(shorter.map(|taken| Inductive { sp, wp, taken, inside: Vec::new() }))
}

/// A condition within its part of the budget, made readable; nothing if that does not suffice.
fn condition(
    arena: &mut Arena,
    budget: &mut Budget,
    compute: impl FnOnce(&mut Arena, &mut Budget) -> Result<Formula, Unknown>,
) -> Result<Option<Formula>, Unknown> {
    match budget.within(CONDITION_STEPS, |part| compute(arena, part))? {
        Ok(formula) => Ok(Some(budget.within(READABLE_STEPS, |part| simplify(arena, formula, part))??)),
        Err(Unknown::Budget) => Ok(None),
        Err(reason) => Err(reason),
    }
}

/// Leaves out parts of the predicates of loops while the conditions of Def. 4.3.2 hold without them.
fn generalise(
    arena: &mut Arena,
    links: &[Link],
    predicates: &mut [Inductive],
    budget: &mut Budget,
) -> Result<(), Unknown> {
    for i in (0..predicates.len()).rev() {
        if links[i].rounds.is_empty() {
            continue;
        }
        let mut parts = arena.nested_conjuncts(predicates[i].taken);
        if parts.len() > PART_LIMIT {
            continue;
        }
        let mut at = 0;
        while at < parts.len() {
            let fewer: Vec<Formula> =
                parts.iter().enumerate().filter(|(k, _)| *k != at).map(|(_, p)| *p).collect();
            let old = predicates[i].taken;
            predicates[i].taken = arena.and(fewer.iter().copied());
            if step_holds(arena, links, predicates, i + 1, budget)?
                && rounds_hold(arena, links, predicates, i, budget)?
            {
                parts = fewer;
            } else {
                predicates[i].taken = old;
                at += 1;
            }
        }
    }
    Ok(())
}

/// The predicate before a link, and after it, over its parameters.
fn ends(arena: &Arena, predicates: &[Inductive], link: usize) -> (Formula, Formula) {
    let before = link.checked_sub(1).map_or(arena.true_(), |i| predicates[i].taken);
    (before, predicates.get(link).map_or(arena.false_(), |p| p.taken))
}

/// Condition 2 of Def. 4.3.2 for a step; for a closure, that its predicate is one after it, too.
fn premises(
    arena: &mut Arena,
    links: &[Link],
    predicates: &[Inductive],
    link: usize,
) -> (Vec<Formula>, Formula) {
    let (before, after) = ends(arena, predicates, link);
    let Link { relation, parameters, .. } = &links[link];
    let names = link.checked_sub(1).map_or(&[][..], |i| links[i].parameters);
    let start = arena.renamed(before, names, &relation.before);
    let end = arena.renamed(after, parameters, &relation.after);
    (vec![start, relation.formula], end)
}

fn step_holds(
    arena: &mut Arena,
    links: &[Link],
    predicates: &[Inductive],
    link: usize,
    budget: &mut Budget,
) -> Result<bool, Unknown> {
    if link >= links.len() {
        return Ok(true);
    }
    let (premises, conclusion) = premises(arena, links, predicates, link);
    Ok(refute(arena, &premises, !conclusion, budget)?.is_ok())
}

fn rounds_hold(
    arena: &mut Arena,
    links: &[Link],
    predicates: &[Inductive],
    link: usize,
    budget: &mut Budget,
) -> Result<bool, Unknown> {
    let Some(predicate) = predicates.get(link) else { return Ok(true) };
    for round in &links[link].rounds {
        let (premises, conclusion) = once(arena, &links[link], round, predicate.taken);
        if refute(arena, &premises, !conclusion, budget)?.is_err() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A predicate before a round, the steps of the round, and the predicate after it.
fn once(arena: &mut Arena, link: &Link, round: &[&Transition], taken: Formula) -> (Vec<Formula>, Formula) {
    let mut here = fresh(arena, link.parameters);
    let mut all = vec![arena.renamed(taken, link.parameters, &here)];
    for step in round {
        let there = fresh(arena, &step.after);
        all.push(step.renamed(arena, &here, &there).formula);
        here = there;
    }
    (all, arena.renamed(taken, link.parameters, &here))
}

/// Conditions 2 and 3 of Def. 4.3.2 at a link, with proofs that are checked. Condition 1 holds by
/// construction.
fn conditions(
    arena: &mut Arena,
    links: &[Link],
    predicates: &[Inductive],
    link: usize,
    budget: &mut Budget,
) -> Result<bool, Unknown> {
    let (assumed, conclusion) = premises(arena, links, predicates, link);
    if entail(arena, &assumed, conclusion, budget)?.is_err() {
        return Ok(false);
    }
    let Some(predicate) = predicates.get(link) else { return Ok(true) };
    for round in &links[link].rounds {
        let (assumed, conclusion) = once(arena, &links[link], round, predicate.taken);
        if entail(arena, &assumed, conclusion, budget)?.is_err() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The predicates inside the rounds of a loop: interpolants between its predicate before and after a round.
/// They are over the symbols after each step.
fn inside(
    arena: &mut Arena,
    links: &[Link],
    predicates: &[Inductive],
    link: usize,
    policy: Policy,
    budget: &mut Budget,
) -> Result<Option<Vec<Vec<Formula>>>, Unknown> {
    let Some(predicate) = predicates.get(link) else { return Ok(Some(Vec::new())) };
    let mut all = Vec::with_capacity(links[link].rounds.len());
    for round in &links[link].rounds {
        let mut here = fresh(arena, links[link].parameters);
        let mut labels = Vec::with_capacity(round.len());
        let mut points = Vec::with_capacity(round.len());
        let start = arena.renamed(predicate.taken, links[link].parameters, &here);
        for step in round {
            let there = fresh(arena, &step.after);
            labels.push(step.renamed(arena, &here, &there).formula);
            points.push(there.clone());
            here = there;
        }
        let end = arena.renamed(predicate.taken, links[link].parameters, &here);
        if let [first, .., last] = &mut labels[..] {
            *first = arena.and([start, *first]);
            *last = arena.and([*last, !end]);
        } else {
            all.push(Vec::new());
            continue;
        }
        let Outcome::Interpolants(found) = tree(arena, &Tree::path(&labels), policy, budget)? else {
            return Ok(None);
        };
        let mut formulae = Vec::with_capacity(found.len());
        for ((node, point), step) in found.iter().zip(&points).zip(round) {
            formulae.push(arena.renamed(node.formula, point, &step.after));
        }
        all.push(formulae);
    }
    Ok(Some(all))
}

pub(super) fn fresh(arena: &mut Arena, symbols: &[Symbol]) -> Vec<Symbol> {
    symbols.iter().map(|s| arena.fresh_like(*s)).collect()
}

/// The values that symbols have when others have these.
pub(super) fn values(model: &Valuation, symbols: &[(Symbol, Symbol)]) -> Valuation {
    let mut own = Valuation::new();
    for (symbol, other) in symbols {
        if let Some(value) = model.get(*other) {
            own.set(*symbol, value.clone());
        }
    }
    own
}

/// The value of a symbol, by default 0 or false.
pub(super) fn value(arena: &Arena, valuation: &Valuation, symbol: Symbol) -> Value {
    valuation.get(symbol).cloned().unwrap_or_else(|| match arena.sort(symbol) {
        Sort::Int => Value::Int(LinearTerm::zero().constant_part().clone()),
        Sort::Bool => Value::Bool(false),
    })
}
