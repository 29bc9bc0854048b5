//! A person's own derivation, replayed line by line, as the command line prints derivations:
//!
//! ```text
//! 1. gcd(2, 2, 2) by clause 1
//! 2. gcd(4, 2, 2) by clause 2 from 1
//! 3. gcd(4, 6, 2) by clause 3 from 2
//! 4. false by clause 4 from 3
//! ```
//!
//! The numbers of the lines, the clauses and the premises may be left out; then they are looked for among the
//! lines before. What a clause needs beside the arguments is found by the solver, and the whole is judged by
//! [`check::derivation`].

use serde::{Deserialize, Serialize};

use crate::check;
use crate::explain::{self, InstanceText};
use crate::formula::{Arena, Formula, Importer, Valuation};
use crate::lang::model::Play;
use crate::lang::{
    self, Application, Argument, Clause, ClauseId, Derivation, DerivationStep, Diagnostic, Language, Model,
    Problem, Severity,
};
use crate::solver::{Answer, Budget, Solver};

/// More lines than this are not replayed.
pub const LINES_REPLAYED: usize = 1_000;
/// For a line whose clause or premises are left out at most this many ways are tried.
pub const WAYS_TRIED: usize = 200;

/// What is said to a derivation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplayText {
    pub lines: Vec<LineText>,
    /// All lines follow and the last is `false`; this has been checked.
    pub is_derivation: bool,
}

/// What is said to a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineText {
    pub text: String,
    /// The clause with the numbers of the line, or why the line does not follow.
    pub opinion: Result<Box<(ClauseId, InstanceText)>, String>,
}

/// A line as typed.
struct Line<'a> {
    text: &'a str,
    label: usize,
    /// `None` is `false`.
    fact: Result<Option<Application>, String>,
    clause: Option<ClauseId>,
    premises: Option<Vec<usize>>,
}

/// Is a text a derivation rather than definitions? Its first line begins with a fact, or with `false`.
pub fn is_derivation(problem: &Problem, typed: &str) -> bool {
    let Some((_, _, text)) = lines(typed).next() else { return false };
    let (text, _, _) = parts(text);
    !typed.contains(":=") && (text == "false" || fact(&mut problem.clone(), text).is_ok())
}

/// Replays a derivation; it is returned as such if it is one.
pub fn replay(problem: &Problem, typed: &str, budget: &mut Budget) -> (ReplayText, Option<Derivation>) {
    let mut problem = problem.clone();
    let mut known: Vec<(usize, Option<Application>)> = Vec::new();
    let mut found = Vec::new();
    let mut derivation = Derivation::default();
    for (label, whole, text) in lines(typed) {
        if found.len() == LINES_REPLAYED {
            let opinion = Err(format!("only {LINES_REPLAYED} lines are replayed"));
            found.push(LineText { text: whole.to_owned(), opinion });
            break;
        }
        let line = line(&mut problem, label, text);
        let fact = line.fact.clone().ok().flatten();
        let opinion = followed(&mut problem, &known, &line, budget).map(|(clause, valuation, premises)| {
            let instance = explain::instance(&problem, &problem[clause], &valuation);
            derivation.steps.push(DerivationStep { clause, valuation, premises });
            Box::new((clause, instance))
        });
        // What does not follow is granted to the lines after it, so that each has an opinion of its own.
        known.push((line.label, fact));
        found.push(LineText { text: whole.to_owned(), opinion });
    }
    let is_whole = derivation.steps.len() == found.len() && check::derivation(&problem, &derivation).is_ok();
    (ReplayText { lines: found, is_derivation: is_whole }, is_whole.then_some(derivation))
}

/// A person's own run of a model that can be played: its moves by name, one in each line; `3 * tick` is three
/// of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedText {
    /// As far as the moves are possible.
    pub play: Play,
    /// Why a line is not, if one is not.
    pub refused: Option<String>,
}

