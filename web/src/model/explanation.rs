//! What is said about the proof of a claim before its rows are shown.

use hornbook::inspect::{Claim, Reason};

/// How the claim is shown, if that is not by one sum for everybody to see.
pub fn means(reason: &Reason) -> Option<String> {
    if reason.missing.is_some() || reason.cases.is_empty() || reason.is_sum() {
        return None;
    }
    let count = reason.cases.len() + reason.omitted;
    let cases =
        (count > 1).then(|| format!("The proof distinguishes {count} cases, each of which is impossible:"));
    match reason.claim {
        Claim::Implied(_) => {
            let by = "By projection: no single sum of A's constraints gives it.";
            Some(cases.map_or_else(|| by.to_owned(), |cases| format!("{by} {cases}")))
        }
        Claim::Contradictory => cases,
    }
}

#[cfg(test)]
mod tests {
    use hornbook::engine::{Engine, Event, Settings};
    use hornbook::inspect::{Inspector, Opinion};
    use hornbook::lang::house;
    use hornbook::solver::Budget;

    use super::*;

    /// What is said about the claims that make a formula an interpolant of the first counterexample.
    fn said(text: &str, interpolant: &str) -> Vec<Option<String>> {
        let (problem, _) = house::parse(text);
        let (settings, budget) = (Settings::default(), &mut Budget::unlimited());
        let mut engine = Engine::new(problem.clone(), settings.clone());
        let tree = loop {
            if let Event::CounterexampleFound { tree } = engine.step(budget) {
                break tree;
            }
        };
        let mut inspector =
            Inspector::new(&problem, &settings.pipeline, &tree, &[], hornbook::engine::PositionId(0), budget)
                .unwrap();
        match inspector.judge(interpolant, budget).opinion {
            Opinion::Interpolant(explanation) => explanation.reasons.iter().map(means).collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_sum_speaks_for_itself_and_a_projection_is_called_one() {
        let sum = said("p(X, Y) :- X <= Z, Z <= Y. false :- p(X, Y), X > Y.", "X <= Y");
        assert_eq!(sum, [None, None]);
        let projection = said("p(Y) :- Y = 2*X. false :- p(Y), Y = 2*Z + 1.", "2 | Y");
        assert!(
            projection[0].as_ref().is_some_and(|said| said.starts_with("By projection")),
            "{projection:?}"
        );
        let cases = said("p(X) :- X = 1; X = 2. false :- p(X), X > 2.", "X <= 2");
        assert!(cases[0].as_ref().is_some_and(|said| said.contains("2 cases")), "{cases:?}");
    }
}
