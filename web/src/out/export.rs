//! What can be taken away from the page as a file.

use std::rc::Rc;

use hornbook::engine::Event;
use hornbook::lang::Language;
use hornbook::order::Map;
use serde::Serialize;

use crate::draw::dot;
use crate::model::graph::{self, Step};
use crate::model::graph_layout::GraphLayout;
use crate::model::{Names, tree};
use crate::out::series;
use crate::run::Run;
use crate::run::selection::Selection;
use crate::state::inspection::{self, Found};
use crate::state::reader::Translation;

/// A file for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    pub name: String,
    pub content: String,
}

/// What to export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    House,
    SmtLib,
    Trace,
    Solution,
    Model,
    Graph,
    Tree,
    Series,
    Counterexample,
    CounterexampleSmtLib,
}

impl Export {
    pub const ALL: [Export; 10] = [
        Export::House,
        Export::SmtLib,
        Export::Trace,
        Export::Solution,
        Export::Model,
        Export::Graph,
        Export::Tree,
        Export::Series,
        Export::Counterexample,
        Export::CounterexampleSmtLib,
    ];

    pub fn title(self) -> &'static str {
        match self {
            Export::House => "Clauses",
            Export::SmtLib => "Clauses in SMT-LIB",
            Export::Trace => "Trace",
            Export::Solution => "Solution",
            Export::Model => "Solution in SMT-LIB",
            Export::Graph => "Reachability graph in DOT",
            Export::Tree => "Counterexample in DOT",
            Export::Series => "Series of pictures in SVG",
            Export::Counterexample => "Counterexample as clauses",
            Export::CounterexampleSmtLib => "Counterexample in SMT-LIB",
        }
    }

    /// What is in the file, in a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Export::House => "The problem in the syntax of the papers, as Hornbook reads it.",
            Export::SmtLib => "The problem for other solvers: SMT-LIB 2, logic HORN.",
            Export::Trace => "Every event of the run as JSON, one per line after a line about the run.",
            Export::Solution => "A formula for each relation symbol, in the syntax of the papers.",
            Export::Model => "The same as definitions in SMT-LIB, like the answer to get-model.",
            Export::Graph => "All of the graph at this step, for Graphviz to lay out.",
            Export::Tree => {
                "The last counterexample up to this step as an and/or tree, for Graphviz to lay out."
            }
            Export::Series => {
                "Graph and counterexample at each refinement up to this step, with captions, for slides and paper."
            }
            Export::Counterexample => {
                "The last counterexample or unwinding up to this step as clauses without recursion: they have a solution if \
                 it is spurious."
            }
            Export::CounterexampleSmtLib => "The same for other solvers: SMT-LIB 2, logic HORN.",
        }
    }

    fn ending(self) -> &'static str {
        match self {
            Export::House => ".horn",
            Export::SmtLib => ".smt2",
            Export::Trace => ".trace.jsonl",
            Export::Solution => ".solution.horn",
            Export::Model => ".solution.smt2",
            Export::Graph => ".graph.dot",
            Export::Tree => ".counterexample.dot",
            Export::Series => ".steps.svg",
            Export::Counterexample => ".counterexample.horn",
            Export::CounterexampleSmtLib => ".counterexample.smt2",
        }
    }

    /// Why this can't be exported now, if it can't.
    pub fn obstacle(self, run: Option<&Run>) -> Option<&'static str> {
        match self {
            Export::House | Export::SmtLib => None,
            Export::Trace => run.is_none_or(|run| run.header.is_none()).then_some("Solve the problem first."),
            Export::Solution | Export::Model => {
                let has_solution = run.is_some_and(|run| run.solution.is_some());
                (!has_solution).then_some("There is no solution until a run ends with the verdict Safe.")
            }
            Export::Graph | Export::Series => {
                let is_there = run.is_some_and(|run| !run.moment.after.nodes.is_empty());
                (!is_there).then_some("The graph has no nodes at this step.")
            }
            Export::Tree => {
                let first = run.and_then(|run| run.log.counterexamples().first().copied());
                let is_there = run.zip(first).is_some_and(|(run, first)| first <= run.moment.step);
                (!is_there).then_some("There is no counterexample up to this step.")
            }
            Export::Counterexample | Export::CounterexampleSmtLib => {
                let is_there = run.is_some_and(|run| inspection::counterexample(run).is_some());
                (!is_there).then_some("There is no counterexample up to this step.")
            }
        }
    }

    /// The language of the file, if it has clauses.
    fn language(self) -> Option<Language> {
        match self {
            Export::House | Export::Counterexample => Some(Language::House),
            Export::SmtLib | Export::CounterexampleSmtLib => Some(Language::SmtLib),
            _ => None,
        }
    }

    /// What to ask the reader for, if the file has the problem in another language than that of the text, or
    /// a counterexample: to read a problem can take long.
    pub fn translation(self, name: &str, text: &Rc<str>, run: Option<&Run>) -> Option<Translation> {
        let language = self.language()?;
        let file_name = format!("{name}{}", self.ending()).into();
        if matches!(self, Export::Counterexample | Export::CounterexampleSmtLib) {
            let run = run?;
            let counterexample = Rc::new(inspection::counterexample(run)?);
            let counterexample = Some((run.settings_at(run.moment.step), counterexample));
            return Some(Translation { file_name, text: Rc::clone(&run.text), language, counterexample });
        }
        (language != Language::detect(text)).then(|| Translation {
            file_name,
            text: Rc::clone(text),
            language,
            counterexample: None,
        })
    }

    /// The file, unless it needs a translation; `name` is how the problem is called.
    pub fn file(self, name: &str, text: &str, run: Option<&Run>) -> Option<File> {
        let content = match self {
            // A text in its own language stays as its author wrote it.
            Export::House | Export::SmtLib => {
                (self.language() == Some(Language::detect(text))).then(|| text.to_owned())?
            }
            Export::Trace => trace(run?)?,
            Export::Solution => run?.solution.as_ref()?.house.clone(),
            Export::Model => run?.solution.as_ref()?.smtlib.clone(),
            Export::Graph => graph(run?)?,
            Export::Tree => tree(run?)?,
            Export::Series => series::pictures(name, run?)?,
            Export::Counterexample | Export::CounterexampleSmtLib => return None,
        };
        Some(File { name: format!("{name}{}", self.ending()), content })
    }
}

