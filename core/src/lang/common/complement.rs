//! Clauses with several positive literals, made Horn by complements (thesis, Sect. 5.7).
//!
//! ```text
//! p(X); q(X) :- X > 0.        ¬q(X), X > 0 → p(X)
//! false :- p(X), q(X).        p(X) → ¬q(X)            with `¬q` as a relation symbol
//! ```

use crate::lang::common::renaming::{NotRenamable, Signed, renaming};
use crate::lang::common::report::Report;
use crate::lang::{Application, COMPLEMENT, Clause, ClauseId, Diagnostic, Problem, RelationId, Solution};
use crate::order::Map;

/// Makes clauses with further positive literals Horn, and says how; or says why that is not possible, and
/// leaves them out.
pub(in crate::lang) fn rename(
    problem: &mut Problem,
    further: &Map<ClauseId, Vec<Application>>,
    report: &mut Report,
) {
    let literals: Vec<Vec<Signed>> = (problem.clauses.iter().enumerate())
        .map(|(i, clause)| {
            let more = further.get(&ClauseId(i as u32)).into_iter().flatten();
            let positive = clause.head.iter().chain(more).map(|atom| (atom.relation.index(), true));
            positive.chain(clause.body.iter().map(|atom| (atom.relation.index(), false))).collect()
        })
        .collect();
    let Some((first, _)) = further.iter().next() else { return };
    let span = problem[*first].span;
    let is_fixed = |symbol: usize| problem.auxiliary.get(&RelationId(symbol as u32)).is_some();
    let spend = |steps| report.spend(steps, span);
    match renaming(problem.relations.len(), &literals, is_fixed, spend) {
        None => {}
        Some(Err(NotRenamable { symbol, clauses: [alone, renamed] })) => {
            let name = &problem.relations[symbol].name;
            let message = "this clause is not a Horn clause, and no complements of relation symbols make all \
                           clauses Horn";
            let why = format!(
                "`{name}` can't stay as it is because of clause {}, and its complement can't stand for it \
                 because of clause {}",
                alone + 1,
                renamed + 1
            );
            let place = problem.clauses[if alone == first.index() { renamed } else { alone }].span;
            report.push(Diagnostic::error(span, message).with_hint(why).with_related(place, "this clause"));
            problem.clauses = Vec::new();
        }
        Some(Ok(renamed)) => complement(problem, further, &renamed, report),
    }
}

fn complement(
    problem: &mut Problem,
    further: &Map<ClauseId, Vec<Application>>,
    renamed: &[bool],
    report: &mut Report,
) {
    let is_renamed = |atom: &Application| renamed[atom.relation.index()];
    for (i, clause) in problem.clauses.iter_mut().enumerate() {
        let Clause { head, body, .. } = clause;
        let more = further.get(&ClauseId(i as u32)).into_iter().flatten().cloned();
        let positive: Vec<Application> = head.take().into_iter().chain(more).collect();
        let negative = std::mem::take(body);
        for (atom, was_positive) in positive
            .into_iter()
            .map(|atom| (atom, true))
            .chain(negative.into_iter().map(|atom| (atom, false)))
        {
            if was_positive == is_renamed(&atom) {
                body.push(atom);
            } else {
                *head = Some(atom);
            }
        }
    }
    let mut names = Vec::new();
    for (i, _) in renamed.iter().enumerate().filter(|(_, is_renamed)| **is_renamed) {
        let relation = RelationId(i as u32);
        names.push(format!("`{}`", problem[relation].name));
        let mut name = format!("{COMPLEMENT}{}", problem[relation].name);
        while problem.relations.iter().any(|other| other.name == name) {
            name.insert(0, COMPLEMENT);
        }
        problem.relations[i].name = name;
        problem.complements.insert(relation);
    }
    for predicate in problem.predicates.iter_mut().filter(|p| renamed[p.relation.index()]) {
        predicate.predicate = !predicate.predicate;
    }
    if let Some((first, _)) = further.iter().next()
        && !names.is_empty()
    {
        let message = "this clause has several positive literals";
        let how = format!(
            "the clauses are Horn with complements in the place of {}: `{COMPLEMENT}{}` holds where {} does not",
            names.join(", "),
            names[0].trim_matches('`'),
            names[0]
        );
        report.push(Diagnostic::warning(problem[*first].span, message).with_hint(how));
    }
}

/// The problem with the names of the text, to read a solution for.
pub(in crate::lang) fn with_typed_names(problem: &Problem) -> Problem {
    let mut typed = Problem { relations: problem.relations.clone(), ..Problem::default() };
    for relation in problem.complements.iter() {
        problem.typed_name(*relation).clone_into(&mut typed.relations[relation.index()].name);
    }
    typed
}

/// A solution about the relation symbols of the text as one about those of the problem, and the other way
/// round.
pub(in crate::lang) fn complemented(problem: &Problem, solution: &Solution) -> Solution {
    let mut result = Solution::new();
    for (relation, definition) in solution.iter() {
        let mut definition = definition.clone();
        if problem.complements.contains(&relation) {
            definition.formula = !definition.formula;
        }
        result.insert(relation, definition);
    }
    result
}