/// Has a run replayed by the model's own interpreter; `None` if the model can't be played.
pub fn played(model: &dyn Model, typed: &str) -> Option<PlayedText> {
    let (mut play, mut moves) = (model.play(&[])?, Vec::new());
    for (_, whole, text) in lines(typed) {
        // As tables of runs tell it, where moves are single units.
        let passes = text.strip_suffix(" time units pass").map(|times| (times, "1 time unit passes"));
        let times = passes.or(text.split_once('*'));
        let times = times.and_then(|(times, name)| Some((times.trim().parse().ok()?, name)));
        let (times, name): (usize, &str) = times.unwrap_or((1, text));
        let name = name.trim().to_lowercase().replace("->", "→");
        for _ in 0..times {
            let labels: Vec<String> = play.moves.iter().map(|own| own.label.to_lowercase()).collect();
            let begins: Vec<usize> = (0..labels.len()).filter(|i| labels[*i].starts_with(&name)).collect();
            let taken = labels.iter().position(|own| *own == name).or(match begins[..] {
                [only] => Some(only),
                _ => None,
            });
            let refused = match taken {
                Some(_) if moves.len() == LINES_REPLAYED => {
                    format!("only {LINES_REPLAYED} moves are replayed")
                }
                Some(taken) => {
                    moves.push(taken);
                    play = model.play(&moves)?;
                    continue;
                }
                None => {
                    let possible: Vec<&str> = play.moves.iter().map(|own| own.label.as_str()).collect();
                    let possible = if possible.is_empty() { "nothing".into() } else { possible.join(", ") };
                    format!("“{whole}” is not possible here, where there is {possible}")
                }
            };
            return Some(PlayedText { play, refused: Some(refused) });
        }
    }
    Some(PlayedText { play, refused: None })
}

/// The lines that say something: the number of each, all of it, and what follows the number.
fn lines(typed: &str) -> impl Iterator<Item = (usize, &str, &str)> {
    let is_said = |line: &&str| !line.is_empty() && !line.starts_with(['%', ';']) && *line != "unsat";
    typed.lines().map(str::trim).filter(is_said).enumerate().map(|(i, line)| {
        let numbered =
            line.split_once('.').and_then(|(number, rest)| Some((number.parse().ok()?, rest.trim())));
        let (label, text) = numbered.filter(|(_, rest)| !rest.is_empty()).unwrap_or((i + 1, line));
        (label, line, text)
    })
}

/// A fact, its clause and its premises.
fn parts(text: &str) -> (&str, Option<&str>, Option<&str>) {
    let text = text.trim_end_matches('.');
    let (text, premises) = match text.rsplit_once(" from ") {
        Some((text, premises)) => (text, Some(premises)),
        None => (text, None),
    };
    match text.rsplit_once(" by clause ") {
        Some((text, clause)) => (text.trim(), Some(clause), premises),
        None => (text.trim(), None, premises),
    }
}

fn line<'a>(problem: &mut Problem, label: usize, text: &'a str) -> Line<'a> {
    let (text, clause, premises) = parts(text);
    let mut fact = if text == "false" { Ok(None) } else { fact(problem, text).map(Some) };
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let premises = premises.map(|list| list.split(',').map(number).collect::<Option<Vec<_>>>());
    let clause = clause.map(|text| {
        let index = u32::try_from(number(text)?.checked_sub(1)?).ok()?;
        problem.clauses.get(index as usize).map(|_| ClauseId(index))
    });
    if clause == Some(None) {
        fact = Err("there is no such clause".to_owned());
    }
    if premises == Some(None) {
        fact = Err("after “from” the numbers of lines are expected".to_owned());
    }
    Line { text, label, fact, clause: clause.flatten(), premises: premises.flatten() }
}

