//! The worker's side of the protocol: a pure function, the same natively and in the browser.

use hornbook::engine::AndOrTree;
use hornbook::inspect::Inspector;
use hornbook::lang::{self, Diagnostic, Language, LineColumn, Severity, smtlib};
use hornbook::script::{self, Options};
use hornbook::solver::Budget;

use crate::look::{Question, Sight, Spot};
use crate::protocol::{Answer, Description, Finding, RelationSymbol, Request, Responses};
use crate::settings::RunSettings;

/// Answers a request; `None` for those about runs, which a [`crate::runner::Runner`] answers in pieces.
///
/// # Panics
///
/// If asked to, by [`Request::Panic`].
pub fn answer(request: &Request) -> Option<Answer> {
    match request {
        Request::Describe { text } => Some(Answer::Description(describe(text))),
        Request::Look { spot, question, text, settings, tree, open, chosen } => {
            let sight = look(*spot, question, text, settings, (tree, open), chosen.as_deref());
            Some(Answer::Seen { spot: *spot, question: question.clone(), sight: Box::new(sight) })
        }
        Request::Solve { .. } | Request::Continue { .. } | Request::Prove { .. } => None,
        Request::Panic => panic!("the worker was asked to panic"),
    }
}

fn look(
    spot: Spot,
    question: &Question,
    text: &str,
    settings: &RunSettings,
    (tree, open): (&AndOrTree, &[(usize, String)]),
    chosen: Option<&str>,
) -> Sight {
    let (problem, _) = lang::parse(text, Language::detect(text));
    let mut inspector = match Inspector::new(&problem, &settings.engine().pipeline, tree, open, spot.position)
    {
        Ok(inspector) => inspector,
        Err(reason) => return Sight::Unfit(reason),
    };
    // Each part has its own limit.
    let budget = &mut Budget::unlimited();
    match question {
        Question::Inspect => Sight::Inspection(Box::new(inspector.inspect(chosen, budget))),
        Question::Explain(text) | Question::Judge(text) => Sight::Judgement(inspector.judge(text, budget)),
        Question::Frontier(templates) => Sight::Frontier(inspector.frontier(templates, budget)),
        Question::Plane(query) => Sight::Plane(inspector.plane(query, budget)),
    }
}

/// More findings than this are counted, but not shown: nobody reads them, and the first ones mend most of the rest.
const MOST_FINDINGS: usize = 50;

/// The steps that a script may take in all: about a second, so that an answer comes while the text is in mind.
const SCRIPT_STEPS: u64 = 3_000_000;

fn describe(text: &str) -> Description {
    let language = Language::detect(text);
    if language == Language::SmtLib && is_quantifier_free(text) {
        return describe_script(text);
    }
    let (problem, diagnostics) = lang::parse(text, language);
    Description {
        language,
        clauses: problem.clauses.len(),
        spans: problem.clauses.iter().map(|clause| clause.span).collect(),
        queries: problem.clauses.iter().filter(|clause| clause.head.is_none()).count(),
        relations: problem
            .relations
            .iter()
            .map(|relation| RelationSymbol { name: relation.name.clone(), arity: relation.sorts.len() })
            .collect(),
        ..findings(text, diagnostics)
    }
}

/// Does the script announce a logic without quantifiers, or ask for interpolants?
fn is_quantifier_free(text: &str) -> bool {
    ["(set-logic QF_", "(get-interpolant"].iter().any(|sign| text.contains(sign))
}

fn describe_script(text: &str) -> Description {
    let (mut script, diagnostics) = smtlib::script::parse(text);
    let described = Description { language: Language::SmtLib, ..findings(text, diagnostics) };
    if described.findings.iter().any(|finding| finding.diagnostic.severity == Severity::Error) {
        return described;
    }
    let options =
        Options { steps: Some(SCRIPT_STEPS), total_steps: Some(SCRIPT_STEPS), ..Options::default() };
    let mut lines = Vec::new();
    let summary = script::run(&mut script, options, |line| lines.push(line.to_owned()));
    Description { responses: Some(Responses { lines, steps: summary.steps }), ..described }
}

/// A description of nothing but what is wrong with a text.
fn findings(text: &str, mut diagnostics: Vec<Diagnostic>) -> Description {
    diagnostics.sort_by_key(|diagnostic| diagnostic.span);
    let further_findings = diagnostics.len().saturating_sub(MOST_FINDINGS);
    diagnostics.truncate(MOST_FINDINGS);
    Description {
        findings: diagnostics
            .into_iter()
            .map(|diagnostic| Finding { place: LineColumn::of(text, diagnostic.span.start), diagnostic })
            .collect(),
        further_findings,
        ..Description::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::{EXAMPLES, Example};

    #[test]
    fn gcd_is_four_clauses_about_one_relation_symbol() {
        let description = describe(Example::named("gcd").unwrap().text);
        assert_eq!((description.clauses, description.queries), (4, 1));
        assert_eq!(description.relations, [RelationSymbol { name: "gcd".to_owned(), arity: 3 }]);
    }

    #[test]
    fn every_example_is_without_fault() {
        for example in EXAMPLES {
            assert_eq!(describe(example.text).findings, [], "{}", example.name);
        }
    }

    #[test]
    fn findings_have_places_and_a_limit() {
        let description = describe("p(X) :- X > 0.\nq(X) :- X > .\n");
        assert_eq!(description.findings[0].place.line, 2);
        let description = describe(&"q(X) :- X > .\n".repeat(MOST_FINDINGS + 7));
        assert_eq!(description.findings.len(), MOST_FINDINGS);
        assert!(description.further_findings >= 7);
    }

    #[test]
    fn horn_clauses_in_smtlib_are_described_alike() {
        let (problem, _) = lang::parse(Example::named("gcd").unwrap().text, Language::House);
        let description = describe(&lang::print(&problem, Language::SmtLib));
        assert_eq!((description.language, description.clauses), (Language::SmtLib, 4));
        assert_eq!(description.findings, []);
    }

    #[test]
    fn scripts_are_answered() {
        let text = "(set-logic QF_LIA)(declare-const x Int)(assert (= (* 2 x) 7))(check-sat)";
        assert_eq!(describe(text).responses.unwrap().lines, ["unsat"]);
        let text = "(set-logic QF_LIA)(assert (= (* 2 x) 7))(check-sat)";
        let description = describe(text);
        assert_eq!(description.responses, None);
        assert_eq!(description.findings.len(), 1);
    }
}
