//! The worker's side of the protocol: a pure function, the same natively and in the browser.

use hornbook::budget::{Budget, Exhausted};
use hornbook::claim;
use hornbook::engine::{self, AndOrTree, PositionId};
use hornbook::formula::FormulaText;
use hornbook::horn::succinct::SuccinctText;
use hornbook::horn::{ClauseSystem, Doubt, doubts};
use hornbook::inspect::{ClauseExport, Inspector};
use hornbook::interpolate::PointOrigin;
use hornbook::lang::{self, Diagnostic, Encoding, Language, LineColumn, Problem, Severity, smtlib};
use hornbook::order::sort_by_key;
use hornbook::recursion_free::{Growth, Placement};
use hornbook::script::{self, Options, Summary};
use hornbook::settings::RunSettings;

use crate::wire::inspection::{InspectedPosition, Question, Reply};
use crate::wire::protocol::{
    Answer, Claimed, Counterexample, Description, Finding, RelationSymbol, Request, Responses,
};
use crate::worker::judge::judge;
use crate::worker::limits::{READER_MEMORY, READER_STEPS, SUCCINCT_STEPS, end_in_words};
use crate::worker::templates::Parsed;
use crate::worker::{memory, templates};

/// Answers a request within the limits of the reader; `None` for those about runs, which a
/// [`crate::worker::runner::Runner`] answers in pieces.
///
/// # Panics
///
/// If asked to, by [`Request::Panic`].
pub fn answer(request: &Request) -> Option<Answer> {
    memory::set_limit(READER_MEMORY);
    let mut watch = memory::look;
    let mut budget = Budget::steps(READER_STEPS).with_interruption(&mut watch);
    let answer = match request {
        Request::Describe { text } => describe(text, &mut budget).map(Answer::Description),
        Request::Inspect { inspected, question, text, settings, tree, open, chosen, given } => {
            inspect(*inspected, question, text, settings, (tree, open), (chosen.as_ref(), given), &mut budget)
                .map(|reply| Answer::Inspected {
                    inspected: *inspected,
                    question: question.clone(),
                    reply: Box::new(reply),
                })
        }
        Request::CheckTemplates { text, encoding, templates } => {
            let (_, faults) = templates::parse(text, templates, *encoding, &mut budget);
            end(&mut budget).map(|()| Answer::TemplateFaults(faults))
        }
        Request::Translate { text, language } => {
            translate(text, *language, &mut budget).map(Answer::Translation)
        }
        Request::Clauses { text, settings, counterexample, language } => {
            clauses(text, settings, counterexample, *language, &mut budget)
        }
        Request::Classify { text, encoding } => {
            classify(text, *encoding, &mut budget).map(|placement| Answer::Classified(Box::new(placement)))
        }
        Request::Play { text, moves } => parse(text, Encoding::Standard, &mut budget)
            .map(|parsed| Answer::Played(parsed.model.and_then(|model| model.play(moves)).map(Box::new))),
        Request::Claim { text, settings, claim, completes } => {
            self::claim(text, settings, claim, *completes, &mut budget)
                .map(|claimed| Answer::Claimed(Box::new(claimed)))
        }
        Request::Judge { text, goal, typed } => judge(text, *goal, typed, &mut budget).map(Answer::Judged),
        Request::Solve { .. } | Request::Continue { .. } | Request::Prove { .. } => return None,
        Request::Panic => panic!("the worker was asked to panic"),
    };
    let stopped = |reason| Answer::Stopped { reason: end_in_words(reason, READER_STEPS, READER_MEMORY) };
    Some(answer.unwrap_or_else(stopped))
}

/// Looks at the memory once more: not all that was done has asked the budget.
fn end(budget: &mut Budget) -> Result<(), Exhausted> {
    budget.take(0)?;
    memory::look().map_or(Ok(()), Err)
}

fn parse(text: &str, encoding: Encoding, budget: &mut Budget) -> Result<Parsed, Exhausted> {
    let parsed = templates::read(text, encoding, budget);
    end(budget)?;
    Ok(parsed)
}

/// A problem in another language; a text in its own stays as its author wrote it.
pub fn translate(text: &str, language: Language, budget: &mut Budget) -> Result<String, Exhausted> {
    if Language::detect(text) == language {
        return Ok(text.to_owned());
    }
    let parsed = parse(text, Encoding::Standard, budget)?;
    let translation = parsed.model.and_then(|model| model.translated(language));
    let translation = translation.unwrap_or_else(|| lang::print(&parsed.problem, language));
    end(budget)?;
    Ok(translation)
}

