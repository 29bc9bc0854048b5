//! A person's own proof: a formula for each relation symbol, or for some, judged clause by clause; and what
//! the solver makes of a partial one. Or a person's own derivation or run, replayed.
//!
//! A clause holds, with a checked proof, or there are numbers that break it ([`crate::validate`]). A partial
//! solution is completed: the definitions that are given are put into the clauses, a clause whose head is
//! defined becomes a query, the rest is solved, and all of it is checked against the clauses as they were
//! typed. If there is no such solution, the formulae become templates, and another solution is looked for.
//!
//! ```
//! use hornbook::claim::{ClauseOpinion, judge};
//! use hornbook::lang::house;
//! use hornbook::solver::Budget;
//! let (problem, _) = house::parse("p(X) :- X = 1. p(X + 1) :- p(X). false :- p(X), X < 0.");
//! let claim = judge(&problem, "p(X) := X >= 1.", &mut Budget::unlimited());
//! assert!(claim.is_solution());
//! let claim = judge(&problem, "p(X) := X <= 5.", &mut Budget::unlimited());
//! assert!(matches!(claim.clauses[0], ClauseOpinion::Holds));
//! assert!(matches!(claim.clauses[1], ClauseOpinion::Fails(_)));
//! ```

mod replay;

pub use replay::{
    LINES_REPLAYED, LineText, PlayedText, ReplayText, WAYS_TRIED, fact, is_derivation, played, replay,
};

use serde::{Deserialize, Serialize};

use crate::check;
use crate::engine::{Engine, Settings, Verdict};
use crate::explain::{self, InstanceText};
use crate::guide::InterpolationAbstraction;
use crate::lang::{
    self, Application, Clause, ClauseId, Definition, Diagnostic, Language, Problem, Severity, Solution, house,
};
use crate::num::Int;
use crate::solver::Budget;
use crate::validate::{self, ClauseVerdict};

/// What is said to a claimed solution.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClaimText {
    /// What can't be read; places count within the claim.
    pub findings: Vec<Diagnostic>,
    /// The relation symbols without a definition.
    pub missing: Vec<String>,
    /// For each clause of the problem; none if the claim can't be read.
    pub clauses: Vec<ClauseOpinion>,
}

/// What is said to one clause under a claimed solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClauseOpinion {
    /// Proved, and the proof was checked.
    Holds,
    /// With these numbers the body holds and the head does not.
    Fails(InstanceText),
    /// A relation symbol of the clause has no definition.
    Open,
    /// Not decided, for this reason.
    Unknown(String),
}

/// What the solver made of a partial solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Completion {
    /// A solution with all definitions that were given, checked.
    Completed { solution: String },
    /// No solution has these definitions: the clauses that a derivation against them uses. With their
    /// formulae as templates there may be another, checked.
    Impossible { clauses: Vec<ClauseId>, instead: Option<String> },
    /// Not known, for this reason.
    Unknown(String),
}

impl ClaimText {
    /// Does every clause hold?
    pub fn is_solution(&self) -> bool {
        self.findings.is_empty() && self.clauses.iter().all(|opinion| *opinion == ClauseOpinion::Holds)
    }
}

/// Judges a claim.
pub fn judge(problem: &Problem, claim: &str, budget: &mut Budget) -> ClaimText {
    let mut problem = problem.clone();
    let (solution, findings) = read(&mut problem, claim, budget);
    let is_error = |finding: &Diagnostic| finding.severity == Severity::Error;
    if findings.iter().any(is_error) {
        return ClaimText { findings, ..ClaimText::default() };
    }
    let missing = solution.missing(&problem);
    let mut clauses = Vec::with_capacity(problem.clauses.len());
    for i in 0..problem.clauses.len() {
        let id = ClauseId(i as u32);
        let atoms = problem[id].head.iter().chain(&problem[id].body);
        if atoms.map(|atom| atom.relation).any(|relation| missing.contains(&relation)) {
            clauses.push(ClauseOpinion::Open);
            continue;
        }
        clauses.push(match validate::clause(&mut problem, &solution, id, budget) {
            Ok(ClauseVerdict::Proved(..)) => ClauseOpinion::Holds,
            Ok(ClauseVerdict::Refuted(model)) => {
                ClauseOpinion::Fails(explain::instance(&problem, &problem[id], model.valuation()))
            }
            Ok(ClauseVerdict::Unknown(reason)) => ClauseOpinion::Unknown(reason.to_string()),
            Ok(ClauseVerdict::Rejected(reason)) => ClauseOpinion::Unknown(reason),
            Err(error) => ClauseOpinion::Unknown(error.to_string()),
        });
    }
    let missing = missing.into_iter().map(|relation| problem[relation].name.clone()).collect();
    ClaimText { findings, missing, clauses }
}

