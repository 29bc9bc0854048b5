//! Nets as clauses (Acta'16, Sect. 9.2): one relation symbol over the numbers of tokens.
//!
//! ```text
//! marking(x̄) ← x̄ is initial
//! marking(x̄ - ū + v̄) ← marking(x̄) ∧ x̄ ≥ ū          for each action (ū, v̄)
//! false ← marking(x̄) ∧ x̄ is in the target            for each target
//! ```
//!
//! All markings are natural: `x̄ ≥ ū` also says that the places without an arc have no negative number of
//! tokens, and so does a target. The clauses are in this order, so the number of a clause tells what it
//! stands for. Coverability is reachability of a target without upper bounds.

use super::net::{Action, Bounds, Net, Region, Sum};
use crate::formula::{Arena, Formula, LinearTerm, Sort, Symbol};
use crate::lang::common::report::Report;
use crate::lang::{Application, Argument, Clause, Problem, Relation, RelationId, Span};
use crate::num::Int;

/// The relation symbol that holds of reachable markings.
pub(super) const MARKING: RelationId = RelationId(0);
/// There are at most this many queries: of more targets, several become one query with a disjunction.
const QUERY_LIMIT: usize = 64;

/// The clauses of a net. The span is that of the end of the text.
pub(super) fn encode(net: &Net, end: Span, report: &mut Report) -> Problem {
    let mut problem = Problem { is_net: true, ..Problem::default() };
    let symbols: Vec<Symbol> =
        net.places.iter().map(|place| problem.arena.symbol(&place.name, Sort::Int)).collect();
    let span = net.places.first().map_or(end, |place| place.span);
    problem.relations.push(Relation {
        name: "marking".to_owned(),
        sorts: vec![Sort::Int; symbols.len()],
        span,
    });
    let cost = 1 + symbols.len() as u64;
    if !report.spend(cost, span) {
        return problem;
    }
    let clauses = 1 + net.actions.len() as u64;
    if !report.affords_arguments(2 * clauses * symbols.len() as u64, span) {
        return problem;
    }
    let plain: Vec<Argument> = symbols.iter().map(|s| Argument::Int(LinearTerm::symbol(*s))).collect();
    let initial = net.initial.iter().enumerate();
    let parts: Vec<Formula> =
        initial.map(|(place, bounds)| within(&mut problem.arena, symbols[place], bounds)).collect();
    let constraint = problem.arena.and(parts);
    let head = Application { relation: MARKING, arguments: plain.clone(), span };
    problem.clauses.push(Clause { head: Some(head), body: Vec::new(), constraint, span });
    for action in &net.actions {
        if !report.spend(cost, action.span) {
            return problem;
        }
        let constraint = enabled(&mut problem.arena, &symbols, action);
        let mut arguments = plain.clone();
        for (place, sum) in &action.updates {
            arguments[*place] = Argument::Int(term(&symbols, sum));
        }
        let span = action.span;
        let body = vec![Application { relation: MARKING, arguments: plain.clone(), span }];
        let head = Some(Application { relation: MARKING, arguments, span });
        problem.clauses.push(Clause { head, body, constraint, span });
    }
    for targets in net.targets.chunks(net.targets.len().div_ceil(QUERY_LIMIT).max(1)) {
        let span = targets.iter().fold(targets[0].span, |span, target| span.to(target.span));
        if !report.spend(cost * (1 + targets.len() as u64), span) {
            return problem;
        }
        let ways: Vec<Formula> =
            targets.iter().map(|target| inside(&mut problem.arena, &symbols, target)).collect();
        let constraint = problem.arena.or(ways);
        let body = vec![Application { relation: MARKING, arguments: plain.clone(), span }];
        problem.clauses.push(Clause { head: None, body, constraint, span });
    }
    problem
}

/// The marking of a region.
fn inside(arena: &mut Arena, symbols: &[Symbol], region: &Region) -> Formula {
    let parts = bounded(arena, symbols, &region.bounds);
    arena.and(parts)
}

/// The bounds of some places; the others have any natural number of tokens.
fn bounded(arena: &mut Arena, symbols: &[Symbol], bounds: &[(usize, Bounds)]) -> Vec<Formula> {
    let mut given = bounds.iter().peekable();
    let mut parts = Vec::with_capacity(symbols.len());
    for (place, symbol) in symbols.iter().enumerate() {
        let own = given.next_if(|(other, _)| *other == place).map(|(_, bounds)| bounds);
        parts.push(within(arena, *symbol, own.unwrap_or(&Bounds::default())));
    }
    parts
}

/// When an action is enabled: its guard, and no place gets a negative number of tokens.
fn enabled(arena: &mut Arena, symbols: &[Symbol], action: &Action) -> Formula {
    let mut parts = bounded(arena, symbols, &action.guard);
    for (_, sum) in &action.updates {
        if least(action, sum).is_none_or(|least| least.is_negative()) {
            parts.push(arena.le(&-&term(symbols, sum)));
        }
    }
    arena.and(parts)
}

/// The least value of a sum where the guard holds, if there is one.
fn least(action: &Action, sum: &Sum) -> Option<Int> {
    let mut least = sum.constant.clone();
    for (place, factor) in &sum.summands {
        let bounds = action.bounds(*place);
        if factor.is_negative() {
            least.add_mul(factor, bounds?.high.as_ref()?);
        } else if let Some(bounds) = bounds {
            least.add_mul(factor, &bounds.low);
        }
    }
    Some(least)
}

fn term(symbols: &[Symbol], sum: &Sum) -> LinearTerm {
    LinearTerm::new(
        sum.summands.iter().map(|(place, factor)| (symbols[*place], factor.clone())),
        sum.constant.clone(),
    )
}

/// The bounds as a formula.
fn within(arena: &mut Arena, symbol: Symbol, bounds: &Bounds) -> Formula {
    let (symbol, low) = (LinearTerm::symbol(symbol), LinearTerm::constant(bounds.low.clone()));
    if bounds.exact().is_some() {
        return arena.equal(&symbol, &low);
    }
    let below = arena.at_most(&low, &symbol);
    match &bounds.high {
        Some(high) => {
            let above = arena.at_most(&symbol, &LinearTerm::constant(high.clone()));
            arena.and([below, above])
        }
        None => below,
    }
}
