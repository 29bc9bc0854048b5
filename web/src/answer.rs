//! The worker's side of the protocol: a pure function, the same natively and in the browser.

use hornbook::lang::{LineColumn, house};

use crate::protocol::{Answer, Description, Finding, RelationSymbol, Request};

/// Answers a request.
///
/// # Panics
///
/// If asked to, by [`Request::Panic`].
pub fn answer(request: &Request) -> Answer {
    match request {
        Request::Describe { text } => Answer::Description(describe(text)),
        Request::Panic => panic!("the worker was asked to panic"),
    }
}

/// More findings than this are counted, but not shown: nobody reads them, and the first ones mend most of the rest.
const MOST_FINDINGS: usize = 50;

fn describe(text: &str) -> Description {
    let (problem, mut diagnostics) = house::parse(text);
    diagnostics.sort_by_key(|diagnostic| diagnostic.span);
    let further_findings = diagnostics.len().saturating_sub(MOST_FINDINGS);
    diagnostics.truncate(MOST_FINDINGS);
    Description {
        clauses: problem.clauses.len(),
        queries: problem.clauses.iter().filter(|clause| clause.head.is_none()).count(),
        relations: problem
            .relations
            .iter()
            .map(|relation| RelationSymbol { name: relation.name.clone(), arity: relation.sorts.len() })
            .collect(),
        findings: diagnostics
            .into_iter()
            .map(|diagnostic| Finding { place: LineColumn::of(text, diagnostic.span.start), diagnostic })
            .collect(),
        further_findings,
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
}