/// The first line of a trace.
#[derive(Serialize)]
struct AboutTrace<'a> {
    hornbook: &'a str,
    text: &'a str,
    settings: Map<&'static str, String>,
    header: &'a hornbook::engine::Header,
    events: usize,
    outcome: &'a str,
}

fn trace(run: &Run) -> Option<String> {
    let about = AboutTrace {
        hornbook: env!("CARGO_PKG_VERSION"),
        text: &run.text,
        settings: run.settings.by_name(),
        header: run.header.as_deref()?,
        events: run.log.len(),
        outcome: run.outcome(),
    };
    let mut lines = serde_json::to_string(&about).ok()? + "\n";
    run.log.for_each(|event| {
        lines += &serde_json::to_string(event).unwrap_or_default();
        lines.push('\n');
    });
    Some(lines)
}

/// The abstract reachability graph at the moment, whole.
fn graph(run: &Run) -> Option<String> {
    let names = Names(run.header.as_deref()?);
    let layout = run.log.with_events(|events| GraphLayout::new(events, names));
    let moment = &run.moment;
    let step = Step {
        number: moment.step,
        event: moment.event.as_deref(),
        before: &moment.before,
        after: &moment.after,
    };
    let scene = graph::scene(&layout, step, names, Selection::Nothing, usize::MAX);
    (!scene.nodes.is_empty()).then(|| dot(&scene))
}