/// A counterexample as clauses.
fn clauses(
    text: &str,
    settings: &RunSettings,
    counterexample: &Counterexample,
    language: Language,
    budget: &mut Budget,
) -> Result<Answer, Exhausted> {
    let Parsed { problem, .. } = parse(text, settings.encoding, budget)?;
    let pipeline = engine::Settings::from(settings).pipeline_for(&problem);
    let export = ClauseExport::new(&problem, &pipeline, budget);
    let clauses = export.and_then(|export| match counterexample {
        Counterexample::Tree { tree, open } => export.counterexample(tree, open),
        Counterexample::Expansion(expansion) => export.expansion(expansion),
    });
    let answer = match clauses {
        Ok(clauses) => Answer::Translation(lang::print(&clauses, language)),
        Err(reason) => Answer::Stopped { reason: format!("There are no such clauses: {reason}.") },
    };
    end(budget)?;
    Ok(answer)
}

/// Judges a person's own proof, or completes it.
fn claim(
    text: &str,
    settings: &RunSettings,
    typed: &str,
    completes: bool,
    budget: &mut Budget,
) -> Result<Claimed, Exhausted> {
    let Parsed { problem, model, .. } = parse(text, settings.encoding, budget)?;
    let is_solution = typed.contains(":=") || typed.trim_start().starts_with('(');
    Ok(if completes {
        Claimed::Completed(claim::complete(&problem, typed, engine::Settings::from(settings), budget))
    } else if typed.trim().is_empty() {
        Claimed::Blank(claim::blank(&problem))
    } else if claim::is_derivation(&problem, typed) {
        let (lines, derivation) = claim::replay(&problem, typed, budget);
        let account = model.zip(derivation).map(|(model, derivation)| model.account(&derivation, budget));
        Claimed::Replayed(lines, account)
    } else if let Some(run) = model.filter(|_| !is_solution).and_then(|m| claim::played(&*m, typed)) {
        Claimed::Played(run)
    } else {
        Claimed::Judged(claim::judge(&problem, typed, budget))
    })
}

/// The clauses as they are typed, among the fragments.
fn classify(text: &str, encoding: Encoding, budget: &mut Budget) -> Result<Placement, Exhausted> {
    let Parsed { problem, model, .. } = parse(text, encoding, budget)?;
    let mut arena = problem.arena.clone();
    let (system, _) = ClauseSystem::within(&mut arena, &problem, budget)?;
    let mut placement = Placement::of(&arena, &system, budget)?;
    if let Some(larger) = model.and_then(|model| model.larger()) {
        let (system, _) = ClauseSystem::within(&mut larger.arena.clone(), &larger, budget)?;
        placement.growth = Growth::of(&system, budget)?;
    }
    placement.succinct = SuccinctText::of(&problem, SUCCINCT_STEPS, budget);
    end(budget)?;
    Ok(placement)
}

fn inspect(
    inspected: InspectedPosition,
    question: &Question,
    text: &str,
    settings: &RunSettings,
    (tree, open): (&AndOrTree, &[(PositionId, Vec<FormulaText>)]),
    (chosen, given): (Option<&FormulaText>, &[(PointOrigin, FormulaText)]),
    budget: &mut Budget,
) -> Result<Reply, Exhausted> {
    let Parsed { problem, .. } = parse(text, settings.encoding, budget)?;
    let pipeline = engine::Settings::from(settings).pipeline_for(&problem);
    let mut inspector = match Inspector::new(&problem, &pipeline, tree, open, inspected.position, budget) {
        Ok(inspector) => inspector,
        Err(reason) => return Ok(Reply::Unfit(reason)),
    };
    inspector.give(given);
    // Each part has its own limit beside.
    let reply = match question {
        Question::Inspect => Reply::Inspection(Box::new(inspector.inspect(chosen, budget))),
        Question::Explain(text) => Reply::Judgement(inspector.explain(text, budget)),
        Question::Judge(text) => Reply::Judgement(inspector.judge(text, budget)),
        Question::SubLattices(templates) => {
            Reply::SubLattices(inspector.lattice_within(chosen, templates, budget))
        }
        Question::Frontier(templates) => Reply::Frontier(inspector.frontier(templates, budget)),
        Question::Plane(query) => Reply::Plane(inspector.plane(query, budget)),
        Question::Contradiction => Reply::Contradiction(Box::new(inspector.contradiction(budget))),
    };
    match end(budget) {
        // A part that has met its limit says so; what the others have found is worth seeing.
        Ok(()) | Err(Exhausted::Steps) => Ok(reply),
        Err(reason) => Err(reason),
    }
}