/// Completes a partial claim, with the definitions that it has.
pub fn complete(problem: &Problem, claim: &str, settings: Settings, budget: &mut Budget) -> Completion {
    let mut given = problem.clone();
    let (fixed, findings) = read(&mut given, claim, budget);
    if let Some(finding) = findings.iter().find(|finding| finding.severity == Severity::Error) {
        return Completion::Unknown(finding.message.clone());
    }
    let Some(rest) = with_definitions(&given, &fixed) else {
        return Completion::Unknown("a definition does not fit its relation symbol".to_owned());
    };
    let mut engine = Engine::within(rest, settings.clone(), budget);
    while engine.verdict().is_none() {
        engine.step(budget);
    }
    match engine.verdict() {
        Some(Verdict::Safe(solved)) => {
            // The arena of the run has the definitions that were given, and those that were found.
            let mut solved_problem = Problem { clauses: problem.clauses.clone(), ..engine.problem().clone() };
            let mut all = solved.solution().clone();
            for (relation, definition) in fixed.iter() {
                all.insert(relation, definition.clone());
            }
            match validate::checked(&mut solved_problem, &all, budget) {
                Some(all) => {
                    Completion::Completed { solution: house::print_solution(&solved_problem, all.solution()) }
                }
                None => Completion::Unknown("the completed solution did not pass its check".to_owned()),
            }
        }
        Some(Verdict::Unsafe(derivation, _)) => {
            let mut clauses: Vec<ClauseId> = derivation.steps.iter().map(|step| step.clause).collect();
            clauses.sort_unstable();
            clauses.dedup();
            Completion::Impossible { clauses, instead: by_templates(given, &fixed, settings, budget) }
        }
        Some(Verdict::Stopped(stopped)) => Completion::Unknown(stopped.reason.to_string()),
        None => Completion::Unknown(String::new()),
    }
}

/// A solution for which definitions, and the literals in them, are but templates.
fn by_templates(
    mut problem: Problem,
    definitions: &Solution,
    settings: Settings,
    budget: &mut Budget,
) -> Option<String> {
    for (relation, definition) in definitions.iter() {
        let mut formulae = problem.arena.literals_of(definition.formula);
        formulae.push(definition.formula);
        problem.templates.extend(formulae.into_iter().map(|formula| lang::Template {
            relation,
            parameters: definition.parameters.clone(),
            kind: lang::TemplateKind::Predicate(formula),
            cost: Int::ONE,
            span: lang::Span::default(),
        }));
    }
    let settings = Settings { abstraction: InterpolationAbstraction::Auto, ..settings };
    let mut engine = Engine::within(problem, settings, budget);
    while engine.verdict().is_none() {
        engine.step(budget);
    }
    let Some(Verdict::Safe(solved)) = engine.verdict() else { return None };
    Some(house::print_solution(engine.problem(), solved.solution()))
}

/// What one could begin with: `true` for every relation symbol.
pub fn blank(problem: &Problem) -> String {
    let mut problem = problem.clone();
    let mut solution = Solution::new();
    for index in 0..problem.relations.len() {
        let relation = lang::RelationId(index as u32);
        let sorts = problem[relation].sorts.clone();
        let head = problem.clauses.iter().filter_map(|clause| clause.head.as_ref());
        let own = head.filter(|head| head.relation == relation).find_map(|head| names(&problem, head));
        let parameters =
            own.unwrap_or_else(|| sorts.iter().map(|sort| problem.arena.fresh_symbol("X", *sort)).collect());
        let formula = problem.arena.true_();
        solution.insert(relation, Definition { parameters, formula });
    }
    house::print_solution(&problem, &solution)
}

