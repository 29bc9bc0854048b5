//! `hornbook solve --export-counterexamples`: each counterexample of a run as a file of recursion-free
//! clauses.

use std::fs;
use std::path::{Path, PathBuf};

use hornbook::budget::Budget;
use hornbook::engine::{AndOrTree, Engine, Event, PositionId, Settings, Subject, VerdictText};
use hornbook::formula::FormulaText;
use hornbook::horn::Pass;
use hornbook::inspect::{ClauseExport, Unfit};
use hornbook::lang::{self, Language, Problem};

use crate::output::complain;

/// At most this many files are written.
const FILE_LIMIT: usize = 1_000;

/// Writes counterexamples as the events of a run tell of them.
pub(crate) struct Exporter {
    directory: PathBuf,
    /// The name of the problem's file, without its ending.
    stem: String,
    settings: Settings,
    export: Option<ClauseExport>,
    /// The counterexample at hand, with words for it.
    at_hand: Option<(Problem, String)>,
    written: usize,
    /// Whether something could not be written.
    pub(crate) has_failed: bool,
}

impl Exporter {
    /// Makes the directory, if there is none.
    pub(crate) fn new(directory: &Path, file: &Path, settings: &Settings) -> std::io::Result<Exporter> {
        fs::create_dir_all(directory)?;
        let stem = file.file_stem().and_then(|stem| stem.to_str()).filter(|stem| *stem != "-");
        Ok(Exporter {
            directory: directory.to_owned(),
            stem: stem.unwrap_or("clauses").to_owned(),
            settings: settings.clone(),
            export: None,
            at_hand: None,
            written: 0,
            has_failed: false,
        })
    }

    /// Looks at what has happened. The engine is as it was when it told of it.
    pub(crate) fn see(&mut self, event: &Event, engine: &Engine, budget: &mut Budget) {
        match event {
            Event::CounterexampleFound { tree } => {
                let clauses =
                    self.export(engine, budget).and_then(|e| e.counterexample(tree, &known(engine, tree)));
                self.take(clauses, format!("counterexample {tree}"));
            }
            Event::Expanded { expansion } => {
                let clauses = self.export(engine, budget).and_then(|e| e.expansion(expansion));
                let what = match expansion.subject {
                    Subject::Unwinding { depth } => format!("unwinding to depth {depth}"),
                    Subject::Clauses => "expansion".to_owned(),
                };
                self.take(clauses, what);
            }
            Event::Refuted | Event::Verdict(VerdictText::Safe { .. }) => self.write(true),
            Event::Verdict(VerdictText::Unsafe { .. }) => self.write(false),
            Event::Restarted { .. } => {
                self.settings.pipeline = self.settings.pipeline.clone().without(Pass::Inline);
                (self.export, self.at_hand) = (None, None);
            }
            Event::Coarse => {
                complain("the log has become too large: counterexamples from here on are not exported");
            }
            _ => {}
        }
    }

    fn export(&mut self, engine: &Engine, budget: &mut Budget) -> Result<&ClauseExport, Unfit> {
        let export = match self.export.take() {
            Some(export) => export,
            None => {
                ClauseExport::new(engine.problem(), &self.settings.pipeline_for(engine.problem()), budget)?
            }
        };
        Ok(self.export.insert(export))
    }

    fn take(&mut self, clauses: Result<Problem, Unfit>, what: String) {
        match clauses {
            Ok(clauses) => self.at_hand = Some((clauses, what)),
            Err(reason) => {
                complain(format_args!("a counterexample is not exported: {reason}"));
                self.at_hand = None;
            }
        }
    }

    /// Writes the counterexample at hand, now that it is known whether it is spurious.
    fn write(&mut self, is_spurious: bool) {
        let Some((clauses, what)) = self.at_hand.take() else { return };
        if self.has_failed || self.written >= FILE_LIMIT {
            if self.written == FILE_LIMIT {
                complain(format_args!("only the first {FILE_LIMIT} counterexamples are exported"));
                self.written += 1;
            }
            return;
        }
        self.written += 1;
        let (status, words) = if is_spurious {
            ("sat", "spurious, so these clauses have a solution")
        } else {
            ("unsat", "real")
        };
        let name = format!("{}-{}.smt2", self.stem, self.written);
        let what = lang::printable(&what).replace('\n', " ");
        let text = format!(
            "; {what} of {}: {words}\n(set-info :status {status})\n{}",
            lang::printable(&self.stem),
            lang::print(&clauses, Language::SmtLib)
        );
        let path = self.directory.join(name);
        if let Err(error) = fs::write(&path, text) {
            complain(format_args!("{}: {error}", path.display()));
            self.has_failed = true;
        }
    }
}

/// What is known at the open positions of a counterexample: the predicates of their nodes.
fn known(engine: &Engine, tree: &AndOrTree) -> Vec<(PositionId, Vec<FormulaText>)> {
    let open = tree.open();
    let texts = |i: PositionId| {
        let node = tree[i].node.and_then(|node| engine.graph().node(node));
        let predicates = node.into_iter().flat_map(|node| &node.predicates);
        let text = |id| engine.arena().show(engine.predicates().get(id).formula).text();
        (i, predicates.map(|id| text(*id)).collect())
    };
    open.map(texts).collect()
}