/// More findings than this are counted, but not shown: nobody reads them, and the first ones mend most of the
/// rest.
const MOST_FINDINGS: usize = 50;

/// The steps that a script may take in all: about a second, so that an answer comes while the text is in
/// mind.
const SCRIPT_STEPS: u64 = 3_000_000;

/// The bytes of all responses of a script together that are shown.
const MOST_RESPONSES: usize = 256 << 10;

fn describe(text: &str, budget: &mut Budget) -> Result<Description, Exhausted> {
    let language = Language::detect(text);
    if language == Language::SmtLib && is_quantifier_free(text) {
        return describe_script(text, budget);
    }
    let Parsed { problem, model, diagnostics } = parse(text, Encoding::Standard, budget)?;
    let model = model.as_ref();
    Ok(Description {
        language,
        picture: model.map(|model| model.picture()),
        encodings: model.map_or(Vec::new(), |model| model.encodings().to_vec()),
        can_be_played: model.is_some_and(|model| model.play(&[]).is_some()),
        clauses: problem.clauses.len(),
        spans: problem.clauses.iter().map(|clause| clause.span).collect(),
        queries: problem.clauses.iter().filter(|clause| clause.head.is_none()).count(),
        relations: problem
            .relations
            .iter()
            .map(|relation| RelationSymbol { name: relation.name.clone(), arity: relation.sorts.len() })
            .collect(),
        doubts: doubts_of(&problem, &diagnostics, budget)?,
        ..findings(text, diagnostics)
    })
}

/// The steps for looking at the constraints of all clauses: a moment. A doubt that is not found costs no more
/// than a hint.
const DOUBT_STEPS: u64 = 200_000;

/// Of a text with errors nothing more is said.
fn doubts_of(
    problem: &Problem,
    diagnostics: &[Diagnostic],
    budget: &mut Budget,
) -> Result<Vec<Doubt>, Exhausted> {
    if diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        return Ok(Vec::new());
    }
    budget.within(DOUBT_STEPS, |part| doubts(problem, part).found)
}

/// Does the script announce a logic without quantifiers, or ask for interpolants?
fn is_quantifier_free(text: &str) -> bool {
    ["(set-logic QF_", "(get-interpolant"].iter().any(|sign| text.contains(sign))
}

fn describe_script(text: &str, budget: &mut Budget) -> Result<Description, Exhausted> {
    let (mut script, diagnostics) = smtlib::script::parse_within(text, budget);
    end(budget)?;
    let described = Description { language: Language::SmtLib, ..findings(text, diagnostics) };
    if described.findings.iter().any(|finding| finding.diagnostic.severity == Severity::Error) {
        return Ok(described);
    }
    let (mut lines, mut bytes, mut left_out) = (Vec::new(), 0, 0);
    let summary = budget.within(SCRIPT_STEPS, |part| {
        script::run(&mut script, Options::default(), part, |line| {
            bytes += line.len();
            if bytes <= MOST_RESPONSES {
                lines.push(line.to_owned());
            } else {
                left_out += 1;
            }
        })
    })?;
    if left_out > 0 {
        lines.push(format!("; {left_out} further responses are not shown: they are too long"));
    }
    let Summary { steps, checked, rejected, .. } = summary;
    end(budget)?;
    Ok(Description { responses: Some(Responses { lines, steps, checked, rejected }), ..described })
}