/// The last counterexample up to the moment, whole, with the interpolants that are known by then.
fn tree(run: &Run) -> Option<String> {
    let found = Found::at(run)?;
    // As it is once its interpolants are known, if they are.
    let is_complete = |event: &Event| matches!(event, Event::InterpolantsFound { .. });
    let complete = run.log.next(found.step, is_complete).filter(|_| !found.interpolants.is_empty());
    let number = complete.unwrap_or(found.step);
    let event = run.log.event(number);
    let (before, after) = (run.log.state(number - 1), run.log.state(number));
    let step = Step { number, event: event.as_ref(), before: &before, after: &after };
    let names = Names(run.header.as_deref()?);
    let scene = tree::scene(step, &found.interpolants, names, Selection::Nothing, usize::MAX)?;
    Some(dot(&scene))
}

#[cfg(test)]
mod tests {
    use hornbook::lang::{self, house, smtlib};
    use hornbook::settings::RunSettings;

    use super::*;
    use crate::text::examples::Example;
    use crate::wire::protocol::{Answer, Progress, Request, RunId};
    use crate::worker::answer::answer;
    use crate::worker::runner::Runner;

    fn run(name: &str) -> Run {
        let text = Example::named(name).unwrap().text;
        let settings = RunSettings::default();
        let mut run = Run::new(RunId(1), text.into(), settings.clone());
        let mut runner = Runner::default();
        if let Progress::Began { header } = runner.begin(run.id, text, &settings, &[]) {
            run.begin(*header);
        }
        while let Some(event) = runner.step(run.id) {
            run.extend(vec![event]);
        }
        run.solution = runner.solution(run.id).map(Rc::new);
        run
    }

    #[test]
    fn a_series_has_a_picture_of_every_refinement() {
        let run = run("gcd");
        let file = Export::Series.file("gcd", &run.text, Some(&run)).unwrap();
        assert_eq!(file.name, "gcd.steps.svg");
        for step in run.log.counterexamples() {
            for of in ["reachability graph", "counterexample"] {
                assert_eq!(
                    file.content.matches(&format!("gcd, step {step}: {of}<")).count(),
                    1,
                    "{step} {of}"
                );
            }
        }
        assert!(file.content.contains(&format!("gcd, step {}: reachability graph", run.log.len())));
        assert_eq!(file.content.matches("<svg").count(), file.content.matches("</svg>").count());
    }

    #[test]
    fn a_solution_is_the_same_in_both_languages() {
        for name in ["gcd", "merge", "dblabs", "mccarthy91"] {
            let run = run(name);
            let export = |export: Export| export.file(name, &run.text, Some(&run)).unwrap();
            let (house, smtlib) = (export(Export::Solution), export(Export::Model));
            assert_eq!(house.name, format!("{name}.solution.horn"));
            let (mut problem, _) = lang::parse(&run.text, Language::House);
            let (one, diagnostics) = house::parse_solution(&house.content, &mut problem);
            assert_eq!(diagnostics, [], "{}", house.content);
            assert_eq!(one.len(), problem.relations.len(), "{}", house.content);
            let (other, diagnostics) = smtlib::parse_solution(&smtlib.content, &mut problem);
            assert_eq!(diagnostics, [], "{}", smtlib.content);
            assert_eq!(house::print_solution(&problem, &one), house::print_solution(&problem, &other));
        }
    }

    #[test]
    fn a_trace_has_a_line_per_event() {
        let run = run("gcd");
        let file = Export::Trace.file("gcd", &run.text, Some(&run)).unwrap();
        let lines: Vec<&str> = file.content.lines().collect();
        assert_eq!(lines.len(), run.log.len() + 1);
        assert!(lines[0].contains("\"outcome\":\"Safe\""), "{}", lines[0]);
        for (step, line) in lines.iter().enumerate().skip(1) {
            assert_eq!(serde_json::from_str::<Event>(line).ok(), run.log.event(step));
        }
    }

