//! Judges what somebody has typed for a challenge: a solution, or a fact that should not be derivable.
//!
//! A solution is decided clause by clause, and every decision is checked (`hornbook::validate`). A fact is
//! put into the queries of the problem: if `false` is still derived, by a derivation that passes its check,
//! then the clauses derive the fact and a query forbids it.

use hornbook::budget::{Budget, Exhausted};
use hornbook::claim::fact;
use hornbook::engine::{Engine, Settings, Verdict};
use hornbook::formula::{Formula, Sort};
use hornbook::lang::{self, Argument, Clause, ClauseId, Diagnostic, Encoding, Language, Problem, Severity};
use hornbook::settings::RunSettings;
use hornbook::validate::{self, ClauseVerdict};

use crate::wire::goal::{Goal, Judged};
use crate::worker::templates;

/// Judges what was typed for the problem of a text.
pub fn judge(text: &str, goal: Goal, typed: &str, budget: &mut Budget) -> Result<Judged, Exhausted> {
    let parsed = templates::read(text, Encoding::Standard, budget);
    budget.take(0)?;
    if parsed.diagnostics.iter().any(|found| found.severity == Severity::Error) {
        return Ok(Judged::missed("The problem of the challenge has errors."));
    }
    match goal {
        Goal::Invariant(most) => invariant(parsed.problem, most as usize, typed, budget),
        Goal::Bug => bug(parsed.problem, typed, budget),
        _ => Ok(Judged::missed("This challenge is answered by a run.")),
    }
}

fn invariant(
    mut problem: Problem,
    most: usize,
    typed: &str,
    budget: &mut Budget,
) -> Result<Judged, Exhausted> {
    let language = Language::detect_solution(typed);
    let (claim, found) = lang::parse_solution_within(typed, &mut problem, language, budget);
    budget.take(0)?;
    if let Some(message) = error(&found) {
        return Ok(Judged::missed(message));
    }
    let missing: Vec<&str> = claim.missing(&problem).iter().map(|r| problem[*r].name.as_str()).collect();
    if !missing.is_empty() {
        return Ok(Judged::missed(format!("There is no definition of {}.", missing.join(", "))));
    }
    let relations = (0..problem.relations.len()).map(|index| lang::RelationId(index as u32));
    let defined = relations.filter_map(|relation| claim.get(relation));
    let atoms: usize = defined.map(|own| problem.arena.literals_of(own.formula).len()).sum();
    for index in 0..problem.clauses.len() {
        let id = ClauseId(index as u32);
        let number = id.number();
        let verdict = match validate::clause(&mut problem, &claim, id, budget) {
            Ok(verdict) => verdict,
            Err(error) => return Ok(Judged::missed(format!("It can't be checked: {error}."))),
        };
        budget.take(0)?;
        match verdict {
            ClauseVerdict::Proved(..) => {}
            ClauseVerdict::Refuted(model) => {
                let clause = &problem[id];
                let values: Vec<String> = symbols(&problem, clause)
                    .into_iter()
                    .map(|symbol| {
                        let name = problem.arena.name(symbol);
                        match problem.arena.sort(symbol) {
                            Sort::Int => format!("{name} = {}", model.valuation().int(symbol)),
                            Sort::Bool => format!("{name} = {}", model.valuation().bool(symbol)),
                        }
                    })
                    .collect();
                let with =
                    if values.is_empty() { String::new() } else { format!(" with {}", values.join(", ")) };
                let what = if clause.head.is_some() {
                    "the body holds and the head does not"
                } else {
                    "it allows what the clause forbids"
                };
                return Ok(Judged::missed(format!("Clause {number} does not hold:{with} {what}.")));
            }
            ClauseVerdict::Unknown(reason) => {
                return Ok(Judged::missed(format!("Clause {number} could not be decided: {reason}.")));
            }
            ClauseVerdict::Rejected(reason) => {
                return Ok(Judged::missed(format!(
                    "The answer about clause {number} failed its check: {reason}"
                )));
            }
        }
    }
    let size = if atoms == 1 { "1 atom".to_owned() } else { format!("{atoms} atoms") };
    Ok(if atoms <= most {
        Judged::met(format!("All clauses hold: it is a solution, with {size}."))
    } else {
        Judged::missed(format!("It is a solution, but it has {size}, more than {most}."))
    })
}