/// A description of nothing but what is wrong with a text.
fn findings(text: &str, mut diagnostics: Vec<Diagnostic>) -> Description {
    sort_by_key(&mut diagnostics, |diagnostic| diagnostic.span);
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
    use hornbook::horn::Fragment;

    use super::*;
    use crate::text::examples::{EXAMPLES, Example};
    use crate::wire::protocol::RunId;

    fn describe(text: &str) -> Description {
        match answer(&Request::Describe { text: text.to_owned() }) {
            Some(Answer::Description(description)) => description,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn whatever_takes_too_much_memory_is_stopped_with_a_reason() {
        let text = Example::named("gcd").unwrap().text.to_owned();
        let requests = [
            Request::Describe { text: text.clone() },
            Request::CheckTemplates {
                text: text.clone(),
                encoding: Encoding::Standard,
                templates: "gcd(A, B, C): A - B".to_owned(),
            },
            Request::Translate { text: text.clone(), language: Language::SmtLib },
            Request::Classify { text: text.clone(), encoding: Encoding::Standard },
            Request::Play { text: text.clone(), moves: Vec::new() },
            Request::Inspect {
                inspected: InspectedPosition { run: RunId(1), step: 1, position: PositionId(0) },
                question: Question::Inspect,
                text,
                settings: RunSettings::default(),
                tree: AndOrTree::default(),
                open: Vec::new(),
                chosen: None,
                given: Vec::new(),
            },
        ];
        for request in requests {
            memory::pretend(0);
            assert!(!matches!(answer(&request), Some(Answer::Stopped { .. })), "{request:?}");
            memory::pretend(READER_MEMORY + 1);
            let reason = "Too large: stopped at 256 MB of memory.".to_owned();
            assert_eq!(answer(&request), Some(Answer::Stopped { reason }), "{request:?}");
        }
    }

    #[test]
    fn gcd_is_four_clauses_about_one_relation_symbol() {
        let description = describe(Example::named("gcd").unwrap().text);
        assert_eq!((description.clauses, description.queries), (4, 1));
        assert_eq!(description.relations, [RelationSymbol { name: "gcd".to_owned(), arity: 3 }]);
    }

    #[test]
    fn clauses_are_classified_as_they_are_typed() {
        for (name, fragment) in [("gcd", None), ("dblabs", Some(Fragment::ClauseDependenceDisjoint))] {
            let text = Example::named(name).unwrap().text.to_owned();
            let Some(Answer::Classified(placement)) =
                answer(&Request::Classify { text, encoding: Encoding::Standard })
            else {
                panic!("{name}")
            };
            assert_eq!(placement.classification.fragment, fragment, "{name}");
            assert_eq!(placement.unwindings.is_empty(), fragment.is_some(), "{name}");
        }
    }

    #[test]
    fn every_example_is_without_fault() {
        for example in EXAMPLES {
            // What has several positive literals is told how it is made Horn.
            let findings = describe(example.text).findings;
            let is_told = example.name == "choice" && findings.len() == 1 && !findings[0].is_error();
            assert!(is_told || findings.is_empty(), "{}: {findings:?}", example.name);
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
    fn many_responses_of_a_script_are_cut() {
        let declared: Vec<String> = (0..100).map(|i| format!("(declare-const x{i} Int)")).collect();
        let declared = declared.concat();
        let text = format!("(set-logic QF_LIA){declared}(check-sat){}", "(get-model)".repeat(1_000));
        let lines = describe(&text).responses.unwrap().lines;
        let bytes: usize = lines.iter().map(String::len).sum();
        assert!(bytes < MOST_RESPONSES + 100, "{bytes} bytes");
        assert_eq!(lines[0], "sat");
        let last = lines.last().unwrap();
        assert!(last.contains("further responses are not shown"), "{last}");
    }

    #[test]
    fn scripts_are_answered() {
        let text = "(set-logic QF_LIA)(declare-const x Int)(assert (= (* 2 x) 7))(check-sat)";
        let responses = describe(text).responses.unwrap();
        assert_eq!(responses.lines, ["unsat"]);
        assert_eq!((responses.checked, responses.rejected), (1, 0));
        let text = "(set-logic QF_LIA)(assert (= (* 2 x) 7))(check-sat)";
        let description = describe(text);
        assert_eq!(description.responses, None);
        assert_eq!(description.findings.len(), 1);
    }

    /// Whatever the command line can do with interpolants, a script on the page can ask for by options.
    #[test]
    fn scripts_ask_for_all_kinds_of_interpolants() {
        let text = "(declare-const x Int)(declare-const y Int)
            (assert (! (<= x y) :named A))(assert (! (<= y 0) :named B))(assert (! (> x 0) :named C))
            (set-option :interpolant-policy mcmillan)
            (get-interpolants :symmetric A B C)
            (get-interpolants :dag (en u A) (u v B) (v ex C))
            (set-option :interpolant-kind symmetric)
            (get-interpolants A B C)
            (set-option :interpolant-kind none)";
        let responses = describe(text).responses.unwrap();
        assert_eq!(responses.lines.len(), 4, "{:?}", responses.lines);
        assert_eq!(responses.lines[0], responses.lines[2]);
        assert!(responses.lines[3].starts_with("(error "), "{:?}", responses.lines);
        assert_eq!(responses.rejected, 0);
    }
}