    /// What the reader writes.
    fn translated(export: Export, text: &str) -> (Rc<str>, String) {
        let Translation { file_name, text, language, .. } =
            export.translation("x", &text.into(), None).unwrap();
        match answer(&Request::Translate { text: text.to_string(), language }) {
            Some(Answer::Translation(content)) => (file_name, content),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn clauses_survive_the_export() {
        let text = Example::named("merge").unwrap().text;
        assert_eq!(Export::House.file("x", text, None).unwrap().content, text);
        assert_eq!(Export::House.translation("x", &text.into(), None), None);
        assert_eq!(Export::SmtLib.file("x", text, None), None);
        let (name, script) = translated(Export::SmtLib, text);
        assert_eq!(&*name, "x.smt2");
        let (_, back) = translated(Export::House, &script);
        let [one, other] = [text, &back].map(|text| lang::parse(text, Language::House).0);
        assert!(one.same_as(&other), "{back}");
    }

    #[test]
    fn pictures_are_exported_whole() {
        let run = run("mccarthy91");
        let content = |export: Export| export.file("x", &run.text, Some(&run)).unwrap().content;
        let boxes = |text: &str| {
            text.lines().filter(|line| line.contains("[label=") && !line.contains("fontsize")).count()
        };
        let graph = content(Export::Graph);
        assert!(graph.starts_with("digraph ") && graph.ends_with("}\n"), "{graph}");
        assert_eq!(boxes(&graph), run.moment.after.nodes.len(), "{graph}");
        let tree = content(Export::Tree);
        let positions = &Found::at(&run).unwrap().tree.positions;
        let clauses: usize = positions.iter().map(|position| position.alternatives.len()).sum();
        assert_eq!(boxes(&tree), positions.len() + clauses, "{tree}");
        let says = |i: &&hornbook::engine::InterpolantText| i.text.truth().is_none();
        let found = Found::at(&run).unwrap();
        assert!(
            tree.contains(
                found.interpolants.iter().find(says).unwrap().text.as_str().split(' ').next().unwrap()
            ),
            "{tree}"
        );
        assert!(Export::Graph.obstacle(None).is_some() && Export::Tree.obstacle(None).is_some());
    }

    /// The clauses of the last counterexample, in both languages.
    #[test]
    fn a_counterexample_is_exported_as_clauses_without_recursion() {
        let run = run("gcd");
        let exported = |export: Export| {
            let Translation { file_name, text, language, counterexample } =
                export.translation("gcd", &run.text, Some(&run)).unwrap();
            let (settings, counterexample) = counterexample.unwrap();
            let counterexample = (*counterexample).clone();
            let request = Request::Clauses { text: text.to_string(), settings, counterexample, language };
            match answer(&request) {
                Some(Answer::Translation(content)) => (file_name, lang::parse(&content, language)),
                other => panic!("{other:?}"),
            }
        };
        let (name, (house, diagnostics)) = exported(Export::Counterexample);
        assert_eq!((&*name, &diagnostics[..]), ("gcd.counterexample.horn", &[][..]));
        let (_, (smtlib, diagnostics)) = exported(Export::CounterexampleSmtLib);
        assert_eq!(diagnostics, []);
        assert!(house.same_as(&smtlib));
        let positions = Found::at(&run).unwrap().tree.positions.len();
        assert_eq!(house.relations.len(), positions - 1, "a copy for each position but the root");
        assert!(Export::Counterexample.obstacle(None).is_some());
    }

    #[test]
    fn what_is_not_there_is_not_offered() {
        let unsafe_run = run("gcd-bug");
        assert!(Export::Solution.obstacle(Some(&unsafe_run)).is_some());
        assert_eq!(Export::Solution.file("x", "", Some(&unsafe_run)), None);
        assert!(Export::Trace.obstacle(None).is_some());
        assert_eq!(Export::Trace.obstacle(Some(&unsafe_run)), None);
    }
}