fn bug(mut problem: Problem, typed: &str, budget: &mut Budget) -> Result<Judged, Exhausted> {
    let fact = match fact(&mut problem, typed) {
        Ok(fact) => fact,
        Err(message) => return Ok(Judged::missed(message)),
    };
    // The queries again, once for each place where the fact may be used, and only with the fact there.
    let (queries, mut clauses): (Vec<Clause>, Vec<Clause>) =
        problem.clauses.drain(..).partition(|clause| clause.head.is_none());
    let others = clauses.len();
    for query in &queries {
        for used in query.body.iter().filter(|used| used.relation == fact.relation) {
            let mut parts: Vec<Formula> = vec![query.constraint];
            for (own, value) in used.arguments.iter().zip(&fact.arguments) {
                parts.push(match (own, value) {
                    (Argument::Int(own), Argument::Int(value)) => problem.arena.equal(own, value),
                    (Argument::Bool(own), Argument::Bool(value)) => problem.arena.iff(*own, *value),
                    _ => problem.arena.false_(),
                });
            }
            clauses.push(Clause { constraint: problem.arena.and(parts), ..query.clone() });
        }
    }
    if clauses.len() == others {
        let name = &problem[fact.relation].name;
        return Ok(Judged::missed(format!("No query speaks of {name}, so no fact about it is forbidden.")));
    }
    problem.clauses = clauses;
    let mut engine = Engine::within(problem, Settings::from(&RunSettings::default()), budget);
    while engine.verdict().is_none() {
        engine.step(budget);
    }
    budget.take(0)?;
    Ok(match engine.verdict() {
        Some(Verdict::Unsafe(..)) => {
            Judged::met("The clauses derive it, and a query forbids it. The derivation has been replayed.")
        }
        Some(Verdict::Safe(_)) => Judged::missed(
            "Either the clauses do not derive it, or no query forbids it: with it, false is not derived.",
        ),
        _ => Judged::missed("It could not be decided whether the clauses derive it."),
    })
}

/// The first error, as a sentence.
fn error(found: &[Diagnostic]) -> Option<String> {
    let error = found.iter().find(|found| found.severity == Severity::Error)?;
    Some(format!("It can't be read: {}.", error.message))
}

/// The symbols of a clause in the order in which one meets them.
fn symbols(problem: &Problem, clause: &Clause) -> Vec<hornbook::formula::Symbol> {
    let applied = clause.head.iter().chain(&clause.body);
    let mut found = Vec::new();
    let all = applied.flat_map(|applied| applied.symbols(&problem.arena));
    for symbol in all.chain(problem.arena.symbols_of(clause.constraint)) {
        if !found.contains(&symbol) {
            found.push(symbol);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::examples::Example;

    fn judged(example: &str, goal: Goal, typed: &str) -> Judged {
        let text = Example::named(example).unwrap().text;
        judge(text, goal, typed, &mut Budget::unlimited()).unwrap()
    }

    #[test]
    fn a_solution_is_checked_and_counted() {
        let two = Goal::Invariant(2);
        let right = judged("gcd", two, "gcd(M, N, R) := M = N -> M >= R.");
        assert!(right.is_met, "{right:?}");
        let large = judged("gcd", Goal::Invariant(1), "gcd(M, N, R) := M = N -> M >= R.");
        assert!(!large.is_met && large.words.contains("2 atoms, more than 1"), "{large:?}");
        let wrong = judged("gcd", two, "gcd(M, N, R) := M >= R.");
        assert!(!wrong.is_met && wrong.words.contains("does not hold"), "{wrong:?}");
        let weak = judged("gcd", two, "gcd(M, N, R) := true.");
        assert!(!weak.is_met && weak.words.contains("allows what the clause forbids"), "{weak:?}");
        assert!(judged("gcd", two, "gcd(M, N").words.contains("can't be read"));
        assert!(judged("gcd", two, "").words.contains("no definition of gcd"));
    }

    #[test]
    fn a_fact_must_be_derived_and_forbidden() {
        // FACTS: gcd(4, 6, 2) is at the root of a derivation.
        assert!(judged("gcd-bug", Goal::Bug, "gcd(4, 6, 2)").is_met);
        // It is not derived.
        assert!(!judged("gcd-bug", Goal::Bug, "gcd(4, 6, 3).").is_met);
        // It is derived, and nothing is wrong with it.
        assert!(!judged("gcd-bug", Goal::Bug, "gcd(3, 3, 3)").is_met);
        assert!(!judged("gcd", Goal::Bug, "gcd(4, 6, 2)").is_met);
        assert!(judged("gcd-bug", Goal::Bug, "lcm(4, 6, 12)").words.contains("no relation symbol"));
        assert!(judged("gcd-bug", Goal::Bug, "gcd(4, X, 2)").words.contains("with numbers"));
        assert!(judged("gcd-bug", Goal::Bug, "gcd(4, 6, 2) :- gcd(1, 1, 1)").words.contains("one fact"));
    }
}