/// The clause that derives a line from those before, with the values of its variables.
fn followed(
    problem: &mut Problem,
    known: &[(usize, Option<Application>)],
    line: &Line<'_>,
    budget: &mut Budget,
) -> Result<(ClauseId, Valuation, Vec<usize>), String> {
    let fact = line.fact.clone()?;
    let relation = fact.as_ref().map(|fact| fact.relation);
    let all = (0..problem.clauses.len()).map(|index| ClauseId(index as u32));
    let clauses: Vec<ClauseId> = all
        .filter(|id| line.clause.is_none_or(|own| own == *id))
        .filter(|id| problem[*id].head.as_ref().map(|head| head.relation) == relation)
        .collect();
    if clauses.is_empty() {
        return Err(format!("the head of the clause is not that of {}", line.text));
    }
    let given = match &line.premises {
        None => None,
        Some(labels) => {
            let place = |label: &usize| {
                let found = known.iter().rposition(|(own, _)| own == label);
                found.ok_or_else(|| format!("there is no line {label} before this one"))
            };
            Some(labels.iter().map(place).collect::<Result<Vec<usize>, String>>()?)
        }
    };
    let (mut tried, mut why) = (0, None);
    for id in clauses {
        let body: Vec<lang::RelationId> = problem[id].body.iter().map(|atom| atom.relation).collect();
        let fits = |(place, relation): (&usize, &lang::RelationId)| {
            known[*place].1.as_ref().is_some_and(|fact| fact.relation == *relation)
        };
        let choices: Vec<Vec<usize>> = match &given {
            Some(places) if places.len() != body.len() || !places.iter().zip(&body).all(fits) => {
                why.get_or_insert(format!("clause {} needs other premises", id.number()));
                continue;
            }
            Some(places) => places.iter().map(|place| vec![*place]).collect(),
            // The latest first.
            None => {
                let own = |r: &lang::RelationId| (0..known.len()).rev().filter(|i| fits((i, r))).collect();
                body.iter().map(own).collect()
            }
        };
        if choices.iter().any(Vec::is_empty) {
            why.get_or_insert(format!("no line before has what clause {} needs", id.number()));
            continue;
        }
        let mut turn = vec![0; choices.len()];
        loop {
            if tried == WAYS_TRIED {
                return Err(format!("{WAYS_TRIED} ways were tried; say “by clause” and “from”"));
            }
            tried += 1;
            let premises: Vec<usize> = turn.iter().zip(&choices).map(|(i, own)| own[*i]).collect();
            let facts: Vec<&Application> =
                premises.iter().filter_map(|place| known[*place].1.as_ref()).collect();
            match values(problem, id, fact.as_ref(), &facts, budget) {
                Ok(valuation) => return Ok((id, valuation, premises)),
                Err(reason) => {
                    why.get_or_insert(reason);
                }
            }
            let Some(wheel) = (0..turn.len()).rev().find(|i| turn[*i] + 1 < choices[*i].len()) else { break };
            turn[wheel] += 1;
            turn[wheel + 1..].fill(0);
        }
    }
    let why = why.unwrap_or_default();
    Err(if tried > 1 { format!("no clause derives it from the lines before; for one, {why}") } else { why })
}

/// Values for the variables of a clause with which it derives a fact from others; or what does not fit.
fn values(
    problem: &mut Problem,
    id: ClauseId,
    fact: Option<&Application>,
    premises: &[&Application],
    budget: &mut Budget,
) -> Result<Valuation, String> {
    let Problem { arena, clauses, .. } = problem;
    let clause: &Clause = &clauses[id.index()];
    let pairs = clause.head.iter().zip(fact).chain(clause.body.iter().zip(premises.iter().copied()));
    let mut parts: Vec<Formula> = Vec::new();
    for (own, fact) in pairs {
        parts.extend(own.arguments.iter().zip(&fact.arguments).map(|(own, value)| equal(arena, own, value)));
    }
    let arguments = parts.len();
    parts.extend(arena.conjuncts(clause.constraint));
    let mut has_values =
        |arena: &mut Arena, parts: &[Formula]| match Solver::new().check(arena, parts, budget) {
            Answer::Sat(model) => Ok(Some(model)),
            Answer::Unsat(_) => Ok(None),
            Answer::Unknown(reason) => Err(reason.to_string()),
        };
    if let Some(model) = has_values(arena, &parts)? {
        return Ok(model);
    }
    // The first part with which nothing is left.
    for end in arguments..=parts.len() {
        if has_values(arena, &parts[..end])?.is_none() {
            let number = id.number();
            return Err(match end.checked_sub(1).filter(|i| *i >= arguments) {
                None => format!("these numbers do not fit the arguments in clause {number}"),
                Some(i) => {
                    format!("in clause {number} {} is not true then", arena.show(parts[i]).text().as_str())
                }
            });
        }
    }
    Err(String::new())
}