/// The arguments of a head, if they are different variables.
fn names(problem: &Problem, head: &Application) -> Option<Vec<crate::formula::Symbol>> {
    let mut found = Vec::with_capacity(head.arguments.len());
    for argument in &head.arguments {
        let symbol = match argument {
            lang::Argument::Int(term) => {
                let [(symbol, _)] = term.summands() else { return None };
                (*term == crate::formula::LinearTerm::symbol(*symbol)).then_some(*symbol)?
            }
            lang::Argument::Bool(formula) => match problem.arena.node(*formula) {
                crate::formula::Node::Bool(symbol) => *symbol,
                _ => return None,
            },
        };
        if found.contains(&symbol) {
            return None;
        }
        found.push(symbol);
    }
    Some(found)
}

fn read(problem: &mut Problem, claim: &str, budget: &mut Budget) -> (Solution, Vec<Diagnostic>) {
    let language = Language::detect_solution(claim);
    lang::parse_solution_within(claim, problem, language, budget)
}

/// The clauses with definitions in the places of their relation symbols.
fn with_definitions(problem: &Problem, fixed: &Solution) -> Option<Problem> {
    let mut rest = problem.clone();
    let mut clauses = Vec::with_capacity(rest.clauses.len());
    for clause in &problem.clauses {
        let mut parts = vec![clause.constraint];
        let mut body = Vec::new();
        for atom in &clause.body {
            match fixed.get(atom.relation) {
                Some(_) => parts.push(check::applied(&mut rest.arena, fixed, atom).ok()?),
                None => body.push(atom.clone()),
            }
        }
        let mut head = clause.head.clone();
        if let Some(atom) = clause.head.as_ref().filter(|atom| fixed.get(atom.relation).is_some()) {
            parts.push(!check::applied(&mut rest.arena, fixed, atom).ok()?);
            head = None;
        }
        let constraint = rest.arena.and(parts);
        clauses.push(Clause { head, body, constraint, ..clause.clone() });
    }
    rest.clauses = clauses;
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GCD: &str = include_str!("../../static/examples/gcd.horn");

    fn problem(text: &str) -> Problem {
        house::parse(text).0
    }

    #[test]
    fn a_solution_of_gcd_is_accepted_and_a_wrong_one_has_numbers() {
        let problem = problem(GCD);
        let judged = |claim: &str| judge(&problem, claim, &mut Budget::unlimited());
        assert!(judged("gcd(M, N, R) := M = N -> M >= R.").is_solution());
        let wrong = judged("gcd(M, N, R) := M >= R.");
        assert!(!wrong.is_solution());
        let failing: Vec<usize> = (1..)
            .zip(&wrong.clauses)
            .filter(|(_, opinion)| matches!(opinion, ClauseOpinion::Fails(_)))
            .map(|(number, _)| number)
            .collect();
        // Clause 2 derives gcd(M, N, R) with M > N, where R ≤ M - N says more than R ≤ M if N ≥ 0.
        let ClauseOpinion::Fails(instance) = &wrong.clauses[failing[0] - 1] else { panic!() };
        assert!(instance.constraint.iter().all(|part| part.holds), "{instance:?}");
        assert!(judged("gcd(M, N, R) := M >=").clauses.is_empty());
        assert_eq!(judged("").missing, ["gcd"]);
        assert!(judged(&blank(&problem)).clauses[..3].iter().all(|c| *c == ClauseOpinion::Holds));
    }

    #[test]
    fn a_partial_solution_is_completed_if_it_can_be() {
        let text = "p(X) :- X = 1. q(X) :- p(X). q(X + 2) :- q(X). false :- q(X), X < 0.";
        let problem = problem(text);
        let done =
            |claim: &str| complete(&problem, claim, Settings::default(), &mut Budget::steps(1_000_000));
        let Completion::Completed { solution } = done("p(X) := X >= 1.") else { panic!() };
        assert!(solution.contains("p(X) := X >= 1."), "{solution}");
        assert!(judge(&problem, &solution, &mut Budget::unlimited()).is_solution(), "{solution}");
        // p must hold of 1, and may not hold of -5.
        for (claim, against) in
            [("p(X) := X >= 2.", vec![ClauseId(0)]), ("p(X) := true.", vec![ClauseId(1), ClauseId(3)])]
        {
            let Completion::Impossible { clauses, instead: Some(other) } = done(claim) else { panic!() };
            assert_eq!(clauses, against);
            assert!(judge(&problem, &other, &mut Budget::unlimited()).is_solution(), "{other}");
        }
    }
}