fn equal(arena: &mut Arena, own: &Argument, value: &Argument) -> Formula {
    match (own, value) {
        (Argument::Int(own), Argument::Int(value)) => arena.equal(own, value),
        (Argument::Bool(own), Argument::Bool(value)) => arena.iff(*own, *value),
        _ => arena.false_(),
    }
}

/// A fact as typed, such as `p(1, 2)`, in the problem's own arena.
pub fn fact(problem: &mut Problem, typed: &str) -> Result<Application, String> {
    const FORM: &str = "Type one fact with numbers, such as p(1, 2).";
    let declared = Problem { relations: problem.relations.clone(), ..Problem::default() };
    let text =
        format!("{}\n{}.", lang::print(&declared, Language::House), typed.trim().trim_end_matches('.'));
    let (found, diagnostics) = lang::house::parse(&text);
    let is_error = |found: &&Diagnostic| found.severity == Severity::Error;
    if let Some(error) = diagnostics.iter().find(is_error) {
        return Err(format!("It can't be read: {}. {FORM}", error.message));
    }
    let [Clause { head: Some(head), body, .. }] = &found.clauses[..] else { return Err(FORM.to_owned()) };
    if head.relation.0 as usize >= problem.relations.len() {
        let names: Vec<&str> = problem.relations.iter().map(|relation| relation.name.as_str()).collect();
        return Err(format!(
            "{} is no relation symbol of the problem, which has {}.",
            found[head.relation].name,
            names.join(", ")
        ));
    }
    if !body.is_empty() || !head.symbols(&found.arena).is_empty() {
        return Err(FORM.to_owned());
    }
    let mut importer = Importer::new(&found.arena);
    let arguments = head.arguments.iter().map(|argument| match argument {
        Argument::Int(term) => Argument::Int(importer.term(&mut problem.arena, term)),
        Argument::Bool(formula) => Argument::Bool(importer.formula(&mut problem.arena, *formula)),
    });
    Ok(Application { arguments: arguments.collect(), ..head.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::house;

    const GCD_BUG: &str = include_str!("../../../static/examples/gcd-bug.horn");
    const DERIVATION: &str = "1. gcd(2, 2, 2) by clause 1\n2. gcd(4, 2, 2) by clause 2 from 1\n\
        3. gcd(4, 6, 2) by clause 3 from 2\n4. false by clause 4 from 3\n";

    fn replayed(text: &str, typed: &str) -> (ReplayText, Option<Derivation>) {
        let problem = house::parse(text).0;
        assert!(is_derivation(&problem, typed), "{typed}");
        replay(&problem, typed, &mut Budget::unlimited())
    }

    fn reasons(typed: &str) -> Vec<String> {
        let (found, derivation) = replayed(GCD_BUG, typed);
        assert_eq!((found.is_derivation, derivation.is_some()), (false, false), "{typed}");
        found.lines.into_iter().filter_map(|line| line.opinion.err()).collect()
    }

    #[test]
    fn a_derivation_is_replayed_as_it_is_printed() {
        let (found, derivation) = replayed(GCD_BUG, DERIVATION);
        assert!(found.is_derivation, "{found:?}");
        assert_eq!(derivation.unwrap().steps[2].premises, [1]);
        let Ok(second) = &found.lines[1].opinion else { panic!() };
        assert_eq!(second.1.head.as_ref().unwrap().instance.text().as_str(), "gcd(4, 2, 2)");
        assert!(second.1.constraint.iter().all(|part| part.holds));
        // Clauses and premises are found.
        let (found, derivation) = replayed(GCD_BUG, "gcd(2,2,2).\ngcd(4,2,2).\n% so\ngcd(4,6,2)\nfalse");
        assert!(found.is_derivation, "{found:?}");
        assert_eq!(derivation.unwrap().steps.len(), 4);
    }

    #[test]
    fn what_does_not_follow_is_told_at_its_line() {
        let wrong = reasons(&DERIVATION.replace("gcd(4, 2, 2)", "gcd(4, 2, 3)"));
        assert_eq!(wrong.len(), 2, "the line, and the one that uses it: {wrong:?}");
        assert!(wrong[0].contains("do not fit") || wrong[0].contains("is not true"), "{wrong:?}");
        assert_eq!(reasons("gcd(2, 2, 2)\ngcd(4, 2, 2)"), [""; 0], "they follow, but false is missing");
        assert!(reasons("gcd(2, 2, 3)")[0].contains("clause"));
        assert!(reasons("gcd(2, 2, 2) by clause 9")[0].contains("no such clause"));
        assert!(reasons("gcd(2, 2, 2) by clause 4")[0].contains("head"));
        assert!(reasons("gcd(2, 2, 2)\ngcd(4, 2, 2) by clause 2 from 7")[1..].is_empty());
        assert!(reasons("gcd(2, 2, 2)\ngcd(4, 2, 2) by clause 2 from 7")[0].contains("no line 7"));
        assert!(reasons("gcd(2, 2, 2)\ngcd(4, X, 2)")[0].contains("with numbers"));
        assert!(reasons("false")[0].contains("needs"));
    }

    #[test]
    fn a_run_is_replayed_by_the_model() {
        let text = include_str!("../../../static/examples/petri-pair.net");
        let (language, mut budget) = (Language::detect(text), Budget::unlimited());
        let (model, _) = lang::parse_model(text, language, lang::Encoding::default(), &mut budget).unwrap();
        let first = model.play(&[]).unwrap().moves[0].label.clone();
        let found = played(&*model, &format!("{first}\n2 * {}", first.to_uppercase())).unwrap();
        assert_eq!((found.play.run.rows.len(), found.refused), (4, None));
        let wrong = played(&*model, &format!("1. {first}\n2. nothing of the kind")).unwrap();
        assert_eq!(wrong.play.run.rows.len(), 2);
        assert!(wrong.refused.unwrap().contains("is not possible here, where there is"));
        let many = played(&*model, &format!("100000 * {first}")).unwrap();
        assert!(many.refused.unwrap().contains("1000 moves"));
        let text = include_str!("../../../static/examples/fischer-wrong.xta");
        let language = Language::detect(text);
        let (model, _) = lang::parse_model(text, language, lang::Encoding::default(), &mut budget).unwrap();
        let run = "Process(1): A -> req\nProcess(2): A → req\nProcess(1): req -> wait\n2 time units pass\n\
            Process(1): wait → cs\nProcess(2): req → wait\n2 time units pass\nProcess(2): wait → cs";
        let found = played(&*model, run).unwrap();
        assert_eq!(found.refused, None);
        assert!(found.play.remark.is_some(), "both are in the critical section");
    }

    #[test]
    fn definitions_are_no_derivation() {
        let problem = house::parse(GCD_BUG).0;
        for text in ["", "gcd(M, N, R) := M = N -> M >= R.", "M = N", "(define-fun gcd ())", "lcm(1, 2)"] {
            assert!(!is_derivation(&problem, text), "{text}");
        }
    }
}
